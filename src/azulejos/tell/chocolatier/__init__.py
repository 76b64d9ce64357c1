"""Master Chocolatier in words."""

from typing import Any

from azulejos.games.chocolatier import choices
from azulejos.games.chocolatier.board import COLOURS_N, EFFECTS_N, PLUS_ONE
from azulejos.tell import Words
from azulejos.tell.chocolatier import board, offer
from azulejos.tell.chocolatier.pieces import effect, tiles_as_object


def title(t: Words) -> str:
    return t("Master Chocolatier")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values."""
    labels = {
        ("box", None): t("Side of the box"),
        ("box", "coloured"): t("coloured: every space has its colour"),
        ("box", "grey"): t("grey: you choose the column"),
        ("factories", None): t("Factories"),
        ("factories", "plain"): t("plain"),
        ("factories", "special"): t("special: golden tokens with effects"),
    }
    return labels[name, value]


def choice(t: Words, state: Any, number: int) -> str:
    if number < choices.LINE:
        return offer.take(t, state, number // COLOURS_N, number % COLOURS_N)
    if number < choices.SIDE:
        return board.put_down(t, state, number)
    if number < choices.COLUMN:
        return offer.move(t, state, *divmod(number - choices.SIDE, 2))
    if number < choices.BEGIN:
        return board.lay(t, state, number - choices.COLUMN)
    return _by_chance(t, number)


def _by_chance(t: Words, number: int) -> str:
    if number < choices.DRAW:
        return t("Seat {n} begins", n=number - choices.BEGIN + 1)
    if number < choices.GOLDEN:
        return t("Draw {tiles}", tiles=tiles_as_object(t, number - choices.DRAW, 1))
    factory, shown = divmod(number - choices.GOLDEN, EFFECTS_N)
    return t("Factory {n} turns golden: {effect}", n=factory + 1, effect=effect(t, PLUS_ONE + shown))
