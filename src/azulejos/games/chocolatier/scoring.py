"""What is it worth? Points of tiles, penalties and bonuses, and who has won."""

from typing import Any

import numpy as np

from azulejos.core.jit import jit
from azulejos.games.chocolatier.board import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    ROW_BONUS,
    ROWS,
)
from azulejos.games.chocolatier.state import ALL_COLOURS, colours_in_row, is_row_full


def _run(mask: int, place: int) -> int:
    """The length of the run of set bits around a place, the place itself counted as set."""
    first = last = place
    while first > 0 and (mask >> (first - 1)) & 1:
        first -= 1
    while (mask >> (last + 1)) & 1:
        last += 1
    return last - first + 1


RUN = np.array([[_run(mask, place) for place in range(5)] for mask in range(32)], np.int64)
"""How many tiles in a row or column are connected through a place: `RUN[occupied, place]`."""


@jit
def run_across(player, row, column):
    """The length of the horizontal run through a space, the space itself included (MC-17)."""
    occupied = 0
    for other in range(COLUMNS):
        occupied |= (player.box[row, other] != EMPTY) << other
    return RUN[occupied, column]


@jit
def run_down(player, row, column):
    """The length of the vertical run through a space, the space itself included (MC-17)."""
    occupied = 0
    for other in range(ROWS):
        occupied |= (player.box[other, column] != EMPTY) << other
    return RUN[occupied, row]


@jit
def tile_points(player, row, column):
    """What a tile laid on this space scores (MC-16, MC-17)."""
    across = run_across(player, row, column)
    down = run_down(player, row, column)
    if across == 1 or down == 1:
        return across + down - 1
    return across + down


@jit
def penalty(player):
    """What the floor takes from the score, not positive; it never falls below 0 (MC-18, MC-19)."""
    return max(FLOOR_LOSS[player.floor_count], -player.score)


@jit
def is_column_full(player, column):
    for row in range(ROWS):
        if player.box[row, column] == EMPTY:
            return False
    return True


@jit
def full_colours(player):
    """The colours with all five tiles in the box, one bit each."""
    colours = ALL_COLOURS
    for row in range(ROWS):
        colours &= colours_in_row(player, row)
    return colours


def bonus_points(player: Any) -> int:
    """What full rows, columns and colours score at the end (MC-24)."""
    rows = sum(is_row_full(player, row) for row in range(ROWS))
    columns = sum(is_column_full(player, column) for column in range(COLUMNS))
    return rows * ROW_BONUS + columns * COLUMN_BONUS + full_colours(player).bit_count() * COLOUR_BONUS


def most_points(player: Any, is_over: bool) -> int:
    """The most a box can have brought: of a row or column with n tiles 1 + 2 + ... + n (MC-16, MC-17)."""
    tiles = player.box != EMPTY
    lines = (*tiles.sum(axis=0).tolist(), *tiles.sum(axis=1).tolist())
    return sum(n * (n + 1) // 2 for n in lines) + (bonus_points(player) if is_over else 0)


@jit
def scores(state, out):
    """The score of every seat, as it stands on the track."""
    for seat in range(state.players_n):
        out[seat] = state.players[seat].score


@jit
def is_better(player, other):
    """More points, or as many points and more full rows (MC-25)."""
    if player.score != other.score:
        return player.score > other.score
    return player.full_rows > other.full_rows


@jit
def ranking(state, out):
    """How many seats stand before each seat: 0 for the winner, or for all who share the win (MC-25)."""
    for seat in range(state.players_n):
        out[seat] = 0
        for other in range(state.players_n):
            if is_better(state.players[other], state.players[seat]):
                out[seat] += 1
