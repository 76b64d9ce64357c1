"""What turns are worth, side by side: the one place where what was played is weighed against what could be.

Everything is searched twice, with two seeds and not equally long: where a game leaves nothing to chance
until the end of a round, two searches of one length would be the same. A worth is the mean of both; how far
they are apart is the search's own error, and only what is lost beyond that is called a mistake.
"""

import heapq
import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Literal

from azulejos.bots import thinking
from azulejos.bots.thinking import Option, Thinker
from azulejos.core.rng import WORD
from azulejos.position import Choices, Position

SIMULATIONS = 3000  # of the first search of a question
SECOND_SHARE = 0.6  # of them, for the second one
SEED = 1  # the same question is thought about in the same way
MEMORY = 16 * 2**20  # bytes of a search; only what is used is taken
LISTED = 8  # turns
FAIR_SHARE = 4  # a turn that is compared gets this part of the simulations, or as many as the best has
SMALL_LOSS, LARGE_LOSS = 0.03, 0.08  # of a chance to win: a mistake, a blunder

Mark = Literal["", "?", "??"]


@dataclass(frozen=True)
class Alternative:
    """A whole turn, how likely it is to win, and how many simulations have tried it."""

    turn: Choices
    worth: float
    visits: int
    spread: float = 0.0  # how far the two searches are apart


@dataclass(frozen=True)
class Comparison:
    """The best turns of a question, and what was played: one of them, another one, or nothing yet."""

    best: tuple[Alternative, ...]
    played: Alternative | None
    simulations: int

    @property
    def listed(self) -> list[Alternative]:
        """All of them, each once."""
        is_other = self.played is not None and self.played not in self.best
        return [*self.best, *([self.played] if self.played is not None and is_other else [])]

    @property
    def loss(self) -> float:
        """How much worse than the best was what was played?"""
        return 0.0 if self.played is None else max(0.0, self.best[0].worth - self.played.worth)

    @property
    def error(self) -> float:
        """The search's own: twice the deviation of a mean of two, for the difference of two such means."""
        return 0.0 if self.played is None else math.hypot(self.best[0].spread, self.played.spread)

    @property
    def mark(self) -> Mark:
        return mark(self.loss, self.error)


def mark(loss: float, error: float) -> Mark:
    """How bad a turn was beyond the search's own error, as players write it: nothing, `?` or `??`."""
    sure = loss - error
    return "??" if sure >= LARGE_LOSS else "?" if sure >= SMALL_LOSS else ""


# ------------------------------------------------------------------------------------------------
# A turn and where it leads


@dataclass(frozen=True, eq=False)
class _Way:
    """A way to play a turn."""

    turn: Choices
    before: Position  # its last choice
    liked: float = 0.0  # by a search: how often it was tried, or what it is worth where that is certain

    @cached_property
    def key(self) -> bytes:
        """The table that it leads to: picking the same things in another order is the same turn."""
        after = self.before.copy()
        after.play(self.turn[-1])
        return after.key()


class _Search:
    """One of the two searches of a question."""

    def __init__(self, root: Position, seat: int, simulations: int | None, seconds: float | None, seed: int):
        self._thinker = Thinker(root.game.name, seed & WORD, MEMORY)
        self._seat, self._seconds = seat, seconds
        self.simulations = self._thinker.think(root, seat, seconds, simulations).simulations
        self._least = self.simulations // FAIR_SHARE
        self.ways = {way.key: way for way in self._best_ways(root)}

    def _best_ways(self, root: Position) -> list[_Way]:
        """Whole turns, the ones first that the search likes most."""
        found: list[_Way] = []
        met, now = {root.key()}, root.this_turn
        order = itertools.count()
        waiting: list[tuple[float, int, _Way, Position]] = []

        def look_further(turn: Choices, position: Position) -> None:
            thought = self._thinker.think(position, self._seat, simulations=1)
            for option in thought.options:
                after = position.copy()
                after.play(option.choice)
                if after.key() not in met:
                    met.add(after.key())
                    liked = option.worth if thought.certain else option.visits
                    longer = _Way((*turn, option.choice), position, liked)
                    heapq.heappush(waiting, (-liked, next(order), longer, after))

        look_further((), root)
        while waiting and len(found) < LISTED:
            _, _, way, position = heapq.heappop(waiting)
            if position.this_turn == now:
                look_further(way.turn, position)
            else:
                found.append(way)
        return found

    def liking(self, way: _Way) -> float:
        return self.ways[way.key].liked if way.key in self.ways else 0.0

    def tried(self, way: _Way, visits: int = 0) -> Option:
        """A turn, looked at alone until it was tried so often, and at least as often as is fair."""
        choice = way.turn[-1]
        option = self._thinker.think(way.before, self._seat, simulations=1).of(choice)
        missing = max(visits, self._least) - option.visits
        if missing <= 0:
            return option
        more = self._thinker.think(way.before, self._seat, self._seconds, missing, only=choice).of(choice)
        return more if more.visits > option.visits else option  # unless the mind was full and began anew


# ------------------------------------------------------------------------------------------------
# Chances


def chances(
    position: Position, seconds: float | None = None, simulations: int | None = SIMULATIONS, seed: int = SEED
) -> tuple[tuple[float, ...], int]:
    """How likely each seat is to win, as far as whoever is asked knows, and in how many simulations.

    It is what the search strives for: a clear win counts a little more than a narrow one.
    """
    turn = position.turn
    seat = None if turn is None or turn < 0 else turn
    thinker = Thinker(position.game.name, seed, MEMORY)
    thought = thinker.think(position.known_by(seat), seat or 0, seconds, simulations)
    return tuple(map(thinker.worth, range(position.game.players))), thought.simulations


# ------------------------------------------------------------------------------------------------
# Comparing


def alternatives(
    position: Position,
    seat: int,
    played: Sequence[str] = (),
    simulations: int | None = SIMULATIONS,
    seconds: float | None = None,
    seed: int = SEED,
    listed: int = LISTED,
) -> Comparison | None:
    """The turns that two searches like best, and what they think of the one that was played.

    What they say of the best one and of what was played doesn't depend on how many are `listed`.
    None, as long as the search would have to be compiled first.
    """
    if not thinking.is_ready_for(position):
        return None
    second = None if simulations is None else math.ceil(SECOND_SHARE * simulations)
    shorter = None if seconds is None else SECOND_SHARE * seconds
    searches = [
        _Search(position, seat, simulations, seconds, seed),
        _Search(position, seat, second, shorter, ~seed),
    ]
    first, *others = _ranked(searches)
    own = _way(position, tuple(played), [first, *others]) if played else None
    tried = [search.tried(first) for search in searches]
    best, levels = _joined(first, tried), [option.visits for option in tried]
    given = best if own is first else _valued(searches, own, levels) if own is not None else None
    ways = [
        given if given is not None and way is own else _valued(searches, way, levels)
        for way in others[: listed - 1]
    ]
    found = (best, *sorted(ways, key=lambda way: -way.worth))
    return _fair(found, given, searches[0].simulations)


def _fair(found: tuple[Alternative, ...], played: Alternative | None, simulations: int) -> Comparison:
    """What was played is the best itself, if nothing better was found."""
    if played is not None and played.worth >= found[0].worth:
        found = (played, *(way for way in found if way != played))[: len(found)]
    return Comparison(found, played, simulations)


def _ranked(searches: Sequence[_Search]) -> list[_Way]:
    """What either search has found, those first that both together like most."""
    found = {key: way for search in reversed(searches) for key, way in search.ways.items()}
    return sorted(found.values(), key=lambda way: -sum(search.liking(way) for search in searches))


def _way(root: Position, turn: Choices, found: Iterable[_Way]) -> _Way:
    """What was played: a turn that was found and leads to the same table, or another one."""
    before = root.copy()
    for choice in turn[:-1]:
        before.play(choice)
    own = _Way(turn, before)
    return next((way for way in found if way.key == own.key), own)


def _valued(searches: Sequence[_Search], way: _Way, levels: Sequence[int]) -> Alternative:
    """A turn, tried as often as the one that it is compared with: two can't be compared otherwise."""
    return _joined(way, [search.tried(way, visits) for search, visits in zip(searches, levels, strict=True)])


def _joined(way: _Way, tried: Sequence[Option]) -> Alternative:
    worths = [option.worth for option in tried]
    return Alternative(
        way.turn, fmean(worths), sum(option.visits for option in tried), max(worths) - min(worths)
    )
