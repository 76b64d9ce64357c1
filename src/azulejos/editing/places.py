"""Places of a document: what lies there, and how a piece is put there or taken away.

A piece goes by the name that drawings have for it, `chip blue`; each place knows how documents call it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from azulejos.core.message import Message
from azulejos.errors import AzulejosError

Document = dict[str, Any]
Names = Mapping[str, Any]  # pieces, as drawings call them -> as documents do


class Unfit(AzulejosError):
    """A piece that can't be put there, or that isn't there."""


@dataclass(frozen=True)
class Place:
    """Somewhere in a document, and the pieces that it has room for."""

    where: tuple[str | int, ...]
    pieces: Names

    def value(self, document: Document) -> Any:
        return self._around(document)[self.where[-1]]

    def lay(self, document: Document, value: Any) -> None:
        self._around(document)[self.where[-1]] = value

    def _around(self, document: Document) -> Any:
        found: Any = document
        for key in self.where[:-1]:
            found = found[key]
        return found

    def named(self, word: Any) -> list[str]:
        """The piece that documents call so, if it is one of these."""
        return [piece for piece, own in self.pieces.items() if own == word]

    def lying(self, document: Document) -> list[str]:
        """The pieces that lie there, the uppermost one last."""
        raise NotImplementedError

    def put(self, document: Document, piece: str) -> None:
        raise NotImplementedError

    def take(self, document: Document, piece: str) -> None:
        """Take away a piece that lies there."""
        raise NotImplementedError


class Turning(Place):
    """A place on which a piece can be turned."""

    def turn(self, document: Document, piece: str) -> None:
        """Turn a piece that lies there by one step."""
        raise NotImplementedError


class Pile(Place):
    """Pieces without an order: how many there are of each."""

    def lying(self, document: Document) -> list[str]:
        counts = self.value(document)
        return [piece for piece, word in self.pieces.items() for _ in range(counts.get(word, 0))]

    def put(self, document: Document, piece: str) -> None:
        counts, word = self.value(document), self.pieces[piece]
        counts[word] = counts.get(word, 0) + 1

    def take(self, document: Document, piece: str) -> None:
        counts, word = self.value(document), self.pieces[piece]
        counts[word] -= 1
        if not counts[word]:
            del counts[word]


@dataclass(frozen=True)
class Row(Place):
    """Pieces in their order, the last one uppermost."""

    most: int = 0

    def lying(self, document: Document) -> list[str]:
        return [piece for word in self.value(document) for piece in self.named(word)]

    def put(self, document: Document, piece: str) -> None:
        words = self.value(document)
        if len(words) >= self.most:
            raise Unfit(Message("there is no room for another piece"))
        words.append(self.pieces[piece])

    def take(self, document: Document, piece: str) -> None:
        words = self.value(document)
        last = len(words) - 1 - words[::-1].index(self.pieces[piece])
        del words[last]


@dataclass(frozen=True)
class Space(Place):
    """Room for one piece; another one that is put there takes its place."""

    empty: Any = None

    def lying(self, document: Document) -> list[str]:
        return self.named(self.value(document))

    def put(self, document: Document, piece: str) -> None:
        self.lay(document, self.pieces[piece])

    def take(self, document: Document, piece: str) -> None:
        self.lay(document, self.empty)


class Count(Place):
    """So many pieces of one kind."""

    def lying(self, document: Document) -> list[str]:
        return list(self.pieces) * self.value(document)

    def put(self, document: Document, piece: str) -> None:
        self.lay(document, self.value(document) + 1)

    def take(self, document: Document, piece: str) -> None:
        self.lay(document, self.value(document) - 1)


@dataclass(frozen=True)
class Also:
    """Another place for pieces that lie elsewhere: whoever puts them here puts them there."""

    place: Place

    @property
    def pieces(self) -> Names:
        return self.place.pieces

    def lying(self, document: Document) -> list[str]:
        return []

    def put(self, document: Document, piece: str) -> None:
        self.place.put(document, piece)
