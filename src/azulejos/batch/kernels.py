"""The same on a GPU, a thread for each table. A template like `lockstep`, whose functions it calls.

A table is copied to the thread's own memory, worked on, and copied back.
"""

from collections.abc import Callable

import numpy as np
from numba import cuda

from azulejos.batch.lockstep import CUT_OFF, ENDED, GOES_ON, NO_CHOICE
from azulejos.core.contract import CHANCE

# Filled in for each game.
STATE: np.dtype  # as `layout.for_gpu` lays it out
WORDS: int  # eight bytes each, of a table
turn: Callable
weights: Callable
forget: Callable
observe: Callable
features: Callable
step_one: Callable
look_one: Callable
is_refused: Callable
random_one: Callable

WIN, MARGIN = 0, 1  # and 2 for points


def step_all(
    states,
    rngs,
    lists,
    counts,
    mask,
    seats,
    ends,
    lengths,
    points,
    ranks,
    choices,
    fresh,
    deals,
    restarts,
    longest,
):
    """Play a legal choice at each table that has any."""
    i = cuda.grid(1)
    if i >= len(choices) or choices[i] == NO_CHOICE:
        return
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    own[0] = states[i]
    step_one(
        own,
        0,
        i,
        rngs[i],
        lists,
        counts,
        mask,
        seats,
        ends,
        lengths,
        points,
        ranks,
        choices[i],
        fresh,
        deals,
        restarts,
        longest,
    )
    states[i] = own[0]


def look_all(states, rngs, lists, counts, mask, seats, ends, lengths, points, ranks, deals, longest):
    """Let the dealer answer for CHANCE, and write down how each table stands."""
    i = cuda.grid(1)
    if i >= len(states):
        return
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    own[0] = states[i]
    look_one(
        own[0],
        i,
        rngs[i],
        lists,
        counts,
        mask,
        seats,
        ends,
        lengths,
        points,
        ranks,
        deals,
        longest,
    )
    states[i] = own[0]


def begin_all(states, lengths, fresh, chosen):
    """Begin anew where it is wanted."""
    i = cuda.grid(1)
    if i < len(states) and chosen[i]:
        states[i] = fresh[0]
        lengths[i] = 0


def refused_all(choices, lists, counts, first):
    """The first table at which a choice is refused."""
    i = cuda.grid(1)
    if i < len(choices) and is_refused(lists[i], counts[i], choices[i]):
        cuda.atomic.min(first, 0, i)


def random_all(lists, counts, rngs, out):
    """A legal choice for each table, each with a generator of its own."""
    i = cuda.grid(1)
    if i < len(out):
        out[i] = random_one(lists[i], counts[i], rngs[i])


def weights_all(states, out):
    """How likely CHANCE's legal choices are, where it is asked."""
    i = cuda.grid(1)
    if i < len(states) and turn(states[i]) == CHANCE:
        weights(states[i], out[i])


def judge_all(ends, points, ranks, kind, done, truncated, rewards):
    """What ended in this step, and what it was worth to each seat: see `azulejos.returns`."""
    i = cuda.grid(1)
    if i >= len(ends):
        return
    done[i] = ends[i] != GOES_ON
    truncated[i] = ends[i] == CUT_OFF
    seats_n = points.shape[1]
    total, winners = 0, 0
    for seat in range(seats_n):
        total += np.int64(points[i, seat])
        winners += ranks[i, seat] == 0
    for seat in range(seats_n):
        worth = 0.0
        if ends[i] == ENDED:
            if kind == WIN:
                share = (ranks[i, seat] == 0) / winners
                worth = (seats_n * share - 1) / (seats_n - 1)
            elif kind == MARGIN:
                worth = (seats_n * np.int64(points[i, seat]) - total) / (seats_n - 1)
            else:
                worth = float(points[i, seat])
        rewards[i, seat] = worth


def observe_all(states, seats, seat, out):
    """What a seat may know of each table, as small numbers; below 0: the seat that is asked."""
    i = cuda.grid(1)
    if i >= len(states):
        return
    viewer = np.int64(seat) if seat >= 0 else max(np.int64(seats[i]), np.int64(0))
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    own[0] = states[i]
    forget(own[0], viewer)
    observe(own[0], viewer, out[i])


def spread_all(seen, places, scales, out):
    """The same as floats: see `observations.observing`."""
    i = cuda.grid(1)
    if i >= len(seen):
        return
    for k in range(out.shape[1]):
        out[i, k] = 0
    for k in range(len(places)):
        if scales[k] == 0:
            out[i, places[k] + np.int64(seen[i, k])] = 1
        else:
            out[i, places[k]] = seen[i, k] * scales[k]


def tell_all(states, seats, seat, out, counts):
    """The numbers of the facts that are true for a seat at each table, and how many they are."""
    i = cuda.grid(1)
    if i >= len(states):
        return
    viewer = np.int64(seat) if seat >= 0 else max(np.int64(seats[i]), np.int64(0))
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    own[0] = states[i]
    forget(own[0], viewer)
    counts[i] = features(own[0], viewer, out[i])
