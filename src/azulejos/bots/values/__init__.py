"""What a position is worth to a seat: one file for each game."""

import importlib
from typing import Any

# What is told where nobody is asked about a choice that would be avoided, since nothing else is possible; and
# what is told only if something else was chosen. Games that always ask are not here.
UNASKED = {"chocolatier": ({"fell", "overflowed"}, {"placed"})}


def of(game: str) -> Any:
    """The values of a game.

    `value(state, seat)`, points ahead, for `greedy-1`, and `expected(state, seat)`, points at the end, for
    the search, which may know more, are marked for compiling. `SCALE`: so many points ahead are three wins
    of four, about. `ROLLED`: how much random play to the end of the round counts in the search, from 0 to 1.
    `SHARPER`: how much more often those who have learned try a choice that seems worth more at first sight.
    `AVOIDED`: choices that look stupid as long as something else can be chosen. `CLOSE`: how much more likely
    to win they must seem than that, to be chosen all the same.
    """
    return importlib.import_module(f"{__name__}.{game}")


def throws_away(game: str, choice: str, told: set[str]) -> bool:
    """Does a choice look stupid, or has it left nothing else? `told` are the events that it has led to."""
    thrown, used = UNASKED.get(game, (set(), set()))
    return choice in of(game).AVOIDED or (not thrown.isdisjoint(told) and used.isdisjoint(told))
