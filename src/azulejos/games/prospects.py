"""What would the end of the round bring, were it now? The rules themselves say it, on a copy of the table."""

import importlib
from functools import cache, lru_cache
from struct import Struct
from types import SimpleNamespace
from typing import Any, Literal

import numpy as np

from azulejos import games

KEPT = 10_000  # answers: a page asks for dozens with each drawing, most of which it has asked for before


def due(game: str, state: Any, seat: int) -> int | None:
    """The points that a seat would gain or lose if the round ended now; None where only turns bring points.

    Where something would be asked then, the space that scores most is taken, and nothing is paid.
    """
    if game not in SETTLED:
        return None
    whole = state.tobytes()
    return _due(game, seat, tuple(whole[span] for span in _spans(game, seat)))


@cache
def _spans(game: str, seat: int) -> tuple[slice, ...]:
    """Where in the bytes of a table the fields lie that are needed, and the player."""
    _, names = SETTLED[game]
    fields: Any = games.contract(game).dtype.fields
    spans = [slice(first, first + kind.itemsize) for kind, first in map(fields.__getitem__, names)]
    players, first = fields["players"]
    return (*spans, slice(first := first + seat * players.base.itemsize, first + players.base.itemsize))


@lru_cache(KEPT)
def _due(game: str, seat: int, parts: tuple[bytes, ...]) -> int:
    """The same from the bytes of all that it depends on: many choices of a turn lead to the same."""
    settle, _ = SETTLED[game]
    common, own = _layouts(game)
    state, player = common.read(b"".join(parts[:-1])), own.read(parts[-1])
    state.players = {seat: player}
    before = player.score
    settle(_rules(game), state, seat)
    return int(player.score) - before


@cache
def _rules(game: str) -> Any:
    return importlib.import_module(f"azulejos.games.{game}.rules")


class _Layout:
    """How to read the bytes of some fields, in a third of the time that a record takes to tell them.

    What is read from a view of memory is a plain number, with which Python counts faster than with NumPy's.
    """

    def __init__(self, dtype: np.dtype, names: tuple[str, ...]) -> None:
        kinds = [dtype[name] for name in names]
        self._names, self._bytes = names, Struct("=" + "".join(map(_code, kinds)))
        self._arrays = [
            (name, _CODES[kind.base.itemsize], kind.shape)
            for name, kind in zip(names, kinds, strict=True)
            if kind.shape
        ]

    def read(self, content: bytes) -> SimpleNamespace:
        """The fields, to be written on."""
        found = dict(zip(self._names, self._bytes.unpack(content), strict=True))
        for name, code, shape in self._arrays:
            found[name] = memoryview(bytearray(found[name])).cast(code, shape)
        return SimpleNamespace(**found)


_CODES: dict[int, Literal["h", "q"]] = {2: "h", 8: "q"}


def _code(kind: np.dtype) -> str:
    return f"{kind.itemsize}s" if kind.shape else _CODES[kind.itemsize]


@cache
def _layouts(game: str) -> tuple[_Layout, _Layout]:
    """Of what all players share, as far as it is needed, and of one player."""
    dtype: Any = games.contract(game).dtype
    player = dtype["players"].base
    return _Layout(dtype, SETTLED[game][1]), _Layout(player, player.names)


def _best(rules: Any, player: Any, row: int, columns: int) -> int:
    """Of some columns, one bit each, the one in which a tile of this row scores most."""
    found = [column for column in range(columns.bit_length()) if columns >> column & 1]
    return max(found, key=lambda column: rules.tile_points(player, row, column))


def _chocolatier(rules: Any, state: Any, seat: int) -> None:
    """Full lines are laid, then the floor counts (MC-14 to MC-20, MC-27)."""
    player = state.players[seat]
    while rules.has_question(state, seat, None):
        row = int(rules.topmost_full_line(player))
        rules.lay(
            state, seat, row, _best(rules, player, row, int(rules.table.columns_for(player, row))), None
        )
    rules.finish_board(state, seat, None)


def _duel(rules: Any, state: Any, seat: int) -> None:
    """Full lines are laid, then broken tiles and the starting-player tile count (DU-25 to DU-36)."""
    player, state.row_asked = state.players[seat], 0
    while rules.has_question(state, seat, None):
        row = int(state.row_asked)
        if state.phase_id == rules.table.COLUMNS:
            rules.lay(state, seat, row, _best(rules, player, row, int(rules.columns_for(player, row))), None)
        state.row_asked = row + 1
    rules.score_losses(state, seat, None)


def _garden(rules: Any, state: Any, seat: int) -> None:
    """Three criteria of the wheel, and the pavilions (QG-27, QG-28)."""
    rules.score_wheel(state, seat, None)


HEADER = ("to_move", "turn_number", "step", "round_number", "phase_id")  # what a question changes
SETTLED = {
    "chocolatier": (_chocolatier, ("box_side", "lid")),
    "duel": (_duel, (*HEADER, "tower", "start_holder", "row_asked")),
    "garden": (_garden, ("round_number", "wheel", "wheel_points")),
}
"""How the end of a round is settled for one seat, and the fields of the table that are needed for it.

In the pavilion every point is won in a turn.
"""
