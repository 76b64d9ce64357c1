"""What is it worth? Points of tiles, losses, stars and numbers, and who has won."""

from typing import Any

import numpy as np

from azulejos.core.bits import count_bits
from azulejos.core.jit import jit
from azulejos.games.pavilion.board import (
    COST,
    FIRST_SCORE,
    LEAST_SCORE,
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    NUMBERS_SCORED,
    RHOMBI,
    SPACES_N,
    STAR_POINTS,
    STARS_N,
)
from azulejos.games.pavilion.state import STAR_BITS, star_bits, star_colours


def _ring_run(mask: int, place: int) -> int:
    """The length of the run of set bits around a place of a ring, the place itself counted as set."""
    mask |= 1 << place
    if mask == STAR_BITS:
        return RHOMBI
    first = last = place
    while (mask >> ((first - 1) % RHOMBI)) & 1:
        first -= 1
    while (mask >> ((last + 1) % RHOMBI)) & 1:
        last += 1
    return last - first + 1


RING_RUN = np.array(
    [[_ring_run(mask, place) for place in range(RHOMBI)] for mask in range(STAR_BITS + 1)], np.int64
)
"""How many tiles of a star are connected through a place: `RING_RUN[occupied, direction]`."""

NUMBER_SPACES = np.array(
    [
        [
            sum(1 << space for space in range(SPACES_N) if COST[side, space] == number)
            for number in (0, *NUMBERS_SCORED)
        ]
        for side in range(2)
    ],
    np.int64,
)
"""All spaces that show a number, one bit each: `NUMBER_SPACES[side, number]`."""


@jit
def tile_points(player, space):
    """What a tile laid on this space scores: the connected tiles of its star, itself included (SP-21)."""
    return RING_RUN[star_bits(player, space // RHOMBI), space % RHOMBI]


@jit
def loss(player, points):
    """What a loss really takes, not positive: no score falls below 1 (SP-10)."""
    return max(np.int64(-points), np.int64(LEAST_SCORE - player.score))


@jit
def star_points(player, star):
    """What a star scores at the end: nothing unless it is full (SP-30, SP-35)."""
    if star_bits(player, star) != STAR_BITS:
        return np.int64(0)
    colours = star_colours(player, star)
    if colours & (colours - 1):
        return np.int64(MANY_COLOURS_POINTS)
    return STAR_POINTS[count_bits(colours - 1)]


@jit
def is_number_full(player, number, board_side):
    """Are all spaces that show the number covered (SP-31, SP-36)?"""
    spaces = NUMBER_SPACES[board_side, number]
    return player.occupied & spaces == spaces


def most_points(player: Any, board_side: int, is_over: bool) -> int:
    """The most that a board can have: of a star with n tiles 1 + 2 + ... + n (SP-04, SP-21, SP-30, SP-31)."""
    tiles = [int(star_bits(player, star)).bit_count() for star in range(STARS_N)]
    laid = FIRST_SCORE + sum(n * (n + 1) // 2 for n in tiles)
    if not is_over:
        return laid
    stars = sum(int(star_points(player, star)) for star in range(STARS_N))
    numbers = [number for number in NUMBERS_SCORED if is_number_full(player, number, board_side)]
    return laid + stars + sum(int(NUMBER_POINTS[number]) for number in numbers)


@jit
def scores(state, out):
    """The score of every seat, as it stands on the track."""
    for seat in range(state.players_n):
        out[seat] = state.players[seat].score


@jit
def ranking(state, out):
    """How many seats have more points than each seat: 0 for all who win or share the win (SP-33)."""
    for seat in range(state.players_n):
        out[seat] = 0
        for other in range(state.players_n):
            if state.players[other].score > state.players[seat].score:
                out[seat] += 1
