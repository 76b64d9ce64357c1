"""How strong our bots are: bars, played until each is cleared or missed, and a page written from the data.

Besides, what `waste.py` and `calibration.py` count.
"""

import datetime
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, TypeVar

from azulejos import games, tell
from azulejos.arena import calibration, waste
from azulejos.arena.calibration import Calibrated, Calibration
from azulejos.arena.charts import Point, curve_chart
from azulejos.arena.crew import Crew
from azulejos.arena.entrants import Entrant, check, entrant
from azulejos.arena.figures import (
    CLEARED,
    MEASURED,
    MISSED,
    OPEN,
    WAITING,
    Interval,
    Z,
    by_code,
    standings,
    wilson,
)
from azulejos.arena.fixtures import Fixture, code_stamp, fixtures
from azulejos.arena.referee import Outcome, play
from azulejos.arena.results import Known, Results
from azulejos.arena.waste import Counted, Waste
from azulejos.bots.levels import LEVELS
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game

SEED = 1
LOOKS = (20, 60, 120, 200, 400)  # after so many games the interval of a bar is looked at
# Who looks often will see by chance what isn't there. Pocock's bound for five looks allows for that:
# so many standard deviations on each side, every time.
POCOCK = 2.413
CURVE_GAMES = 40
CURVE_TIMES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
CURVE_RIVAL = "hard@0.05"
BEST, YARDSTICK = "master@0.2", "master-1@0.2"
VARIANTS = {  # on which the bots have learned less
    "chocolatier": (("box", "grey"), ("factories", "special")),
    "pavilion": (("board", "plain"),),
    "garden": (("side", "B"),),
}


@dataclass(frozen=True)
class Bar:
    """At a table for so many, the first bot among the others must win at least this share.

    Where nothing is asked (`least` is None) it is a point of the curve: so many games, whatever comes out.
    """

    name: str
    game_name: str
    players: int
    bot: str
    others: str
    least: float | None
    options: tuple[tuple[str, str], ...] = ()  # other than the usual ones

    @property
    def game(self) -> Game:
        return Game(self.game_name, self.players, **dict(self.options))

    @property
    def entrants(self) -> list[Entrant]:
        return [entrant(self.bot), *[entrant(self.others)] * (self.players - 1)]

    @property
    def looks(self) -> list[int]:
        """After how many games it is looked at: every bot has then sat equally often at every seat."""
        looks = (CURVE_GAMES,) if self.least is None else LOOKS
        return [count // self.players * self.players for count in looks]

    @property
    def games_max(self) -> int:
        return self.looks[-1]

    def fixtures(self, count: int, code: str | None = None) -> list[Fixture]:
        """The first so many games, by the present code or by another."""
        found = fixtures(self.game, self.entrants, range(count // self.players), SEED)
        return [fixture if code is None else replace(fixture, code=code) for fixture in found]

    @property
    def first(self) -> Fixture:
        """The first game that the present code plays."""
        return self.fixtures(self.players)[0]

    def by(self, fixture: Fixture) -> Outcome:
        return play(fixture)

    def missing(self, results: Known) -> list[Fixture]:
        """What is to be played until it is looked at again; nothing, if it is decided."""
        for count in self.looks:
            wanted = self.fixtures(count)
            if missing := results.missing(wanted):
                return missing
            if _judged(self, list(results.outcomes(wanted))).state != OPEN:
                break
        return []

    @property
    def certainty(self) -> float:
        """How many standard deviations the interval has on each side."""
        return Z if self.least is None else POCOCK


NOTHING_KNOWN = Interval(0.0, 1.0)


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


Measure = Bar | Waste | Calibration

# ------------------------------------------------------------------------------------------------
# What is asked


def measures() -> list[Measure]:
    """All that can be measured."""
    return [*bars(), *waste.wastes(), *calibration.calibrations()]


def bars() -> list[Bar]:
    """All bars, game by game, and the points of the curve."""
    return [bar for game in games.GAMES for bar in _bars_of(game)] + curve()


def _bars_of(game: str) -> Iterator[Bar]:
    least, most = games.GAMES[game].players
    for players, share in ((2, 0.80), (3, 0.52), (4, 0.42)):
        if least <= players <= most:
            yield Bar(f"{game}-master-{players}", game, players, BEST, YARDSTICK, share)
    for option, value in VARIANTS.get(game, ()):
        yield Bar(f"{game}-{option}-{value}", game, 2, BEST, YARDSTICK, 0.65, ((option, value),))
    for name, bot, others, share in (
        ("quick", "master@0.05", YARDSTICK, 0.55),
        ("master", BEST, "hard@0.05", 0.65),
        ("hard", "hard@0.05", "medium", 0.75),
        ("medium", "medium", "easy", 0.75),
        ("easy", "easy", "random", 0.90),
        ("greedy", "greedy-1", "easy", 0.70),
    ):
        yield Bar(f"{game}-{name}", game, 2, bot, others, share)


def curve() -> list[Bar]:
    """How the strongest bot does against a fixed one, by its time for a turn."""
    return [
        Bar(f"curve-{seconds:g}", games.FIRST, 2, f"master@{seconds:g}", CURVE_RIVAL, None)
        for seconds in CURVE_TIMES
    ]


def selected(patterns: Sequence[str]) -> list[Measure]:
    """What has these names, where `*` stands for anything; everything, if no name is given."""
    known = measures()
    for pattern in patterns:
        if not any(fnmatchcase(bar.name, pattern) for bar in known):
            names = ", ".join(bar.name for bar in known)
            raise OptionError(
                Message("there is no bar {name}; there is {bars}", name=short(pattern), bars=names)
            )
    wanted = patterns or ["*"]
    return [bar for bar in known if any(fnmatchcase(bar.name, pattern) for pattern in wanted)]


def check_all(wanted: Sequence[Measure]) -> None:
    """Refuse bars whose bots there aren't, before anything is played."""
    for one in dict.fromkeys(one for bar in wanted for one in bar.entrants):
        check(one)


# ------------------------------------------------------------------------------------------------
# Playing


def measure(
    wanted: Sequence[Measure],
    results: Results,
    crew: Crew,
    advance: Callable[[int], object] = lambda games: None,
) -> None:
    """Play what is missing. `advance` is told how many games are done, or need not be played any more."""
    for one in wanted:
        left = one.games_max
        while missing := one.missing(results):
            results.note({"date": datetime.date.today().isoformat(), "machine": machine()})
            for _ in results.play_missing(missing, crew, one.by):
                advance(1)
                left -= 1
        advance(left)


def machine() -> str:
    """On what is measured."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        model = models[0].partition(":")[2].strip() if models else model
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


def verdict(bar: Bar, results: Known, code: str | None = None) -> Verdict:
    """Look as often as the games allow, and stop where the interval has left the bar on one side.

    `code` says whose games are counted: those of the present code, unless it is given.
    """
    found = Verdict(WAITING, code=code or code_stamp(bar.game_name))
    for count in bar.looks:
        wanted = bar.fixtures(count, found.code)
        outcomes = list(results.outcomes(wanted))
        if len(outcomes) < len(wanted):
            break
        found = _judged(bar, outcomes)
        if found.state != OPEN:
            break
    return found


def _judged(bar: Bar, outcomes: Sequence[Outcome]) -> Verdict:
    first = standings(outcomes)[0]
    interval = wilson(first.won, first.games, bar.certainty)
    state = _state(interval, bar.least)
    code = outcomes[0].fixture.code
    return Verdict(state, first.games, first.share, interval, first.seconds_per_turn, first.slowest, code)


def _state(interval: Interval, least: float | None) -> str:
    if least is None:
        return MEASURED
    if interval.low >= least:
        return CLEARED
    return MISSED if interval.high < least else OPEN


# ------------------------------------------------------------------------------------------------
# Writing it down


def report(results: Known, stem: str) -> tuple[str, dict[str, str]]:
    """The page, and pictures by their names, which begin with `stem`. All in them comes from the results."""
    known = {bar: _latest(bar, results, verdict) for bar in bars()}
    curve_name, calibration_name = f"{stem}.svg", f"{stem}-calibration.svg"
    lines = [HEAD]
    lines += [f"- {', '.join(note.values())}" for note in results.notes] or ["- nothing yet"]
    for game in games.GAMES:
        lines += ["", f"## {games.GAMES[game].title}", "", *BAR_HEAD]
        lines += [
            _bar_row(bar, known[bar]) for bar in bars() if bar.game_name == game and bar.least is not None
        ]
    lines += _waste_section(results)
    calibrated = _calibrated(results)
    lines += _calibration_section(calibrated, calibration_name)
    lines += [
        "",
        "## Strength against time",
        "",
        f"![Share of wins by time]({curve_name})",
        "",
        CURVE_TEXT,
        "",
    ]
    lines += [*CURVE_HEAD, *(_curve_row(bar, known[bar]) for bar in curve())]
    pictures = {curve_name: _curve_picture(known), calibration_name: _calibration_picture(calibrated)}
    return "\n".join(lines) + "\n", pictures


def _waste_section(results: Known) -> list[str]:
    rows = [waste.row(one, _latest(one, results, waste.verdict)) for one in waste.wastes()]
    return ["", "## Everything thrown away", "", waste.TEXT, "", *waste.HEAD, *rows]


def _calibrated(results: Known) -> dict[Calibration, Calibrated]:
    return {one: _latest(one, results, calibration.verdict) for one in calibration.calibrations()}


def _calibration_section(calibrated: dict[Calibration, Calibrated], picture_name: str) -> list[str]:
    picture = f"![Share of wins by the chance that was said]({picture_name})"
    lines = ["", "## Do chances come true?", "", picture, "", calibration.TEXT]
    for one, found in calibrated.items():
        lines += calibration.section(one, found)
    return lines


def _calibration_picture(calibrated: dict[Calibration, Calibrated]) -> str:
    tenths = {one.game_name: found.tenths for one, found in calibrated.items() if found.tenths}
    return calibration.chart(tenths, "Share of wins by the chance that was said", tell.words("en")) + "\n"


def _curve_picture(known: dict[Bar, Verdict]) -> str:
    measured = [(bar, known[bar]) for bar in curve() if known[bar].state == MEASURED]
    points = [Point(bar.entrants[0].budget or 0.0, found.share, found.interval) for bar, found in measured]
    title = f"master against {CURVE_RIVAL}: share of wins by time for a turn"
    return curve_chart(points, title, tell.words("en")) + "\n"


def for_people(results: Known) -> str:
    """What is told where somebody picks a level: the share of wins against the level below. As JSON."""
    told: dict[str, dict[str, dict[str, object]]] = {game: {} for game in games.GAMES}
    levels = {f"{game}-{level.name}" for game in games.GAMES for level in LEVELS}
    for bar in bars():
        bot, rival = bar.entrants[0], bar.entrants[1]
        if bar.name not in levels:
            continue
        found = _latest(bar, results, verdict)
        if found.state != WAITING:
            facts = {"against": rival.name, "share": round(found.share, 3), "games": found.games}
            facts |= {"seconds": bot.budget} if bot.budget else {}
            facts |= {"older": True} if _is_older(bar, found) else {}
            told[bar.game_name][bot.name] = facts
    return json.dumps(told, indent=2) + "\n"


Found = TypeVar("Found", Verdict, Counted, Calibrated)


def _latest(one: Any, results: Known, judge: Callable[[Any, Known, str | None], Found]) -> Found:
    """What the present code has come to, or else the newest that has come to anything."""
    present = judge(one, results, None)
    if present.state != WAITING:
        return present
    older = (judge(one, results, code) for code in results.codes(one.first))
    return next((found for found in older if found.state != WAITING), present)


def _is_older(bar: Bar, found: Verdict) -> bool:
    return found.code != bar.first.code


HEAD = f"""# Strength

Written by `make strength` from `bench/strength.jsonl`, which has a line for every game. Each row is one
question: does the bot win at least this share of games? `azulejos strength --only NAME` plays one of them.
`@` says the seconds for a turn; bots without it take the time of their level. On every deal each bot sits
once at every seat; a shared win counts as a part of one.

The games are looked at after {", ".join(map(str, LOOKS))} of them (with three players after a few less).
A bar is *cleared* or *missed* when the whole interval lies on one side of it, and then the games end; it is
*open* if the last look doesn't tell. Who looks often finds what isn't there, so these are Wilson's intervals
widened by Pocock's bound for {len(LOOKS)} looks, {POCOCK} standard deviations: they hold in 95 of 100 cases
although one has looked so often. `code` is a stamp of the bots and rules that have played: results of
different code are never counted together. Where the present code has not played, what code before it has
come to is told as *older code*: it says what the bots were, not what they are.

Measured on:
"""
BAR_HEAD = (
    "| name | players | bot | against | at least | wins | interval | games | s per turn (most) | | code |",
    "| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |",
)
CURVE_TEXT = f"""`master` with different times against `{CURVE_RIVAL}`, two players, {CURVE_GAMES} games each,
with Wilson's 95 % interval (`azulejos strength --only 'curve-*'`)."""
CURVE_HEAD = (
    "| for a turn | wins | interval | games | s per turn (most) | | code |",
    "| ---: | ---: | ---: | ---: | ---: | --- | --- |",
)


def _bar_row(bar: Bar, found: Verdict) -> str:
    least = f"{100 * (bar.least or 0):.0f} %"
    variant = "".join(f", {option} {value}" for option, value in bar.options)
    return (
        f"| {bar.name} | {bar.players}{variant} | `{bar.bot}` | `{bar.others}` | {least} {_found(bar, found)}"
    )


def _curve_row(bar: Bar, found: Verdict) -> str:
    return f"| {bar.entrants[0].budget:g} s {_found(bar, found)}"


def _found(bar: Bar, found: Verdict) -> str:
    if found.state == WAITING:
        return f"| | | | | {WAITING} | |"
    span = f"{100 * found.interval.low:.1f}-{100 * found.interval.high:.1f} %"
    seconds = f"{found.seconds:.3f} ({found.slowest:.3f})"
    share, state = f"{100 * found.share:.1f} %", by_code(found.state, _is_older(bar, found))
    return f"| {share} | {span} | {found.games} | {seconds} | {state} | `{found.code}` |"
