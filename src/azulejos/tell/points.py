"""Why a row of a story brings points: in a few words, in a line of a card, and where what it counts lies.

Each game has a room for it, `points`, with four functions and three sets. They read rows and the table before
them; what the rules have decided they only explain.

- `reason(t, row)`: the row in a few words, without its points.
- `line(t, state, row)`: the line of a card that it belongs to, among other rows of its kind.
- `detail(t, rows)`: what a seat's rows of one line say more than the line; may be empty.
- `counted(state, rows)`: of each row, the places of its seat that it counts, its own among them.
- `ENDS`: what the end of a round begins with; `CHOSEN`: those of them that can be a turn as well.
- `LOST`: what brings pieces to a floor, or away, where they do their seat no good.
"""

import importlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from azulejos.core.contract import STORY_ROW
from azulejos.core.plain import Plain
from azulejos.tell import Row, words


@dataclass(frozen=True)
class Why:
    """Why a row brings points: a few words, the numbers of the places it counts; and are its pieces lost?"""

    reason: str = ""
    lit: tuple[int, ...] = ()
    is_lost: bool = False


@dataclass(frozen=True, order=True)
class Line:
    """A line of a card. Lines stand in the order of their keys."""

    key: tuple[int, ...]
    label: str


@dataclass(frozen=True)
class Entry:
    """What a seat got for one thing."""

    seat: int
    line: Line
    points: int
    detail: str
    clause: int


def why(game: str, before: Any, rows: np.ndarray, language: str) -> list[Why]:
    """Of each row, why it brings points, if it does. `before`: the table before the story."""
    told, module, t = as_rows(rows), _game(game), words(language)
    if not any(row["points"] for row in told):
        return [Why(is_lost=row["what"] in module.LOST) for row in told]
    counted = module.counted(Plain.of(before), told)
    return [
        Why(
            module.reason(t, row) if row["points"] else "",
            tuple(sorted(places)) if row["points"] else (),
            row["what"] in module.LOST,
        )
        for row, places in zip(told, counted, strict=True)
    ]


def entries(game: str, before: Any, rows: np.ndarray, language: str) -> list[Entry]:
    """Rows with points, those of a seat and line as one, in the order of the lines."""
    module, t, state = _game(game), words(language), Plain.of(before)
    found: dict[tuple[Line, int], list[Row]] = {}
    for row in as_rows(rows):
        if row["points"] and row["seat"] >= 0:
            found.setdefault((module.line(t, state, row), row["seat"]), []).append(row)
    return [
        Entry(seat, line, sum(row["points"] for row in own), module.detail(t, own), own[-1]["clause"])
        for (line, seat), own in sorted(found.items(), key=lambda item: item[0])
    ]


def ends_at(game: str, rows: np.ndarray) -> int:
    """Where the end of the round begins in the story of the choice that has brought it about.

    What somebody chose stands first: a tile laid there is a turn, though the end of a round lays tiles too.
    """
    module = _game(game)
    found = (
        at
        for at, what in enumerate(rows["what"])
        if what in module.ENDS and (at or what not in module.CHOSEN)
    )
    return next(found, len(rows))


def as_rows(rows: np.ndarray) -> list[Row]:
    """The rows of a story by the names of their fields."""
    names = STORY_ROW.names or ()
    return [dict(zip(names, row, strict=True)) for row in rows.tolist()]


def _game(name: str) -> Any:
    return importlib.import_module(f"azulejos.tell.{name}.points")


# ------------------------------------------------------------------------------------------------
# What games share


def run(occupied: Iterable[int], place: int, line: Sequence[int]) -> set[int]:
    """The places of a line that are connected with one of them without a gap, itself included."""
    there, at = {*occupied, place}, line.index(place)
    first = last = at
    while first > 0 and line[first - 1] in there:
        first -= 1
    while last + 1 < len(line) and line[last + 1] in there:
        last += 1
    return set(line[first : last + 1])


def sums(rows: list[Row]) -> str:
    """Several rows of a line as a sum: 2 + 3 + 4."""
    return " + ".join(str(row["points"]) for row in rows) if len(rows) > 1 else ""
