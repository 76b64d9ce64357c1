"""What lies on the table: one flat record, and the derived fields that make the rules fast.

A dome tile that nobody has seen is not decided. The stack is a number of such tiles, and below them
those that somebody has drawn and put under it: their fronts are known to that player alone.
"""

import numpy as np

from azulejos.core.bits import count_bits
from azulejos.core.contract import HEADER
from azulejos.core.jit import jit
from azulejos.core.table import count_bag
from azulejos.games.duel.board import (
    ASKED,
    CHIP_SHOWS,
    CHIPS,
    CHIPS_N,
    COLOURS,
    COLOURS_N,
    DISPLAY,
    DOME_TILES,
    DOME_TILES_N,
    EMPTY,
    KINDS,
    LINES,
    MOON_MAX,
    PLACES_N,
    PLAYERS,
    QUADRANT_COLUMN,
    QUADRANT_ROW,
    QUADRANTS,
    SIZE,
    SMALL,
    SOURCES_N,
    SPACES_N,
    SPECIAL_KIND,
    SPECIAL_TILES_N,
    STACK_MAX,
    TILES_OF_KIND,
    WILD,
    WILD_KIND,
)

NOBODY = -1

# What is being asked. Only these phases ever wait for an answer.
PHASES = (
    "beginning",  # CHANCE: who begins
    "goals",  # CHANCE: which goals
    "back",  # CHANCE: the kind of the dome tile that lies on top now
    "facing",  # CHANCE: the face of a dome tile for the display
    "looking",  # CHANCE: the face of a drawn dome tile, for its drawer
    "filling",  # CHANCE: tiles onto the factories
    "chips",  # CHANCE: the face of a chip
    "setting",  # a seat: the dome tile of the set-up
    "acting",  # a seat: which of the four actions
    "drawing",  # a seat: draw again, or stop
    "keeping",  # a seat: which drawn tile is kept
    "ordering",  # a seat: which of the others goes under the stack next
    "placing",  # a seat: where the dome tile goes
    "turning",  # a seat: how it is turned
    "stacking",  # a seat: the next tile of a stack, from the bottom up
    "lining",  # a seat: where the taken tiles go
    "completing",  # a seat: complete a line with chips, or leave it
    "paying",  # a seat: which chips
    "columns",  # a seat: the space for the tile of a full line
    "over",
)
(
    BEGINNING,
    GOALS_PHASE,
    BACK,
    FACING,
    LOOKING,
    FILLING,
    CHIPS_PHASE,
    SETTING,
    ACTING,
    DRAWING,
    KEEPING,
    ORDERING,
    PLACING,
    TURNING,
    STACKING,
    LINING,
    COMPLETING,
    PAYING,
    COLUMNS,
    OVER,
) = range(len(PHASES))

# How the chip of a small factory lies; a chip that shows its face is its kind, from 0.
NO_CHIP, FACE_DOWN = -2, -1

# The words of a story: the pieces, where they can lie, and what can happen.
# The sun side of a factory is the place of its number; places from AT_HAND on belong to a seat.
PIECES = (
    *COLOURS,
    "special",
    "start",
    *(f"dome {tile}" for tile in DOME_TILES),
    *(f"back {kind}" for kind in KINDS),
    *(f"chip {chip}" for chip in CHIPS),
    "chip",
    "token",
)
DOME_PIECE = COLOURS_N + 2  # + dome tile
BACK_PIECE = DOME_PIECE + DOME_TILES_N  # + kind
CHIP_PIECE = BACK_PIECE + len(KINDS)  # + chip
HIDDEN_CHIP = CHIP_PIECE + CHIPS_N
TOKEN_PIECE = HIDDEN_CHIP + 1
PLACES = (
    *(f"sun-{factory + 1}" for factory in range(SMALL)),
    "sun-large",
    *(f"moon-{factory + 1}" for factory in range(SMALL)),
    "moon-large",
    *(f"chip-{factory + 1}" for factory in range(SMALL)),
    *(f"display-{slot + 1}" for slot in range(DISPLAY)),
    "stack",
    "bag",
    "tower",
    "pool",
    "hand",
    *(f"line-{row + 1}" for row in range(LINES)),
    *(f"space-{row + 1}-{column + 1}" for row in range(SIZE) for column in range(SIZE)),
    *(f"place-{place + 1}" for place in range(PLACES_N)),
    "broken",
    "chips",
    "tokens",
    "start",
    "drawn",
)
AT_MOON = SOURCES_N  # + factory
AT_CHIP = AT_MOON + SOURCES_N  # + factory
AT_DISPLAY = AT_CHIP + SMALL  # + slot
AT_STACK = AT_DISPLAY + DISPLAY
AT_BAG = AT_STACK + 1
AT_TOWER = AT_BAG + 1
AT_POOL = AT_TOWER + 1  # special tiles, chips and tokens that aren't in play
AT_HAND = AT_POOL + 1
AT_LINE = AT_HAND + 1  # + row
AT_SPACE = AT_LINE + LINES  # + row * SIZE + column
AT_PLACE = AT_SPACE + SPACES_N  # + place
AT_BROKEN = AT_PLACE + PLACES_N
AT_CHIPS = AT_BROKEN + 1
AT_TOKENS = AT_CHIPS + 1
AT_START = AT_TOKENS + 1
AT_DRAWN = AT_START + 1
EVENTS = (
    "begins",
    "goal drawn",
    "back shown",
    "turned up",
    "drawn",
    "put back",
    "poured",
    "chip put out",
    "chip turned up",
    "token used",
    "dome taken",
    "paid for dome",
    "dome drawn",
    "looked at",
    "dome kept",
    "put under",
    "dome placed",
    "taken",
    "stacked",
    "left over",
    "start taken",
    "chip taken",
    "lined",
    "broken",
    "overflowed",
    "passed",
    "line kept",
    "chip paid",
    "laid",
    "line cleared",
    "alone",
    "across",
    "down",
    "special laid",
    "special points",
    "broken cost",
    "broken cleared",
    "start cost",
    "start put out",
    "tokens back",
    "goal",
    "kept at zero",
    "over",
)
(
    BEGINS,
    GOAL_DRAWN,
    BACK_SHOWN,
    TURNED_UP,
    DRAWN,
    PUT_BACK,
    POURED,
    CHIP_PUT_OUT,
    CHIP_TURNED_UP,
    TOKEN_USED,
    DOME_TAKEN,
    PAID_FOR_DOME,
    DOME_DRAWN,
    LOOKED_AT,
    DOME_KEPT,
    PUT_UNDER,
    DOME_PLACED,
    TAKEN,
    STACKED,
    LEFT_OVER,
    START_TAKEN,
    CHIP_TAKEN,
    LINED,
    BROKEN,
    OVERFLOWED,
    PASSED,
    LINE_KEPT,
    CHIP_PAID,
    LAID,
    LINE_CLEARED,
    ALONE,
    ACROSS,
    DOWN,
    SPECIAL_LAID,
    SPECIAL_POINTS,
    BROKEN_COST,
    BROKEN_CLEARED,
    START_COST,
    START_PUT_OUT,
    TOKENS_BACK,
    GOAL_POINTS,
    KEPT_AT_ZERO,
    GAME_OVER,
) = range(len(EVENTS))

PLAYER = np.dtype(
    (
        np.record,
        [
            ("score", np.int16),
            ("tokens", np.int16),  # dome tiles that must still be taken in this round
            ("chips_taken", np.int16),  # in this round
            ("chips", np.int16, (CHIPS_N,)),
            ("line_count", np.int16, (LINES,)),
            ("line_colour", np.int16, (LINES,)),  # EMPTY in a line without tiles
            ("broken", np.int16, (COLOURS_N,)),
            ("dome_tile", np.int16, (PLACES_N,)),  # a dome tile, or EMPTY
            ("dome_turned", np.int16, (PLACES_N,)),
            ("spaces", np.int16, (SPACES_N,)),  # a colour, SPECIAL or EMPTY
            ("broken_count", np.int16),  # derived
            ("asks", np.int16, (SPACES_N,)),  # derived: a colour, SPECIAL, WILD; EMPTY without a dome tile
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            *HEADER,
            ("goals_wanted", np.int16),  # how many goals CHANCE draws; 0 if they were chosen
            ("goals", np.int16),  # one bit each
            ("mover", np.int16),  # in whose turn CHANCE is asked, or NOBODY
            ("starter", np.int16),  # who begins, or began, this round; NOBODY before that is known
            ("start_holder", np.int16),  # NOBODY: the tile is on the large factory
            ("bag", np.int16, (COLOURS_N,)),
            ("tower", np.int16, (COLOURS_N,)),
            ("sun", np.int16, (SOURCES_N, COLOURS_N)),
            ("moon", np.int16, (SMALL, MOON_MAX)),  # from the bottom; EMPTY above the top
            ("moon_count", np.int16, (SMALL,)),
            ("large_moon", np.int16, (COLOURS_N,)),
            ("chip", np.int16, (SMALL,)),  # NO_CHIP, FACE_DOWN or a kind
            ("chips_unseen", np.int16, (CHIPS_N,)),
            ("display", np.int16, (DISPLAY,)),  # a dome tile, or EMPTY
            ("unseen_count", np.int16),  # dome tiles on top of the stack that nobody has seen
            ("top_kind", np.int16),  # what the back of the topmost of them shows; EMPTY if not known
            ("under_count", np.int16),  # dome tiles below them, from nearest the top
            ("under", np.int16, (STACK_MAX,)),  # a dome tile; EMPTY if it is not decided
            ("under_kind", np.int16, (STACK_MAX,)),
            ("under_knower", np.int16, (STACK_MAX,)),  # who has put it there
            ("drawn_count", np.int16),
            ("drawn", np.int16, (STACK_MAX,)),  # a dome tile; EMPTY if it is not decided
            ("drawn_kind", np.int16, (STACK_MAX,)),
            ("drawn_knower", np.int16, (STACK_MAX,)),  # who knew it before, or NOBODY
            ("dome_hand", np.int16),  # the dome tile to be placed, or EMPTY
            ("place_chosen", np.int16),  # EMPTY without
            ("source_chosen", np.int16),  # the small factory whose tiles are being stacked, or EMPTY
            ("hand_colour", np.int16),  # tiles taken and not yet in a line; EMPTY without
            ("hand_count", np.int16),
            ("row_asked", np.int16),  # the line that is looked at in phase 2, else EMPTY
            ("paid", np.int16, (CHIPS_N,)),  # chips paid for it so far
            ("players", PLAYER, (PLAYERS,)),
            ("bag_count", np.int16),  # derived: tiles in the bag
            ("filled_count", np.int16),  # derived: tiles laid out so far, while filling
            ("undecided", np.int64),  # derived: the dome tiles that lie nowhere to be seen, one bit each
        ],
    )
)

BREAK_BIT = 1 << LINES
ENOUGH_BIT = 1 << CHIPS_N


# ------------------------------------------------------------------------------------------------
# Dome tiles


@jit
def kind_of(tile):
    return SPECIAL_KIND if tile < SPECIAL_TILES_N else WILD_KIND


@jit
def stack_count(state):
    return state.unseen_count + state.under_count


@jit
def is_back_missing(state):
    """Does an unseen tile lie on top whose back has not been looked at?"""
    return state.unseen_count > 0 and state.top_kind == EMPTY


@jit
def committed(state, kind):
    """Tiles of a kind that lie face down somewhere, not decided, with their back known."""
    count = 0
    for i in range(state.under_count):
        count += state.under[i] == EMPTY and state.under_kind[i] == kind
    for i in range(state.drawn_count):
        count += state.drawn[i] == EMPTY and state.drawn_kind[i] == kind
    return count


@jit
def backs_left(state, kind):
    """How many of the unseen tiles in the stack can be of a kind: how likely it is to come next."""
    return count_bits(state.undecided & TILES_OF_KIND[kind]) - committed(state, kind)


@jit
def first_undecided(state):
    """The first drawn tile whose face is not decided, or EMPTY."""
    for i in range(state.drawn_count):
        if state.drawn[i] == EMPTY:
            return i
    return EMPTY


@jit
def free_slot(state):
    """The first empty slot of the display, or EMPTY."""
    for slot in range(DISPLAY):
        if state.display[slot] == EMPTY:
            return slot
    return EMPTY


@jit
def dome_count(player):
    """Dome tiles that lie on a board."""
    count = 0
    for place in range(PLACES_N):
        count += player.dome_tile[place] != EMPTY
    return count


@jit
def drawn_bits(state):
    mask = np.int64(0)
    for i in range(state.drawn_count):
        mask |= np.int64(1) << state.drawn[i]
    return mask


@jit
def display_bits(state):
    mask = np.int64(0)
    for slot in range(DISPLAY):
        if state.display[slot] != EMPTY:
            mask |= np.int64(1) << state.display[slot]
    return mask


@jit
def places_asked(state):
    """The places of the dome without a dome tile, one bit each (DU-09)."""
    player = state.players[state.to_move]
    mask = 0
    for place in range(PLACES_N):
        mask |= (player.dome_tile[place] == EMPTY) << place
    return mask


@jit
def show_dome_tile(player, place):
    """Write what the spaces of a place ask for."""
    tile = player.dome_tile[place]
    for quadrant in range(QUADRANTS):
        space = space_at(place, quadrant)
        player.asks[space] = EMPTY if tile == EMPTY else ASKED[tile, player.dome_turned[place], quadrant]


@jit
def space_at(place, quadrant):
    """The space of a quadrant of a place."""
    row = place // 3 * 2 + QUADRANT_ROW[quadrant]
    column = place % 3 * 2 + QUADRANT_COLUMN[quadrant]
    return row * SIZE + column


# ------------------------------------------------------------------------------------------------
# Factories


@jit
def is_factory_empty(state, factory):
    """Neither side of a small factory holds a tile."""
    for colour in range(COLOURS_N):
        if state.sun[factory, colour] > 0:
            return False
    return state.moon_count[factory] == 0


@jit
def chip_to_turn(state):
    """The first factory whose chip must be turned up now, or EMPTY (DU-15)."""
    for factory in range(SMALL):
        if state.chip[factory] == FACE_DOWN and is_factory_empty(state, factory):
            return factory
    return EMPTY


@jit
def factory_with(state, chip):
    """The first factory that shows this chip, or EMPTY."""
    for factory in range(SMALL):
        if state.chip[factory] == chip:
            return factory
    return EMPTY


@jit
def sun_bits(state):
    """A bit for each source and colour on a sun side."""
    mask = np.int64(0)
    for source in range(SOURCES_N):
        for colour in range(COLOURS_N):
            mask |= np.int64(state.sun[source, colour] > 0) << (source * COLOURS_N + colour)
    return mask


@jit
def colours_left(state, source):
    """The colours on the sun side of a factory, one bit each."""
    mask = 0
    for colour in range(COLOURS_N):
        mask |= (state.sun[source, colour] > 0) << colour
    return mask


@jit
def moon_bits(state):
    """The colours that can be taken from the moon sides, one bit each (DU-16)."""
    mask = np.int64(0)
    for factory in range(SMALL):
        if state.moon_count[factory] > 0:
            mask |= np.int64(1) << state.moon[factory, state.moon_count[factory] - 1]
    for colour in range(COLOURS_N):
        mask |= np.int64(state.large_moon[colour] > 0) << colour
    return mask


@jit
def chip_bits(state):
    """The kinds of chips that lie face up, one bit each."""
    mask = np.int64(0)
    for factory in range(SMALL):
        if state.chip[factory] >= 0:
            mask |= np.int64(1) << state.chip[factory]
    return mask


# ------------------------------------------------------------------------------------------------
# Lines, the dome and chips


@jit
def lines_asked(state):
    """The lines that take the tiles in hand, one bit each, and breaking (DU-20, DU-21)."""
    player = state.players[state.to_move]
    mask = BREAK_BIT
    for row in range(LINES):
        is_open = player.line_count[row] == 0 or player.line_colour[row] == state.hand_colour
        mask |= (is_open and player.line_count[row] <= row) << row
    return mask


@jit
def columns_for(player, row):
    """The free spaces for the tile of a line, one bit each: of its colour, or wild (DU-25, DU-34)."""
    mask = 0
    for column in range(SIZE):
        asks = player.asks[row * SIZE + column]
        fits = asks == player.line_colour[row] or asks == WILD
        mask |= (fits and player.spaces[row * SIZE + column] == EMPTY) << column
    return mask


@jit
def is_row_built(player, row):
    """Do all three dome tiles of a row lie (DU-28)?"""
    first = row // 2 * 3
    return (
        player.dome_tile[first] != EMPTY
        and player.dome_tile[first + 1] != EMPTY
        and player.dome_tile[first + 2] != EMPTY
    )


@jit
def missing_tiles(player, row):
    return row + 1 - player.line_count[row]


@jit
def shows(chip, colour):
    return (CHIP_SHOWS[chip] >> colour) & 1


@jit
def is_payment(missing, chips, coloured):
    """Do so many chips, some of them with the line's colour, pay for the missing tiles (DU-29)?"""
    return 2 * missing <= chips <= 3 * missing and coloured >= 2 * (3 * missing - chips)


@jit
def can_extend(player, row, chips, coloured, extra):
    """Can a payment be finished with the chips in hand, one kind of which has just been put down?"""
    colour = player.line_colour[row]
    own, others = 0, 0
    for chip in range(CHIPS_N):
        if shows(chip, colour):
            own += player.chips[chip]
        else:
            others += player.chips[chip]
    if extra != EMPTY:
        is_own = shows(extra, colour)
        own -= is_own
        others -= 1 - is_own
    missing = missing_tiles(player, row)
    for more_own in range(own + 1):
        for more_others in range(others + 1):
            if is_payment(missing, chips + more_own + more_others, coloured + more_own):
                return True
    return False


@jit
def can_complete(player, row):
    """An incomplete line with a tile in it, and chips for all that is missing (DU-29)."""
    return player.line_count[row] > 0 and can_extend(player, row, 0, 0, EMPTY)


@jit
def payments_asked(state):
    """The chips that can be put down next, one bit each, and being done with it (DU-29)."""
    player = state.players[state.to_move]
    row = np.int64(state.row_asked)
    colour = player.line_colour[row]
    chips, coloured = 0, 0
    for chip in range(CHIPS_N):
        chips += state.paid[chip]
        coloured += state.paid[chip] * shows(chip, colour)
    mask = 0
    for chip in range(CHIPS_N):
        if player.chips[chip] > 0:
            is_open = can_extend(player, row, chips + 1, coloured + shows(chip, colour), chip)
            mask |= is_open << chip
    if is_payment(missing_tiles(player, row), chips, coloured):
        mask |= ENOUGH_BIT
    return mask


# ------------------------------------------------------------------------------------------------
# Derived fields


@jit
def derive_board(player):
    player.broken_count = 0
    for colour in range(COLOURS_N):
        player.broken_count += player.broken[colour]
    for place in range(PLACES_N):
        show_dome_tile(player, place)


@jit
def undecided_tiles(state):
    """The dome tiles that lie nowhere: on no dome, not in the display, drawn or put under the stack."""
    seen = np.int64(0)
    for seat in range(PLAYERS):
        for place in range(PLACES_N):
            if state.players[seat].dome_tile[place] != EMPTY:
                seen |= np.int64(1) << state.players[seat].dome_tile[place]
    for i in range(state.under_count):
        if state.under[i] != EMPTY:
            seen |= np.int64(1) << state.under[i]
    for i in range(state.drawn_count):
        if state.drawn[i] != EMPTY:
            seen |= np.int64(1) << state.drawn[i]
    if state.dome_hand != EMPTY:
        seen |= np.int64(1) << state.dome_hand
    return ((np.int64(1) << DOME_TILES_N) - 1) & ~(seen | display_bits(state))


@jit
def derive(state):
    """Compute the derived fields anew from what lies on the table."""
    state.bag_count = count_bag(state)
    state.filled_count = 0
    if state.phase_id == FILLING:
        for source in range(SOURCES_N):
            for colour in range(COLOURS_N):
                state.filled_count += state.sun[source, colour]
    state.undecided = undecided_tiles(state)
    for seat in range(PLAYERS):
        derive_board(state.players[seat])


@jit
def clear_table(state):
    """Everything that isn't zero when it is empty."""
    for factory in range(SMALL):
        state.chip[factory] = NO_CHIP
        for level in range(MOON_MAX):
            state.moon[factory, level] = EMPTY
    for slot in range(DISPLAY):
        state.display[slot] = EMPTY
    for i in range(STACK_MAX):
        state.under[i] = EMPTY
        state.under_kind[i] = EMPTY
        state.under_knower[i] = NOBODY
        state.drawn[i] = EMPTY
        state.drawn_kind[i] = EMPTY
        state.drawn_knower[i] = NOBODY
    state.top_kind = EMPTY
    state.dome_hand = EMPTY
    state.place_chosen = EMPTY
    state.source_chosen = EMPTY
    state.hand_colour = EMPTY
    state.row_asked = EMPTY
    for seat in range(PLAYERS):
        clear_board(state.players[seat])


@jit
def clear_board(player):
    for row in range(LINES):
        player.line_colour[row] = EMPTY
    for place in range(PLACES_N):
        player.dome_tile[place] = EMPTY
    for space in range(SPACES_N):
        player.spaces[space] = EMPTY
