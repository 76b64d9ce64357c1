"""What a position of Summer Pavilion is worth to a seat, to `greedy-1` and to the search. `value` is frozen: a yardstick."""

from azulejos.core.bits import count_bits
from azulejos.core.jit import jit
from azulejos.games.pavilion.board import (
    CENTRE_STAR,
    COLOURS_N,
    ELEMENT_SPACES,
    ELEMENT_TILES,
    ELEMENTS_N,
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    NUMBERS_SCORED,
    RHOMBI,
    ROUNDS,
    STAR_COLOUR,
    STAR_POINTS,
    STARS_N,
)
from azulejos.games.pavilion.scoring import NUMBER_SPACES
from azulejos.games.pavilion.state import COLOURED, star_bits, star_colours, wild_colour

NO_OPPONENT = -1e9
SCALE = 12.0  # so many points ahead: three wins of four, about
ROLLED = 0.0  # a round is long, and a value says much at any time
AVOIDED = ("pass",)  # what looks stupid as long as something else can be chosen
TILE = 0.6  # what a tile beside the board promises
WILD_TILE = 0.9
BONUS_TILE = 1.2
DISCARD = -1.0


@jit
def value(state, seat):
    """The own prospect minus the best opponent's."""
    best = NO_OPPONENT
    for other in range(state.players_n):
        if other != seat:
            best = max(best, prospect(state, state.players[other]))
    return prospect(state, state.players[seat]) - best


@jit
def prospect(state, player):
    """The score, what the tiles in hand promise, and the progress towards stars, numbers and bonuses."""
    return player.score + promise(state, player) + progress(player, state.board_side)


@jit
def promise(state, player):
    """Tiles promise points; those kept in the corners cost one each in the last round (SP-32)."""
    kept = 0.0
    for colour in range(COLOURS_N):
        kept += player.corners[colour]
    is_last = state.round_number == ROUNDS
    total = kept * (DISCARD if is_last else TILE)
    if player.passed:
        return total
    wild = wild_colour(state)
    for colour in range(COLOURS_N):
        total += player.hand[colour] * (WILD_TILE if colour == wild else TILE)
    return total


@jit
def progress(player, board_side):
    """Each bonus in proportion to the square of how much of it is there."""
    total = 0.0
    for star in range(STARS_N):
        total += star_worth(player, star, board_side) * square_share(star_bits(player, star), RHOMBI)
    for number in NUMBERS_SCORED:
        spaces = NUMBER_SPACES[board_side, number]
        total += NUMBER_POINTS[number] * square_share(player.occupied & spaces, count_bits(spaces))
    for element in range(ELEMENTS_N):
        spaces = ELEMENT_SPACES[element]
        if player.occupied & spaces != spaces:
            share = square_share(player.occupied & spaces, count_bits(spaces))
            total += BONUS_TILE * ELEMENT_TILES[element] * share
    return total


@jit
def square_share(covered, all_n):
    return (count_bits(covered) / all_n) ** 2


@jit
def star_worth(player, star, board_side):
    """What the star will score when it is full, as far as that is decided."""
    if board_side == COLOURED and star != CENTRE_STAR:
        return STAR_POINTS[STAR_COLOUR[star]]
    colours = star_colours(player, star)
    if colours == 0 or colours & (colours - 1) or board_side == COLOURED:
        return MANY_COLOURS_POINTS
    return STAR_POINTS[count_bits(colours - 1)]
