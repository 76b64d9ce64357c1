"""What is it worth? Points of tiles, losses and goals, and who has won."""

import numpy as np

from azulejos.core.bits import count_bits
from azulejos.core.jit import jit
from azulejos.games.duel.board import (
    BROKEN_LOSS,
    COLOURFUL,
    COLOURFUL_POINTS,
    COLOURS_GOAL,
    COLUMN_POINTS,
    COLUMNS_GOAL,
    CORNERS,
    CORNERS_GOAL,
    DIAGONAL_POINTS,
    DIAGONALS_GOAL,
    EMPTY,
    EMPTY_SPECIAL_POINTS,
    QUADRANTS,
    RIM_GOAL,
    RIM_POINTS,
    ROW_POINTS,
    ROWS_GOAL,
    SIZE,
    SPACES_N,
    SPECIAL,
    WILD,
    WILD_POINTS,
    WILDS_GOAL,
)
from azulejos.games.duel.state import NOBODY, space_at


def _run(mask: int, place: int) -> int:
    """The length of the run of set bits around a place, the place itself counted as set."""
    first = last = place
    while first > 0 and (mask >> (first - 1)) & 1:
        first -= 1
    while (mask >> (last + 1)) & 1:
        last += 1
    return last - first + 1


RUN = np.array([[_run(mask, place) for place in range(SIZE)] for mask in range(1 << SIZE)], np.int64)
"""How many tiles in a row or column are connected through a place: `RUN[occupied, place]`."""


@jit
def run_across(player, row, column):
    """The length of the horizontal run through a space, the space itself included (DU-32)."""
    occupied = 0
    for other in range(SIZE):
        occupied |= (player.spaces[row * SIZE + other] != EMPTY) << other
    return RUN[occupied, column]


@jit
def run_down(player, row, column):
    """The length of the vertical run through a space, the space itself included (DU-32)."""
    occupied = 0
    for other in range(SIZE):
        occupied |= (player.spaces[other * SIZE + column] != EMPTY) << other
    return RUN[occupied, row]


@jit
def tile_points(player, row, column):
    """What a tile placed on this space scores (DU-31, DU-32)."""
    across = run_across(player, row, column)
    down = run_down(player, row, column)
    if across == 1 or down == 1:
        return across + down - 1
    return across + down


@jit
def special_to_lay(player, place):
    """The special space of a place whose other three spaces are filled, or EMPTY (DU-33)."""
    found = EMPTY
    for quadrant in range(QUADRANTS):
        space = space_at(place, quadrant)
        if player.asks[space] == SPECIAL:
            if player.spaces[space] != EMPTY:
                return EMPTY
            found = space
        elif player.spaces[space] == EMPTY:
            return EMPTY
    return found


@jit
def loss(player, points):
    """What a loss really takes, not positive: no score falls below 0 (DU-36)."""
    return max(np.int64(points), np.int64(-player.score))


@jit
def broken_loss(player):
    """What the broken tiles cost (DU-35)."""
    return loss(player, BROKEN_LOSS[player.broken_count])


# ------------------------------------------------------------------------------------------------
# Goals (DU-42)


@jit
def goal_points(player, goal):
    """What a goal is worth on a dome as it is."""
    if goal == ROWS_GOAL:
        return ROW_POINTS * full_rows(player)
    if goal == COLOURS_GOAL:
        return COLOURFUL_POINTS * colourful_rows(player)
    if goal == COLUMNS_GOAL:
        return COLUMN_POINTS * full_columns(player)
    if goal == RIM_GOAL:
        return RIM_POINTS * tiles_on_rim(player)
    if goal == DIAGONALS_GOAL:
        return DIAGONAL_POINTS * full_diagonals(player)
    if goal == CORNERS_GOAL:
        return corner_points(player)
    if goal == WILDS_GOAL:
        return wild_points(player)
    return EMPTY_SPECIAL_POINTS * empty_specials(player)


@jit
def count_along(player, first, step):
    """How many of six spaces in a line hold a tile."""
    count = 0
    for i in range(SIZE):
        count += player.spaces[first + i * step] != EMPTY
    return count


@jit
def full_rows(player):
    count = 0
    for row in range(SIZE):
        count += count_along(player, row * SIZE, 1) == SIZE
    return count


@jit
def full_columns(player):
    count = 0
    for column in range(SIZE):
        count += count_along(player, column, SIZE) == SIZE
    return count


@jit
def full_diagonals(player):
    falling = count_along(player, 0, SIZE + 1) == SIZE
    rising = count_along(player, SIZE - 1, SIZE - 1) == SIZE
    return np.int64(falling) + np.int64(rising)


@jit
def colours_in_row(player, row):
    """How many colours a row shows; special tiles are one more."""
    mask = 0
    for column in range(SIZE):
        mask |= 1 << (player.spaces[row * SIZE + column] - EMPTY)
    return count_bits(mask >> 1)  # the lowest bit was for empty spaces


@jit
def colourful_rows(player):
    count = 0
    for row in range(SIZE):
        count += colours_in_row(player, row) >= COLOURFUL
    return count


@jit
def tiles_on_rim(player):
    count = 0
    for i in range(SPACES_N):
        row, column = i // SIZE, i % SIZE
        is_rim = row == 0 or row == SIZE - 1 or column == 0 or column == SIZE - 1
        count += is_rim and player.spaces[i] != EMPTY
    return count


@jit
def tiles_on_place(player, place):
    count = 0
    for quadrant in range(QUADRANTS):
        count += player.spaces[space_at(place, quadrant)] != EMPTY
    return count


@jit
def corner_points(player):
    points = 0
    for place, worth in CORNERS:
        if tiles_on_place(player, place) == QUADRANTS:
            points += worth
    return points


@jit
def count_asking(player, what, only_empty):
    """The spaces of a dome that ask for this, all or the empty ones."""
    count = 0
    for space in range(SPACES_N):
        count += player.asks[space] == what and not (only_empty and player.spaces[space] != EMPTY)
    return count


@jit
def wild_points(player):
    if count_asking(player, WILD, True) > 0:
        return 0
    return WILD_POINTS * count_asking(player, WILD, False)


@jit
def empty_specials(player):
    return count_asking(player, SPECIAL, True)


# ------------------------------------------------------------------------------------------------
# The result


@jit
def scores(state, out):
    """The score of every seat, as it stands on the track."""
    for seat in range(state.players_n):
        out[seat] = state.players[seat].score


@jit
def ranking(state, out):
    """0 for the winner, 1 for the other; a tie goes to the starting-player tile (DU-44)."""
    lead = state.players[0].score - state.players[1].score
    holder = state.starter if state.start_holder == NOBODY else state.start_holder
    if lead == 0 and holder != NOBODY:
        lead = 1 if holder == 0 else -1
    out[0] = lead < 0
    out[1] = lead > 0
