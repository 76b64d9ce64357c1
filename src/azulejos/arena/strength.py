"""How strong our bots are: bars, played until each is cleared or missed, and a page written from the data."""

import datetime
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from azulejos import games, tell
from azulejos.arena.charts import Point, curve_chart
from azulejos.arena.crew import Crew
from azulejos.arena.entrants import Entrant, check, entrant
from azulejos.arena.figures import Interval, Z, standings, wilson
from azulejos.arena.fixtures import Fixture, code_stamp, fixtures, game_label
from azulejos.arena.referee import Outcome
from azulejos.arena.results import Known, Results
from azulejos.bots.levels import LEVELS
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.game import Game

SEED = 1
LOOKS = (20, 60, 120, 200)  # after so many games the interval of a bar is looked at
# Who looks often will see by chance what isn't there. Pocock's bound for four looks allows for that:
# so many standard deviations on each side, every time.
POCOCK = 2.361
CURVE_GAMES = 40
CURVE_TIMES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
CURVE_RIVAL = "hard@0.05"
CLEARED, MISSED, OPEN, MEASURED, WAITING = "cleared", "missed", "open", "measured", "not played"


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

    @property
    def game(self) -> Game:
        return Game(self.game_name, self.players)

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


# ------------------------------------------------------------------------------------------------
# What is asked


def bars() -> list[Bar]:
    """All bars, game by game, and the points of the curve."""
    return [bar for game in games.GAMES for bar in _bars_of(game)] + curve()


def _bars_of(game: str) -> Iterator[Bar]:
    least, most = games.GAMES[game].players
    for players, share in ((2, 0.90), (3, 0.65), (4, 0.55)):
        if least <= players <= most:
            yield Bar(f"{game}-master-{players}", game, players, "master@0.2", "greedy-1", share)
    for name, bot, others, share in (
        ("hard", "hard@0.05", "greedy-1", 0.80),
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


def selected(patterns: Sequence[str]) -> list[Bar]:
    """The bars with these names, where `*` stands for anything; all of them, if no name is given."""
    known = bars()
    for pattern in patterns:
        if not any(fnmatchcase(bar.name, pattern) for bar in known):
            names = ", ".join(bar.name for bar in known)
            raise OptionError(
                Message("there is no bar {name}; there is {bars}", name=short(pattern), bars=names)
            )
    wanted = patterns or ["*"]
    return [bar for bar in known if any(fnmatchcase(bar.name, pattern) for pattern in wanted)]


def check_all(wanted: Sequence[Bar]) -> None:
    """Refuse bars whose bots there aren't, before anything is played."""
    for one in dict.fromkeys(one for bar in wanted for one in bar.entrants):
        check(one)


# ------------------------------------------------------------------------------------------------
# Playing


def measure(
    wanted: Sequence[Bar],
    results: Results,
    crew: Crew,
    advance: Callable[[int], object] = lambda games: None,
) -> None:
    """Play what is missing. `advance` is told how many games are done, or need not be played any more."""
    for bar in wanted:
        left = bar.games_max
        for count in bar.looks:
            games_of_look = bar.fixtures(count)
            if results.missing(games_of_look):
                results.note({"date": datetime.date.today().isoformat(), "machine": machine()})
            for _ in results.play_missing(games_of_look, crew):
                advance(1)
                left -= 1
            if verdict(bar, results).state != OPEN:
                break
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
        found = _judged(bar, outcomes, bar.certainty)
        if found.state != OPEN:
            break
    return found


def _judged(bar: Bar, outcomes: Sequence[Outcome], z: float) -> Verdict:
    first = standings(outcomes)[0]
    interval = wilson(first.won, first.games, z)
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


def report(results: Known, picture_name: str) -> tuple[str, str]:
    """The page and the picture of the curve. Everything in them comes from the results."""
    known = {bar: verdict(bar, results, _newest_code(bar, results)) for bar in bars()}
    lines = [HEAD]
    lines += [f"- {', '.join(note.values())}" for note in results.notes] or ["- nothing yet"]
    for game in games.GAMES:
        lines += ["", f"## {games.GAMES[game].title}", "", *BAR_HEAD]
        lines += [
            _bar_row(bar, known[bar]) for bar in bars() if bar.game_name == game and bar.least is not None
        ]
    lines += [
        "",
        "## Strength against time",
        "",
        f"![Share of wins by time]({picture_name})",
        "",
        CURVE_TEXT,
        "",
    ]
    lines += [*CURVE_HEAD, *(_curve_row(bar, known[bar]) for bar in curve())]
    measured = [(bar, known[bar]) for bar in curve() if known[bar].state == MEASURED]
    points = [Point(bar.entrants[0].budget or 0.0, found.share, found.interval) for bar, found in measured]
    title = f"master against {CURVE_RIVAL}: share of wins by time for a turn"
    return "\n".join(lines) + "\n", curve_chart(points, title, tell.words("en")) + "\n"


def for_people(results: Known) -> str:
    """What is told where somebody picks a level: of its two-player bar, the share of wins. As JSON."""
    told: dict[str, dict[str, dict[str, object]]] = {game: {} for game in games.GAMES}
    levels = {level.name for level in LEVELS}
    for bar in bars():
        bot, rival = bar.entrants[0], bar.entrants[1]
        if bar.least is None or bar.players > 2 or bot.name not in levels:
            continue
        found = verdict(bar, results, _newest_code(bar, results))
        if found.state != WAITING:
            facts = {"against": rival.name, "share": round(found.share, 3), "games": found.games}
            told[bar.game_name][bot.name] = facts | ({"seconds": bot.budget} if bot.budget else {})
    return json.dumps(told, indent=2) + "\n"


def _newest_code(bar: Bar, results: Known) -> str:
    """The code of the last game that was played for a bar."""
    game, bots = game_label(bar.game), [one.label for one in bar.entrants]
    for line in reversed(results.lines.values()):
        if (line["game"], line["bots"]) == (game, bots):
            return line["code"]
    return code_stamp(bar.game_name)


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
different code are never counted together.

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
    return f"| {bar.name} | {bar.players} | `{bar.bot}` | `{bar.others}` | {least} {_found(found)}"


def _curve_row(bar: Bar, found: Verdict) -> str:
    return f"| {bar.entrants[0].budget:g} s {_found(found)}"


def _found(found: Verdict) -> str:
    if found.state == WAITING:
        return f"| | | | | {WAITING} | |"
    span = f"{100 * found.interval.low:.1f}-{100 * found.interval.high:.1f} %"
    seconds = f"{found.seconds:.3f} ({found.slowest:.3f})"
    return (
        f"| {100 * found.share:.1f} % | {span} | {found.games} | {seconds} | {found.state} | `{found.code}` |"
    )
