"""Documents that nobody has played: true ones changed in a few places, and ones put together from parts.

A *pool* holds documents of positions that were really reached, of every game of a kit. A document from it is
spoilt in one to five places, or assembled from several. Most of what comes out is refused by the readers;
what they accept must be playable.
"""

import copy
import random
from dataclasses import dataclass, field
from typing import Any

from tests.kits.kit import Kit

import azulejos as az
from azulejos.bots import bot

CHANGES_MAX = 5
LARGE = (150, 200, 240, 500, 999, 1000, 2500, 9999, 10_000, 32_767)
ENVELOPE = ("format", "game", "players", "rules", "options")
Path = tuple[str | int, ...]


@dataclass
class Pool:
    """Documents of positions that were reached, by game."""

    kit: Kit
    documents: dict[az.Game, list[dict]] = field(default_factory=dict)

    @classmethod
    def filled(cls, kit: Kit, dice: random.Random, per_game: int) -> "Pool":
        """From games that were played at random, with care, and by a bot."""
        pool = cls(kit)
        for game in kit.games:
            pool.documents[game] = [
                document for _ in range(per_game) for document in photographs(kit, game, dice, len(kit.games))
            ]
        for position in (az.read(line, deal="by hand") for line in kit.rare):
            pool.documents.setdefault(position.game, []).append(position.to_dict())
        return pool

    def spoilt(self, dice: random.Random) -> tuple[az.Game, dict]:
        """A document changed in one to five places."""
        game = dice.choice(list(self.documents))
        document = copy.deepcopy(dice.choice(self.documents[game]))
        for _ in range(dice.randint(1, CHANGES_MAX)):
            dice.choice(CHANGES)(document, dice.choice(self.documents[game]), dice)
        return game, counted_anew(document, dice)

    def assembled(self, dice: random.Random) -> tuple[az.Game, dict]:
        """A document whose parts come from several."""
        game = dice.choice(list(self.documents))
        sources = dice.sample(self.documents[game], min(3, len(self.documents[game])))
        document = copy.deepcopy(sources[0])
        for key in document.keys() - set(ENVELOPE):
            document[key] = copy.deepcopy(dice.choice(sources)[key])
        document["seats"] = [
            copy.deepcopy(dice.choice(sources)["seats"][seat]) for seat in range(game.players)
        ]
        return game, counted_anew(document, dice)

    def any(self, dice: random.Random) -> tuple[az.Game, dict]:
        return self.assembled(dice) if dice.random() < 0.2 else self.spoilt(dice)


def photographs(kit: Kit, game: az.Game, dice: random.Random, games_n: int) -> list[dict]:
    """What a game looks like at a few moments, to everybody or to one who may not know all."""
    position = game.start(seed=dice.getrandbits(32), deal="by hand")
    skilled = bot("greedy-1") if dice.random() < 0.3 else None
    is_careful, taken = dice.random() < 0.5, []
    rate = min(1.0, 0.08 + 0.02 * games_n)
    while not position.over:
        if dice.random() < rate:
            seat = dice.choice((None, *range(game.players)))
            taken.append(position.to_dict() if dice.random() < 0.8 else position.known_by(seat).to_dict())
        turn = position.turn
        if skilled is not None and turn != az.CHANCE:
            position.play(skilled.choose(position, turn))
        else:
            position.play(kit.choose(position, dice, is_careful))
    return [*taken, position.to_dict()]


# ------------------------------------------------------------------------------------------------
# Changes. Each takes the document to be spoilt, another true one, and dice.


def leaves(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """Every number, name and empty place of a document."""
    if isinstance(value, dict) and value:
        return [
            leaf for key in value if path or key not in ENVELOPE for leaf in leaves(value[key], (*path, key))
        ]
    if isinstance(value, list) and value:
        return [leaf for i, entry in enumerate(value) for leaf in leaves(entry, (*path, i))]
    return [(path, value)]


def inner(value: Any, path: Path = ()) -> list[Path]:
    """The paths of everything that has something inside."""
    if not isinstance(value, dict | list):
        return []
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    below = [
        place for key, entry in entries if path or key not in ENVELOPE for place in inner(entry, (*path, key))
    ]
    return [*below, path] if path else below


def at(document: Any, path: Path) -> Any:
    for key in path:
        document = document[key]
    return document


def put(document: Any, path: Path, value: Any) -> None:
    at(document, path[:-1])[path[-1]] = value


def change_number(document: dict, other: dict, dice: random.Random) -> None:
    numbers = [(path, value) for path, value in leaves(document) if type(value) is int]
    path, value = dice.choice(numbers)
    near, far = (value - 1, value + 1, value + 2, 0, 1, 2, 5, dice.randint(0, 120)), dice.choice(LARGE)
    put(document, path, max(0, dice.choice((*near, far))))


def change_name(document: dict, other: dict, dice: random.Random) -> None:
    """Another name of those that stand in such places."""
    names = [(path, value) for path, value in leaves(document) if isinstance(value, str | None)]
    path, _ = dice.choice(names)
    alike = [value for place, value in (*leaves(other), *leaves(document)) if shape(place) == shape(path)]
    put(document, path, dice.choice([*alike, None]))


def shape(path: Path) -> Path:
    """A path without the places in lists."""
    return tuple(key for key in path if isinstance(key, str))


def graft(document: dict, other: dict, dice: random.Random) -> None:
    """A part of the other document, at its own place or at one of the same shape."""
    path = dice.choice(inner(document))
    donors = [place for place in inner(other) if shape(place) == shape(path)]
    if donors:
        put(document, path, copy.deepcopy(at(other, dice.choice(donors))))


def exchange(document: dict, other: dict, dice: random.Random) -> None:
    """Two entries of a list change places, or one is written over another."""
    lists = [path for path in inner(document) if isinstance(at(document, path), list)]
    entries = at(document, dice.choice(lists))
    if entries:
        i, k = dice.randrange(len(entries)), dice.randrange(len(entries))
        entries[i], entries[k] = copy.deepcopy(entries[k]), entries[i] if dice.random() < 0.7 else entries[k]


def resize(document: dict, other: dict, dice: random.Random) -> None:
    """A list becomes longer or shorter."""
    lists = [path for path in inner(document) if isinstance(at(document, path), list)]
    entries = at(document, dice.choice(lists))
    if entries and dice.random() < 0.5:
        entries.pop(dice.randrange(len(entries)))
    elif entries:
        entries.append(copy.deepcopy(dice.choice(entries)))


def drop(document: dict, other: dict, dice: random.Random) -> None:
    """Something is left out, so that the reader fills it in."""
    mapping = at(document, dice.choice([(), *inner(document)]))
    keys = [key for key in mapping if key not in ENVELOPE] if isinstance(mapping, dict) else []
    if keys:
        mapping.pop(dice.choice(keys))


def move(document: dict, other: dict, dice: random.Random) -> None:
    """Pieces lie elsewhere: what one pile loses, another one gains."""
    piles = [path for path in inner(document) if is_pile(at(document, path))]
    if len(piles) < 2:
        return
    source, target = (at(document, path) for path in dice.sample(piles, 2))
    if source:
        piece = dice.choice(list(source))
        count = dice.randint(1, max(1, source[piece]))
        source[piece] -= count
        target[piece] = target.get(piece, 0) + count


def is_pile(value: Any) -> bool:
    return isinstance(value, dict) and all(type(count) is int for count in value.values())


def ask_otherwise(document: dict, other: dict, dice: random.Random) -> None:
    """Another question: whatever the other document says about who is asked what."""
    for key in dice.sample(("phase", "to_move", "round", "turn", "step"), dice.randint(1, 3)):
        document[key] = other[key]


CHANGES = (
    change_number,
    change_number,
    change_name,
    change_name,
    graft,
    graft,
    graft,
    exchange,
    resize,
    drop,
    move,
    move,
    ask_otherwise,
)


def counted_anew(document: dict, dice: random.Random) -> dict:
    """Mostly the bag is left out, so that the number of tiles is right whatever was changed."""
    if dice.random() < 0.85:
        document.pop("bag", None)
    return document
