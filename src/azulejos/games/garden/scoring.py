"""What is it worth? The wheel, groups and what is left, and who has won."""

from typing import Any

import numpy as np

from azulejos.core.bits import count_bits, lowest_bit
from azulejos.core.jit import jit
from azulejos.games.garden.board import (
    COLOURS_N,
    CRITERIA_N,
    CRITERIA_PER_ROUND,
    FIRST_SCORE,
    FULL_GROUP_BONUS,
    GROUP_LEAST,
    GROUP_MOST,
    HEXAGONS_N,
    VALUE,
)
from azulejos.games.garden.state import count_pavilions, flood, matches, value_of

SIDE_A, SIDE_B = 0, 1


@jit
def loss(player, points):
    """What a loss really takes, not positive: no score falls below 0 (QG-26)."""
    return max(np.int64(-points), np.int64(-player.score))


@jit
def of_criterion(player, criterion):
    """Where the hexagons of a criterion lie in a garden."""
    if criterion < COLOURS_N:
        return player.of_colour[criterion]
    return player.of_pattern[criterion - COLOURS_N]


@jit
def values_on(player, spaces):
    """The sum of the values of the hexagons on some spaces."""
    total = 0
    while spaces:
        total += value_of(np.int64(player.garden[lowest_bit(spaces)]))
        spaces &= spaces - 1
    return total


@jit
def criterion_points(player, criterion, worth):
    """What the wheel brings for one criterion (QG-27, QG-35)."""
    spaces = of_criterion(player, criterion)
    return values_on(player, spaces) if worth == VALUE else worth * count_bits(spaces)


@jit
def group_bonus(size, side):
    """What a group scores more for its size (QG-33, QG-36)."""
    if side == SIDE_B:
        return size
    return FULL_GROUP_BONUS if size == GROUP_MOST else 0


@jit
def first_group(spaces):
    """The connected part of a set that contains its lowest space."""
    return flood(spaces & -spaces, spaces)


@jit
def is_scored(group):
    return count_bits(group) >= GROUP_LEAST


@jit
def groups_points(player, side):
    """What all groups of a garden score together at the end (QG-32, QG-33, QG-36)."""
    total = 0
    for criterion in range(CRITERIA_N):
        spaces = of_criterion(player, criterion)
        while spaces:
            group = first_group(spaces)
            spaces &= ~group
            if is_scored(group):
                total += values_on(player, group) + group_bonus(count_bits(group), side)
    return total


@jit
def hexagon_points(state, hexagon):
    """What one hexagon in a garden brings at the end of this round (QG-27)."""
    step = np.int64(state.round_number) - 1
    total = 0
    for nth in range(CRITERIA_PER_ROUND):
        if matches(hexagon, np.int64(state.wheel[step, nth])):
            worth = np.int64(state.wheel_points[step, nth])
            total += value_of(hexagon) if worth == VALUE else worth
    return total


@jit
def wheel_points(state, player, step):
    """What a garden brings at a step of the wheel, pavilions included (QG-27, QG-28)."""
    total = count_pavilions(player)
    for nth in range(CRITERIA_PER_ROUND):
        worth = np.int64(state.wheel_points[step, nth])
        total += criterion_points(player, np.int64(state.wheel[step, nth]), worth)
    return total


@jit
def round_points(state, player):
    """What a garden brings at the end of this round, as it is now."""
    return wheel_points(state, player, np.int64(state.round_number) - 1)


def most_points(state: Any, player: Any, is_over: bool) -> int:
    """The most that a garden can have brought: as it is now at every round scored (QG-02, QG-27 to QG-33)."""
    scored = int(state.round_number) - (not is_over)
    total = FIRST_SCORE + sum(int(wheel_points(state, player, step)) for step in range(scored))
    return total + (int(player.jokers) + int(groups_points(player, state.side)) if is_over else 0)


@jit
def storage_value(player):
    """The values of the tiles and expansions left in the storage (QG-31)."""
    total = 0
    for hexagon in range(HEXAGONS_N):
        count = player.tiles[hexagon] + ((player.expansions >> hexagon) & 1)
        total += count * value_of(hexagon)
    return total


@jit
def scores(state, out):
    """The score of every seat, as it stands on the track."""
    for seat in range(state.players_n):
        out[seat] = state.players[seat].score


@jit
def ranking(state, out):
    """How many seats have more points than each seat: 0 for all who win or share the win (QG-34)."""
    for seat in range(state.players_n):
        out[seat] = 0
        for other in range(state.players_n):
            if state.players[other].score > state.players[seat].score:
                out[seat] += 1
