"""The middle of the table in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import CENTRE, ROUNDS
from azulejos.games.pavilion.scoring import loss
from azulejos.tell import Words
from azulejos.tell.pavilion.pieces import colour_name, lying, tiles_as_object, with_wild
from azulejos.tell.phrases import with_points


def take(t: Words, state: Any, source: int, colour: int) -> str:
    wild = int(table.wild_colour(state))
    if colour == wild:
        taken, count = t("{tiles} (wild)", tiles=tiles_as_object(t, wild, 1)), 1
    else:
        own, along = int(state.offer[source, colour]), int(state.offer[source, wild] > 0)
        taken, count = with_wild(t, colour, own, wild, along), own + along
    if source != CENTRE:
        return t("Take {tiles} from factory {n}", tiles=taken, n=source + 1)
    if state.start_holder != table.NOBODY:
        return t("Take {tiles} from the centre", tiles=taken)
    text = t("Take {tiles} and the starting-player tile from the centre", tiles=taken)
    return with_points(text, int(loss(state.players[state.to_move], count)))


def take_bonus(t: Words, colour: int) -> str:
    return t("Take {tiles} from the supply", tiles=tiles_as_object(t, colour, 1))


def wild_told(t: Words, state: Any) -> str:
    return t("Wild: {colour}.", colour=colour_name(t, int(table.wild_colour(state))))


def describe(t: Words, state: Any) -> list[str]:
    """What lies in the middle, in sentences."""
    lines = [t("Round {n} of {rounds}.", n=state.round_number, rounds=ROUNDS) + " " + wild_told(t, state)]
    for factory in range(table.count_factories(state)):
        lines.append(t("On factory {n}: {tiles}.", n=factory + 1, tiles=lying(t, state.offer[factory])))
    lines.append(t("In the centre: {tiles}.", tiles=lying(t, state.offer[CENTRE])))
    if state.start_holder == table.NOBODY:
        lines.append(t("The starting-player tile is in the centre."))
    lines.append(t("In the supply: {tiles}.", tiles=lying(t, state.supply)))
    lines.append(t("In the bag: {tiles}.", tiles=lying(t, state.bag)))
    lines.append(t("In the tower: {tiles}.", tiles=lying(t, state.tower)))
    return lines
