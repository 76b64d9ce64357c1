"""A game with its number of players and its options: where every position begins."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from azulejos import games, lines
from azulejos.core.contract import Contract, Facts, Option
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.core.plain import Plain
from azulejos.core.rng import WORD
from azulejos.errors import OptionError, PositionError
from azulejos.observations import Features, features
from azulejos.position import POSITION_FORMAT, Position

RANDOM = "random"
NOT_CHOSEN = -1  # who begins is CHANCE's first choice
NAME_LENGTH = 40
OPTION_LENGTH = 1000  # a wheel is the longest, with up to 600
VERSION_MAX = 999_999  # of the rules, in a document
STAMP_LENGTH = 8


class Limits(NamedTuple):
    """The most there can be. Only CHANCE can make a game longer, by repeating itself without end: never."""

    choices: int  # in one game, CHANCE's included; faces for learners cut a game off there
    legal: int  # at once


class Game:
    """One of the games, for so many players, with these options. Immutable, comparable, hashable."""

    def __init__(
        self, /, name: str, players: int | None = None, first: int | str = RANDOM, **options: str
    ) -> None:
        self._set(name, players, first, options)

    @classmethod
    def of(cls, name: str, players: int | None, first: int | str, options: dict[str, str]) -> "Game":
        """The same from outside, where an option may have been called anything."""
        game = object.__new__(cls)
        game._set(name, players, first, options)
        return game

    @classmethod
    def described(cls, facts: dict[str, Any]) -> "Game":
        """The game that `describe` has described."""
        options = {key: value for key, value in facts.items() if key not in ("game", "players", "first")}
        return cls.of(facts["game"], facts["players"], facts["first"], options)

    @classmethod
    def enveloped(cls, document: object) -> "Game":
        """The game that a document says it is of."""
        if not isinstance(document, dict):
            raise PositionError([Message("a position is a mapping, not {value}", value=short(document))])
        options = document.get("options", {})
        if "game" not in document or not isinstance(options, dict):
            raise PositionError([Message("a document says its game, its players and its options")])
        others = {key: value for key, value in options.items() if key != "first"}
        return cls.of(document["game"], document.get("players"), options.get("first", RANDOM), others)

    def _set(self, name: str, players: int | None, first: int | str, options: dict[str, str]) -> None:
        self.facts = _facts(name)
        self.name = self.facts.name
        self.players = _players(self.facts, players)
        self.first = _first(first, self.players)
        self.options = _options(self.facts, options)

    @cached_property
    def rules(self) -> Contract:
        """The rules. Loading them is left until they are needed."""
        return games.contract(self.name)

    @cached_property
    def settings(self) -> np.ndarray:
        """The values of the options, as the rules know them."""
        codes = [code for option in self.facts.options for code in option.codes(self.options[option.name])]
        return np.array(codes, np.int16)

    @property
    def choices_n(self) -> int:
        """How many choices there are for seats: their numbers begin with 0, CHANCE's follow."""
        return self.rules.chance_first

    @property
    def chance_n(self) -> int:
        """How many choices there are for CHANCE."""
        return len(self.rules.choices) - self.rules.chance_first

    @property
    def limits(self) -> Limits:
        """How long a game and a list of legal choices can be."""
        return Limits(self.facts.longest, self.rules.legal_max)

    @property
    def features(self) -> Features:
        """What a seat sees, entry by entry: see `Position.observe`."""
        return features(self.name, self.players)

    def start(
        self,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        deal: str = "at once",
    ) -> Position:
        """A new game. Its dealer answers for CHANCE at once; with `deal="by hand"` nobody does.

        Without a seed the dealer's bits come from the operating system, anew for every choice.
        """
        return Position(self, self._table, check_seed(seed), self.check_names(names), check_deal(deal))

    def position(
        self,
        document: dict[str, Any] | str,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        deal: str = "at once",
    ) -> Position:
        """Any sound position, from a document such as `Position.to_dict()` gives, or from a line."""
        state, problems = self.lay_out(self._document(document) if isinstance(document, str) else document)
        if problems:
            raise PositionError(problems)
        who, deals = self.check_names(names), check_deal(deal)
        return Position(self, state, check_seed(seed), who, deals, is_origin=True, is_checked=True)

    def lay_out(self, document: object) -> tuple[np.ndarray, list[Message]]:
        """The table that a document tells, also an impossible one, and what is wrong with it.

        It is laid out on a plain object, which takes a quarter of the time.
        """
        state = self._table.copy()
        plain = Plain(state[0])
        problems = self.rules.read(self._open(document), plain)
        _lay(plain, state[0])
        return state, problems

    def from_bytes(
        self,
        packed: bytes,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        deal: str = "at once",
    ) -> Position:
        """The position that `Position.to_bytes` has packed, looked at as closely as a document is."""
        return self.position(self._unpacked(packed), seed, names, deal)

    def _unpacked(self, packed: bytes) -> dict[str, Any]:
        """The document of packed bytes. Whatever they are, its reader decides whether such a table can be."""
        size = self.rules.dtype.itemsize
        if not isinstance(packed, bytes | bytearray | memoryview) or len(packed) != len(self.stamp) + size:
            raise PositionError([Message("these are not the bytes of a position of {game}", game=repr(self))])
        if bytes(packed[:-size]) != self.stamp:
            raise PositionError(
                [
                    Message(
                        "these bytes are of another game, other options or other rules than {game}",
                        game=repr(self),
                    )
                ]
            )
        table = np.frombuffer(packed, self.rules.dtype, offset=len(self.stamp))[0]
        try:
            return self.rules.write(table)
        except (ArithmeticError, LookupError, ValueError):
            raise PositionError([Message("these bytes describe no table")]) from None

    @cached_property
    def stamp(self) -> bytes:
        """What the packed bytes of its positions begin with: the game, its options, its rules' version."""
        facts = repr((POSITION_FORMAT, self.describe(), self.rules.version))
        return hashlib.blake2b(facts.encode(), digest_size=STAMP_LENGTH).digest()

    def describe(self) -> dict[str, Any]:
        """What names this game in documents and records."""
        first = self.first if self.first == RANDOM else f"seat-{int(self.first) + 1}"
        return {"game": self.name, "players": self.players, "first": first, **self.options}

    @cached_property
    def _table(self) -> np.ndarray:
        """The table as it stands before the first choice. Not to be written."""
        table = np.zeros(1, self.rules.dtype)
        first = NOT_CHOSEN if self.first == RANDOM else self.first
        self.rules.start(table[0], self.players, first, self.settings)
        return table

    @property
    def beginning(self) -> bytes:
        """The bytes of that table."""
        return self._table.tobytes()

    def envelope(self) -> dict[str, Any]:
        """What a document says about the game, besides what lies on the table."""
        described = self.describe()
        return {
            "format": POSITION_FORMAT,
            "game": described.pop("game"),
            "players": described.pop("players"),
            "rules": self.rules.version,
            "options": described,
        }

    def _document(self, line: str) -> dict[str, Any]:
        """The document that a line of this game says."""
        document = lines.read(line)
        other = Game.enveloped(document)
        if other != self:
            wrong = Message("this line is of {other}, not of {game}", other=repr(other), game=repr(self))
            raise PositionError([wrong])
        return document | {"options": self.envelope()["options"]}

    def completed(self, entries: dict[str, Any]) -> dict[str, Any]:
        """What a table is that a document tells a part of; nothing is refused."""
        state = self._table.copy()[0]
        self.rules.read({key: value for key, value in entries.items() if key not in self.envelope()}, state)
        return self.rules.write(state)

    def _open(self, document: object) -> dict[str, Any]:
        """The table inside a document; what the document says about the game must be about this."""
        if not isinstance(document, dict):
            raise PositionError([Message("a position is a mapping, not {value}", value=short(document))])
        expected = self.envelope()
        problems = [
            Message(
                "{key} is {got} in the document, but {expected} here",
                key=key,
                got=short(document[key]),
                expected=short(expected[key]),
            )
            for key in ("format", "game", "players", "options")
            if key in document and document[key] != expected[key]
        ]
        version = document.get("rules", self.rules.version)  # any: what lies on the table is checked
        if type(version) is not int or not 0 <= version <= VERSION_MAX:
            wrong = Message("the version of the rules is a whole number, not {value}", value=short(version))
            problems.append(wrong)
        if problems:
            raise PositionError(problems)
        return {key: value for key, value in document.items() if key not in expected}

    def check_seat(self, seat: object) -> int:
        """Refuse what is no seat."""
        if seat not in range(self.players):
            raise OptionError(
                Message(
                    "there is no seat {seat}; there are seats 0 to {last}",
                    seat=short(seat),
                    last=self.players - 1,
                )
            )
        return int(seat)  # type: ignore[call-overload]

    def check_names(self, names: Sequence[str] | None) -> tuple[str, ...]:
        """The names of all players, or none of them."""
        if names is None:
            return ()
        if not isinstance(names, list | tuple) or len(names) != self.players:
            raise OptionError(
                Message("names: {count} expected, {got} given", count=self.players, got=short(names))
            )
        return tuple(map(check_name, names))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple:
        return tuple(self.describe().items())

    def __repr__(self) -> str:
        described = self.describe()
        name = described.pop("game")
        return f"Game({name!r}, {', '.join(f'{key}={value!r}' for key, value in described.items())})"


def check_name(name: object) -> str:
    """What a player can be called: one line, printable, not too long, no space at its ends."""
    is_name = isinstance(name, str) and name.isprintable() and name == name.strip()
    if isinstance(name, str) and is_name and 0 < len(name) <= NAME_LENGTH:
        return name
    raise OptionError(
        Message(
            "{name} is no name: a name is one line of 1 to {most} characters",
            name=short(name),
            most=NAME_LENGTH,
        )
    )


def _facts(name: str) -> Facts:
    if not isinstance(name, str) or name not in games.GAMES:
        raise OptionError(
            Message(
                "there is no game {name}; there is {games}",
                name=short(name),
                games=", ".join(games.GAMES),
            )
        )
    return games.GAMES[name]


def _players(facts: Facts, players: int | None) -> int:
    least, most = facts.players
    if players is None:
        return least
    if isinstance(players, bool) or not isinstance(players, int) or not least <= players <= most:
        raise OptionError(games.not_for(facts, players))
    return players


def _first(first: int | str, players: int) -> int | str:
    """`random`, a seat counted from 0, or its name, which counts from 1 (`seat-1`)."""
    seats = [f"seat-{seat + 1}" for seat in range(players)]
    if first in (RANDOM, *seats):
        return first if first == RANDOM else seats.index(str(first))
    if isinstance(first, int) and not isinstance(first, bool) and 0 <= first < players:
        return first
    raise OptionError(
        Message(
            "first can't be {value}: it is random, {seats}, or a seat from 0 to {last}",
            value=short(first),
            seats=", ".join(seats),
            last=players - 1,
        )
    )


def _options(facts: Facts, given: dict[str, str]) -> dict[str, str]:
    known = {option.name: option for option in facts.options}
    for name in given:
        if name not in known:
            raise OptionError(
                Message(
                    "{game} has no option {name}; it has {options}",
                    game=facts.name,
                    name=short(name),
                    options=", ".join(["players", "first", *known]),
                )
            )
    for name, option in known.items():
        if name in given:
            _check_option(option, given[name])
    return {name: option.clean(given.get(name, option.default)) for name, option in known.items()}


def _check_option(option: Option, value: object) -> None:
    """Refuse a value that the option can't have; one that is much too long is not repeated either."""
    problem = option.problem(value)
    if isinstance(value, str) and len(value) > OPTION_LENGTH:
        problem = Message("option {name} has at most {most} characters", name=option.name, most=OPTION_LENGTH)
    if problem:
        raise OptionError(problem)


def check_game(game: object) -> Game:
    """Refuse what is no game, such as the name of one."""
    if isinstance(game, Game):
        return game
    raise OptionError(
        Message(
            "a game is a Game, such as azulejos.Game('{name}'), not {got}", name=games.FIRST, got=short(game)
        )
    )


def check_seed(seed: int | None) -> int | None:
    """Refuse what is no seed."""
    if seed is None or (isinstance(seed, int) and not isinstance(seed, bool) and 0 <= seed <= WORD):
        return seed
    raise OptionError(
        Message("a seed is a whole number from 0 to {most}, not {value}", most=WORD, value=short(seed))
    )


def check_deal(deal: str) -> bool:
    """Does somebody answer for CHANCE at once?"""
    if deal not in ("at once", "by hand"):
        raise OptionError(Message("deal can't be {value}: it is 'at once' or 'by hand'", value=short(deal)))
    return deal == "at once"


def _lay(plain: Plain, record: Any) -> None:
    """Write all that lies on a plain object into a record of the same fields."""
    for name, value in vars(plain).items():
        if isinstance(value, list):
            for each, part in zip(value, record[name], strict=True):
                _lay(each, part)
        elif isinstance(value, Plain):
            _lay(value, record[name])
        else:
            record[name] = value
