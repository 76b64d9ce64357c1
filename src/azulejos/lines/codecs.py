"""How the values of a document are spelled in a line: each codec writes a value and reads it back.

The empty word is each one's value for "nothing there", and what is empty at the end of a list is left out.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, Protocol

from azulejos.core.document import short
from azulejos.core.message import Message

PIECES_MAX = 400  # in one run: more than any table has
EMPTY_SPACE = "."


class Unreadable(Exception):
    """A word that is no value; the message says what would be one."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def wrong(template: str, **facts: Any) -> Unreadable:
    """What to raise about a word."""
    return Unreadable(Message(template, **facts))


class Codec(Protocol):
    def write(self, value: Any) -> str: ...

    def read(self, word: str) -> Any: ...


class Word:
    """A name, as documents have it; their reader knows which there are."""

    def write(self, value: str | None) -> str:
        return value or ""

    def read(self, word: str) -> str | None:
        return word or None


@dataclass(frozen=True)
class Number:
    """A whole number; the usual one is left out."""

    usual: int | None = None

    def write(self, value: int | None) -> str:
        return "" if value is None or value == self.usual else str(value)

    def read(self, word: str) -> int | None:
        if not word:
            return self.usual
        if not re.fullmatch("-?[0-9]{1,5}", word):
            raise wrong("{word} is no whole number", word=short(word))
        return int(word)


@dataclass(frozen=True)
class Seat:
    """`seat-2` is 2. The usual seat is left out, and so is whatever is no seat."""

    usual: str | None = None

    def write(self, value: str | None) -> str:
        is_told = value is not None and value.startswith("seat-") and value != self.usual
        return value.removeprefix("seat-") if value and is_told else ""

    def read(self, word: str) -> str | None:
        if not word:
            return self.usual
        if not re.fullmatch("[1-9]", word):
            raise wrong("{word} is no seat; they are numbered from 1", word=short(word))
        return f"seat-{word}"


@dataclass(frozen=True)
class Flag:
    """True is this word, and false is nothing."""

    name: str

    def write(self, value: bool) -> str:
        return self.name if value else ""

    def read(self, word: str) -> bool:
        if word not in ("", self.name):
            raise wrong("{word} should be {name}, or nothing", word=short(word), name=self.name)
        return bool(word)


@dataclass(frozen=True)
class Letter:
    """One piece by its letter."""

    letters: dict[str, str]

    def write(self, value: str | None) -> str:
        return "" if value is None else _turned(self.letters)[value]

    def read(self, word: str) -> str | None:
        if not word:
            return None
        if word not in self.letters:
            _refuse_piece(word, self.letters)
        return self.letters[word]


@dataclass(frozen=True)
class Run:
    """Pieces in their order, `b3.2r` for three blue ones, two spaces without any, and a red one.

    A number counts the letter before it. Empty spaces at the end are left out; `size` puts them back.
    """

    letters: dict[str, str]
    size: int = 0

    def write(self, pieces: Sequence[str | None]) -> str:
        names = _turned(self.letters)
        word = [EMPTY_SPACE if piece is None else names[piece] for piece in pieces]
        while self.size and word and word[-1] == EMPTY_SPACE:
            word.pop()
        return "".join(letter + (str(count) if count > 1 else "") for letter, count in _counted(word))

    def read(self, word: str) -> list[str | None]:
        pieces: list[str | None] = []
        for letter, count in _split(word, r"([^0-9])([0-9]{0,3})"):
            is_empty = letter == EMPTY_SPACE and self.size
            if not is_empty and letter not in self.letters:
                _refuse_piece(letter, self.letters)
            pieces += [None if is_empty else self.letters[letter]] * int(count or 1)
            _check_length(pieces)
        return pieces + [None] * (self.size - len(pieces))


@dataclass(frozen=True)
class Tally:
    """How many of each piece: a run without an order."""

    run: Codec

    def write(self, counts: dict[str, int]) -> str:
        return self.run.write([piece for piece, count in counts.items() for _ in range(count)])

    def read(self, word: str) -> dict[str, int]:
        pieces = self.run.read(word)
        return {piece: pieces.count(piece) for piece in pieces}


@dataclass(frozen=True)
class Several:
    """A list, as long as it is."""

    item: Codec

    def write(self, values: Sequence[Any]) -> str:
        return ",".join(map(self.item.write, values))

    def read(self, word: str) -> list[Any]:
        return [self.item.read(part) for part in word.split(",")] if word else []


@dataclass(frozen=True)
class Places:
    """A list of so many places; empty ones at its end are left out."""

    item: Codec
    size: int

    def write(self, values: Sequence[Any]) -> str:
        return ",".join(map(self.item.write, values)).rstrip(",")

    def read(self, word: str) -> list[Any]:
        parts = word.split(",")
        if len(parts) > self.size:
            raise wrong("{count} places where there are {size}", count=len(parts), size=self.size)
        return [self.item.read(part) for part in parts + [""] * (self.size - len(parts))]


@dataclass(frozen=True)
class Parts:
    """A mapping whose entries stand in an order of their own; empty ones at its end are left out."""

    separator: str
    entries: dict[str, Codec]

    def write(self, values: dict[str, Any]) -> str:
        words = [codec.write(values[key]) for key, codec in self.entries.items()]
        return self.separator.join(words).rstrip(self.separator)

    def read(self, word: str) -> dict[str, Any]:
        words = word.split(self.separator)
        if len(words) > len(self.entries):
            names = self.separator.join(self.entries)
            raise wrong("{word} has more parts than {names}", word=short(word), names=names)
        words += [""] * (len(self.entries) - len(words))
        return {
            key: read_part(codec, part, key)
            for (key, codec), part in zip(self.entries.items(), words, strict=True)
        }


@dataclass(frozen=True)
class Maybe:
    """Something that may be missing as a whole; a mark stands where it is there, but empty."""

    item: Codec
    mark: str

    def write(self, value: Any) -> str:
        return "" if value is None else self.item.write(value) or self.mark

    def read(self, word: str) -> Any:
        return None if not word else self.item.read("" if word == self.mark else word)


def read_part(codec: Codec, word: str, where: str) -> Any:
    """A part of a line; what is wrong with it is told with the place."""
    try:
        return codec.read(word)
    except Unreadable as reason:
        raise wrong("{where}: {reason}", where=where, reason=reason.message) from None


def _split(word: str, pattern: str) -> list[tuple[str, str]]:
    """A run as pairs of what stands before its numbers and the numbers."""
    if not re.fullmatch(f"(?:{pattern})*", word):
        raise wrong("{word} is no run of pieces", word=short(word))
    return re.findall(pattern, word)


def _check_length(pieces: Sequence[Any]) -> None:
    if len(pieces) > PIECES_MAX:
        raise wrong("more than {most} pieces in one place", most=PIECES_MAX)


def _counted(word: Sequence[str]) -> list[tuple[str, int]]:
    """Each letter with how often it stands there in a row."""
    runs: list[tuple[str, int]] = []
    for letter in word:
        if runs and runs[-1][0] == letter:
            runs[-1] = (letter, runs[-1][1] + 1)
        else:
            runs.append((letter, 1))
    return runs


def _turned(letters: dict[str, str]) -> dict[str, str]:
    return {name: letter for letter, name in letters.items()}


def _refuse_piece(word: str, letters: dict[str, str]) -> NoReturn:
    known = ", ".join(f"{letter} {name}" for letter, name in letters.items())
    raise wrong("there is no piece {piece}; there is {known}", piece=short(word), known=known)


Shape = Callable[[int], tuple[dict[str, Codec], Parts]]
"""Of a game with so many players: how the entries of its documents are spelled, and a seat's."""
