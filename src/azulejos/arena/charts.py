"""Pictures of results, as SVG."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from azulejos import tell
from azulejos.arena.figures import Interval
from azulejos.arena.ladder import Rung
from azulejos.draw.shapes import circle, element, group, label, path, rect
from azulejos.draw.theme import TEXT

INK, QUIET, EDGE, PAGE = "#26292f", "#6b6f78", "#d8d4c8", "#fffdf7"
OVERALL = "#26292f"
COLOURS = ("#1f4e9c", "#b5452c", "#2f7d4f", "#8a5aa8", "#a97c35", "#3b8ea5")  # one for each game
WIDTH = 760
LEFT, RIGHT, TOP = 190, 30, 60
LANE = 9  # between two marks of one row
ROW_GAP = 22
SIZE = 13  # of letters
LETTER = 7.8  # how wide they are, at most, on average
LABEL_MAX = 22  # letters of a bot's name
PANEL = 440  # how high one is, with what stands below it
HEADING, LEGEND = 24, 24  # ... and what some have besides
NAMES_MAX = 20  # of marks along an axis


@dataclass(frozen=True)
class Point:
    """A share at some time to think."""

    seconds: float
    share: float
    interval: Interval


@dataclass(frozen=True)
class Mark:
    """A share at some place along an axis, and what stands below it."""

    at: float
    name: str
    share: float
    interval: Interval | None = None


@dataclass(frozen=True)
class Panel:
    """Curves of shares over one axis. `even` is a line to compare with, from its left to its right end."""

    curves: Mapping[str, Sequence[Mark]]  # by their names
    along: str  # what the axis is about
    heading: str = ""
    even: tuple[float, float] | None = None


def ladder_chart(ladder: Sequence[Rung], t: tell.Words) -> str:
    """A row for each bot: its rating in every game and over all, with what holds it in 95 of 100 cases."""
    titles = list(ladder[0].ratings) if ladder else []
    marks = [(None, OVERALL), *zip(titles, COLOURS * len(titles), strict=False)]
    row = LANE * len(marks) + ROW_GAP
    bottom = TOP + row * len(ladder)
    spans = [rating.interval for rung in ladder for rating in (rung.rating, *rung.ratings.values())]
    axis = _Axis(min(span.low for span in spans), max(span.high for span in spans), LEFT, WIDTH - RIGHT)
    parts = [_ticks(axis, TOP, bottom, t)]
    for i, rung in enumerate(ladder):
        top = TOP + row * i
        parts.append(_words(LEFT - 12, top + row / 2 + 4, _short(rung.label), text_anchor="end"))
        for lane, (title, colour) in enumerate(marks):
            rating = rung.rating if title is None else rung.ratings[title]
            y = top + ROW_GAP / 2 + LANE * (lane + 0.5)
            parts.append(_mark(axis, rating.mu, rating.interval, y, colour))
    x = 30.0
    for title, colour in marks:
        name = t("all games") if title is None else tell.title(title, t.language)
        parts.append(_legend(x, bottom + 46, name, colour))
        x += 32 + LETTER * len(name)
    return _page(t("Ratings, each with its 95 % interval"), bottom + 66, parts)


def curve_chart(points: Sequence[Point], title: str, t: tell.Words) -> str:
    """The share of wins against the time for a turn, on a scale that doubles."""
    marks = [
        Mark(math.log2(point.seconds), f"{point.seconds:g} s", point.share, point.interval)
        for point in points
    ]
    return panels_chart([Panel({"": marks}, t("seconds for a turn"))], title)


def panels_chart(panels: Sequence[Panel], title: str) -> str:
    """Panels below each other."""
    parts: list[str] = []
    top = 0
    for panel in panels:
        top += HEADING if panel.heading else 0
        parts += _panel(panel, top)
        top += PANEL + (LEGEND if len(panel.curves) > 1 else 0)
    return _page(title, top, parts)


def _panel(panel: Panel, top: int) -> list[str]:
    left, right, bottom = 70, WIDTH - RIGHT, top + PANEL - 60
    marks = [mark for curve in panel.curves.values() for mark in curve]
    places = [mark.at for mark in marks] or [0.0]
    across = _Axis(min(places), max(places), left + 30, right - 30)
    up = _Axis(0.0, 1.0, bottom, top + TOP)
    parts = [_words(24, top + TOP - 20, panel.heading, font_weight="bold")] if panel.heading else []
    for tenth in range(0, 11, 2):
        y = up.at(tenth / 10)
        parts.append(path(f"M{left} {y:.1f}H{right}", stroke=EDGE))
        parts.append(_words(left - 8, y + 4, f"{tenth * 10} %", text_anchor="end"))
    if panel.even is not None:
        begin, end = (up.at(share) for share in panel.even)
        dashes = {"stroke": QUIET, "stroke_dasharray": "5 4"}
        parts.append(path(f"M{across.begin} {begin:.1f}L{across.end} {end:.1f}", **dashes))
    for curve, colour in zip(panel.curves.values(), COLOURS, strict=False):
        parts += _curve(curve, across, up, colour)
    named = {mark.at: mark.name for mark in marks}
    step = -(-len(named) // NAMES_MAX)
    for at in sorted(named)[:: step or 1]:
        parts.append(_words(across.at(at), bottom + 20, named[at], text_anchor="middle"))
    parts.append(_words((left + right) / 2, bottom + 42, panel.along, text_anchor="middle"))
    if len(panel.curves) > 1:
        parts += _legends(panel.curves, bottom + 70)
    return parts


def _curve(marks: Sequence[Mark], across: "_Axis", up: "_Axis", colour: str) -> list[str]:
    """A line from mark to mark, each with what it may be taken for."""
    line = "L".join(f"{across.at(mark.at):.1f} {up.at(mark.share):.1f}" for mark in marks)
    parts = [path(f"M{line}" if line else "", fill="none", stroke=colour, stroke_width=2)]
    for mark in marks:
        x = across.at(mark.at)
        if mark.interval is not None:
            low, high = up.at(mark.interval.low), up.at(mark.interval.high)
            parts.append(path(f"M{x:.1f} {low:.1f}V{high:.1f}", stroke=colour, stroke_width=1.5))
        parts.append(circle(x, up.at(mark.share), 4, fill=colour))
    return parts


def _legends(names: Iterable[str], y: float) -> list[str]:
    parts, x = [], 30.0
    for name, colour in zip(names, COLOURS, strict=False):
        parts.append(_legend(x, y, name, colour))
        x += 32 + LETTER * len(name)
    return parts


@dataclass(frozen=True)
class _Axis:
    """From values to places on the page."""

    least: float
    most: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        span = (self.most - self.least) or 1.0
        return self.begin + (value - self.least) / span * (self.end - self.begin)


def _ticks(axis: _Axis, top: float, bottom: float, t: tell.Words) -> str:
    """A line at every fifth point of a rating."""
    parts = []
    for value in range(5 * math.ceil(axis.least / 5), math.floor(axis.most) + 1, 5):
        x = axis.at(value)
        parts.append(path(f"M{x:.1f} {top}V{bottom}", stroke=EDGE))
        parts.append(_words(x, bottom + 18, t.number(value), text_anchor="middle"))
    return group(*parts)


def _mark(axis: _Axis, value: float, interval: Interval, y: float, colour: str) -> str:
    low, high = axis.at(interval.low), axis.at(interval.high)
    return group(
        path(f"M{low:.1f} {y:.1f}H{high:.1f}", stroke=colour, stroke_width=1.5),
        circle(axis.at(value), y, 3.5, fill=colour),
    )


def _legend(x: float, y: float, name: str, colour: str) -> str:
    return group(circle(x, y - 4, 4, fill=colour), _words(x + 9, y, name, fill=QUIET))


def _short(name: str) -> str:
    """Long names are known by their ends."""
    return name if len(name) <= LABEL_MAX else "…" + name[1 - LABEL_MAX :]


def _words(x: float, y: float, words: str, fill: str = INK, **attributes: str) -> str:
    return label(x, y, words, SIZE, fill=fill, **attributes)


def _page(title: str, height: float, parts: Sequence[str]) -> str:
    return element(
        "svg",
        rect(0, 0, WIDTH, height, fill=PAGE),
        label(24, 34, title, 17, fill=INK, font_weight="bold"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height:g}",
        width=WIDTH,
        height=height,
        font_family=TEXT,
        role="img",
    )
