"""What is asked, in one sentence."""

from typing import Any

from azulejos.core.bits import count_bits
from azulejos.games.garden import state as table
from azulejos.games.garden.state import value_of
from azulejos.tell import Words
from azulejos.tell.garden import offer
from azulejos.tell.garden.pieces import hexagon_name
from azulejos.tell.phrases import Ask, asked


def question(t: Words, state: Any, who: str) -> str:
    """What is asked now. Of CHANCE, too: then `who` is in whose turn it happens, or nobody."""
    return ASK[state.phase_id](t, state, who)


def _ask_to_act(t: Words, state: Any, who: str) -> str:
    others = [state.players[seat] for seat in range(state.players_n) if seat != state.to_move]
    if all(other.passed for other in others):
        return t("{who}, all others have passed: take a colour or a pattern, place, or pass.", who=who)
    return t("{who}: take a colour or a pattern, place a tile or an expansion, or pass.", who=who)


def _ask_for_place(t: Words, state: Any, who: str) -> str:
    if state.action == table.BUYING:
        return t("{who}: choose a place for the face-down expansion.", who=who)
    name = hexagon_name(t, int(state.what))
    return t("{who}: choose a place for the expansion with the {hexagon}.", who=who, hexagon=name)


def _left_to_pay(t: Words, state: Any) -> int:
    return int(value_of(int(state.what))) - 1 - _paid_count(state)


def _paid_count(state: Any) -> int:
    used = count_bits(int(state.paid)) + count_bits(int(state.paid_expansions))
    return used + int(state.paid_jokers)


def _top_number(t: Words, state: Any) -> int:
    return int(state.stack_top) + 1


def _slot_asked(t: Words, state: Any) -> int:
    return int(table.slot_to_turn(state)) + 1


def _copies_asked(t: Words, state: Any) -> str:
    return hexagon_name(t, offer.hexagon_asked(state))


def _hexagon_placed(t: Words, state: Any) -> str:
    return hexagon_name(t, int(state.what))


ASK: dict[int, Ask] = {
    table.BEGINNING: asked("Who begins?"),
    table.FILLING: asked("Which tile is drawn onto expansion {n}?", n=_top_number),
    table.REVEALING: asked("What does expansion {n} show?", n=_slot_asked),
    table.ACTING: _ask_to_act,
    table.COPYING: asked("{who}: there are several copies, choose one: {hexagon}.", hexagon=_copies_asked),
    table.SITING: asked("{who}: choose a space for the {hexagon}.", hexagon=_hexagon_placed),
    table.PLACING: _ask_for_place,
    table.TURNING: asked("{who}: where on the expansion does the {hexagon} lie?", hexagon=_hexagon_placed),
    table.PAYING: asked(
        "{who}: pay {n} more for the {hexagon}, in its colour or pattern.",
        n=_left_to_pay,
        hexagon=_hexagon_placed,
    ),
    table.DISCARDING: asked("{who}: discard hexagons from the storage, each for its value, or be done."),
    table.OVER: asked("The game is over."),
}
