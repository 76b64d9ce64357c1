"""Queen's Garden in words."""

from typing import Any

from azulejos.games.garden import choices
from azulejos.games.garden.board import CRITERIA, PRICE, VALUE
from azulejos.tell import Words
from azulejos.tell.garden import board, offer
from azulejos.tell.garden.pieces import criterion_name, hexagon_name
from azulejos.tell.phrases import Label, choosing, number_from_1


def title(t: Words) -> str:
    return t("Queen's Garden")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values; a wheel can be any that players have entered."""
    labels = {
        ("side", None): t("Side of the scoring board"),
        ("side", "A"): t("A: patterns score their value, full groups bring a bonus"),
        ("side", "B"): t("B: low patterns score most, all groups bring a bonus"),
        ("wheel", None): t("Wheel"),
        ("wheel", "standard"): t("as it comes with the side"),
    }
    if (name, value) in labels or value is None:
        return labels[name, value]
    if value in CRITERIA:
        return criterion_name(t, CRITERIA.index(value))
    steps = [[entry.split() for entry in step.split(",")] for step in value.split(";")]
    said = [", ".join(_entered(t, *entry) for entry in step) for step in steps]
    return "; ".join(t("round {n}: {criteria}", n=n, criteria=step) for n, step in enumerate(said, start=1))


def _entered(t: Words, criterion: str, points: str) -> str:
    """A criterion as it is written on a wheel that players have entered."""
    return offer.on_wheel(t, CRITERIA.index(criterion), int(points) if points.isdigit() else VALUE)


def choice(t: Words, state: Any, number: int) -> str:
    """A choice with what follows from it."""
    first = max(first for first in CHOICES if first <= number)
    return CHOICES[first](t, state, number - first)


CHOICES: dict[int, Label] = {
    choices.TAKE: offer.take,
    choices.PLACE: board.place,
    choices.EXPAND: board.expand,
    choices.BUY: choosing("Buy a face-down expansion for {n} points", n=PRICE),
    choices.PASS: board.pass_on,
    choices.COPY: offer.take_copy,
    choices.AT: board.at_space,
    choices.ON: board.on_place,
    choices.TURNED: board.turned,
    choices.PAY: choosing("Pay with the {hexagon}", hexagon=hexagon_name),
    choices.PAY_EXPANSION: choosing("Pay with the expansion: {hexagon}", hexagon=hexagon_name),
    choices.PAY_JOKER: board.pay_joker,
    choices.DISCARD: board.discard,
    choices.DISCARD_EXPANSION: board.discard_expansion,
    choices.DONE: board.done,
    choices.BEGIN: choosing("Seat {n} begins", n=number_from_1),
    choices.DRAW: choosing("Draw the {hexagon}", hexagon=hexagon_name),
    choices.REVEAL: choosing("The expansion shows: {hexagon}", hexagon=hexagon_name),
}
