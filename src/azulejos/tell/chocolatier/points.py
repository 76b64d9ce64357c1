"""Master Chocolatier: why a row brings points."""

from typing import Any

from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import COLOURS, COLUMNS, EMPTY, ROWS
from azulejos.tell import Row, Words, phrases
from azulejos.tell.chocolatier.story import RUNS
from azulejos.tell.points import Line, run

ENDS = frozenset((table.LAID, table.PENALTY, table.FLOOR_CLEARED, table.START_KEPT, table.GAME_OVER))
CHOSEN = frozenset((table.LAID,))
LOST = frozenset((table.START_TAKEN, table.FELL, table.OVERFLOWED))
BOX = range(table.AT_BOX, table.AT_BOX + ROWS * COLUMNS)


def reason(t: Words, row: Row) -> str:
    what, count = row["what"], row["count"]
    if what in RUNS:
        return t.show(RUNS[what], n=row["points"])
    if what == table.PENALTY:
        return t.plural("{n} tile on the floor", "{n} tiles on the floor", count)
    return line(t, None, row).label


def line(t: Words, state: Any, row: Row) -> Line:
    what, count = row["what"], row["count"]
    if what in RUNS:
        at = (row["source"] - table.AT_BOX) // COLUMNS
        return Line((0, at), t("Row {n}", n=at + 1))
    if what == table.FULL_ROW:
        return Line((2, count), t("Row {n} complete", n=count))
    if what == table.FULL_COLUMN:
        return Line((3, count), t("Column {n} complete", n=count))
    if what == table.FULL_COLOUR:
        colour = phrases.colour_name(t, COLOURS[row["piece"]])
        return Line((4, row["piece"]), t("All five: {colour}", colour=colour))
    return Line((1,), t("Floor"))


def detail(t: Words, rows: list[Row]) -> str:
    what = rows[0]["what"]
    return ", ".join(reason(t, row) for row in rows) if what in RUNS or what == table.PENALTY else ""


def counted(state: Any, rows: list[Row]) -> list[set[int]]:
    boxes = [_box(player) for player in state.players]
    found = []
    for row in rows:
        if row["what"] == table.LAID:
            boxes[row["seat"]][row["target"]] = row["piece"]
        found.append(_counted(boxes[row["seat"]], row) if row["points"] else set())
    return found


def _box(player: Any) -> dict[int, int]:
    """The places of the box that hold a tile, and its colour."""
    tiles = (int(tile) for line in player.box for tile in line)
    return {place: tile for place, tile in zip(BOX, tiles, strict=True) if tile != EMPTY}


def _counted(box: dict[int, int], row: Row) -> set[int]:
    what, place = row["what"], row["source"]
    if what == table.ACROSS:
        return run(box, place, _across((place - table.AT_BOX) // COLUMNS))
    if what == table.DOWN:
        return run(box, place, _down((place - table.AT_BOX) % COLUMNS))
    if what == table.PENALTY:
        return set(range(table.AT_FLOOR, table.AT_FLOOR + row["count"]))
    if what == table.FULL_ROW:
        return set(_across(row["count"] - 1))
    if what == table.FULL_COLUMN:
        return set(_down(row["count"] - 1))
    if what == table.FULL_COLOUR:
        return {place for place, tile in box.items() if tile == row["piece"]}
    return {place}


def _across(row: int) -> range:
    return BOX[row * COLUMNS : (row + 1) * COLUMNS]


def _down(column: int) -> range:
    return BOX[column::COLUMNS]
