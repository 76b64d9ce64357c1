"""When do two tables lie alike? When the same pieces lie at the same places, whatever is counted beside them.

Whoever writes a table down with another score, round or turn, or with the seats the other way round, asks
about the same table. Each leaves a few prints, numbers that tables which lie alike have in common: of all
that lies there, and of each board by itself on which so much lies that it can be no other.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.game import Game
from azulejos.games import GAMES

# Fields of the games' records. Points, counters, bags and marks of whose turn it is lie nowhere.
OFFERED = ("offer", "supply", "sun", "moon", "large_moon", "face", "on_slot")
ON_BOARDS = ("line_count", "line_colour", "box", "spaces", "hand", "dome_tile", "garden", "tiles")
ENOUGH = 10  # numbers of a board that aren't as at the beginning: hardly ever the same in two games
CELL = np.dtype(np.int16)  # what records are made of


@dataclass(frozen=True)
class Layout:
    """Where in a game's records lies what counts, and what is there before anything lies."""

    rows: tuple[np.ndarray, ...]  # of the offer; in which order they lie doesn't matter
    boards: tuple[np.ndarray, ...]
    empty: np.ndarray
    players_n: int  # which cell says how many play
    to_move: int  # and which who is asked

    def lying(self, cells: np.ndarray, where: np.ndarray) -> int:
        """How much lies there."""
        return int(np.count_nonzero(cells[where] != self.empty[where]))


def prints(game: str, tables: Collection[bytes]) -> set[int]:
    """What tables that lie like one of these have in common with it."""
    layout, found = _layout(game), set[int]()
    for table in tables:
        cells = np.frombuffer(table, CELL)
        if cells[layout.to_move] == CHANCE:  # the first tiles of a deal lie alike at many tables
            continue
        own = layout.boards[: cells[layout.players_n]]
        boards = [cells[board].tobytes() for board in own]
        enough = [layout.lying(cells, board) >= ENOUGH for board in own]
        found |= {_print(game, [board]) for board, is_enough in zip(boards, enough, strict=True) if is_enough}
        if any(layout.lying(cells, row) for row in (*layout.rows, *own)):
            rows = sorted(cells[row].tobytes() for row in layout.rows)
            found.add(_print(game, [*rows, *sorted(boards)]))
    return found


def _print(game: str, pieces: Sequence[bytes]) -> int:
    """A number as databases have them."""
    digest = blake2b(b"".join(pieces), digest_size=8, person=game.encode()).digest()
    return int.from_bytes(digest, "big", signed=True)


@cache
@ready.plain()
def _layout(game: str) -> Layout:
    position = Game(game, GAMES[game].players[1]).start(deal="by hand")
    dtype: Any = position.game.rules.dtype
    players, begin = dtype.fields["players"][:2]
    offered = [_rows(dtype, name, 0) for name in OFFERED if name in dtype.names]
    seats = [begin + seat * players.base.itemsize for seat in range(players.shape[0])]
    own = [name for name in ON_BOARDS if name in players.base.names]
    boards = [np.concatenate([_rows(players.base, name, seat).ravel() for name in own]) for seat in seats]
    cells = position.table().view(CELL)
    heads = (dtype.fields[name][1] // CELL.itemsize for name in ("players_n", "to_move"))
    return Layout(tuple(row for rows in offered for row in rows), tuple(boards), cells, *heads)


def _rows(dtype: Any, name: str, begin: int) -> np.ndarray:
    """The numbers of a field's cells, in rows."""
    field, offset = dtype.fields[name][:2]
    count, first = field.itemsize // CELL.itemsize, (begin + offset) // CELL.itemsize
    width = field.shape[-1] if field.shape else 1
    return np.arange(first, first + count).reshape(-1, width)
