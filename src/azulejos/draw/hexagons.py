"""Glazed hexagons with a silhouette. No game is known here, only names of colours and of silhouettes.

A hexagon is painted on a square of 40, with a corner on top. Its glaze and the style of its border tell its
colour, a silhouette and some pips its pattern and value.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from azulejos.draw.shapes import circle, element, group, label, number, on_circle, path, symbol, use
from azulejos.draw.theme import Glaze, mix
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE
from azulejos.draw.view import View

RADIUS = 19.5  # from the middle to a corner
MIDST = SIDE / 2
ROOT = math.sqrt(3)
CODE = 29.6  # where letter and value stand: above the narrow end, inside every border

Point = tuple[float, float]
Border = Callable[[str], str]
"""A border, painted with one ink."""


def corners(scale: float = 1, x: float = MIDST, y: float = MIDST) -> list[Point]:
    """Clockwise from the top."""
    return [(x + u, y + v) for u, v in (on_circle(60 * i, RADIUS * scale) for i in range(6))]


def outline(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def hexagon(scale: float = 1, x: float = MIDST, y: float = MIDST) -> str:
    return outline(corners(scale, x, y))


# ------------------------------------------------------------------------------------------------
# Several hexagons side by side, in axial coordinates


def middle(at: tuple[int, int], radius: float) -> Point:
    """Where a hexagon lies, from the one at (0, 0)."""
    q, r = at
    return ROOT * radius * (q + r / 2), 1.5 * radius * r


@cache
def around(cells: tuple[tuple[int, int], ...]) -> list[Point]:
    """The line around some connected hexagons with corners at a distance of 1: sides that only one has."""
    sides = {}
    for x, y in (middle(cell, 1) for cell in cells):
        points = [(round(x + u, 6), round(y + v, 6)) for u, v in (on_circle(60 * i, 1) for i in range(6))]
        sides.update(dict.fromkeys(zip(points, points[1:] + points[:1], strict=True)))
    following = {a: b for a, b in sides if not any(_is_same((b, a), other) for other in sides)}
    line = [next(iter(following))]
    while len(line) < len(following):
        end = following[line[-1]]
        line.append(min(following, key=lambda point: math.dist(point, end)))
    return line


def _is_same(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    return all(math.dist(a, b) < 0.01 for a, b in zip(one, other, strict=True))


# ------------------------------------------------------------------------------------------------
# Borders: six styles that can be told apart without a hue


def _along(scale: float, parts: int) -> list[Point]:
    """Points at equal distances along the sides."""
    points = corners(scale)
    found = []
    for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True):
        found += [(x + (u - x) * i / parts, y + (v - y) * i / parts) for i in range(parts)]
    return found


def _line(scale: float, ink: str, width: float, **facts: Any) -> str:
    return path(hexagon(scale), fill="none", stroke=ink, stroke_width=width, **facts)


def solid(ink: str) -> str:
    return _line(0.865, ink, 2.3)


def double(ink: str) -> str:
    return _line(0.91, ink, 1.4) + _line(0.76, ink, 1.4)


def dotted(ink: str) -> str:
    dots = "".join(f"M{number(x)} {number(y)}h0" for x, y in _along(0.85, 3))
    return path(dots, stroke=ink, stroke_width=2.9, stroke_linecap="round")


def dashed(ink: str) -> str:
    """One dash for each side."""
    points = _along(0.86, 6)
    dashes = []
    for i in range(6):
        (x, y), (u, v) = points[6 * i + 1], points[6 * i + 5]
        dashes.append(f"M{number(x)} {number(y)}L{number(u)} {number(v)}")
    return path("".join(dashes), stroke=ink, stroke_width=2.7)


def scalloped(ink: str) -> str:
    """A band whose inner edge is a row of arcs."""
    points = _along(0.74, 2)
    r = number(RADIUS * 0.74 / 4)
    arcs = "".join(f"A{r} {r} 0 0 1 {number(x)} {number(y)}" for x, y in points[1:] + points[:1])
    start = f"M{number(points[0][0])} {number(points[0][1])}"
    return path(hexagon(0.97) + start + arcs + "Z", fill=ink, fill_rule="evenodd")


def notched(ink: str) -> str:
    """A band whose inner edge is a row of teeth."""
    outer, inner = _along(0.93, 6), _along(0.77, 6)
    teeth = [outer[i] if i % 2 else inner[i] for i in range(len(outer))]
    return path(hexagon(0.97) + outline(teeth), fill=ink, fill_rule="evenodd")


# ------------------------------------------------------------------------------------------------
# Silhouettes, in the upper part of a hexagon; they take the ink of whoever uses them.


def _petals(turns: Iterable[float], d: str, x: float, y: float) -> str:
    return "".join(
        path(d, transform=f"rotate({number(a)} {number(x)} {number(y)})" if a else None) for a in turns
    )


def tree() -> str:
    return path(
        "M20 6.2a6.4 6.4 0 0 1 6.3 5.3a5.4 5.4 0 0 1-.8 10.6h-3.6v4.4q0 1.2 1.9 1.6h-7.6q1.9-.4 1.9-1.6v-4.4"
        "h-3.6a5.4 5.4 0 0 1-.8-10.6a6.4 6.4 0 0 1 6.3-5.3Z"
    )


def bird() -> str:
    body = (
        "M7.6 14.4l4.2-1.7c1-3.3 5.2-4 7.2-1.2c1.5 2.1 3.6 3 6.4 2.7l7.3-3.4l-3.2 6.2c-.9 5.2-5 8.4-10 8"
        "c-4.8-.4-7.7-3.9-7.4-8.3Z"
    )
    return path(body + "M16.7 23h1.6v5.4h-1.6ZM21.2 23h1.6v5.4h-1.6Z")


def butterfly() -> str:
    wing = (
        "M21 17.5C22.5 10.5 27 6.3 31 8.2C33.6 9.6 31.4 15.6 27.6 17.6C30.6 18.6 31.4 23.2 28.6 25.4"
        "C25.6 27.6 21.9 23.6 21 19Z"
    )
    body = "M18.9 13.5a1.1 1.1 0 0 1 2.2 0V26a1.1 1.1 0 0 1-2.2 0Z"
    return path(wing) + path(wing, transform="matrix(-1 0 0 1 40 0)") + path(body)


def flower() -> str:
    petal = "M20 14.2C16.4 11.6 16.6 7.2 20 5.8C23.4 7.2 23.6 11.6 20 14.2Z"
    return _petals(range(0, 360, 60), petal, 20, 17.2) + circle(20, 17.2, 2.1)


def plant() -> str:
    leaf = "M20.4 {y}C21.5 {a} 25.5 {b} 29.5 {c}C29.5 {d} 25 {e} 20.4 {y}Z"
    drawn = []
    for y in (27.0, 20.0):
        ends = {"y": y, "a": y - 5, "b": y - 8, "c": y - 8, "d": y - 3, "e": y}
        d = leaf.format(**{name: number(end) for name, end in ends.items()})
        drawn += [path(d), path(d, transform="matrix(-1 0 0 1 40 0)")]
    tip = "M20 14C17.2 11.5 17.6 7.4 20 5.2C22.4 7.4 22.8 11.5 20 14Z"
    return "".join(drawn) + path(tip) + path("M19.2 12h1.6v16.5h-1.6Z")


def lily() -> str:
    """As heralds draw it: a petal upright, two that bend outwards, and a band."""
    side = (
        "M22.6 20.6C22.2 14 25.4 9.4 29.4 9.8C33.4 10.4 33.8 16.2 30 17.4C30.8 14.8 29 13.6 27.6 15"
        "C26.2 16.4 26.2 18.6 26.2 20.6Z"
    )
    upright = "M20 5.2C24.2 9.8 24.4 15.4 21.4 20.6H18.6C15.6 15.4 15.8 9.8 20 5.2Z"
    foot = "M13.4 21.9H26.6V24.3H13.4ZM18.4 25.5H21.6L23.8 28.8H16.2Z"
    return path(side) + path(side, transform="matrix(-1 0 0 1 40 0)") + path(upright) + path(foot)


PIPS = ((1,), (2,), (2, 1), (3, 1), (3, 2), (3, 2, 1))  # rows, for values from 1


def pips(value: int) -> str:
    rows = PIPS[value - 1]
    top = 30.6 - 1.15 * (len(rows) - 1)
    dots = []
    for row, count in enumerate(rows):
        dots += [(20 + 3.5 * (i - (count - 1) / 2), top + 2.6 * row) for i in range(count)]
    round_ = "a1.2 1.2 0 1 1 2.4 0a1.2 1.2 0 1 1-2.4 0"
    return path("".join(f"M{number(x - 1.2)} {number(y)}{round_}" for x, y in dots))


def kind(view: View, silhouette: Callable[[], str], value: int) -> str:
    """A silhouette with its value, to be used with one ink to fill it."""
    if not view.letters:
        return group(silhouette(), transform="translate(2.6 2.2) scale(.87)") + pips(value)
    small = group(silhouette(), transform="translate(8.2 3.4) scale(.59)")
    return small + label(24.3, CODE, str(value), 11, **BOLD, **MIDDLE)


# ------------------------------------------------------------------------------------------------
# Glaze and edge


def _letter(view: View, letter: str, ink: str) -> str:
    return label(15.6, CODE, letter, 11, fill=ink, **BOLD, **MIDDLE) if view.letters else ""


def _body(view: View, glaze: Glaze, border: str) -> str:
    if view.paint.is_flat:
        edge = _line(0.95, view.paint.ink, 1.8)
        return path(hexagon(), fill=glaze.base) + border + edge
    shadow = path(hexagon(1, 20.7, 21.1), fill="#000", fill_opacity=".28")
    return shadow + path(hexagon(), fill=glaze.base) + border + _bevel(view)


def _bevel(view: View) -> str:
    """Light above and on the left, dark below and on the right."""
    top, upper, lower, foot, lower_left, upper_left = corners(0.965)
    bevel = {"fill": "none", "stroke_width": "1.3", "stroke_linecap": "round", "stroke_linejoin": "round"}
    bright = outline([lower_left, upper_left, top, upper])[:-1]
    dark = outline([upper, lower, foot, lower_left])[:-1]
    return (
        path(hexagon(), fill=f"url(#{view.id('sheen')})")
        + path(bright, stroke="#fff", stroke_opacity=".75", **bevel)
        + path(dark, stroke="#000", stroke_opacity=".4", **bevel)
    )


def ground(view: View, colour: str, border: Border, letter: str) -> str:
    """A tile of a colour, without a silhouette: saturated and raised."""
    glaze = view.paint.glazes[colour]
    return _body(view, glaze, border(glaze.motif)) + _letter(view, letter, glaze.motif)


def print_(view: View, colour: str, border: Border, letter: str) -> str:
    """The same, printed on a board: flat, and a little smaller."""
    paint, glaze = view.paint, view.paint.glazes[colour]
    base = glaze.base if paint.is_flat else mix(glaze.base, paint.panel, 0.1)
    rim = path(hexagon(1), fill=paint.panel, stroke=paint.edge, stroke_width=0.8)
    inside = path(hexagon(0.97), fill=base) + border(glaze.motif) + _letter(view, letter, glaze.motif)
    return rim + group(inside, transform="translate(2.4 2.4) scale(.88)")


def joker(view: View) -> str:
    """Mother-of-pearl with a star, which stands for every hexagon."""
    glaze = view.paint.glazes["pearl"]
    petal = "M20 20C15.4 15.5 16 9.6 20 6.6C24 9.6 24.6 15.5 20 20Z"
    star = group(_petals(range(0, 360, 60), petal, 20, 20), fill=glaze.motif)
    rim = _line(0.88, glaze.motif, 0.9)
    return _body(view, glaze, rim + star + circle(20, 20, 2.4, fill=glaze.base))


def blank(view: View) -> str:
    """A hexagon without a colour, on which a silhouette stands for all its colours."""
    paint = view.paint
    return path(hexagon(0.97), fill=paint.panel, stroke=paint.ink, stroke_width=1.6)


# ------------------------------------------------------------------------------------------------
# Symbols


def inked(view: View, colour: str) -> dict[str, str]:
    return {"fill": view.paint.glazes[colour].motif}


def shared(view: View, name: str, inside: str) -> str:
    """A symbol, to be used in any size, whose content "in-..." other symbols can use as it is."""
    return symbol(view.id(name), SIDE, group(inside, id=view.id(f"in-{name}")))


def _whole(view: View, name: str, **facts: Any) -> str:
    return element("use", href=f"#{view.id('in-' + name)}", **facts)


def definitions(
    view: View,
    borders: Mapping[str, Border],
    letters: str,
    silhouettes: Mapping[str, Callable[[], str]],
) -> list[str]:
    """Symbols: "tile-tree-blue" and so on, made of "glaze-blue" and "kind-tree"; "print-blue" for boards."""
    drawn = []
    for (colour, border), letter in zip(borders.items(), letters, strict=True):
        drawn.append(shared(view, f"glaze-{colour}", ground(view, colour, border, letter)))
        drawn.append(shared(view, f"print-{colour}", print_(view, colour, border, letter)))
    for value, (name, silhouette) in enumerate(silhouettes.items(), 1):
        drawn.append(shared(view, f"kind-{name}", kind(view, silhouette, value)))
    for colour in borders:
        for name in silhouettes:
            inside = _whole(view, f"glaze-{colour}") + _whole(view, f"kind-{name}", **inked(view, colour))
            drawn.append(symbol(view.id(f"tile-{name}-{colour}"), SIDE, inside))
    drawn.append(symbol(view.id("tile-joker"), SIDE, joker(view)))
    drawn.append(symbol(view.id("blank"), SIDE, blank(view)))
    return drawn


def printed(view: View, name: str, colour: str, x: float, y: float, size: float) -> str:
    """A hexagon that is printed on a board."""
    below = use(view.id(f"print-{colour}"), x, y, size)
    return below + use(view.id(f"kind-{name}"), x, y, size * 0.88, **inked(view, colour))


def pattern(view: View, name: str, x: float, y: float, size: float) -> str:
    """A silhouette for all its colours."""
    below = use(view.id("blank"), x, y, size)
    return below + use(view.id(f"kind-{name}"), x, y, size * 0.94, fill=view.paint.ink)


def on_board(view: View, board: str, name: str, colour: str) -> str:
    """A board, which is a shared symbol, with a printed hexagon in its middle."""
    kind_ = group(
        _whole(view, f"kind-{name}", **inked(view, colour)), transform="translate(2.4 2.4) scale(.88)"
    )
    inside = group(_whole(view, f"print-{colour}"), kind_, transform="translate(8 8) scale(.6)")
    return _whole(view, board) + inside
