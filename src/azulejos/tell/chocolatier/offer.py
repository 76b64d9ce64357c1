"""The middle of the table in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import CENTRE, COLOURS, PLUS_ONE, RIGHT, SIDEWAYS, ZERO
from azulejos.tell import Words, phrases
from azulejos.tell.chocolatier.pieces import effect, source_phrase, tiles_as_object


def take(t: Words, state: Any, source: int, colour: int) -> str:
    taken = tiles_as_object(t, colour, int(state.offer[source, colour]))
    if source == CENTRE and state.start_holder == table.NOBODY:
        return t("Take {tiles} and the starting-player tile from the centre", tiles=taken)
    return t("Take {tiles} {source}", tiles=taken, source=source_phrase(t, source))


def move(t: Words, state: Any, colour: int, side: int) -> str:
    factory = table.token_at(state, SIDEWAYS)
    moved = tiles_as_object(t, colour, int(state.offer[factory, colour]))
    target = int(table.neighbour(state, factory, side)) + 1
    if side == RIGHT:
        return t("Move {tiles} to the right, to factory {n}", tiles=moved, n=target)
    return t("Move {tiles} to the left, to factory {n}", tiles=moved, n=target)


def describe(t: Words, state: Any) -> list[str]:
    """What lies in the middle, in sentences."""
    lines = []
    for factory in range(table.count_factories(state)):
        lines.append(t("Factory {n}: {tiles}.", n=factory + 1, tiles=_lying(t, state.offer[factory])))
        token = int(state.tokens[factory])
        if PLUS_ONE <= token <= ZERO:
            lines.append(t("Factory {n} is golden: {effect}.", n=factory + 1, effect=effect(t, token)))
    lines.append(t("Centre: {tiles}.", tiles=_lying(t, state.offer[CENTRE])))
    if state.start_holder == table.NOBODY:
        lines.append(t("The starting-player tile is in the centre."))
    return lines


def _lying(t: Words, counts: Any) -> str:
    """The tiles that lie somewhere, or that there are none."""
    return phrases.listed(t, counts, COLOURS)
