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
PLAYED_BY = {  # what decides how any game of ours goes
    "core": ("bits", "contract", "doors", "jit", "plain", "questions", "rng", "table"),
    "bots": ("__init__", "clumsy", "greedy", "levels", "lore", "net", "search", "thinking"),
    "bots/features": ("__init__",),
    "bots/values": ("__init__",),
    "arena": ("entrants", "fixtures", "guests", "referee"),
}
WATCHED_BY = {"arena": ("watching",), "bots": ("comparing",)}  # ... and what is noted about it
WORDS = "text.py"  # of a game's files the one that decides nothing


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
def code_stamp(game: str, is_watched: bool = False) -> str:
    """A short hash of what plays a game: rules, bots, what they have learned, and who asks them.

    Where something is noted in games (`watching.py`), so is the code that notes it. Comments, docstrings and
    words for people aren't in it. Results of other code have another stamp, and are never counted together.
    """
    return stamp_of(Path(__file__).parent.parent, game, is_watched)


def stamp_of(package: Path, game: str, is_watched: bool = False) -> str:
    """The stamp of the code in a folder."""
    rules = sorted(path for path in (package / "games" / game).glob("*.py") if path.name != WORDS)
    lists = (PLAYED_BY, WATCHED_BY) if is_watched else (PLAYED_BY,)
    named = [package / at / f"{name}.py" for files in lists for at in files for name in files[at]]
    own = [package / "bots" / kind / f"{game}.py" for kind in ("features", "values")]
    digest = hashlib.blake2b(digest_size=4)
    for path in (*rules, *named, *own):
        digest.update(_meaning(path.read_text(encoding="utf8")).encode() + b"\0")
    learned = package / "bots" / "minds" / f"{game}.npz"
    if learned.exists():
        digest.update(learned.read_bytes())
    return digest.hexdigest()


def _meaning(source: str) -> str:
    """What a source file does, whichever Python reads it: no comments, no docstrings, no words for people."""
    return _told(ast.parse(source))


def _told(node: object) -> str:
    """A syntax tree in words. What is empty is left out: newer Pythons have more that can be."""
    if isinstance(node, list):
        return f"[{','.join(map(_told, node))}]"
    if not isinstance(node, ast.AST):
        return repr(node)
    fields = {name: value for name, value in ast.iter_fields(node) if value is not None and value != []}
    if _has_docstring(node):
        fields["body"] = fields["body"][1:]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Message":
        fields["args"] = fields["args"][1:]
    return f"{type(node).__name__}({','.join(f'{name}={_told(value)}' for name, value in fields.items())})"


def _has_docstring(node: ast.AST) -> bool:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None
