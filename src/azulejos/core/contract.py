"""What every game gives: a frozen record of facts and functions. No class tree.

The functions work on one record and are written for numba, but run as plain Python too.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

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

    def codes(self, value: str) -> list[int]:
        """The value as the rules know it."""
        return [self.values.index(value)]


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

    def codes(self, value: str) -> list[int]:
        """The value as the rules know it."""
        presets = dict(self.presets)
        if value in presets:
            return [presets[value]]
        return [sum(1 << self.names.index(item) for item in value.split(","))]


@dataclass(frozen=True)
class Wheel:
    """An option that is a list of steps, each of a few criteria with the points that they bring.

    Written as `tree 6, blue value, ...; ...`: steps are divided by semicolons or lines, criteria by commas,
    and `value` stands for a hexagon's own value. `standard` is what the game brings along.
    """

    name: str
    criteria: tuple[str, ...]
    steps: int
    per_step: int
    points_max: int

    values: ClassVar[tuple[str, ...]] = ("standard",)
    default: ClassVar[str] = "standard"
    own_value: ClassVar[str] = "value"

    @property
    def usage(self) -> str:
        """How it is written on a command line."""
        return "standard|" + "'tree 6, blue value, ...; ...'"

    def describe(self) -> dict[str, Any]:
        """What a program is told about it."""
        facts = {"criteria": list(self.criteria), "steps": self.steps, "per step": self.per_step}
        return {"presets": list(self.values), **facts, "points": ["value", f"0 to {self.points_max}"]}

    def _parsed(self, value: str) -> list[list[str]]:
        """Criteria and points in a row, as they stand there."""
        steps = [step.split(",") for step in value.replace("\n", ";").split(";") if step.strip()]
        if any(len(step) != self.per_step for step in steps) or len(steps) != self.steps:
            return []
        return [entry.split() for step in steps for entry in step]

    def clean(self, value: object) -> str:
        """The value as documents and records have it."""
        if value in self.values or not isinstance(value, str):
            return str(value)
        entries = [" ".join(entry) for entry in self._parsed(value)]
        per_step = self.per_step
        steps = [entries[i : i + per_step] for i in range(0, len(entries), per_step)]
        return "; ".join(", ".join(step) for step in steps)

    def problem(self, value: object) -> Message | None:
        """What is wrong with a value, or None."""
        if value in self.values:
            return None
        entries = self._parsed(value) if isinstance(value, str) else []
        criteria = [entry[0] for entry in entries if len(entry) == 2]
        is_sound = (
            bool(entries)
            and len(criteria) == len(entries) == len(set(criteria))
            and all(criterion in self.criteria for criterion in criteria)
            and all(self._is_points(entry[1]) for entry in entries)
        )
        if is_sound:
            return None
        return Message(
            "option {name} is standard, or {steps} steps joined by ';' of {count} different criteria each, "
            "joined by ',', such as 'tree 6' or 'blue value' with points from 0 to {most}, not {value}",
            name=self.name,
            steps=self.steps,
            count=self.per_step,
            most=self.points_max,
            value=repr(value)[:80],
        )

    def _is_points(self, text: str) -> bool:
        is_number = text.isascii() and text.isdigit() and len(text) <= 3
        return text == self.own_value or (is_number and int(text) <= self.points_max)

    def codes(self, value: str) -> list[int]:
        """Criteria, then points, -1 standing for a hexagon's own value; the standard is all -1."""
        count = self.steps * self.per_step
        if value in self.values:
            return [-1] * (2 * count)
        entries = self._parsed(value)
        points = [-1 if entry[1] == self.own_value else int(entry[1]) for entry in entries]
        return [*(self.criteria.index(entry[0]) for entry in entries), *points]


Option = OneOf | SomeOf | Wheel


@dataclass(frozen=True)
class Facts:
    """What can be said about a game without loading its rules."""

    name: str
    title: str
    clauses: str  # the letters before the numbers of its clauses
    players: tuple[int, int]
    options: tuple[Option, ...]
    longest: int  # choices, CHANCE's included: no game has more, unless CHANCE repeats itself on and on


@dataclass(frozen=True)
class Contract:
    """A game's rules."""

    facts: Facts
    version: int  # rises with any change of behaviour, never with a speed-up
    folder: Path
    dtype: np.dtype
    choices: tuple[str, ...]
    chance_first: int  # the choices from here on are CHANCE's, those before are for seats
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
