"""Glazed tiles and plates: the pieces that games lie out. No game is known here, only names of colours.

A tile is glaze, motif and edge. Its motif tells its colour without the hue.
"""

from collections.abc import Callable
from typing import Any

from azulejos.draw.shapes import (
    circle,
    element,
    group,
    label,
    moved,
    number,
    on_circle,
    path,
    rect,
    square,
    star,
    use,
)
from azulejos.draw.theme import DISPLAY, Theme
from azulejos.draw.view import View, free_slot, how_many

BOLD: dict[str, Any] = {"font_weight": "700"}
MIDDLE: dict[str, Any] = {"text_anchor": "middle"}

# ------------------------------------------------------------------------------------------------
# Ornaments, painted on a square of 40 with one ink; `ground` is the colour below.

SIDE = 40
SPIRAL = "M19.5 20.5a3 3 0 0 1 6 0a6 6 0 0 1-12 0a9 9 0 0 1 18 0a12 12 0 0 1-24 0a12.5 12.5 0 0 1 3.6-9.2"
PETAL = "M20 19C12.5 15 13.5 7.5 20 5C26.5 7.5 27.5 15 20 19"


def ribbons(ink: str, ground: str) -> str:
    bands = "M6.5 20.5L20.5 6.5M7 33L33 7M19.5 33.5L33.5 19.5"
    broad = path(bands, stroke=ink, stroke_width=5.6, stroke_linecap="round")
    return broad + path(bands, stroke=ground, stroke_width=1.1, stroke_dasharray="2.6 2.2")


def chevrons(ink: str, ground: str) -> str:
    return path(
        "M7.5 8L20 16L32.5 8M7.5 18L20 26L32.5 18M7.5 28L20 36L32.5 28",
        transform="translate(0 -2)",
        stroke=ink,
        stroke_width=3.8,
        stroke_linejoin="round",
        stroke_linecap="round",
        fill="none",
    )


def rosette(ink: str, ground: str) -> str:
    """Dots are strokes without length and with round ends."""
    ring = [on_circle(45 * i, 10.2) for i in range(8)]
    dots = "M20 20h0" + "".join(f"M{number(20 + x)} {number(20 + y)}h0" for x, y in ring)
    corners = "M7.5 7.5h0M32.5 7.5h0M7.5 32.5h0M32.5 32.5h0"
    large = path(dots, stroke=ink, stroke_width=5.4, stroke_linecap="round")
    return large + path(corners, stroke=ink, stroke_width=3, stroke_linecap="round")


def swirl(ink: str, ground: str) -> str:
    return path(SPIRAL, stroke=ink, stroke_width=3.1, stroke_linecap="round", fill="none")


def flower(ink: str, ground: str) -> str:
    petals = [path(PETAL, transform=f"rotate({turn} 20 20)" if turn else None) for turn in (0, 90, 180, 270)]
    leaves = path(
        "M8 8l5 5M32 8l-5 5M8 32l5-5M32 32l-5-5", stroke=ink, stroke_width=2.2, stroke_linecap="round"
    )
    return group(*petals, fill=ink) + leaves + circle(20, 20, 2.7, fill=ground)


# ------------------------------------------------------------------------------------------------
# Glaze and edge

Motif = Callable[[str, str], str]


def sheen(view: View) -> str:
    """Light on a glaze, falling from the upper left."""
    stops = (("0", "#fff", ".34"), (".45", "#fff", "0"), ("1", "#000", ".22"))
    lights = [element("stop", offset=o, stop_color=c, stop_opacity=a) for o, c, a in stops]
    return element("linearGradient", *lights, id=view.id("sheen"), x1="0", y1="0", x2="1", y2="1")


def _raised(view: View) -> str:
    """The bevel: one light stroke, one dark stroke."""
    if view.paint.is_flat:
        return rect(1, 1, 38, 38, 5, fill="none", stroke=view.paint.ink, stroke_width=2)
    bevel = {"fill": "none", "stroke_width": "1.5", "stroke_linecap": "round"}
    sheen = rect(1, 1, 37, 37, 6, fill=f"url(#{view.id('sheen')})")
    light = path("M2 32V7.5Q2 2 7.5 2H32", stroke="#fff", stroke_opacity=".8", **bevel)
    dark = path("M37 7V31.5Q37 37 31.5 37H7", stroke="#000", stroke_opacity=".38", **bevel)
    return sheen + light + dark


def _body(paint: Theme, fill: str) -> str:
    """A tile before it is painted, with its shadow."""
    if paint.is_flat:
        return rect(1, 1, 38, 38, 5, fill=fill)
    shadow = rect(2.4, 2.8, 37, 37, 6.5, fill="#000", fill_opacity=".26")
    return shadow + rect(1, 1, 37, 37, 6, fill=fill)


def tile(view: View, colour: str, motif: Motif, letter: str) -> str:
    """A tile as it lies on the table: saturated and raised."""
    glaze = view.paint.glazes[colour]
    drawn = _body(view.paint, glaze.base) + motif(glaze.motif, glaze.base) + _raised(view)
    if view.paint.is_dark and colour == "black":  # it would be lost on a dark table
        drawn += rect(1.6, 1.6, 36, 36, 5.6, fill="none", stroke=glaze.motif, stroke_width=1.5)
    if view.letters:
        drawn += circle(20, 20, 11.5, fill=glaze.base, stroke=glaze.motif, stroke_width=1.6)
        drawn += label(20, 26.6, letter, 18, fill=glaze.motif, **BOLD, **MIDDLE)
    return drawn


def space(view: View, colour: str, motif: Motif) -> str:
    """Where a tile of the colour belongs: pale and flat."""
    glaze, is_flat = view.paint.pale(colour), view.paint.is_flat
    edge: dict[str, Any] = {"stroke": glaze.motif, "stroke_dasharray": "3 2" if is_flat else None}
    ground = rect(1.5, 1.5, 37, 37, 5, fill=glaze.base, **edge)
    painted = motif(glaze.motif, glaze.base)
    return ground + (moved(8, 8, painted, scale=0.6) if is_flat else painted)


def starting_tile(view: View) -> str:
    paint = view.paint
    fill, ink = ("#fff", "#000") if paint.is_flat else ("#fffaf0", "#6d4a0e")
    return (
        _body(paint, fill)
        + path(star(8, 17, 11.5, 20, 20), fill="#e9c46f", stroke="#a9741c", stroke_width=1.2)
        + label(20, 27, "1", 20, fill=ink, font_family=DISPLAY, **BOLD, **MIDDLE)
        + _raised(view)
    )


def plate(paint: Theme, rim: str, fill: str) -> str:
    """A glazed plate of 96 across, with a painted rim and a flower where no tile lies."""
    thin: dict[str, Any] = {"fill": "none", "stroke": rim}
    disc = circle(48, 48, 47, fill=fill, stroke=rim, stroke_width=2)
    if paint.is_flat:
        return disc
    beads = {"stroke_width": 2.6, "stroke_dasharray": "0 6.05", "stroke_linecap": "round"}
    disc += circle(48, 48, 42.8, **thin, **beads, stroke_opacity=".5")
    disc += circle(48, 48, 39, **thin, stroke_width=0.9, stroke_opacity=".5")
    petals = [
        path("M48 46C41 38 43 27 48 22C53 27 55 38 48 46", transform=f"rotate({45 * i} 48 48)")
        for i in range(8)
    ]
    return disc + group(*petals, fill=rim, fill_opacity=".13")


# ------------------------------------------------------------------------------------------------
# Pieces on the table


def piece(view: View, name: str, x: float, y: float, size: float) -> str:
    """A piece that lies on the table."""
    return use(view.id(f"tile-{name}"), x, y, size, data_piece=name)


def pile(view: View, name: str, count: int, size: float, spread: float) -> str:
    """Equal pieces around the origin, each a little before the next, and how many they are."""
    step = min(5, spread / max(count - 1, 1))
    corner = -step * (count - 1) / 2
    at = [corner + step * i for i in range(count)]
    edge = size / 2 - 2 - corner
    return group(
        *(piece(view, name, x, x, size) for x in at),
        _count(view, name, edge, edge, count) if count > 1 else "",
    )


PILE = 5  # so many pieces find a slot of their own in an empty pile, the others on the last one


def pile_slots(size: float, spread: float) -> str:
    """Where pieces come to rest that lie in a pile for a moment."""
    step = min(5, spread / (PILE - 1))
    at = [step * (i - (PILE - 1) / 2) for i in range(PILE)]
    return "".join(free_slot(i, square(x, x, size, fill="#fff", fill_opacity="0")) for i, x in enumerate(at))


def _count(view: View, name: str, x: float, y: float, count: int) -> str:
    disc = circle(x, y, 8.5, fill=view.paint.panel, stroke=view.paint.ink, stroke_width=0.8)
    return disc + how_many(x, y + 4.2, count, 12, name, fill=view.paint.ink, **BOLD, **MIDDLE)
