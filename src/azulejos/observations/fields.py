"""The words in which a game says what can be seen of its table, field by field."""

from dataclasses import dataclass
from enum import Enum
from math import prod

import numpy as np

BYTE = 255


class Kind(Enum):
    """How the numbers of a field are written."""

    NUMBER = "number"  # how many; the greatest stands for more too
    CATEGORY = "category"  # which
    SEAT = "seat"  # whose: 0 nobody's, 1 the viewer's, 2 the next one's, ...
    BITS = "bits"  # which of a set: 0 or 1 for each


@dataclass(frozen=True)
class Field:
    """A field of the record that a seat may know, the least and the most it holds, and what that means."""

    name: str
    kind: Kind
    least: int
    most: int
    meaning: str

    def codes(self, players_n: int) -> int:
        """The greatest number that is written for it."""
        if self.kind is Kind.BITS:
            return 1
        return players_n if self.kind is Kind.SEAT else min(self.most - self.least, BYTE)

    def shape(self, record: np.dtype) -> tuple[int, ...]:
        """How its numbers are counted: a set is one more dimension."""
        return record[self.name].shape + ((self.most,) if self.kind is Kind.BITS else ())

    def size(self, record: np.dtype) -> int:
        return prod(self.shape(record))


def number(name: str, most: int, meaning: str) -> Field:
    """How many: 0 to `most`."""
    return Field(name, Kind.NUMBER, 0, most, meaning)


def category(name: str, most: int, meaning: str, least: int = -1) -> Field:
    """Which: `least` is written as 0."""
    return Field(name, Kind.CATEGORY, least, most, meaning)


def flag(name: str, meaning: str) -> Field:
    """Whether."""
    return Field(name, Kind.CATEGORY, 0, 1, meaning)


def seat(name: str, meaning: str) -> Field:
    """Whose."""
    return Field(name, Kind.SEAT, -1, 0, meaning)


def bits(name: str, count: int, meaning: str) -> Field:
    """Which of so many."""
    return Field(name, Kind.BITS, 0, count, meaning)


@dataclass(frozen=True)
class Declared:
    """What can be seen of the tables of a game: of the table itself, and of each seat."""

    version: int
    table: tuple[Field, ...]
    seat: tuple[Field, ...]
