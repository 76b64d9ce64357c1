"""What the pieces and places of Master Chocolatier are called."""

from azulejos.games.chocolatier.board import CENTRE, COLOUR_MAGNET, COLOURS, PLUS_ONE, SIDEWAYS, STAY, ZERO
from azulejos.tell import Row, Words, phrases


def tiles(t: Words, colour: int, count: int) -> str:
    """Tiles that are there: 3 blue tiles."""
    return phrases.tiles(t, COLOURS[colour], count)


def tiles_as_object(t: Words, colour: int, count: int) -> str:
    """Tiles that something is done with: take 3 blue tiles."""
    return phrases.tiles_as_object(t, COLOURS[colour], count)


def colour_name(t: Words, colour: int) -> str:
    return phrases.colour_name(t, COLOURS[colour])


def effect(t: Words, token: int) -> str:
    """What a golden token does."""
    if token == PLUS_ONE:
        return t("one more tile (+1)")
    if token == STAY:
        return t("the other tiles stay")
    if token == SIDEWAYS:
        return t("the other tiles go sideways")
    if token == ZERO:
        return t("a floor space at no cost (zero)")
    return t("attracts {colour}", colour=colour_name(t, token - COLOUR_MAGNET))


def source_phrase(t: Words, source: int) -> str:
    return t("from the centre") if source == CENTRE else t("from factory {n}", n=source + 1)


def several(t: Words, rows: list[Row]) -> str:
    """The tiles of some rows together: 2 blue tiles, 1 red tile."""
    return phrases.several(t, rows, COLOURS)
