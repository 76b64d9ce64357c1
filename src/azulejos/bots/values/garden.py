"""What a position of Queen's Garden is worth to a seat. `value` is frozen: `greedy-1` plays by it."""

from azulejos.core.bits import count_bits
from azulejos.core.jit import jit
from azulejos.games.garden.board import (
    CRITERIA_N,
    CRITERIA_PER_ROUND,
    FEATURE_JOKERS,
    FEATURE_SPACES,
    FEATURES_N,
    GROUP_LEAST,
    PAVILION,
    ROUNDS,
    SIDES,
)
from azulejos.games.garden.scoring import (
    criterion_points,
    first_group,
    group_bonus,
    of_criterion,
    storage_value,
    values_on,
)
from azulejos.games.garden.state import NO_EXPANSION, count_pavilions, occupied

NO_OPPONENT = -1e9
SCALE = 20.0  # so many points ahead: three wins of four, about
ROLLED = 0.0  # a round is long, and a value says much at any time
SHARPER = 1.5  # a first sight says no more than it does by hand
AVOIDED = ("pass",)  # what looks stupid as long as something else can be chosen
CLOSE = 0.06  # a pass seems better than it is where what else could come was seldom tried
PIECE = 0.9  # what a tile or expansion in the storage promises, as long as a round is left
LAST_PIECE = 0.4
JOKER = 1.4
SPACE = 0.15  # per free space, up to a dozen
PAIR = 0.45  # a group of two, as a share of its values
SINGLE = 0.12
LAST_SHARE = 0.6  # how much of the storage's value is feared in the last round
# For the search: found by regression on how 600 games between searches ended, and rounded.
PAVILION_SOON = 0.7
GROUP = 0.88  # of what a group scores
SMALL_GROUP = 0.2  # per value in it and round that is left
FREE_SPACE = 0.35
FEATURE, FEATURE_EARLY = 1.3, 0.75  # of what greedy-1 thinks of it; more for each round that is left
TILE, TILE_EARLY = 3.5, 0.9  # in the storage
EXPANSION = 2.2
JOKER_SOON = 4.4
DEARNESS = 1.07  # tiles of high values are hard to place


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
    """The score to come: what lies will score, and what is in the storage will be placed or paid."""
    rounds_left = ROUNDS - state.round_number
    total = player.score + wheel_promise(state, player) + PAVILION_SOON * count_pavilions(player)
    for criterion in range(CRITERIA_N):
        total += group_outlook(player, criterion, state.side, rounds_left)
    total += FREE_SPACE * min(count_bits(player.free), 12)
    total += (FEATURE + FEATURE_EARLY * rounds_left) * feature_promise(player)
    if player.passed and rounds_left == 0:
        return total + player.jokers - storage_value(player)
    total += (TILE + TILE_EARLY * rounds_left) * player.tile_count + EXPANSION * count_bits(player.expansions)
    return total + JOKER_SOON * player.jokers - DEARNESS * storage_value(player)


@jit
def group_outlook(player, criterion, side, rounds_left):
    """Groups of three and more score; smaller ones can grow as long as rounds are left."""
    total = 0.0
    spaces = of_criterion(player, criterion)
    while spaces:
        group = first_group(spaces)
        spaces &= ~group
        size = count_bits(group)
        if size >= GROUP_LEAST:
            total += GROUP * (values_on(player, group) + group_bonus(size, side))
        else:
            total += SMALL_GROUP * rounds_left * values_on(player, group)
    return total


@jit
def prospect(state, player):
    """The score, what the wheel will bring, groups in proportion, and what the storage promises."""
    rounds = ROUNDS - state.round_number + 1  # that will still be scored
    total = player.score + wheel_promise(state, player) + count_pavilions(player) * float(rounds)
    for criterion in range(CRITERIA_N):
        total += group_promise(player, criterion, state.side)
    total += SPACE * min(count_bits(player.free), 12)
    return total + feature_promise(player) + storage_promise(state, player)


@jit
def wheel_promise(state, player):
    """What the garden as it is will score in this round and those that follow."""
    total = 0.0
    for step in range(state.round_number - 1, ROUNDS):
        for nth in range(CRITERIA_PER_ROUND):
            total += criterion_points(player, state.wheel[step, nth], state.wheel_points[step, nth])
    return total


@jit
def group_promise(player, criterion, side):
    """Groups score in full from three on; smaller ones promise a part."""
    total = 0.0
    spaces = of_criterion(player, criterion)
    while spaces:
        group = first_group(spaces)
        spaces &= ~group
        size = count_bits(group)
        values = values_on(player, group)
        if size >= GROUP_LEAST:
            total += values + group_bonus(size, side)
        else:
            total += values * (PAIR if size > 1 else SINGLE)
    return total


@jit
def feature_promise(player):
    """Jokers for surrounding, in proportion to the square of how much of it is done."""
    covered = occupied(player)
    total = 0.0
    for feature in range(FEATURES_N):
        spaces = FEATURE_SPACES[feature]
        is_there = feature < PAVILION or player.places[feature - PAVILION] > NO_EXPANSION
        if is_there and covered & spaces != spaces:
            total += FEATURE_JOKERS[feature] * (count_bits(covered & spaces) / SIDES) ** 2
    return total


@jit
def storage_promise(state, player):
    """Pieces are there to be placed or paid; in the last round they weigh on the score."""
    pieces = player.tile_count + count_bits(player.expansions)
    if state.round_number < ROUNDS:
        return pieces * PIECE + player.jokers * JOKER
    if player.passed:
        return player.jokers - float(storage_value(player))
    return pieces * LAST_PIECE - LAST_SHARE * storage_value(player) + player.jokers
