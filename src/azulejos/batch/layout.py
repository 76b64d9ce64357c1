"""The layout of a record for a GPU: the same fields by the same names, in another order.

A GPU reads a number only from a multiple of its size. On tables of the CPU fields stand in the order in which
people read them, without gaps; here the widest come first, and a field of zeros fills the end. Most of a
table are arrays of small numbers, which take a byte each here: see docs/decisions/0017.
"""

import numpy as np

PADDING = "padding"


WORD = 8  # bytes


def for_gpu(record: np.dtype, is_narrow: bool = True) -> np.dtype:
    """The layout of a table there: every number at a multiple of its size, no gaps, whole words.

    Plain Python, which counts with the numbers as they lie there, needs the wide ones.
    """
    return _aligned(record, WORD, is_narrow)


def _aligned(record: np.dtype, least: int, is_narrow: bool) -> np.dtype:
    if record.names is None:
        return record
    fields = [(name, _field(record[name], is_narrow), record[name].shape) for name in record.names]
    fields.sort(key=lambda field: -width(field[1]))  # otherwise as they were
    size = sum(np.dtype((kind, shape)).itemsize for _, kind, shape in fields)
    whole = max(width(record), least)
    if size % whole:
        fields.append((PADDING, np.dtype(np.int8), (-size % whole,)))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _field(field: np.dtype, is_narrow: bool) -> np.dtype:
    """Numbers in arrays are counts and names of things and fit into a byte; others may be scores or turns."""
    kind = _aligned(field.base, 1, is_narrow)
    return np.dtype(np.int8) if is_narrow and field.shape and kind == np.int16 else kind


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
