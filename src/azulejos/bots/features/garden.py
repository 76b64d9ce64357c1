"""What a net sees of a table of Queen's Garden."""

import numpy as np

from azulejos.bots.features import Layout, tell, tell_count
from azulejos.core.bits import count_bits, lowest_bit, write_more_bits
from azulejos.core.jit import jit
from azulejos.games.garden.board import (
    COLOURS_N,
    CRITERIA_N,
    CRITERIA_ON_WHEEL,
    CRITERIA_PER_ROUND,
    EMPTY,
    EXPANSION_STORAGE,
    FEATURE_SPACES,
    HEXAGONS_N,
    NEIGHBOURS,
    PATTERNS_N,
    PAVILION,
    PLACES_N,
    PLAYERS_MAX,
    ROUNDS,
    SIDES,
    STACK_MAX,
    STORAGE,
    TILES_ON_TOP,
)
from azulejos.games.garden.scoring import SIDE_B, of_criterion, storage_value
from azulejos.games.garden.state import (
    FILLING,
    NO_EXPANSION,
    NOBODY,
    PLACED_DOWN,
    REVEALING,
    bit,
    can_pay,
    free_storage,
    hexagon_of,
    occupied,
    stack_size,
    tile_bits,
)

FOUNTAIN = 0  # the first feature; then those between two places, then the pavilions
TILES_STEP, TILES_STEPS = 3, 10
SCORED_MAX = 6
SCORE_STEP, SCORE_STEPS = 5, 24
JOKERS_MAX = 8
ROOM_MAX = 6
STORED_STEP, STORED_STEPS = 4, 12
PAYABLE_MAX = 2  # of a pattern
LYING_MAX = 7
TOUCHING_MAX = 5
GROWTH_MAX = 4
FREE_MAX = 12
APART_MAX = 6
MISSING_MAX = SIDES - 1
ALIKE_MAX = 3  # features of a kind with as many spaces missing

COMMON = Layout()
ROUND = COMMON.part("round", ROUNDS)
BACK = COMMON.part("side B")
TO_FILL = COMMON.part("tiles are to be drawn")
TO_REVEAL = COMMON.part("an expansion is to be turned up")
MOVER = COMMON.part("whose turn, or whose comes next", PLAYERS_MAX)
HOLDER = COMMON.part("who was the first to pass", PLAYERS_MAX)
IN_STACK = COMMON.part("expansions in the stack", STACK_MAX)
NO_SUPPLY = COMMON.part("no expansions in the supply")
WHEEL_NOW = COMMON.part("scored in this round", CRITERIA_N)
WHEEL_LATER = COMMON.part("scored in later rounds", CRITERIA_N)
SHOWN_TILES = COMMON.part("tiles in the display, by threes", TILES_STEPS)
SHOWN_ONCE = COMMON.part("one such tile in the display", HEXAGONS_N)
SHOWN_TWICE = COMMON.part("several such tiles in the display", HEXAGONS_N)
FACE_UP = COMMON.part("such an expansion in the display", HEXAGONS_N)
TO_TAKE = COMMON.part("different hexagons to take", CRITERIA_N, PATTERNS_N)
SHOWN_SCORED = COMMON.part("different hexagons to take that this round scores", SCORED_MAX)

SEAT = Layout()
SCORE = SEAT.part("score, by fives", SCORE_STEPS)
HAS_PASSED = SEAT.part("has passed")
JOKERS = SEAT.part("jokers", JOKERS_MAX)
TILES = SEAT.part("tiles in the storage", STORAGE)
ROOM = SEAT.part("free spaces in the storage", ROOM_MAX)
EXPANSIONS = SEAT.part("expansions of a pattern in the storage", PATTERNS_N, EXPANSION_STORAGE)
STORED = SEAT.part("different hexagons in the storage", CRITERIA_N, PATTERNS_N)
STORED_VALUE = SEAT.part("values in the storage, by fours", STORED_STEPS)
STORED_NOW = SEAT.part("different hexagons in the storage that this round scores", SCORED_MAX)
STORED_LATER = SEAT.part("different hexagons in the storage that later rounds score", SCORED_MAX)
PAYABLE = SEAT.part("different hexagons of a pattern that can be paid for", PATTERNS_N, PAYABLE_MAX)
LYING = SEAT.part("hexagons in the garden", CRITERIA_N, LYING_MAX)
TOUCHING = SEAT.part("pairs of them that touch", CRITERIA_N, TOUCHING_MAX)
GROWTH = SEAT.part("free spaces beside them", CRITERIA_N, GROWTH_MAX)
PLACED_FACE_UP = SEAT.part("face-up expansions in the garden", PLACES_N)
PLACED_FACE_DOWN = SEAT.part("face-down expansions in the garden", PLACES_N)
FREE = SEAT.part("free spaces in the garden", FREE_MAX)
APART = SEAT.part("free spaces beside no hexagon", APART_MAX)
AROUND_FOUNTAIN = SEAT.part("hexagons around the fountain", SIDES)
BETWEEN = SEAT.part("statues and benches with so many spaces missing", MISSING_MAX, ALIKE_MAX)
PAVILIONS = SEAT.part("pavilions with so many spaces missing", MISSING_MAX, ALIKE_MAX)

COMMON_N, SEAT_N = COMMON.size, SEAT.size
ACTIVE_COMMON = 9 + CRITERIA_ON_WHEEL + STACK_MAX * (TILES_ON_TOP + 1) + CRITERIA_N
ACTIVE_SEAT = 13 + EXPANSION_STORAGE + PATTERNS_N + 4 * CRITERIA_N + 2 * MISSING_MAX
ACTIVE_MAX = ACTIVE_COMMON + PLAYERS_MAX * ACTIVE_SEAT

HEXAGONS_OF = np.array(
    [sum(1 << hexagon_of(criterion, i) for i in range(PATTERNS_N)) for criterion in range(CRITERIA_N)],
    np.int64,
)
"""The six hexagons of each criterion, one bit each."""


@jit
def features(state, viewer, out):
    """Write what is true of the table as the viewer sees it; return how much."""
    told = tell_course(state, viewer, out)
    step = np.int64(state.round_number) - 1
    wheel_now, wheel_later = criteria_at(state, step, step + 1), criteria_at(state, step + 1, ROUNDS)
    told = write_more_bits(wheel_now, WHEEL_NOW, out, told)
    told = write_more_bits(wheel_later, WHEEL_LATER, out, told)
    now, later = hexagons_of(wheel_now), hexagons_of(wheel_later)
    told = tell_display(state, now, out, told)
    for order in range(state.players_n):
        player = state.players[(viewer + order) % state.players_n]
        first = COMMON_N + order * SEAT_N
        told = tell_storage(player, now, later, first, out, told)
        told = tell_hexagons(player, first, out, told)
        told = tell_spaces(player, first, out, told)
    return told


@jit
def tell_course(state, viewer, out):
    told = tell_count(out, 0, ROUND, state.round_number, ROUNDS)
    if state.side == SIDE_B:
        told = tell(out, told, BACK)
    if state.phase_id == FILLING:
        told = tell(out, told, TO_FILL)
    if state.phase_id == REVEALING:
        told = tell(out, told, TO_REVEAL)
    mover = next_mover(state)
    if mover >= 0:
        told = tell(out, told, MOVER + (mover - viewer) % state.players_n)
    if state.start_holder >= 0:
        told = tell(out, told, HOLDER + (state.start_holder - viewer) % state.players_n)
    if state.supply == 0:
        told = tell(out, told, NO_SUPPLY)
    return tell_count(out, told, IN_STACK, stack_size(state) - state.stack_top, STACK_MAX)


@jit
def next_mover(state):
    """Whose turn it is, or will be when CHANCE has answered; NOBODY before that is known."""
    if state.to_move >= 0:
        return np.int64(state.to_move)
    if state.last_seat == NOBODY:
        return np.int64(state.starter)
    for order in range(1, state.players_n + 1):
        seat = (state.last_seat + order) % state.players_n
        if not state.players[seat].passed:
            return np.int64(seat)
    return np.int64(NOBODY)


@jit
def criteria_at(state, first, end):
    """What the wheel scores at some of its steps, one bit each."""
    mask = np.int64(0)
    for step in range(first, end):
        for nth in range(CRITERIA_PER_ROUND):
            mask |= bit(np.int64(state.wheel[step, nth]))
    return mask


@jit
def hexagons_of(criteria):
    """The hexagons that meet at least one of some criteria."""
    mask = np.int64(0)
    while criteria:
        mask |= HEXAGONS_OF[lowest_bit(criteria)]
        criteria &= criteria - 1
    return mask


@jit
def tell_display(state, now, out, told):
    """Where it lies does not matter: all that meets a criterion is taken, one of each hexagon."""
    shown, several, faces = np.int64(0), np.int64(0), np.int64(0)
    tiles_n = 0
    for slot in range(stack_size(state)):
        if state.face[slot] >= 0:
            faces |= bit(np.int64(state.face[slot]))
        for i in range(TILES_ON_TOP):
            if state.on_slot[slot, i] == EMPTY:
                break
            tile = bit(np.int64(state.on_slot[slot, i]))
            several |= shown & tile
            shown |= tile
            tiles_n += 1
    told = tell_count(out, told, SHOWN_TILES, (tiles_n + TILES_STEP - 1) // TILES_STEP, TILES_STEPS)
    told = write_more_bits(shown & ~several, SHOWN_ONCE, out, told)
    told = write_more_bits(several, SHOWN_TWICE, out, told)
    told = write_more_bits(faces, FACE_UP, out, told)
    told = tell_different(shown | faces, TO_TAKE, out, told)
    return tell_count(out, told, SHOWN_SCORED, count_bits((shown | faces) & now), SCORED_MAX)


@jit
def tell_different(hexagons, first, out, told):
    """How many hexagons of a set meet each criterion."""
    for criterion in range(CRITERIA_N):
        number = count_bits(hexagons & HEXAGONS_OF[criterion])
        told = tell_count(out, told, first + criterion * PATTERNS_N, number, PATTERNS_N)
    return told


@jit
def tell_storage(player, now, later, first, out, told):
    """A seat's score, and what it can place and pay with."""
    held = tile_bits(player) | player.expansions
    told = tell_count(out, told, first + SCORE, (player.score + SCORE_STEP - 1) // SCORE_STEP, SCORE_STEPS)
    if player.passed:
        told = tell(out, told, first + HAS_PASSED)
    told = tell_count(out, told, first + JOKERS, player.jokers, JOKERS_MAX)
    told = tell_count(out, told, first + TILES, player.tile_count, STORAGE)
    told = tell_count(out, told, first + ROOM, free_storage(player), ROOM_MAX)
    value = (storage_value(player) + STORED_STEP - 1) // STORED_STEP
    told = tell_count(out, told, first + STORED_VALUE, value, STORED_STEPS)
    told = tell_count(out, told, first + STORED_NOW, count_bits(held & now), SCORED_MAX)
    told = tell_count(out, told, first + STORED_LATER, count_bits(held & later), SCORED_MAX)
    told = tell_different(held, first + STORED, out, told)
    return tell_patterns(player, held, first, out, told)


@jit
def tell_patterns(player, held, first, out, told):
    """The expansions in the storage, and what can be paid for, whether it has a space or not."""
    payable, left = np.int64(0), held
    while left:
        hexagon = lowest_bit(left)
        left &= left - 1
        payable |= np.int64(can_pay(held, player.jokers, hexagon)) << hexagon
    for pattern in range(PATTERNS_N):
        kin = HEXAGONS_OF[COLOURS_N + pattern]
        own = first + EXPANSIONS + pattern * EXPANSION_STORAGE
        told = tell_count(out, told, own, count_bits(player.expansions & kin), EXPANSION_STORAGE)
        own = first + PAYABLE + pattern * PAYABLE_MAX
        told = tell_count(out, told, own, count_bits(payable & kin), PAYABLE_MAX)
    return told


@jit
def tell_hexagons(player, first, out, told):
    """What lies in a garden by criteria, how close together, and how much room there is beside it.

    Where no three touch one another, there are as many groups as hexagons less touching pairs.
    """
    for criterion in range(CRITERIA_N):
        spaces = of_criterion(player, criterion)
        if spaces == 0:
            continue
        beside, touching = np.int64(0), 0  # each pair is seen from both its ends
        left = spaces
        while left:
            around = NEIGHBOURS[lowest_bit(left)]
            left &= left - 1
            beside |= around
            touching += count_bits(around & spaces)
        told = tell_count(out, told, first + LYING + criterion * LYING_MAX, count_bits(spaces), LYING_MAX)
        told = tell_count(out, told, first + TOUCHING + criterion * TOUCHING_MAX, touching // 2, TOUCHING_MAX)
        growth = count_bits(beside & player.free)
        told = tell_count(out, told, first + GROWTH + criterion * GROWTH_MAX, growth, GROWTH_MAX)
    return told


@jit
def tell_spaces(player, first, out, told):
    """A garden's expansions and free spaces, and what is nearly surrounded."""
    up, down = 0, 0
    for place in range(PLACES_N):
        up += player.places[place] > NO_EXPANSION
        down += player.places[place] == PLACED_DOWN
    told = tell_count(out, told, first + PLACED_FACE_UP, up, PLACES_N)
    told = tell_count(out, told, first + PLACED_FACE_DOWN, down, PLACES_N)
    told = tell_count(out, told, first + FREE, count_bits(player.free), FREE_MAX)
    told = tell_count(out, told, first + APART, count_bits(player.free & ~player.beside), APART_MAX)
    covered = occupied(player)
    at_fountain = count_bits(covered & FEATURE_SPACES[FOUNTAIN])
    told = tell_count(out, told, first + AROUND_FOUNTAIN, at_fountain, SIDES)
    between, pavilions = np.int64(0), np.int64(0)
    for side in range(SIDES):
        spaces = FEATURE_SPACES[FOUNTAIN + 1 + side]
        if spaces & ~(covered | player.free) == 0:
            between += one_missing(spaces & ~covered)
        if player.places[side] > NO_EXPANSION:
            pavilions += one_missing(FEATURE_SPACES[PAVILION + side] & ~covered)
    told = tell_missing(between, first + BETWEEN, out, told)
    return tell_missing(pavilions, first + PAVILIONS, out, told)


@jit
def one_missing(spaces):
    """A feature to add to a count of features by missing spaces: four bits for each number."""
    return np.int64(1) << (4 * count_bits(spaces))


@jit
def tell_missing(counted, first, out, told):
    """How many features miss one space, how many two, and so on; those begun and not done."""
    for missing in range(1, MISSING_MAX + 1):
        own = first + (missing - 1) * ALIKE_MAX
        told = tell_count(out, told, own, (counted >> (4 * missing)) & 15, ALIKE_MAX)
    return told
