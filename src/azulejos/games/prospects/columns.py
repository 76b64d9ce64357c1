"""Where a tile would be laid if the round ended now, in the games that lay tiles of lines in columns."""

from collections.abc import Callable

from azulejos.core.bits import lowest_bit
from azulejos.core.jit import jit


def best_by(columns_for: Callable[..., int], tile_points: Callable[..., int]) -> Callable[..., int]:
    """The column that scores most for a player's line, the first of several; it must have one."""

    @jit
    def best_column(player, row):
        free = columns_for(player, row)
        best, most = -1, -1
        while free:
            column = lowest_bit(free)
            points = tile_points(player, row, column)
            if points > most:
                best, most = column, points
            free &= free - 1
        return best

    return best_column
