"""Opponents of graded strength for people, all but the weakest with the same search; and a yardstick.

The table of levels says how much a bot thinks; as whom people meet it is another matter (`persons.py`).
"""

import math
import time
from dataclasses import dataclass

from azulejos.bots import lore, values
from azulejos.bots.asked import check_asked, check_seconds
from azulejos.bots.thinking import MEMORY, Clock, Option, Thinker, Thought
from azulejos.core.rng import system_seed
from azulejos.position import Position, Turn


@dataclass(frozen=True)
class Level:
    """How much a bot thinks about a turn."""

    name: str
    seconds: float | None = None  # for a turn, unless a budget is given
    simulations: int | None = None  # for a question
    first_share: float = 0.9  # of a turn's time, for its first question; what is found helps with the others
    later_share: float = 0.8  # of what is left, for each later question
    by_hand: bool = False  # does it value positions as it did before anything was learned?


EASIEST = Level("easy")  # it does not think ahead, see clumsy.py
LEVELS = (
    EASIEST,
    Level("medium", simulations=200),
    Level("hard", seconds=0.05),
    Level("master", seconds=1.0),
)
# For programs, frozen under this name with all it did before anything was learned.
YARDSTICK = Level("master-1", seconds=1.0, first_share=0.85, later_share=0.6, by_hand=True)


def sensible(game: str, thought: Thought) -> Option:
    """The best that was found; but what looks stupid only if it seems clearly better than what doesn't."""
    own = values.of(game)
    best, others = thought.best, [one for one in thought.options if one.choice not in own.AVOIDED]
    if best.choice in own.AVOIDED and others and others[0].worth >= best.worth - own.CLOSE:
        return others[0]
    return best


class Searcher:
    """A bot of a level. It remembers what it thought about the turn it is playing."""

    def __init__(self, level: Level, seed: int | None = None, memory: int = MEMORY, threads: int = 1) -> None:
        self.name = level.name
        self.clock: Clock = time.perf_counter  # by which budgets are kept
        self._level = level
        self._seed = system_seed() if seed is None else seed
        self._memory, self._threads = memory, threads
        self._thinkers: dict[str, Thinker] = {}
        self._turn: Turn | None = None  # that it is playing
        self._left = math.inf  # seconds for the rest of it

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        """The best choice it finds; `budget` is in seconds for the whole turn."""
        check_asked(position, seat)
        legal = position.choices()
        if len(legal) == 1:
            return legal[0]
        thought = self.think(position, seat, budget)
        return thought.best.choice if self._level.by_hand else sensible(position.game.name, thought).choice

    def think(self, position: Position, seat: int, budget: float | None = None) -> Thought:
        """What it thinks about the question that the seat is asked."""
        share = self._level.later_share
        if self._turn != position.this_turn or position.step == 0:
            self._turn = position.this_turn
            self._left = self._seconds(budget)
            share = self._level.first_share
        seconds = None if math.isinf(self._left) else share * self._left
        simulations = self._level.simulations if budget is None else None
        thought = self._thinker(position).think(position, seat, seconds, simulations)
        self._left -= thought.seconds
        return thought

    def _seconds(self, budget: float | None) -> float:
        seconds = self._level.seconds if budget is None else check_seconds(budget)
        return math.inf if seconds is None else seconds

    def _thinker(self, position: Position) -> Thinker:
        game = position.game.name
        if game not in self._thinkers:
            known = lore.BY_HAND if self._level.by_hand else None
            self._thinkers[game] = Thinker(game, self._seed, self._memory, self._threads, known, self.clock)
        return self._thinkers[game]
