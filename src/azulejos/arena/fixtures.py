"""Games to be played: who sits where, on which deal."""

import ast
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from azulejos.arena.entrants import Entrant, entrant
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game

LIMIT = 60.0  # seconds for a turn of a bot that chooses its own time
LIMIT_FACTOR, LIMIT_MORE = 10, 10.0  # and of one with a budget: so many times as long, and this
BOT_FILES = (  # on which strength depends
    *("__init__.py", "clumsy.py", "greedy.py", "levels.py", "lore.py", "net.py", "search.py", "thinking.py"),
    "features/__init__.py",
)


@dataclass(frozen=True)
class Fixture:
    """One game. Equal keys are the same game: the same bots on the same deal, played by the same code."""

    described: dict[str, Any]  # as `Game.describe` says it
    bots: tuple[str, ...]  # labels of the entrants, in the order of the match
    seed: int  # of the match
    deal: int  # which deal of the match
    rotation: int  # by how many seats the entrants are moved on
    code: str = ""  # see `code_stamp`
    limit: float | None = None  # seconds after which a turn is lost; None: by the budget

    @property
    def game(self) -> Game:
        return Game.described(self.described)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return tuple(entrant(label) for label in self.bots)

    @property
    def seating(self) -> tuple[int, ...]:
        """Which entrant sits at each seat."""
        count = len(self.bots)
        return tuple((seat - self.rotation) % count for seat in range(count))

    @property
    def dealer_seed(self) -> int:
        """The same for all rotations of a deal."""
        return derived_seed(self.seed, self.deal, "deal")

    def bot_seed(self, seat: int) -> int:
        """By seat and not by entrant, so that a bot against itself plays the same game in every rotation."""
        return derived_seed(self.seed, self.deal, seat)

    def limit_for(self, one: Entrant) -> float:
        """How long a turn may take before it is lost. Far beyond the budget: this is no chess clock."""
        if self.limit is not None:
            return self.limit
        return LIMIT if one.budget is None else LIMIT_FACTOR * one.budget + LIMIT_MORE

    @property
    def facts(self) -> dict[str, Any]:
        """What identifies it, as a line of a results file says it."""
        return {
            "game": game_label(self.game),
            "bots": list(self.bots),
            "code": self.code,
            "seed": self.seed,
            "deal": self.deal,
            "rotation": self.rotation,
        }

    @property
    def key(self) -> str:
        return key_of(self.facts)


KEY = ("game", "bots", "code", "seed", "deal", "rotation")


def key_of(line: dict[str, Any]) -> str:
    """The key of the fixture that a line of a results file is about."""
    return json.dumps([line[name] for name in KEY])


def game_label(game: Game) -> str:
    """A game in one word: `chocolatier/2`, with the options that aren't the usual ones."""
    usual = Game(game.name, game.players).describe()
    changed = [f"{name}={value}" for name, value in game.describe().items() if value != usual[name]]
    return "/".join([game.name, str(game.players), *changed])


def seated(game: Game, entrants: Sequence[Entrant]) -> list[Entrant]:
    """As many entrants as there are seats: the last one fills those that are left."""
    count = len(entrants)
    if count < 2:
        raise OptionError(Message("a match needs at least two bots"))
    if count > game.players:
        raise OptionError(
            Message("{bots} bots don't fit at a table for {players}", bots=count, players=game.players)
        )
    return [*entrants, *[entrants[-1]] * (game.players - count)]


def fixtures(
    game: Game, entrants: Sequence[Entrant], deals: Sequence[int], seed: int, limit: float | None = None
) -> Iterator[Fixture]:
    """On each deal one game for every rotation of the entrants over the seats."""
    described, code = game.describe(), code_stamp(game.name)
    labels = tuple(one.label for one in entrants)
    for deal in deals:
        for rotation in range(game.players):
            yield Fixture(described, labels, seed, deal, rotation, code, limit)


def derived_seed(*parts: object) -> int:
    """Sixty-four bits that depend on all parts and look like chance."""
    return int.from_bytes(hashlib.blake2b(repr(parts).encode(), digest_size=8).digest())


@cache
def code_stamp(game: str) -> str:
    """A short hash of what plays a game: rules, bots, and what they have learned.

    Comments and docstrings of the code aren't in it. Results of other code have another stamp, and are never
    counted together.
    """
    return stamp_of(Path(__file__).parent.parent, game)


def stamp_of(package: Path, game: str) -> str:
    """The stamp of the code in a folder."""
    own = (f"features/{game}.py", f"values/{game}.py")
    bots = [package / "bots" / name for name in (*BOT_FILES, *own)]
    digest = hashlib.blake2b(digest_size=4)
    for path in (*sorted((package / "games" / game).glob("*.py")), *bots):
        digest.update(_meaning(path.read_text(encoding="utf8")).encode())
    learned = package / "bots" / "minds" / f"{game}.npz"
    if learned.exists():
        digest.update(learned.read_bytes())
    return digest.hexdigest()


def _meaning(source: str) -> str:
    """A source file as its syntax tree, in which comments, docstrings and layout don't appear."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:]
    return ast.dump(tree)
