"""The picture of a load: how time and cost grow with the number of tables, as SVG."""

import math
from collections.abc import Sequence

from azulejos.draw.shapes import circle, element, group, label, path, rect
from azulejos.draw.theme import TEXT
from load import DELAY_MAX, Figures

INK, QUIET, EDGE, PAGE, BAR = "#26292f", "#6b6f78", "#d8d4c8", "#fffdf7", "#b5452c"
DELAYS = {"p50": "#3b8ea5", "p95": "#1f4e9c", "p99": "#8a5aa8"}
CPU = "#2f7d4f"
HEIGHT, TOP, BOTTOM = 330, 70, 270
PANEL, GAP, LEFT = 300, 90, 70
SIZE = 13  # of letters
STEPS = 4  # lines across a panel


def chart(figures: Sequence[Figures], title: str) -> str:
    """Two panels: milliseconds until the other page hears, and milliseconds of CPU for a choice."""
    delays = {name: [getattr(each, name) for each in figures] for name in DELAYS}
    second = LEFT + PANEL + GAP
    width = second + PANEL + 30
    return element(
        "svg",
        rect(0, 0, width, HEIGHT, fill=PAGE),
        label(24, 30, title, 17, fill=INK, font_weight="bold"),
        panel(LEFT, "ms until the other page hears", figures, delays, DELAYS, DELAY_MAX),
        panel(second, "ms of CPU for a choice", figures, {"": [each.cpu for each in figures]}, {"": CPU}),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {HEIGHT}",
        width=width,
        height=HEIGHT,
        font_family=TEXT,
        role="img",
    )


def panel(
    left: float,
    title: str,
    figures: Sequence[Figures],
    lines: dict[str, list[float]],
    colours: dict[str, str],
    bar: float = 0.0,
) -> str:
    """Lines over the number of tables, on a scale that grows tenfold; the bar is what is allowed."""
    most = rounded(max(bar, *(value for values in lines.values() for value in values)))
    across = [left + 24 + (PANEL - 48) * share for share in shares([each.tables for each in figures])]
    parts = [words(left, TOP - 14, title, QUIET)]
    for step in range(STEPS + 1):
        value = most * step / STEPS
        parts.append(path(f"M{left} {height(value, most):.1f}h{PANEL}", stroke=EDGE))
        parts.append(words(left - 8, height(value, most) + 4, f"{value:g}", text_anchor="end"))
    if bar:
        at = height(bar, most)
        parts.append(path(f"M{left} {at:.1f}h{PANEL}", stroke=BAR, stroke_dasharray="5 4"))
    for (name, values), nth in zip(lines.items(), range(len(lines)), strict=True):
        points = [(x, height(value, most)) for x, value in zip(across, values, strict=True)]
        parts.append(line(points, colours[name]))
        parts.append(words(left + 8 + 60 * nth, BOTTOM + 44, name, colours[name]))
    for x, each in zip(across, figures, strict=True):
        parts.append(words(x, BOTTOM + 20, f"{each.tables:,}", text_anchor="middle"))
    parts.append(words(left + PANEL, BOTTOM + 44, "tables", QUIET, text_anchor="end"))
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


def height(value: float, most: float) -> float:
    return BOTTOM - (BOTTOM - TOP) * value / most


def line(points: Sequence[tuple[float, float]], colour: str) -> str:
    through = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = [circle(x, y, 3.5, fill=colour) for x, y in points]
    return group(path(f"M{through}", fill="none", stroke=colour, stroke_width=2), *dots)


def words(x: float, y: float, text: str, fill: str = INK, **attributes: str) -> str:
    return label(x, y, text, SIZE, fill=fill, **attributes)
