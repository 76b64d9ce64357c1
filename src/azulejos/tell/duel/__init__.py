"""Duel in words.

What a viewer may not know is undecided in the state, and has no piece in the story: it is then told as
"a dome tile".
"""

from typing import Any

from azulejos.games.duel import choices
from azulejos.games.duel.board import GOALS
from azulejos.tell import Words
from azulejos.tell.duel import board, offer
from azulejos.tell.duel.pieces import (
    GOAL_SCORES,
    back_name,
    chip_name,
    dome_name,
    goal_name,
    one_tile,
    place_name,
)
from azulejos.tell.phrases import Label, choosing, number_from_1


def title(t: Words) -> str:
    return t("Duel")


def option(t: Words, name: str, value: str | None) -> str:
    """An option of the game, or one of its values: a preset, a goal, or some goals with commas."""
    labels = {
        ("goals", None): t("Goals"),
        ("goals", "first-game"): t("for a first game: rows, columns, diagonals"),
        ("goals", "random"): t("three, drawn at random"),
        ("goals", "random-4"): t("four, drawn at random"),
    }
    if value in GOALS:
        goal = GOALS.index(value)
        return f"{goal_name(t, goal)}: {t(GOAL_SCORES[goal])}"
    if (name, value) in labels or value is None:
        return labels[name, value]
    return ", ".join(goal_name(t, GOALS.index(goal)) for goal in value.split(","))


def choice(t: Words, state: Any, number: int) -> str:
    """A choice with what follows from it."""
    first = max(first for first in CHOICES if first <= number)
    return CHOICES[first](t, state, number - first)


CHOICES: dict[int, Label] = {
    choices.DOME: choosing("Take dome tile: {tile}", tile=dome_name),
    choices.DRAW: offer.draw,
    choices.SUN: offer.sun,
    choices.MOON: offer.moon,
    choices.CHIP: offer.take_chip,
    choices.STOP: offer.stop,
    choices.KEEP: choosing("Keep dome tile: {tile}", tile=dome_name),
    choices.UNDER: choosing("Under the stack: {tile}", tile=dome_name),
    choices.PLACE: choosing("Place {n}: {where}", n=number_from_1, where=place_name),
    choices.TURNED: board.turned,
    choices.STACK: offer.stack,
    choices.LINE: board.line,
    choices.BREAK: board.break_all,
    choices.COMPLETE: board.complete,
    choices.LEAVE: board.leave,
    choices.PAY: board.pay,
    choices.ENOUGH: board.enough,
    choices.COLUMN: board.column,
    choices.BEGIN: choosing("Seat {n} begins", n=number_from_1),
    choices.GOAL: choosing("Goal: {goal}", goal=goal_name),
    choices.NEXT: choosing("The next dome tile has a {back}", back=back_name),
    choices.REVEAL: choosing("The dome tile is: {tile}", tile=dome_name),
    choices.DRAW_TILE: choosing("Draw {tiles}", tiles=one_tile),
    choices.REVEAL_CHIP: choosing("The chip is: {chip}", chip=chip_name),
}
