"""A small net that says how likely each seat is to win: evaluated by plain loops, without a framework.

It is one array of numbers. What goes in: the facts that are true of a table (`bots/features`), and for each
seat how far it seems ahead (`bots/values`). The first layer is a sum of rows, one for each fact. What comes
out, for each seat: how likely it is to win, and how far ahead it will be. Both start from how far ahead it
seems, so a net that has learned nothing judges as the values do.
"""

import numpy as np

from azulejos.core.jit import jit

SEATS_MAX = 4
WIDTH, SECOND = 64, 32  # of the two hidden layers
OUT = 2 * SEATS_MAX  # for each seat, in the order of play from whoever looks: winning, and being ahead
AHEAD_MAX = 4.0  # of how far ahead a seat can seem, in scales of the game

# Where in the array what stands.
FIRST_BIAS = 0
AHEAD = FIRST_BIAS + WIDTH  # a row for each seat
SECOND_BIAS = AHEAD + SEATS_MAX * WIDTH
SECOND_ROWS = SECOND_BIAS + SECOND  # a row for each of the first layer
OUT_BIAS = SECOND_ROWS + WIDTH * SECOND
OUT_ROWS = OUT_BIAS + OUT  # a row for each of the second layer
TRUST = OUT_ROWS + SECOND * OUT  # in how far ahead a seat seems: for winning, for being ahead
FACTS = TRUST + 2  # a row for each fact


def size(facts_n: int) -> int:
    """Numbers in a net for so many facts."""
    return FACTS + facts_n * WIDTH


def room() -> list[tuple]:
    """Fields that an evaluation works in."""
    return [
        ("first", np.float32, (WIDTH,)),
        ("second", np.float32, (SECOND,)),
        ("out", np.float32, (OUT,)),
    ]


@jit
def look(lore, facts, facts_n, ahead, players_n, room):
    """Fill `room.out`, seats in the order of play from whoever looks.

    The chances to win make 1 together. What stands from SEATS_MAX on is how far ahead a seat will be, in
    scales of the game.
    """
    sum_facts(lore, facts, facts_n, room.first)
    for seat in range(players_n):
        add_row(lore[AHEAD + seat * WIDTH : AHEAD + (seat + 1) * WIDTH], ahead[seat], room.first)
    room.second[:] = lore[SECOND_BIAS:SECOND_ROWS]
    add_layer(lore, SECOND_ROWS, room.first, room.second)
    room.out[:] = lore[OUT_BIAS:OUT_ROWS]
    add_layer(lore, OUT_ROWS, room.second, room.out)
    for seat in range(players_n):
        room.out[seat] += lore[TRUST] * ahead[seat]
        room.out[SEATS_MAX + seat] += lore[TRUST + 1] * ahead[seat]
    share_out(room.out, players_n)


@jit
def sum_facts(lore, facts, facts_n, first):
    """The first layer: its bias and the rows of all facts, four at a time."""
    first[:] = lore[FIRST_BIAS:AHEAD]
    told = 0
    while told + 4 <= facts_n:
        a = row_of(lore, facts[told])
        b = row_of(lore, facts[told + 1])
        c = row_of(lore, facts[told + 2])
        d = row_of(lore, facts[told + 3])
        for i in range(WIDTH):
            first[i] += (a[i] + b[i]) + (c[i] + d[i])
        told += 4
    while told < facts_n:
        row = row_of(lore, facts[told])
        for i in range(WIDTH):
            first[i] += row[i]
        told += 1


@jit
def row_of(lore, fact):
    return lore[FACTS + fact * WIDTH : FACTS + (fact + 1) * WIDTH]


@jit
def add_layer(lore, rows, inputs, out):
    """What is positive in the layer before goes on, four at a time. Asking which it is would take longer."""
    width, zero = len(out), np.float32(0.0)
    for i in range(0, len(inputs), 4):
        first = rows + i * width
        a = lore[first : first + width]
        b = lore[first + width : first + 2 * width]
        c = lore[first + 2 * width : first + 3 * width]
        d = lore[first + 3 * width : first + 4 * width]
        p, q = max(inputs[i], zero), max(inputs[i + 1], zero)
        r, s = max(inputs[i + 2], zero), max(inputs[i + 3], zero)
        for j in range(width):
            out[j] += (p * a[j] + q * b[j]) + (r * c[j] + s * d[j])


@jit
def add_row(row, weight, out):
    for i in range(len(row)):
        out[i] += weight * row[i]


@jit
def share_out(out, players_n):
    """Turn what speaks for each seat into chances that make 1 together."""
    most = out[0]
    for seat in range(1, players_n):
        most = max(most, out[seat])
    total = np.float32(0.0)
    for seat in range(players_n):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(players_n):
        out[seat] /= total
