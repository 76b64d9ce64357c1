"""A player's board in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    ASKED,
    BROKEN_LOSS,
    BROKEN_MAX,
    COLOURS,
    EMPTY,
    LINES,
    PLACE_OF,
    SIZE,
    SPECIAL,
    WILD,
)
from azulejos.games.duel.scoring import goal_points, special_to_lay, tile_points
from azulejos.tell import Words, phrases
from azulejos.tell.duel.pieces import chip_name, chips, colour_name, content, goal_name, goals_of, lying
from azulejos.tell.phrases import points_or_zero, signed, with_facts


def turned(t: Words, state: Any, turned: int) -> str:
    """The four spaces as they will lie."""
    left, right, low_right, low_left = (content(t, int(what)) for what in ASKED[state.dome_hand, turned])
    return t(
        "Above: {left}, {right}; below: {low_left}, {low_right}",
        left=left,
        right=right,
        low_left=low_left,
        low_right=low_right,
    )


def line(t: Words, state: Any, row: int) -> str:
    """How full the line is then, what breaks, and whether its row has a space for it."""
    player, size = state.players[state.to_move], row + 1
    count = int(player.line_count[row]) + int(state.hand_count)
    facts = [t("{n} of {size} filled then", n=count, size=size) if count < size else t("full then")]
    if count > size:
        facts.append(_breaking(t, player, count - size))
    return t(
        "Line {n}: {facts}",
        n=size,
        facts=", ".join([*facts, *_space_fact(t, player, row, state.hand_colour)]),
    )


def _breaking(t: Words, player: Any, count: int) -> str:
    return t.plural("{n} breaks: {points}", "{n} break: {points}", count, points=_break_points(player, count))


def _break_points(player: Any, count: int) -> str:
    """What so many more broken tiles cost; a fifth costs nothing (DU-22, DU-35)."""
    before = int(player.broken_count)
    return points_or_zero(int(BROKEN_LOSS[min(before + count, BROKEN_MAX)] - BROKEN_LOSS[before]))


def _space_fact(t: Words, player: Any, row: int, colour: int) -> list[str]:
    spaces = range(row * SIZE, (row + 1) * SIZE)
    if any(player.asks[s] in (colour, WILD) and player.spaces[s] == EMPTY for s in spaces):
        return []
    if table.is_row_built(player, row):
        return [t("no space is left for it in the row")]
    return [t("no space for it in the row yet")]


def break_all(t: Words, state: Any, _: int) -> str:
    player, count = state.players[state.to_move], int(state.hand_count)
    over = max(0, int(player.broken_count) + count - BROKEN_MAX)
    facts = [t.plural("{n} goes to the tower", "{n} go to the tower", over)] if over else []
    points = _break_points(player, count)
    if count == 1:
        return with_facts(t("Break the tile: {points}", points=points), facts)
    return with_facts(t("Break them all: {points}", points=points), facts)


def complete(t: Words, state: Any, _: int) -> str:
    row = int(state.row_asked)
    missing = int(table.missing_tiles(state.players[state.to_move], row))
    return t.plural(
        "Complete line {row} with chips: {n} tile is missing",
        "Complete line {row} with chips: {n} tiles are missing",
        missing,
        row=row + 1,
    )


def pay(t: Words, state: Any, chip: int) -> str:
    colour = int(state.players[state.to_move].line_colour[state.row_asked])
    facts = [t("shows {colour}", colour=colour_name(t, colour))] if table.shows(chip, colour) else []
    return with_facts(t("Pay a {chip} chip", chip=chip_name(t, chip)), facts)


def column(t: Words, state: Any, column: int) -> str:
    """What a tile on this space scores, completes and brings for the goals."""
    player, row = state.players[state.to_move], int(state.row_asked)
    space = row * SIZE + column
    facts = [t("scores {n}", n=int(tile_points(player, row, column))), *_effects(t, state, player, space)]
    if player.asks[space] == WILD:
        return t("Column {n}, wild space: {facts}", n=column + 1, facts=", ".join(facts))
    return t("Column {n}: {facts}", n=column + 1, facts=", ".join(facts))


def _effects(t: Words, state: Any, player: Any, space: int) -> list[str]:
    """The special tile that a tile on this space brings, and what it means for the goals."""
    facts, before = [], _goals_total(state, player)
    after = player.copy()
    after.spaces[space] = player.line_colour[state.row_asked]
    special = int(special_to_lay(after, PLACE_OF[space]))
    if special != EMPTY:
        after.spaces[special] = SPECIAL
        facts.append(t("completes a special tile (+{n})", n=special // SIZE + 1))
    gain = _goals_total(state, after) - before
    return [*facts, t("goals {points}", points=signed(gain))] if gain else facts


def _goals_total(state: Any, player: Any) -> int:
    return sum(int(goal_points(player, goal)) for goal in goals_of(state))


def leave(t: Words, state: Any, _: int) -> str:
    return t("Leave line {n} as it is", n=state.row_asked + 1)


def enough(t: Words, state: Any, _: int) -> str:
    return t("Enough: line {n} is complete", n=state.row_asked + 1)


def describe(t: Words, state: Any, seat: int, name: str) -> list[str]:
    """What lies before a seat, in sentences."""
    player = state.players[seat]
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    if state.start_holder == seat:
        lines.append(t("{who} has the starting-player tile.", who=name))
    lines.append(t("Tokens: {n}. Chips: {chips}.", n=int(player.tokens), chips=chips(t, player.chips)))
    for row in range(LINES):
        count = int(player.line_count[row])
        held = phrases.tiles(t, COLOURS[player.line_colour[row]], count) if count else t("nothing")
        lines.append(t("Line {n}, spaces {size}: {tiles}.", n=row + 1, size=row + 1, tiles=held))
        lines.append(_describe_row(t, player, row))
    lines.append(t("Broken tiles: {tiles}.", tiles=lying(t, player.broken)))
    points = [
        f"{goal_name(t, goal)} {points_or_zero(int(goal_points(player, goal)))}" for goal in goals_of(state)
    ]
    if points:
        lines.append(t("Goals as things stand: {goals}.", goals=", ".join(points)))
    return lines


def _describe_row(t: Words, player: Any, row: int) -> str:
    """The tiles of a row of the dome, and its free spaces."""
    laid, free = [], []
    for column in range(SIZE):
        tile, asks = (int(what[row * SIZE + column]) for what in (player.spaces, player.asks))
        if tile != EMPTY:
            name = t("special tile") if tile == SPECIAL else colour_name(t, tile)
            laid.append(t("{colour} in column {n}", colour=name, n=column + 1))
        elif asks != EMPTY:
            free.append(t("{colour} in column {n}", colour=content(t, asks), n=column + 1))
    return t(
        "Row {n} of the dome: {tiles}; free: {spaces}.",
        n=row + 1,
        tiles=", ".join(laid) or t("nothing"),
        spaces=", ".join(free) or t("nothing"),
    )
