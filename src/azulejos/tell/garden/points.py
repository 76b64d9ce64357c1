"""Queen's Garden: why a row brings points."""

from typing import Any

from azulejos.games.garden import state as table
from azulejos.games.garden.board import FIRST_OF_PLACE, PLACES_N, SPACES_N
from azulejos.games.garden.scoring import of_criterion
from azulejos.games.garden.state import flood
from azulejos.tell import Row, Words
from azulejos.tell.garden.pieces import ALL_OF, criterion_name
from azulejos.tell.marks import Plural, marked, plural
from azulejos.tell.points import Line, sums

ENDS = frozenset((table.CRITERION, table.DISPLAY_CLEARED, table.EXPANSIONS_CLEARED, table.GAME_OVER))
CHOSEN: frozenset[int] = frozenset()
LOST = frozenset((table.DISCARDED, table.EXPANSION_DISCARDED))
LABELS: dict[int, str] = {
    table.PRICE_PAID: marked("Expansions bought"),
    table.FIRST_PASSED: marked("Starting-player tile"),
    table.DISCARD_COST: marked("Discarded tiles"),
    table.PAVILIONS: marked("Pavilions"),
    table.JOKERS_LEFT: marked("Jokers left"),
    table.STORAGE_LEFT: marked("Left in the storage"),
    table.KEPT_AT_ZERO: marked("Never below 0"),
    table.GROUP_BONUS: marked("Groups, for their size"),
}
ORDER = (
    table.PRICE_PAID,
    table.FIRST_PASSED,
    table.DISCARD_COST,
    table.CRITERION,
    table.PAVILIONS,
    table.JOKERS_LEFT,
    table.STORAGE_LEFT,
    table.KEPT_AT_ZERO,
    table.GROUP,
    table.GROUP_BONUS,
)
RANKS = {what: rank for rank, what in enumerate(ORDER)}
REASONS: dict[int, str | Plural] = {
    table.PRICE_PAID: marked("expansion bought"),
    table.FIRST_PASSED: marked("starting-player tile"),
    table.DISCARD_COST: marked("discarded, value {n}"),
    table.PAVILIONS: plural("{n} pavilion", "{n} pavilions"),
    table.JOKERS_LEFT: plural("{n} joker left", "{n} jokers left"),
    table.STORAGE_LEFT: marked("left in the storage"),
    table.KEPT_AT_ZERO: marked("never below 0"),
    table.GROUP_BONUS: marked("group of {n}"),
}


def reason(t: Words, row: Row) -> str:
    what, count = row["what"], row["count"]
    if what == table.CRITERION:
        return t(ALL_OF[count])
    if what == table.GROUP:
        return t("group: {kind}", kind=criterion_name(t, count))
    return t.show(REASONS[what], n=count)


def line(t: Words, state: Any, row: Row) -> Line:
    what, count = row["what"], row["count"]
    if what == table.CRITERION:
        name = t(ALL_OF[count])
        return Line((RANKS[what], count), t("Wheel: {all}", all=name))
    if what == table.GROUP:
        name = criterion_name(t, count)
        return Line((RANKS[what], count), t("Group: {kind}", kind=name))
    return Line((RANKS[what],), t(LABELS[what]))


def detail(t: Words, rows: list[Row]) -> str:
    return sums(rows) if rows[0]["what"] in (table.GROUP, table.GROUP_BONUS) else ""


def counted(state: Any, rows: list[Row]) -> list[set[int]]:
    """Nothing is laid in the choice that ends a round, so that gardens are those before it."""
    found: list[set[int]] = []
    for i, row in enumerate(rows):
        before = rows[i - 1] if i else row
        found.append(_counted(state.players[row["seat"]], row, before) if row["points"] else set())
    return found


def _counted(player: Any, row: Row, before: Row) -> set[int]:
    """`before` is the row before it: what was discarded or bought, or the group that brings a bonus."""
    what = row["what"]
    if what == table.CRITERION:
        return _places(int(of_criterion(player, row["count"])))
    if what in (table.GROUP, table.GROUP_BONUS):
        group = row if what == table.GROUP else before
        seed = 1 << (group["source"] - table.AT_SPACE)
        return _places(int(flood(seed, int(of_criterion(player, group["count"])))))
    if what == table.PAVILIONS:
        return {
            table.AT_SPACE + int(FIRST_OF_PLACE[place])
            for place in range(PLACES_N)
            if player.places[place] >= 0
        }
    if what == table.PRICE_PAID:
        return {before["target"]}
    if what == table.DISCARD_COST:
        return {before["source"]}
    return ELSEWHERE[what]


ELSEWHERE = {
    table.FIRST_PASSED: {table.AT_START},
    table.JOKERS_LEFT: {table.AT_JOKERS},
    table.STORAGE_LEFT: {table.AT_STORAGE, table.AT_EXPANSIONS},
    table.KEPT_AT_ZERO: set[int](),
}


def _places(spaces: int) -> set[int]:
    return {table.AT_SPACE + space for space in range(SPACES_N) if (spaces >> space) & 1}
