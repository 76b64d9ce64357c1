"""The search of `greedy-1`: all ways to play the present turn, the best by value. A template."""

from collections.abc import Callable

import numpy as np

from azulejos.core.jit import door, jit

# Filled in for each game.
STATE: np.dtype
turn: Callable
legal: Callable
play: Callable
value: Callable

LEVELS = 18  # more than the choices of the longest turn that is looked through
POSITIONS_MAX = 60_000  # beyond, only the first answer to each later question is looked at
POSITIONS_MAX_PLAIN = 2_000  # the plain search is a hundred times slower, and people wait for it
COUNT, NEXT = 0, 1
WORST = -1e18


@jit
def is_same_turn(state, seat, turn_number):
    return turn(state) == seat and state.turn_number == turn_number


@jit
def open_list(state, lists, cursors, depth, is_hurried):
    """List the choices at a level, in a hurry only the first; the cursor stands before it."""
    count = legal(state, lists[depth])
    cursors[depth, COUNT] = min(count, 1) if is_hurried else count
    cursors[depth, NEXT] = 0


@door("int64(uint8[::1], int64, int64, uint8[::1], int16[:, ::1], int16[:, ::1])")
def best_choice(table, seat, most, tables, lists, cursors):
    """The first choice of the best way to play the turn on; the earliest one among equals.

    After `most` positions only the first answer to each later question is looked at.
    `tables`, `lists` and `cursors` are room for LEVELS tables and what can be chosen at each.
    """
    stack = tables.view(STATE)
    stack[0] = table.view(STATE)[0]
    turn_number = stack[0].turn_number
    open_list(stack[0], lists, cursors, 0, False)
    best, best_value = lists[0, 0], WORST
    depth = 0
    seen = 0
    while depth >= 0:
        if cursors[depth, NEXT] == cursors[depth, COUNT]:
            depth -= 1
            continue
        choice = lists[depth, cursors[depth, NEXT]]
        cursors[depth, NEXT] += 1
        seen += 1
        stack[depth + 1] = stack[depth]
        play(stack[depth + 1], choice, None)
        if is_same_turn(stack[depth + 1], seat, turn_number) and depth + 2 < LEVELS:
            depth += 1
            open_list(stack[depth], lists, cursors, depth, seen >= most)
            continue
        worth = value(stack[depth + 1], seat)
        if worth > best_value:
            best, best_value = lists[0, cursors[0, NEXT] - 1], worth
    return best
