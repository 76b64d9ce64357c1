"""Shapes that all tables have in common, what is printed on a board, tiles in a row; the last turn."""

from functools import cache, lru_cache
from typing import Any

from azulejos.draw import common, rhombi, tiles
from azulejos.draw.common import CLEAR, PLATE, WIDTH
from azulejos.draw.rhombi import corners, fan, outline
from azulejos.draw.shapes import circle, group, label, moved, number, on_circle, path, rect, star, symbol, use
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, definitions, free_slot, how_many
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
    CENTRE_STAR,
    COLOURS,
    COLOURS_N,
    COST,
    DIRECTION_ANGLES,
    DIRECTIONS,
    ELEMENT_TILES,
    ELEMENTS_N,
    OUTER_STARS,
    PILLAR,
    RHOMBI,
    SPACES_N,
    STAR_ANGLES,
    STAR_COLOUR,
    STAR_DISTANCE,
    STATUE,
)

MOTIFS = dict(
    zip(
        COLOURS,
        (rhombi.lattice, rhombi.veins, rhombi.rays, rhombi.lozenges, rhombi.waves, rhombi.crosses),
        strict=True,
    )
)
LETTERS = "PGOYBR"  # the letters of the plain terminal
TURNS = dict(zip(DIRECTIONS, DIRECTION_ANGLES, strict=True))


@lru_cache(maxsize=24)
def shapes_in_common(theme: str, letters: bool, prefix: str, side: int) -> Part:
    """What all tables of this look have in common."""
    view = View((), theme=theme, letters=letters, prefix=prefix)
    paint = view.paint
    drawn = [] if paint.is_flat else [tiles.sheen(view)]
    drawn += rhombi.definitions(view, MOTIFS, LETTERS, TURNS)
    drawn.append(symbol(view.id("space-any"), tiles.SIDE, rhombi.open_space(view)))
    drawn.append(symbol(view.id("many"), tiles.SIDE, rhombi.many(view, COLOURS)))
    drawn.append(symbol(view.id("tile-start"), tiles.SIDE, tiles.starting_tile(view)))
    drawn.append(symbol(view.id("plate"), 2 * PLATE, tiles.plate(paint, paint.accent, paint.plate)))
    drawn.append(symbol(view.id("wild"), tiles.SIDE, _wild(view)))
    drawn += _element_symbols(view) + _space_symbols(view)
    drawn.append(group(_printed(view, side), id=view.id("printed")))
    return definitions(*drawn)


def _element_symbols(view: View) -> list[str]:
    drawn = []
    for first, kind in enumerate(KINDS):
        count = int(ELEMENT_TILES[OUTER_STARS * first])
        drawn.append(symbol(view.id(kind), tiles.SIDE, _element(view, kind, count, is_full=False)))
        drawn.append(symbol(view.id(f"{kind}-full"), tiles.SIDE, _element(view, kind, count, is_full=True)))
    return drawn


def _space_symbols(view: View) -> list[str]:
    """What lies on a space besides a tile: where it is, how far it reaches, the lines around it."""
    ring: dict[str, Any] = {"fill": "none", "stroke_width": 2, "stroke_linejoin": "round"}
    drawn = {
        "spot": circle(20, 20, 12, **CLEAR),
        "reach": path(_reach(), **CLEAR),
        "may": path(outline(corners(0, 0.93)), stroke=view.paint.gilt, **ring),
        "was": path(outline(corners(0, 0.95)), stroke=view.paint.accent, **ring),
    }
    return [symbol(view.id(name), tiles.SIDE, inside) for name, inside in drawn.items()]


def colour_names(t: Any) -> tuple[str, ...]:
    return (t("purple"), t("green"), t("orange"), t("yellow"), t("blue"), t("red"))


def _wild(view: View) -> str:
    """The sign of the wild colour."""
    disc = circle(20, 20, 19, fill=view.paint.panel, stroke=view.paint.gilt, stroke_width=2.5)
    return disc + path(star(6, 15.5, 7.5, 20, 20), fill=view.paint.gilt)


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    NEW_ROUND = table.WILD
    LASTING = range(table.AT_SPACE, table.AT_BESIDE)

    def _read(self, row: Any) -> None:
        seat, what = int(row.seat), row.what
        if what in (table.TAKEN, table.WILD_TAKEN, table.BONUS_TAKEN):
            self.places.add((-1, int(row.source)))
        elif what in (table.LEFT_OVER, table.DISCARDED):
            self.places.add((-1, int(row.target)))
        elif what in (table.LAID, table.START_TAKEN, table.KEPT):
            self.places.add((seat, int(row.target)))
        elif what == table.PASSED:
            self.places.add((seat, table.AT_HAND))
        elif what == table.RUN:
            key = (seat, int(row.source))
            self.points[key] = self.points.get(key, 0) + int(row.points)


# ------------------------------------------------------------------------------------------------
# Tiles in a row, sorted: the supply and what lies beside a board

SLOT = (WIDTH - 14) / COLOURS_N
SLOT_HEIGHT = 44


def colour_slot(view: View, colour: int, has: int, is_wild: bool, width: float, **edge: Any) -> str:
    """The tiles of one colour and how many they are, around the origin."""
    paint, name, end = view.paint, COLOURS[colour], width / 2 - 5
    line = edge or ({"stroke": paint.edge} if paint.is_flat else {})
    tray = rect(1 - width / 2, 1 - SLOT_HEIGHT / 2, width - 2, SLOT_HEIGHT - 2, 7, fill=paint.tray, **line)
    if not has:
        return tray + free_slot(0, use(view.id(f"pale-{name}"), -8, 0, 34), of=name)
    ink: dict[str, Any] = {"fill": paint.ink, "text_anchor": "end", **BOLD}
    words = how_many(end, 9 if is_wild else 6.5, has, 18, name, **ink)
    badge = use(view.id("wild"), end - 4, -12.5, 14) if is_wild else ""
    return tray + moved(-9, 0, fan(view, name, has, 38, 10)) + words + badge


# ------------------------------------------------------------------------------------------------
# What is printed on a board

EDGE = 34  # the side of a rhombus
SIZE = EDGE * 3**0.5  # of a tile, from its foot to its tip
TOP = 40
MIDDLE_X, MIDDLE_Y = WIDTH / 2, TOP + 2.5 * SIZE
KINDS = ("window", "statue", "pillar")


@cache
def star_middle(star_: int) -> tuple[float, float]:
    x, y = on_circle(STAR_ANGLES[star_], STAR_DISTANCE * EDGE) if star_ != CENTRE_STAR else (0, 0)
    return MIDDLE_X + x, MIDDLE_Y + y


@cache
def space_middle(space: int) -> tuple[float, float]:
    x, y = star_middle(space // RHOMBI)
    u, v = on_circle(DIRECTION_ANGLES[space % RHOMBI], SIZE / 2)
    return x + u, y + v


@cache
def element_middle(element_: int) -> tuple[float, float]:
    """Windows stand outside, statues between outer stars, pillars between them and the centre star."""
    place_, angle = element_ % OUTER_STARS, STAR_ANGLES[element_ % OUTER_STARS]
    if element_ < STATUE:
        x, y = on_circle(angle, (STAR_DISTANCE + 1.42) * EDGE)
    elif element_ < PILLAR:
        (x, y), (u, v) = star_middle(place_), star_middle((place_ + 1) % OUTER_STARS)
        return (x + u) / 2, (y + v) / 2
    else:
        x, y = on_circle(angle, STAR_DISTANCE / 2 * EDGE)
    return MIDDLE_X + x, MIDDLE_Y + y


@cache
def _element_angle(element_: int) -> float:
    """Where the long side of the gap around an element points."""
    angle = STAR_ANGLES[element_ % OUTER_STARS]
    return angle + (30 if STATUE <= element_ < PILLAR else 90)


def _reach() -> str:
    """Around a space, half of the gaps beside it as well: large enough for a finger."""
    unit = 40 / SIZE * EDGE
    near = [on_circle(angle, unit) for angle in (-30, 30)]
    far = [on_circle(angle, 1.5 * unit) for angle in (-30, 30)]
    points = [(0, 0), near[0], far[0], on_circle(0, 40), far[1], near[1]]
    return outline([(20 + x, 40 + y) for x, y in points])


def turned(name: str, space: int, size: float, **attributes: Any) -> str:
    """An upright symbol, turned into the direction of a space."""
    x, y = space_middle(space)
    angle = DIRECTION_ANGLES[space % RHOMBI]
    turn = f"rotate({angle} {number(x)} {number(y)})" if angle else None
    return use(name, x, y, size, transform=turn, **attributes)


def _printed(view: View, side: int) -> str:
    """The seven stars with their numbers, and what stands between them."""
    gaps = [_gap(e) for e in range(ELEMENTS_N)]
    ground = path("".join(gaps), fill=view.paint.plate, stroke=view.paint.panel, stroke_width=1.5)
    elements = [use(view.id(KINDS[e // OUTER_STARS]), *element_middle(e), 27) for e in range(ELEMENTS_N)]
    spaces = [_printed_space(view, side, space) for space in range(SPACES_N)]
    numbers = [
        label(x, y + 5.6, str(COST[side, space]), 16)
        for space, (x, y) in enumerate(map(space_middle, range(SPACES_N)))
    ]
    return ground + "".join(spaces + elements) + group(*numbers, fill=view.paint.ink, **BOLD, **MIDDLE)


def _printed_space(view: View, side: int, space: int) -> str:
    star_ = space // RHOMBI
    has_colour = side == table.COLOURED and star_ != CENTRE_STAR
    name = COLOURS[STAR_COLOUR[star_]] if has_colour else "any"
    return turned(view.id(f"space-{name}"), space, SIZE)


def _gap(element_: int) -> str:
    """The rhombus between stars; outside, beside a window, there is only half of it."""
    if element_ >= STATUE:
        return outline(corners(_element_angle(element_), SIZE / 39, *element_middle(element_)))
    x, y = star_middle(element_)
    ends = [(STAR_ANGLES[element_] + turn, far) for turn, far in ((-30, SIZE), (0, EDGE), (30, SIZE))]
    return outline([(x + u, y + v) for u, v in (on_circle(*end) for end in ends)])


SHAPES = {
    "window": "M10.5 34V18.5a9.5 11 0 0 1 19 0V34ZM7.5 34H32.5V37H7.5Z",
    "statue": "M20 14.5a5.6 5.6 0 1 1 .1 0ZM8.5 32c0-11 4-16 11.5-16s11.5 5 11.5 16ZM6.5 32H33.5V37H6.5Z",
    "pillar": "M12.5 10H27.5V32H12.5ZM7.5 4.5H32.5L28.5 10H11.5ZM8.5 32H31.5V37H8.5Z",
}


def _element(view: View, kind: str, count: int, is_full: bool) -> str:
    """A window, a statue or a pillar with the tiles it brings, or with the sign that it has brought them."""
    paint = view.paint
    colours = {"fill": paint.gilt, "stroke": paint.panel} if is_full else {"fill": paint.panel}
    shape = path(
        SHAPES[kind], stroke_width=2, stroke_linejoin="round", **({"stroke": paint.accent} | colours)
    )
    if is_full:
        tick = {"fill": "none", "stroke": paint.panel, "stroke_width": 3.4, "stroke_linecap": "round"}
        return shape + path("M14.5 24l4 4L26 19", **tick)
    return shape + label(20, 30.5, str(count), 17, fill=paint.accent, **BOLD, **MIDDLE)
