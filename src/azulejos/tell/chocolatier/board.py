"""A player's board in words: what can be chosen there, and what lies there."""

from typing import Any

from azulejos.games.chocolatier import choices
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import EMPTY, ROWS, START
from azulejos.tell import Words
from azulejos.tell.chocolatier.pieces import colour_name, tiles, tiles_as_object


def put_down(t: Words, state: Any, number: int) -> str:
    held = tiles_as_object(t, int(state.hand_colour), int(state.hand_count))
    if number == choices.FLOOR:
        return t("Drop {tiles} on the floor", tiles=held)
    return t("Put {tiles} in line {n}", tiles=held, n=number - choices.LINE + 1)


def lay(t: Words, state: Any, column: int) -> str:
    player = state.players[state.to_move]
    row = table.topmost_full_line(player)
    return t(
        "Lay {tiles} in row {row}, column {column}",
        tiles=tiles_as_object(t, int(player.line_colour[row]), 1),
        row=row + 1,
        column=column + 1,
    )


def describe(t: Words, state: Any, seat: int, name: str) -> list[str]:
    """What lies before a seat, in sentences."""
    player = state.players[seat]
    lines = [t("{who}: score {points}.", who=name, points=int(player.score))]
    for row in range(ROWS):
        count = int(player.line_count[row])
        held = tiles(t, int(player.line_colour[row]), count) if count else t("nothing")
        lines.append(t("Line {n}, spaces {size}: {tiles}.", n=row + 1, size=row + 1, tiles=held))
        lines.append(t("Row {n} of the box: {spaces}.", n=row + 1, spaces=_row_spaces(t, player, row)))
    fallen = [
        t("starting-player tile") if piece == START else colour_name(t, int(piece))
        for piece in _fallen(player)
    ]
    lines.append(t("Floor: {pieces}.", pieces=", ".join(fallen) or t("nothing")))
    return lines


def _row_spaces(t: Words, player: Any, row: int) -> str:
    laid = [
        t("{colour} in column {n}", colour=colour_name(t, int(tile)), n=column + 1)
        for column, tile in enumerate(player.box[row])
        if tile != EMPTY
    ]
    return ", ".join(laid) or t("nothing")


def _fallen(player: Any) -> list[int]:
    on_token = [int(player.zero_tile)] if player.has_zero and player.zero_tile != EMPTY else []
    return [int(piece) for piece in player.floor[: player.floor_count]] + on_token
