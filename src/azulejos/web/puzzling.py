"""Puzzles: the page, and the API behind it. A page gets the solution when it has answered, not before.

Nothing is kept here of whoever answers: rating and streaks are the browser's.
"""

import asyncio
import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from azulejos import games, puzzles, tell
from azulejos.bots.turns import turn_in_words
from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError
from azulejos.position import Choices, Position
from azulejos.puzzles import BONUS, DENYING, END, PAYMENT, SECRET, Answer, Puzzle
from azulejos.tell import Words
from azulejos.tree import Tree
from azulejos.web import answers, wording
from azulejos.web.analysing import branched
from azulejos.web.answers import ANYBODY, OPENING
from azulejos.web.api import ChoiceName
from azulejos.web.asking import Language, Strict, language_of
from azulejos.web.pages import page
from azulejos.web.reach import Points, SeenTurn

CHOICES_MAX = 100  # of a turn
RATINGS = {1: 1000, 2: 1300, 3: 1600}  # of a puzzle as an opponent, by its level
THEMES = {
    END: Message("the end of a round"),
    DENYING: Message("taking what others want"),
    BONUS: Message("a bonus"),
    PAYMENT: Message("paying"),
    SECRET: Message("what only one knows"),
}
REASONS = {
    END: Message("The round is about to end: whatever isn't taken or placed now comes too late."),
    DENYING: Message("Whoever comes next wants the same: left lying, it would be taken."),
    BONUS: Message("It completes something that brings more than it costs."),
    PAYMENT: Message("What is paid with matters: the rest is still needed."),
    SECRET: Message("Not everything lies open here: it counts what only this seat knows."),
}

router = APIRouter(tags=["puzzles"])

PuzzleId = Annotated[str, Path(max_length=60)]
WantedTheme = Annotated[str | None, Query(max_length=40, description="what it is about")]


class SolutionIn(Strict):
    """How somebody answers a puzzle."""

    choices: list[ChoiceName] = Field(
        min_length=1, max_length=CHOICES_MAX, description="of one turn, all of them"
    )


class NoPuzzle(AzulejosError):
    """There is no such puzzle. `status` is HTTP's word for it."""

    status = 404


async def puzzle_of(puzzle_id: PuzzleId) -> Puzzle:
    try:
        return puzzles.get(puzzle_id)
    except OptionError as error:
        raise NoPuzzle(error.message) from None


Asked = Annotated[Puzzle, Depends(puzzle_of)]


@router.get("/puzzles", include_in_schema=False)
async def puzzles_page(request: Request) -> Response:
    """One a day, or as many as one likes."""
    language = language_of(request)
    t = tell.words(language)
    titles = {game: tell.title(game, language) for game in games.GAMES}
    return page(
        request,
        "puzzles.html",
        kind="puzzle",
        titles={game: title for game, title in titles.items() if puzzles.shipped(game)},
        themes={theme: t.say(name) for theme, name in THEMES.items() if puzzles.find(theme=theme)},
        ratings=", ".join(map(str, RATINGS.values())),
        words=wording.puzzles(t),
    )


@router.get("/api/puzzles", responses=ANYBODY)
async def list_puzzles(
    game: Annotated[str | None, Query(max_length=40)] = None, theme: WantedTheme = None
) -> answers.Puzzles:
    """The puzzles of a game and a theme, or all, and which is today's: the same for everybody."""
    today = datetime.datetime.now(datetime.UTC).date()
    of_day = puzzles.of_day(today)
    ids = [puzzle.id for puzzle in puzzles.find(game, theme)]
    return answers.Puzzles(ids=ids, date=today.isoformat(), today=of_day.id if of_day else None)


@router.get("/api/puzzles/{puzzle_id}", responses=ANYBODY | answers.refusals(404))
async def get_puzzle(puzzle: Asked, language: Language = "en") -> answers.Posed:
    """A puzzle, to be answered."""
    return await asyncio.to_thread(_posed, puzzle, language)


@ready.plain()
def _posed(puzzle: Puzzle, language: str) -> answers.Posed:
    position = puzzle.position()
    return answers.Posed(
        id=puzzle.id,
        title=tell.title(puzzle.game, language),
        seat=puzzle.seat,
        turn_number=position.turn_number,
        level=puzzle.level,
        rating=RATINGS[puzzle.level],
        start=branched(Tree(position.record()), language).start,
    )


@router.post("/api/puzzles/{puzzle_id}/answer", responses=OPENING | answers.refusals(404))
async def answer_puzzle(puzzle: Asked, wanted: SolutionIn, language: Language = "en") -> answers.Solved:
    """Is it the best turn? And what the search says of it and of others."""
    return await asyncio.to_thread(_solved, puzzle, tuple(wanted.choices), language)


@ready.plain()
def _solved(puzzle: Puzzle, turn: Choices, language: str) -> answers.Solved:
    begun = puzzle.position()
    reached = _after(begun, turn).key()
    ways = [puzzle.best, *puzzle.others]
    ends = [_after(begun, way.turn).key() for way in ways]
    place = ends.index(reached) if reached in ends else None
    t = tell.words(language)
    return answers.Solved(
        is_right=place == 0,
        words=turn_in_words(begun, turn, language),
        place=place,
        best=[_way(begun, way, language) for way in ways],
        error=puzzle.error,
        simulations=puzzle.simulations,
        why=_why(puzzle, begun, t),
        line=puzzle.line,
    )


def _after(begun: Position, turn: Choices) -> Position:
    """The table after a whole turn, neither less nor more."""
    position = begun.copy()
    for choice in turn:
        if position.this_turn != begun.this_turn:
            raise OptionError(Message("the turn is over before {choice}", choice=choice))
        position.play(choice)
    if position.this_turn == begun.this_turn:
        raise OptionError(Message("the turn isn't over yet: choose all of it"))
    return position


def _way(begun: Position, way: Answer, language: str) -> answers.Way:
    return answers.Way(turn=list(way.turn), words=turn_in_words(begun, way.turn, language), worth=way.worth)


def _why(puzzle: Puzzle, begun: Position, t: Words) -> list[str]:
    """What the best turn has before the next best one, in numbers; then what it is about."""
    best, second = puzzle.best, puzzle.others[0]
    ends = [_after(begun, way.turn) for way in (best, second)]
    more = t(
        "In a hundred games it wins {n} more than the next best turn: {turn}. The search may be {error} off.",
        n=round(100 * (best.worth - second.worth)),
        turn=turn_in_words(begun, second.turn, t.language),
        error=max(1, round(100 * puzzle.error)),
    )
    told = [more, *_points(begun, puzzle.seat, ends, t)]
    return told + [_about(theme, puzzle, begun, ends[1], t) for theme in puzzle.themes]


def _points(begun: Position, seat: int, ends: list[Position], t: Words) -> list[str]:
    """What both turns bring by themselves."""
    turn = SeenTurn(begun, seat, seat)
    brought: list[Points] = [turn.points_of([end]) for end in ends]
    (now, later), (now_next, later_next) = brought
    told = []
    if now or now_next:
        told.append(
            t("Points at once: {best}; with the next best turn: {next}.", best=str(now), next=str(now_next))
        )
    if None not in (later, later_next) and (later or later_next):
        told.append(
            t(
                "Points at the end of the round, if it came next: {best}; with the next best turn: {next}.",
                best=str(later),
                next=str(later_next),
            )
        )
    return told or [t("Neither brings points by itself: what counts is what can be played afterwards.")]


def _about(theme: str, puzzle: Puzzle, begun: Position, missed: Position, t: Words) -> str:
    """What a theme comes to here. `missed`: the table after the next best turn."""
    reason, wanted = t.say(REASONS[theme]), puzzle.best.turn[0]
    if theme != DENYING or missed.turn in (None, CHANCE, puzzle.seat) or not missed.is_legal(wanted):
        return reason
    name = t("Player {n}", n=(missed.turn or 0) + 1)
    would = t(
        "After the next best turn {name} plays: {turn}.", name=name, turn=missed.tell(wanted, t.language)
    )
    return f"{reason} {would}"
