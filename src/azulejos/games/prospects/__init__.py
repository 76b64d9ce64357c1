"""What would the end of the round bring, were it now? The rules themselves say it, on a copy of the table.

A game's own file beside this one has `settle(state, seat)`, which ends the round for one seat. Where
something would be asked then, the space that scores most is taken, and nothing is paid. In the pavilion every
point is won in a turn: it has none.
"""

import importlib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.core import ready
from azulejos.core.jit import Doors, specialise
from azulejos.games.prospects import settling

SETTLED = frozenset({"chocolatier", "duel", "garden"})

Due = Callable[[np.ndarray, int], int]


def due_in(game: str, checked: bool = False) -> Due | None:
    """What says how many points a seat would gain or lose by the bytes of a table, which are used up.

    None where only turns bring points.
    """
    return ready.choose(partial(_doors, game, checked), "due").open("due") if game in SETTLED else None


@ready.wait()
def prepare(game: str, checked: bool = False) -> None:
    """Compile it for a game, if that has not been done on this machine."""
    due_in(game, checked)


@cache
def _doors(game: str, checked: bool, compiled: bool) -> Doors:
    own: Any = importlib.import_module(f"{__name__}.{game}")
    sources = (Path(own.__file__),)
    return specialise(settling, games.contract(game), compiled, sources, checked, settle=own.settle)
