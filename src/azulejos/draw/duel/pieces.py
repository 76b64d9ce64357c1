"""The pieces and signs of Duel, and what happened last."""

from functools import lru_cache
from typing import Any

from azulejos.draw import common, discs, tiles
from azulejos.draw.common import (
    CLEAR,
    MINUS,
    NOWHERE,
)
from azulejos.draw.shapes import (
    circle,
    path,
    rect,
    star,
    symbol,
    use,
)
from azulejos.draw.theme import Theme, mix
from azulejos.draw.view import Part, View, definitions
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    ASKED,
    CHIPS,
    COLOURFUL_POINTS,
    COLOURS,
    COLUMN_POINTS,
    CORNERS,
    DIAGONAL_POINTS,
    DOME_TILES,
    EMPTY_SPECIAL_POINTS,
    GOALS,
    GOALS_N,
    KINDS,
    RIM_POINTS,
    ROW_POINTS,
    SIZE,
    SPACES_N,
    WILD_POINTS,
)

MOTIFS = dict(zip(COLOURS, (discs.ring, discs.sun, discs.cross, discs.five_points, discs.drop), strict=True))
LETTERS = "BYRKT"  # the letters of the plain terminal
ASKS = (*COLOURS, "special", "wild")  # what a space may ask for, as the ends of the names of symbols


def colour_names(t: Any) -> tuple[str, ...]:
    return (t("blue"), t("yellow"), t("red"), t("black"), t("turquoise"))


def back_names(t: Any) -> tuple[str, str]:
    return t("special back"), t("wild back")


def goal_names(t: Any) -> tuple[str, ...]:
    return (
        t("rows"),
        t("colourful rows"),
        t("columns"),
        t("rim"),
        t("diagonals"),
        t("corners"),
        t("wild spaces"),
        t("empty special spaces"),
    )


# ------------------------------------------------------------------------------------------------
# What all tables of a look have in common


@lru_cache(maxsize=24)
def shapes_in_common(theme: str, letters: bool, prefix: str) -> Part:
    view = View((), theme=theme, letters=letters, prefix=prefix)
    drawn = [] if view.paint.is_flat else [tiles.sheen(view), discs.pearl(view)]
    symbols = {**_tile_symbols(view), **_chip_symbols(view), **_dome_symbols(view), **_goal_symbols(view)}
    symbols |= {"spot": circle(20, 20, 18, **CLEAR), "sun": _sun_sign(view), "moon": _moon_sign(view)}
    drawn += [symbol(view.id(name), tiles.SIDE, inside) for name, inside in symbols.items()]
    paint = view.paint
    drawn.append(symbol(view.id("plate"), 96, tiles.plate(paint, paint.gilt, _sun_paint(paint))))
    return definitions(*drawn)


def _sun_paint(paint: Theme) -> str:
    return paint.panel if paint.is_flat else mix(paint.gold, paint.panel, 0.62)


def moon_paint(paint: Theme) -> str:
    return paint.panel if paint.is_flat else mix(paint.accent, paint.panel, 0.74)


def _tile_symbols(view: View) -> dict[str, str]:
    drawn = {}
    for (colour, motif), letter in zip(MOTIFS.items(), LETTERS, strict=True):
        drawn[f"tile-{colour}"] = discs.tile(view, colour, motif, letter)
        drawn[f"space-{colour}"] = discs.space(view, colour, motif)
    drawn["tile-special"] = discs.special(view)
    drawn["space-special"] = discs.special_space(view)
    drawn["space-wild"] = discs.wild_space(view, COLOURS)
    drawn["space-any"] = circle(20, 20, 17, fill=view.paint.panel, stroke=view.paint.edge, stroke_width=1.6)
    drawn["tile-start"] = tiles.starting_tile(view)
    drawn["tile-token"] = _token(view.paint)
    return drawn


def _chip_symbols(view: View) -> dict[str, str]:
    letters = dict(zip(COLOURS, LETTERS, strict=True))
    faces = {f"tile-chip-{name}": discs.chip(view, tuple(name.split("-")), MOTIFS, letters) for name in CHIPS}
    return {**faces, "tile-chip": discs.chip_back(view)}


def _token(paint: Theme) -> str:
    """A player token: a small tower."""
    shape = "M13 36L15 20H12V9H16V13H18.2V9H21.8V13H24V9H28V20H25L27 36Z"
    return path(shape, fill=paint.accent, stroke=paint.panel, stroke_width=1.4, stroke_linejoin="round")


def _sun_sign(view: View) -> str:
    return discs.sun(view.paint.gilt, "")


def _moon_sign(view: View) -> str:
    return path("M26 5A16 16 0 1 0 35 27A13 13 0 0 1 26 5Z", fill=view.paint.accent)


# Dome tiles


def _dome_symbols(view: View) -> dict[str, str]:
    drawn = {f"tile-dome-{name}": face(view, tile, 0) for tile, name in enumerate(DOME_TILES)}
    return {**drawn, **{f"tile-back-{kind}": _back(view, kind) for kind in KINDS}, "ground": _ground(view)}


def _ground(view: View) -> str:
    """A dome tile before its spaces are painted."""
    paint = view.paint
    edge = paint.ink if paint.is_flat else mix(paint.accent, paint.tray, 0.35)
    return rect(0.6, 0.6, 38.8, 38.8, 3.4, fill=paint.tray, stroke=edge, stroke_width=1.1)


def face(view: View, tile: int, turned: int) -> str:
    """A dome tile with its four spaces, on a square of 40."""
    spots = ((10.8, 10.8), (29.2, 10.8), (29.2, 29.2), (10.8, 29.2))
    asked = ASKED[tile, turned]
    spaces = [use(view.id(f"space-{ASKS[asked[q]]}"), x, y, 17.6) for q, (x, y) in enumerate(spots)]
    return use(view.id("ground"), 20, 20, 40) + "".join(spaces)


def _back(view: View, kind: str) -> str:
    """The back of a dome tile shows its kind."""
    paint = view.paint
    blue = mix(paint.glazes["blue"].base, paint.page, 0 if paint.page > "#8" else 0.3)
    fill, ink = (paint.panel, paint.ink) if paint.is_flat else (blue, mix(blue, "#ffffff", 0.45))
    ground = rect(0.6, 0.6, 38.8, 38.8, 3.4, fill=fill, stroke=ink, stroke_width=1.2)
    frame = rect(3.4, 3.4, 33.2, 33.2, 2, fill="none", stroke=ink, stroke_width=0.9)
    corners = "".join(path(star(4, 3.4, 1.3, x, y), fill=ink) for x in (7.6, 32.4) for y in (7.6, 32.4))
    sign = "tile-special" if kind == "special" else "space-wild"
    return ground + frame + corners + use(view.id(sign), 20, 20, 25)


# Goals

RIM = [s for s in range(SPACES_N) if s // SIZE in (0, SIZE - 1) or s % SIZE in (0, SIZE - 1)]
CORNER_SPACES = [s for s in range(SPACES_N) if s // SIZE not in (2, 3) and s % SIZE not in (2, 3)]
GOAL_SPACES = {
    "rows": range(12, 18),
    "columns": range(2, SPACES_N, SIZE),
    "rim": RIM,
    "diagonals": sorted({*range(0, SPACES_N, SIZE + 1), *range(SIZE - 1, SPACES_N - 1, SIZE - 1)}),
    "corners": CORNER_SPACES,
}
GOAL_WORTH = {
    "rows": f"+{ROW_POINTS}",
    "colourful-rows": f"+{COLOURFUL_POINTS}",
    "columns": f"+{COLUMN_POINTS}",
    "rim": f"+{RIM_POINTS}",
    "diagonals": f"+{DIAGONAL_POINTS}",
    "corners": f"+{CORNERS[0][1]}/{CORNERS[-1][1]}",
    "wild-spaces": f"+{WILD_POINTS}",
    "empty-specials": f"{MINUS}{-EMPTY_SPECIAL_POINTS}",
}


def cells(spaces: Any) -> str:
    """Spaces of a dome as small squares, on a square of 40."""
    return "".join(f"M{2.5 + 6 * (s % SIZE):g} {2.5 + 6 * (s // SIZE):g}h5v5h-5z" for s in spaces)


def _goal_symbols(view: View) -> dict[str, str]:
    return {f"goal-{goal}": _goal_picture(view, goal) for goal in GOALS}


def _goal_picture(view: View, goal: str) -> str:
    paint = view.paint
    frame = rect(0.5, 0.5, 39, 39, 4, fill=paint.panel, stroke=paint.edge)
    grid = path(cells(range(SPACES_N)), fill=paint.panel if paint.is_flat else paint.tray)
    if paint.is_flat:
        grid = path(cells(range(SPACES_N)), fill=paint.panel, stroke=paint.quiet, stroke_width=0.6)
    if goal in GOAL_SPACES:
        return frame + grid + path(cells(GOAL_SPACES[goal]), fill=paint.gilt)
    if goal == "colourful-rows":
        row = [use(view.id(f"tile-{c}"), 5.6 + 7.2 * i, 20, 8.6) for i, c in enumerate(COLOURS)]
        return frame + grid + "".join(row)
    sign = use(view.id("space-wild" if goal == "wild-spaces" else "space-special"), 20, 20, 30)
    slash = path("M6 34L34 6", stroke=paint.loss, stroke_width=3) if goal == "empty-specials" else ""
    return frame + sign + slash


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    NEW_ROUND = table.CHIP_PUT_OUT
    LASTING = range(table.AT_SPACE, table.AT_BROKEN)

    def _read(self, row: Any) -> None:
        seat, what = int(row.seat), row.what
        if what in FROM:
            self._add(seat, int(row.source))
        if what in TO:
            self._add(seat, int(row.target))
        if what in SCORED:
            key = (seat, int(row.source))
            self.places.add(key)
            self.points[key] = self.points.get(key, 0) + int(row.points)
        if what in (table.PASSED, table.LOOKED_AT, table.DOME_KEPT):
            self.places.add((seat, table.AT_HAND if what == table.PASSED else table.AT_DRAWN))

    def _add(self, seat: int, at: int) -> None:
        if at != NOWHERE:
            self.places.add((seat if at >= table.AT_HAND else -1, at))


FROM = (
    table.TAKEN,
    table.DOME_TAKEN,
    table.DOME_DRAWN,
    table.CHIP_TAKEN,
    table.TOKEN_USED,
    table.CHIP_PAID,
    table.LINE_KEPT,
)
TO = (
    table.STACKED,
    table.LEFT_OVER,
    table.PUT_UNDER,
    table.DOME_PLACED,
    table.START_TAKEN,
    table.CHIP_TAKEN,
    table.LINED,
    table.BROKEN,
    table.OVERFLOWED,
    table.LAID,
    table.SPECIAL_LAID,
)
SCORED = (table.ALONE, table.ACROSS, table.DOWN, table.SPECIAL_POINTS, table.BROKEN_COST, table.START_COST)


def goals_known(state: Any) -> list[int]:
    return [goal for goal in range(GOALS_N) if int(state.goals) >> goal & 1]


def plain(points: int) -> str:
    """Points without a plus, with a true minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def active(state: Any) -> int:
    """The seat whose turn it is, even while CHANCE is asked."""
    return int(state.to_move) if state.to_move >= 0 else int(state.mover)
