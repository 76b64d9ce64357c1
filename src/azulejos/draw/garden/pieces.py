"""The pieces and signs of Queen's Garden, what is printed on a board, and what happened last."""

import math
from functools import cache, lru_cache
from typing import Any

from azulejos.draw import common, hexagons, tiles
from azulejos.draw.common import CLEAR, WIDTH
from azulejos.draw.hexagons import hexagon, outline
from azulejos.draw.shapes import circle, group, label, number, on_circle, path, symbol, use
from azulejos.draw.theme import Theme, mix
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE
from azulejos.draw.view import Part, View, definitions
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    CENTRES,
    COLOURS,
    COLOURS_N,
    COORDINATES,
    FEATURE_COORDINATES,
    FEATURE_JOKERS,
    HEXAGONS,
    PATTERNS,
    PATTERNS_N,
    PAVILION,
    STEPS,
    TIPS,
)

BORDERS = dict(
    zip(
        COLOURS,
        (
            hexagons.solid,
            hexagons.double,
            hexagons.dotted,
            hexagons.dashed,
            hexagons.scalloped,
            hexagons.notched,
        ),
        strict=True,
    )
)
SILHOUETTES = dict(
    zip(
        PATTERNS,
        (hexagons.tree, hexagons.bird, hexagons.butterfly, hexagons.flower, hexagons.plant, hexagons.lily),
        strict=True,
    )
)
LETTERS = "BYLGMP"  # blue, yellow, lime, green, mauve, purple; the number beside it is the value
FLOWER = ((0, 0), *STEPS)  # an expansion
FOUNTAIN_BOARD = (*FLOWER, *TIPS)


def names_of(hexagon_: int) -> tuple[str, str]:
    """Its pattern and its colour."""
    return PATTERNS[hexagon_ % PATTERNS_N], COLOURS[hexagon_ // PATTERNS_N]


def criterion_names(t: Any) -> tuple[str, ...]:
    colours = (t("blue"), t("yellow"), t("light green"), t("dark green"), t("light purple"), t("dark purple"))
    return (*colours, t("tree"), t("bird"), t("butterfly"), t("flower"), t("plant"), t("lily"))


def sign(view: View, criterion: int, x: float, y: float, size: float) -> str:
    """A colour without a pattern, or a pattern without a colour."""
    if criterion < COLOURS_N:
        return use(view.id(f"glaze-{COLOURS[criterion]}"), x, y, size)
    return hexagons.pattern(view, PATTERNS[criterion - COLOURS_N], x, y, size)


def members(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


# ------------------------------------------------------------------------------------------------
# What all tables of a look have in common

FEATURE_SHAPES = {
    "fountain": "M11 17.5H29Q28 22.5 22.5 23.2V26H26V28.5H14V26H17.5V23.2Q12 22.5 11 17.5ZM18.9 16V9.5"
    "Q14.5 8 13.5 12.5Q12 12 11.5 14Q12 6 20 7Q28 6 28.5 14Q28 12 26.5 12.5Q25.5 8 21.1 9.5V16Z",
    "statue": "M20 12.5a3.6 3.6 0 1 1 .1 0ZM14 24.5C14 17 15.8 13.6 20 13.6S26 17 26 24.5Z"
    "M12 25.4H28V28.5H12Z",
    "bench": "M9.5 9H30.5V12.2H9.5ZM9.5 13.8H30.5V17H9.5ZM8.5 19H31.5V22.4H8.5ZM11 22.4H14V28.5H11Z"
    "M26 22.4H29V28.5H26Z",
    "pavilion": "M20 4.5L31.5 12.5H8.5ZM10.5 13.8H29.5V16.2H10.5ZM11.5 17.2H14.8V25.4H11.5Z"
    "M18.4 17.2H21.6V25.4H18.4ZM25.2 17.2H28.5V25.4H25.2ZM9 26.2H31V28.8H9Z",
}
REWARDS = {"fountain": 0, "statue": 1, "bench": 2, "pavilion": PAVILION}  # a feature of each kind


def kind_of(feature: int) -> str:
    if feature >= PAVILION:
        return "pavilion"
    if feature == 0:
        return "fountain"
    return "statue" if feature % 2 else "bench"


@lru_cache(maxsize=24)
def shapes_in_common(theme: str, letters: bool, prefix: str) -> Part:
    view = View((), theme=theme, letters=letters, prefix=prefix)
    drawn = [] if view.paint.is_flat else [tiles.sheen(view)]
    drawn += hexagons.definitions(view, BORDERS, LETTERS, SILHOUETTES)
    drawn.append(symbol(view.id("tile-start"), SIDE, tiles.starting_tile(view)))
    drawn += _expansion_symbols(view) + _feature_symbols(view) + _space_symbols(view)
    drawn.append(group(_printed(view), id=view.id("printed")))
    return definitions(*drawn)


def _lawn(paint: Theme) -> str:
    """The ground of an expansion."""
    return paint.panel if paint.is_flat else mix(paint.glazes["light-green"].base, paint.tray, 0.42)


def _meadow(paint: Theme) -> str:
    """The ground where nothing lies: as pale as can be."""
    return mix(paint.glazes["light-green"].base, paint.panel, 0.93 if paint.is_dark else 0.84)


CELL = 7.5  # from the middle to a corner of a hexagon of an expansion, painted on a square of 40


def flower(x: float, y: float, scale: float) -> str:
    """The line around an expansion."""
    return _line_around(FLOWER, x, y, scale)


def _line_around(cells: Any, x: float, y: float, scale: float) -> str:
    return outline([(x + scale * u, y + scale * v) for u, v in hexagons.around(cells)])


def _expansion_symbols(view: View) -> list[str]:
    """Front and back, bare and with the printed hexagon large in the middle."""
    paint = view.paint
    front = _expansion(paint, _lawn(paint), FLOWER[1:])
    back = _expansion(paint, paint.tray if paint.is_flat else mix(paint.tray, paint.gold, 0.35), FLOWER)
    none = path(
        flower(20, 20, CELL), fill="none", stroke=paint.faint, stroke_width=0.5, stroke_dasharray="1.4 1.8"
    )
    drawn = [hexagons.shared(view, "front", front), symbol(view.id("tile-expansion"), SIDE, back)]
    drawn.append(symbol(view.id("none"), SIDE, none))
    for index, name in enumerate(HEXAGONS):
        inside = hexagons.on_board(view, "front", *names_of(index))
        drawn.append(symbol(view.id(f"tile-expansion-{name}"), SIDE, inside))
    return drawn


def _expansion(paint: Theme, ground: str, free: Any) -> str:
    line = {"stroke": paint.ink if paint.is_flat else mix(ground, paint.ink, 0.5), "stroke_width": 0.55}
    board = path(flower(20, 20, CELL - 0.15), fill=ground, stroke_linejoin="round", **line)
    return board + path(_cells(CELL, free), **_free(paint, ground, 0.3))


def _free(paint: Theme, ground: str, width: float) -> dict[str, Any]:
    """Free spaces of a board."""
    if paint.is_flat:
        return {"fill": "none", "stroke": paint.quiet, "stroke_width": width}
    return {
        "fill": mix(ground, paint.panel, 0.62),
        "stroke": mix(ground, paint.ink, 0.2),
        "stroke_width": width,
    }


def _cells(radius: float, cells: Any, x: float = 20, y: float = 20) -> str:
    middles = [hexagons.middle(cell, radius) for cell in cells]
    return "".join(hexagon(radius * 0.87 / hexagons.RADIUS, x + u, y + v) for u, v in middles)


def _feature_symbols(view: View) -> list[str]:
    drawn = []
    for kind in FEATURE_SHAPES:
        drawn.append(symbol(view.id(kind), SIDE, _feature(view, kind, is_full=False)))
        drawn.append(symbol(view.id(f"{kind}-full"), SIDE, _feature(view, kind, is_full=True)))
    return drawn


def _feature(view: View, kind: str, is_full: bool) -> str:
    """A fountain, statue, bench or pavilion with the jokers it brings, or a tick when it is surrounded."""
    paint = view.paint
    edge = (
        {"fill": paint.gold, "stroke": paint.gilt} if is_full else {"fill": paint.plate, "stroke": paint.edge}
    )
    ground = path(hexagon(0.93), stroke_width=1.6 if is_full else 1, **edge)
    shape = path(FEATURE_SHAPES[kind], fill=paint.ink if is_full else paint.accent)
    shape = group(shape, transform="translate(2.2 2.2) scale(.78)")
    if is_full:
        tick = {"fill": "none", "stroke": paint.ink, "stroke_width": 2.6, "stroke_linecap": "round"}
        return ground + shape + path("M15.6 30.4l3 3L24.4 27.4", **tick)
    disc = circle(29.6, 15, 6, fill=paint.gold, stroke=paint.gilt)
    jokers = label(29.6, 18.6, str(FEATURE_JOKERS[REWARDS[kind]]), 10, fill=paint.ink, **BOLD, **MIDDLE)
    return ground + shape + disc + jokers


FINGER = 17.7  # what a finger hits is a little wider than a hexagon: on a phone 44 pixels


def _space_symbols(view: View) -> list[str]:
    """What lies on a space besides a hexagon: where it is, the lines around it."""
    paint = view.paint
    ring: dict[str, Any] = {"fill": "none", "stroke_linejoin": "round"}
    drawn = {
        "spot": path(hexagon(0.86), **CLEAR),  # it has no line of its own: pages give it one
        "may": path(hexagon(1), **CLEAR)
        + circle(20, 20, FINGER, **CLEAR)
        + path(hexagon(0.86), stroke=paint.gilt, stroke_width=2.6, **ring),
        "was": path(hexagon(0.95), stroke=paint.accent, stroke_width=2.6, **ring),
        "site": path(hexagon(0.9), fill=paint.gold, stroke=paint.gilt, stroke_width=3),
        "tray": path(hexagon(0.9), fill=paint.tray, stroke=paint.edge),
        "gilt": path(hexagon(1), fill=paint.gilt),
    }
    return [symbol(view.id(name), SIDE, inside) for name, inside in drawn.items()]


# ------------------------------------------------------------------------------------------------
# What is printed on a board

RADIUS = 21.3  # of a hexagon of the garden: nine of them are as wide as a board
STEP_X, STEP_Y = 18.45, 31.95  # from hexagon to hexagon
SIZE = RADIUS * SIDE / hexagons.RADIUS  # of a tile
MIDDLE_X, MIDDLE_Y = WIDTH / 2, 187
EXPANSION_SIZE = RADIUS * SIDE / CELL
RIM = RADIUS - 0.6  # of the line around a board


@cache
def spot(at: tuple[int, int]) -> tuple[float, float]:
    """Where a hexagon of the garden lies."""
    q, r = at
    return round(MIDDLE_X + STEP_X * (2 * q + r), 2), round(MIDDLE_Y + STEP_Y * r, 2)


def _printed(view: View) -> str:
    """The fountain board with its free spaces, and the meadow around it, where expansions are laid."""
    paint = view.paint
    line = "".join(flower(*spot(centre), RIM + 0.9) for centre in CENTRES)
    places = path(line, fill=_meadow(paint))
    if paint.is_flat:
        places = path(line, fill="none", stroke=paint.faint, stroke_dasharray="2 5")
    rim = _line_around(FOUNTAIN_BOARD, MIDDLE_X, MIDDLE_Y, RIM)
    ground = mix(paint.plate, paint.accent, 0 if paint.is_flat else 0.12)
    board = path(rim, fill=ground, stroke=paint.accent, stroke_width=1.2, stroke_linejoin="round")
    free = path(_cells(RADIUS, FLOWER[1:], MIDDLE_X, MIDDLE_Y), **_free(paint, ground, 0.8))
    return places + board + free


@cache
def side_of(feature: int, space: int) -> str:
    """The side of a feature that faces a space."""
    (x, y), (u, v) = spot(FEATURE_COORDINATES[feature]), spot(COORDINATES[space])
    angle = math.degrees(math.atan2(u - x, y - v))
    a, b = on_circle(angle - 23, RADIUS * 0.86), on_circle(angle + 23, RADIUS * 0.86)
    return f"M{number(x + a[0])} {number(y + a[1])}L{number(x + b[0])} {number(y + b[1])}"


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    NEW_ROUND = table.WHEEL_TURNED
    LASTING = range(len(table.PLACES))

    def _read(self, row: Any) -> None:
        seat, what = int(row.seat), row.what
        if what in (table.TILE_TAKEN, table.EXPANSION_TAKEN, table.TURNED_UP):
            self.places.add((-1, int(row.source)))
        elif what in (table.PLACED, table.EXPANSION_PLACED, table.EXPANSION_BOUGHT):
            self.places.add((seat, int(row.target)))
        elif what in (table.PAID, table.EXPANSION_PAID, table.JOKER_PAID):
            self.places.add((-1, int(row.target)))
        elif what in (table.PASSED, table.DISCARDED, table.EXPANSION_DISCARDED):
            self.places.add((seat, table.AT_STORAGE))
        elif what in (table.GROUP, table.GROUP_BONUS):
            key = (seat, int(row.source))
            self.places.add(key)
            self.points[key] = self.points.get(key, 0) + int(row.points)
