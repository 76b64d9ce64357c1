"""Summer Pavilion drawn with characters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from azulejos.draw.terminal import Terminal, Translate
from azulejos.draw.terminal.pieces import GOLD, LIGHT, Paints, framed, headline, label, lifted
from azulejos.games.pavilion.board import (
    CENTRE,
    COLOURS,
    COLOURS_N,
    COST,
    ELEMENT_SPACES,
    EMPTY,
    OUTER_STARS,
    PILLAR,
    RHOMBI,
    STAR_COLOUR,
    STATUE,
    WINDOW,
)
from azulejos.games.pavilion.state import BEGINNING, COLOURED, NOBODY, count_factories, wild_colour

LETTERS = "PGOYBR"
PAINTS = Paints.of(COLOURS)
GREY = lifted(LIGHT.quiet)

# The board in lines: which star stands where, and where its rhombi are, by direction; MIDDLE is its mark.
STAR_LINES = (((7, 0), (20, 1)), ((0, 5), (13, 6), (26, 2)), ((7, 4), (20, 3)))
MIDDLE = RHOMBI
RHOMBUS_LINES = (((3, 0),), ((0, 5), (3, MIDDLE), (6, 1)), ((0, 4), (6, 2)), ((3, 3),))
BOARD_WIDTH = 35


@dataclass(frozen=True)
class Glyphs:
    """What stands for the pieces; the letters of tiles are the same everywhere."""

    start: str
    free: str
    arrow: str
    times: str
    centre: str  # the mark of a star for all colours
    edges: str  # of a tile
    wild_edges: str  # of a tile of the wild colour


COLOURED_GLYPHS = Glyphs("★", "·", "▸", "×", "✦", edges="▐▌", wild_edges="❮❯")
PLAIN_GLYPHS = Glyphs("★", "·", "▸", "×", "✦", edges="  ", wild_edges="❮❯")
ASCII_GLYPHS = Glyphs("*", ".", ">", "x", "+", edges="  ", wild_edges="<>")


def table(state: Any, names: Sequence[str], t: Translate, terminal: Terminal) -> RenderableType:
    glyphs = COLOURED_GLYPHS if terminal.has_colours else PLAIN_GLYPHS
    if terminal.is_ascii:
        glyphs = ASCII_GLYPHS
    boards = [_board(state, seat, names[seat], glyphs, t) for seat in range(state.players_n)]
    return Group(
        _headline(state, glyphs, t),
        _offer(state, glyphs, t),
        _stores(state, glyphs, t),
        Columns(boards),
        _legend(glyphs, t),
    )


def _names(t: Translate) -> tuple[str, ...]:
    return (t("purple"), t("green"), t("orange"), t("yellow"), t("blue"), t("red"))


def _headline(state: Any, glyphs: Glyphs, t: Translate) -> Text:
    text, wild = headline(state, t), int(wild_colour(state))
    text.append(f"   {t('wild')} ")
    text.append_text(_tile(wild, glyphs, is_wild=True))
    return text.append(f" {_names(t)[wild]}", style=f"bold {PAINTS.pale[wild]}")


# ------------------------------------------------------------------------------------------------
# Tiles


def _tile(colour: int, glyphs: Glyphs, is_wild: bool = False) -> Text:
    """A tile on a space, three characters wide."""
    edges = glyphs.wild_edges if is_wild else glyphs.edges
    style = f"bold {GOLD}" if is_wild else PAINTS.glazes[colour]
    tile = label(edges[0], style)
    tile.append(LETTERS[colour], style=f"bold {PAINTS.inks[colour]} on {PAINTS.glazes[colour]}")
    return tile.append(edges[1], style=style)


def _tiles(counts: Any, state: Any, glyphs: Glyphs) -> Text:
    """Tiles one by one, as they lie on the table."""
    text, wild = Text(), int(wild_colour(state))
    for colour in range(COLOURS_N):
        for _ in range(counts[colour]):
            text.append_text(_tile(colour, glyphs, colour == wild))
    return text if text.plain else Text(glyphs.free, style="dim")


def _counted(counts: Any, state: Any, glyphs: Glyphs) -> Text:
    """Tiles with their number, where there can be many."""
    text, wild = Text(), int(wild_colour(state))
    for colour in range(COLOURS_N):
        if counts[colour]:
            text.append_text(_tile(colour, glyphs, colour == wild))
            text.append(f"{counts[colour]} ")
    text.rstrip()
    return text if text.plain else Text(glyphs.free, style="dim")


def _start(glyphs: Glyphs) -> Text:
    return label(f" {glyphs.start} ", f"bold {GOLD}")


# ------------------------------------------------------------------------------------------------
# The middle of the table


def _offer(state: Any, glyphs: Glyphs, t: Translate) -> RenderableType:
    factories = []
    for factory in range(count_factories(state)):
        text = label(f"{factory + 1} ", "bold")
        factories.append(text.append_text(_tiles(state.offer[factory], state, glyphs)))
    centre = label(t("centre") + " ", "bold")
    centre.append_text(_tiles(state.offer[CENTRE], state, glyphs))
    if state.start_holder == NOBODY and state.phase_id != BEGINNING:
        centre.append_text(_start(glyphs))
    supply = label(t("supply") + " ", "bold")
    supply.append_text(_tiles(state.supply, state, glyphs))
    return Group(Columns(factories, padding=(0, 3), equal=True), centre, supply)


def _stores(state: Any, glyphs: Glyphs, t: Translate) -> Text:
    text = Text()
    for name, counts in ((t("bag"), state.bag), (t("tower"), state.tower)):
        text.append(f"{name} {sum(map(int, counts))}: ", style="dim")
        for colour in range(COLOURS_N):
            text.append(f"{LETTERS[colour]}{glyphs.times}{counts[colour]} ", style=PAINTS.pale[colour])
        text.append("  ")
    return text


def _legend(glyphs: Glyphs, t: Translate) -> Text:
    text = Text()
    for colour, name in enumerate(_names(t)):
        text.append(f"{LETTERS[colour]} {name}  ", style=PAINTS.pale[colour])
    text.append("{}X{} {}  ".format(*glyphs.wild_edges, t("wild")), style=GOLD)
    return text.append(glyphs.start + " " + t("starting-player tile"), style=GOLD)


# ------------------------------------------------------------------------------------------------
# A board


def _board(state: Any, seat: int, name: str, glyphs: Glyphs, t: Translate) -> Panel:
    player = state.players[seat]
    lines = [_line(state, player, stars, rhombi, glyphs) for stars in STAR_LINES for rhombi in RHOMBUS_LINES]
    hand = label(t("tiles") + " ", "dim").append_text(_counted(player.hand, state, glyphs))
    if state.start_holder == seat:
        hand.append_text(_start(glyphs))
    corners = label(t("corners") + " ", "dim").append_text(_counted(player.corners, state, glyphs))
    if player.passed:
        corners.append(" " + t("passed"), style="dim")
    return framed(state, seat, name, glyphs.arrow, Group(*lines, _elements(player, t), hand, corners))


def _line(state: Any, player: Any, stars: Any, rhombi: Any, glyphs: Glyphs) -> Text:
    """A line of the board: the spaces of two or three stars."""
    text = Text()
    for x, star in stars:
        for dx, direction in rhombi:
            text.append(" " * (x + dx - len(text)))
            if direction == MIDDLE:
                text.append_text(_middle(state, star, glyphs))
            else:
                text.append_text(_space(state, player, star * RHOMBI + direction, glyphs))
    text.append(" " * (BOARD_WIDTH - len(text)))
    return text


def _space(state: Any, player: Any, space: int, glyphs: Glyphs) -> Text:
    """A tile, or the number of an empty space."""
    if player.spaces[space] != EMPTY:
        return _tile(player.spaces[space], glyphs)
    return Text(f" {COST[state.board_side, space]} ", style=_ink(state, space // RHOMBI))


def _middle(state: Any, star: int, glyphs: Glyphs) -> Text:
    """The letter of the star's colour, small; another mark if it is for all colours."""
    has_colour = state.board_side == COLOURED and STAR_COLOUR[star] != EMPTY
    mark = LETTERS[STAR_COLOUR[star]].lower() if has_colour else glyphs.centre
    return Text(f" {mark} ", style=f"dim {_ink(state, star)}")


def _ink(state: Any, star: int) -> str:
    if state.board_side == COLOURED and STAR_COLOUR[star] != EMPTY:
        return PAINTS.pale[STAR_COLOUR[star]]
    return GREY


def _elements(player: Any, t: Translate) -> Text:
    """How many windows, statues and pillars are surrounded."""
    kinds = ((t("windows"), WINDOW), (t("statues"), STATUE), (t("pillars"), PILLAR))
    counts = []
    for name, first in kinds:
        masks = [int(ELEMENT_SPACES[element]) for element in range(first, first + OUTER_STARS)]
        count = sum(int(player.occupied) & mask == mask for mask in masks)
        counts.append(f"{name} {count}/{OUTER_STARS}")
    return Text(" ".join(counts), style="dim")
