"""Who chooses when no person does. A bot knows a game through its contract and one value file."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Protocol

import numpy as np

from azulejos import games
from azulejos.bots import greedy, thinking, values
from azulejos.bots.asked import check_asked
from azulejos.bots.clumsy import Clumsy
from azulejos.bots.levels import EASIEST, LEVELS, YARDSTICK, Level, Searcher
from azulejos.core import ready, rng
from azulejos.core.document import short
from azulejos.core.jit import Doors, specialise
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.position import Position


class Bot(Protocol):
    """Anything that can choose. `budget` is in seconds for a whole turn; some need none and ignore it."""

    name: str

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        """The name of a legal choice for the seat, whose turn it is."""


class Random:
    """Any legal choice, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._generator = np.random.default_rng(rng.system_seed() if seed is None else seed)

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        check_asked(position, seat)
        legal = position.choices()
        return legal[int(self._generator.integers(len(legal)))]


class Greedy1:
    """For its whole turn, the greatest value: see `bots/values`. Frozen under this name."""

    name = "greedy-1"

    def __init__(self, seed: int | None = None) -> None:
        """It never throws dice."""

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        check_asked(position, seat)
        rules = position.rules
        search = _greedy(rules.facts.name, position.is_checked)
        number = search.best_choice(
            position.table_known_by(seat),
            seat,
            greedy.POSITIONS_MAX if search.compiled else greedy.POSITIONS_MAX_PLAIN,
            np.zeros(greedy.LEVELS * rules.dtype.itemsize, np.uint8),
            np.zeros((greedy.LEVELS, rules.legal_max), np.int16),
            np.zeros((greedy.LEVELS, 2), np.int16),
        )
        return rules.choices[number]


def _greedy(game: str, checked: bool = False) -> Doors:
    return ready.choose(lambda compiled: _specialised(game, compiled, checked), "best_choice")


@cache
def _specialised(game: str, compiled: bool, checked: bool) -> Doors:
    own = values.of(game)
    return specialise(greedy, games.contract(game), compiled, (Path(own.__file__),), checked, value=own.value)


class Graded(Searcher):
    """A bot of a level. Where nobody waits until its search is compiled, `greedy-1` chooses meanwhile."""

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        if ready.waits() or thinking.is_ready_for(position):
            return super().choose(position, seat, budget)
        return Greedy1().choose(position, seat)


def _of_level(level: Level, seed: int | None) -> Bot:
    return Clumsy(level.name, Greedy1(), seed) if level is EASIEST else Graded(level, seed)


@ready.wait()
def prepare(game: str, checked: bool = False) -> None:
    """Compile what the bots need for a game, if that has not been done on this machine."""
    _greedy(game, checked).open("best_choice")
    thinking.prepare(game, checked)


@ready.wait()
def prepare_for(name: str, game: str) -> None:
    """Compile what one bot needs for a game. Whoever isn't one of ours needs nothing of it."""
    if name in (Greedy1.name, EASIEST.name):
        _greedy(game).open("best_choice")
    elif name in BOTS and name != Random.name:
        thinking.prepare(game)


BOTS: dict[str, Callable[[int | None], Bot]] = {
    Random.name: Random,
    Greedy1.name: Greedy1,
    **{level.name: partial(_of_level, level) for level in (YARDSTICK, *LEVELS)},
}


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name. Whether it waits for a compilation, `core.ready` says at each choice."""
    check_bot(name)
    return BOTS[name](seed)


def check_bot(name: str) -> None:
    """Refuse what is no bot's name."""
    if name not in BOTS:
        raise OptionError(
            Message("there is no bot {name}; there is {bots}", name=short(name), bots=", ".join(BOTS))
        )
