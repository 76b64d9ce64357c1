"""Round glazed tiles, mother-of-pearl, and chips. No game is known here, only names of colours.

A disc is painted on a square of 40; its motif tells its colour without the hue.
"""

from collections.abc import Mapping
from typing import Any

from azulejos.draw.shapes import circle, element, label, moved, number, on_circle, path, sector, star
from azulejos.draw.theme import Theme, mix
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE, Motif
from azulejos.draw.view import View

MIDST = SIDE / 2
RADIUS = 18.5
ROUND: dict[str, Any] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}

# ------------------------------------------------------------------------------------------------
# Ornaments, painted with one ink; `ground` is the colour below.


def ring(ink: str, ground: str) -> str:
    return circle(20, 20, 9.6, fill="none", stroke=ink, stroke_width=5)


def sun(ink: str, ground: str) -> str:
    beams = []
    for angle in range(0, 360, 45):
        ends = (on_circle(angle - 15, 8.2), on_circle(angle, 15.2), on_circle(angle + 15, 8.2))
        beams.append("M" + "L".join(f"{number(20 + x)} {number(20 + y)}" for x, y in ends) + "Z")
    return circle(20, 20, 6, fill=ink) + path("".join(beams), fill=ink)


def cross(ink: str, ground: str) -> str:
    """With arms that grow wider, as on sails."""
    arms = "M16.6 8.6H23.4L22 18L31.4 16.6V23.4L22 22L23.4 31.4H16.6L18 22L8.6 23.4V16.6L18 18Z"
    ends = "M13.4 7.3H26.6M13.4 32.7H26.6M7.3 13.4V26.6M32.7 13.4V26.6"
    return path(arms, fill=ink) + path(ends, stroke=ink, stroke_width=4.2)


def five_points(ink: str, ground: str) -> str:
    return path(star(5, 14.2, 5.9, 20, 20.8), fill=ink)


def drop(ink: str, ground: str) -> str:
    body = path(
        "M20 5.6C24.6 13.2 29.4 17.6 29.4 23.8A9.4 9.4 0 0 1 10.6 23.8C10.6 17.6 15.4 13.2 20 5.6Z", fill=ink
    )
    return body + path("M15 23.6a5.2 5.2 0 0 0 4.6 5.2", stroke=ground, stroke_width=2.4, **ROUND)


def eight_points(ink: str, ground: str) -> str:
    return path(star(8, 15.4, 8.4, 20, 20), fill=ink)


# ------------------------------------------------------------------------------------------------
# Glaze and edge


def pearl(view: View) -> str:
    """The colours that play on mother-of-pearl."""
    stops = (("0", "#ffffff"), (".3", "#f3dfe9"), (".52", "#dff0ea"), (".74", "#e6e4f6"), ("1", "#fdeedd"))
    lights = [element("stop", offset=offset, stop_color=colour) for offset, colour in stops]
    return element("linearGradient", *lights, id=view.id("pearl"), x1="0", y1="0", x2="1", y2="1")


def _raised(view: View) -> str:
    """The bevel: light above and on the left, dark below and on the right."""
    if view.paint.is_flat:
        return circle(20, 20, 18, fill="none", stroke=view.paint.ink, stroke_width=2)
    bevel = {"fill": "none", "stroke_width": "1.7", "stroke_linecap": "round"}
    arc = "A16.9 16.9 0 0 1"
    return (
        circle(19.5, 19.5, 18, fill=f"url(#{view.id('sheen')})")
        + path(f"M5.2 28.5{arc} 28.5 5.2", stroke="#fff", stroke_opacity=".8", **bevel)
        + path(f"M33.8 10.5{arc} 10.5 33.8", stroke="#000", stroke_opacity=".38", **bevel)
    )


def _body(paint: Theme, fill: str) -> str:
    """A disc before it is painted, with its shadow."""
    if paint.is_flat:
        return circle(20, 20, 18, fill=fill)
    return circle(21, 21.4, 18.2, fill="#000", fill_opacity=".28") + circle(19.5, 19.5, 18, fill=fill)


def tile(view: View, colour: str, motif: Motif, letter: str) -> str:
    """A tile as it lies on the table: saturated and raised."""
    glaze = view.paint.glazes[colour]
    shift = 0 if view.paint.is_flat else -0.5
    drawn = (
        _body(view.paint, glaze.base) + moved(shift, shift, motif(glaze.motif, glaze.base)) + _raised(view)
    )
    if view.paint.is_dark and colour == "black":  # it would be lost on a dark table
        drawn += circle(19.5, 19.5, 17.4, fill="none", stroke=glaze.motif, stroke_width=1.5)
    if view.letters:
        drawn += circle(20, 20, 11, fill=glaze.base, stroke=glaze.motif, stroke_width=1.6)
        drawn += label(20, 26.4, letter, 17.5, fill=glaze.motif, **BOLD, **MIDDLE)
    return drawn


def space(view: View, colour: str, motif: Motif) -> str:
    """Where a tile of the colour belongs: pale and flat."""
    paint, glaze = view.paint, view.paint.pale(colour)
    if paint.is_flat:
        ground = circle(20, 20, 17.5, fill=glaze.base, stroke=glaze.motif, stroke_dasharray="3 2")
        return ground + moved(5, 5, motif(glaze.motif, glaze.base), scale=0.75)
    ink = mix(glaze.tint, paint.tray, 0.8 * paint.fade)  # small ornaments need a little more of it
    ground = circle(20, 20, 17.5, fill=glaze.base, stroke=glaze.motif)
    return ground + moved(2, 2, motif(ink, glaze.base), scale=0.9)


def special(view: View) -> str:
    """A special tile: mother-of-pearl with a gilt star."""
    paint, glaze = view.paint, view.paint.glazes["pearl"]
    fill = glaze.base if paint.is_flat else f"url(#{view.id('pearl')})"
    edge = {"fill": glaze.motif if paint.is_flat else "#dca53a", "stroke": glaze.motif, "stroke_width": 1.2}
    gem = path(star(8, 15, 8.6, 19.5, 19.5), stroke_linejoin="round", **edge)
    return _body(paint, fill) + gem + circle(19.5, 19.5, 3.4, fill="#fff") + _raised(view)


def special_space(view: View) -> str:
    """Where only a special tile belongs: the line of a star in a double ring."""
    paint, tint = view.paint, view.paint.glazes["pearl"].tint
    line = paint.ink if paint.is_flat else mix(tint, paint.tray, 0.25)
    ground = paint.panel if paint.is_flat else mix("#ffffff", paint.tray, 0.35 if paint.page > "#8" else 0.88)
    return (
        circle(20, 20, 18.4, fill=ground, stroke=line, stroke_width=1.1)
        + circle(20, 20, 16.2, fill="none", stroke=line, stroke_width=0.9)
        + path(
            star(8, 13.6, 7.6, 20, 20), fill="none", stroke=line, stroke_width=1.7, stroke_linejoin="round"
        )
    )


def wild_space(view: View, colours: tuple[str, ...]) -> str:
    """Where every colour belongs: a wheel of all of them."""
    paint, slice_ = view.paint, 360 / len(colours)
    wheel = [
        sector(slice_ * i, slice_ * (i + 1), 17.5, fill=_wheel_paint(paint, colour))
        for i, colour in enumerate(colours)
    ]
    spokes = [on_circle(slice_ * i, 17.5) for i in range(len(colours))]
    line = (
        {"stroke": paint.quiet, "stroke_width": 1.4}
        if paint.is_flat
        else {"stroke": paint.tray, "stroke_width": 2}
    )
    lines = path("".join(f"M0 0L{number(x)} {number(y)}" for x, y in spokes), **line)
    hub = circle(0, 0, 6.4, fill=paint.panel, stroke=paint.ink if paint.is_flat else None)
    plus = path("M-3.6 0H3.6M0 -3.6V3.6", stroke=paint.ink, stroke_width=2)
    rim = circle(
        0, 0, 17.5, fill="none", stroke=paint.quiet, stroke_dasharray="3 2" if paint.is_flat else None
    )
    return moved(20, 20, *wheel, lines, rim, hub, plus)


def _wheel_paint(paint: Theme, colour: str) -> str:
    glaze = paint.glazes[colour]
    return mix(glaze.base if paint.is_flat else glaze.tint, paint.panel, 0.62)


# ------------------------------------------------------------------------------------------------
# Chips: eight-sided, of one colour or of two


def _octagon(r: float) -> list[tuple[float, float]]:
    around = [on_circle(22.5 + 45 * i, r) for i in range(8)]
    return [(20 + x, 20 + y) for x, y in around]


def _outline(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def _chip_edge(paint: Theme) -> str:
    """The rim. Without shadows a light line around it parts a chip from another that it partly covers."""
    if paint.is_flat:
        return _chip_line(20.4, paint.panel, 2) + _chip_line(18.2, paint.ink, 2.4)
    return _chip_line(18.2, "#c9993f", 2.4)


def _chip_line(r: float, ink: str, width: float) -> str:
    return path(_outline(_octagon(r)), fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round")


def _chip_ground(paint: Theme) -> str:
    if paint.is_flat:
        return ""
    return path(_outline([(x + 1.2, y + 1.6) for x, y in _octagon(19)]), fill="#000", fill_opacity=".26")


def chip(
    view: View, colours: tuple[str, ...], motifs: Mapping[str, Motif], letters: Mapping[str, str]
) -> str:
    """The face of a chip: one motif, or one in each half."""
    corners = _octagon(18.2)
    top, foot = (20.0, corners[0][1]), (20.0, corners[3][1])
    halves = [corners] if len(colours) == 1 else [[foot, *corners[4:], top], [top, *corners[:4], foot]]
    spots = [(20.0, 0.72)] if len(colours) == 1 else [(11.6, 0.42), (28.4, 0.42)]
    drawn = [_chip_ground(view.paint)]
    for colour, half, (x, scale) in zip(colours, halves, spots, strict=True):
        glaze = view.paint.glazes[colour]
        drawn.append(path(_outline(half), fill=glaze.base))
        if view.letters:
            drawn.append(
                label(
                    x,
                    26 if scale > 0.5 else 25,
                    letters[colour],
                    26 * scale + 6,
                    fill=glaze.motif,
                    **BOLD,
                    **MIDDLE,
                )
            )
        else:
            drawn.append(
                moved(x - 20 * scale, 20 - 20 * scale, motifs[colour](glaze.motif, glaze.base), scale=scale)
            )
    if len(colours) == 2:
        drawn.append(path("M20 3.2V36.8", stroke=view.paint.panel, stroke_width=1.6))
    return "".join(drawn) + _chip_edge(view.paint)


def chip_back(view: View) -> str:
    """A chip that lies face down."""
    paint = view.paint
    ground = path(_outline(_octagon(18.2)), fill=mix(paint.gold, paint.panel, 0.35))
    mark = path(star(4, 10.5, 4.4, 20, 20), fill=paint.gilt)
    return _chip_ground(paint) + ground + mark + _chip_edge(paint)
