"""What a position of Master Chocolatier is worth to a seat. `value` is frozen: `greedy-1` plays by it."""

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
AVOIDED = ("floor",)  # what looks stupid as long as something else can be chosen


@jit
def value(state, seat):
    """The own prospect minus the best opponent's."""
    best = NO_OPPONENT
    for other in range(state.players_n):
        if other != seat:
            best = max(best, prospect(state.players[other], state.box_side))
    return prospect(state.players[seat], state.box_side) - best


worth = value  # the search has nothing better


@jit
def prospect(player, box_side):
    """The score if the round ended now, and the progress towards the bonuses of the end.

    The tiles of full lines are laid for a moment, top to bottom, and taken off again.
    """
    score = float(player.score)
    fallen = player.floor_count
    laid = 0  # the columns where tiles lie for the moment: three bits for each row
    for row in range(ROWS):
        if player.line_count[row] > row:
            column = best_column(player, row, box_side)
            if column == EMPTY:
                fallen += row + 1
            else:
                player.box[row, column] = player.line_colour[row]
                score += tile_points(player, row, column)
                laid |= (column + 1) << (3 * row)
    score = max(0.0, score + FLOOR_LOSS[min(fallen, FLOOR_SPACES)])
    score += progress(player, box_side)
    for row in range(ROWS):
        column = ((laid >> (3 * row)) & 7) - 1
        if column != EMPTY:
            player.box[row, column] = EMPTY
    return score


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
