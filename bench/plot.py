"""The picture of a load: how time and cost grow with the number of tables, as SVG."""

import math
from collections.abc import Sequence

from azulejos.draw import charts
from azulejos.draw.charts import Axis, line, mark
from azulejos.draw.shapes import group, number, path
from azulejos.draw.theme import THEMES
from load import DELAY_MAX, Figures

PAINT = THEMES["light"]
COLOURS = charts.measured(PAINT)
DELAYS = ("p50", "p95", "p99")
HEIGHT, TOP, BOTTOM = 330, 70, 270
PANEL, GAP, LEFT = 300, 90, 70
SIZE = 13  # of letters
STEPS = 4  # lines across a panel


def chart(figures: Sequence[Figures], title: str) -> str:
    """Two panels: milliseconds until the other page hears, and milliseconds of CPU for a choice."""
    delays = {name: [getattr(each, name) for each in figures] for name in DELAYS}
    second = LEFT + PANEL + GAP
    return charts.page(
        second + PANEL + 30,
        HEIGHT,
        title,
        panel(LEFT, "ms until the other page hears", figures, delays, DELAY_MAX),
        panel(second, "ms of CPU for a choice", figures, {"": [each.cpu for each in figures]}),
        paint=PAINT,
    )


def panel(
    left: float, title: str, figures: Sequence[Figures], lines: dict[str, list[float]], bar: float = 0.0
) -> str:
    """Lines over the number of tables, on a scale that grows tenfold; the bar is what is allowed."""
    most = rounded(max(bar, *(value for values in lines.values() for value in values)))
    up, right = Axis(0.0, most, BOTTOM, TOP), left + PANEL
    field = charts.Panel(Axis(0.0, 1.0, left + 24, right - 24), up, PAINT, SIZE)
    places = shares([each.tables for each in figures])
    scale = [most * step / STEPS for step in range(STEPS + 1)]
    parts = [field.words(left, TOP - 14, title), field.scale(scale, lambda value: f"{value:g}", left, right)]
    if bar:
        dashes = {"stroke": PAINT.loss, "stroke_dasharray": "5 4"}
        parts.append(path(f"M{number(left)} {number(up.at(bar))}H{number(right)}", **dashes))
    for nth, values in enumerate(lines.values()):
        points = [field.point(x, value) for x, value in zip(places, values, strict=True)]
        parts.append(line(nth, points, COLOURS[nth]))
        parts += [mark(nth, x, y, 3.5, COLOURS[nth]) for x, y in points]
    for x, each in zip(places, figures, strict=True):
        parts.append(field.words(field.across.at(x), BOTTOM + 20, f"{each.tables:,}", text_anchor="middle"))
    if len(lines) > 1:
        parts.append(charts.legend(list(lines), left + 8, BOTTOM + 44, COLOURS, PAINT, SIZE))
    parts.append(field.words(right, BOTTOM + 44, "tables", text_anchor="end"))
    return group(*parts)


def shares(sizes: Sequence[int]) -> list[float]:
    """Where numbers stand between the least and the most, by their logarithms."""
    logs = [math.log10(size) for size in sizes]
    span = (max(logs) - min(logs)) or 1.0
    return [(value - min(logs)) / span for value in logs]


def rounded(most: float) -> float:
    """A round number that is not less."""
    unit = 10 ** math.floor(math.log10(max(most, 0.01)))
    return next(unit * factor for factor in (1, 2, 4, 6, 8, 10) if unit * factor >= most)
