"""Duel: why a row brings points."""

from collections.abc import Callable
from typing import Any

from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    COLOURFUL,
    COLOURS_GOAL,
    COLUMNS_GOAL,
    CORNERS,
    CORNERS_GOAL,
    DIAGONALS_GOAL,
    EMPTY,
    PLACE_OF,
    RIM_GOAL,
    ROWS_GOAL,
    SIZE,
    SPACES_N,
    SPECIAL,
    SPECIALS_GOAL,
    WILD,
    WILDS_GOAL,
)
from azulejos.tell import Row, Words
from azulejos.tell.duel.pieces import goal_name
from azulejos.tell.duel.story import RUNS
from azulejos.tell.marks import Plural, marked, plural
from azulejos.tell.points import Line, run, sums

ENDS = frozenset(
    (table.LAID, table.LINE_KEPT, table.BROKEN_COST, table.START_COST, table.TOKENS_BACK, table.GAME_OVER)
)
CHOSEN = frozenset((table.LAID,))
LOST = frozenset((table.BROKEN, table.OVERFLOWED))
SPACES = range(SPACES_N)
ROWS = [SPACES[row * SIZE : (row + 1) * SIZE] for row in range(SIZE)]
COLUMNS = [SPACES[column::SIZE] for column in range(SIZE)]
DIAGONALS = [SPACES[:: SIZE + 1], SPACES[SIZE - 1 : -1 : SIZE - 1]]

LABELS: dict[int, str] = {
    table.SPECIAL_POINTS: marked("Special tiles"),
    table.PAID_FOR_DOME: marked("Dome tiles drawn"),
    table.BROKEN_COST: marked("Broken tiles"),
    table.START_COST: marked("Starting-player tile"),
    table.KEPT_AT_ZERO: marked("Never below 0"),
}
REASONS: dict[int, str | Plural] = {
    **RUNS,
    table.SPECIAL_POINTS: marked("special tile"),
    table.PAID_FOR_DOME: marked("dome tile drawn"),
    table.BROKEN_COST: plural("{n} broken tile", "{n} broken tiles"),
    table.START_COST: marked("starting-player tile"),
    table.KEPT_AT_ZERO: marked("never below 0"),
}


def reason(t: Words, row: Row) -> str:
    if row["what"] == table.GOAL_POINTS:
        return t("goal: {goal}", goal=goal_name(t, row["count"]))
    return t.show(REASONS[row["what"]], n=row["count"])


def line(t: Words, state: Any, row: Row) -> Line:
    what, count = row["what"], row["count"]
    if what in RUNS:
        at = (row["source"] - table.AT_SPACE) // SIZE
        return Line((0, at), t("Row {n}", n=at + 1))
    if what == table.GOAL_POINTS:
        return Line((len(LABELS), count), t("Goal: {goal}", goal=goal_name(t, count)))
    rank = list(LABELS).index(what)
    is_last = what == table.KEPT_AT_ZERO
    return Line((len(LABELS) + 1 if is_last else rank + 1,), t(LABELS[what]))


def detail(t: Words, rows: list[Row]) -> str:
    what = rows[0]["what"]
    if what in RUNS or what == table.BROKEN_COST:
        return ", ".join(reason(t, row) for row in rows)
    return sums(rows) if what == table.SPECIAL_POINTS else ""


def counted(state: Any, rows: list[Row]) -> list[set[int]]:
    domes = [[int(tile) for tile in player.spaces] for player in state.players]
    asks = [[int(what) for what in player.asks] for player in state.players]
    found = []
    for row in rows:
        if row["what"] in (table.LAID, table.SPECIAL_LAID):
            domes[row["seat"]][row["target"] - table.AT_SPACE] = row["piece"]
        found.append(_counted(domes[row["seat"]], asks[row["seat"]], row) if row["points"] else set())
    return found


ELSEWHERE = {
    table.PAID_FOR_DOME: {table.AT_DRAWN},
    table.BROKEN_COST: {table.AT_BROKEN},
    table.START_COST: {table.AT_START},
    table.KEPT_AT_ZERO: set[int](),
}


def _counted(dome: list[int], asks: list[int], row: Row) -> set[int]:
    if row["what"] in ELSEWHERE:
        return ELSEWHERE[row["what"]]
    return {table.AT_SPACE + space for space in _spaces(dome, asks, row)}


def _spaces(dome: list[int], asks: list[int], row: Row) -> set[int]:
    what, space = row["what"], row["source"] - table.AT_SPACE
    if what == table.GOAL_POINTS:
        return GOALS[row["count"]](dome, asks)
    if what == table.SPECIAL_POINTS:
        return {each for each in SPACES if PLACE_OF[each] == PLACE_OF[space]}
    filled = _filled(dome)
    if what == table.ACROSS:
        return run(filled, space, ROWS[space // SIZE])
    if what == table.DOWN:
        return run(filled, space, COLUMNS[space % SIZE])
    return {space}


def _filled(dome: list[int]) -> set[int]:
    return {space for space in SPACES if dome[space] != EMPTY}


def _whole(dome: list[int], lines: list[range]) -> set[int]:
    """The spaces of those lines that are full."""
    filled = _filled(dome)
    return {space for line in lines if filled.issuperset(line) for space in line}


def _colourful(dome: list[int], asks: list[int]) -> set[int]:
    rows = [[space for space in row if dome[space] != EMPTY] for row in ROWS]
    return {space for row in rows if len({dome[each] for each in row}) >= COLOURFUL for space in row}


def _rim(dome: list[int], asks: list[int]) -> set[int]:
    edges = {0, SIZE - 1}
    return {space for space in _filled(dome) if space // SIZE in edges or space % SIZE in edges}


def _corners(dome: list[int], asks: list[int]) -> set[int]:
    filled = _filled(dome)
    corners = [{space for space in SPACES if PLACE_OF[space] == place} for place, _ in CORNERS]
    return {space for corner in corners if filled >= corner for space in corner}


Goal = Callable[[list[int], list[int]], set[int]]
GOALS: dict[int, Goal] = {
    ROWS_GOAL: lambda dome, asks: _whole(dome, ROWS),
    COLOURS_GOAL: _colourful,
    COLUMNS_GOAL: lambda dome, asks: _whole(dome, COLUMNS),
    RIM_GOAL: _rim,
    DIAGONALS_GOAL: lambda dome, asks: _whole(dome, DIAGONALS),
    CORNERS_GOAL: _corners,
    WILDS_GOAL: lambda dome, asks: {space for space in SPACES if asks[space] == WILD},
    SPECIALS_GOAL: lambda dome, asks: {
        space for space in SPACES if asks[space] == SPECIAL and dome[space] == EMPTY
    },
}
"""The spaces that a goal counts, on a dome as it is."""
