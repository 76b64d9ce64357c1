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
SCALE = 12.0  # so many points ahead: three wins of four, about
ROLLED = 0.0  # a round is long, and a value says much at any time
AVOIDED = ("pass",)  # what looks stupid as long as something else can be chosen
PIECE = 0.9  # what a tile or expansion in the storage promises, as long as a round is left
LAST_PIECE = 0.4
JOKER = 1.4
SPACE = 0.15  # per free space, up to a dozen
PAIR = 0.45  # a group of two, as a share of its values
SINGLE = 0.12
LAST_SHARE = 0.6  # how much of the storage's value is feared in the last round


@jit
def value(state, seat):
    """The own prospect minus the best opponent's."""
    best = NO_OPPONENT
    for other in range(state.players_n):
        if other != seat:
            best = max(best, prospect(state, state.players[other]))
    return prospect(state, state.players[seat]) - best


worth = value  # the search has nothing better


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
