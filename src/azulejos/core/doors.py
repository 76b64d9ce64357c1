"""How Python reaches the rules of a game, one table or many at a time. A template: see `core.jit`.

Doors take arrays of records as bytes: numba accepts an array of bytes ten times faster than a record.
"""

from collections.abc import Callable

import numpy as np

from azulejos.core.contract import CHANCE, OVER, STORY
from azulejos.core.jit import door, jit
from azulejos.core.rng import RNG

# Filled in for each game.
STATE: np.dtype
DESK: np.dtype
start: Callable
turn: Callable
legal: Callable
weights: Callable
pick: Callable
play: Callable
forget: Callable
is_secret: Callable
scores: Callable
ranking: Callable
derive: Callable

ILLEGAL = -1
LOOK = -2  # instead of a choice: only list what is legal
FORGET = -3  # instead of a choice: a spectator forgets; FORGET - 1 - seat: a seat does
PLAYED_MAX = 128  # the choice and CHANCE's answers to it; a deal of nine factories takes 41
SEATS_MAX = 4

TOLD = np.dtype((np.record, [("played_n", np.int16), ("played", np.int16, (PLAYED_MAX,)), ("story", STORY)]))
"""What a choice has led to: the choices that were played, and their story."""


def desk(state: np.dtype, legal_max: int) -> np.dtype:
    """What one `Position` works on: a table, its dealer, how it stands and what is legal."""
    return np.dtype(
        (
            np.record,
            [
                ("state", state),
                ("rng", RNG),
                ("deals", np.int16),  # is there a dealer, who answers for CHANCE at once?
                ("scores", np.int16, (SEATS_MAX,)),
                ("ranks", np.int16, (SEATS_MAX,)),
                ("legal_n", np.int16),
                ("legal", np.int16, (legal_max,)),
            ],
        )
    )


@jit
def is_listed(desk, choice):
    for i in range(desk.legal_n):
        if desk.legal[i] == choice:
            return True
    return False


@jit
def play_on_desk(desk, choice, told):
    play(desk.state, choice, told.story)
    told.played[told.played_n] = choice
    told.played_n += 1


@jit
def settle(desk, told):
    """Let the dealer answer for CHANCE, then write down how it stands and what is legal."""
    while desk.deals and turn(desk.state) == CHANCE and told.played_n < PLAYED_MAX:
        play_on_desk(desk, pick(desk.state, desk.rng), told)
    scores(desk.state, desk.scores)
    ranking(desk.state, desk.ranks)
    desk.legal_n = legal(desk.state, desk.legal)


@door("int64(uint8[::1], uint8[::1], int64)")
def advance(desks, tolds, choice):
    """Play a choice at a desk, or LOOK. ILLEGAL if it may not be played: then nothing has changed.

    FORGET changes the table alone: what is legal there is not listed anew.
    """
    desk = desks.view(DESK)[0]
    told = tolds.view(TOLD)[0]
    if choice <= FORGET:
        forget(desk.state, FORGET - 1 - choice)
        return 0
    if choice != LOOK and not is_listed(desk, choice):
        return ILLEGAL
    told.played_n = 0
    told.story.rows_n = 0
    if choice != LOOK:
        play_on_desk(desk, choice, told)
    settle(desk, told)
    return told.played_n


@door("void(uint8[:, ::1], int64, int64, int16[::1])")
def start_all(states, players_n, first, settings):
    """Lay out new tables. The bytes must be zeros."""
    for i in range(len(states)):
        start(states[i].view(STATE)[0], players_n, first, settings)


@door("void(uint8[:, ::1], int16[::1])")
def turn_all(states, out):
    for i in range(len(states)):
        out[i] = turn(states[i].view(STATE)[0])


@door("void(uint8[:, ::1], int16[:, ::1], int16[::1])")
def legal_all(states, out, counts):
    """The legal choices of each table, and how many they are."""
    for i in range(len(states)):
        counts[i] = legal(states[i].view(STATE)[0], out[i])


@door("void(uint8[:, ::1], int16[:, ::1], int16[::1])")
def weights_all(states, out, counts):
    """The weights of CHANCE's choices where it is to move."""
    for i in range(len(states)):
        state = states[i].view(STATE)[0]
        counts[i] = weights(state, out[i]) if turn(state) == CHANCE else 0


@door("void(uint8[:, ::1], uint8[:, ::1], int16[::1])")
def pick_all(states, rngs, out):
    """One legal choice for each table that isn't over; each has its own generator."""
    for i in range(len(states)):
        state = states[i].view(STATE)[0]
        out[i] = ILLEGAL if turn(state) == OVER else pick(state, rngs[i].view(RNG)[0])


@door("int64(uint8[:, ::1], int64[::1], int16[::1])")
def play_all(states, choices, scratch):
    """Play one choice at each table. Returns the first table where it is illegal, or -1.

    Nothing has changed anywhere if one is illegal. `scratch` has room for a list of legal choices.
    """
    for i in range(len(states)):
        listed = False
        for k in range(legal(states[i].view(STATE)[0], scratch)):
            listed |= scratch[k] == choices[i]
        if not listed:
            return i
    for i in range(len(states)):
        play(states[i].view(STATE)[0], choices[i], None)
    return -1


@jit
def playout(state, rng, counts):
    """Play on with `pick` to the end, counting the choices of seats and of CHANCE."""
    chosen, dealt = 0, 0
    while turn(state) != OVER:
        if turn(state) == CHANCE:
            dealt += 1
        else:
            chosen += 1
        play(state, pick(state, rng), None)
    counts[0] += chosen
    counts[1] += dealt


@door("void(uint8[:, ::1], uint8[:, ::1], int64[:, ::1])")
def playout_all(states, rngs, counts):
    """Play every table to its end with `pick`, counting each one's choices: of seats, of CHANCE."""
    for i in range(len(states)):
        playout(states[i].view(STATE)[0], rngs[i].view(RNG)[0], counts[i])


@door("void(uint8[::1], int64, int64, int16[::1], uint8[:, ::1], int64[:, ::1], int16[:, :, ::1])")
def simulate_all(table, players_n, first, settings, rngs, counts, results):
    """Play a random game per generator, all at one table, and note how each went.

    `counts`: choices of seats, choices of CHANCE, turns, rounds; `results`: scores and ranking.
    """
    for i in range(len(rngs)):
        table[:] = 0
        state = table.view(STATE)[0]
        start(state, players_n, first, settings)
        playout(state, rngs[i].view(RNG)[0], counts[i])
        counts[i, 2] = state.turn_number
        counts[i, 3] = state.round_number
        scores(state, results[i, 0])
        ranking(state, results[i, 1])


@door("void(uint8[:, ::1], int64)")
def forget_all(states, seat):
    """Turn what a seat can't know into undecided, at each table."""
    for i in range(len(states)):
        forget(states[i].view(STATE)[0], seat)


@door("boolean(uint8[:, ::1], int64, int64)")
def is_secret_at(states, choice, seat):
    return is_secret(states[0].view(STATE)[0], choice, seat)


@door("void(uint8[:, ::1], int16[:, ::1], int16[:, ::1])")
def result_all(states, points, ranks):
    """The scores and the ranking at each table."""
    for i in range(len(states)):
        scores(states[i].view(STATE)[0], points[i])
        ranking(states[i].view(STATE)[0], ranks[i])


@door("void(uint8[:, ::1])")
def derive_all(states):
    """Compute the derived fields anew at each table."""
    for i in range(len(states)):
        derive(states[i].view(STATE)[0])
