"""What lies on the table: one flat record, and the derived fields that make the rules fast."""

import numpy as np

from azulejos.core.contract import HEADER
from azulejos.core.jit import jit
from azulejos.core.table import count_bag
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOURS,
    COLOURS_N,
    COLUMNS,
    EFFECTS,
    EMPTY,
    FACTORIES_MAX,
    FLOOR_SPACES,
    GONE,
    PLAIN,
    PLAYERS_MAX,
    RIGHT,
    ROWS,
    SOURCES_N,
    START,
)

NOBODY = -1

# What is being asked. Only these phases ever wait for an answer; phase B of the coloured side never does.
PHASES = (
    "beginning",  # CHANCE: who begins
    "tokens",  # CHANCE: which tokens turn golden
    "filling",  # CHANCE: tiles onto the factories
    "extra",  # CHANCE: the tile of effect +1
    "offer",  # a seat: what to take
    "sides",  # a seat: where the tiles left on the sideways token go
    "placing",  # a seat: line or floor
    "laying",  # a seat: the column of a full line, grey side
    "over",
)
BEGINNING, TOKENS, FILLING, EXTRA, OFFER, SIDES, PLACING, LAYING, OVER = range(len(PHASES))

COLOURED, GREY = 0, 1
BOXES = ("coloured", "grey")
ALL_PLAIN, SPECIAL = 0, 1
FACTORY_KINDS = ("plain", "special")

# The words of a story: the pieces, where they can lie, and what can happen.
# A source of the offer is its own place; places from AT_HAND on belong to a seat.
PIECES = (*COLOURS, "start", *(f"token {effect}" for effect in EFFECTS))
TOKEN_PIECE = START  # + effect
PLACES = (
    *(f"factory-{factory + 1}" for factory in range(FACTORIES_MAX)),
    "centre",
    "bag",
    "lid",
    "hand",
    *(f"line-{row + 1}" for row in range(ROWS)),
    *(f"box-{row + 1}-{column + 1}" for row in range(ROWS) for column in range(COLUMNS)),
    *(f"floor-{space + 1}" for space in range(FLOOR_SPACES)),
    "zero",
    "beside",
)
AT_BAG = CENTRE + 1
AT_LID = AT_BAG + 1
AT_HAND = AT_LID + 1
AT_LINE = AT_HAND + 1  # + row
AT_BOX = AT_LINE + ROWS  # + row * COLUMNS + column
AT_FLOOR = AT_BOX + ROWS * COLUMNS  # + space
AT_ZERO = AT_FLOOR + FLOOR_SPACES  # on the zero token, beside the floor
AT_BESIDE = AT_ZERO + 1  # in front of the player, beside the board
EVENTS = (
    "begins",
    "turned",
    "drawn",
    "poured",
    "attracted",
    "start put out",
    "taken",
    "left over",
    "moved sideways",
    "token taken",
    "start taken",
    "placed",
    "fell",
    "overflowed",
    "laid",
    "alone",
    "across",
    "down",
    "line cleared",
    "penalty",
    "floor cleared",
    "start kept",
    "token returned",
    "full row",
    "full column",
    "full colour",
    "over",
)
(
    BEGINS,
    TURNED,
    DRAWN,
    POURED,
    ATTRACTED,
    START_PUT_OUT,
    TAKEN,
    LEFT_OVER,
    MOVED_SIDEWAYS,
    TOKEN_TAKEN,
    START_TAKEN,
    PLACED,
    FELL,
    OVERFLOWED,
    LAID,
    ALONE,
    ACROSS,
    DOWN,
    LINE_CLEARED,
    PENALTY,
    FLOOR_CLEARED,
    START_KEPT,
    TOKEN_RETURNED,
    FULL_ROW,
    FULL_COLUMN,
    FULL_COLOUR,
    GAME_OVER,
) = range(len(EVENTS))

PLAYER = np.dtype(
    (
        np.record,
        [
            ("score", np.int16),
            ("line_count", np.int16, (ROWS,)),
            ("line_colour", np.int16, (ROWS,)),  # EMPTY in a line without tiles
            ("box", np.int16, (ROWS, COLUMNS)),  # a colour, or EMPTY
            ("floor_count", np.int16),
            ("floor", np.int16, (FLOOR_SPACES,)),  # a colour, START or EMPTY
            ("has_zero", np.int16),  # the zero token lies beside the floor
            ("zero_tile", np.int16),  # what lies on it: a colour, START or EMPTY
            ("full_rows", np.int16),  # derived: full rows of the box
            ("destinations", np.int16, (COLOURS_N,)),  # derived: see `derive_destinations`
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            *HEADER,
            ("box_side", np.int16),
            ("factory_kind", np.int16),
            ("starter", np.int16),  # who begins, or began, this round; NOBODY before that is known
            (
                "start_holder",
                np.int16,
            ),  # who has the starting-player tile; NOBODY: it is in the centre
            ("bag", np.int16, (COLOURS_N,)),
            ("lid", np.int16, (COLOURS_N,)),
            ("offer", np.int16, (SOURCES_N, COLOURS_N)),  # tiles on the factories and in the centre
            ("tokens", np.int16, (FACTORIES_MAX,)),
            ("hand_colour", np.int16),  # tiles taken and not yet placed; EMPTY without
            ("hand_count", np.int16),
            ("players", PLAYER, (PLAYERS_MAX,)),
            ("bag_count", np.int16),  # derived: tiles in the bag
            ("filled_count", np.int16),  # derived: tiles laid out so far, while filling
            ("offered", np.int64),  # derived: which source holds which colour, see `offered_by`
        ],
    )
)

FLOOR_BIT = 1 << ROWS
ALL_COLOURS = (1 << COLOURS_N) - 1


@jit
def colours_in_row(player, row):
    """The colours that a row of the box shows, one bit each."""
    mask = 0
    for column in range(COLUMNS):
        mask |= 1 << (player.box[row, column] - EMPTY)
    return mask >> 1  # the lowest bit was for empty spaces


@jit
def has_column_free(player, row, column, colour):
    """Grey side: the space is empty and its column doesn't show the colour yet (MC-27)."""
    for other in range(ROWS):
        if player.box[other, column] == colour:
            return False
    return player.box[row, column] == EMPTY


@jit
def colours_for_line(player, row):
    """A free space, one colour per line, none that the row of the box shows (MC-09, MC-10): bits."""
    if player.line_count[row] > row:
        return 0
    colours = ALL_COLOURS
    if player.line_count[row] > 0:
        colours = 1 << player.line_colour[row]
    return colours & ~colours_in_row(player, row)


@jit
def update_row(player, row):
    """Keep `destinations` true after a line or a row of the box has changed."""
    colours = colours_for_line(player, row)
    for colour in range(COLOURS_N):
        is_open = (colours >> colour) & 1
        player.destinations[colour] &= ~(1 << row)
        player.destinations[colour] |= is_open << row


@jit
def box_place(row, column):
    """A space of the box, as a place of the story."""
    return AT_BOX + row * COLUMNS + column


@jit
def offer_bit(source, colour):
    """The place of a source and colour in `offered`: the number of the choice to take them."""
    return np.int64(1) << (source * COLOURS_N + colour)


@jit
def offered_by(state):
    """A bit for each source and colour that can be taken."""
    mask = 0
    for source in range(SOURCES_N):
        for colour in range(COLOURS_N):
            if state.offer[source, colour] > 0:
                mask |= offer_bit(source, colour)
    return mask


@jit
def derive_destinations(player):
    """Where tiles of each colour may go: a bit per open line, and the floor always (MC-11)."""
    for colour in range(COLOURS_N):
        player.destinations[colour] = FLOOR_BIT
    for row in range(ROWS):
        update_row(player, row)


@jit
def is_row_full(player, row):
    for column in range(COLUMNS):
        if player.box[row, column] == EMPTY:
            return False
    return True


@jit
def derive_full_rows(player):
    player.full_rows = 0
    for row in range(ROWS):
        if is_row_full(player, row):
            player.full_rows += 1


@jit
def count_factories(state):
    """5, 7 or 9 for 2, 3 or 4 players (MC-03)."""
    return 2 * np.int64(state.players_n) + 1


@jit
def derive(state):
    """Compute the derived fields anew from what lies on the table."""
    state.bag_count = count_bag(state)
    state.offered = offered_by(state)
    state.filled_count = 0
    if state.phase_id == FILLING:
        for factory in range(FACTORIES_MAX):
            for colour in range(COLOURS_N):
                state.filled_count += state.offer[factory, colour]
    for seat in range(state.players_n):
        derive_destinations(state.players[seat])
        derive_full_rows(state.players[seat])


@jit
def lowest_colour(state, source):
    """The first colour lying on a source, in the order of the colours; EMPTY if there is none."""
    for colour in range(COLOURS_N):
        if state.offer[source, colour] > 0:
            return colour
    return EMPTY


@jit
def token_at(state, token):
    """The factory that shows this golden side, or NOBODY."""
    for factory in range(FACTORIES_MAX):
        if state.tokens[factory] == token:
            return factory
    return NOBODY


@jit
def topmost_full_line(player):
    """The row of the topmost full line, or EMPTY."""
    for row in range(ROWS):
        if player.line_count[row] > row:
            return row
    return EMPTY


@jit
def clear_board(player):
    player.zero_tile = EMPTY
    for space in range(FLOOR_SPACES):
        player.floor[space] = EMPTY
    for row in range(ROWS):
        player.line_colour[row] = EMPTY
        for column in range(COLUMNS):
            player.box[row, column] = EMPTY


@jit
def count_golden(state):
    count = 0
    for factory in range(count_factories(state)):
        if state.tokens[factory] != PLAIN:
            count += 1
    return count


@jit
def put_on_source(state, source, colour, count):
    state.offer[source, colour] += count
    state.offered |= offer_bit(source, colour)


@jit
def remove_from_source(state, source, colour, count):
    state.offer[source, colour] -= count
    if state.offer[source, colour] == 0:
        state.offered &= ~offer_bit(source, colour)


@jit
def neighbour(state, factory, side):
    """The next token to the left or right; a zero token that left is skipped (MC-32, MC-37)."""
    factories_n = count_factories(state)
    direction = 1 if side == RIGHT else factories_n - 1
    factory = (factory + direction) % factories_n
    while state.tokens[factory] == GONE:
        factory = (factory + direction) % factories_n
    return factory


@jit
def drop(player, piece):
    """Where a falling piece comes to lie; AT_BESIDE if no space takes it (MC-12, MC-38)."""
    if player.has_zero and player.zero_tile == EMPTY:
        player.zero_tile = piece
        return AT_ZERO
    space = player.floor_count
    if space == FLOOR_SPACES:
        return AT_BESIDE
    player.floor[space] = piece
    player.floor_count += 1
    return AT_FLOOR + space


@jit
def can_lay(player, row):
    """Is there a space for the tile of a full line of the grey side (MC-27)?"""
    return columns_for(player, row) != 0


@jit
def columns_for(player, row):
    """The columns in which the tile of a full line may be laid, one bit each (MC-27)."""
    mask = 0
    for column in range(COLUMNS):
        if has_column_free(player, row, column, player.line_colour[row]):
            mask |= 1 << column
    return mask


@jit
def empty_line(player, row):
    player.line_count[row] = 0
    player.line_colour[row] = EMPTY
    update_row(player, row)


@jit
def has_full_row(state):
    for seat in range(state.players_n):
        if state.players[seat].full_rows > 0:
            return True
    return False


@jit
def is_out_of_tiles(state):
    for colour in range(COLOURS_N):
        if state.lid[colour] > 0:
            return False
    return state.bag_count == 0


@jit
def destinations(state):
    return np.int64(state.players[state.to_move].destinations[state.hand_colour])


@jit
def columns_asked(state):
    player = state.players[state.to_move]
    return columns_for(player, topmost_full_line(player))
