"""What a seat sees of a table, as numbers for learners: one file for each game says which.

Whoever looks comes first, the other seats follow in the order of play. What a seat may not know is
forgotten before anything is written.
"""

import importlib
import itertools
from collections.abc import Iterator
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.core import ready
from azulejos.core.document import short
from azulejos.core.jit import Doors, specialise
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.observations import observing, telling, writing
from azulejos.observations.fields import Declared, Field, Kind

COMPACT, ONE_HOT, SPARSE = KINDS = ("compact", "one-hot", "sparse")


def check_kind(kind: str) -> None:
    """Refuse what is no kind of observation."""
    if kind not in KINDS:
        raise OptionError(
            Message(
                "there is no kind of observation {kind}; there is {kinds}",
                kind=short(kind),
                kinds=", ".join(KINDS),
            )
        )


def declared(game: str) -> Declared:
    """What can be seen of the tables of a game."""
    seen: Declared = importlib.import_module(f"{__name__}.{game}").SEEN
    return seen


class Features:
    """What is seen of a table for so many, entry by entry, as small numbers (`compact`).

    `floats` entries make the same `one-hot`: a category is a one among zeros, a number is divided by its
    greatest.
    """

    def __init__(self, game: str, players_n: int) -> None:
        self.game, self.players_n = game, players_n
        self._declared = declared(game)
        self.version = self._declared.version
        self.slices: dict[str, slice] = {}
        self.shapes: dict[str, tuple[int, ...]] = {}
        scale: list[int] = []
        for name, field, shape, size in self._parts():
            self.slices[name] = slice(len(scale), len(scale) + size)
            self.shapes[name] = shape
            scale += [field.codes(players_n)] * size
        self.scale = np.array(scale, np.uint8)
        self.size = len(scale)

    def _parts(self) -> Iterator[tuple[str, Field, tuple[int, ...], int]]:
        """The fields by their full names: of the table, then of each seat, the viewer's first."""
        state = games.contract(self.game).dtype
        seat = state["players"].base
        for field in self._declared.table:
            yield field.name, field, field.shape(state), field.size(state)
        for order in range(self.players_n):
            for field in self._declared.seat:
                yield f"seat+{order}.{field.name}", field, field.shape(seat), field.size(seat)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What each entry is called: `bag[2]`, `seat+1.score`."""
        return tuple(
            f"{name}[{', '.join(map(str, index))}]" if index else name
            for name, shape in self.shapes.items()
            for index in itertools.product(*map(range, shape))
        )

    @cached_property
    def _is_counted(self) -> np.ndarray:
        """Is an entry a number, or 0 or 1, and so one float?"""
        parts = list(self._parts())
        kinds = [field.kind for _, field, _, size in parts for _ in range(size)]
        return np.array([kind in (Kind.NUMBER, Kind.BITS) for kind in kinds]) | (self.scale == 1)

    @cached_property
    def plan(self) -> tuple[np.ndarray, np.ndarray]:
        """For each entry where its floats begin, and by what it is multiplied (0: one among zeros)."""
        widths = np.where(self._is_counted, 1, self.scale.astype(np.int64) + 1)
        places = np.concatenate([[0], np.cumsum(widths)[:-1]]).astype(np.int32)
        return places, np.where(self._is_counted, 1 / self.scale, 0).astype(np.float32)

    @cached_property
    def floats(self) -> int:
        """How many entries `one-hot` has."""
        places, _ = self.plan
        return int(places[-1]) + (1 if self._is_counted[-1] else int(self.scale[-1]) + 1)

    def table(self) -> str:
        """All fields in words, as a table of Markdown."""
        lines = ["| field | shape | kind | 0 to | meaning |", "| --- | --- | --- | ---: | --- |"]
        for name, field, shape, _ in self._parts():
            if not name.startswith("seat+") or name.startswith("seat+0."):
                named = name.replace("seat+0.", "seat+K.")
                size = "×".join(map(str, shape)) or "1"
                most = "players" if field.kind is Kind.SEAT else field.codes(0)
                lines.append(f"| `{named}` | {size} | {field.kind.value} | {most} | {field.meaning} |")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Features of {self.game} for {self.players_n}: {self.size} entries, version {self.version}>"


@cache
def features(game: str, players_n: int) -> Features:
    return Features(game, players_n)


@cache
def observers(game: str, compiled: bool) -> Doors:
    """What writes compact and one-hot observations."""
    rules = games.contract(game)
    observe = writing.observer(declared(game), rules.dtype, rules.dtype["players"].base)
    folder = Path(__file__).parent
    sources = tuple(folder / name for name in (f"{game}.py", "fields.py", "writing.py"))
    return specialise(observing, rules, compiled, sources, observe=observe)


@cache
def tellers(game: str, compiled: bool) -> Doors:
    """What writes sparse ones."""
    own = _bots_features(game)
    sources = (Path(own.__file__), Path(own.__file__).parent / "__init__.py")
    return specialise(telling, games.contract(game), compiled, sources, features=own.features)


@ready.wait()
def prepare(game: str) -> None:
    """Compile what writes observations of a game, if that has not been done on this machine."""
    for made in (observers, tellers):
        ready.choose(partial(made, game)).open_all()


def _bots_features(game: str) -> Any:
    """What the bots' nets see. They live above; what they see are facts of a game, as those declared here."""
    from azulejos.bots import features as seen

    return seen.of(game)


class Observer:
    """Writes observations of tables of a game into arrays that it is given. Threads may share one."""

    def __init__(self, game: str, players_n: int, compiled: bool) -> None:
        self._game, self._compiled = game, compiled
        self._features = features(game, players_n)
        self._size = games.contract(game).dtype.itemsize

    def room(self, kind: str, count: int) -> tuple[tuple[tuple[int, ...], type], ...]:
        """The shapes and types of the arrays that a kind fills: the last is the answer."""
        compact = ((count, self._features.size), np.uint8)
        if kind == SPARSE:
            active = _bots_features(self._game).ACTIVE_MAX + 1
            return (((count,), np.int16), ((count, active), np.int16))
        return (compact,) if kind == COMPACT else (compact, ((count, self._features.floats), np.float32))

    def write(
        self, kind: str, tables: np.ndarray, viewers: np.ndarray, arrays: tuple[np.ndarray, ...]
    ) -> None:
        """Fill arrays as `room` describes them."""
        scratch = np.empty(self._size, np.uint8)
        if kind == SPARSE:
            counts, out = arrays
            tellers(self._game, self._compiled).tell_all(tables, viewers, scratch, out, counts)
            return
        doors = observers(self._game, self._compiled)
        doors.observe_all(tables, viewers, scratch, arrays[0])
        if kind == ONE_HOT:
            doors.spread_all(arrays[0], *self._features.plan, arrays[1])


@cache
def observer(game: str, players_n: int, compiled: bool) -> Observer:
    """Whoever writes observations of tables for so many."""
    return Observer(game, players_n, compiled)
