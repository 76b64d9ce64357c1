"""The points that one seat has coming when the round ends. A template: see `core.jit`."""

from collections.abc import Callable

import numpy as np

from azulejos.core.jit import door

# Filled in for each game.
STATE: np.dtype
settle: Callable


@door("int64(uint8[::1], int64)")
def due(table, seat):
    """What the end of the round brings to a seat. It is played on this very table."""
    state = table.view(STATE)[0]
    before = np.int64(state.players[seat].score)
    settle(state, seat)
    return state.players[seat].score - before
