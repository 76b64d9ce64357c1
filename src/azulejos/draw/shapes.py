"""Small helpers that write SVG. They know no game and no theme.

Drawings use presentation attributes only: pages forbid inline styles.
"""

import math
import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

QUOTED = {'"': "&quot;", "\n": " "}
SHAPES = 4096  # of each kind that are kept: most tables are made of the same ones
SPECIAL = re.compile(r'[&<>"\n]')


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A number with at most two decimals, as short as it can be."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _written(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@lru_cache(maxsize=16_384)
def _attribute(name: str, value: Any) -> str:
    text = value if isinstance(value, str) else number(value)
    if SPECIAL.search(text):
        text = escape(text, QUOTED)
    return f' {_written(name)}="{text}"'


def element(tag: str, *children: str, **attributes: Any) -> str:
    """`class_` becomes class, `stroke_width` stroke-width; attributes that are None are left out."""
    head = tag + "".join([_attribute(name, value) for name, value in attributes.items() if value is not None])
    body = "".join(children)
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"


def group(*children: str, **attributes: Any) -> str:
    return element("g", *children, **attributes)


def moved(x: float, y: float, *children: str, scale: float = 1, **attributes: Any) -> str:
    """A group with its origin somewhere else."""
    transform = f"translate({number(x)} {number(y)})"
    if scale != 1:
        transform += f" scale({number(scale)})"
    return group(*children, transform=transform, **attributes)


@lru_cache(maxsize=SHAPES)
def rect(x: float, y: float, width: float, height: float, rx: float = 0, **attributes: Any) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=rx or None, **attributes)


@lru_cache(maxsize=SHAPES)
def square(x: float, y: float, size: float, rx: float = 0, **attributes: Any) -> str:
    """A square around a point."""
    return rect(x - size / 2, y - size / 2, size, size, rx, **attributes)


@lru_cache(maxsize=SHAPES)
def circle(x: float, y: float, r: float, **attributes: Any) -> str:
    return element("circle", cx=x or None, cy=y or None, r=r, **attributes)


@lru_cache(maxsize=SHAPES)
def path(d: str, **attributes: Any) -> str:
    return element("path", d=d, **attributes)


@lru_cache(maxsize=SHAPES)
def label(x: float, y: float, words: str, size: float, **attributes: Any) -> str:
    """A line of text."""
    return element("text", escape(words), x=x, y=y, font_size=size, **attributes)


def title(words: str) -> str:
    """What a part of a drawing is called: shown to who points at it, read to who listens."""
    return element("title", escape(words))


@lru_cache(maxsize=SHAPES)
def use(name: str, x: float, y: float, size: float, **attributes: Any) -> str:
    """A symbol, drawn around a point."""
    corner = {"x": x - size / 2, "y": y - size / 2}
    return element("use", href=f"#{name}", **corner, width=size, height=size, **attributes)


def symbol(name: str, side: float, *children: str) -> str:
    return element("symbol", *children, id=name, viewBox=f"0 0 {number(side)} {number(side)}")


def on_circle(angle: float, r: float) -> tuple[float, float]:
    """The point at an angle in degrees: 0 is on top, growing clockwise."""
    return r * math.sin(math.radians(angle)), -r * math.cos(math.radians(angle))


def sector(start: float, end: float, r: float, **attributes: Any) -> str:
    """A slice of a disc around the origin, between two angles."""
    if end - start >= 360:
        return circle(0, 0, r, **attributes)
    (x, y), (u, v) = on_circle(start, r), on_circle(end, r)
    is_large = int(end - start > 180)
    arc = f"A{number(r)} {number(r)} 0 {is_large} 1 {number(u)} {number(v)}"
    return path(f"M0 0L{number(x)} {number(y)}{arc}Z", **attributes)


@cache
def star(points: int, outer: float, inner: float, x: float = 0, y: float = 0) -> str:
    """The path of a star around a point."""
    corners = [on_circle(180 * i / points, inner if i % 2 else outer) for i in range(2 * points)]
    return "M" + "L".join(f"{number(x + u)} {number(y + v)}" for u, v in corners) + "Z"


@cache
def around_ellipse(count: int, a: float, b: float) -> list[tuple[float, float]]:
    """Points at equal distances along an ellipse, clockwise from its top."""
    steps = 720
    trace = [
        (a * math.sin(s * math.tau / steps), -b * math.cos(s * math.tau / steps)) for s in range(steps + 1)
    ]
    length = [0.0]
    for here, there in pairwise(trace):
        length.append(length[-1] + math.dist(here, there))
    nearest = [min(range(steps), key=lambda s: abs(length[s] - i * length[-1] / count)) for i in range(count)]
    return [trace[s] for s in nearest]
