"""How Python asks what seats see, at many tables at a time. A template: see `core.jit`."""

from collections.abc import Callable

import numpy as np

from azulejos.core.jit import door

# Filled in for each game.
STATE: np.dtype
forget: Callable
observe: Callable


@door("void(uint8[:, ::1], int16[::1], uint8[::1], uint8[:, ::1])")
def observe_all(tables, viewers, scratch, out):
    """What the viewer of each table may know, as small numbers. `scratch` has room for a table."""
    states, known = tables.reshape(-1).view(STATE), scratch.view(STATE)
    for i in range(len(tables)):
        known[0] = states[i]
        forget(known[0], viewers[i])
        observe(known[0], np.int64(viewers[i]), out[i])


@door("void(uint8[:, ::1], int32[::1], float32[::1], float32[:, ::1])")
def spread_all(seen, places, scales, out):
    """The same as floats: where a scale is 0 a one at its place plus the number, else the number scaled."""
    out[:] = 0
    for i in range(len(seen)):
        for k in range(len(places)):
            if scales[k] == 0:
                out[i, places[k] + seen[i, k]] = 1
            else:
                out[i, places[k]] = seen[i, k] * scales[k]
