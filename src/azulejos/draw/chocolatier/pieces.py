"""Shapes that all tables have in common, tiles; the last turn."""

from functools import lru_cache
from typing import Any

from azulejos.draw import common, tiles
from azulejos.draw.common import PLATE
from azulejos.draw.shapes import symbol
from azulejos.draw.view import Part, View, definitions
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import COLOURS

MOTIFS = (tiles.ribbons, tiles.chevrons, tiles.rosette, tiles.swirl, tiles.flower)
LETTERS = "BNCKR"  # the letters of the plain terminal
PIECES = (*COLOURS, "start")


@lru_cache(maxsize=24)
def shapes_in_common(theme: str, letters: bool, prefix: str) -> Part:
    """What all tables of this look have in common."""
    view = View((), theme=theme, letters=letters, prefix=prefix)
    paint = view.paint
    drawn = [] if paint.is_flat else [tiles.sheen(view)]
    for name, motif, letter in zip(COLOURS, MOTIFS, LETTERS, strict=True):
        drawn.append(symbol(view.id(f"tile-{name}"), tiles.SIDE, tiles.tile(view, name, motif, letter)))
        drawn.append(symbol(view.id(f"space-{name}"), tiles.SIDE, tiles.space(view, name, motif)))
    drawn.append(symbol(view.id("tile-start"), tiles.SIDE, tiles.starting_tile(view)))
    drawn.append(symbol(view.id("plate"), 2 * PLATE, tiles.plate(paint, paint.accent, paint.plate)))
    drawn.append(symbol(view.id("golden"), 2 * PLATE, tiles.plate(paint, paint.gilt, paint.gold)))
    return definitions(*drawn)


def piece_at(view: View, kind: int, x: float, y: float, size: float) -> str:
    return tiles.piece(view, PIECES[kind], x, y, size)


def colour_names(t: Any) -> tuple[str, ...]:
    return (t("blue"), t("brown"), t("cream"), t("black"), t("red"))


class Marks(common.Marks):
    NEW_ROUND = table.DRAWN
    LASTING = range(table.AT_BOX, table.AT_FLOOR)

    def _read(self, row: Any) -> None:
        seat = int(row.seat)
        if row.what == table.TAKEN:
            self.places.add((-1, int(row.source)))
        elif row.what in (table.PLACED, table.FELL, table.LAID, table.START_TAKEN):
            self.places.add((seat, int(row.target)))
        elif row.what in (table.MOVED_SIDEWAYS, table.OVERFLOWED):
            self.places.add((-1, int(row.target)))
        elif row.what in (table.ALONE, table.ACROSS, table.DOWN):
            key = (seat, int(row.source))
            self.points[key] = self.points.get(key, 0) + int(row.points)
