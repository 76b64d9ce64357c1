"""What a net sees of a table of Master Chocolatier."""

import numpy as np

from azulejos.bots.features import Layout, tell, tell_count
from azulejos.core.jit import jit
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOURS_N,
    COLUMNS,
    EMPTY,
    FACTORIES_MAX,
    FLOOR_SPACES,
    PLAIN,
    PLAYERS_MAX,
    ROWS,
    TILES_PER_FACTORY,
    TOKENS,
)
from azulejos.games.chocolatier.state import GREY, SPECIAL, count_factories

ROUNDS_TOLD = 8
ALIKE_MAX = 4  # factories with as many tiles of a colour
CENTRE_MAX = 10
BAG_STEP, BAG_STEPS = 2, 10
SCORE_STEP, SCORE_STEPS = 5, 24

COMMON = Layout()
ROUND = COMMON.part("round", ROUNDS_TOLD)
GREY_BOX = COMMON.part("grey box")
SPECIAL_FACTORIES = COMMON.part("special factories")
MOVER = COMMON.part("whose turn", PLAYERS_MAX)
HOLDER = COMMON.part("who has the starting-player tile", PLAYERS_MAX)
FACTORIES = COMMON.part("factories with tiles", FACTORIES_MAX)
ALIKE = COMMON.part("factories with so many of a colour", COLOURS_N, TILES_PER_FACTORY + 1, ALIKE_MAX)
IN_CENTRE = COMMON.part("tiles in the centre", COLOURS_N, CENTRE_MAX)
IN_BAG = COMMON.part("tiles in the bag, by twos", COLOURS_N, BAG_STEPS)
TOKEN = COMMON.part("tokens of factories with tiles", len(TOKENS))

SEAT = Layout()
SCORE = SEAT.part("score, by fives", SCORE_STEPS)
LINE = SEAT.part("tiles in a line", ROWS, COLOURS_N, ROWS)
BOX = SEAT.part("tile in the box", ROWS, COLUMNS, COLOURS_N)
IN_ROW = SEAT.part("tiles in a row", ROWS, COLUMNS)
IN_COLUMN = SEAT.part("tiles in a column", COLUMNS, ROWS)
OF_COLOUR = SEAT.part("tiles of a colour", COLOURS_N, ROWS)
FLOOR = SEAT.part("tiles on the floor", FLOOR_SPACES)
ZERO_TOKEN = SEAT.part("has the zero token")

COMMON_N, SEAT_N = COMMON.size, SEAT.size
ACTIVE_COMMON = 6 + FACTORIES_MAX * (TILES_PER_FACTORY + 2) + 2 * COLOURS_N
ACTIVE_SEAT = 3 + ROWS + ROWS * COLUMNS + ROWS + COLUMNS + COLOURS_N
ACTIVE_MAX = ACTIVE_COMMON + PLAYERS_MAX * ACTIVE_SEAT


@jit
def features(state, viewer, out):
    """Write what is true of the table as the viewer sees it; return how much."""
    told = tell_course(state, viewer, out)
    told = tell_offer(state, out, told)
    for order in range(state.players_n):
        seat = (viewer + order) % state.players_n
        told = tell_seat(state.players[seat], COMMON_N + order * SEAT_N, out, told)
    return told


@jit
def tell_course(state, viewer, out):
    told = tell_count(out, 0, ROUND, state.round_number, ROUNDS_TOLD)
    if state.box_side == GREY:
        told = tell(out, told, GREY_BOX)
    if state.factory_kind == SPECIAL:
        told = tell(out, told, SPECIAL_FACTORIES)
    if state.to_move >= 0:
        told = tell(out, told, MOVER + (state.to_move - viewer) % state.players_n)
    if state.start_holder >= 0:
        told = tell(out, told, HOLDER + (state.start_holder - viewer) % state.players_n)
    return told


@jit
def tell_offer(state, out, told):
    """Which factory it is does not matter, only what lies together; except for tokens."""
    with_tiles = 0
    for factory in range(count_factories(state)):
        tiles = 0
        for colour in range(COLOURS_N):
            tiles += state.offer[factory, colour]
        with_tiles += tiles > 0
        if state.factory_kind == SPECIAL and tiles > 0 and state.tokens[factory] != PLAIN:
            told = tell(out, told, TOKEN + state.tokens[factory])
    told = tell_count(out, told, FACTORIES, with_tiles, FACTORIES_MAX)
    for colour in range(COLOURS_N):
        told = tell_alike(state, colour, out, told)
        told = tell_count(out, told, IN_CENTRE + colour * CENTRE_MAX, state.offer[CENTRE, colour], CENTRE_MAX)
        in_bag = (state.bag[colour] + BAG_STEP - 1) // BAG_STEP
        told = tell_count(out, told, IN_BAG + colour * BAG_STEPS, in_bag, BAG_STEPS)
    return told


@jit
def tell_alike(state, colour, out, told):
    """How many factories hold one tile of a colour, how many two, and so on: four bits each."""
    alike = 0
    for factory in range(count_factories(state)):
        tiles = min(np.int64(state.offer[factory, colour]), TILES_PER_FACTORY + 1)
        alike += 1 << (4 * tiles)
    for tiles in range(1, TILES_PER_FACTORY + 2):
        first = ALIKE + (colour * (TILES_PER_FACTORY + 1) + tiles - 1) * ALIKE_MAX
        told = tell_count(out, told, first, (alike >> (4 * tiles)) & 15, ALIKE_MAX)
    return told


@jit
def tell_seat(player, first, out, told):
    """One seat's board."""
    steps = (player.score + SCORE_STEP - 1) // SCORE_STEP
    told = tell_count(out, told, first + SCORE, steps, SCORE_STEPS)
    told = tell_count(out, told, first + FLOOR, player.floor_count, FLOOR_SPACES)
    if player.has_zero:
        told = tell(out, told, first + ZERO_TOKEN)
    columns, colours = 0, 0  # four bits for each
    for row in range(ROWS):
        if player.line_count[row] > 0:
            line = first + LINE + (row * COLOURS_N + player.line_colour[row]) * ROWS
            told = tell(out, told, line + player.line_count[row] - 1)
        in_row = 0
        for column in range(COLUMNS):
            colour = np.int64(player.box[row, column])
            if colour != EMPTY:
                told = tell(out, told, first + BOX + (row * COLUMNS + column) * COLOURS_N + colour)
                in_row += 1
                columns += 1 << (4 * column)
                colours += 1 << (4 * colour)
        told = tell_count(out, told, first + IN_ROW + row * COLUMNS, in_row, COLUMNS)
    for i in range(COLUMNS):
        told = tell_count(out, told, first + IN_COLUMN + i * ROWS, (columns >> (4 * i)) & 15, ROWS)
        told = tell_count(out, told, first + OF_COLOUR + i * ROWS, (colours >> (4 * i)) & 15, ROWS)
    return told
