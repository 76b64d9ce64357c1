"""What the bots' nets see, at many tables at a time. A template: see `core.jit`."""

from collections.abc import Callable

import numpy as np

from azulejos.core.jit import door

# Filled in for each game.
STATE: np.dtype
forget: Callable
features: Callable


@door("void(uint8[:, ::1], int16[::1], uint8[::1], int16[:, ::1], int16[::1])")
def tell_all(tables, viewers, scratch, out, counts):
    """The numbers of the facts that are true for the viewer of each table, and how many they are."""
    states, known = tables.reshape(-1).view(STATE), scratch.view(STATE)
    for i in range(len(tables)):
        known[0] = states[i]
        forget(known[0], viewers[i])
        counts[i] = features(known[0], np.int64(viewers[i]), out[i])
