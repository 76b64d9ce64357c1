"""What is done in worker processes: turns of bots, hints, alternatives; reviews of games; drawings as dots.

Of a game that goes on, a worker is given the table as far as somebody may know it: no history, no names.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejos import analysis, games
from azulejos.analysis import Evaluation, Reviewed
from azulejos.bots import comparing, thinking, turns
from azulejos.bots.comparing import Comparison
from azulejos.bots.levels import LEVELS, YARDSTICK
from azulejos.bots.turns import Hint
from azulejos.core import ready
from azulejos.game import Game
from azulejos.position import Choices, Position, as_png
from azulejos.record import Record


@dataclass(frozen=True)
class Question:
    """What a seat is asked, as far as it may know the table."""

    game: dict[str, Any]
    table: bytes
    seat: int
    is_checked: bool = False  # must every index be looked at? See `Position`

    @classmethod
    def of(cls, position: Position, seat: int) -> "Question":
        table = position.table_known_by(seat).tobytes()
        return cls(position.game.describe(), table, seat, position.is_checked)

    def position(self) -> Position:
        game = Game.described(self.game)
        table = np.frombuffer(self.table, game.rules.dtype)
        with ready.now():
            return Position(game, table, None, (), deals=False, is_checked=self.is_checked)


def load(game: str, checked: bool = False) -> None:
    """Read what is compiled for a game, so that the first question is answered sooner."""
    with ready.now():
        games.doors(game, checked).open("advance")
    if thinking.is_ready(game, checked):
        thinking.prepare(game, checked)


# ------------------------------------------------------------------------------------------------
# Turns


def seconds_of(player: str) -> float:
    """How long a bot may think about a turn when all goes well."""
    given = {level.name: level.seconds for level in (*LEVELS, YARDSTICK)}.get(player)
    return turns.SECONDS_PLAIN if ready.way() is ready.Way.PLAIN else given or 0.0


def bot_turn(question: Question, player: str) -> list[str]:
    return turns.whole_turn(question.position(), question.seat, player)


def hint(question: Question, simulations: int) -> Hint:
    return turns.hint(question.position(), question.seat, simulations)


def alternatives(
    asked: Sequence[tuple[Question, Choices]], simulations: int
) -> tuple[Comparison, ...] | None:
    """To each stretch of a turn. The usual number of simulations is never cut short: whoever asks again is
    told the same."""
    limit = turns.SECONDS if simulations > comparing.SIMULATIONS or ready.way() is ready.Way.PLAIN else None
    stretches = [analysis.Stretch(question.position(), played) for question, played in asked]
    found = analysis.weighed(stretches, asked[0][0].seat, simulations, limit)
    return None if found is None else found.comparisons


def evaluate(question: Question, simulations: int, listed: int) -> Evaluation | None:
    """What a search of this length thinks of a position; None as long as it would have to be compiled."""
    position = question.position()
    if not thinking.is_ready_for(position):
        return None
    return analysis.evaluate(position, simulations=simulations, listed=listed)


# ------------------------------------------------------------------------------------------------
# Games that are over


def review(text: str, report: Callable[[int, int], None]) -> list[Reviewed]:
    """What each turn of a finished game has given away. `report(done, of)` is called after each."""
    with ready.plain():
        record = Record.from_text(text)
    count, done = analysis.count_turns(record), itertools.count(1)
    report(0, count)
    return analysis.review(record, advance=lambda _: report(next(done), count))


def picture(svg: str, zoom: float) -> bytes:
    """A drawing as dots."""
    return as_png(svg, zoom)
