"""What every game gives: a frozen record of facts and functions. No class tree.

The functions work on one record and are written for numba, but run as plain Python too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from azulejos.core.jit import jit
from azulejos.core.message import Message

CHANCE = -1
OVER = -2

HEADER = [
    ("players_n", np.int16),
    ("to_move", np.int16),  # a seat, CHANCE or OVER
    ("turn_number", np.int16),  # 0 before the first turn
    ("step", np.int16),  # choices already made in this turn
    ("round_number", np.int16),
    ("phase_id", np.int16),
]

# ------------------------------------------------------------------------------------------------
# The story: a row wherever a piece moves, points change or something worth telling happens.

NO_PIECE = -1
NO_PLACE = -1
STORY_ROWS = 384  # a round of four players that ends, is scored and dealt anew needs under 300

STORY_ROW = np.dtype(
    (
        np.record,
        [
            ("what", np.int16),  # a number of the game's list of events
            ("seat", np.int16),  # whose: the owner of the places, or -1
            ("count", np.int16),
            ("piece", np.int16),
            ("source", np.int16),  # places
            ("target", np.int16),
            ("points", np.int16),
            ("clause", np.int16),  # 17 for MC-17
            ("secret", np.int16),  # 1: only the seat may know which piece it is
        ],
    )
)
STORY = np.dtype((np.record, [("rows_n", np.int16), ("rows", STORY_ROW, (STORY_ROWS,))]))


@jit
def note(story, what, seat, count, piece, source, target, points, clause):
    """Write a row of the story. Without a story numba removes the call."""
    if story is None:
        return
    row = story.rows[story.rows_n]
    row.what = what
    row.seat = seat
    row["count"] = count
    row.piece = piece
    row.source = source
    row.target = target
    row.points = points
    row.clause = clause
    row.secret = 0
    story.rows_n += 1


@jit
def note_move(story, what, seat, count, piece, source, target, clause):
    """Pieces move from place to place."""
    note(story, what, seat, count, piece, source, target, 0, clause)


@jit
def note_points(story, what, seat, count, piece, place, points, clause):
    """Points change, or something happens, at a place or nowhere in particular."""
    note(story, what, seat, count, piece, place, NO_PLACE, points, clause)


@jit
def note_secret(story, what, seat, piece, source, target, clause):
    """A piece moves, or is looked at, and only the seat may know which."""
    note(story, what, seat, 1, piece, source, target, 0, clause)
    if story is not None:
        story.rows[story.rows_n - 1].secret = 1


# ------------------------------------------------------------------------------------------------
# Options


@dataclass(frozen=True)
class OneOf:
    """An option with a few named values. The first is the default."""

    name: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        return self.values[0]

    def problem(self, value: object) -> Message | None:
        """What is wrong with a value, or None."""
        if value in self.values:
            return None
        return Message(
            "option {name} can't be {value}: it is one of {values}",
            name=self.name,
            value=repr(value),
            values=", ".join(self.values),
        )

    @property
    def usage(self) -> str:
        """How it is written on a command line."""
        return "|".join(self.values)

    def describe(self) -> list[str]:
        """What a program is told about it."""
        return list(self.values)

    def clean(self, value: object) -> str:
        """The value as documents and records have it."""
        return str(value)

    def code(self, value: str) -> int:
        """The value as the rules know it."""
        return self.values.index(value)


@dataclass(frozen=True)
class SomeOf:
    """An option that is a preset, or some items by name, joined by commas.

    `items` stand in groups: at most one of each group can be chosen. A preset has a number that the
    rules know; chosen items are bits.
    """

    name: str
    presets: tuple[tuple[str, int], ...]  # the first is the default
    items: tuple[tuple[str, ...], ...]
    sizes: tuple[int, ...]  # how many items can be chosen

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(preset for preset, _ in self.presets)

    @property
    def default(self) -> str:
        return self.values[0]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(item for group in self.items for item in group)

    @property
    def usage(self) -> str:
        """How it is written on a command line."""
        return "|".join((*self.values, ",".join(group[0] for group in self.items[: self.sizes[0]]) + ",..."))

    def describe(self) -> dict[str, Any]:
        """What a program is told about it."""
        groups = [list(group) for group in self.items]
        return {"presets": list(self.values), "one of each": groups, "how many": list(self.sizes)}

    def clean(self, value: object) -> str:
        """The value as documents and records have it: items in their order."""
        if value in self.values or not isinstance(value, str):
            return str(value)
        chosen = [item.strip() for item in value.split(",")]
        return ",".join(item for item in self.names if item in chosen)

    def problem(self, value: object) -> Message | None:
        """What is wrong with a value, or None."""
        if value in self.values:
            return None
        chosen = [item.strip() for item in value.split(",")] if isinstance(value, str) else []
        is_known = all(item in self.names for item in chosen) and len(set(chosen)) == len(chosen)
        is_fitting = all(len(set(group) & set(chosen)) <= 1 for group in self.items)
        if is_known and is_fitting and len(chosen) in self.sizes:
            return None
        return Message(
            "option {name} can't be {value}: it is {values}, or {sizes} of {items}",
            name=self.name,
            value=repr(value),
            values=", ".join(self.values),
            sizes=" / ".join(map(str, self.sizes)),
            items="; ".join(" | ".join(group) for group in self.items),
        )

    def code(self, value: str) -> int:
        """The value as the rules know it."""
        presets = dict(self.presets)
        if value in presets:
            return presets[value]
        return sum(1 << self.names.index(item) for item in value.split(","))


Option = OneOf | SomeOf


@dataclass(frozen=True)
class Facts:
    """What can be said about a game without loading its rules."""

    name: str
    title: str
    clauses: str  # the letters before the numbers of its clauses
    players: tuple[int, int]
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Contract:
    """A game's rules."""

    facts: Facts
    version: int  # rises with any change of behaviour, never with a speed-up
    folder: Path
    dtype: np.dtype
    choices: tuple[str, ...]
    legal_max: int
    phases: tuple[str, ...]
    pieces: tuple[str, ...]
    places: tuple[str, ...]
    events: tuple[str, ...]

    start: Callable[..., None]  # (state, players_n, first, settings)
    turn: Callable[..., int]  # (state)
    legal: Callable[..., int]  # (state, out)
    weights: Callable[..., int]  # (state, out)
    pick: Callable[..., int]  # (state, rng)
    play: Callable[..., None]  # (state, choice, story)
    forget: Callable[..., None]  # (state, seat)
    is_secret: Callable[..., bool]  # (state, choice, seat)
    scores: Callable[..., None]  # (state, out)
    ranking: Callable[..., None]  # (state, out)
    derive: Callable[..., None]  # (state)

    write: Callable[[Any], dict[str, Any]]  # (state) -> document
    read: Callable[[dict[str, Any], Any], list[Message]]  # (document, state) -> problems

    def names(self) -> dict[str, Any]:
        """What a template of `core.jit` may use."""
        return {"STATE": self.dtype, "LEGAL_MAX": self.legal_max} | {
            name: getattr(self, name) for name in RULES
        }


RULES = (
    "start",
    "turn",
    "legal",
    "weights",
    "pick",
    "play",
    "forget",
    "is_secret",
    "scores",
    "ranking",
    "derive",
)
