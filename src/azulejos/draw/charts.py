"""What all charts are made of: a page, axes, lines with their marks, whiskers, names.

Lines differ by colour, dashes and the shape of their marks, so that nobody needs the colour.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from azulejos.draw.shapes import circle, element, group, label, number, path, rect, title
from azulejos.draw.theme import TEXT, THEMES, Theme

DASHES = (None, "7 3", "2 3", "9 3 2 3", "12 4", "5 2 1 2 1 2")
# The corners of marks around their middle, as parts of their size; the first one is a disc.
MARKS = (
    (),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.3), (1.2, 0.9), (-1.2, 0.9)),
    ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
    ((0, 1.3), (1.2, -0.9), (-1.2, -0.9)),
    ((-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)),
)
MEASURED = ("blue", "red", "green", "purple", "cream", "turquoise")  # the glazes of lines that are no seats
HEADING, SIZE = 17, 12  # of letters
LETTER = 0.6  # how wide they are, at most, on average, for their size
STROKE = 2.2

Point = tuple[float, float]


def measured(theme: Theme) -> tuple[str, ...]:
    """The colours of what is measured: of games, bots, times."""
    return tuple(theme.glazes[name].tint for name in MEASURED)


# ------------------------------------------------------------------------------------------------
# The page


def sheet(width: float, height: float, heading: str, /, *parts: str, **attributes: Any) -> str:
    """A chart that lies on a page, with its heading for those who listen."""
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        **attributes,
        font_family=TEXT,
        role="img",
        aria_label=heading,
    )


def page(
    width: float,
    height: float,
    heading: str,
    *parts: str,
    paint: Theme,
    left: float = 24,
    described: str = "",
) -> str:
    """A chart by itself: a heading, a ground, and if there are some, words that say what it shows."""
    return sheet(
        width,
        height,
        heading,
        title(heading),
        element("desc", escape(described)) if described else "",
        rect(0, 0, width, height, fill=paint.page),
        label(left, 28, heading, HEADING, fill=paint.ink, font_weight="bold"),
        *parts,
        width=width,
        height=height,
    )


# ------------------------------------------------------------------------------------------------
# Axes


@dataclass(frozen=True)
class Axis:
    """From values to places on the page."""

    least: float
    most: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        span = (self.most - self.least) or 1.0
        return self.begin + (value - self.least) / span * (self.end - self.begin)


@dataclass(frozen=True)
class Panel:
    """Where values stand: along the page, and up from its bottom."""

    across: Axis
    up: Axis
    paint: Theme = THEMES["light"]
    size: float = SIZE  # of letters

    def point(self, x: float, y: float) -> Point:
        return self.across.at(x), self.up.at(y)

    def scale(
        self, values: Sequence[float], say: Callable[[float], str], left: float, right: float, gap: float = 7
    ) -> str:
        """A thin line at each value, and the value beside it."""
        parts = []
        for value in values:
            y = self.up.at(value)
            parts.append(path(f"M{number(left)} {number(y)}H{number(right)}", stroke=self.paint.edge))
            parts.append(self.words(left - gap, y + 4, say(value), text_anchor="end"))
        return group(*parts)

    def words(self, x: float, y: float, words: str, **attributes: Any) -> str:
        return label(x, y, words, self.size, **{"fill": self.paint.quiet, **attributes})


# ------------------------------------------------------------------------------------------------
# Lines


def line(nth: int, points: Sequence[Point], colour: str, **attributes: Any) -> str:
    """The nth line of a chart, without its marks."""
    d = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) if points else ""
    stroke = {"stroke": colour, "stroke_width": STROKE, "stroke_dasharray": DASHES[nth]}
    return path(d, fill="none", stroke_linejoin="round", **stroke, **attributes)


def mark(nth: int, x: float, y: float, r: float, colour: str) -> str:
    """What stands at the points of the nth line and before its name: disc, square, triangle, diamond, ..."""
    if not MARKS[nth]:
        return circle(x, y, r, fill=colour)
    return path(
        "M" + "L".join(f"{number(x + r * u)} {number(y + r * v)}" for u, v in MARKS[nth]) + "Z", fill=colour
    )


def whisker(begin: Point, end: Point, colour: str) -> str:
    """What a value may be taken for, from one end to the other."""
    (x, y), (u, v) = begin, end
    return path(f"M{number(x)} {number(y)}L{number(u)} {number(v)}", stroke=colour, stroke_width=1.5)


# ------------------------------------------------------------------------------------------------
# Names


def legend(
    names: Sequence[str], x: float, y: float, colours: Sequence[str], paint: Theme, size: float = SIZE
) -> str:
    """Names beside each other, each after the mark of its line."""
    parts = []
    for nth, (name, colour) in enumerate(zip(names, colours, strict=False)):
        parts.append(mark(nth, x, y - 4, 4, colour))
        parts.append(label(x + 10, y, name, size, fill=paint.quiet))
        x += 34 + LETTER * size * len(name)
    return group(*parts)


def short(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def spread(heights: Sequence[float], gap: float, lowest: float, highest: float = -math.inf) -> list[float]:
    """Labels at these heights, moved apart where they would overlap."""
    spots = list(heights)
    order = sorted(range(len(spots)), key=lambda i: -spots[i])
    limit = lowest
    for i in order:
        spots[i] = min(spots[i], limit)
        limit = spots[i] - gap
    limit = highest
    for i in reversed(order):
        spots[i] = max(spots[i], limit)
        limit = spots[i] + gap
    return spots
