"""Master Chocolatier drawn with characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.draw.terminal import Terminal, Translate
from azulejos.draw.terminal.pieces import GOLD, Paints, framed, headline, label
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOURS,
    COLOURS_N,
    COLUMN,
    COLUMNS,
    EMPTY,
    FLOOR_PENALTIES,
    FLOOR_SPACES,
    GONE,
    PLAIN,
    ROWS,
    START,
)
from azulejos.games.chocolatier.state import BEGINNING, COLOURED, NOBODY, count_factories

PAINTS = Paints.of(COLOURS)


@dataclass(frozen=True)
class Glyphs:
    """What stands for the pieces: laid tiles with their edges, the places of tiles, and the rest."""

    tiles: str
    places: str
    start: str
    free: str
    arrow: str
    times: str
    edges: str = "  "


COLOURED_GLYPHS = Glyphs("◆▲●■✚", "◇△○□✢", "★", "·", "▸", "×", edges="▐▌")
PLAIN_GLYPHS = Glyphs("◆▲●■✚", "◇△○□✢", "★", "·", "▸", "×")
ASCII_GLYPHS = Glyphs("BNCKR", "bnckr", "S", ".", ">", "x")


def table(state: Any, names: Sequence[str], t: Translate, terminal: Terminal) -> RenderableType:
    glyphs = COLOURED_GLYPHS if terminal.has_colours else PLAIN_GLYPHS
    if terminal.is_ascii:
        glyphs = ASCII_GLYPHS
    boards = [_board(state, seat, names[seat], glyphs, t) for seat in range(state.players_n)]
    return Group(
        headline(state, t),
        _offer(state, glyphs, t),
        _stores(state, glyphs, t),
        Columns(boards),
        _legend(glyphs, t),
    )


def _tile(piece: int, glyphs: Glyphs) -> Text:
    """A piece on a space, three characters wide."""
    if piece == START:
        return Text(f" {glyphs.start} ", style=f"bold {GOLD}")
    tile = Text(glyphs.edges[0], style=PAINTS.glazes[piece])
    tile.append(glyphs.tiles[piece], style=f"bold {PAINTS.inks[piece]} on {PAINTS.glazes[piece]}")
    return tile.append(glyphs.edges[1], style=PAINTS.glazes[piece])


def _offer(state: Any, glyphs: Glyphs, t: Translate) -> RenderableType:
    factories = [
        _factory(state, factory, glyphs, t)
        for factory in range(count_factories(state))
        if state.tokens[factory] != GONE
    ]
    centre = label(t("centre") + " ", "bold")
    centre.append_text(_tiles(state.offer[CENTRE], glyphs))
    if state.start_holder == NOBODY and state.phase_id != BEGINNING:
        centre.append_text(_tile(START, glyphs))
    return Group(Columns(factories, padding=(0, 3), equal=True), centre)


def _factory(state: Any, factory: int, glyphs: Glyphs, t: Translate) -> Text:
    text = label(f"{factory + 1} ", "bold")
    text.append_text(_tiles(state.offer[factory], glyphs))
    if state.tokens[factory] != PLAIN:
        text.append(f" {_tokenlabel(state.tokens[factory], t)}", style=f"bold {GOLD}")
    return text


def _tokenlabel(token: int, t: Translate) -> str:
    colours = (t("blue"), t("brown"), t("cream"), t("black"), t("red"))
    return ("", "+1", *colours, t("stay"), t("sideways"), t("zero"))[token]


def _tiles(counts: Any, glyphs: Glyphs) -> Text:
    text = Text()
    for colour in range(COLOURS_N):
        for _ in range(counts[colour]):
            text.append_text(_tile(colour, glyphs))
    return text if text.plain else Text(glyphs.free, style="dim")


def _stores(state: Any, glyphs: Glyphs, t: Translate) -> Text:
    text = Text()
    for name, counts in ((t("bag"), state.bag), (t("lid"), state.lid)):
        text.append(f"{name} {sum(map(int, counts))}: ", style="dim")
        for colour in range(COLOURS_N):
            text.append(f"{glyphs.tiles[colour]}{glyphs.times}{counts[colour]} ", style=PAINTS.pale[colour])
        text.append("  ")
    return text


def _board(state: Any, seat: int, name: str, glyphs: Glyphs, t: Translate) -> Panel:
    player = state.players[seat]
    rows = [_row(state, player, row, glyphs) for row in range(ROWS)]
    if state.box_side != COLOURED:
        rows.insert(0, _column_numbers())
    body = Group(*rows, _floor(player, glyphs, t), _penalties(player))
    return framed(state, seat, name, glyphs.arrow, body)


def _row(state: Any, player: Any, row: int, glyphs: Glyphs) -> Text:
    """A pattern line, filled from the right, and its row of the box."""
    text = label(f"{row + 1} ", "dim")
    text.append("   " * (ROWS - 1 - row))
    count = player.line_count[row]
    text.append(f" {glyphs.free} " * (row + 1 - count), style="dim")
    for _ in range(count):
        text.append_text(_tile(player.line_colour[row], glyphs))
    text.append(f" {glyphs.arrow} ", style="dim")
    for column in range(COLUMNS):
        text.append_text(_space(state, player, row, column, glyphs))
    return text


def _space(state: Any, player: Any, row: int, column: int, glyphs: Glyphs) -> Text:
    if player.box[row, column] != EMPTY:
        return _tile(player.box[row, column], glyphs)
    if state.box_side != COLOURED:
        return Text(f" {glyphs.free} ", style="dim")
    colour = next(c for c in range(COLOURS_N) if COLUMN[row, c] == column)
    return Text(f" {glyphs.places[colour]} ", style=PAINTS.pale[colour])


def _column_numbers() -> Text:
    return Text(
        " " * (2 + 3 * ROWS + 3) + "".join(f" {column + 1} " for column in range(COLUMNS)), style="dim"
    )


def _floor(player: Any, glyphs: Glyphs, t: Translate) -> Text:
    text = label(t("floor").ljust(8), "dim")
    for space in range(FLOOR_SPACES):
        if player.floor[space] == EMPTY:
            text.append(f" {glyphs.free} ", style="dim")
        else:
            text.append_text(_tile(player.floor[space], glyphs))
    if player.has_zero:
        text.append(" 0:", style=f"bold {GOLD}")
        if player.zero_tile != EMPTY:
            text.append_text(_tile(player.zero_tile, glyphs))
    return text


def _penalties(player: Any) -> Text:
    text = Text(" " * 8)
    for space, points in enumerate(FLOOR_PENALTIES):
        text.append(f"{points:2} ", style="bold red" if space < player.floor_count else "dim")
    return text


def _legend(glyphs: Glyphs, t: Translate) -> Text:
    names = (t("blue"), t("brown"), t("cream"), t("black"), t("red"))
    text = Text()
    for colour, name in enumerate(names):
        text.append(f"{glyphs.tiles[colour]} {name}  ", style=PAINTS.pale[colour])
    text.append(glyphs.start + " " + t("starting-player tile"), style=GOLD)
    return text
