"""A first-timer's tour: a few steps on a real board, without any script."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from azulejos import games, tell
from azulejos.draw.theme import THEMES
from azulejos.draw.view import View, parts
from azulejos.game import Game
from azulejos.web.asking import language_of
from azulejos.web.pages import GameName, page

router = APIRouter(include_in_schema=False)


@router.get("/learn/{game}")
async def tour_page(
    request: Request,
    game: GameName,
    step: Annotated[int, Query(ge=1, le=100)] = 1,
    theme: Annotated[str, Query(max_length=10)] = "light",
) -> Response:
    """One step of the tour."""
    if game not in games.GAMES:
        return page(request, "missing.html", status=404)
    language = language_of(request)
    steps = tell.tour(game, language)
    at = min(step, len(steps))
    shown = steps[at - 1]
    return page(
        request,
        "learn.html",
        game=game,
        title=tell.title(game, language),
        step=at,
        steps=len(steps),
        tour=shown,
        theme=theme,
        drawn=_drawn(game, shown, language, theme if theme in THEMES else "light"),
    )


def _drawn(game: str, step: tell.TourStep, language: str, theme: str) -> dict[str, str]:
    """The drawings of a step, legal places outlined but not to be clicked."""
    words = tell.words(language)
    position = Game(game).position(step.position, deal="by hand", compiled=False)
    is_seats = position.turn is not None and position.turn >= 0
    view = View(
        names=(words("You"), words("Somebody else")),
        seat=0,
        legal=position.labels(language) if is_seats else {},
        theme=theme,
        t=words,
    )
    drawn = parts(game, position.state, view)
    return {key: part.svg.replace(' tabindex="0"', "") for key, part in drawn.items()}
