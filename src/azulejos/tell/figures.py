"""Drawings for the rules: which moment of a game shows a clause, and what is said about it.

They are data, `figures/<game>.json`. A moment is one of the game's lesson, after so many of its choices, or a
document of its own; what is played from there is what the drawing shows, with its points.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A drawing beside a clause."""

    clause: str
    also: tuple[str, ...]  # other clauses that can be seen in it
    caption: str
    after: int | None  # choices of the lesson come before it
    position: dict[str, Any] | None  # or it begins here
    play: tuple[str, ...]  # what is chosen from there
    part: str  # of the table: "offer", "board-0", ...
    crop: tuple[float, float, float, float] | None  # left, top, right and bottom, in parts of its size


@cache
def figures(game: str, language: str) -> dict[str, Figure]:
    """The figures of a game by their names: the clause, and a number where it has several."""
    source = resources.files("azulejos.tell") / "figures" / f"{game}.json"
    found: dict[str, Figure] = {}
    for told in json.loads(source.read_text(encoding="utf8")):
        crop = told.get("crop")
        figure = Figure(
            told["clause"],
            tuple(told.get("also", ())),
            told[language],
            told.get("after"),
            told.get("position"),
            tuple(told.get("play", ())),
            told["part"],
            tuple(crop) if crop is not None else None,
        )
        count = sum(other.clause == figure.clause for other in found.values())
        found[f"{figure.clause}-{count + 1}" if count else figure.clause] = figure
    return found
