"""A table as a plain object, for whoever reads it field by field: drawings and words.

Reading a field of a NumPy record takes a microsecond, and a drawing reads thousands of them.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np


class Plain:
    """The fields of a record by name: numbers, arrays of numbers, plain objects and lists of these."""

    def __init__(self, record: Any) -> None:
        for name in record.dtype.names:
            setattr(self, name, _plain(record[name]))

    @classmethod
    def of(cls, state: Any) -> "Plain":
        """A record as a plain object; what is one already stays as it is."""
        return state if isinstance(state, cls) else cls(state)

    def only(self, names: Iterable[str], **others: Any) -> "Plain":
        """Some of its fields, and others in place of theirs."""
        chosen = object.__new__(Plain)
        chosen.__dict__.update((name, self.__dict__[name]) for name in names)
        chosen.__dict__.update(others)
        return chosen

    def key(self) -> tuple[Any, ...]:
        """All it holds: equal for equal tables with the same fields."""
        return tuple(map(_key, self.__dict__.values()))

    def copy(self) -> "Plain":
        copied = object.__new__(Plain)
        copied.__dict__.update((name, _copied(value)) for name, value in self.__dict__.items())
        return copied


def _plain(value: Any) -> Any:
    if value.dtype.names is not None:
        return [Plain(each) for each in value] if isinstance(value, np.ndarray) else Plain(value)
    return value.copy() if isinstance(value, np.ndarray) else value.item()


def _key(value: Any) -> Any:
    kind = type(value)
    if kind is int:  # most are
        return value
    if kind is np.ndarray:
        return value.tobytes()
    if kind is Plain:
        return value.key()
    if kind is dict:
        return tuple((name, _key(each)) for name, each in value.items())
    return tuple(map(_key, value)) if kind is list else value


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [each.copy() for each in value]
    return value.copy() if isinstance(value, np.ndarray | Plain) else value
