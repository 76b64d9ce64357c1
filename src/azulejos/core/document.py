"""Reading a document from outside: every value is checked, every problem is collected, none raises."""

from collections.abc import Sequence
from typing import Any

from azulejos.core.message import Message


class Reader:
    """Reads values out of a document. A wrong one becomes a problem, and a harmless value is returned."""

    def __init__(self) -> None:
        self.problems: list[Message] = []

    def wrong(self, template: str, **facts: Any) -> None:
        self.problems.append(Message(template, **facts))

    def mapping(self, value: object, where: str, keys: Sequence[str]) -> dict[str, Any]:
        """A mapping with no other keys than these. A missing one is None for the caller to fill."""
        if not isinstance(value, dict):
            self.wrong("{where}: expected a mapping, got {value}", where=where, value=short(value))
            return dict.fromkeys(keys)
        for key in value:
            if key not in keys:
                self.wrong(
                    "{where}: unknown entry {key}; known are {keys}",
                    where=where,
                    key=short(key),
                    keys=", ".join(keys),
                )
        return {key: value.get(key) for key in keys}

    def whole(self, value: object, where: str, low: int, high: int, default: int) -> int:
        """A whole number from `low` to `high`."""
        if value is None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self.wrong(
            "{where}: expected a whole number from {low} to {high}, got {value}",
            where=where,
            low=low,
            high=high,
            value=short(value),
        )
        return default

    def one_of(self, value: object, where: str, names: Sequence[str], default: int | None = None) -> int:
        """The index of one of these names. Without a default it may not be missing."""
        if value is None and default is not None:
            return default
        if isinstance(value, str) and value in names:
            return names.index(value)
        self.wrong(
            "{where}: expected one of {names}, got {value}",
            where=where,
            names=", ".join(names),
            value=short(value),
        )
        return default or 0

    def items(self, value: object, where: str, most: int) -> list[Any]:
        """A list of at most so many values."""
        if value is None:
            return []
        if isinstance(value, list) and len(value) <= most:
            return value
        if isinstance(value, list):
            self.wrong(
                "{where}: {count} entries where {most} is the most",
                where=where,
                count=len(value),
                most=most,
            )
        else:
            self.wrong("{where}: expected a list, got {value}", where=where, value=short(value))
        return []

    def exactly(self, value: object, where: str, count: int) -> list[Any]:
        """A list of exactly so many values, or nothing at all."""
        values = self.items(value, where, count)
        if values and len(values) != count:
            self.wrong(
                "{where}: expected {count} entries, got {got}",
                where=where,
                count=count,
                got=len(values),
            )
        return [*values, *[None] * count][:count]

    def counts(self, value: object, where: str, names: Sequence[str], most: int) -> list[int]:
        """How many of each name: a mapping from names to whole numbers."""
        if value is None:
            return [0] * len(names)
        entries = self.mapping(value, where, names)
        return [self.whole(entries[name], f"{where}, {name}", 0, most, 0) for name in names]


def short(value: object) -> str:
    """A value as it may be shown in a message: one line, not too long, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list that holds itself
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
