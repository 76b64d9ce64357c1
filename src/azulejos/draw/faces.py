"""The bots' faces, in the style of the tiles: one shape and one ornament each, with eyes and a mouth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from azulejos.draw.shapes import circle, element, group, moved, number, on_circle, path, rect
from azulejos.draw.theme import PAINTED, THEMES, Glaze
from azulejos.draw.tiles import chevrons, flower, rosette, swirl

SIDE = 64
INK, WHITE = THEMES["light"].ink, THEMES["light"].panel
THIN: dict[str, Any] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


@dataclass(frozen=True)
class Face:
    """What a face is made of."""

    shape: str
    ornament: str
    glaze: str


def _around(*radii: float) -> str:
    """A shape whose corners lie around the middle, on circles that take turns."""
    corners = [on_circle(360 * i / len(radii), r) for i, r in enumerate(radii)]
    return "M" + "L".join(f"{number(32 + x)} {number(32 + y)}" for x, y in corners) + "Z"


SHAPES: dict[str, Callable[..., str]] = {
    "square": lambda **look: rect(5, 5, 54, 54, 13, **look),
    "disc": lambda **look: circle(32, 32, 29, **look),
    "hexagon": lambda **look: path(_around(*[30] * 6), **look),
    "star": lambda **look: path(_around(*[30.5, 25.5] * 8), **look),
}
ORNAMENTS = {"rosette": rosette, "flower": flower, "chevrons": chevrons, "swirl": swirl}


def face(made: Face) -> str:
    """A picture that needs nothing else. Who it is stands beside it in words."""
    glaze = PAINTED[made.glaze]
    head = SHAPES[made.shape]
    return element(
        "svg",
        head(fill=glaze.base, stroke=INK, stroke_width=2.4, stroke_linejoin="round"),
        moved(21, 5.5, ORNAMENTS[made.ornament](glaze.motif, glaze.base), scale=0.55),
        LOOKS[made.shape](glaze),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIDE} {SIDE}",
        width=SIDE,
        height=SIDE,
        aria_hidden="true",
        class_="face",
    )


# ------------------------------------------------------------------------------------------------
# How they look at you


def _eyes(y: float, apart: float, white: float, dark: float, look: float = 0) -> str:
    """Two eyes; `look`: how far they look to the side."""
    pairs = [
        circle(x, y, white, fill=WHITE) + circle(x + look, y + 0.6, dark, fill=INK)
        for x in (32 - apart, 32 + apart)
    ]
    return group(*pairs)


def _mouth(d: str, ink: str, **attributes: Any) -> str:
    return path(d, stroke=ink, stroke_width=2.8, **THIN | attributes)


def _curious(glaze: Glaze) -> str:
    return _eyes(36, 10, 6, 3.2, 1.4) + _mouth("M23 47q9 9 18 0z", INK, fill=WHITE)


def _friendly(glaze: Glaze) -> str:
    cheeks = circle(17.5, 43, 3.4, fill=glaze.motif, fill_opacity=".7")
    cheeks += circle(46.5, 43, 3.4, fill=glaze.motif, fill_opacity=".7")
    return cheeks + _eyes(35, 9, 4.6, 2.8) + _mouth("M24 46q8 6 16 0", WHITE)


def _sharp(glaze: Glaze) -> str:
    brows = path("M17 30l10 3M47 30l-10 3", stroke=glaze.motif, stroke_width=3, **THIN)
    return brows + _eyes(37, 9, 4.2, 2.8, -1) + _mouth("M24 48h13", WHITE)


def _calm(glaze: Glaze) -> str:
    lids = path("M17.5 36q5.5 5 11 0M35.5 36q5.5 5 11 0", stroke=WHITE, stroke_width=3, **THIN)
    return lids + _mouth("M26 47q6 3.4 12 0", WHITE)


LOOKS = {"square": _curious, "disc": _friendly, "hexagon": _sharp, "star": _calm}
