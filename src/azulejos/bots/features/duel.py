"""What a net sees of a table of Duel: nothing about dome tiles that were drawn, except their backs."""

import numpy as np

from azulejos.bots.features import Layout, tell, tell_count
from azulejos.core.bits import count_bits, write_more_bits
from azulejos.core.jit import jit
from azulejos.games.duel.board import (
    BROKEN_MAX,
    CHIPS_N,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURFUL,
    COLOURS_GOAL,
    COLOURS_N,
    DIAGONALS_GOAL,
    DISPLAY,
    DOME_TILES_N,
    EMPTY,
    GOAL_TILES,
    GOALS_N,
    KINDS,
    LARGE,
    LINES,
    MOON_MAX,
    PLACES_N,
    PLACES_PER_ROW,
    PLAYERS,
    QUADRANTS,
    ROUNDS,
    SIZE,
    SMALL,
    SPACES_N,
    SPECIAL,
    TILES_PER_LARGE,
    TILES_PER_SMALL,
    TOKENS,
    WILD,
)
from azulejos.games.duel.scoring import colours_in_row
from azulejos.games.duel.state import (
    FACE_DOWN,
    NOBODY,
    columns_for,
    display_bits,
    is_payment,
    missing_tiles,
    shows,
)

ALIKE_MAX = 3  # small factories with as many tiles of a colour on the sun side
MOON_TAKEN_MAX = 8
BELOW_MAX = 3
BAG_STEP, BAG_STEPS = 2, 7
TOWER_STEP, TOWER_STEPS = 3, 4
SCORE_STEP, SCORE_STEPS = 5, 16
ASKED_N = WILD + 1  # what a space may ask for: a colour, a special tile, anything
LINE_SPACES = LINES * (LINES + 1) // 2
PATTERNS = 1 << QUADRANTS  # of tiles on a dome tile
COLOURS_FEW = COLOURFUL - 3  # colours in a row that aren't worth telling

COLUMN_BITS = sum(1 << (row * SIZE) for row in range(SIZE))
DIAGONAL_BITS = (
    sum(1 << (row * SIZE + row) for row in range(SIZE)),
    sum(1 << (row * SIZE + SIZE - 1 - row) for row in range(SIZE)),
)

COMMON = Layout()
ROUND = COMMON.part("round", ROUNDS)
LINE_ASKED = COMMON.part("line that is asked about in phase 2", LINES)
GOAL = COMMON.part("goal in play", GOALS_N)
MOVER = COMMON.part("whose turn", PLAYERS)
HOLDER = COMMON.part("who has the starting-player tile", PLAYERS)
IN_DISPLAY = COMMON.part("dome tile in the display", DOME_TILES_N)
TOP = COMMON.part("back of the stack's top", len(KINDS))
CHIP_UP = COMMON.part("chips of a kind on the factories", CHIPS_N, CHIPS_PER_KIND)
CHIPS_DOWN = COMMON.part("chips face down", SMALL)
FACTORIES = COMMON.part("small factories with tiles on the sun side", SMALL)
ALIKE = COMMON.part("sun sides with so many of a colour", COLOURS_N, TILES_PER_SMALL, ALIKE_MAX)
LARGE_SUN = COMMON.part("tiles on the large sun side", COLOURS_N, TILES_PER_LARGE)
MOON = COMMON.part("tiles to take from the moon sides", COLOURS_N, MOON_TAKEN_MAX)
BESIDE_START = COMMON.part("colour beside the starting-player tile", COLOURS_N)
BELOW = COMMON.part("tiles so deep in the stacks of the moon sides", MOON_MAX - 1, COLOURS_N, BELOW_MAX)
IN_BAG = COMMON.part("tiles in the bag, by twos", COLOURS_N, BAG_STEPS)
IN_TOWER = COMMON.part("tiles in the tower, by threes", COLOURS_N, TOWER_STEPS)

SEAT = Layout()
SCORE = SEAT.part("score, by fives", SCORE_STEPS)
TOKEN = SEAT.part("dome tiles still to take in this round", TOKENS)
CHIPS_TAKEN = SEAT.part("chips taken in this round", CHIPS_PER_ROUND)
CHIP = SEAT.part("chips of a kind", CHIPS_N, CHIPS_PER_KIND)
BROKEN = SEAT.part("broken tiles", BROKEN_MAX)
LINE = SEAT.part("tiles in a line", LINE_SPACES, COLOURS_N)
FITTING = SEAT.part("line whose tile has a space", LINES)
PAYABLE = SEAT.part("line that chips can complete", LINES)
TILES_ON = SEAT.part("where tiles lie on a dome tile", PLACES_N, PATTERNS)
SPECIAL_OPEN = SEAT.part("tiles around an empty special space", PLACES_N, QUADRANTS)
ASKED = SEAT.part("what empty spaces of a row ask for", SIZE, ASKED_N)
IN_ROW = SEAT.part("tiles in a row", SIZE, SIZE)
IN_COLUMN = SEAT.part("tiles in a column", SIZE, SIZE)
ROW_COLOURS = SEAT.part("colours in a row, if a goal asks for them", SIZE, COLOURFUL - COLOURS_FEW)
IN_DIAGONAL = SEAT.part("tiles in a diagonal, if a goal asks for them", len(DIAGONAL_BITS), SIZE)

COMMON_N, SEAT_N = COMMON.size, SEAT.size
ACTIVE_COURSE = 4 + len(GOAL_TILES)
ACTIVE_OFFER = DISPLAY + 3 + SMALL + SMALL * TILES_PER_SMALL + 3 * COLOURS_N + SMALL * (MOON_MAX - 1)
ACTIVE_COMMON = ACTIVE_COURSE + ACTIVE_OFFER + 2 * COLOURS_N
ACTIVE_SEAT = 4 + CHIPS_N + 3 * LINES + 2 * PLACES_N + SPACES_N + 3 * SIZE + len(DIAGONAL_BITS)
ACTIVE_MAX = ACTIVE_COMMON + PLAYERS * ACTIVE_SEAT


@jit
def features(state, viewer, out):
    """Write what is true of the table as the viewer sees it; return how much."""
    told = tell_course(state, viewer, out)
    told = tell_domes(state, out, told)
    told = tell_chips(state, out, told)
    told = tell_suns(state, out, told)
    told = tell_moons(state, out, told)
    told = tell_supplies(state, out, told)
    for order in range(PLAYERS):
        player = state.players[(viewer + order) % PLAYERS]
        told = tell_seat(player, state.goals, COMMON_N + order * SEAT_N, out, told)
    return told


# ------------------------------------------------------------------------------------------------
# The course of the game, and what lies on the table


@jit
def tell_course(state, viewer, out):
    told = tell_count(out, 0, ROUND, state.round_number, ROUNDS)
    told = tell_count(out, told, LINE_ASKED, state.row_asked + 1, LINES)
    told = write_more_bits(np.int64(state.goals), GOAL, out, told)
    mover = next_seat(state)
    if mover != NOBODY:
        told = tell(out, told, MOVER + (mover - viewer) % PLAYERS)
    if state.start_holder != NOBODY:
        told = tell(out, told, HOLDER + (state.start_holder - viewer) % PLAYERS)
    return told


@jit
def next_seat(state):
    """Whose turn it is, or who comes next while CHANCE is asked; NOBODY if that isn't decided yet."""
    if state.to_move >= 0:
        return state.to_move
    return state.starter if state.mover == NOBODY else state.mover


@jit
def tell_domes(state, out, told):
    """The display, and the back of the tile on top of the stack, which everybody sees."""
    told = write_more_bits(display_bits(state), IN_DISPLAY, out, told)
    if state.unseen_count > 0:
        return tell_count(out, told, TOP, state.top_kind + 1, len(KINDS))
    if state.under_count > 0:
        return tell_count(out, told, TOP, state.under_kind[0] + 1, len(KINDS))
    return told


@jit
def tell_chips(state, out, told):
    """Chips on the small factories: two bits for each kind that lies face up."""
    kinds, face_down = np.int64(0), 0
    for factory in range(SMALL):
        chip = np.int64(state.chip[factory])
        if chip >= 0:
            kinds += np.int64(1) << (2 * chip)
        face_down += chip == FACE_DOWN
    told = tell_count(out, told, CHIPS_DOWN, face_down, SMALL)
    if kinds:
        for chip in range(CHIPS_N):
            first = CHIP_UP + chip * CHIPS_PER_KIND
            told = tell_count(out, told, first, (kinds >> (2 * chip)) & 3, CHIPS_PER_KIND)
    return told


@jit
def tell_suns(state, out, told):
    """Which small factory it is does not matter, only how many tiles lie together: four bits each."""
    with_tiles = 0
    for colour in range(COLOURS_N):
        alike = np.int64(0)
        for factory in range(SMALL):
            tiles = np.int64(state.sun[factory, colour])
            alike += np.int64(1) << (4 * tiles)
            with_tiles |= (tiles > 0) << factory
        for tiles in range(1, TILES_PER_SMALL + 1):
            first = ALIKE + (colour * TILES_PER_SMALL + tiles - 1) * ALIKE_MAX
            told = tell_count(out, told, first, (alike >> (4 * tiles)) & 15, ALIKE_MAX)
        first = LARGE_SUN + colour * TILES_PER_LARGE
        told = tell_count(out, told, first, state.sun[LARGE, colour], TILES_PER_LARGE)
    return tell_count(out, told, FACTORIES, count_bits(with_tiles), SMALL)


@jit
def tell_moons(state, out, told):
    """What can be taken from the moon sides, and what lies below it: four bits for each depth and colour."""
    stacked = np.int64(0)
    for factory in range(SMALL):
        top = np.int64(state.moon_count[factory]) - 1
        for depth in range(top + 1):
            colour = np.int64(state.moon[factory, top - depth])
            stacked += np.int64(1) << (4 * (depth * COLOURS_N + colour))
    for colour in range(COLOURS_N):
        singles = np.int64(state.large_moon[colour])
        taken = singles + ((stacked >> (4 * colour)) & 15)
        told = tell_count(out, told, MOON + colour * MOON_TAKEN_MAX, taken, MOON_TAKEN_MAX)
        if singles > 0 and state.start_holder == NOBODY:
            told = tell(out, told, BESIDE_START + colour)
    if stacked >> (4 * COLOURS_N):
        for i in range((MOON_MAX - 1) * COLOURS_N):
            below = (stacked >> (4 * (COLOURS_N + i))) & 15
            told = tell_count(out, told, BELOW + i * BELOW_MAX, below, BELOW_MAX)
    return told


@jit
def tell_supplies(state, out, told):
    """The bag and the tower."""
    for colour in range(COLOURS_N):
        in_bag = (state.bag[colour] + BAG_STEP - 1) // BAG_STEP
        told = tell_count(out, told, IN_BAG + colour * BAG_STEPS, in_bag, BAG_STEPS)
        in_tower = (state.tower[colour] + TOWER_STEP - 1) // TOWER_STEP
        told = tell_count(out, told, IN_TOWER + colour * TOWER_STEPS, in_tower, TOWER_STEPS)
    return told


# ------------------------------------------------------------------------------------------------
# The seats


@jit
def tell_seat(player, goals, first, out, told):
    """One seat: its score, its chips, its lines and its dome."""
    steps = (player.score + SCORE_STEP - 1) // SCORE_STEP
    told = tell_count(out, told, first + SCORE, steps, SCORE_STEPS)
    told = tell_count(out, told, first + TOKEN, player.tokens, TOKENS)
    told = tell_count(out, told, first + CHIPS_TAKEN, player.chips_taken, CHIPS_PER_ROUND)
    told = tell_count(out, told, first + BROKEN, player.broken_count, BROKEN_MAX)
    chips_n = 0
    for chip in range(CHIPS_N):
        chips_n += player.chips[chip]
        told = tell_count(out, told, first + CHIP + chip * CHIPS_PER_KIND, player.chips[chip], CHIPS_PER_KIND)
    for row in range(LINES):
        if player.line_count[row] > 0:
            told = tell_line(player, row, chips_n, first, out, told)
    filled = np.int64(0)
    for row in range(SIZE):
        in_row, asked = look_along(player, row)
        filled |= in_row << (row * SIZE)
        told = write_more_bits(asked, first + ASKED + row * ASKED_N, out, told)
        told = tell_count(out, told, first + IN_ROW + row * SIZE, count_bits(in_row), SIZE)
    for column in range(SIZE):
        in_column = count_bits((filled >> column) & COLUMN_BITS)
        told = tell_count(out, told, first + IN_COLUMN + column * SIZE, in_column, SIZE)
    told = tell_places(player, filled, first, out, told)
    return tell_goals(player, goals, filled, first, out, told)


@jit
def tell_line(player, row, chips_n, first, out, told):
    """A line with tiles: can its tile be laid, and can it be completed with chips?"""
    place = row * (row + 1) // 2 + player.line_count[row] - 1
    told = tell(out, told, first + LINE + place * COLOURS_N + player.line_colour[row])
    if columns_for(player, row) != 0:
        told = tell(out, told, first + FITTING + row)
    missing = missing_tiles(player, row)
    if missing > 0 and chips_n >= 2 * missing and is_payable(player, row, missing, chips_n):
        told = tell(out, told, first + PAYABLE + row)
    return told


@jit
def is_payable(player, row, missing, chips_n):
    """Do the chips in hand complete a line? If any payment does, so does the largest, its colour first."""
    own = 0
    for chip in range(CHIPS_N):
        own += player.chips[chip] * shows(chip, player.line_colour[row])
    chips = min(chips_n, 3 * missing)
    return is_payment(missing, chips, min(own, chips))


@jit
def look_along(player, row):
    """The columns of a row with tiles, one bit each, and what its empty spaces ask for, one bit each."""
    in_row, asked = np.int64(0), np.int64(0)
    for column in range(SIZE):
        space = row * SIZE + column
        if player.spaces[space] != EMPTY:
            in_row |= np.int64(1) << column
        elif player.asks[space] != EMPTY:
            asked |= np.int64(1) << np.int64(player.asks[space])
    return in_row, asked


@jit
def tell_places(player, filled, first, out, told):
    """Dome tiles by where tiles lie on them, and those that wait for their special tile."""
    for place in range(PLACES_N):
        if player.dome_tile[place] == EMPTY:
            continue
        space = place // PLACES_PER_ROW * 2 * SIZE + place % PLACES_PER_ROW * 2
        pattern = ((filled >> space) & 3) | (((filled >> (space + SIZE)) & 3) << 2)
        told = tell(out, told, first + TILES_ON + place * PATTERNS + pattern)
        if is_special_open(player, space):
            around = first + SPECIAL_OPEN + place * QUADRANTS
            told = tell(out, told, around + count_bits(pattern))
    return told


@jit
def is_special_open(player, space):
    """Has the dome tile whose first space this is an empty special space?"""
    for corner in (space, space + 1, space + SIZE, space + SIZE + 1):
        if player.asks[corner] == SPECIAL:
            return player.spaces[corner] == EMPTY
    return False


@jit
def tell_goals(player, goals, filled, first, out, told):
    """What only some goals ask for."""
    if (goals >> COLOURS_GOAL) & 1:
        for row in range(SIZE):
            colours = min(colours_in_row(player, row), COLOURFUL)
            rows = first + ROW_COLOURS + row * (COLOURFUL - COLOURS_FEW)
            told = tell_count(out, told, rows, colours - COLOURS_FEW, COLOURFUL - COLOURS_FEW)
    if (goals >> DIAGONALS_GOAL) & 1:
        for i in range(len(DIAGONAL_BITS)):
            tiles = count_bits(filled & DIAGONAL_BITS[i])
            told = tell_count(out, told, first + IN_DIAGONAL + i * SIZE, tiles, SIZE)
    return told
