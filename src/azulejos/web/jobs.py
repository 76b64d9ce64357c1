"""What is thought about in worker processes: turns of bots, hints, alternatives, reviews of games.

A worker is given the table as far as somebody may know it, and nothing else: no history, no names.
"""

import heapq
import importlib.util
import itertools
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from azulejos import games
from azulejos.bots import bot, thinking
from azulejos.bots.levels import LEVELS
from azulejos.bots.thinking import Thinker
from azulejos.core.jit import is_plain
from azulejos.core.message import Message
from azulejos.errors import AzulejosError
from azulejos.game import Game
from azulejos.position import Position
from azulejos.record import Record

TURNS_LISTED = 8  # alternatives to what was played
LATER_SHARE = 0.2  # of the simulations, for each later question of a turn that a hint goes through
FAIR_VISITS = 1000  # simulations that a turn gets, if the search hardly looked at it
SECONDS_PLAIN = 2.0  # for a turn, where nothing is compiled at all
SEED = 1  # the same question is thought about in the same way
MEANWHILE = "greedy-1"  # chooses as long as the search has to be compiled

Turn = tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """What a seat is asked, as far as it may know the table."""

    game: dict[str, Any]
    table: bytes
    seat: int

    @classmethod
    def of(cls, position: Position, seat: int) -> "Question":
        return cls(position.game.describe(), position.table_for(seat).tobytes(), seat)

    def position(self) -> Position:
        game = Game.described(self.game)
        table = np.frombuffer(self.table, game.rules.dtype)
        return Position(game, table, None, (), deals=False, compiled=is_compiled(game.name))


@dataclass(frozen=True)
class Hint:
    """How to go on to the end of the turn; how likely that wins, if it was searched for."""

    turn: Turn
    worth: float | None = None
    simulations: int = 0


@dataclass(frozen=True)
class Alternative:
    """A whole turn, how likely it is to win, and how many simulations have tried it."""

    turn: Turn
    worth: float
    visits: int


@dataclass(frozen=True)
class Comparison:
    """The best turns of a question, and what was played: one of them, another one, or nothing yet."""

    alternatives: tuple[Alternative, ...]
    played: Alternative | None
    simulations: int


def is_compiled(game: str) -> bool:
    """Can the compiled rules be used without waiting?"""
    return games.doors(game).is_ready("advance")


def load(game: str) -> None:
    """Read what is compiled for a game, so that the first question is answered sooner."""
    if is_compiled(game):
        _ = games.doors(game).advance
    if thinking.is_ready(game):
        thinking.prepare(game)


# ------------------------------------------------------------------------------------------------
# Turns of bots


def seconds_of(player: str) -> float:
    """How long a bot may think about a turn when all goes well."""
    given = {level.name: level.seconds for level in LEVELS}.get(player)
    return SECONDS_PLAIN if is_plain() else given or 0.0


def bot_turn(question: Question, player: str) -> list[str]:
    """What a bot chooses: see `whole_turn`."""
    return whole_turn(question.position(), question.seat, player)


def whole_turn(position: Position, seat: int, player: str) -> list[str]:
    """What a bot chooses until its turn ends, or it is shown something."""
    thinker = bot(player, patient=False)
    budget = SECONDS_PLAIN if is_plain() else None
    turn_number = position.turn_number
    choices = []
    while position.turn == seat and position.turn_number == turn_number:
        choices.append(thinker.choose(position, seat, budget))
        position.play(choices[-1])
    return choices


# ------------------------------------------------------------------------------------------------
# Advice


def hint(question: Question, simulations: int, seconds: float) -> Hint:
    """How the search would go on to the end of the turn; `greedy-1` as long as it isn't compiled."""
    position, seat = question.position(), question.seat
    if not thinking.is_ready(position.game.name):
        return Hint(tuple(whole_turn(position, seat, MEANWHILE)))
    thinker = Thinker(position.game.name, SEED)
    first = thinker.think(position, seat, seconds, simulations)
    turn_number, turn, best = position.turn_number, [], first.best
    while True:
        turn.append(best.choice)
        position.play(best.choice)
        if (position.turn, position.turn_number) != (seat, turn_number):
            return Hint(tuple(turn), first.best.worth, first.simulations)
        later = max(1, int(LATER_SHARE * simulations))
        best = thinker.think(position, seat, LATER_SHARE * seconds, later).best


def alternatives(
    question: Question, played: Sequence[str], simulations: int, seconds: float
) -> Comparison | None:
    """The turns that the search likes best, and what it thinks of the one that was played.

    None, as long as the search would have to be compiled first.
    """
    position, seat = question.position(), question.seat
    if not thinking.is_ready(position.game.name):
        return None
    thinker = Thinker(position.game.name, SEED)
    thought = thinker.think(position, seat, seconds, simulations)
    first, *others = [
        (_fairly_tried(thinker, alternative, after, seat), after)
        for alternative, after in _best_turns(thinker, position, seat)
    ]
    found = [first, *sorted(others, key=lambda turn: -turn[0].worth)]
    own = _played(thinker, position, seat, tuple(played), found) if played else None
    return Comparison(tuple(alternative for alternative, _ in found), own, thought.simulations)


Tried = tuple[Alternative, Position]  # a turn, and the table it leads to


def _best_turns(thinker: Thinker, root: Position, seat: int) -> list[Tried]:
    """Whole turns, the ones first that simulations tried most."""
    found: list[Tried] = []
    met: set[bytes] = {root.key()}
    order = itertools.count()
    waiting: list[tuple[int, int, Alternative, Position]] = []

    def look_further(turn: Turn, position: Position) -> None:
        for option in thinker.think(position, seat, simulations=1).options:
            after = position.copy()
            after.play(option.choice)
            if after.key() not in met:  # picking the same things in another order is the same turn
                met.add(after.key())
                longer = Alternative((*turn, option.choice), option.worth, option.visits)
                heapq.heappush(waiting, (-option.visits, next(order), longer, after))

    look_further((), root)
    while waiting and len(found) < TURNS_LISTED:
        _, _, alternative, position = heapq.heappop(waiting)
        if (position.turn, position.turn_number) == (seat, root.turn_number):
            look_further(alternative.turn, position)
        else:
            found.append((alternative, position))
    return found


def _fairly_tried(thinker: Thinker, alternative: Alternative, after: Position, seat: int) -> Alternative:
    """The same turn, thought about for its own sake if the search has hardly looked at it."""
    if alternative.visits >= FAIR_VISITS or after.turn is None or after.turn < 0:
        return alternative
    thinker.think(after, seat, simulations=FAIR_VISITS)
    return replace(alternative, worth=thinker.worth(seat), visits=FAIR_VISITS)


def _played(thinker: Thinker, root: Position, seat: int, turn: Turn, found: Sequence[Tried]) -> Alternative:
    """What was played: a turn that is listed and leads to the same table, or another one."""
    before = root.copy()
    for choice in turn[:-1]:
        before.play(choice)
    after = before.copy()
    after.play(turn[-1])
    for alternative, other in found:
        if other == after:
            return alternative
    option = thinker.think(before, seat, simulations=1).of(turn[-1])
    return _fairly_tried(thinker, Alternative(turn, option.worth, option.visits), after, seat)


# ------------------------------------------------------------------------------------------------
# Reviews


class NoReview(AzulejosError):
    """Games can't be reviewed here."""

    def __init__(self) -> None:
        super().__init__(Message("games can't be reviewed here"))


def _analysis() -> Any:
    """The module that reviews games; whoever has none goes without."""
    try:
        return importlib.import_module("azulejos.analysis")
    except ModuleNotFoundError:
        raise NoReview from None


def can_review() -> bool:
    """Is there a module that reviews games?"""
    return importlib.util.find_spec("azulejos.analysis") is not None


def review(text: str, report: Callable[[int, int], None]) -> list[dict[str, Any]]:
    """What each turn of a finished game has given away, as facts by name.

    `report(done, of)` is called now and then. `at` (how many choices came before), `seat`, `turn`
    (what was played), `worth`, `best` (a turn) and `best_worth` are shown on the page.
    """
    reviewed = _analysis().review(Record.from_text(text, compiled=False), report=report)
    return [asdict(turn) for turn in reviewed]


def picture(reviewed: Sequence[dict[str, Any]], names: Sequence[str], theme: str, language: str) -> str:
    """The review as a drawing."""
    return _analysis().picture(reviewed, names, theme, language)
