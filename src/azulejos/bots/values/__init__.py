"""What a position is worth to a seat: one file for each game."""

import importlib
from typing import Any


def of(game: str) -> Any:
    """The values of a game.

    `value(state, seat)` in points, marked for compiling; `SCALE`, so many points ahead are three wins of
    four, about; `ROLLS`, whether the search plays on at random to the end of the round before it asks for a
    value; `AVOIDED`, choices that look stupid as long as something else can be chosen.
    """
    return importlib.import_module(f"{__name__}.{game}")
