"""A position in one line: `chocolatier 2 1.2.1 placing:2 centre=c2 factories=,bn2c hand=r2 0:b 0`.

First the game, its players and its options, then round, turn and step, what is asked of whom, what lies on
the table by the names that documents have for it, and the seats. What is empty or usual is left out.
"""

import importlib
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from azulejos.core.contract import Option
from azulejos.core.document import short
from azulejos.errors import PositionError
from azulejos.games import GAMES, not_for
from azulejos.lines.codecs import Codec, Parts, Unreadable, read_part, wrong

VERSION = 1  # a later one would stand behind the game: `chocolatier@2`
LENGTH_MAX = 8_000  # of the longest positions, four times as much
FIRST = "first"
RANDOM = "random"
WHEN = ("round", "turn", "step")

Document = dict[str, Any]


def write(document: Document, complete: Callable[[Document], Document]) -> str:
    """A whole document as a line. What `complete` finds by itself, given the rest, is left out."""
    game, players = document["game"], document["players"]
    entries, seat = _shape(game, players)
    computed = _computed(game)
    found = complete({key: value for key, value in document.items() if key not in computed})
    told = [key for key in entries if key not in computed or found.get(key) != document[key]]
    words = {key: entries[key].write(document[key]) for key in told}
    return " ".join(
        [
            *_head(game, players, document["options"]),
            ".".join(str(document[key]) for key in WHEN if key != "step" or document[key]),
            _asked(document),
            *(f"{_spelled(key)}={word}" for key, word in words.items() if word or key in computed),
            *(seat.write(value) for value in document["seats"]),
        ]
    )


def _head(game: str, players: int, options: dict[str, str]) -> list[str]:
    usual = {option.name: option.default for option in GAMES[game].options} | {FIRST: RANDOM}
    told = {key: value for key, value in options.items() if value != usual[key]}
    return [game, str(players), *(f"{key}={_without_spaces(value)}" for key, value in told.items())]


def _without_spaces(value: str) -> str:
    return re.sub("([,;]) ", r"\1", value).replace(" ", "+")


def _asked(document: Document) -> str:
    """The phase, and which seat is asked; in a phase without a seat it is CHANCE, or nobody at the end."""
    who = document["to_move"]
    return document["phase"] + (f":{who.removeprefix('seat-')}" if who.startswith("seat-") else "")


def _spelled(key: str) -> str:
    """The name of an entry without what stands for a space in links."""
    return key.replace("_", "-")


def is_line(text: str) -> bool:
    """Does it begin as a line does, with the name of a game?"""
    return re.split("[ _@\n]", text.lstrip(), maxsplit=1)[0] in GAMES


def read(line: str) -> Document:
    """What a line says, as a document: its game, players and options, and what it tells of the table.

    In links `_` stands for the space.
    """
    try:
        if len(line) > LENGTH_MAX:
            raise wrong("a line has at most {most} characters", most=LENGTH_MAX)
        fields = line.replace("_", " ").split()
        game, players = _read_game(fields)
        return _Reading(game, players).document(fields[2:])
    except Unreadable as reason:
        raise PositionError([reason.message]) from None


def _read_game(fields: list[str]) -> tuple[str, int]:
    name, _, version = (fields[0] if fields else "").partition("@")
    if name not in GAMES:
        games = ", ".join(GAMES)
        raise wrong("a line begins with its game, one of {games}, not {word}", games=games, word=short(name))
    if version not in ("", str(VERSION)):
        raise wrong(
            "this line is of version {got}; this program reads version {version}",
            got=short(version),
            version=VERSION,
        )
    least, most = GAMES[name].players
    word = fields[1] if len(fields) > 1 else ""
    if not re.fullmatch("[0-9]", word) or not least <= int(word) <= most:
        raise Unreadable(not_for(GAMES[name], word))
    return name, int(word)


class _Reading:
    """The fields of a line, one after the other."""

    def __init__(self, game: str, players: int) -> None:
        self.entries, self.seat = _shape(game, players)
        self.keys = {_spelled(key): key for key in self.entries}
        self.known = {option.name: option for option in GAMES[game].options}
        self.options: dict[str, str] = {}
        self.found: Document = {}
        self.seats: list[Document] = []
        self.envelope: Document = {"game": game, "players": players, "options": self.options}

    def document(self, fields: list[str]) -> Document:
        for field in fields:
            self._field(field)
        players = self.envelope["players"]
        if len(self.seats) < players:  # most likely it was cut off: `write` leaves no seat out
            raise wrong(
                "a line has an entry for each seat: here are {count}, where there are {players}",
                count=len(self.seats),
                players=players,
            )
        return self.envelope | self.found | {"seats": self.seats}

    def _field(self, field: str) -> None:
        key, has_value, word = field.partition("=")
        if not has_value:
            self._without_name(field)
        elif not self.found and (key in self.known or key == FIRST):
            self._once(self.options, key, _with_spaces(word, self.known.get(key)))
        elif key in self.keys:
            entry = self.keys[key]
            self._once(self.found, entry, read_part(self.entries[entry], word, key))
        else:
            raise wrong("there is no entry {key}; there is {keys}", key=short(key), keys=", ".join(self.keys))

    def _without_name(self, field: str) -> None:
        if re.fullmatch("[0-9]+[.][0-9.]+", field):
            self._when(field)
        elif field[0].isalpha():
            self._phase(field)
        else:
            where = f"seat-{len(self.seats) + 1}"
            self.seats.append(read_part(self.seat, field, where))

    def _when(self, field: str) -> None:
        numbers = field.split(".")
        if len(numbers) > len(WHEN) or not all(re.fullmatch("[0-9]{1,5}", number) for number in numbers):
            raise wrong("{word} should be round.turn or round.turn.step", word=short(field))
        for key, number in zip(WHEN, numbers, strict=False):
            self._once(self.found, key, int(number))

    def _phase(self, field: str) -> None:
        phase, _, seat = field.partition(":")
        self._once(self.found, "phase", phase)
        if seat:
            self.found["to_move"] = f"seat-{seat}"
        else:
            self.found["to_move"] = "over" if phase == "over" else "chance"

    def _once(self, entries: dict[str, Any], key: str, value: Any) -> None:
        if key in entries:
            raise wrong("{key} stands there twice", key=_spelled(key))
        entries[key] = value


def _with_spaces(word: str, option: Option | None) -> str:
    return word.replace("+", " ") if option else word


@cache
def _shape(game: str, players: int) -> tuple[dict[str, Codec], Parts]:
    return importlib.import_module(f"{__name__}.{game}").shape(players)


def pieces(game: str, word: str) -> list[str]:
    """The names of pieces that are spelled as in a line, in their order, `b2r`; none, if they aren't."""
    try:
        return importlib.import_module(f"{__name__}.{game}").DEALT.read(word)
    except Unreadable:
        return []


def _computed(game: str) -> tuple[str, ...]:
    """The entries that a reader of documents can find by itself, at least most of the time."""
    return importlib.import_module(f"{__name__}.{game}").COMPUTED
