"""What a position of Summer Pavilion is worth to a seat. `value` is frozen: `greedy-1` plays by it."""

from azulejos.core.bits import count_bits
from azulejos.core.jit import jit
from azulejos.games.pavilion.board import (
    CENTRE_STAR,
    COLOURS_N,
    COST,
    ELEMENT_SPACES,
    ELEMENT_TILES,
    ELEMENTS_N,
    EMPTY,
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    NUMBERS_SCORED,
    RHOMBI,
    ROUNDS,
    STAR_COLOUR,
    STAR_POINTS,
    STARS_N,
)
from azulejos.games.pavilion.scoring import NUMBER_SPACES, RING_RUN
from azulejos.games.pavilion.state import COLOURED, STAR_BITS, star_colours, wild_colour

NO_OPPONENT = -1e9
SCALE = 12.0  # so many points ahead: three wins of four, about
ROLLED = 0.0  # a round is long, and a value says much at any time
SHARPER = 1.5  # a first sight says no more than it does by hand
AVOIDED = ("pass",)  # what looks stupid as long as something else can be chosen
CLOSE = 0.0  # what else seems as likely to win is chosen instead
TILE = 0.6  # what a tile beside the board promises
WILD_TILE = 0.9
BONUS_TILE = 1.2
DISCARD = -1.0
KEPT_MAX = 4  # tiles that are kept for the next round
# For the search: found by regression on how 600 games between searches ended, and rounded.
WILD_SOON = 1.5
KEPT, KEPT_EARLY = 0.65, 0.27  # a tile that is kept; more for each round that is left
STAR_SOON, NUMBER_SOON, ELEMENT_SOON = 0.8, 0.85, 1.35


@jit
def value(state, seat):
    """The own prospect minus the best opponent's."""
    best = NO_OPPONENT
    for other in range(state.players_n):
        if other != seat:
            best = max(best, prospect(state, state.players[other]))
    return prospect(state, state.players[seat]) - best


@jit
def expected(state, seat):
    """The score to come of one seat, for the search."""
    return outlook(state, state.players[seat])


@jit
def outlook(state, player):
    """The score to come after laying what is in hand, star by star, always where a tile brings most."""
    if state.board_side != COLOURED:
        return prospect(state, player)
    rounds_left = ROUNDS - state.round_number
    if player.passed:
        kept = KEPT + KEPT_EARLY * rounds_left if rounds_left > 0 else DISCARD
        return player.score + kept * tiles_kept(player) + soon(player, player.occupied)
    wild = wild_colour(state)
    wilds = player.hand[wild]
    covered, points, left = player.occupied, 0, 0
    for star in range(CENTRE_STAR):
        own = 0 if STAR_COLOUR[star] == wild else player.hand[STAR_COLOUR[star]]
        while own > 0:
            space = best_lay(covered, star, own + wilds)
            if space == EMPTY:
                break
            points += RING_RUN[(covered >> (star * RHOMBI)) & STAR_BITS, space % RHOMBI]
            covered |= 1 << space
            wilds -= max(0, COST[COLOURED, space] - own)
            own -= min(own, COST[COLOURED, space])
        left += own
    total = player.score + points + WILD_SOON * wilds + soon(player, covered)
    return total + (KEPT + KEPT_EARLY * rounds_left) * (min(left, KEPT_MAX) + tiles_kept(player))


@jit
def soon(player, covered):
    """Bonuses: a star counts once it is full, the others by the square of how much of them is covered."""
    total = 0.0
    for star in range(STARS_N):
        if (covered >> (star * RHOMBI)) & STAR_BITS == STAR_BITS:
            total += STAR_SOON * star_worth(player, star, COLOURED)
    return with_bonuses(total, player, COLOURED, covered, NUMBER_SOON, ELEMENT_SOON)


@jit
def best_lay(covered, star, tiles):
    """The space of a star that brings most points for a tile used; EMPTY if none can be covered."""
    best, best_share = EMPTY, 0.0
    bits = (covered >> (star * RHOMBI)) & STAR_BITS
    for direction in range(RHOMBI):
        space = star * RHOMBI + direction
        if not (bits >> direction) & 1 and COST[COLOURED, space] <= tiles:
            share = RING_RUN[bits, direction] / COST[COLOURED, space]
            if share > best_share:
                best, best_share = space, share
    return best


@jit
def prospect(state, player):
    """The score, what the tiles in hand promise, and the progress towards stars, numbers and bonuses."""
    return player.score + promise(state, player) + progress(player, state.board_side, player.occupied)


@jit
def promise(state, player):
    """Tiles promise points."""
    total = kept_promise(state, player)
    if player.passed:
        return total
    wild = wild_colour(state)
    for colour in range(COLOURS_N):
        total += player.hand[colour] * (WILD_TILE if colour == wild else TILE)
    return total


@jit
def kept_promise(state, player):
    """Tiles in the corners; in the last round each costs a point (SP-32)."""
    return float(tiles_kept(player)) * (DISCARD if state.round_number == ROUNDS else TILE)


@jit
def tiles_kept(player):
    kept = 0
    for colour in range(COLOURS_N):
        kept += player.corners[colour]
    return kept


@jit
def progress(player, board_side, covered):
    """Each bonus in proportion to the square of how much of it is covered, now or soon."""
    total = 0.0
    for star in range(STARS_N):
        bits = (covered >> (star * RHOMBI)) & STAR_BITS
        total += star_worth(player, star, board_side) * square_share(bits, RHOMBI)
    return with_bonuses(total, player, board_side, covered, 1.0, BONUS_TILE)


@jit
def with_bonuses(total, player, board_side, covered, number_weight, tile_weight):
    """More by the bonuses of numbers, and by the bonus tiles of elements that aren't surrounded yet."""
    for number in NUMBERS_SCORED:
        spaces = NUMBER_SPACES[board_side, number]
        share = square_share(covered & spaces, count_bits(spaces))
        total += number_weight * NUMBER_POINTS[number] * share
    for element in range(ELEMENTS_N):
        spaces = ELEMENT_SPACES[element]
        if player.occupied & spaces != spaces:
            share = square_share(covered & spaces, count_bits(spaces))
            total += tile_weight * ELEMENT_TILES[element] * share
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
