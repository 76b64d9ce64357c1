"""What the pieces and places of Duel are called."""

from collections.abc import Iterable
from typing import Any

from azulejos.games.duel.board import (
    ASKED,
    CHIPS_N,
    COLOURS,
    COLOURS_N,
    EMPTY,
    GOALS_N,
    PLACES_PER_ROW,
    SPECIAL,
    SPECIAL_KIND,
    WILD,
)
from azulejos.tell import Words, phrases
from azulejos.tell.marks import each_marked

FIRST_TURN = 0  # how dome tiles are described that lie nowhere yet
GOAL_NAMES = each_marked(
    "rows", "colourful rows", "columns", "rim", "diagonals", "corners", "wild spaces", "empty special spaces"
)
GOAL_SCORES = each_marked(
    "+3 for each full row",
    "+4 for each row with 5 colours",
    "+7 for each full column",
    "+1 for each tile at the edge",
    "+10 for each full diagonal",
    "+3 for each full upper corner, +8 for each lower one",
    "+2 for each, if all of yours are filled",
    "−3 for each",
)


def goals_of(state: Any) -> list[int]:
    return [goal for goal in range(GOALS_N) if (int(state.goals) >> goal) & 1]


def goal_name(t: Words, goal: int) -> str:
    return t(GOAL_NAMES[goal])


def goal_list(t: Words, goals: Iterable[int]) -> str:
    return ", ".join(goal_name(t, goal) for goal in goals)


PAIR_NAMES = each_marked("turquoise-yellow", "yellow-black", "black-blue", "blue-red", "red-turquoise")


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def tiles_as_object(t: Words, colour: int, count: int) -> str:
    return phrases.tiles_as_object(t, COLOURS[colour], count)


def one_tile(t: Words, colour: int) -> str:
    return tiles_as_object(t, colour, 1)


def short(t: Words, colour: int, count: int) -> str:
    """Tiles that something is done with, where it is clear that they are tiles: 2 blue."""
    return t.show(phrases.SHORT[COLOURS[colour]], n=count)


def content(t: Words, what: int) -> str:
    """What a space of the dome asks for."""
    if what == SPECIAL:
        return t("special space")
    return t("wild space") if what == WILD else colour_name(t, what)


def chip_name(t: Words, chip: int) -> str:
    """The colours of a chip, one or two."""
    return colour_name(t, chip) if chip < COLOURS_N else t(PAIR_NAMES[chip - COLOURS_N])


def dome_name(t: Words, tile: int) -> str:
    """The colours of a dome tile, clockwise from its fourth space, and that one."""
    fourth, *others = (int(what) for what in ASKED[tile, FIRST_TURN])
    colours = ", ".join(colour_name(t, colour) for colour in others)
    if fourth == SPECIAL:
        return t("{colours} + special", colours=colours)
    return t("{colours} + wild", colours=colours)


def back_name(t: Words, kind: int) -> str:
    return t("special back") if kind == SPECIAL_KIND else t("wild back")


def hidden_name(t: Words, tile: int, kind: int) -> str:
    """A dome tile that lies face down: its face if it is known, or else its back."""
    return dome_name(t, tile) if tile != EMPTY else t("a dome tile ({back})", back=back_name(t, kind))


def place_name(t: Words, place: int) -> str:
    """The rows and columns that a place of the dome covers."""
    row, column = (2 * number + 1 for number in divmod(place, PLACES_PER_ROW))
    return t(
        "rows {row}–{row_end}, columns {column}–{column_end}",
        row=row,
        row_end=row + 1,
        column=column,
        column_end=column + 1,
    )


def lying(t: Words, counts: Any) -> str:
    return phrases.listed(t, counts, COLOURS)


def chips(t: Words, counts: Any) -> str:
    """Chips one by one."""
    held = [chip_name(t, chip) for chip in range(CHIPS_N) for _ in range(counts[chip])]
    return ", ".join(held) or t("nothing")
