"""Do chances come true? What the search says about a seat's chance to win, and how often such seats win."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from azulejos import bots, games, tell
from azulejos.arena.charts import Mark, Panel, panels_chart
from azulejos.arena.entrants import Entrant, entrant, our_bot
from azulejos.arena.figures import CLEARED, MISSED, OPEN, WAITING, Interval, wilson
from azulejos.arena.fixtures import Fixture, code_stamp, fixtures
from azulejos.arena.referee import Outcome, watched
from azulejos.arena.results import Known
from azulejos.bots.levels import Searcher
from azulejos.game import Game

SEED = 3  # other games than those of the bars
POSITIONS = 2000  # that are looked at
PER_GAME = 8  # positions of one game: more of them would mostly say the same again
TENTHS = 10
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
        return -(-self.positions // PER_GAME)

    def fixtures(self, code: str | None = None) -> list[Fixture]:
        """One for each deal: a bot against itself plays the same game in every rotation."""
        wanted = fixtures(self.game, self.entrants, range(self.games_max), SEED)
        found = [one for one in wanted if one.rotation == 0]
        return found if code is None else [replace(one, code=code) for one in found]

    def by(self, fixture: Fixture) -> Outcome:
        return watch(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """What is still to be played."""
        return results.missing(self.fixtures())


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
# Watching


def _searcher(one: Entrant, seed: int) -> Searcher:
    """Somebody who says what it thinks."""
    found = our_bot(one, seed)
    assert isinstance(found, Searcher)
    return found


def watch(fixture: Fixture) -> Outcome:
    """Play a game; note what was said at the beginning of some turns, and who won."""
    game = fixture.game
    bots.prepare(game.name)
    entrants = fixture.entrants
    players = [_searcher(one, fixture.bot_seed(seat)) for seat, one in enumerate(entrants)]
    position = game.start(seed=fixture.dealer_seed)
    said: list[tuple[int, float]] = []
    while not position.over:
        seat, legal = position.turn, position.choices()
        assert seat is not None
        if len(legal) == 1:
            position.play(legal[0])
            continue
        best = players[seat].think(position, seat, entrants[seat].budget).best
        if position.step == 0:
            said.append((seat, best.worth))
        position.play(best.choice)
    picked = random.Random(fixture.dealer_seed).sample(said, min(PER_GAME, len(said)))
    winners = position.winners
    return watched(
        fixture,
        {
            "said": [round(worth, 4) for _, worth in picked],
            "won": [round((seat in winners) / len(winners), 4) for seat, _ in picked],
        },
    )


# ------------------------------------------------------------------------------------------------
# Counting


def verdict(one: Calibration, results: Known, code: str | None = None) -> Calibrated:
    """What is known about a game, by the present code unless another is named."""
    code = code or code_stamp(one.game_name)
    lines = [results.lines.get(fixture.key) for fixture in one.fixtures(code)]
    if not all(lines):
        return Calibrated(WAITING, code=code)
    noted: list[dict[str, Any]] = [line["noted"] for line in lines if line and "noted" in line]
    said = [worth for each in noted for worth in each["said"]]
    won = [share for each in noted for share in each["won"]]
    tenths = in_tenths(said, won)
    return Calibrated(_state(tenths, one.most_off), len(noted), len(said), tenths, code)


def in_tenths(said: Sequence[float], won: Sequence[float]) -> tuple[Tenth | None, ...]:
    """Positions together about which nearly the same was said."""
    found: list[list[tuple[float, float]]] = [[] for _ in range(TENTHS)]
    for worth, share in zip(said, won, strict=True):
        found[min(int(TENTHS * worth), TENTHS - 1)].append((worth, share))
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

TEXT = f"""Games of `{BOT}` against itself, two players, and of each up to {PER_GAME} positions, at the
beginning of a turn: the chance to win that the search gives to whoever moves, and how many of them have won.
Positions are put together by tenths of what was said; in each, the share of wins should be less than
{100 * MOST_OFF:g} points from what was said on average, in {POSITIONS} positions. The bar is *cleared* if
that is so, *missed* if in some tenth the whole 95 % interval (Wilson's) is farther off, and else *open*:
chance alone brings some hundred positions as far off (`azulejos strength --only 'calibration-*'`)."""
HEAD = (
    "| name | tenth | said | won | interval | off | positions |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
)


def section(one: Calibration, found: Calibrated) -> list[str]:
    """What the page says about a game."""
    title = games.GAMES[one.game_name].title
    if found.state == WAITING:
        return ["", f"{title} (`{one.name}`): {WAITING}"]
    facts = f"{found.state}, {found.positions} positions of {found.games} games, code `{found.code}`"
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
