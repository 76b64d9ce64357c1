"""What a position of Master Chocolatier is worth to a seat. `value` is frozen: `greedy-1` plays by it."""

import numpy as np

from azulejos.core.jit import jit
from azulejos.games.chocolatier.board import (
    COLOUR_BONUS,
    COLOURS_N,
    COLUMN,
    COLUMN_BONUS,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    FLOOR_SPACES,
    ROW_BONUS,
    ROWS,
)
from azulejos.games.chocolatier.scoring import tile_points
from azulejos.games.chocolatier.state import COLOURED, has_column_free

NO_OPPONENT = -1e9
SCALE = 8.0  # so many points ahead: three wins of four, about
ROLLED = 0.5  # a value says less before the end of the round
SHARPER = 1.5  # a first sight says no more than it does by hand
AVOIDED = ("floor",)  # what looks stupid as long as something else can be chosen
CLOSE = 0.0  # what else seems as likely to win is chosen instead
# For the search: found by regression on how 600 games between searches ended, and rounded.
ROUNDS_USUAL = 5
FULL = 0.85  # of what the tile of a full line scores
BEGUN = 0.85  # the same for the square of how much of it is there
FREE_LINE = 3.1  # a line without tiles
COLUMN_SOON, COLOUR_SOON = 0.7, 0.3  # of these bonuses, by the square of how much of them is there
MIDDLE = 0.22  # per step from the rim towards the middle and round that is left
MIDDLENESS = np.array([[4 - abs(row - 2) - abs(column - 2) for column in range(5)] for row in range(5)])


@jit
def value(state, seat):
    """The own prospect minus the best opponent's."""
    best = NO_OPPONENT
    for other in range(state.players_n):
        if other != seat:
            best = max(best, prospect(state.players[other], state.box_side))
    return prospect(state.players[seat], state.box_side) - best


@jit
def expected(state, seat):
    """The same of one seat for the search, with weights fitted to how games have ended."""
    rounds_left = max(0, ROUNDS_USUAL - state.round_number)
    return outlook(state.players[seat], state.box_side, rounds_left)


@jit
def prospect(player, box_side):
    """The score if the round ended now, and the progress towards the bonuses of the end."""
    laid, points, fallen = lay_full_lines(player, box_side)
    score = max(0.0, float(player.score + points + FLOOR_LOSS[min(fallen, FLOOR_SPACES)]))
    score += progress(player, box_side)
    take_off(player, laid)
    return score


@jit
def outlook(player, box_side, rounds_left):
    """The score to come: lines that are free to be filled count, and tiles in the middle of the box."""
    laid, points, fallen = lay_full_lines(player, box_side)
    score = max(0.0, player.score + FULL * points + FLOOR_LOSS[min(fallen, FLOOR_SPACES)])
    for column in range(COLUMNS):
        score += COLUMN_SOON * COLUMN_BONUS * square_share(column_tiles(player, column, box_side))
    for colour in range(COLOURS_N):
        score += COLOUR_SOON * COLOUR_BONUS * square_share(colour_tiles(player, colour))
    for row in range(ROWS):
        if player.line_count[row] == 0:
            score += FREE_LINE
        elif player.line_count[row] <= row:
            score += BEGUN * line_share(player, row) ** 2 * points_soon(player, row, box_side)
        for column in range(COLUMNS):
            if player.box[row, column] != EMPTY:
                score += MIDDLE * rounds_left * MIDDLENESS[row, column]
    take_off(player, laid)
    return score


@jit
def lay_full_lines(player, box_side):
    """Lay the tiles of full lines for a moment, top to bottom.

    Returns their columns for `take_off`, what they score, and how many tiles fall at the end of the round.
    """
    points, fallen = 0, int(player.floor_count)
    laid = 0  # three bits for each row
    for row in range(ROWS):
        if player.line_count[row] > row:
            column = best_column(player, row, box_side)
            if column == EMPTY:
                fallen += row + 1
            else:
                player.box[row, column] = player.line_colour[row]
                points += tile_points(player, row, column)
                laid |= (column + 1) << (3 * row)
    return laid, points, fallen


@jit
def take_off(player, laid):
    """Undo `lay_full_lines`."""
    for row in range(ROWS):
        column = ((laid >> (3 * row)) & 7) - 1
        if column != EMPTY:
            player.box[row, column] = EMPTY


@jit
def points_soon(player, row, box_side):
    """What the tile of a line would score, were it full."""
    column = best_column(player, row, box_side)
    return 0 if column == EMPTY else tile_points(player, row, column)


@jit
def best_column(player, row, box_side):
    """Where the tile of a full line goes: its place, or on the grey side where it scores most."""
    colour = player.line_colour[row]
    if box_side == COLOURED:
        return COLUMN[row, colour]
    best, best_points = EMPTY, 0
    for column in range(COLUMNS):
        if has_column_free(player, row, column, colour):
            points = tile_points(player, row, column)
            if points > best_points:
                best, best_points = column, points
    return best


@jit
def progress(player, box_side):
    """Each bonus in proportion to the square of how much of it is there."""
    total = 0.0
    for row in range(ROWS):
        total += ROW_BONUS * square_share(row_tiles(player, row))
    for column in range(COLUMNS):
        total += COLUMN_BONUS * square_share(column_tiles(player, column, box_side))
    for colour in range(COLOURS_N):
        total += COLOUR_BONUS * square_share(colour_tiles(player, colour))
    return total


@jit
def square_share(tiles):
    return (tiles / ROWS) ** 2


@jit
def line_share(player, row):
    """The share of a tile that an unfinished line stands for."""
    if player.line_count[row] > row:
        return 0.0  # laid already, or falling
    return player.line_count[row] / (row + 1)


@jit
def row_tiles(player, row):
    count = line_share(player, row)
    for column in range(COLUMNS):
        if player.box[row, column] != EMPTY:
            count += 1
    return count


@jit
def column_tiles(player, column, box_side):
    count = 0.0
    for row in range(ROWS):
        if player.box[row, column] != EMPTY:
            count += 1
        elif box_side == COLOURED and player.line_count[row] > 0:
            if COLUMN[row, player.line_colour[row]] == column:
                count += line_share(player, row)
    return count


@jit
def colour_tiles(player, colour):
    count = 0.0
    for row in range(ROWS):
        if player.line_colour[row] == colour:
            count += line_share(player, row)
        for column in range(COLUMNS):
            if player.box[row, column] == colour:
                count += 1
    return count
