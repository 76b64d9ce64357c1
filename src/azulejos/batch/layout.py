"""The layout of a record for a GPU: the same fields by the same names, in another order.

A GPU reads a number only from a multiple of its size. On tables of the CPU fields stand in the order in which
people read them, without gaps; here the widest come first, and a field of zeros fills the end. See
docs/decisions/0017.
"""

import numpy as np

PADDING = "padding"


WORD = 8  # bytes


def for_gpu(record: np.dtype) -> np.dtype:
    """The layout of a table there: every number at a multiple of its size, no gaps, whole words."""
    return _aligned(record, WORD)


def _aligned(record: np.dtype, least: int) -> np.dtype:
    if record.names is None:
        return record
    fields = [(name, _aligned(record[name].base, 1), record[name].shape) for name in record.names]
    fields.sort(key=lambda field: -width(field[1]))  # otherwise as they were
    size = sum(np.dtype((kind, shape)).itemsize for _, kind, shape in fields)
    whole = max(width(record), least)
    if size % whole:
        fields.append((PADDING, np.dtype(np.int8), (-size % whole,)))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def width(kind: np.dtype) -> int:
    """The size of the widest number in it."""
    if kind.names is None:
        return kind.itemsize
    return max(width(kind[name].base) for name in kind.names)


def convert(source: np.ndarray, target: np.ndarray) -> None:
    """Copy records of one layout into those of another, field by field."""
    for name in source.dtype.names or ():
        if name == PADDING:
            continue
        if source.dtype[name].base.names:
            convert(source[name], target[name])
        else:
            target[name] = source[name]
