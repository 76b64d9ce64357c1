"""Summer Pavilion in words."""

from typing import Any

from azulejos.games.pavilion import choices
from azulejos.games.pavilion.board import COLOURS_N
from azulejos.tell import Words
from azulejos.tell.pavilion import board, offer
from azulejos.tell.pavilion.pieces import tiles_as_object


def title(t: Words) -> str:
    return t("Summer Pavilion")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values."""
    labels = {
        ("board", None): t("Side of the board"),
        ("board", "coloured"): t("coloured: every star has its colour"),
        ("board", "plain"): t("one colour: you choose what a star becomes"),
    }
    return labels[name, value]


def choice(t: Words, state: Any, number: int) -> str:
    if number < choices.LAY:
        return offer.take(t, state, *divmod(number, COLOURS_N))
    if number < choices.PASS:
        return board.lay(t, state, number - choices.LAY)
    if number == choices.PASS:
        return board.pass_on(t, state)
    if number < choices.USE:
        return board.lay_colour(t, state, number - choices.COLOUR)
    if number < choices.SUPPLY:
        return board.use(t, state, number - choices.USE + 1)
    if number < choices.KEEP:
        return offer.take_bonus(t, number - choices.SUPPLY)
    if number < choices.DONE:
        return board.keep(t, number - choices.KEEP)
    if number == choices.DONE:
        return board.discard(t, state)
    if number < choices.DRAW:
        return t("Seat {n} begins", n=number - choices.BEGIN + 1)
    return t("Draw {tiles}", tiles=tiles_as_object(t, number - choices.DRAW, 1))
