"""The page about the strength of our bots, its pictures, and what people are told: all from the results."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import bars
from azulejos import games
from azulejos.arena import waste
from azulejos.arena.bars import LOOKS, POCOCK, Bar, Judged, Measure, Verdict, latest
from azulejos.arena.calibration import Calibrated, Calibration, Tenth
from azulejos.arena.charts import Mark, Panel, panels_chart
from azulejos.arena.figures import MEASURED, WAITING, Interval
from azulejos.arena.results import Known
from azulejos.arena.waste import Counted, Waste
from azulejos.arena.watching import SECONDS, TENTHS
from azulejos.bots.comparing import SIMULATIONS
from azulejos.bots.levels import LEVELS

HEAD = f"""# Strength

Written by `make strength` from `bench/strength.jsonl`, which has a line for every game. Each row is one
question: does the bot win at least this share of games? `make strength ONLY=NAME` plays one of them.
`@` says the seconds for a turn; bots without it take the time of their level. On every deal each bot sits
once at every seat; a shared win counts as a part of one.

The games are looked at after {", ".join(map(str, LOOKS))} of them (with three players after a few less).
A bar is *cleared* or *missed* when the whole interval lies on one side of it, and then the games end; it is
*open* if the last look doesn't tell. Who looks often finds what isn't there, so these are Wilson's intervals
widened by Pocock's bound for {len(LOOKS)} looks, {POCOCK[len(LOOKS)]} standard deviations: they hold in
95 of 100 cases although one has looked so often. `code` is a stamp of the bots and rules that have played:
results of different code are never counted together. Where the present code has not played, what code before
it has come to is told as *older code*: it says what the bots were, not what they are.

Measured on:
"""
BAR_HEAD = (
    "| name | players | bot | against | at least | wins | interval | games | s per turn (most) | | code |",
    "| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |",
)
WASTE_TEXT = f"""Each level against itself, two players, until {waste.TURNS} turns of first rounds were seen.
*Thrown away* are turns in which the bot chose what looks stupid (`AVOIDED` in `bots/values/<game>.py`: to
the floor, broken, a pass), or what leaves nothing else, such as a colour that no line takes, though the turn
could have been played without. Of these, *excused* are those that a search by `master` of {SECONDS:g} s finds
better than all such ways by more than two such searches differ. What is left may be
{100 * bars.WASTE_MOST:g} % of all turns that were seen; the interval (Wilson's, 95 %) says how far that
reaches (`make strength ONLY='waste-*'`)."""
WASTE_HEAD = (
    "| name | turns | games | thrown away | excused | left | interval | at most | | code |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |",
)
CALIBRATION_TITLE = "Share of wins by the chance that was said"
CALIBRATION_TEXT = f"""Games of `{bars.CALIBRATED}` against itself, two players, and of each the positions at
the beginnings of turns: the chance to win that analysis shows to whoever moves ({SIMULATIONS} simulations,
as on a page), and how many of them have won. Positions are put together by tenths of that chance; of one
game there is one in each tenth, drawn by lot, for all would end alike. In each tenth the share of wins
should be less than {100 * bars.MOST_OFF:g} points from what was said on average. The bar is *cleared* if
that is so, *missed* if in some tenth the whole 95 % interval (Wilson's) is farther off, and else *open*
(`make strength ONLY='calibration-*'`).

There are {bars.POSITIONS:,} positions at least, about 1,000 in a tenth. With 2,000 positions a share of wins
near one half would be off by 3.5 points in one standard deviation, and chances that come true exactly
would be less than {100 * bars.MOST_OFF:g} points off in all tenths in 3 of 100 cases; with
{bars.POSITIONS:,} it is 1.6 points, and 75 of 100. What is shown is what the search strives for: a tenth of
it is how clear a win will be, not how likely."""
CALIBRATION_HEAD = (
    "| name | tenth | said | won | interval | off | positions |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
)
CURVE_TEXT = f"""`master` with different times against `{bars.CURVE_RIVAL}`, two players, {bars.CURVE_GAMES}
games each, with Wilson's 95 % interval (`make strength ONLY='curve-*'`)."""
CURVE_HEAD = (
    "| for a turn | wins | interval | games | s per turn (most) | | code |",
    "| ---: | ---: | ---: | ---: | ---: | --- | --- |",
)


def page(results: Known, stem: str) -> tuple[str, dict[str, str]]:
    """The page, and pictures by their names, which begin with `stem`."""
    curve = {bar: latest(bar, results) for bar in bars.curve()}
    calibrated = {one: latest(one, results) for one in bars.calibrations()}
    pictures = {
        f"{stem}.svg": _curve_picture(curve),
        f"{stem}-calibration.svg": _calibration_picture(calibrated),
    }
    curve_name, calibration_name = pictures
    lines = [HEAD, *([f"- {', '.join(note.values())}" for note in results.notes] or ["- nothing yet"])]
    for game in games.GAMES:
        lines += ["", f"## {games.GAMES[game].title}", "", *BAR_HEAD]
        lines += [_bar_row(bar, latest(bar, results)) for bar in bars.bars() if bar.game_name == game]
    lines += ["", "## Everything thrown away", "", WASTE_TEXT, "", *WASTE_HEAD]
    lines += [_waste_row(one, latest(one, results)) for one in bars.wastes()]
    lines += ["", "## Do chances come true?", "", f"![{CALIBRATION_TITLE}]({calibration_name})", ""]
    lines += [CALIBRATION_TEXT, *(line for one, found in calibrated.items() for line in _section(one, found))]
    lines += ["", "## Strength against time", "", f"![Share of wins by time]({curve_name})", ""]
    lines += [CURVE_TEXT, "", *CURVE_HEAD, *(_curve_row(bar, found) for bar, found in curve.items())]
    return "\n".join(lines) + "\n", {name: picture + "\n" for name, picture in pictures.items()}


def for_people(results: Known) -> str:
    """What is told where somebody picks a level: the share of wins against the level below. As JSON."""
    told: dict[str, dict[str, dict[str, object]]] = {game: {} for game in games.GAMES}
    levels = {f"{game}-{level.name}" for game in games.GAMES for level in LEVELS}
    for bar in bars.bars():
        found = latest(bar, results)
        if bar.name not in levels or found.state == WAITING:
            continue
        bot, rival = bar.entrants[0], bar.entrants[1]
        facts = {"against": rival.name, "share": round(found.share, 3), "games": found.games}
        facts |= {"seconds": bot.budget} if bot.budget else {}
        facts |= {"older": True} if _is_older(bar, found) else {}
        told[bar.game_name][bot.name] = facts
    return json.dumps(told, indent=2) + "\n"


def told(found: Verdict | Counted | Calibrated) -> str:
    """A verdict in a line, for whoever has played."""
    if found.state == WAITING:
        return WAITING
    if isinstance(found, Verdict):
        return f"{found.state}: {_percent(found.share)} ({_span(found.interval)}) of {found.games} games"
    if isinstance(found, Counted):
        return (
            f"{found.state}: {found.thrown - found.excused} of {found.turns} turns ({_span(found.interval)})"
        )
    farthest = f", at most {100 * found.farthest.off:.1f} points off" if found.farthest else ""
    return f"{found.state}: {found.positions} positions{farthest}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _span(interval: Interval) -> str:
    return f"{100 * interval.low:.1f}-{100 * interval.high:.1f} %"


def _state(one: Measure[Any], found: Judged) -> str:
    """What older code has done says nothing about what is there now."""
    return f"older code: {found.state}" if _is_older(one, found) else found.state


def _is_older(one: Measure[Any], found: Judged) -> bool:
    return found.code != one.first.code


# ------------------------------------------------------------------------------------------------
# Rows


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
    seconds = f"{found.seconds:.3f} ({found.slowest:.3f})"
    share, span = _percent(found.share), _span(found.interval)
    return f"| {share} | {span} | {found.games} | {seconds} | {_state(bar, found)} | `{found.code}` |"


def _waste_row(one: Waste, found: Counted) -> str:
    if found.state == WAITING:
        return f"| {one.name} | | | | | | | {100 * one.most:.0f} % | {WAITING} | |"
    return (
        f"| {one.name} | {found.turns} | {found.games} | {found.thrown} | {found.excused} "
        f"| {_percent(found.share)} | {_span(found.interval)} | {100 * one.most:.0f} % "
        f"| {_state(one, found)} | `{found.code}` |"
    )


def _section(one: Calibration, found: Calibrated) -> list[str]:
    """A game, and a row for each tenth of its chances."""
    title = games.GAMES[one.game_name].title
    if found.state == WAITING:
        return ["", f"{title} (`{one.name}`): {WAITING}"]
    facts = f"{_state(one, found)}, {found.positions} positions of {found.games} games, code `{found.code}`"
    rows = [_tenth_row(one, at, tenth) for at, tenth in enumerate(found.tenths) if tenth]
    return ["", f"{title} (`{one.name}`): {facts}", "", *CALIBRATION_HEAD, *rows]


def _tenth_row(one: Calibration, at: int, tenth: Tenth) -> str:
    return (
        f"| {one.name} | {_chances(at)} | {_percent(tenth.said)} | {_percent(tenth.won)} "
        f"| {_span(tenth.interval)} | {100 * tenth.off:.1f} | {tenth.positions} |"
    )


def _chances(tenth: int) -> str:
    return f"{10 * tenth}-{10 * tenth + 10} %"


# ------------------------------------------------------------------------------------------------
# Pictures


def _curve_picture(curve: Mapping[Bar, Verdict]) -> str:
    """The share of wins against the time for a turn, on a scale that doubles."""
    marks = [
        Mark(math.log2(seconds), f"{seconds:g} s", found.share, found.interval)
        for bar, found in curve.items()
        if found.state == MEASURED and (seconds := bar.entrants[0].budget)
    ]
    title = f"master against {bars.CURVE_RIVAL}: share of wins by time for a turn"
    return panels_chart([Panel({"": marks}, "seconds for a turn")], title)


def _calibration_picture(calibrated: Mapping[Calibration, Calibrated]) -> str:
    """The share of wins in each tenth, for each game; where chances come true it follows the dashed line."""
    curves = {
        games.GAMES[one.game_name].title: _marks(found.tenths)
        for one, found in calibrated.items()
        if found.tenths
    }
    places = [mark.at for marks in curves.values() for mark in marks]
    even = (min(places) / TENTHS, max(places) / TENTHS) if places else None
    return panels_chart([Panel(curves, "chance to win, as the search said", even=even)], CALIBRATION_TITLE)


def _marks(tenths: Sequence[Tenth | None]) -> list[Mark]:
    """In the middle of each tenth."""
    return [
        Mark(at + 0.5, _chances(at), tenth.won, tenth.interval) for at, tenth in enumerate(tenths) if tenth
    ]
