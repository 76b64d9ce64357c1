"""The same on a GPU, a thread for each table. A template like `lockstep`, whose functions it calls.

A table is copied to the thread's own memory, worked on, and copied back. Parameters of the same name are of
the same type in all kernels: `tools/kernels.py` compiles them by name.
"""

from collections.abc import Callable

import numpy as np
from numba import cuda

from azulejos.batch.lockstep import CUT_OFF, ENDED, GOES_ON, NO_CHOICE
from azulejos.core.contract import CHANCE, OVER
from azulejos.core.rng import RNG

# Filled in for each game.
STATE: np.dtype  # as `layout.for_gpu` lays it out
WORDS: int  # eight bytes each, of a table
turn: Callable
pick: Callable
play: Callable
scores: Callable
ranking: Callable
weights: Callable
forget: Callable
observe: Callable
features: Callable
step_one: Callable
look_one: Callable
is_refused: Callable
random_one: Callable

WIN, MARGIN = 0, 1  # and 2 for points

LANES = 0xFFFFFFFF  # all threads of a warp
POOL, CREW = 512, 128  # tables of a block, and its threads
PHASES = 32  # more than any game has; the last one here: the game is over
COUNTERS = PHASES + 1  # a tally for each phase, and how many tables have been picked
NO_TABLE = -1


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


def random_all(lists, counts, rngs, choices):
    """A legal choice for each table, each with a generator of its own."""
    i = cuda.grid(1)
    if i < len(choices):
        choices[i] = random_one(lists[i], counts[i], rngs[i])


def weights_all(states, odds):
    """How likely CHANCE's legal choices are, where it is asked."""
    i = cuda.grid(1)
    if i < len(states) and turn(states[i]) == CHANCE:
        weights(states[i], odds[i])


def judge_all(ends, points, ranks, kind, done, truncated, rewards, first):
    """What ended in this step, and what it was worth to each seat: see `azulejos.returns`.

    No choice of the next step has been refused yet: `first` says so.
    """
    i = cuda.grid(1)
    if i >= len(ends):
        return
    if i == 0:
        first[0] = len(ends)
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


def observe_all(states, seats, seat, seen):
    """What a seat may know of each table, as small numbers; below 0: the seat that is asked."""
    i = cuda.grid(1)
    if i >= len(states):
        return
    viewer = np.int64(seat) if seat >= 0 else max(np.int64(seats[i]), np.int64(0))
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    own[0] = states[i]
    forget(own[0], viewer)
    observe(own[0], viewer, seen[i])


def spread_all(seen, places, scales, floats):
    """The same as floats: see `observations.observing`."""
    i = cuda.grid(1)
    if i >= len(seen):
        return
    for k in range(floats.shape[1]):
        floats[i, k] = 0
    for k in range(len(places)):
        if scales[k] == 0:
            floats[i, places[k] + np.int64(seen[i, k])] = 1
        else:
            floats[i, places[k]] = seen[i, k] * scales[k]


def tell_all(states, seats, seat, facts, told):
    """The numbers of the facts that are true for a seat at each table, and how many they are."""
    i = cuda.grid(1)
    if i >= len(states):
        return
    viewer = np.int64(seat) if seat >= 0 else max(np.int64(seats[i]), np.int64(0))
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    own[0] = states[i]
    forget(own[0], viewer)
    told[i] = features(own[0], viewer, facts[i])


# ------------------------------------------------------------------------------------------------
# Random games. The threads of a warp run together only where they do the same, so those play that are in the
# same phase, the one in which most are; the others wait until theirs is. Each game has its own generator: who
# plays when changes none of them.


def random_games(rngs, fresh, tallies, points, ranks):
    """A random game for each generator, a thread for each; the threads of a warp vote for a phase.

    `tallies`: choices of seats, choices of CHANCE, turns, rounds.
    """
    i = cuda.grid(1)
    own = cuda.local.array(WORDS, np.int64).view(STATE)
    dice = cuda.local.array(1, np.int64).view(RNG)
    chosen, dealt, phase = 0, 0, np.int32(NO_TABLE)
    if i < len(rngs):
        own[0] = fresh[0]
        dice[0] = rngs[i]
        phase = np.int32(own[0].phase_id)
    while True:
        votes = np.int32(cuda.popc(cuda.match_any_sync(LANES, phase)))
        most = phase if phase == NO_TABLE else np.int32(votes * PHASES + phase)
        for step in (16, 8, 4, 2, 1):
            most = max(most, cuda.shfl_xor_sync(LANES, most, step))
        if most == NO_TABLE:
            break
        if most % PHASES == phase:
            if turn(own[0]) == CHANCE:
                dealt += 1
            else:
                chosen += 1
            play(own[0], pick(own[0], dice[0]), None)
            phase = np.int32(NO_TABLE if turn(own[0]) == OVER else own[0].phase_id)
    if i < len(rngs):
        tallies[i, 0], tallies[i, 1] = chosen, dealt
        tallies[i, 2], tallies[i, 3] = own[0].turn_number, own[0].round_number
        scores(own[0], points[i])
        ranking(own[0], ranks[i])


def random_games_in_pools(rngs, states, fresh, tallies, points, ranks):
    """The same where rules are much code: all threads of a block play tables of one phase.

    A block has a pool of tables, in `states`, and begins the next game where one has ended.
    """
    me, base = cuda.threadIdx.x, cuda.blockIdx.x * POOL
    games = cuda.shared.array(POOL, np.int32)
    phases = cuda.shared.array(POOL, np.int8)
    picked = cuda.shared.array(POOL, np.int16)
    counters = cuda.shared.array(COUNTERS, np.int32)
    for k in range(me, POOL, CREW):
        games[k], phases[k] = base + k, NO_TABLE
        if base + k < len(rngs):
            states[base + k] = fresh[0]
            phases[k] = fresh[0].phase_id
    while True:
        cuda.syncthreads()
        if me < COUNTERS:
            counters[me] = 0
        cuda.syncthreads()
        for k in range(me, POOL, CREW):
            if phases[k] != NO_TABLE:
                cuda.atomic.add(counters, np.int64(phases[k]), 1)
        cuda.syncthreads()
        most, phase = 0, NO_TABLE
        for each in range(PHASES):
            if counters[each] > most:
                most, phase = np.int64(counters[each]), each
        if phase == NO_TABLE:
            return
        for k in range(me, POOL, CREW):
            if phases[k] == phase:
                picked[cuda.atomic.add(counters, PHASES, 1)] = k
        cuda.syncthreads()
        for nth in range(me, most, CREW):
            k = np.int64(picked[nth])
            i, state = np.int64(games[k]), states[base + k]
            if phase != PHASES - 1:
                tallies[i, np.int64(turn(state) == CHANCE)] += 1
                play(state, pick(state, rngs[i]), None)
                phases[k] = PHASES - 1 if turn(state) == OVER else state.phase_id
                continue
            tallies[i, 2], tallies[i, 3] = state.turn_number, state.round_number
            scores(state, points[i])
            ranking(state, ranks[i])
            i += cuda.gridDim.x * POOL
            games[k], phases[k] = i, NO_TABLE
            if i < len(rngs):
                states[base + k] = fresh[0]
                phases[k] = fresh[0].phase_id
