"""Thinking about a position with the search of `search.py`: for a time, or for a number of simulations."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.bots import features, lore, net, search, values
from azulejos.bots.lore import Lore
from azulejos.core import ready
from azulejos.core.jit import Doors, specialise
from azulejos.core.rng import WORD, system_seed
from azulejos.position import Position

MEMORY = 64 * 2**20  # bytes of one mind, unless told otherwise
EDGES_PER_NODE = 12  # more than a position has on average whose choices are laid out
SLICE = 0.002  # seconds between two looks at the clock, or a part of what is left
PART = 8  # simulations may suddenly take several times as long as those before
RESERVE = 0.0003  # seconds to say what was thought
UNLIMITED = 2**62
COARSE = 0.0005  # seconds: some machines count the time of threads in hundredths
TICK = 1e-7  # seconds: clocks of threads may stand still for a while
INSISTENCE = 1e12  # the prior of a choice beside which no other is looked at

NEEDED = ("set_root", "simulate")  # doors of the search, to think about a position

Clock = Callable[[], float]


@cache
def own_clock() -> Clock:
    """The time of the thread that thinks, however busy a machine is; the world's if that is too coarse."""
    first = now = time.thread_time()
    while now == first:
        now = time.thread_time()
    return time.thread_time if now - first < COARSE else time.perf_counter


@dataclass(frozen=True)
class Option:
    """A choice, how likely whoever makes it is to win, and how many simulations have tried it."""

    choice: str
    worth: float
    visits: int
    guess: float  # what it seemed worth at first sight


@dataclass(frozen=True)
class Thought:
    """What thinking led to: all that can be chosen, the best first."""

    options: tuple[Option, ...]
    simulations: int
    seconds: float
    certain: bool = False  # were all ways to the round's end seen?

    @property
    def best(self) -> Option:
        return self.options[0]

    def of(self, choice: str) -> Option:
        """What was thought about one of the choices."""
        return next(option for option in self.options if option.choice == choice)


@cache
def search_of(game: str, compiled: bool, checked: bool = False) -> Doors:
    """The search for a game, with its values and what its net sees."""
    own, seen = values.of(game), features.of(game)
    rules = games.contract(game)
    return specialise(
        search,
        rules,
        compiled,
        tuple(Path(module.__file__ or "") for module in (own, seen, features, net)),
        checked,
        expected=own.expected,
        features=seen.features,
        SCALE=own.SCALE,
        ROLLED=own.ROLLED,
        SHARPER=own.SHARPER,
        SIZE=rules.dtype.itemsize,
        MIND=search.mind(rules.legal_max, seen.ACTIVE_MAX),
    )


def _at_hand(game: str, checked: bool) -> Doors:
    return ready.choose(lambda compiled: search_of(game, compiled, checked), *NEEDED)


def is_ready(game: str, checked: bool = False) -> bool:
    """Can it be used without compiling it first?"""
    doors = search_of(game, ready.way() is not ready.Way.PLAIN, checked)
    return all(map(doors.is_ready, NEEDED))


def is_ready_for(position: Position) -> bool:
    """Can a position be thought about without compiling anything first?"""
    return is_ready(position.game.name, position.is_checked)


@ready.wait()
def prepare(game: str, checked: bool = False) -> None:
    """Compile the search for a game, if that has not been done on this machine."""
    _at_hand(game, checked).open_all()


class Mind:
    """Memory for one search: positions met so far, and room to work in. `known` is what it has learned."""

    def __init__(
        self, game: str, seed: int | None = None, memory: int = MEMORY, known: Lore | None = None
    ) -> None:
        self._rules = games.contract(game)
        self._known = lore.shipped(game) if known is None else known
        self._net = lore.NO_NET
        self._use(checked=False)
        node, edge = search.NODE.itemsize, search.EDGE.itemsize
        count = max(256, memory // (node + EDGES_PER_NODE * edge + 16))
        slots = 1 << math.ceil(math.log2(2 * count))
        table = 8 * math.ceil(self._rules.dtype.itemsize / 8)
        self._mind = np.zeros(1, self._doors.module.MIND)
        self._mind["rng"]["word"] = (system_seed() if seed is None else seed) & WORD
        self._slots = np.full(slots, search.NOWHERE, np.int32)
        self._nodes = np.zeros(count, search.NODE)
        self._edges = np.zeros(count * EDGES_PER_NODE, search.EDGE)
        self._tables = np.zeros((search.TABLES_N, table), np.uint8)
        self._room = (
            self._mind.view(np.uint8),
            self._slots,
            self._nodes.view(np.uint8),
            self._edges.view(np.uint8),
            self._tables,
        )

    def _use(self, checked: bool) -> None:
        self._doors = _at_hand(self._rules.facts.name, checked)

    def look_at(self, table: np.ndarray, checked: bool = False) -> None:
        """Begin to think about a table; what was thought before about what may follow is kept."""
        self._use(checked)
        players_n = int(table.view(self._rules.dtype)["players_n"][0])
        self._net = self._known.get(players_n, lore.NO_NET)
        self._tables[search.ROOT, : len(table)] = table
        self._doors.set_root(*self._room)

    @contextmanager
    def only(self, choice: int | None) -> Iterator[None]:
        """As long as this lasts, look at one choice of the root and at no other (None: at all of them)."""
        if choice is None:
            yield
            return
        root = self._nodes[self._mind["root"][0]]
        if root["edges_n"] == 0:
            self.think(1)
        edges = self._edges[root["first"] : root["first"] + root["edges_n"]]
        insisted = edges["choice"] == choice
        prior = edges["prior"][insisted]
        edges["prior"][insisted] = INSISTENCE
        try:
            yield
        finally:
            edges["prior"][insisted] = prior

    def think(self, simulations: int) -> None:
        self._doors.simulate(simulations, self._net, *self._room)

    def see(self, table: np.ndarray, viewer: int) -> tuple[np.ndarray, np.ndarray]:
        """What a net is told about a table: facts, and how far ahead each seat seems."""
        facts = np.zeros(self._mind["facts"].shape[1], np.int32)
        ahead = np.zeros(net.SEATS_MAX, np.float32)
        count = self._doors.see_table(table, viewer, self._room[0], facts, ahead)
        return facts[:count], ahead

    def tried(self) -> tuple[np.ndarray, ...]:
        """The choices at the root: numbers, visits, what they are worth, what they seemed worth."""
        root = self._nodes[self._mind["root"][0]]
        edges = self._edges[root["first"] : root["first"] + root["edges_n"]]
        visits = edges["visits"]
        worth = np.where(visits, edges["total"] / np.maximum(visits, 1), edges["guess"])
        is_known = (visits > 0) & (edges["child"] != search.NOWHERE)
        children = self._nodes[edges["child"][is_known]]
        worth[is_known] = children["sums"][:, root["mover"]] / np.maximum(children["visits"], 1)
        return edges["choice"], visits, worth, edges["guess"]

    @property
    def is_certain(self) -> bool:
        """Is all known that can be known about the root, as far as values at the round's end say it?"""
        return bool(self._nodes[self._mind["root"][0]]["solved"])

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._nodes[self._mind["root"][0]]["visits"])

    def best(self) -> int:
        """The number of the best choice: the one tried most, or, if all is certain, what is worth most."""
        choices, visits, worths, _ = self.tried()
        return int(choices[np.lexsort((visits, worths) if self.is_certain else (worths, visits))[-1]])

    def worths(self) -> np.ndarray:
        """How likely each seat is to win from the root, in all simulations."""
        root = self._nodes[self._mind["root"][0]]
        return root["sums"] / max(1, root["visits"])


class Thinker:
    """One or more minds that think about the same position at once, each in a thread of its own.

    For one thread, a seed and a number of simulations, thoughts are the same every time. Time is what `clock`
    says: that of the world, or, where bots are compared on a machine that does other things too, that of the
    thread alone (`time.thread_time`).
    """

    def __init__(
        self,
        game: str,
        seed: int | None = None,
        memory: int = MEMORY,
        threads: int = 1,
        known: Lore | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        self._clock = clock
        self._names = games.contract(game).choices
        seed = system_seed() if seed is None else seed
        self._minds = [Mind(game, seed + thread, memory // threads, known) for thread in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def think(
        self,
        position: Position,
        seat: int,
        seconds: float | None = None,
        simulations: int | None = None,
        only: str | None = None,
    ) -> Thought:
        """Think about the question that a seat is asked, as far as it can know the table.

        It ends after so many seconds or simulations, whichever comes first. With `only`, one of the choices
        is looked at and no other, on top of what was thought about all of them before.
        """
        begun = self._clock()
        number = None if only is None else self._names.index(only)
        table = position.table_known_by(seat)
        for mind in self._minds:
            mind.look_at(table, position.is_checked)
        end = math.inf if seconds is None else begun + seconds - RESERVE
        done = sum(self._each(lambda mind: _think(mind, end, simulations, number, self._clock)))
        certain = any(mind.is_certain for mind in self._minds)
        return Thought(self._options(), done, self._clock() - begun, certain)

    def worth(self, seat: int) -> float:
        """How likely a seat is to win from the position that was last thought about."""
        return float(sum(mind.worths()[seat] for mind in self._minds) / len(self._minds))

    def _each(self, work: Any) -> Sequence[int]:
        if self._pool is None:
            return [work(mind) for mind in self._minds]
        return list(self._pool.map(work, self._minds))

    def _options(self) -> tuple[Option, ...]:
        certain = [mind for mind in self._minds if mind.is_certain]
        tried = [mind.tried() for mind in certain[:1] or self._minds]
        choices, _, _, guesses = tried[0]
        visits = np.sum([each[1] for each in tried], axis=0)
        weighted = np.sum([each[1] * each[2] for each in tried], axis=0)
        worths = np.where(visits, weighted / np.maximum(visits, 1), guesses)
        columns = (choices.tolist(), worths.tolist(), visits.tolist(), guesses.tolist())
        options = [Option(self._names[choice], *facts) for choice, *facts in zip(*columns, strict=True)]
        if certain:
            return tuple(sorted(options, key=lambda option: (-option.worth, -option.visits)))
        return tuple(sorted(options, key=lambda option: (-option.visits, -option.worth)))


def _think(mind: Mind, end: float, simulations: int | None, only: int | None, clock: Clock) -> int:
    """Simulate until the time is over, about one of the choices or all; at least once."""
    with mind.only(only):
        return _simulate(mind, end, simulations, clock)


def _simulate(mind: Mind, end: float, simulations: int | None, clock: Clock) -> int:
    """Simulate until the time is over or all is certain, looking at the clock more often towards its end."""
    first = mind.visits
    left = UNLIMITED if simulations is None else simulations
    if math.isinf(end):
        mind.think(left)
        return mind.visits - first
    count = 1
    now = clock()
    while True:
        mind.think(min(count, left))
        left -= count
        before, now = now, clock()
        pace = max(now - before, TICK) / count
        if left <= 0 or now + pace >= end or mind.is_certain:
            return mind.visits - first
        count = max(1, min(2 * count, int(min(SLICE, (end - now) / PART) / pace)))
