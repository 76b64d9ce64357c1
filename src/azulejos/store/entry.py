"""What a table's log is made of, with or without a database."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: a choice, an undo, who sits where, what somebody is called."""

    kind: str
    body: dict[str, Any]
    number: int = 0  # given by the store
    created: float = field(default=0.0, compare=False)  # 0: when it is kept
