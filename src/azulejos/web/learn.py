"""Learning by doing: a lesson at a live table, and the page that leads there."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from azulejos import games, tell
from azulejos.game import Game
from azulejos.tables.table import Seat
from azulejos.tell import teaching
from azulejos.web import answers, wording
from azulejos.web.answers import OPENING
from azulejos.web.api import opened_for
from azulejos.web.asking import Language, language_of, tables_of
from azulejos.web.pages import GameName, missing_page, page

OPPONENT = "easy"  # goes on by itself when the lesson is over
PLAYERS = 2
MINUTES = 5

router = APIRouter(tags=["lessons"])


@router.get("/learn/{game}", include_in_schema=False)
async def lesson_page(request: Request, game: GameName) -> Response:
    """What a lesson is, and where it begins or goes on. The browser knows how far somebody has come."""
    if game not in games.GAMES:
        return missing_page(request)
    language = language_of(request)
    steps = teaching.lesson(game, language).steps
    return page(
        request,
        "learn.html",
        game=game,
        title=tell.title(game, language),
        minutes=MINUTES,
        steps=steps,
        words=wording.lesson(tell.words(language)),
    )


@router.post("/api/lessons/{game}", status_code=201, responses=OPENING)
async def open_lesson(
    request: Request,
    response: Response,
    game: Annotated[str, Path(max_length=40)],
    language: Language = "en",
) -> answers.Opened:
    """Open a table at which a lesson is given: whoever opens it holds the first seat, by a cookie.

    As long as it lasts, only what it waits for is accepted there, and it plays for the opponent.
    """
    seats = [Seat(tell.words(language)("Player {n}", n=1)), Seat(OPPONENT, OPPONENT)]
    played = Game.of(game, PLAYERS, "seat-1", {})
    line = teaching.lesson(game, language).line
    opened = await tables_of(request).create(played, seats, here=[0], lesson=line)
    return opened_for(request, response, opened, [0])
