"""What the pieces and places of Summer Pavilion are called."""

from typing import Any

from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import CENTRE_STAR, COLOURS, COST, RHOMBI
from azulejos.tell import Row, Words, phrases
from azulejos.tell.marks import each_marked

SHORT = tuple(phrases.SHORT[colour] for colour in COLOURS)


def tiles_as_object(t: Words, colour: int, count: int) -> str:
    return phrases.tiles_as_object(t, COLOURS[colour], count)


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def with_wild(t: Words, colour: int, count: int, wild: int, wild_count: int) -> str:
    """Tiles of a colour, and the wild ones that come along."""
    if not wild_count:
        return tiles_as_object(t, colour, count)
    return t(
        "{tiles} and {wild} (wild)",
        tiles=t.show(SHORT[colour], n=count),
        wild=t.show(SHORT[wild], n=wild_count),
    )


def lying(t: Words, counts: Any) -> str:
    """The tiles that lie somewhere, or that there are none."""
    return phrases.listed(t, counts, COLOURS)


def several(t: Words, rows: list[Row]) -> str:
    """The tiles of some rows together: 2 blue tiles, 1 red tile."""
    return phrases.several(t, rows, COLOURS)


def several_as_object(t: Words, rows: list[Row]) -> str:
    return phrases.several(t, rows, COLOURS, phrases.tiles_as_object)


COLOURED_STARS = each_marked(
    "Orange star", "Red star", "Blue star", "Yellow star", "Green star", "Purple star", "Centre star"
)
PLAIN_STARS = each_marked(
    "Upper left star",
    "Upper right star",
    "Right star",
    "Lower right star",
    "Lower left star",
    "Left star",
    "Centre star",
)
COLOURED_SPACES = each_marked(
    "orange {n}", "red {n}", "blue {n}", "yellow {n}", "green {n}", "purple {n}", "centre {n}"
)
PLAIN_SPACES = each_marked(
    "{n} of the upper left star",
    "{n} of the upper right star",
    "{n} of the right star",
    "{n} of the lower right star",
    "{n} of the lower left star",
    "{n} of the left star",
    "{n} of the centre star",
)
DIRECTIONS = each_marked("top", "upper right", "lower right", "bottom", "lower left", "upper left")


def star_name(t: Words, star: int, side: int) -> str:
    return t((COLOURED_STARS if side == table.COLOURED else PLAIN_STARS)[star])


def space_name(t: Words, space: int, side: int) -> str:
    """A space as people name it: red 5; 5 of the upper right star."""
    star, direction = divmod(space, RHOMBI)
    number = int(COST[side, space])
    if side == table.COLOURED:
        return t.show(COLOURED_SPACES[star], n=number)
    name = t.show(PLAIN_SPACES[star], n=number)
    if star == CENTRE_STAR:  # all its numbers are the same
        name += f" ({t(DIRECTIONS[direction])})"
    return name


def chosen_space(t: Words, state: Any) -> str:
    return space_name(t, int(state.space_chosen), int(state.board_side))
