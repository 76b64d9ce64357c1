"""Pictures of results, as SVG."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azulejos import tell
from azulejos.arena.figures import Interval
from azulejos.arena.ladder import Rung
from azulejos.draw import charts
from azulejos.draw.charts import Axis, legend, line, mark, whisker
from azulejos.draw.shapes import group, label, number, path
from azulejos.draw.theme import THEMES

PAINT = THEMES["light"]
COLOURS = charts.measured(PAINT)  # one for each game
WIDTH = 760
LEFT, RIGHT, TOP = 190, 30, 60
LANE = 9  # between two marks of one row
ROW_GAP = 22
SIZE = 13  # of letters
LABEL_MAX = 22  # letters of a bot's name
PANEL = 440  # how high one is, with what stands below it
HEADING, LEGEND = 24, 24  # ... and what some have besides
NAMES_MAX = 20  # of marks along an axis


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
    colours = (PAINT.ink, *COLOURS)
    rows = [None, *titles]
    row = LANE * len(rows) + ROW_GAP
    bottom = TOP + row * len(ladder)
    spans = [rating.interval for rung in ladder for rating in (rung.rating, *rung.ratings.values())]
    axis = Axis(min(span.low for span in spans), max(span.high for span in spans), LEFT, WIDTH - RIGHT)
    parts = [_ticks(axis, TOP, bottom, t)]
    for i, rung in enumerate(ladder):
        top = TOP + row * i
        parts.append(_words(LEFT - 12, top + row / 2 + 4, _short(rung.label), text_anchor="end"))
        for lane, title in enumerate(rows):
            rating = rung.rating if title is None else rung.ratings[title]
            y, span = top + ROW_GAP / 2 + LANE * (lane + 0.5), rating.interval
            parts.append(whisker((axis.at(span.low), y), (axis.at(span.high), y), colours[lane]))
            parts.append(mark(lane, axis.at(rating.mu), y, 3.5, colours[lane]))
    names = [t("all games"), *(tell.title(title, t.language) for title in titles)]
    parts.append(legend(names, 30, bottom + 46, colours, PAINT, SIZE))
    return _page(t("Ratings, each with its 95 % interval"), bottom + 66, parts)


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
    marks = [each for curve in panel.curves.values() for each in curve]
    places = [each.at for each in marks] or [0.0]
    across = Axis(min(places), max(places), left + 30, right - 30)
    field = charts.Panel(across, Axis(0.0, 1.0, bottom, top + TOP), PAINT, SIZE)
    tenths = [tenth / 10 for tenth in range(0, 11, 2)]
    parts = [_words(24, top + TOP - 20, panel.heading, font_weight="bold")] if panel.heading else []
    parts.append(field.scale(tenths, lambda share: f"{100 * share:.0f} %", left, right))
    if panel.even is not None:
        parts.append(_even(panel.even, field))
    for nth, curve in enumerate(panel.curves.values()):
        parts += _curve(nth, curve, field)
    named = {each.at: each.name for each in marks}
    step = -(-len(named) // NAMES_MAX)
    for at in sorted(named)[:: step or 1]:
        parts.append(_words(across.at(at), bottom + 20, named[at], text_anchor="middle"))
    parts.append(_words((left + right) / 2, bottom + 42, panel.along, text_anchor="middle"))
    if len(panel.curves) > 1:
        parts.append(legend(list(panel.curves), 30, bottom + 70, COLOURS, PAINT, SIZE))
    return parts


def _even(shares: tuple[float, float], field: charts.Panel) -> str:
    """What to compare with, from the left end to the right one."""
    begin, end = (number(field.up.at(share)) for share in shares)
    dashes = {"stroke": PAINT.quiet, "stroke_dasharray": "5 4"}
    return path(f"M{number(field.across.begin)} {begin}L{number(field.across.end)} {end}", **dashes)


def _curve(nth: int, marks: Sequence[Mark], field: charts.Panel) -> list[str]:
    """A line from mark to mark, each with what it may be taken for."""
    colour = COLOURS[nth]
    parts = [line(nth, [field.point(each.at, each.share) for each in marks], colour)]
    for each in marks:
        if (span := each.interval) is not None:
            parts.append(whisker(field.point(each.at, span.low), field.point(each.at, span.high), colour))
        parts.append(mark(nth, *field.point(each.at, each.share), 4, colour))
    return parts


def _ticks(axis: Axis, top: float, bottom: float, t: tell.Words) -> str:
    """A line at every fifth point of a rating."""
    parts = []
    for value in range(5 * math.ceil(axis.least / 5), math.floor(axis.most) + 1, 5):
        x = axis.at(value)
        parts.append(path(f"M{number(x)} {top}V{bottom}", stroke=PAINT.edge))
        parts.append(_words(x, bottom + 18, t.number(value), text_anchor="middle"))
    return group(*parts)


def _short(name: str) -> str:
    """Long names are known by their ends."""
    return name if len(name) <= LABEL_MAX else "…" + name[1 - LABEL_MAX :]


def _words(x: float, y: float, words: str, **attributes: str) -> str:
    return label(x, y, words, SIZE, **{"fill": PAINT.ink, **attributes})


def _page(title: str, height: float, parts: Sequence[str]) -> str:
    return charts.page(WIDTH, height, title, *parts, paint=PAINT)
