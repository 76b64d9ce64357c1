"""Puzzles: positions from games of our bots in which one turn is clearly the best. See `making`."""

import datetime
import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from azulejos import games, reading
from azulejos.core import ready
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game
from azulejos.position import Choices, Position
from azulejos.record import Record

FOLDER = Path(__file__).parent
END, DENYING, BONUS, PAYMENT, SECRET = THEMES = ("end of round", "denying", "bonus", "payment", "secret")
DAYS_KEPT = 100  # whose puzzles are known
LEVELS = (1, 2, 3)  # it can be found at first sight, with a little thinking, or with more


@dataclass(frozen=True)
class Answer:
    """A turn and the chance to win that it leaves."""

    turn: Choices
    worth: float


@dataclass(frozen=True)
class Puzzle:
    """A question to one seat, the turn that answers it, and what the search says of others."""

    id: str
    line: str  # the table, as far as the seat knows it
    seat: int
    best: Answer
    others: tuple[Answer, ...]  # the next best turns, the better ones first
    error: float  # the search's own, for the difference between the best and the next
    simulations: int
    themes: tuple[str, ...]
    level: int
    played: tuple[int, ...]  # the choices of the game that led to it, by number

    @property
    def game(self) -> str:
        return self.line.split(" ", 1)[0]

    def position(self) -> Position:
        """The table to think about: nobody deals at it."""
        return reading.read(self.line, deal="by hand")

    @ready.plain()
    def record(self) -> Record:
        """The game that led to it, up to its question."""
        game = Game.enveloped(self.position().game.envelope())
        names = game.rules.choices
        return Record(game, [names[number] for number in self.played])

    @ready.plain()
    def is_solved_by(self, turn: Sequence[str]) -> bool:
        """Does a turn lead to the same table as the best one? The order of what is picked doesn't matter."""
        return _end(self.position(), turn) == _end(self.position(), self.best.turn)

    def to_text(self) -> str:
        """A line of a file of puzzles."""
        return json.dumps(asdict(self) | {"played": " ".join(map(str, self.played))}, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "Puzzle":
        told = json.loads(text)
        told["played"] = tuple(map(int, told["played"].split()))
        told["themes"] = tuple(told["themes"])
        told["best"] = _answer(told["best"])
        told["others"] = tuple(map(_answer, told["others"]))
        return cls(**told)


def _answer(told: dict[str, Any]) -> Answer:
    return Answer(tuple(told["turn"]), told["worth"])


def _end(position: Position, turn: Sequence[str]) -> bytes:
    """The table after a turn."""
    for choice in turn:
        position.play(choice)
    return position.key()


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come along."""
    return tuple(read_file(FOLDER / f"{Game(game).name}.jsonl"))


def read_file(path: Path) -> list[Puzzle]:
    """The puzzles of a file; none, if it isn't there yet."""
    if not path.exists():
        return []
    try:
        return [Puzzle.from_text(line) for line in path.read_text("utf8").splitlines()]
    except (ValueError, LookupError, TypeError, AttributeError, OSError):
        raise OptionError(Message("{path} is no file of puzzles", path=str(path))) from None


def find(game: str | None = None, theme: str | None = None) -> list[Puzzle]:
    """All puzzles of a game and a theme, or of all, in an order that tells nothing."""
    if theme is not None and theme not in THEMES:
        raise OptionError(
            Message(
                "there is no theme {theme}; there is {themes}", theme=short(theme), themes=", ".join(THEMES)
            )
        )
    every = [puzzle for name in (games.GAMES if game is None else (game,)) for puzzle in shipped(name)]
    fitting = [puzzle for puzzle in every if theme is None or theme in puzzle.themes]
    return sorted(fitting, key=lambda puzzle: hashlib.blake2b(puzzle.id.encode()).digest())


def get(id: str) -> Puzzle:
    """The puzzle of that name."""
    game = id.partition("-")[0]
    for puzzle in shipped(game) if game in games.GAMES else ():
        if puzzle.id == id:
            return puzzle
    raise OptionError(Message("there is no puzzle {id}", id=short(id)))


def of_day(date: datetime.date, game: str | None = None, theme: str | None = None) -> Puzzle | None:
    """The puzzle of a day, for everybody; in a year none comes back before all have had their turn."""
    fitting = {puzzle.id: puzzle for puzzle in find(game, theme)}
    return fitting[_nearest(date, tuple(fitting))] if fitting else None


@lru_cache(DAYS_KEPT)
def _nearest(date: datetime.date, ids: tuple[str, ...]) -> str:
    """Days and puzzles have places by their names; each day of a year has the nearest puzzle that is left.

    So a puzzle that is new, or gone, changes few other days than its own.
    """
    found, left = "", dict[int, str]()
    for number in range(date.timetuple().tm_yday):
        day = _place((datetime.date(date.year, 1, 1) + datetime.timedelta(number)).isoformat())
        left = left or {_place(id): id for id in ids}
        found = left.pop(min(left, key=day.__xor__))
    return found


def _place(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big")
