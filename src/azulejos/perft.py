"""perft: how many sequences of choices begin at a position? A count that betrays wrong rules."""

from functools import cache

import numpy as np

from azulejos import games
from azulejos.core import perft as template
from azulejos.core import ready
from azulejos.core.jit import Doors, specialise
from azulejos.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly so many choices begin here, each of CHANCE's choices counted once."""
    return _count(position, _bytes(position), depth)


def divide(position: Position, depth: int) -> dict[str, int]:
    """The same number by the first choice, to find where two programs disagree."""
    return {choice: _count_after(position, choice, depth - 1) for choice in position.choices()}


def _count_after(position: Position, choice: str, depth: int) -> int:
    table = _bytes(position)
    number = games.numbers(position.game.name)[choice]
    position.rules.play(table.view(position.rules.dtype)[0], number, None)
    return _count(position, table, depth)


def _bytes(position: Position) -> np.ndarray:
    """A copy of the table, without its dealer: nobody answers for CHANCE."""
    return np.frombuffer(position.state.tobytes(), np.uint8).copy()


def _count(position: Position, table: np.ndarray, depth: int) -> int:
    levels = max(depth, 1)
    stack = np.zeros((levels, len(table)), np.uint8)
    lists = np.zeros((levels, template.FIRST + position.rules.legal_max), np.int16)
    return int(_doors(position.game.name, position.is_checked).count(table, depth, stack, lists))


@ready.wait()
def prepare(name: str, checked: bool = False) -> None:
    """Compile it for a game, if that has not been done on this machine."""
    _doors(name, checked).open_all()


def _doors(name: str, is_checked: bool = False) -> Doors:
    return ready.choose(lambda compiled: _specialised(name, compiled, is_checked), "count")


@cache
def _specialised(name: str, compiled: bool, is_checked: bool) -> Doors:
    """Positions that were read are counted with every index looked at, see `Position`."""
    return specialise(template, games.contract(name), compiled, checked=is_checked)
