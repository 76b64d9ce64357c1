"""What the tests must be told about a game: a kit. Everything else they find out by playing."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.plainly import plainly

import azulejos as az
from azulejos import games

Document = dict[str, Any]
Lying = Counter[tuple[str, str | None, str]]  # (place, "seat-1" or None, piece) -> how many


@dataclass(frozen=True)
class Case:
    """A position, why it hurts, and how many sequences of 1, 2, 3, ... choices begin there."""

    name: str
    reason: str
    line: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Picture:
    """A golden picture: the first position of the drawn games of this kind that is wanted."""

    game: az.Game
    theme: str
    wanted: Callable[[az.Position], bool]


def all_legal(choices: list[str]) -> list[str]:
    """A careful player who needs no care."""
    return choices


def unchanged(table: Lying) -> Lying:
    """A story that tells all pieces by their names."""
    return table


def nothing(*_: Any) -> tuple[()]:
    """No places, no fields, no changes."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Kit:
    """The facts about one game. `tests/kits/<game>.py` has one, called KIT."""

    # Games
    name: str
    games: tuple[az.Game, ...]  # every number of players with every combination of options
    few: tuple[az.Game, ...]  # some of them, with all options and numbers of players among them
    fullest: az.Game  # the one in which every phase occurs
    careful: Callable[[list[str]], list[str]] = all_legal  # choices that let a game develop; never none
    chance_interrupts: bool = False  # is CHANCE ever asked between two answers of one turn?
    has_secrets: bool = False  # is anything known to one seat only?

    # The naive twin: `twin(players, first=0, **options)`, `twin.from_document(document, players, **options)`
    twin: Any
    in_step: int  # games of each combination
    in_step_long: int

    # The record
    ranges: dict[str, tuple[Any, Any]]  # field or "players.field" -> least, greatest; see `all_ranges`
    derived: tuple[str, ...]  # the fields that `derive` computes
    unused: Callable[[az.Game, Any], Iterable[np.ndarray]] = nothing  # besides seats: what stays zero

    # Pieces
    lying: Callable[[Document], Lying]  # what lies where
    stock: Callable[[Document], Counter[str]]  # how many of each piece there must be in all
    uncounted: tuple[str, ...] = ()  # pieces that `lying` leaves out
    shared: tuple[str, ...]  # first words of the places that belong to no seat
    unseen: tuple[str, ...] = ("bag",)  # places whose pieces are not drawn
    absent: Callable[[az.Game], Iterable[str]] = nothing  # places that a game doesn't have
    changes: Callable[[dict[str, Any], str | None], Iterable] = nothing
    """What a row of a story changes besides the move it tells: (row, "seat-1") -> pairs of place and count,
    where a place is a key of `lying`. Pieces that come into being, or show their face."""
    as_told: Callable[[Lying], Lying] = unchanged  # what lies where, as far as stories tell it

    # Positions
    perft: tuple[Case, ...]
    golden: dict[str, tuple[az.Game, int]]  # name of the file -> game and seed
    pictures: dict[str, Picture]  # name of the file -> what it shows
    rare: tuple[str, ...] = ()  # positions, each a line, that lead to events that are hardly ever seen

    # Words and drawing
    polish_title: str
    clauses: int  # how many there are
    shapes: tuple[tuple[str, str], ...]  # regular expressions that turn choices into shapes: see test_docs
    labels: tuple[str, ...]  # words on every drawing, apart from the title
    letters: str  # on the tiles, if letters are wanted
    unmarked: tuple[str, ...] = ("drawn",)  # events after which the last turn need not be marked

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self):
        return games.contract(self.name)

    def new_twin(self, game: az.Game) -> Any:
        """The twin at a new table."""
        return self.twin(game.players, first=game.first, **game.options)

    def twin_of(self, position: az.Position) -> Any:
        """The twin at the same table."""
        game = position.game
        return self.twin.from_document(position.to_dict(), game.players, **game.options)

    def choose(self, position: az.Position, dice: Any, is_careful: bool = False) -> str:
        """Any legal choice: CHANCE's by weight, a seat's careful or not."""
        weights = position.weights()
        if weights:
            return dice.choices(list(weights), list(weights.values()))[0]
        choices = position.choices()
        return dice.choice(self.careful(choices) if is_careful else choices)

    def all_ranges(self) -> dict[str, tuple[Any, Any]]:
        """The ranges of all fields: those of the header that hold in every game are added."""
        least, most = games.GAMES[self.name].players
        header = {
            "players_n": (least, most),
            "to_move": (-2, most - 1),
            "turn_number": (0, 1000),
            "phase_id": (0, len(self.rules.phases) - 1),
        }
        return header | self.ranges

    def owner(self, place: str, seat: Any) -> Any:
        """The seat, if the place belongs to one."""
        return None if re.split("[- ]", place)[0] in self.shared else seat

    def places(self, game: az.Game) -> list[str]:
        """The places that a game of this kind has."""
        absent = set(self.absent(game))
        return [place for place in self.rules.places if place not in absent]

    def case_position(self, case: Case) -> az.Position:
        """The position of a case of perft; nobody answers for CHANCE."""
        return at(case.line)


def at(line: str) -> az.Position:
    """A position that a line tells; nobody answers for CHANCE."""
    return az.read(line, deal="by hand")


def at_plain(line: str) -> az.Position:
    """The same, played by the plain rules."""
    return plainly(az.read, line, deal="by hand")


def every_game(name: str) -> tuple[az.Game, ...]:
    """Every number of players with every combination of the values of the options."""
    facts = games.GAMES[name]
    least, most = facts.players
    values = itertools.product(*(option.values for option in facts.options))
    options = [dict(zip((option.name for option in facts.options), each, strict=True)) for each in values]
    return tuple(az.Game(name, players, **each) for players in range(least, most + 1) for each in options)


def with_first(game: az.Game, first: int | str) -> az.Game:
    """The same game, begun by somebody else."""
    return az.Game(game.name, game.players, first=first, **game.options)


def words_of(game: az.Game) -> list[str]:
    """Its options in words: a value that is no word is called by the name of its option."""
    return [value if re.fullmatch(r"[\w+-]+", str(value)) else name for name, value in game.options.items()]


def id_of(game: az.Game) -> str:
    """`chocolatier, 2 players, coloured, plain`: for the names of tests."""
    return ", ".join([game.name, f"{game.players} players", *words_of(game)])


def seed_of(game: az.Game) -> str:
    """`2 coloured plain`: for the dice of tests."""
    return " ".join([str(game.players), *words_of(game)])
