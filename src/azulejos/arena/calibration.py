"""Do chances come true? What analysis says about a seat's chance to win, and how often such seats win."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from azulejos import games, tell
from azulejos.arena.charts import Mark, Panel, panels_chart
from azulejos.arena.entrants import Entrant, entrant
from azulejos.arena.figures import CLEARED, MISSED, OPEN, WAITING, Interval, by_code, wilson
from azulejos.arena.fixtures import Fixture, code_stamp
from azulejos.arena.referee import Outcome
from azulejos.arena.results import Known
from azulejos.arena.watching import TENTHS, games_of_one, noted, tenth_of, watch_chances
from azulejos.bots.comparing import SIMULATIONS
from azulejos.game import Game

SEED = 3  # other games than those of the bars
POSITIONS = 10_000  # that are looked at, at least
BATCH = 50  # games that are begun together, as long as there aren't enough positions
GAMES_MAX = 4000
MOST_OFF = 0.03
BOT = "master@0.05"


@dataclass(frozen=True)
class Calibration:
    """In each tenth of all chances, the share of wins may be so far from what was said."""

    name: str
    game_name: str
    bot: str = BOT
    positions: int = POSITIONS
    most_off: float = MOST_OFF

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
        """The first game that the present code plays."""
        return games_of_one(self.game, self.entrants[0], 1, SEED)[0]

    def by(self, fixture: Fixture) -> Outcome:
        return watch_chances(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """What is to be played next; nothing, if enough was seen."""
        if verdict(self, results).state != WAITING:
            return []
        return results.missing(self.fixtures())[:BATCH]


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


def calibrations() -> list[Calibration]:
    """One for each game."""
    return [Calibration(f"calibration-{game}", game) for game in games.GAMES]


# ------------------------------------------------------------------------------------------------
# Counting


def verdict(one: Calibration, results: Known, code: str | None = None) -> Calibrated:
    """What is known about a game, by the present code unless another is named."""
    code = code or code_stamp(one.game_name, is_watched=True)
    if replace(one.first, code=code).key not in results.lines:  # most often; thousands would be looked for
        return Calibrated(WAITING, code=code)
    wanted = one.fixtures(code)
    seen = noted(results, wanted, one.positions, lambda game: len(game["said"]))
    said = [chance for each in seen for chance in each["said"]]
    if len(said) < one.positions and any(fixture.key not in results.lines for fixture in wanted):
        return Calibrated(WAITING, code=code)
    won = [share for each in seen for share in each["won"]]
    tenths = in_tenths(said, won)
    return Calibrated(_state(tenths, one.most_off), len(seen), len(said), tenths, code)


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


def _state(tenths: Sequence[Tenth | None], most_off: float) -> str:
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


# ------------------------------------------------------------------------------------------------
# Writing it down

TEXT = f"""Games of `{BOT}` against itself, two players, and of each the positions at the beginnings of
turns: the chance to win that analysis shows to whoever moves ({SIMULATIONS} simulations, as on a page),
and how many of them have won. Positions are put together by tenths of that chance; of one game there is
one in each tenth, drawn by lot, for all would end alike. In each tenth the share of wins should be less
than {100 * MOST_OFF:g} points from what was said on average. The bar is *cleared* if that is so,
*missed* if in some tenth the whole 95 % interval (Wilson's) is farther off, and else *open* (`azulejos
strength --only 'calibration-*'`).

There are {POSITIONS:,} positions at least, about 1,000 in a tenth. With 2,000 positions a share of wins
near one half would be off by 3.5 points in one standard deviation, and chances that come true exactly
would be less than {100 * MOST_OFF:g} points off in all tenths in 3 of 100 cases; with {POSITIONS:,} it is
1.6 points, and 75 of 100. What is shown is what the search strives for: a tenth of it is how clear a win
will be, not how likely."""
HEAD = (
    "| name | tenth | said | won | interval | off | positions |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
)


def section(one: Calibration, found: Calibrated) -> list[str]:
    """What the page says about a game."""
    title = games.GAMES[one.game_name].title
    if found.state == WAITING:
        return ["", f"{title} (`{one.name}`): {WAITING}"]
    state = by_code(found.state, found.code != code_stamp(one.game_name, is_watched=True))
    facts = f"{state}, {found.positions} positions of {found.games} games, code `{found.code}`"
    rows = [_row(one, at, tenth) for at, tenth in enumerate(found.tenths) if tenth]
    return ["", f"{title} (`{one.name}`): {facts}", "", *HEAD, *rows]


def _row(one: Calibration, at: int, tenth: Tenth) -> str:
    span = f"{100 * tenth.interval.low:.1f}-{100 * tenth.interval.high:.1f} %"
    return (
        f"| {one.name} | {10 * at}-{10 * at + 10} % | {100 * tenth.said:.1f} % | {100 * tenth.won:.1f} % "
        f"| {span} | {100 * tenth.off:.1f} | {tenth.positions} |"
    )


def chart(found: Mapping[str, Sequence[Tenth | None]], title: str, t: tell.Words) -> str:
    """The share of wins in each tenth, for each game; where chances come true it follows the dashed line."""
    curves = {tell.title(game, t.language): _marks(tenths) for game, tenths in found.items()}
    places = [mark.at for marks in curves.values() for mark in marks]
    even = (min(places) / TENTHS, max(places) / TENTHS) if places else None
    return panels_chart([Panel(curves, t("chance to win, as the search said"), even=even)], title)


def _marks(tenths: Sequence[Tenth | None]) -> list[Mark]:
    """In the middle of each tenth."""
    return [
        Mark(at + 0.5, f"{10 * at}-{10 * at + 10} %", tenth.won, tenth.interval)
        for at, tenth in enumerate(tenths)
        if tenth
    ]
