"""What lies on the table: one flat record, and the derived fields that make the rules fast."""

import numpy as np

from azulejos.core.bits import count_bits
from azulejos.core.contract import HEADER
from azulejos.core.jit import jit
from azulejos.core.table import count_bag
from azulejos.games.pavilion.board import (
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COLOURS_N,
    CORNERS,
    COST,
    COST_MAX,
    EMPTY,
    FACTORIES_MAX,
    PLAYERS_MAX,
    RHOMBI,
    SOURCES_N,
    SPACES,
    SPACES_N,
    STAR_COLOUR,
    STARS_N,
)

NOBODY = -1

# What is being asked. Only these phases ever wait for an answer.
PHASES = (
    "beginning",  # CHANCE: who begins
    "refilling",  # CHANCE: tiles onto the supply
    "filling",  # CHANCE: tiles onto the factories
    "offer",  # a seat: what to take
    "laying",  # a seat: a space, or pass
    "colouring",  # a seat: the colour of the tile for the chosen space
    "paying",  # a seat: how many tiles of that colour are used
    "bonus",  # a seat: a tile of the supply
    "keeping",  # a seat: a tile to keep, or done
    "over",
)
BEGINNING, REFILLING, FILLING, OFFER, LAYING, COLOURING, PAYING, BONUS, KEEPING, OVER = range(len(PHASES))

COLOURED, PLAIN = 0, 1
BOARDS = ("coloured", "plain")

# The words of a story: the pieces, where they can lie, and what can happen.
# A source of the offer is its own place; places from AT_HAND on belong to a seat.
PIECES = (*COLOURS, "start")
PLACES = (
    *(f"factory-{factory + 1}" for factory in range(FACTORIES_MAX)),
    "centre",
    "bag",
    "tower",
    "supply",
    "hand",
    "corners",
    *(f"space-{space}" for space in SPACES),
    "beside",
)
AT_BAG = CENTRE + 1
AT_TOWER = AT_BAG + 1
AT_SUPPLY = AT_TOWER + 1
AT_HAND = AT_SUPPLY + 1
AT_CORNERS = AT_HAND + 1
AT_SPACE = AT_CORNERS + 1  # + space
AT_BESIDE = AT_SPACE + SPACES_N  # in front of the player, beside the board
EVENTS = (
    "begins",
    "drawn",
    "poured",
    "wild",
    "start put out",
    "taken",
    "wild taken",
    "left over",
    "start taken",
    "start cost",
    "laid",
    "used",
    "run",
    "window",
    "statue",
    "pillar",
    "bonus taken",
    "forfeited",
    "passed",
    "kept",
    "discarded",
    "discard cost",
    "out of tiles",
    "corners returned",
    "full star",
    "full number",
    "corners cost",
    "over",
)
(
    BEGINS,
    DRAWN,
    POURED,
    WILD,
    START_PUT_OUT,
    TAKEN,
    WILD_TAKEN,
    LEFT_OVER,
    START_TAKEN,
    START_COST,
    LAID,
    USED,
    RUN,
    WINDOW_FULL,
    STATUE_FULL,
    PILLAR_FULL,
    BONUS_TAKEN,
    FORFEITED,
    PASSED,
    KEPT,
    DISCARDED,
    DISCARD_COST,
    OUT_OF_TILES,
    CORNERS_RETURNED,
    FULL_STAR,
    FULL_NUMBER,
    CORNERS_COST,
    GAME_OVER,
) = range(len(EVENTS))

PLAYER = np.dtype(
    (
        np.record,
        [
            ("score", np.int16),
            ("passed", np.int16),  # has passed in this round
            ("hand", np.int16, (COLOURS_N,)),  # tiles beside the board
            ("corners", np.int16, (COLOURS_N,)),  # tiles kept for the next round
            ("spaces", np.int16, (SPACES_N,)),  # a colour, or EMPTY
            ("hand_count", np.int16),  # derived: tiles beside the board
            ("occupied", np.int64),  # derived: the covered spaces, one bit each
            ("open_to", np.int64, (COLOURS_N,)),  # derived: where a tile of a colour may lie, a bit each
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            *HEADER,
            ("board_side", np.int16),
            ("starter", np.int16),  # who begins, or began, phase 1; NOBODY before that is known
            ("start_holder", np.int16),  # who has the starting-player token; NOBODY: it is in the centre
            ("last_seat", np.int16),  # while refilling: whose turn has ended; NOBODY at set-up
            ("space_chosen", np.int16),  # EMPTY without
            ("colour_chosen", np.int16),  # EMPTY without
            ("owed", np.int16),  # bonus tiles still to take
            ("bag", np.int16, (COLOURS_N,)),
            ("tower", np.int16, (COLOURS_N,)),
            ("supply", np.int16, (COLOURS_N,)),
            ("offer", np.int16, (SOURCES_N, COLOURS_N)),  # tiles on the factories and in the centre
            ("players", PLAYER, (PLAYERS_MAX,)),
            ("bag_count", np.int16),  # derived: tiles in the bag
            ("filled_count", np.int16),  # derived: tiles laid out so far, while filling
            ("supply_count", np.int16),  # derived: tiles on the supply
            ("offered", np.int64),  # derived: which source holds which colour, one bit each
        ],
    )
)

ALL_COLOURS = (1 << COLOURS_N) - 1
STAR_BITS = (1 << RHOMBI) - 1
PASS_BIT = 1 << SPACES_N
ANY_SOURCE = sum(1 << (source * COLOURS_N) for source in range(SOURCES_N))
"""The lowest bit of each source in `offered`."""

PAYABLE = np.array(
    [
        [sum(1 << space for space in range(SPACES_N) if COST[side, space] <= tiles) for tiles in range(7)]
        for side in range(2)
    ],
    np.int64,
)
"""The spaces that cost no more than so many tiles, one bit each: `PAYABLE[side, tiles]`."""


# ------------------------------------------------------------------------------------------------
# The offer


@jit
def count_factories(state):
    """5, 7 or 9 for 2, 3 or 4 players (SP-02)."""
    return 2 * np.int64(state.players_n) + 1


@jit
def wild_colour(state):
    """The wild colour of the round (SP-03, SP-19)."""
    return np.int64(state.round_number) - 1


@jit
def offer_bit(source, colour):
    """The place of a source and colour in `offered`: the number of the choice to take them."""
    return np.int64(1) << (source * COLOURS_N + colour)


@jit
def offered_by(state):
    """A bit for each source and colour that lies there."""
    mask = np.int64(0)
    for source in range(SOURCES_N):
        for colour in range(COLOURS_N):
            if state.offer[source, colour] > 0:
                mask |= offer_bit(source, colour)
    return mask


@jit
def takeable(state):
    """What can be chosen in the offer: a bit for each source and colour (SP-07, SP-08).

    The wild colour can be chosen only where nothing else lies: all sources are looked at in one go.
    """
    wild = wild_colour(state)
    others = state.offered & ~(np.int64(ANY_SOURCE) << wild)
    has_others = others
    for shift in range(1, COLOURS_N):
        has_others |= others >> shift
    only_wild = state.offered & ~((has_others & ANY_SOURCE) << wild)
    return others | (only_wild & (np.int64(ANY_SOURCE) << wild))


# ------------------------------------------------------------------------------------------------
# The boards


@jit
def star_colours(player, star):
    """The colours that a star shows, one bit each."""
    mask = 0
    for space in range(star * RHOMBI, (star + 1) * RHOMBI):
        mask |= 1 << (player.spaces[space] - EMPTY)
    return mask >> 1  # the lowest bit was for empty spaces


@jit
def star_bits(player, star):
    """The covered spaces of a star, a bit for each direction."""
    return (player.occupied >> (star * RHOMBI)) & STAR_BITS


@jit
def colours_for_star(player, star, board_side):
    """The colours that a star takes now, one bit each (SP-15, SP-16, SP-34)."""
    if board_side == COLOURED and star != CENTRE_STAR:
        return np.int64(1) << STAR_COLOUR[star]
    shown = np.int64(star_colours(player, star))
    if board_side == PLAIN:
        tiles = count_bits(star_bits(player, star))
        if tiles < 2:
            return np.int64(ALL_COLOURS)
        if shown & (shown - 1) == 0:
            return shown
    return ALL_COLOURS & ~shown


@jit
def update_star(player, star, board_side):
    """Keep `open_to` true after a star has changed."""
    colours = colours_for_star(player, star, board_side)
    first = star * RHOMBI
    empty = (~star_bits(player, star) & STAR_BITS) << first
    for colour in range(COLOURS_N):
        player.open_to[colour] &= ~(np.int64(STAR_BITS) << first)
        player.open_to[colour] |= empty * ((colours >> colour) & 1)


@jit
def purse(player, colour, wild):
    """How many tiles can be used for a tile of a colour, at most `COST_MAX` (SP-17, SP-18)."""
    own = np.int64(player.hand[colour])
    if own == 0:
        return 0
    if colour != wild:
        own += player.hand[wild]
    return min(own, COST_MAX)


@jit
def layable(player, wild, board_side):
    """The spaces that can be covered with the tiles beside the board, one bit each (SP-14 to SP-18)."""
    mask = np.int64(0)
    for colour in range(COLOURS_N):
        mask |= player.open_to[colour] & PAYABLE[board_side, purse(player, colour, wild)]
    return mask


@jit
def colours_for_space(player, space, wild, board_side):
    """The colours in which a space can be covered now, one bit each."""
    mask = 0
    for colour in range(COLOURS_N):
        spaces = player.open_to[colour] & PAYABLE[board_side, purse(player, colour, wild)]
        mask |= ((spaces >> space) & 1) << colour
    return mask


@jit
def fewest_own(player, colour, cost, wild):
    """The fewest tiles of the laid colour that can be used; wild ones pay the rest (SP-17, SP-18)."""
    if colour == wild:
        return np.int64(cost)
    return max(np.int64(1), cost - np.int64(player.hand[wild]))


@jit
def most_own(player, colour, cost):
    return min(np.int64(player.hand[colour]), np.int64(cost))


@jit
def cost_chosen(state):
    """The number printed on the chosen space (SP-14)."""
    return COST[state.board_side, state.space_chosen]


@jit
def colours_asked(state):
    player = state.players[state.to_move]
    return colours_for_space(player, state.space_chosen, wild_colour(state), state.board_side)


@jit
def uses_asked(state):
    """How many tiles of the chosen colour may be used: bit n - 1 for n tiles."""
    player = state.players[state.to_move]
    cost = cost_chosen(state)
    fewest = fewest_own(player, state.colour_chosen, cost, wild_colour(state))
    most = most_own(player, state.colour_chosen, cost)
    return (np.int64(1) << most) - (np.int64(1) << (fewest - 1))


@jit
def spaces_asked(state):
    """The spaces that can be covered, and passing, which is always allowed (SP-25)."""
    return layable(state.players[state.to_move], wild_colour(state), state.board_side) | PASS_BIT


@jit
def supply_asked(state):
    """The colours that lie on the supply, one bit each."""
    mask = 0
    for colour in range(COLOURS_N):
        mask |= (state.supply[colour] > 0) << colour
    return mask


@jit
def count_corners(player):
    count = 0
    for colour in range(COLOURS_N):
        count += player.corners[colour]
    return count


DONE_BIT = 1 << COLOURS_N


@jit
def keeps_asked(state):
    """The colours that can be kept, one bit each, and done (SP-25)."""
    player = state.players[state.to_move]
    mask = DONE_BIT
    if count_corners(player) < CORNERS:
        for colour in range(COLOURS_N):
            mask |= (player.hand[colour] > 0) << colour
    return mask


# ------------------------------------------------------------------------------------------------
# Derived fields


@jit
def derive_board(player, board_side):
    player.hand_count = 0
    for colour in range(COLOURS_N):
        player.hand_count += player.hand[colour]
    player.occupied = 0
    for space in range(SPACES_N):
        if player.spaces[space] != EMPTY:
            player.occupied |= np.int64(1) << space
    for colour in range(COLOURS_N):
        player.open_to[colour] = 0
    for star in range(STARS_N):
        update_star(player, star, board_side)


@jit
def derive(state):
    """Compute the derived fields anew from what lies on the table."""
    state.bag_count = count_bag(state)
    state.supply_count = 0
    for colour in range(COLOURS_N):
        state.supply_count += state.supply[colour]
    state.offered = offered_by(state)
    state.filled_count = 0
    if state.phase_id == FILLING:
        for factory in range(FACTORIES_MAX):
            for colour in range(COLOURS_N):
                state.filled_count += state.offer[factory, colour]
    for seat in range(state.players_n):
        derive_board(state.players[seat], state.board_side)


@jit
def clear_board(player):
    for space in range(SPACES_N):
        player.spaces[space] = EMPTY
