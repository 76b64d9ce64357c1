"""What lies on the table: one flat record, and the derived fields that make the rules fast.

An expansion that nobody has seen is not decided: only their number and the set of unseen faces are known.
Sets of spaces and of hexagons are integers, one bit each.
"""

import numpy as np

from azulejos.core.bits import count_bits, lowest_bit
from azulejos.core.contract import HEADER
from azulejos.core.jit import jit
from azulejos.core.table import count_bag
from azulejos.games.garden.board import (
    COLOURS_N,
    CRITERIA_PER_ROUND,
    EMPTY,
    EXPANSION_STORAGE,
    FIRST_OF_PLACE,
    FOUNTAIN_SPACES,
    HEXAGONS,
    HEXAGONS_N,
    NEIGHBOURS,
    PATTERNS_N,
    PLACES_N,
    PLAYERS_MAX,
    ROUNDS,
    SIDES,
    SPACES,
    SPACES_N,
    STACK,
    STACK_MAX,
    STORAGE,
    TILES_ON_TOP,
)
from azulejos.games.garden.board import PLACES as PLACE_NAMES

NOBODY = -1

# What is being asked. Only these phases ever wait for an answer.
PHASES = (
    "beginning",  # CHANCE: who begins
    "filling",  # CHANCE: tiles onto the top of the stack
    "revealing",  # CHANCE: the face of an expansion
    "acting",  # a seat: which action
    "copying",  # a seat: which copy of a hexagon
    "siting",  # a seat: the space of a tile
    "placing",  # a seat: the place of an expansion
    "turning",  # a seat: how it is turned
    "paying",  # a seat: the payment, piece by piece
    "discarding",  # a seat: what is discarded on passing
    "over",
)
(
    BEGINNING,
    FILLING,
    REVEALING,
    ACTING,
    COPYING,
    SITING,
    PLACING,
    TURNING,
    PAYING,
    DISCARDING,
    OVER,
) = range(len(PHASES))

# The action of the turn that is under way.
ACTIONS = ("take", "place", "expand", "buy", "pass")
NO_ACTION = -1
TAKING, PLACING_TILE, EXPANDING, BUYING, PASSING = range(len(ACTIONS))

# The face of an expansion in the display, and what lies on a place of the garden, besides a hexagon.
FACE_DOWN = EMPTY
TAKEN = -2  # it has been taken, or was never laid out
NO_EXPANSION = EMPTY
PLACED_DOWN = -2  # a face-down expansion

# The words of a story: the pieces, where they can lie, and what can happen.
# Places from AT_STORAGE on belong to a seat.
PIECES = (*HEXAGONS, *(f"expansion {hexagon}" for hexagon in HEXAGONS), "expansion", "joker", "start")
EXPANSION_PIECE = HEXAGONS_N  # + hexagon
HIDDEN_EXPANSION = EXPANSION_PIECE + HEXAGONS_N
JOKER = HIDDEN_EXPANSION + 1
START = JOKER + 1
PLACES = (
    *(f"display-{slot + 1}" for slot in range(STACK_MAX)),
    "bag",
    "tower",
    "supply",
    "pool",
    "storage",
    "expansions",
    "jokers",
    *(f"space-{space}" for space in SPACES),
    *(f"place-{place}" for place in PLACE_NAMES),
    "start",
)
AT_BAG = STACK_MAX
AT_TOWER = AT_BAG + 1
AT_SUPPLY = AT_TOWER + 1
AT_POOL = AT_SUPPLY + 1
AT_STORAGE = AT_POOL + 1
AT_EXPANSIONS = AT_STORAGE + 1
AT_JOKERS = AT_EXPANSIONS + 1
AT_SPACE = AT_JOKERS + 1  # + space
AT_PLACE = AT_SPACE + SPACES_N  # + place
AT_START = AT_PLACE + PLACES_N
EVENTS = (
    "begins",
    "laid out",
    "drawn",
    "poured",
    "stack ended",
    "moved aside",
    "turned up",
    "taken",
    "expansion taken",
    "placed",
    "expansion placed",
    "expansion bought",
    "price",
    "paid",
    "expansion paid",
    "joker paid",
    "surrounded",
    "jokers received",
    "jokers lost",
    "passed",
    "first to pass",
    "discarded",
    "expansion discarded",
    "discard cost",
    "criterion",
    "pavilions",
    "display cleared",
    "expansions cleared",
    "wheel turned",
    "start put back",
    "jokers left",
    "storage left",
    "kept at zero",
    "group",
    "group bonus",
    "over",
)
(
    BEGINS,
    LAID_OUT,
    DRAWN,
    POURED,
    STACK_ENDED,
    MOVED_ASIDE,
    TURNED_UP,
    TILE_TAKEN,
    EXPANSION_TAKEN,
    PLACED,
    EXPANSION_PLACED,
    EXPANSION_BOUGHT,
    PRICE_PAID,
    PAID,
    EXPANSION_PAID,
    JOKER_PAID,
    SURROUNDED,
    JOKERS_RECEIVED,
    JOKERS_LOST,
    PASSED,
    FIRST_PASSED,
    DISCARDED,
    EXPANSION_DISCARDED,
    DISCARD_COST,
    CRITERION,
    PAVILIONS,
    DISPLAY_CLEARED,
    EXPANSIONS_CLEARED,
    WHEEL_TURNED,
    START_PUT_BACK,
    JOKERS_LEFT,
    STORAGE_LEFT,
    KEPT_AT_ZERO,
    GROUP,
    GROUP_BONUS,
    GAME_OVER,
) = range(len(EVENTS))

PLAYER = np.dtype(
    (
        np.record,
        [
            ("score", np.int16),
            ("passed", np.int16),  # has passed in this round
            ("jokers", np.int16),
            ("tiles", np.int16, (HEXAGONS_N,)),  # in the storage
            ("expansions", np.int64),  # in the storage
            ("garden", np.int16, (SPACES_N,)),  # a hexagon, lying or printed, or EMPTY
            ("places", np.int16, (PLACES_N,)),  # NO_EXPANSION, PLACED_DOWN or the hexagon of an expansion
            ("turned", np.int16, (PLACES_N,)),  # where its printed hexagon lies; 0 without
            ("tile_count", np.int16),  # derived: tiles in the storage
            ("free", np.int64),  # derived: spaces that exist and hold no hexagon
            ("beside", np.int64),  # derived: spaces beside a hexagon
            ("of_colour", np.int64, (COLOURS_N,)),  # derived: where hexagons of a colour lie
            ("of_pattern", np.int64, (PATTERNS_N,)),  # derived: where hexagons of a pattern lie
        ],
    )
)

STATE = np.dtype(
    (
        np.record,
        [
            *HEADER,
            ("side", np.int16),
            ("wheel", np.int16, (ROUNDS, CRITERIA_PER_ROUND)),  # criteria
            ("wheel_points", np.int16, (ROUNDS, CRITERIA_PER_ROUND)),  # a number, or VALUE
            ("starter", np.int16),  # who begins, or began, this round; NOBODY before that is known
            ("start_holder", np.int16),  # the first to pass in this round, or NOBODY
            ("last_seat", np.int16),  # while CHANCE is asked: whose turn has ended, or NOBODY
            ("bag", np.int16, (HEXAGONS_N,)),
            ("tower", np.int16, (HEXAGONS_N,)),
            ("stack_top", np.int16),  # the slot of the stack's top; those after it lie below
            ("face", np.int16, (STACK_MAX,)),  # FACE_DOWN, TAKEN, or the hexagon of an expansion
            ("on_slot", np.int16, (STACK_MAX, TILES_ON_TOP)),  # tiles, rising; EMPTY behind the last
            ("supply", np.int16),  # expansions in the supply
            ("unseen", np.int64),  # expansions whose face nobody has seen
            ("action", np.int16),  # NO_ACTION without
            ("what", np.int16),  # the criterion or hexagon of the action, or EMPTY
            ("copies", np.int16, (PATTERNS_N,)),  # the slots chosen so far, or EMPTY
            ("space_chosen", np.int16),  # EMPTY without
            ("place_chosen", np.int16),  # EMPTY without
            ("turned_chosen", np.int16),  # EMPTY without
            ("paid", np.int64),  # tiles paid so far
            ("paid_expansions", np.int64),
            ("paid_jokers", np.int16),
            ("players", PLAYER, (PLAYERS_MAX,)),
            ("bag_count", np.int16),  # derived: tiles in the bag
        ],
    )
)

ALL_HEXAGONS = (1 << HEXAGONS_N) - 1
ALL_OF_COLOUR = (1 << PATTERNS_N) - 1
ONE_OF_EACH = sum(1 << (colour * PATTERNS_N) for colour in range(COLOURS_N))
"""The trees of all colours: shifted, all hexagons of a pattern."""


# ------------------------------------------------------------------------------------------------
# Hexagons


@jit
def colour_of(hexagon):
    return hexagon // PATTERNS_N


@jit
def pattern_of(hexagon):
    return hexagon % PATTERNS_N


@jit
def value_of(hexagon):
    """What it costs and what it is worth (QG-11)."""
    return hexagon % PATTERNS_N + 1


@jit
def bit(number):
    return np.int64(1) << number


@jit
def hexagon_of(criterion, index):
    """The hexagons of a criterion, in their order: six of a colour, or six of a pattern."""
    if criterion < COLOURS_N:
        return criterion * PATTERNS_N + index
    return index * PATTERNS_N + criterion - COLOURS_N


@jit
def matches(hexagon, criterion):
    if criterion < COLOURS_N:
        return colour_of(hexagon) == criterion
    return pattern_of(hexagon) == criterion - COLOURS_N


# ------------------------------------------------------------------------------------------------
# The display


@jit
def stack_size(state):
    return STACK[state.players_n]


@jit
def copies_on(state, slot, hexagon):
    """How many tiles with this hexagon lie on an expansion of the display."""
    count = 0
    for i in range(TILES_ON_TOP):
        count += state.on_slot[slot, i] == hexagon
    return count


@jit
def slots_with(state, hexagon):
    """Where a hexagon can be taken from, as a tile or as an expansion: slots of the display (QG-05)."""
    mask = 0
    for slot in range(STACK_MAX):
        if state.face[slot] == hexagon or copies_on(state, slot, hexagon) > 0:
            mask |= 1 << slot
    return mask


@jit
def tiles_on(state, slot):
    """The hexagons of the tiles on an expansion of the display, one bit each."""
    mask = np.int64(0)
    for i in range(TILES_ON_TOP):
        if state.on_slot[slot, i] != EMPTY:
            mask |= bit(np.int64(state.on_slot[slot, i]))
    return mask


@jit
def expansion_on(state, slot):
    """The hexagon of an expansion of the display that lies face up, as a bit."""
    return bit(np.int64(state.face[slot])) if state.face[slot] >= 0 else np.int64(0)


@jit
def put_on_slot(state, slot, hexagon):
    """Add a tile; the tiles of a slot stand in rising order."""
    i = TILES_ON_TOP - 1
    while i > 0 and (state.on_slot[slot, i - 1] == EMPTY or state.on_slot[slot, i - 1] > hexagon):
        state.on_slot[slot, i] = state.on_slot[slot, i - 1]
        i -= 1
    state.on_slot[slot, i] = hexagon


@jit
def remove_from_slot(state, slot, hexagon):
    i = 0
    while state.on_slot[slot, i] != hexagon:
        i += 1
    while i < TILES_ON_TOP - 1:
        state.on_slot[slot, i] = state.on_slot[slot, i + 1]
        i += 1
    state.on_slot[slot, i] = EMPTY


@jit
def is_slot_full(state, slot):
    return state.on_slot[slot, TILES_ON_TOP - 1] != EMPTY


@jit
def is_slot_bare(state, slot):
    return state.on_slot[slot, 0] == EMPTY


@jit
def slot_to_turn(state):
    """The first expansion beside the stack that has to be turned up, or EMPTY (QG-09)."""
    for slot in range(state.stack_top):
        if state.face[slot] == FACE_DOWN and is_slot_bare(state, slot):
            return slot
    return EMPTY


# ------------------------------------------------------------------------------------------------
# Storage


@jit
def free_storage(player):
    """Spaces for tiles and jokers (QG-07)."""
    return STORAGE - np.int64(player.tile_count) - np.int64(player.jokers)


@jit
def free_expansions(player):
    return EXPANSION_STORAGE - count_bits(player.expansions)


@jit
def tile_bits(player):
    """The hexagons of which there is a tile in the storage."""
    mask = np.int64(0)
    for hexagon in range(HEXAGONS_N):
        mask |= np.int64(player.tiles[hexagon] > 0) << hexagon
    return mask


@jit
def of_same_colour(hexagon):
    """The five other hexagons of its colour."""
    return (np.int64(ALL_OF_COLOUR) << (colour_of(hexagon) * PATTERNS_N)) & ~bit(hexagon)


@jit
def of_same_pattern(hexagon):
    """The five other hexagons of its pattern."""
    return (np.int64(ONE_OF_EACH) << pattern_of(hexagon)) & ~bit(hexagon)


@jit
def can_pay(held, jokers, hexagon):
    """Is there a payment for this hexagon, with these hexagons and jokers in the storage (QG-11 to QG-14)?"""
    own = max(count_bits(held & of_same_colour(hexagon)), count_bits(held & of_same_pattern(hexagon)))
    return own + jokers >= value_of(hexagon) - 1


@jit
def payable_with(state, player):
    """The hexagons of which one piece can be paid next, and whether a joker can: bit HEXAGONS_N."""
    hexagon = np.int64(state.what)
    used = state.paid | state.paid_expansions
    left = value_of(hexagon) - 1 - count_bits(used) - np.int64(state.paid_jokers)
    held = (tile_bits(player) | player.expansions) & ~used
    jokers = np.int64(player.jokers)
    mask = np.int64(0)
    for kin in (of_same_colour(hexagon), of_same_pattern(hexagon)):
        if used & ~kin == 0:
            own = held & kin
            if count_bits(own) + jokers >= left:
                mask |= own | (np.int64(jokers > 0) << HEXAGONS_N)
    return mask


# ------------------------------------------------------------------------------------------------
# The garden


@jit
def neighbours_of(mask):
    """All spaces beside a set of spaces."""
    beside = np.int64(0)
    while mask:
        beside |= NEIGHBOURS[lowest_bit(mask)]
        mask &= mask - 1
    return beside


@jit
def flood(seeds, within):
    """The connected parts of a set that contain the seeds."""
    group = seeds
    edge = seeds
    while edge:
        edge = neighbours_of(edge) & within & ~group
        group |= edge
    return group


@jit
def is_group_sound(player, group, hexagon, by_colour):
    """May a hexagon join a group: no two alike in it, be it by adding or by joining groups (QG-17)?"""
    own = pattern_of(hexagon) if by_colour else colour_of(hexagon)
    for other in range(PATTERNS_N):
        members = group & (player.of_pattern[other] if by_colour else player.of_colour[other])
        if members and (other == own or members & (members - 1)):
            return False
    return True


@jit
def fits(player, space, hexagon):
    """May a hexagon lie on a space, as far as its neighbours are concerned (QG-16, QG-17)?"""
    around = NEIGHBOURS[space]
    same_colour = player.of_colour[colour_of(hexagon)]
    same_pattern = player.of_pattern[pattern_of(hexagon)]
    if around & (same_colour | same_pattern) == 0:
        return (player.beside >> space) & 1 == 0
    colour_group = flood(around & same_colour, same_colour)
    if not is_group_sound(player, colour_group, hexagon, True):
        return False
    return is_group_sound(player, flood(around & same_pattern, same_pattern), hexagon, False)


@jit
def sites_for(player, hexagon):
    """The spaces where a tile can be placed (QG-15 to QG-17)."""
    mask = player.free & ~player.beside
    near = spaces_near(player, hexagon)
    while near:
        space = lowest_bit(near)
        near &= near - 1
        if fits(player, space, hexagon):
            mask |= bit(space)
    return mask


@jit
def spaces_near(player, hexagon):
    """The free spaces beside hexagons of the same colour or pattern."""
    same = player.of_colour[colour_of(hexagon)] | player.of_pattern[pattern_of(hexagon)]
    return neighbours_of(same) & player.free


@jit
def has_site(player, hexagon):
    """Is there any such space? Mostly one far from all hexagons."""
    if player.free & ~player.beside != 0:
        return True
    near = spaces_near(player, hexagon)
    while near:
        if fits(player, lowest_bit(near), hexagon):
            return True
        near &= near - 1
    return False


@jit
def free_places(player):
    """Places without an expansion, one bit each."""
    mask = 0
    for place in range(PLACES_N):
        mask |= (player.places[place] == NO_EXPANSION) << place
    return mask


@jit
def turns_for(player, place, hexagon):
    """The ways in which an expansion can be turned on a place: where its hexagon may lie (QG-20)."""
    mask = 0
    for side in range(SIDES):
        mask |= fits(player, FIRST_OF_PLACE[place] + 1 + side, hexagon) << side
    return mask


@jit
def rim_of(place):
    """The six spaces of the rim of a place."""
    return np.int64((1 << SIDES) - 1) << (FIRST_OF_PLACE[place] + 1)


@jit
def put_in_garden(player, space, hexagon):
    """A hexagon lies there now, placed or printed."""
    player.garden[space] = hexagon
    player.free &= ~bit(space)
    player.beside |= NEIGHBOURS[space]
    player.of_colour[colour_of(hexagon)] |= bit(space)
    player.of_pattern[pattern_of(hexagon)] |= bit(space)


@jit
def occupied(player):
    mask = np.int64(0)
    for colour in range(COLOURS_N):
        mask |= player.of_colour[colour]
    return mask


@jit
def count_pavilions(player):
    """Face-up expansions in the garden (QG-28)."""
    count = 0
    for place in range(PLACES_N):
        count += player.places[place] >= 0
    return count


# ------------------------------------------------------------------------------------------------
# Derived fields


@jit
def derive_garden(player):
    player.tile_count = 0
    for hexagon in range(HEXAGONS_N):
        player.tile_count += player.tiles[hexagon]
    player.free = FOUNTAIN_SPACES
    for place in range(PLACES_N):
        if player.places[place] != NO_EXPANSION:
            player.free |= rim_of(place)
        if player.places[place] == PLACED_DOWN:
            player.free |= bit(FIRST_OF_PLACE[place])
    player.beside = 0
    for i in range(PATTERNS_N):
        player.of_colour[i] = 0
        player.of_pattern[i] = 0
    for space in range(SPACES_N):
        if player.garden[space] != EMPTY:
            put_in_garden(player, space, np.int64(player.garden[space]))


@jit
def derive(state):
    """Compute the derived fields anew from what lies on the table."""
    state.bag_count = count_bag(state)
    for seat in range(state.players_n):
        derive_garden(state.players[seat])


@jit
def clear_action(state):
    state.action = NO_ACTION
    state.what = EMPTY
    for i in range(PATTERNS_N):
        state.copies[i] = EMPTY
    state.space_chosen = EMPTY
    state.place_chosen = EMPTY
    state.turned_chosen = EMPTY
    state.paid = 0
    state.paid_expansions = 0
    state.paid_jokers = 0


@jit
def clear_display(state):
    state.stack_top = 0
    for slot in range(STACK_MAX):
        state.face[slot] = TAKEN
        for i in range(TILES_ON_TOP):
            state.on_slot[slot, i] = EMPTY


@jit
def clear_garden(player):
    for space in range(SPACES_N):
        player.garden[space] = EMPTY
    for place in range(PLACES_N):
        player.places[place] = NO_EXPANSION
