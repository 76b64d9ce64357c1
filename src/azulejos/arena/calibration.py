"""Do chances come true? What analysis says about a seat's chance to win, and how often such seats win."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from azulejos.arena.entrants import Entrant, entrant
from azulejos.arena.figures import CLEARED, MISSED, OPEN, WAITING, Interval, wilson
from azulejos.arena.fixtures import Fixture, code_stamp
from azulejos.arena.referee import Outcome
from azulejos.arena.results import Known
from azulejos.arena.watching import TENTHS, games_of_one, noted, tenth_of, watch_chances
from azulejos.game import Game

SEED = 3  # other games than those of the bars
BATCH = 50  # games that are begun together, as long as there aren't enough positions
GAMES_MAX = 4000


@dataclass(frozen=True)
class Calibration:
    """In each tenth of all chances, the share of wins may be so far from what was said."""

    name: str
    game_name: str
    bot: str
    positions: int  # that are looked at, at least
    most_off: float
    batch: int = BATCH

    @property
    def game(self) -> Game:
        return Game(self.game_name, 2)

    @property
    def entrants(self) -> list[Entrant]:
        return [entrant(self.bot)] * 2

    @property
    def games_max(self) -> int:
        return min(self.positions, GAMES_MAX)

    def fixtures(self, code: str | None = None) -> list[Fixture]:
        """By the present code or by another."""
        return games_of_one(self.game, self.entrants[0], self.games_max, SEED, code)

    @property
    def first(self) -> Fixture:
        return games_of_one(self.game, self.entrants[0], 1, SEED)[0]

    def by(self, fixture: Fixture) -> Outcome:
        return watch_chances(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """What is to be played next; nothing, if enough was seen."""
        if self.verdict(results).state != WAITING:
            return []
        return results.missing(self.fixtures())[: self.batch]

    def verdict(self, results: Known, code: str | None = None) -> "Calibrated":
        """What is known, by games of the present code unless another is named."""
        code = code or code_stamp(self.game_name, is_watched=True)
        if (
            replace(self.first, code=code).key not in results.lines
        ):  # most often; else thousands are looked for
            return Calibrated(WAITING, code=code)
        wanted = self.fixtures(code)
        seen = noted(results, wanted, self.positions, lambda game: len(game["said"]))
        said = [chance for each in seen for chance in each["said"]]
        if len(said) < self.positions and any(fixture.key not in results.lines for fixture in wanted):
            return Calibrated(WAITING, code=code)
        won = [share for each in seen for share in each["won"]]
        tenths = in_tenths(said, won)
        return Calibrated(judged(tenths, self.most_off), len(seen), len(said), tenths, code)


@dataclass(frozen=True)
class Tenth:
    """Positions in which about the same was said."""

    positions: int
    said: float  # the chance to win, on average
    won: float  # the share of wins
    interval: Interval  # in which that share lies in 95 of 100 cases

    @property
    def off(self) -> float:
        return abs(self.won - self.said)


@dataclass(frozen=True)
class Calibrated:
    """What was said and what came."""

    state: str
    games: int = 0
    positions: int = 0
    tenths: tuple[Tenth | None, ...] = ()  # None where nothing was said
    code: str = ""

    @property
    def farthest(self) -> Tenth | None:
        """The tenth that is most off."""
        return max((tenth for tenth in self.tenths if tenth), key=lambda tenth: tenth.off, default=None)


# ------------------------------------------------------------------------------------------------
# Counting


def in_tenths(said: Sequence[float], won: Sequence[float]) -> tuple[Tenth | None, ...]:
    """Positions together about which nearly the same was said."""
    found: list[list[tuple[float, float]]] = [[] for _ in range(TENTHS)]
    for worth, share in zip(said, won, strict=True):
        found[tenth_of(worth)].append((worth, share))
    return tuple(_tenth(pairs) if pairs else None for pairs in found)


def _tenth(pairs: Sequence[tuple[float, float]]) -> Tenth:
    count = len(pairs)
    wins = sum(share for _, share in pairs)
    return Tenth(count, sum(worth for worth, _ in pairs) / count, wins / count, wilson(wins, count))


def judged(tenths: Sequence[Tenth | None], most_off: float) -> str:
    """Cleared where every tenth is near enough; missed where chance alone doesn't bring one so far off."""
    known = [tenth for tenth in tenths if tenth]
    if all(tenth.off < most_off for tenth in known):
        return CLEARED
    if any(
        tenth.interval.low > tenth.said + most_off or tenth.interval.high < tenth.said - most_off
        for tenth in known
    ):
        return MISSED
    return OPEN
