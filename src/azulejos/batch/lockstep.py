"""Many tables, one choice at each in one call. A template: see `core.jit`.

Arrays have a row for each table. `lists` and `counts` say what is legal, `mask` the same with a one for each
legal choice; `ends` how a table's game stands, `lengths` how many choices it has had.
"""

from collections.abc import Callable

import numpy as np

from azulejos.core.contract import CHANCE, OVER
from azulejos.core.jit import door, jit, jit_inline
from azulejos.core.rng import RNG, below

# Filled in for each game.
STATE: np.dtype
turn: Callable
legal: Callable
weights: Callable
pick: Callable
play: Callable
scores: Callable
ranking: Callable

GOES_ON, ENDED, CUT_OFF = 0, 1, 2
NO_CHOICE = -1
TABLES = (
    "uint8[:, ::1], uint8[:, ::1], int16[:, ::1], int16[::1], int8[:, ::1], int16[::1], int8[::1], "
    "int32[::1], int16[:, ::1], int16[:, ::1]"
)
"""The types of what the first two doors work on: tables, rngs, lists, counts, mask, seats, ends, ..."""


@jit
def is_listed(numbers, count, choice):
    for k in range(count):
        if numbers[k] == choice:
            return True
    return False


@jit
def is_refused(numbers, count, choice):
    """Is a choice not legal? Where nothing is, NO_CHOICE is wanted."""
    if count == 0:
        return choice != NO_CHOICE
    return not is_listed(numbers, count, choice)


@door("int64(int64[::1], int16[:, ::1], int16[::1])")
def first_refused(choices, lists, counts):
    """The first table at which a choice is refused, or -1."""
    for i in range(len(choices)):
        if is_refused(lists[i], counts[i], choices[i]):
            return i
    return -1


@jit_inline
def deal(state, rng, length, longest):
    """Answer for CHANCE; return how many choices the game has had then."""
    while turn(state) == CHANCE and length < longest:
        play(state, pick(state, rng), None)
        length += 1
    return length


@jit_inline
def write_legal(state, end, numbers, count, mask):
    """List what is legal instead of the `count` choices that stand there, in both ways; return how many."""
    for k in range(count):
        mask[numbers[k]] = 0
    if end != GOES_ON:
        return 0
    count = legal(state, numbers)
    for k in range(count):
        mask[numbers[k]] = 1
    return count


@jit_inline
def end_of(state, length, longest):
    if turn(state) == OVER:
        return ENDED
    return CUT_OFF if length >= longest else GOES_ON


@jit_inline
def step_one(
    states,
    k,
    i,
    rng,
    lists,
    counts,
    mask,
    seats,
    ends,
    lengths,
    points,
    ranks,
    choice,
    fresh,
    deals,
    restarts,
    longest,
):
    """Play a legal choice at table i, which lies at `states[k]`; `fresh` is the table a game begins with."""
    state = states[k]
    play(state, choice, None)
    length = np.int64(lengths[i]) + 1
    if deals:
        length = deal(state, rng, length, longest)
    scores(state, points[i])
    ranking(state, ranks[i])
    end = end_of(state, length, longest)
    ends[i] = end
    if end != GOES_ON and restarts:
        states[k] = fresh[0]
        length = deal(state, rng, 0, longest) if deals else 0
        end = GOES_ON
    lengths[i] = length
    counts[i] = write_legal(state, end, lists[i], counts[i], mask[i])
    seats[i] = turn(state) if end == GOES_ON else OVER


@jit_inline
def look_one(state, i, rng, lists, counts, mask, seats, ends, lengths, points, ranks, deals, longest):
    """Let the dealer answer for CHANCE at table i, and write down how it stands."""
    length = np.int64(lengths[i])
    if deals:
        length = deal(state, rng, length, longest)
    lengths[i] = length
    ends[i] = end_of(state, length, longest)
    scores(state, points[i])
    ranking(state, ranks[i])
    counts[i] = write_legal(state, ends[i], lists[i], counts[i], mask[i])
    seats[i] = turn(state) if ends[i] == GOES_ON else OVER


@door(f"void({TABLES}, int64[::1], uint8[::1], boolean, boolean, int64)")
def step_all(
    tables,
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
    """Play a legal choice at each table that has any; `fresh` is the table that a game begins with."""
    states, dice, first = tables.reshape(-1).view(STATE), rngs.reshape(-1).view(RNG), fresh.view(STATE)
    for i in range(len(tables)):
        if choices[i] != NO_CHOICE:
            step_one(
                states,
                i,
                i,
                dice[i],
                lists,
                counts,
                mask,
                seats,
                ends,
                lengths,
                points,
                ranks,
                choices[i],
                first,
                deals,
                restarts,
                longest,
            )


@door(f"void({TABLES}, boolean, int64)")
def look_all(tables, rngs, lists, counts, mask, seats, ends, lengths, points, ranks, deals, longest):
    """Let the dealer answer for CHANCE, and write down how each table stands."""
    states, dice = tables.reshape(-1).view(STATE), rngs.reshape(-1).view(RNG)
    for i in range(len(tables)):
        look_one(
            states[i],
            i,
            dice[i],
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


@door("void(uint8[:, ::1], int16[:, ::1])")
def weights_all(tables, out):
    """How likely CHANCE's legal choices are, where it is asked."""
    states = tables.reshape(-1).view(STATE)
    for i in range(len(tables)):
        state = states[i]
        if turn(state) == CHANCE:
            weights(state, out[i])


@jit
def random_one(numbers, count, rng):
    """A legal choice, any as likely as the others, or NO_CHOICE."""
    return numbers[below(rng, count)] if count > 0 else NO_CHOICE


@door("void(int16[:, ::1], int16[::1], uint8[:, ::1], int64[::1])")
def random_all(lists, counts, rngs, out):
    """A legal choice for each table, each with a generator of its own."""
    dice = rngs.reshape(-1).view(RNG)
    for i in range(len(out)):
        out[i] = random_one(lists[i], counts[i], dice[i])
