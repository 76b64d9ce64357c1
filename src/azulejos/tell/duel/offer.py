"""The middle of the table in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.games.duel import state as table
from azulejos.games.duel.board import COLOURS, COLOURS_N, EMPTY, LARGE, ROUNDS, SMALL, START_LOSS
from azulejos.tell import Words, phrases
from azulejos.tell.duel.pieces import (
    back_name,
    chip_name,
    colour_name,
    dome_name,
    goal_list,
    goals_of,
    hidden_name,
    lying,
    short,
)
from azulejos.tell.phrases import signed, with_facts


def top_back(state: Any) -> int:
    """What the back of the uppermost dome tile of the stack shows, or EMPTY."""
    return int(state.top_kind if state.unseen_count else state.under_kind[0])


def draw(t: Words, state: Any, _: int) -> str:
    player = state.players[state.to_move]
    facts = [back_name(t, top_back(state))] if top_back(state) != EMPTY else []
    if state.phase_id == table.DRAWING:
        return with_facts(t("Draw another dome tile for 1 point"), facts)
    if player.score == 0:
        return with_facts(t("Draw a dome tile from the stack for nothing"), facts)
    return with_facts(t("Draw a dome tile from the stack for 1 point"), facts)


def sun(t: Words, state: Any, number: int) -> str:
    source, colour = divmod(number, COLOURS_N)
    count = int(state.sun[source, colour])
    left = int(state.sun[source].sum()) - count
    taken = short(t, colour, count)
    facts = []
    if left:
        facts.append(t.plural("{n} goes to the moon side", "{n} go to the moon side", left))
    elif source == LARGE:
        facts += _start_fact(t, state)
    elif state.chip[source] == table.FACE_DOWN:
        facts.append(t("turns up its chip"))
    if source == LARGE:
        return with_facts(t("Take {tiles} from the sun side of the large factory", tiles=taken), facts)
    return with_facts(t("Take {tiles} from the sun side of factory {n}", tiles=taken, n=source + 1), facts)


def _start_fact(t: Words, state: Any) -> list[str]:
    if state.start_holder != table.NOBODY:
        return []
    return [t("with the starting-player tile: {points}", points=signed(START_LOSS))]


def moon(t: Words, state: Any, colour: int) -> str:
    tops = [factory for factory in range(SMALL) if _top(state, factory) == colour]
    emptied = [factory + 1 for factory in tops if state.moon_count[factory] == 1]
    facts = [t("turns up the chip of factory {n}", n=factory) for factory in emptied]
    if state.large_moon[colour]:
        facts += _start_fact(t, state)
    taken = short(t, colour, len(tops) + int(state.large_moon[colour]))
    return with_facts(t("Take {tiles} from the moon sides", tiles=taken), facts)


def _top(state: Any, factory: int) -> int:
    count = int(state.moon_count[factory])
    return int(state.moon[factory, count - 1]) if count else EMPTY


def take_chip(t: Words, state: Any, chip: int) -> str:
    factory = int(table.factory_with(state, chip))
    return t("Take a {chip} chip from factory {n}", chip=chip_name(t, chip), n=factory + 1)


def stop(t: Words, state: Any, _: int) -> str:
    return t.plural(
        "Stop drawing and look at {n} dome tile",
        "Stop drawing and look at {n} dome tiles",
        int(state.drawn_count),
    )


def stack(t: Words, state: Any, colour: int) -> str:
    left = state.sun[state.source_chosen].copy()
    left[colour] -= 1
    others = [other for other in range(COLOURS_N) if left[other]]
    facts = [t("then {colour}", colour=colour_name(t, others[0]))] if len(others) == 1 else []
    if state.moon_count[state.source_chosen] == 0:
        return with_facts(t("At the bottom of the stack: {colour}", colour=colour_name(t, colour)), facts)
    return with_facts(t("Next on the stack: {colour}", colour=colour_name(t, colour)), facts)


def describe(t: Words, state: Any) -> list[str]:
    """What lies in the middle, in sentences."""
    goals = goal_list(t, goals_of(state)) or t("none yet")
    return [
        t("Round {n} of {rounds}.", n=state.round_number, rounds=ROUNDS),
        t("Goals: {goals}.", goals=goals),
        *(_describe_factory(t, state, factory) for factory in range(SMALL)),
        _describe_large(t, state),
        *_describe_dome_tiles(t, state),
        *_describe_turn(t, state),
        t("In the bag: {tiles}.", tiles=lying(t, state.bag)),
        t("In the tower: {tiles}.", tiles=lying(t, state.tower)),
    ]


def _describe_factory(t: Words, state: Any, factory: int) -> str:
    chip = int(state.chip[factory])
    shown = chip_name(t, chip) if chip >= 0 else t("face down")
    stack = [colour_name(t, int(tile)) for tile in state.moon[factory, : state.moon_count[factory]]]
    return t(
        "Factory {n}: sun side: {sun}; moon side, from the bottom: {moon}; chip: {chip}.",
        n=factory + 1,
        sun=lying(t, state.sun[factory]),
        moon=", ".join(stack) or t("nothing"),
        chip=t("nothing") if chip == table.NO_CHIP else shown,
    )


def _describe_large(t: Words, state: Any) -> str:
    text = t(
        "Large factory: sun side: {sun}; moon side: {moon}.",
        sun=lying(t, state.sun[LARGE]),
        moon=lying(t, state.large_moon),
    )
    if state.start_holder == table.NOBODY:
        text += " " + t("The starting-player tile is on it.")
    return text


def _describe_dome_tiles(t: Words, state: Any) -> list[str]:
    """Display, stack, and what was put under it as far as it is known."""
    shown = [dome_name(t, int(tile)) for tile in state.display if tile != EMPTY]
    lines = [t("Open dome tiles: {tiles}.", tiles="; ".join(shown) or t("nothing"))]
    stack = t("Dome tiles in the stack: {n}.", n=int(table.stack_count(state)))
    if top_back(state) != EMPTY:
        stack += " " + t("On top: {back}.", back=back_name(t, top_back(state)))
    lines.append(stack)
    if state.under_count:
        under = _hidden_tiles(t, state.under, state.under_kind, state.under_count)
        lines.append(t("At the bottom of the stack: {tiles}.", tiles=under))
    return lines


def _hidden_tiles(t: Words, tiles: Any, kinds: Any, count: int) -> str:
    return "; ".join(hidden_name(t, int(tiles[i]), int(kinds[i])) for i in range(count))


def _describe_turn(t: Words, state: Any) -> list[str]:
    """What has been taken in this turn and lies nowhere yet."""
    lines = []
    if state.drawn_count:
        drawn = _hidden_tiles(t, state.drawn, state.drawn_kind, state.drawn_count)
        lines.append(t("Drawn: {tiles}.", tiles=drawn))
    if state.dome_hand != EMPTY:
        lines.append(t("To be placed: {tile}.", tile=dome_name(t, int(state.dome_hand))))
    if state.hand_count:
        held = phrases.tiles(t, COLOURS[state.hand_colour], int(state.hand_count))
        lines.append(t("Taken: {tiles}.", tiles=held))
    return lines
