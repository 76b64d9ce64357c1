"""What a position is worth to a seat: one file for each game."""

import importlib
from typing import Any


def of(game: str) -> Any:
    """The values of a game.

    `value(state, seat)`, points ahead, for `greedy-1`, and `expected(state, seat)`, points at the end, for
    the search, which may know more, are marked for compiling. `SCALE`: so many points ahead are three wins
    of four, about. `ROLLED`: how much random play to the end of the round counts in the search, from 0 to 1.
    `SHARPER`: how much more often those who have learned try a choice that seems worth more at first sight.
    `AVOIDED`: choices that look stupid as long as something else can be chosen.
    """
    return importlib.import_module(f"{__name__}.{game}")
