"""Summer Pavilion: why a row brings points."""

from typing import Any

from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import COST, EMPTY, RHOMBI, SPACES_N, STARS_N
from azulejos.tell import Row, Words
from azulejos.tell.marks import plural
from azulejos.tell.pavilion.pieces import star_name
from azulejos.tell.points import Line, sums

ENDS = frozenset((table.WILD, table.START_PUT_OUT, table.CORNERS_RETURNED, table.GAME_OVER))
CHOSEN: frozenset[int] = frozenset()
LOST = frozenset((table.DISCARDED,))


def reason(t: Words, row: Row) -> str:
    what, count = row["what"], row["count"]
    if what == table.RUN:
        return t("connected {n}", n=count)
    if what in (table.START_COST, table.DISCARD_COST):
        return t.show(LOSSES[what], n=count)
    if what == table.FULL_STAR:
        return t("whole star")
    return line(t, None, row).label


def line(t: Words, state: Any, row: Row) -> Line:
    what, star = row["what"], (row["source"] - table.AT_SPACE) // RHOMBI
    if what == table.RUN:
        return Line((0, star), star_name(t, star, state.board_side))
    if what == table.FULL_STAR:
        whole = star_name(t, star, state.board_side)
        return Line((STARS_N, star), t("{star} complete", star=whole))
    if what == table.FULL_NUMBER:
        return Line((STARS_N + 1, row["count"]), t("Every {number}", number=row["count"]))
    if what == table.CORNERS_COST:
        return Line((STARS_N + 2,), t("Tiles left in the corners"))
    if what == table.START_COST:
        return Line((1,), t("Starting-player tile"))
    return Line((2,), t("Discarded tiles"))


LOSSES = {
    table.START_COST: plural("starting-player tile with {n} tile", "starting-player tile with {n} tiles"),
    table.DISCARD_COST: plural("{n} tile discarded", "{n} tiles discarded"),
}


def detail(t: Words, rows: list[Row]) -> str:
    return sums(rows) if rows[0]["what"] == table.RUN else ""


def counted(state: Any, rows: list[Row]) -> list[set[int]]:
    covered = [
        {space for space in range(SPACES_N) if player.spaces[space] != EMPTY} for player in state.players
    ]
    found = []
    for row in rows:
        if row["what"] == table.LAID:
            covered[row["seat"]].add(row["target"] - table.AT_SPACE)
        found.append(_counted(covered[row["seat"]], row, state.board_side) if row["points"] else set())
    return found


def _counted(covered: set[int], row: Row, side: int) -> set[int]:
    what, space = row["what"], row["source"] - table.AT_SPACE
    if what == table.RUN:
        return {table.AT_SPACE + each for each in _around(covered, space)}
    if what == table.FULL_STAR:
        return set(range(row["source"], row["source"] + RHOMBI))
    if what == table.FULL_NUMBER:
        return {table.AT_SPACE + each for each in range(SPACES_N) if COST[side, each] == row["count"]}
    if what == table.CORNERS_COST:
        return {table.AT_CORNERS}
    return {table.AT_HAND, table.AT_BESIDE} if what == table.START_COST else {table.AT_HAND}


def _around(covered: set[int], space: int) -> set[int]:
    """The covered spaces of a star that are connected with one of them; a star is a ring."""
    first = space - space % RHOMBI
    found = {space}
    for step in (1, -1):
        at = first + (space - first + step) % RHOMBI
        while at in covered and at not in found:
            found.add(at)
            at = first + (at - first + step) % RHOMBI
    return found
