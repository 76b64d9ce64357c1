"""What a net sees of a table: facts that are true or not, one file for each game.

A file lays its facts out in two parts. `COMMON` holds what is said once, about the offer and the course of
the game; `SEAT` what is said about each seat, beginning with the one that looks and going on in the order of
play. Both use only what every seat may know.
"""

import hashlib
import importlib
from dataclasses import dataclass, field
from math import prod
from typing import Any

from azulejos.core.jit import jit_inline


@dataclass(frozen=True)
class Part:
    """Facts of one kind: where they begin, and how they are counted."""

    name: str
    first: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass
class Layout:
    """Parts in a row. Asking for one gives the number of its first fact."""

    parts: list[Part] = field(default_factory=list)
    size: int = 0

    def part(self, name: str, *shape: int) -> int:
        """Facts of one kind, numbered as an array of this shape would be."""
        found = Part(name, self.size, shape)
        self.parts.append(found)
        self.size += found.size
        return found.first


def of(game: str) -> Any:
    """The features of a game.

    `features(state, viewer, out)`, marked for compiling, writes the numbers of the facts that are true for
    whoever sits at `viewer` and returns how many they are, at most `ACTIVE_MAX`; `out` has room for one more.
    """
    return importlib.import_module(f"{__name__}.{game}")


def count(game: str, players_n: int) -> int:
    """How many facts there are about a table for so many."""
    own = of(game)
    return int(own.COMMON.size + players_n * own.SEAT.size)


def digest(game: str) -> str:
    """A stamp of the facts of a game, their names and order: a net that was made for others is of no use."""
    own = of(game)
    parts = [
        (part.name, part.first, part.shape) for layout in (own.COMMON, own.SEAT) for part in layout.parts
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


@jit_inline
def tell(out, told, fact):
    """A fact is true."""
    out[told] = fact
    return told + 1


@jit_inline
def tell_count(out, told, first, number, most):
    """How many: one fact for each number from 1 to `most`, which stands for more too. 0 is not told.

    It is written in any case and counted if it is told: a branch that no processor can predict costs more.
    """
    out[told] = first + min(number, most) - 1
    return told + (number > 0)
