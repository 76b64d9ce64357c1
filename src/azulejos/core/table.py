"""What the tables of all games share: whose turn it is, and a bag of tiles to draw from.

A state has the fields of `HEADER`; one with a bag has `bag`, tiles by colour, and `bag_count`.
"""

import numpy as np

from azulejos.core.contract import CHANCE, OVER, note_move
from azulejos.core.jit import jit
from azulejos.core.rng import below

TURNS_PER_ROUND = 500  # more than any round has
STEPS_MAX = 200  # more than any turn has


@jit
def turn(state):
    """Whose question it is: a seat, CHANCE, or OVER."""
    return np.int64(state.to_move)


@jit
def seat_after(state, seat):
    seat += 1
    return seat if seat < state.players_n else 0


@jit
def ask_chance(state, phase):
    state.phase_id = phase
    state.to_move = CHANCE
    state.step = 0


@jit
def interrupt(state, phase):
    """CHANCE is asked within a turn, which goes on afterwards: the step stays."""
    state.phase_id = phase
    state.to_move = CHANCE


@jit
def begin_turn(state, phase, seat):
    state.phase_id = phase
    state.to_move = seat
    # A document may begin with any number up to that; counting stops where the next one would be refused.
    if state.turn_number < TURNS_PER_ROUND * state.round_number:
        state.turn_number += 1
    state.step = 0


@jit
def take_step(state):
    """One more choice of this turn is made."""
    if state.step < STEPS_MAX:
        state.step += 1


@jit
def end_turns(state, phase):
    """Nobody is asked any more: the game is over."""
    state.phase_id = phase
    state.to_move = OVER
    state.step = 0


# ------------------------------------------------------------------------------------------------
# The bag


@jit
def count_bag(state):
    """How many tiles are in the bag, counted anew."""
    count = 0
    for colour in range(len(state.bag)):
        count += state.bag[colour]
    return count


@jit
def colours_in_bag(state):
    """The colours that can be drawn, one bit each."""
    mask = 0
    for colour in range(len(state.bag)):
        if state.bag[colour] > 0:
            mask |= 1 << colour
    return mask


@jit
def write_bag(state, out):
    """How likely each colour of `colours_in_bag` is to be drawn; return how many colours there are."""
    count = 0
    for colour in range(len(state.bag)):
        if state.bag[colour] > 0:
            out[count] = state.bag[colour]
            count += 1
    return count


@jit
def pick_from_bag(state, rng):
    """The colour of a tile drawn at random: each tile is as likely as any other."""
    tile = below(rng, state.bag_count)
    colour = 0
    counted = 0
    for earlier in range(len(state.bag) - 1):  # without branches, which could not be predicted
        counted += state.bag[earlier]
        colour += tile >= counted
    return colour


@jit
def pour_into_bag(state, pile, what, source, target, clause, story):
    """The tiles of a pile go into the bag; the story tells it by colour."""
    for colour in range(len(state.bag)):
        count = pile[colour]
        if count > 0:
            state.bag[colour] += count
            state.bag_count += count
            pile[colour] = 0
            note_move(story, what, -1, count, colour, source, target, clause)
