"""What a net sees of a table of Summer Pavilion."""

import numpy as np

from azulejos.bots.features import Layout, tell, tell_count
from azulejos.core.bits import count_bits, lowest_bit, write_more_bits
from azulejos.core.jit import jit
from azulejos.games.pavilion.board import (
    CENTRE,
    CENTRE_STAR,
    COLOURS_N,
    CORNERS,
    COST,
    ELEMENT_SPACES,
    ELEMENTS_N,
    FACTORIES_MAX,
    NUMBERS_SCORED,
    OUTER_STARS,
    PLAYERS_MAX,
    RHOMBI,
    ROUNDS,
    STAR_COLOUR,
    STARS_N,
    STATUE,
    TILES_PER_FACTORY,
)
from azulejos.games.pavilion.scoring import NUMBER_SPACES
from azulejos.games.pavilion.state import (
    ALL_COLOURS,
    COLOURED,
    LAYING,
    NOBODY,
    PLAIN,
    REFILLING,
    STAR_BITS,
    count_factories,
    star_bits,
    star_colours,
    wild_colour,
)

ALIKE_MAX = 4  # factories with as many tiles of a colour
BESIDE_WILD_MAX = 3
CENTRE_MAX, CENTRE_WILD_MAX, CENTRE_ALL_MAX = 10, 6, 12
SUPPLY_MAX, SUPPLY_WILD_MAX = 5, 4
BAG_STEP, BAG_STEPS = 4, 6
SCORE_STEP, SCORE_STEPS = 5, 24
HAND_MAX, HAND_WILD_MAX, HAND_ALL_MAX, NEXT_WILD_MAX = 10, 8, 16, 6
HALVES, HALF = 2, RHOMBI // 2  # of a star, with three spaces each
HALF_BITS = (1 << HALF) - 1
NUMBER_LEFT_MAX = 6
SIDES = 4  # spaces around a statue or a pillar
ROUND_ELEMENTS = ELEMENTS_N - STATUE  # statues and pillars
LACKING_MAX = 7

TURNED = np.array([*((star - 1) % RHOMBI for star in range(OUTER_STARS)), 0], np.int64)
"""The direction in which the first half of a star begins: that of its window."""
COST_LEFT = np.array(
    [
        [
            [
                sum(int(side[star * RHOMBI + d]) for d in range(RHOMBI) if not (bits >> d) & 1)
                for bits in range(STAR_BITS + 1)
            ]
            for star in range(STARS_N)
        ]
        for side in COST
    ],
    np.int64,
)
"""What all empty spaces of a star cost together: `COST_LEFT[side, star, covered]`."""

COMMON = Layout()
ROUND = COMMON.part("round, while taking and while laying", 2, ROUNDS)
PLAIN_BOARD = COMMON.part("plain board")
MOVER = COMMON.part("whose turn", PLAYERS_MAX)
HOLDER = COMMON.part("who has the starting-player token", PLAYERS_MAX)
FACTORIES = COMMON.part("factories with tiles", FACTORIES_MAX)
ALIKE = COMMON.part("factories with so many of a colour", COLOURS_N, TILES_PER_FACTORY, ALIKE_MAX)
BESIDE_WILD = COMMON.part("factories with a colour and a wild tile", COLOURS_N, BESIDE_WILD_MAX)
IN_CENTRE = COMMON.part("tiles in the centre", COLOURS_N, CENTRE_MAX)
CENTRE_WILD = COMMON.part("wild tiles in the centre", CENTRE_WILD_MAX)
CENTRE_ALL = COMMON.part("all tiles in the centre", CENTRE_ALL_MAX)
SUPPLY = COMMON.part("tiles on the supply", COLOURS_N, SUPPLY_MAX)
SUPPLY_WILD = COMMON.part("wild tiles on the supply", SUPPLY_WILD_MAX)
IN_BAG = COMMON.part("tiles in the bag, by fours", COLOURS_N, BAG_STEPS)

SEAT = Layout()
SCORE = SEAT.part("score, by fives", SCORE_STEPS)
PASSED = SEAT.part("has passed")
HAND = SEAT.part("tiles beside the board", COLOURS_N, HAND_MAX)
HAND_WILD = SEAT.part("wild tiles beside the board", HAND_WILD_MAX)
HAND_ALL = SEAT.part("all tiles beside the board", HAND_ALL_MAX)
KEPT = SEAT.part("tiles in the corners", COLOURS_N, CORNERS)
NEXT_WILD = SEAT.part("tiles that will be wild in the next round", NEXT_WILD_MAX)
COVERED = SEAT.part("covered spaces of half a star", STARS_N, HALVES, HALF_BITS)
IN_STAR = SEAT.part("tiles in a star", STARS_N, RHOMBI)
SHOWN = SEAT.part("colour in a star", STARS_N, COLOURS_N)
ONE_COLOUR = SEAT.part("star that must be of one colour", STARS_N)
LACKING = SEAT.part("tiles that lack to pay for a star", STARS_N, LACKING_MAX + 1)
NUMBER_LEFT = SEAT.part("empty spaces of a number", len(NUMBERS_SCORED), NUMBER_LEFT_MAX + 1)
ELEMENT = SEAT.part("covered spaces around statues and pillars", ROUND_ELEMENTS, SIDES)

COMMON_N, SEAT_N = COMMON.size, SEAT.size
ACTIVE_COMMON = 8 + COLOURS_N * (TILES_PER_FACTORY + 4)
STAR_COLOURS_TOLD = RHOMBI - 1  # of a full star in many colours nothing; one in one colour has 3 facts
ACTIVE_SEAT = (
    5
    + COLOURS_N
    + CORNERS
    + STARS_N * (HALVES + 1 + STAR_COLOURS_TOLD)
    + len(NUMBERS_SCORED)
    + ROUND_ELEMENTS
)
ACTIVE_MAX = ACTIVE_COMMON + PLAYERS_MAX * ACTIVE_SEAT


@jit
def features(state, viewer, out):
    """Write what is true of the table as the viewer sees it; return how much."""
    told = tell_course(state, viewer, out)
    if state.offered:
        told = tell_offer(state, out, told)
    told = tell_supplies(state, out, told)
    for order in range(state.players_n):
        seat = (viewer + order) % state.players_n
        told = tell_seat(state, state.players[seat], COMMON_N + order * SEAT_N, out, told)
    return told


# ------------------------------------------------------------------------------------------------
# The course of the game, and what lies on the table


@jit
def tell_course(state, viewer, out):
    told = tell(out, 0, ROUND + is_laying(state) * ROUNDS + state.round_number - 1)
    if state.board_side == PLAIN:
        told = tell(out, told, PLAIN_BOARD)
    mover = next_seat(state)
    if mover != NOBODY:
        told = tell(out, told, MOVER + (mover - viewer) % state.players_n)
    if state.start_holder != NOBODY:
        told = tell(out, told, HOLDER + (state.start_holder - viewer) % state.players_n)
    return told


@jit
def is_laying(state):
    """Phase 2, with the refilling of the supply after its turns."""
    if state.phase_id == REFILLING:
        return state.last_seat != NOBODY
    return state.phase_id >= LAYING


@jit
def next_seat(state):
    """Whose turn it is, or who comes next while CHANCE is asked; NOBODY if that isn't decided yet."""
    if state.to_move >= 0:
        return np.int64(state.to_move)
    if is_laying(state):
        for order in range(1, state.players_n + 1):
            seat = (np.int64(state.last_seat) + order) % state.players_n
            if not state.players[seat].passed and state.players[seat].hand_count > 0:
                return np.int64(seat)
    return np.int64(state.starter if state.start_holder == NOBODY else state.start_holder)


@jit
def tell_offer(state, out, told):
    """Which factory it is does not matter, only what lies together."""
    with_tiles, in_centre = 0, 0
    for factory in range(count_factories(state)):
        with_tiles += (state.offered >> (factory * COLOURS_N)) & ALL_COLOURS != 0
    told = tell_count(out, told, FACTORIES, with_tiles, FACTORIES_MAX)
    for colour in range(COLOURS_N):
        told = tell_alike(state, colour, out, told)
        tiles = np.int64(state.offer[CENTRE, colour])
        told = tell_count(out, told, IN_CENTRE + colour * CENTRE_MAX, tiles, CENTRE_MAX)
        in_centre += tiles
    told = tell_count(out, told, CENTRE_ALL, in_centre, CENTRE_ALL_MAX)
    return tell_count(out, told, CENTRE_WILD, state.offer[CENTRE, wild_colour(state)], CENTRE_WILD_MAX)


@jit
def tell_alike(state, colour, out, told):
    """How many factories hold one tile of a colour, how many two, and so on: four bits each."""
    alike, beside_wild = np.int64(0), 0
    wild = wild_colour(state)
    for factory in range(count_factories(state)):
        tiles = np.int64(state.offer[factory, colour])
        alike += np.int64(1) << (4 * tiles)
        beside_wild += tiles > 0 and state.offer[factory, wild] > 0
    for tiles in range(1, TILES_PER_FACTORY + 1):
        first = ALIKE + (colour * TILES_PER_FACTORY + tiles - 1) * ALIKE_MAX
        told = tell_count(out, told, first, (alike >> (4 * tiles)) & 15, ALIKE_MAX)
    return tell_count(out, told, BESIDE_WILD + colour * BESIDE_WILD_MAX, beside_wild, BESIDE_WILD_MAX)


@jit
def tell_supplies(state, out, told):
    """The supply and the bag."""
    for colour in range(COLOURS_N):
        told = tell_count(out, told, SUPPLY + colour * SUPPLY_MAX, state.supply[colour], SUPPLY_MAX)
        in_bag = (state.bag[colour] + BAG_STEP - 1) // BAG_STEP
        told = tell_count(out, told, IN_BAG + colour * BAG_STEPS, in_bag, BAG_STEPS)
    return tell_count(out, told, SUPPLY_WILD, state.supply[wild_colour(state)], SUPPLY_WILD_MAX)


# ------------------------------------------------------------------------------------------------
# The seats


@jit
def tell_seat(state, player, first, out, told):
    """One seat: its score, its tiles and its board."""
    steps = (player.score + SCORE_STEP - 1) // SCORE_STEP
    told = tell_count(out, told, first + SCORE, steps, SCORE_STEPS)
    if player.passed:
        told = tell(out, told, first + PASSED)
    told = tell_tiles(player, wild_colour(state), first, out, told)
    for star in range(STARS_N):
        bits = star_bits(player, star)
        if bits:
            told = tell_star(star, bits, first, out, told)
            told = tell_colours(state, player, star, bits, first, out, told)
    return tell_bonuses(player, state.board_side, first, out, told)


@jit
def tell_tiles(player, wild, first, out, told):
    """What lies beside the board and in its corners."""
    for colour in range(COLOURS_N):
        told = tell_count(out, told, first + HAND + colour * HAND_MAX, player.hand[colour], HAND_MAX)
        told = tell_count(out, told, first + KEPT + colour * CORNERS, player.corners[colour], CORNERS)
    told = tell_count(out, told, first + HAND_WILD, player.hand[wild], HAND_WILD_MAX)
    told = tell_count(out, told, first + HAND_ALL, player.hand_count, HAND_ALL_MAX)
    if wild + 1 < ROUNDS:
        soon = player.hand[wild + 1] + player.corners[wild + 1]
        told = tell_count(out, told, first + NEXT_WILD, soon, NEXT_WILD_MAX)
    return told


@jit
def tell_star(star, bits, first, out, told):
    """Where the tiles of a star lie. Its halves begin at the window: no window or pillar is cut in two."""
    ring = ((bits >> TURNED[star]) | (bits << (RHOMBI - TURNED[star]))) & STAR_BITS
    for half in range(HALVES):
        covered = (ring >> (half * HALF)) & HALF_BITS
        told = tell_count(out, told, first + COVERED + (star * HALVES + half) * HALF_BITS, covered, HALF_BITS)
    return tell_count(out, told, first + IN_STAR + star * RHOMBI, count_bits(bits), RHOMBI)


@jit
def tell_colours(state, player, star, bits, first, out, told):
    """The colours of a star, where the board leaves them open, and what lacks to fill one of one colour."""
    if state.board_side == COLOURED and star != CENTRE_STAR:
        return tell_lacking(state, player, star, bits, STAR_COLOUR[star], first, out, told)
    shown = np.int64(star_colours(player, star))
    is_one = state.board_side == PLAIN and shown & (shown - 1) == 0 and bits & (bits - 1) != 0
    if is_one or bits != STAR_BITS:
        told = write_more_bits(shown, first + SHOWN + star * COLOURS_N, out, told)
    if is_one:
        told = tell(out, told, first + ONE_COLOUR + star)
        told = tell_lacking(state, player, star, bits, lowest_bit(shown), first, out, told)
    return told


@jit
def tell_lacking(state, player, star, bits, colour, first, out, told):
    """How many tiles of its colour or wild ones lack to pay for all empty spaces, if few do, 0 included."""
    if bits == STAR_BITS:
        return told
    wild = wild_colour(state)
    purse = np.int64(player.hand[colour])
    if colour != wild:
        purse += player.hand[wild]
    lacking = max(0, COST_LEFT[state.board_side, star, bits] - purse)
    if lacking <= LACKING_MAX:
        told = tell(out, told, first + LACKING + star * (LACKING_MAX + 1) + lacking)
    return told


@jit
def tell_bonuses(player, board_side, first, out, told):
    """Numbers by how many of their spaces are empty, if few are, 0 included; statues and pillars."""
    for number in NUMBERS_SCORED:
        left = count_bits(NUMBER_SPACES[board_side, number] & ~player.occupied)
        if left <= NUMBER_LEFT_MAX:
            told = tell(out, told, first + NUMBER_LEFT + (number - 1) * (NUMBER_LEFT_MAX + 1) + left)
    for element in range(STATUE, ELEMENTS_N):
        covered = count_bits(ELEMENT_SPACES[element] & player.occupied)
        told = tell_count(out, told, first + ELEMENT + (element - STATUE) * SIDES, covered, SIDES)
    return told
