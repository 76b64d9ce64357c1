"""Straight code that writes what a seat sees, made from what a game declares.

A plan that is interpreted entry by entry takes five times as long.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from azulejos.core.jit import jit
from azulejos.observations.fields import Declared, Field, Kind


def observer(declared: Declared, state: np.dtype, seat: np.dtype) -> Callable[..., None]:
    """`observe(state, viewer, out)`, marked for compiling."""
    names: dict[str, Any] = {"np": np, "__name__": __name__}
    exec(source(declared, state, seat), names)
    return jit(names["observe"])


def source(declared: Declared, state: np.dtype, seat: np.dtype) -> str:
    """The text of that function."""
    table_size = sum(field.size(state) for field in declared.table)
    seat_size = sum(field.size(seat) for field in declared.seat)
    return "\n".join(
        [
            "def observe(state, viewer, out):",
            "    players_n = np.int64(state.players_n)",
            *_written(declared.table, state, "state", "0", "    "),
            "    for order in range(players_n):",
            "        player = state.players[(viewer + order) % players_n]",
            f"        first = {table_size} + order * {seat_size}",
            *_written(declared.seat, seat, "player", "first", "        "),
        ]
    )


def _written(fields: Sequence[Field], record: np.dtype, owner: str, first: str, margin: str) -> list[str]:
    lines, at = [], 0
    for field in fields:
        lines += _field(field, field.shape(record), owner, f"{first} + {at}", margin)
        at += field.size(record)
    return lines


def _field(field: Field, shape: tuple[int, ...], owner: str, first: str, margin: str) -> list[str]:
    """A loop for each dimension, and one line inside."""
    lines, place = [], "0"
    for dimension, length in enumerate(shape):
        lines.append(f"{margin}for i{dimension} in range({length}):")
        margin += "    "
        place = f"({place}) * {length} + i{dimension}"
    within = shape[:-1] if field.kind is Kind.BITS else shape
    index = ", ".join(f"i{dimension}" for dimension in range(len(within)))
    value = f"np.int64({owner}.{field.name}{f'[{index}]' if index else ''})"
    return [*lines, f"{margin}out[{first} + {place}] = {_code(field, value, len(shape) - 1)}"]


def _code(field: Field, value: str, last: int) -> str:
    if field.kind is Kind.BITS:
        return f"({value} >> i{last}) & 1"
    if field.kind is Kind.SEAT:
        return f"({value} >= 0) * (1 + ({value} - viewer) % players_n)"
    if field.kind is Kind.NUMBER:
        return f"min({value}, {field.codes(0)})"
    return f"{value} - ({field.least})"
