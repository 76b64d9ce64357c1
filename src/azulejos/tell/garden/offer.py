"""The middle of the table in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.core.bits import count_bits
from azulejos.games.garden import state as table
from azulejos.games.garden.board import COLOURS_N, EMPTY, PATTERNS_N, ROUNDS, VALUE
from azulejos.games.garden.state import colour_of, hexagon_of, pattern_of, slots_with
from azulejos.tell import Words
from azulejos.tell.garden.pieces import (
    ALL_OF,
    PATTERN_NAMES,
    SIDE_NAMES,
    all_named,
    by_colour,
    colour_name,
    criterion_name,
    expansion_name,
    hexagon_name,
    paid_pieces,
    place_name,
    space_name,
)
from azulejos.tell.phrases import joined, with_facts


def on_wheel(t: Words, criterion: int, worth: int) -> str:
    """A criterion of the wheel with what it brings."""
    name = criterion_name(t, criterion)
    if worth == VALUE:
        return t("{criterion} (value)", criterion=name)
    return t("{criterion} ({n} each)", criterion=name, n=worth)


def _wheel_step(t: Words, state: Any, step: int) -> str:
    pairs = zip(state.wheel[step], state.wheel_points[step], strict=True)
    return ", ".join(on_wheel(t, int(criterion), int(worth)) for criterion, worth in pairs)


def take(t: Words, state: Any, criterion: int) -> str:
    """What is taken; and whether that uncovers the next expansion of the stack."""
    there = [hexagon_of(criterion, index) for index in range(PATTERNS_N)]
    there = [hexagon for hexagon in there if slots_with(state, hexagon)]
    names = joined(t, [_taken_name(t, state, criterion, hexagon) for hexagon in there])
    is_top = any(slots_with(state, hexagon) == 1 << int(state.stack_top) for hexagon in there)
    facts = [str(len(there)), *(_new_tiles(t, state) if is_top else [])]
    if criterion < COLOURS_N:
        return with_facts(t("Take {all}: {hexagons}", all=t(ALL_OF[criterion]), hexagons=names), facts)
    return with_facts(t("Take {all}: {colours}", all=t(ALL_OF[criterion]), colours=names), facts)


def _taken_name(t: Words, state: Any, criterion: int, hexagon: int) -> str:
    """What tells a hexagon from the others of its criterion, and whether it is an expansion."""
    name = (
        t(PATTERN_NAMES[pattern_of(hexagon)]) if criterion < COLOURS_N else colour_name(t, colour_of(hexagon))
    )
    if hexagon not in state.face:
        return name
    if any(hexagon in tiles for tiles in state.on_slot):
        return t("{hexagon} (tile or expansion)", hexagon=name)
    return t("{hexagon} (expansion)", hexagon=name)


def _new_tiles(t: Words, state: Any) -> list[str]:
    """What happens when the top of the stack loses a tile (QG-08)."""
    return [t("new tiles follow")] if state.stack_top + 1 < table.stack_size(state) else []


def hexagon_asked(state: Any) -> int:
    """The hexagon of which a copy has to be chosen (QG-06)."""
    for index in range(PATTERNS_N):
        hexagon = int(hexagon_of(int(state.what), index))
        if state.copies[index] == EMPTY and count_bits(int(slots_with(state, hexagon))) > 1:
            return hexagon
    return EMPTY


def take_copy(t: Words, state: Any, slot: int) -> str:
    if state.face[slot] == hexagon_asked(state):
        return t("Take expansion {n} itself", n=slot + 1)
    if slot == state.stack_top:
        return with_facts(t("Take the one on the stack"), _new_tiles(t, state))
    tiles = int((state.on_slot[slot] != EMPTY).sum())
    facts = [t("the last tile on it")] if tiles == 1 else []
    return with_facts(t("Take the one on expansion {n}", n=slot + 1), facts)


def describe(t: Words, state: Any) -> list[str]:
    """What lies in the middle, in sentences."""
    return [
        t("Round {n} of {rounds}.", n=state.round_number, rounds=ROUNDS),
        t("Scoring board: side {side}.", side="AB"[state.side]),
        *_describe_wheel(t, state),
        *_describe_display(t, state),
        t("Expansions in the supply: {n}.", n=int(state.supply)),
        t("In the bag: {tiles}.", tiles=by_colour(t, state.bag)),
        t("In the tower: {tiles}.", tiles=by_colour(t, state.tower)),
        *_describe_turn(t, state),
    ]


def _describe_wheel(t: Words, state: Any) -> list[str]:
    """What scores at the end of this round, and of the rounds to come."""
    step = int(state.round_number) - 1
    lines = [t("Scored in this round: {criteria}.", criteria=_wheel_step(t, state, step))]
    return lines + [
        t("Scored in round {n}: {criteria}.", n=later + 1, criteria=_wheel_step(t, state, later))
        for later in range(step + 1, ROUNDS)
    ]


def _describe_display(t: Words, state: Any) -> list[str]:
    lines = [
        _describe_slot(t, state, slot) for slot in range(state.stack_top) if state.face[slot] != table.TAKEN
    ]
    left = int(table.stack_size(state)) - int(state.stack_top)
    if left:
        tiles = [int(tile) for tile in state.on_slot[state.stack_top] if tile != EMPTY]
        lines.append(t("Expansions in the stack: {n}. On top: {tiles}.", n=left, tiles=all_named(t, tiles)))
    return lines or [t("The display is empty.")]


def _describe_slot(t: Words, state: Any, slot: int) -> str:
    """An expansion beside the stack."""
    if state.face[slot] >= 0:
        name = hexagon_name(t, int(state.face[slot]))
        return t("Expansion {n}, face up: {hexagon}.", n=slot + 1, hexagon=name)
    tiles = [int(tile) for tile in state.on_slot[slot] if tile != EMPTY]
    return t("Expansion {n}, with tiles: {tiles}.", n=slot + 1, tiles=all_named(t, tiles))


def _describe_turn(t: Words, state: Any) -> list[str]:
    """What is being placed, where, and what has been paid for it."""
    lines = []
    if state.action in (table.PLACING_TILE, table.EXPANDING):
        say = hexagon_name if state.action == table.PLACING_TILE else expansion_name
        lines.append(t("To be placed: {tile}.", tile=say(t, int(state.what))))
        where = _chosen(t, state)
        lines += [t("Chosen: {where}.", where=where)] if where else []
    paid = paid_pieces(t, state)
    return lines + ([t("Paid: {pieces}.", pieces=", ".join(paid))] if paid else [])


def _chosen(t: Words, state: Any) -> str:
    """The space or place that has been chosen, or nothing."""
    if state.space_chosen != EMPTY:
        return space_name(t, int(state.space_chosen))
    if state.place_chosen == EMPTY:
        return ""
    place = place_name(t, int(state.place_chosen))
    return f"{place}, {t(SIDE_NAMES[state.turned_chosen])}" if state.turned_chosen != EMPTY else place
