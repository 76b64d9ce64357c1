"""Questions that games answer: does a bot win at least this share? They are played until that is decided.

`waste.py` and `calibration.py` ask others in the same way. The bars of our own bots are in `bench/`.
"""

import datetime
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, TypeVar

from azulejos.arena.crew import Crew
from azulejos.arena.entrants import Entrant, check, entrant
from azulejos.arena.figures import CLEARED, MEASURED, MISSED, OPEN, WAITING, Interval, Z, standings, wilson
from azulejos.arena.fixtures import Fixture, code_stamp, fixtures
from azulejos.arena.referee import Outcome, play
from azulejos.arena.results import Known, Results
from azulejos.game import Game

SEED = 1
LOOKS = (20, 60, 120, 200, 400)  # after so many games the interval of a bar is looked at
# Who looks often will see by chance what isn't there. Pocock's bounds allow for that: with so many looks,
# so many standard deviations on each side, every time.
POCOCK = {1: Z, 2: 2.178, 3: 2.289, 4: 2.361, 5: 2.413}
NOTHING_KNOWN = Interval(0.0, 1.0)


class Judged(Protocol):
    """What has become of a measure."""

    @property
    def state(self) -> str: ...

    @property
    def code(self) -> str:
        """The stamp of what has played."""


Found = TypeVar("Found", bound=Judged, covariant=True)


class Measure(Protocol[Found]):
    """Whatever games answer: a `Bar`, a `Waste`, a `Calibration`."""

    @property
    def name(self) -> str: ...

    @property
    def entrants(self) -> Sequence[Entrant]: ...

    @property
    def games_max(self) -> int: ...

    @property
    def first(self) -> Fixture:
        """The first game that the present code plays."""

    def by(self, fixture: Fixture) -> Outcome:
        """Play one of its games. In another process, if need be."""

    def missing(self, results: Known) -> list[Fixture]:
        """What is to be played before it can be judged; nothing, if it is decided."""

    def verdict(self, results: Known, code: str | None = None) -> Found:
        """What is known, by games of the present code, or of another that is named."""


@dataclass(frozen=True)
class Verdict:
    """What the games say about a bar."""

    state: str
    games: int = 0
    share: float = 0.0
    interval: Interval = NOTHING_KNOWN
    seconds: float = 0.0  # for a turn, on average
    slowest: float = 0.0
    code: str = ""


@dataclass(frozen=True)
class Bar:
    """At a table for so many, the first bot among the others must win at least this share.

    Where nothing is asked (`least` is None) it is a point of a curve: played, whatever comes out.
    """

    name: str
    game_name: str
    players: int
    bot: str
    others: str
    least: float | None
    options: tuple[tuple[str, str], ...] = ()  # other than the usual ones
    after: tuple[int, ...] = LOOKS  # so many games it is looked at

    @property
    def game(self) -> Game:
        return Game(self.game_name, self.players, **dict(self.options))

    @property
    def entrants(self) -> list[Entrant]:
        return [entrant(self.bot), *[entrant(self.others)] * (self.players - 1)]

    @property
    def looks(self) -> list[int]:
        """As `after` says, but so that every bot has sat equally often at every seat."""
        return [count // self.players * self.players for count in self.after]

    @property
    def games_max(self) -> int:
        return self.looks[-1]

    @property
    def certainty(self) -> float:
        """How many standard deviations the interval has on each side."""
        return POCOCK[len(self.after)]

    def fixtures(self, count: int, code: str | None = None) -> list[Fixture]:
        """The first so many games, by the present code or by another."""
        found = fixtures(self.game, self.entrants, range(count // self.players), SEED)
        return [fixture if code is None else replace(fixture, code=code) for fixture in found]

    @property
    def first(self) -> Fixture:
        return self.fixtures(self.players)[0]

    def by(self, fixture: Fixture) -> Outcome:
        return play(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """The games up to the next look; nothing, if it is decided."""
        for count in self.looks:
            wanted = self.fixtures(count)
            if missing := results.missing(wanted):
                return missing
            if self._judged(list(results.outcomes(wanted))).state != OPEN:
                break
        return []

    def verdict(self, results: Known, code: str | None = None) -> Verdict:
        """Look as often as the games allow, and stop where the interval has left the bar on one side."""
        found = Verdict(WAITING, code=code or code_stamp(self.game_name))
        for count in self.looks:
            wanted = self.fixtures(count, found.code)
            outcomes = list(results.outcomes(wanted))
            if len(outcomes) < len(wanted):
                break
            found = self._judged(outcomes)
            if found.state != OPEN:
                break
        return found

    def _judged(self, outcomes: Sequence[Outcome]) -> Verdict:
        first = standings(outcomes)[0]
        interval = wilson(first.won, first.games, self.certainty)
        code = outcomes[0].fixture.code
        state = _state(interval, self.least)
        return Verdict(state, first.games, first.share, interval, first.seconds_per_turn, first.slowest, code)


def _state(interval: Interval, least: float | None) -> str:
    if least is None:
        return MEASURED
    if interval.low >= least:
        return CLEARED
    return MISSED if interval.high < least else OPEN


def check_all(wanted: Sequence[Measure[Judged]]) -> None:
    """Refuse bots that there aren't, before anything is played."""
    for one in dict.fromkeys(one for measure in wanted for one in measure.entrants):
        check(one)


def play_all(wanted: Sequence[Measure[Judged]], results: Results, crew: Crew) -> Iterator[int]:
    """Play what is missing. Says how many games are done each time, or need not be played any more."""
    for one in wanted:
        left = one.games_max
        while missing := one.missing(results):
            results.note({"date": datetime.date.today().isoformat(), "machine": machine()})
            for _ in results.play_missing(missing, crew, one.by):
                yield 1
                left -= 1
        yield left


def latest(one: Measure[Found], results: Known) -> Found:
    """What the present code has come to, or else the newest that has come to anything."""
    present = one.verdict(results)
    if present.state != WAITING:
        return present
    older = (one.verdict(results, code) for code in results.codes(one.first))
    return next((found for found in older if found.state != WAITING), present)


def machine() -> str:
    """On what is measured."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = models[0].partition(":")[2].strip() if models else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"
