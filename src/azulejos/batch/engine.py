"""What `Batch` asks of whoever has its tables: a `Host`, or a `Device`.

Arrays are those of the place: NumPy's here, `batch.tensor.Tensor` on a GPU. What was asked for has been
checked when it comes here; nothing is refused.
"""

from typing import Any, Protocol

import numpy as np


class Engine(Protocol):
    """All tables of a batch, their dealers and dice, and the arrays that tell of them.

    Arrays tell of what lay there at the last `look` or `step`: after `begin`, `lay` and `sow` somebody looks.
    """

    def shown(self, name: str) -> Any:
        """An array of `host.room` for whoever plays, not copied. What `play` trusts can't be written."""

    def sow(self, seed: int | None) -> None:
        """Give each table a dealer and dice of its own from the seed, or from the system's chance."""

    def begin(self, chosen: Any) -> None:
        """A new game at some tables: a slice, numbers, or a mask."""

    def look(self, deals: bool) -> None:
        """Write all arrays anew; with `deals`, dealers first answer for CHANCE wherever it is asked."""

    def numbers(self, choices: Any) -> Any:
        """Choices as an array of words where the tables are; as they are, if they are no whole numbers."""

    def first_refused(self, numbers: Any) -> int:
        """The first table whose choice is illegal, or -1. Nothing has moved."""

    def step(self, numbers: Any) -> None:
        """Play a choice at each table, all of them legal, and write all arrays anew."""

    def random(self) -> Any:
        """A legal choice for each table by its dice; -1 where a game has ended."""

    def weights(self) -> Any:
        """How likely CHANCE's choices are, in the order of the array `lists`; 0 where it isn't asked."""

    def observe(self, seat: int | None, kind: str) -> Any:
        """What a seat sees of each table, or the one that is asked; of `sparse`, facts and their counts."""

    def table(self, number: int) -> np.ndarray:
        """The bytes of a table as the CPU lays them out, copied."""

    def lay(self, number: int, table: np.ndarray) -> None:
        """Put the bytes of a table in place of what lies there; its game is counted from here."""

    def kept(self) -> dict[str, np.ndarray]:
        """All that a batch is made of, copied here, to pickle it; the same wherever the tables are."""

    def restore(self, kept: dict[str, np.ndarray]) -> None:
        """Lay out what `kept` has given, with what it told of the last step."""
