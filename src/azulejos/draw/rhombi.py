"""Glazed rhombi, six of which make a star. No game is known here, only names of colours.

A rhombus is painted on a square of 40: upright, with an acute angle at its foot and one at its tip. It is
turned into its direction with its ornament, but the light keeps falling from the upper left.
"""

import math
from collections.abc import Mapping
from typing import Any

from azulejos.draw.shapes import circle, group, label, number, on_circle, path, symbol, use
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE, Motif
from azulejos.draw.view import View

LONG = 19.5  # from the middle to the tip
SHORT = LONG / math.sqrt(3)  # from the middle to the sides
MIDST = SIDE / 2

Point = tuple[float, float]


def corners(angle: float, scale: float = 1, x: float = MIDST, y: float = MIDST) -> list[Point]:
    """Tip, right, foot and left of a rhombus whose tip points somewhere."""
    around = [on_circle(angle + 90 * i, scale * (SHORT if i % 2 else LONG)) for i in range(4)]
    return [(x + u, y + v) for u, v in around]


def outline(points: list[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def turned(angle: float) -> str | None:
    """The transform that turns what is painted upright into its direction."""
    return f"rotate({number(angle)} 20 20)" if angle else None


# ------------------------------------------------------------------------------------------------
# Ornaments, painted upright with one ink; `ground` is the colour below.

ROUND: dict[str, Any] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def _between(a: Point, b: Point, share: float) -> str:
    return f"{number(a[0] + (b[0] - a[0]) * share)} {number(a[1] + (b[1] - a[1]) * share)}"


def lattice(ink: str, ground: str) -> str:
    """Bars side by side with the edges."""
    tip, right, foot, left = corners(0, 0.93)
    bars = [
        f"M{_between(a, b, share)}L{_between(c, d, share)}"
        for a, b, c, d in ((tip, right, left, foot), (tip, left, right, foot))
        for share in (0.3, 0.7)
    ]
    return path("".join(bars), stroke=ink, stroke_width=2.5, **ROUND)


def veins(ink: str, ground: str) -> str:
    """A leaf that grows from the foot."""
    pairs = ((31.5, 4.6, 25), (24.5, 6.6, 17), (17, 4, 11.8))
    sides = [f"M{number(20 - x)} {end}L20 {start}L{number(20 + x)} {end}" for start, x, end in pairs]
    return path("M20 35V6" + "".join(sides), stroke=ink, stroke_width=2.3, **ROUND)


def rays(ink: str, ground: str) -> str:
    """A sun with its rays."""
    ends = [(angle, 13.5 if angle % 180 == 0 else 9.4) for angle in range(0, 360, 45)]
    beams = [(on_circle(angle, 6.6), on_circle(angle, end)) for angle, end in ends]
    drawn = [
        f"M{number(20 + x)} {number(20 + y)}L{number(20 + u)} {number(20 + v)}" for (x, y), (u, v) in beams
    ]
    return circle(20, 20, 4.5, fill=ink) + path("".join(drawn), stroke=ink, stroke_width=2.3, **ROUND)


def lozenges(ink: str, ground: str) -> str:
    """One in the other."""
    wide = path(outline(corners(0, 0.63)), stroke=ink, stroke_width=2.3, **ROUND)
    return wide + path(outline(corners(0, 0.27)), fill=ink)


def waves(ink: str, ground: str) -> str:
    rows = ((9.7, 2), (16.6, 4), (23.4, 4), (30.3, 2))
    drawn = []
    for y, humps in rows:
        curve = f"M{number(20 - 2 * humps)} {number(y + 0.9)}q2-4 4 0"
        drawn.append(curve + "t4 0" * (humps - 1))
    return path("".join(drawn), stroke=ink, stroke_width=2.4, **ROUND)


def crosses(ink: str, ground: str) -> str:
    large = path("M20 13.2V26.8M13.6 20H26.4", stroke=ink, stroke_width=4.2, fill="none")
    return large + path("M20 5.2V11M17.1 8.1H22.9M20 29V34.8M17.1 31.9H22.9", stroke=ink, stroke_width=2.2)


# ------------------------------------------------------------------------------------------------
# Glaze and edge


def glaze(view: View, colour: str, motif: Motif) -> str:
    """A tile before it is turned and laid: colour and ornament."""
    paint = view.paint.glazes[colour]
    return path(outline(corners(0)), fill=paint.base) + motif(paint.motif, paint.base)


def edge(view: View, angle: float) -> str:
    """The bevel of a tile in its direction: light above and on the left, dark below and on the right."""
    points = corners(angle, 0.96)
    if view.paint.is_flat:
        return path(outline(points), fill="none", stroke=view.paint.ink, stroke_width=1.8)
    sides = list(zip(points, points[1:] + points[:1], strict=True))
    bright = [side for side in sides if sum(map(sum, side)) < 4 * MIDST - 0.1]
    dark = [side for side in sides if side not in bright]
    bevel = {"fill": "none", "stroke_width": "1.4", "stroke_linecap": "round"}
    return (
        path(outline(corners(angle)), fill=f"url(#{view.id('sheen')})")
        + path(_strokes(bright), stroke="#fff", stroke_opacity=".75", **bevel)
        + path(_strokes(dark), stroke="#000", stroke_opacity=".4", **bevel)
    )


def _strokes(sides: list[tuple[Point, Point]]) -> str:
    return "".join(f"M{number(x)} {number(y)}L{number(u)} {number(v)}" for (x, y), (u, v) in sides)


def tile(view: View, colour: str, letter: str, angle: float) -> str:
    """A tile as it lies on the table: saturated and raised. It uses "glaze-..." and "edge-..."."""
    shadow = ""
    if not view.paint.is_flat:
        shadow = path(outline(corners(angle, 1, 20.9, 21.3)), fill="#000", fill_opacity=".28")
    painted = use(view.id(f"glaze-{colour}"), 20, 20, SIDE, transform=turned(angle))
    drawn = shadow + painted + use(view.id(f"edge-{angle % 180}"), 20, 20, SIDE)
    if view.letters:
        paint = view.paint.glazes[colour]
        drawn += circle(20, 20, 7.6, fill=paint.base, stroke=paint.motif, stroke_width=1.4)
        drawn += label(20, 24.5, letter, 12.5, fill=paint.motif, **BOLD, **MIDDLE)
    return drawn


def pale(view: View, colour: str, motif: Motif) -> str:
    """Where a tile of the colour belongs: pale and flat."""
    paint = view.paint.pale(colour)
    edge = {"stroke": paint.motif, "stroke_dasharray": "3 2" if view.paint.is_flat else None}
    return path(outline(corners(0, 0.96)), fill=paint.base, **edge) + motif(paint.motif, paint.base)


def space(view: View, colour: str) -> str:
    """The same with room for a number. It uses "pale-..."."""
    ground = use(view.id(f"pale-{colour}"), 20, 20, SIDE)
    return ground + circle(20, 20, 7, fill=view.paint.pale(colour).base)


def open_space(view: View) -> str:
    """Where tiles of several colours may lie."""
    paint = view.paint
    dashes = "3 2" if paint.is_flat else None
    return path(
        outline(corners(0, 0.96)),
        fill=paint.tray,
        stroke=paint.edge,
        stroke_width=1.1,
        stroke_dasharray=dashes,
    )


def many(view: View, colours: tuple[str, ...]) -> str:
    """A small star of all colours, on a square of 40."""
    size, far = 20, 9.8
    drawn = []
    for i, colour in enumerate(colours):
        angle = 360 / len(colours) * i
        x, y = on_circle(angle, far)
        piece = path(
            outline(corners(angle, size / SIDE, 20 + x, 20 + y)), fill=view.paint.glazes[colour].base
        )
        drawn.append(piece)
    return group(*drawn)


def definitions(
    view: View, motifs: Mapping[str, Motif], letters: str, directions: Mapping[str, float]
) -> list[str]:
    """The symbols of all tiles: "tile-red" upright and "tile-red-ne" in each direction; empty spaces."""
    drawn = [symbol(view.id(f"edge-{angle}"), SIDE, edge(view, angle)) for angle in (0, 60, 120)]
    for (colour, motif), letter in zip(motifs.items(), letters, strict=True):
        drawn.append(symbol(view.id(f"glaze-{colour}"), SIDE, glaze(view, colour, motif)))
        drawn.append(symbol(view.id(f"pale-{colour}"), SIDE, pale(view, colour, motif)))
        drawn.append(symbol(view.id(f"space-{colour}"), SIDE, space(view, colour)))
        drawn.append(symbol(view.id(f"tile-{colour}"), SIDE, tile(view, colour, letter, 0)))
        drawn += [
            symbol(view.id(f"tile-{colour}-{name}"), SIDE, tile(view, colour, letter, angle))
            for name, angle in directions.items()
            if angle
        ]
    return drawn


def fan(view: View, name: str, count: int, size: float, spread: float) -> str:
    """Equal upright tiles around the origin, each a little to the right of the one before."""
    step = min(size * 0.42, spread / max(count - 1, 1))
    first = -step * (count - 1) / 2
    href = view.id(f"tile-{name}")
    return "".join(use(href, first + step * i, 0, size, data_piece=name) for i in range(count))
