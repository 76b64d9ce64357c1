"""Duel drawn with characters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from azulejos.draw.terminal import Terminal, Translate
from azulejos.draw.terminal.pieces import GOLD, LIGHT, Paints, framed, headline, label
from azulejos.draw.theme import mix
from azulejos.games.duel.board import (
    ASKED,
    BROKEN_LOSS,
    BROKEN_MAX,
    CHIP_SHOWS,
    CHIPS_N,
    COLOURS,
    COLOURS_N,
    DISPLAY,
    EMPTY,
    GOALS_N,
    LARGE,
    LINES,
    MOON_MAX,
    SIZE,
    SMALL,
    SPECIAL,
    SPECIAL_KIND,
    START_LOSS,
    TILES_PER_LARGE,
    TOKENS,
    WILD,
)
from azulejos.games.duel.scoring import goal_points
from azulejos.games.duel.state import NO_CHIP, NOBODY, stack_count

LETTERS = "BYRKT"
PAINTS = Paints.of(COLOURS)
PEARL = mix(LIGHT.glazes["light-purple"].base, LIGHT.quiet, 0.5)  # special and wild spaces


@dataclass(frozen=True)
class Glyphs:
    """What stands for the pieces; the letters of tiles are the same everywhere."""

    start: str
    free: str
    arrow: str
    times: str
    special: str  # a special tile
    special_space: str
    wild_space: str
    token: str
    edges: str  # of a tile


COLOURED_GLYPHS = Glyphs("★", "·", "▸", "×", "✦", "✧", "◇", "●", edges="▐▌")
PLAIN_GLYPHS = Glyphs("★", "·", "▸", "×", "✦", "✧", "◇", "●", edges="[]")
ASCII_GLYPHS = Glyphs("*", ".", ">", "x", "S", "s", "w", "o", edges="[]")


def table(state: Any, names: Sequence[str], t: Translate, terminal: Terminal) -> RenderableType:
    glyphs = COLOURED_GLYPHS if terminal.has_colours else PLAIN_GLYPHS
    if terminal.is_ascii:
        glyphs = ASCII_GLYPHS
    boards = [_board(state, seat, names[seat], glyphs, t) for seat in range(state.players_n)]
    middle = Grid.grid(padding=(0, 3))
    middle.add_row(_factories(state, glyphs, t), _dome_tiles(state, glyphs, t), _goals(state, t))
    return Group(
        headline(state, t),
        middle,
        *_turn(state, glyphs, t),
        _stores(state, glyphs, t),
        Columns(boards),
        _legend(glyphs, t),
    )


# ------------------------------------------------------------------------------------------------
# Tiles, chips, dome tiles


def _tile(piece: int, glyphs: Glyphs) -> Text:
    """A tile on a space, three characters wide."""
    if piece == SPECIAL:
        return label(f"{glyphs.edges[0]}{glyphs.special}{glyphs.edges[1]}", f"bold {GOLD}")
    tile = label(glyphs.edges[0], PAINTS.glazes[piece])
    tile.append(LETTERS[piece], style=f"bold {PAINTS.inks[piece]} on {PAINTS.glazes[piece]}")
    return tile.append(glyphs.edges[1], style=PAINTS.glazes[piece])


def _row_of(pieces: Iterable[int], room: int, glyphs: Glyphs) -> Text:
    """Tiles side by side, and the room that is left."""
    text = Text()
    for piece in pieces:
        text.append_text(_tile(int(piece), glyphs))
    text.append(f" {glyphs.free} " * (room - len(text) // 3), style="dim")
    return text


def _counted(counts: Any) -> list[int]:
    return [colour for colour in range(COLOURS_N) for _ in range(counts[colour])]


def _asks(what: int, glyphs: Glyphs) -> Text:
    """An empty space: what it asks for, small."""
    if what == EMPTY:
        return label(glyphs.free, "dim")
    if what >= SPECIAL:
        return label(glyphs.special_space if what == SPECIAL else glyphs.wild_space, PEARL)
    return label(LETTERS[what].lower(), PAINTS.pale[what])


def _chip(chip: int) -> Text:
    """The letters of the colours that a chip shows; face down it shows none."""
    text = Text()
    for colour in range(COLOURS_N):
        if chip >= 0 and (CHIP_SHOWS[chip] >> colour) & 1:
            text.append(LETTERS[colour], style=f"bold {PAINTS.pale[colour]}")
    return text if text.plain else label("?", "dim")


def _half(tile: int, quadrants: tuple[int, int], glyphs: Glyphs) -> Text:
    """The upper or lower two spaces of a dome tile."""
    text = Text()
    for quadrant in quadrants:
        text.append(" ").append_text(_asks(int(ASKED[tile, 0, quadrant]), glyphs))
    return text


def _dome_tile(tile: int, kind: int, glyphs: Glyphs) -> Text:
    """A dome tile in one line: its face if it is known, upper / lower spaces; or else its back."""
    if tile == EMPTY:
        return Text("?").append_text(_asks(SPECIAL if kind == SPECIAL_KIND else WILD, glyphs))
    text = _half(tile, UPPER, glyphs)
    text.append(" /", style="dim").append_text(_half(tile, LOWER, glyphs))
    return text[1:]


UPPER, LOWER = (0, 1), (3, 2)  # quadrants, from the left


# ------------------------------------------------------------------------------------------------
# The middle of the table


def _factories(state: Any, glyphs: Glyphs, t: Translate) -> Grid:
    """Sun side, moon side from the bottom to the top, and the chip."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_row(
        "",
        label(t("sun side"), "dim"),
        label(f"{t('moon side')} {glyphs.arrow}", "dim"),
        label(t("chip"), "dim"),
    )
    for factory in range(SMALL):
        chip = int(state.chip[factory])
        grid.add_row(
            label(str(factory + 1), "bold"),
            _row_of(_counted(state.sun[factory]), TILES_PER_LARGE - 1, glyphs),
            _row_of(state.moon[factory, : state.moon_count[factory]], MOON_MAX, glyphs),
            label("-", "dim") if chip == NO_CHIP else _chip(chip),
        )
    grid.add_row(
        label(t("large"), "bold"),
        _row_of(_counted(state.sun[LARGE]), TILES_PER_LARGE, glyphs),
        _row_of(_counted(state.large_moon), TILES_PER_LARGE - 1, glyphs),
        label(glyphs.start, f"bold {GOLD}") if state.start_holder == NOBODY else "",
    )
    return grid


def _dome_tiles(state: Any, glyphs: Glyphs, t: Translate) -> RenderableType:
    """The display, and the stack with the back of its uppermost tile."""
    lines = [label(t("dome tiles"), "dim"), Text(), Text()]
    for slot in range(DISPLAY):
        tile = int(state.display[slot])
        for line, quadrants in ((1, UPPER), (2, LOWER)):
            is_there = tile != EMPTY
            lines[line].append_text(
                _half(tile, quadrants, glyphs) if is_there else label(f" {glyphs.free}" * 2, "dim")
            )
            lines[line].append("   ")
    stack = label(f"{t('stack')} {stack_count(state)} ", "dim")
    back = int(state.top_kind if state.unseen_count else state.under_kind[0])
    if back != EMPTY:
        stack.append_text(_dome_tile(EMPTY, back, glyphs))
    lines.append(stack)
    if state.under_count:
        lines.append(label(t("at the bottom") + ":", "dim"))
        lines += _hidden(state.under, state.under_kind, int(state.under_count), glyphs)
    return Group(*lines)


def _hidden(tiles: Any, kinds: Any, count: int, glyphs: Glyphs) -> list[Text]:
    """Dome tiles that lie face down, two in a line."""
    shown = [_dome_tile(int(tiles[i]), int(kinds[i]), glyphs) for i in range(count)]
    return [Text("  ").join(shown[i : i + 2]) for i in range(0, count, 2)]


def _goals(state: Any, t: Translate) -> Grid:
    """What each goal is worth on the boards as they are."""
    names = (
        t("rows"),
        t("colourful rows"),
        t("columns"),
        t("rim"),
        t("diagonals"),
        t("corners"),
        t("wild spaces"),
        t("empty special spaces"),
    )
    grid = Grid.grid(padding=(0, 1))
    grid.add_row(label(t("goals"), "dim"), *(label(str(seat + 1), "dim") for seat in range(state.players_n)))
    for goal in range(GOALS_N):
        if (int(state.goals) >> goal) & 1:
            points = [int(goal_points(state.players[seat], goal)) for seat in range(state.players_n)]
            grid.add_row(names[goal], *(Text(f"{value}", style="bold") for value in points))
    return grid


def _turn(state: Any, glyphs: Glyphs, t: Translate) -> list[Text]:
    """What has been taken in this turn and lies nowhere yet."""
    lines = []
    if state.drawn_count:
        shown = _hidden(state.drawn, state.drawn_kind, int(state.drawn_count), glyphs)
        lines.append(label(t("drawn") + " ", "bold").append_text(Text("  ").join(shown)))
    if state.dome_hand != EMPTY:
        tile = _dome_tile(int(state.dome_hand), EMPTY, glyphs)
        lines.append(label(t("to be placed") + " ", "bold").append_text(tile))
    if state.hand_count:
        held = _row_of([int(state.hand_colour)] * int(state.hand_count), 0, glyphs)
        lines.append(label(t("taken") + " ", "bold").append_text(held))
    return lines


def _stores(state: Any, glyphs: Glyphs, t: Translate) -> Text:
    text = Text()
    for name, counts in ((t("bag"), state.bag), (t("tower"), state.tower)):
        text.append(f"{name} {sum(map(int, counts))}: ", style="dim")
        for colour in range(COLOURS_N):
            text.append(f"{LETTERS[colour]}{glyphs.times}{counts[colour]} ", style=PAINTS.pale[colour])
        text.append("  ")
    return text


def _legend(glyphs: Glyphs, t: Translate) -> Text:
    names = (t("blue"), t("yellow"), t("red"), t("black"), t("turquoise"))
    text = Text()
    for colour, name in enumerate(names):
        text.append(f"{LETTERS[colour]} {name}  ", style=PAINTS.pale[colour])
    text.append(f"\n{glyphs.special} {t('special tile')}  ", style=GOLD)
    text.append(f"{glyphs.special_space} {t('special space')}  ", style=PEARL)
    text.append(f"{glyphs.wild_space} {t('wild space')}  ", style=PEARL)
    return text.append(f"{glyphs.start} {t('starting-player tile')}", style=GOLD)


# ------------------------------------------------------------------------------------------------
# A board


def _board(state: Any, seat: int, name: str, glyphs: Glyphs, t: Translate) -> Panel:
    player = state.players[seat]
    rows = [_line(player, row, glyphs) for row in range(LINES)]
    body = Group(_column_numbers(), *rows, _broken(state, seat, glyphs, t), _held(player, glyphs, t))
    return framed(state, seat, name, glyphs.arrow, body)


def _column_numbers() -> Text:
    text = Text(" " * (2 + 3 * LINES + 2), style="dim")
    for column in range(SIZE):
        text.append(f" {column + 1} " + " " * (column % 2))
    return text


def _line(player: Any, row: int, glyphs: Glyphs) -> Text:
    """A pattern line, filled from the right, its row of the dome, and what a special tile there is worth."""
    text = label(f"{row + 1} ", "dim")
    text.append("   " * (LINES - 1 - row))
    count = int(player.line_count[row])
    text.append(f" {glyphs.free} " * (row + 1 - count), style="dim")
    text.append_text(_row_of([int(player.line_colour[row])] * count, 0, glyphs))
    text.append(f"{glyphs.arrow} ", style="dim")
    for column in range(SIZE):
        text.append_text(_space(player, row * SIZE + column, glyphs))
        text.append(" " * (column % 2))  # a gap between dome tiles
    return text.append(f"+{row + 1}", style="dim")


def _space(player: Any, space: int, glyphs: Glyphs) -> Text:
    if player.spaces[space] != EMPTY:
        return _tile(int(player.spaces[space]), glyphs)
    return Text(" ").append_text(_asks(int(player.asks[space]), glyphs)).append(" ")


def _broken(state: Any, seat: int, glyphs: Glyphs, t: Translate) -> Text:
    """Broken tiles with what they cost together, and the starting-player tile."""
    player = state.players[seat]
    text = label(t("broken") + " ", "dim")
    text.append_text(_row_of(_counted(player.broken), BROKEN_MAX, glyphs))
    if player.broken_count:
        text.append(f" {BROKEN_LOSS[player.broken_count]}", style="bold red")
    if state.start_holder == seat:
        text.append(f"  {glyphs.start}", style=f"bold {GOLD}").append(f" {START_LOSS}", style="bold red")
    return text


def _held(player: Any, glyphs: Glyphs, t: Translate) -> Text:
    """Tokens that must still be used, and chips."""
    text = label(t("tokens") + " ", "dim").append(glyphs.token * int(player.tokens), style=GOLD)
    text.append(glyphs.free * (TOKENS - int(player.tokens)), style="dim")
    text.append(f"  {t('chips')} ", style="dim")
    chips = [_chip(chip) for chip in range(CHIPS_N) for _ in range(player.chips[chip])]
    return text.append_text(Text(" ").join(chips) if chips else label(glyphs.free, "dim"))
