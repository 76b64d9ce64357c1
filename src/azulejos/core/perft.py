"""Counting sequences of choices, to test `legal` and `play`. A template: see `core.jit`."""

from collections.abc import Callable

import numpy as np

from azulejos.core.jit import door, jit

# Filled in for each game.
STATE: np.dtype
legal: Callable
play: Callable

# A row of `lists`: how many choices are legal at a level, which of them comes next, and their numbers.
LEGAL_N = 0
NEXT = 1
FIRST = 2


@jit
def list_choices(table, row):
    row[LEGAL_N] = legal(table, row[FIRST:])
    row[NEXT] = 0


@jit
def next_choice(row):
    row[NEXT] += 1
    return row[FIRST - 1 + row[NEXT]]


@door("int64(uint8[::1], int64, uint8[:, ::1], int16[:, ::1])")
def count(states, depth, stack, lists):
    """How many sequences of exactly `depth` choices begin at a table; CHANCE's choices count as one each.

    `stack` has room for a table and `lists` for FIRST + LEGAL_MAX numbers at each of `depth` levels. At
    the last level the choices are counted, not played.
    """
    if depth < 1:
        return 1 if depth == 0 else 0
    tables = stack.reshape(-1).view(STATE)
    tables[0] = states.view(STATE)[0]
    list_choices(tables[0], lists[0])
    total = 0
    level = 0
    while level >= 0:
        row = lists[level]
        if level == depth - 1:
            total += row[LEGAL_N]
            level -= 1
        elif row[NEXT] == row[LEGAL_N]:
            level -= 1
        else:
            tables[level + 1] = tables[level]
            level += 1
            play(tables[level], next_choice(row), None)
            list_choices(tables[level], lists[level])
    return total
