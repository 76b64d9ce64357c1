"""Queen's Garden drawn with characters.

A hexagon is a letter for its colour and a number for its pattern, which is its value: B3 is a blue butterfly.
Spaces, places and turns that can be chosen carry the number that the choice has in the list.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from azulejos.core.bits import count_bits
from azulejos.draw.terminal import Terminal, Translate
from azulejos.draw.terminal.pieces import GOLD, Paints, framed, headline, label
from azulejos.games.garden.board import (
    COLOURS,
    COLOURS_N,
    COORDINATES,
    EMPTY,
    EXPANSION_STORAGE,
    FEATURE_COORDINATES,
    FEATURE_JOKERS,
    FEATURE_SPACES,
    FEATURES_N,
    FIRST_OF_PLACE,
    FIRST_TO_PASS,
    HEXAGONS_N,
    PATTERNS_N,
    PAVILION,
    ROUNDS,
    SPACES_N,
    STORAGE,
    TILES_ON_TOP,
    VALUE,
)
from azulejos.games.garden.scoring import groups_points, round_points
from azulejos.games.garden.state import (
    EXPANDING,
    OVER,
    PLACING,
    PLACING_TILE,
    SITING,
    TAKEN,
    TURNING,
    colour_of,
    free_places,
    occupied,
    sites_for,
    stack_size,
    turns_for,
    value_of,
)

LETTERS = "BYLGMP"  # light green is lime, light purple mauve
PAINTS = Paints.of(COLOURS)
ROWS = range(-4, 5)  # of the garden, r
FEATURE_LETTERS = "f" + "sb" * 3 + "p" * 6
CELL = 4  # characters of a space; neighbouring rows are shifted by half of it


@dataclass(frozen=True)
class Glyphs:
    """What stands for the pieces; the codes of hexagons are the same everywhere."""

    start: str
    free: str
    arrow: str
    times: str
    joker: str
    surrounded: str
    edges: str  # of a tile
    brackets: str  # of an expansion


COLOURED_GLYPHS = Glyphs("★", "·", "▸", "×", "◆", "✓", edges="▐▌", brackets="‹›")
PLAIN_GLYPHS = Glyphs("★", "·", "▸", "×", "◆", "✓", edges="[]", brackets="‹›")
ASCII_GLYPHS = Glyphs("*", ".", ">", "x", "J", "+", edges="[]", brackets="<>")


def table(state: Any, names: Sequence[str], t: Translate, terminal: Terminal) -> RenderableType:
    glyphs = _glyphs(terminal)
    middle = Grid.grid(padding=(0, 4))
    middle.add_row(_display(state, glyphs, t), _wheel(state, glyphs, t))
    gardens = [_garden(state, seat, names[seat], glyphs, t) for seat in range(state.players_n)]
    return Group(
        headline(state, t),
        middle,
        _store(t("bag"), state.bag),
        _store(t("tower"), state.tower),
        *_turn(state, glyphs, t),
        Columns(gardens),
        _legend(glyphs, t),
    )


def closeup(state: Any, names: Sequence[str], t: Translate, terminal: Terminal) -> RenderableType | None:
    """The garden in which a space, a place or a turn is chosen, with its numbers."""
    if state.phase_id not in (SITING, PLACING, TURNING):
        return None
    seat, glyphs = int(state.to_move), _glyphs(terminal)
    return Group(*_turn(state, glyphs, t), _garden(state, seat, names[seat], glyphs, t))


def _glyphs(terminal: Terminal) -> Glyphs:
    if terminal.is_ascii:
        return ASCII_GLYPHS
    return COLOURED_GLYPHS if terminal.has_colours else PLAIN_GLYPHS


# ------------------------------------------------------------------------------------------------
# Pieces


def _code(hexagon: int) -> str:
    return f"{LETTERS[colour_of(hexagon)]}{value_of(hexagon)}"


def _tile(hexagon: int, glyphs: Glyphs) -> Text:
    """A hexagon that lies somewhere, four characters wide."""
    colour = int(colour_of(hexagon))
    tile = label(glyphs.edges[0], PAINTS.glazes[colour])
    tile.append(_code(hexagon), style=f"bold {PAINTS.inks[colour]} on {PAINTS.glazes[colour]}")
    return tile.append(glyphs.edges[1], style=PAINTS.glazes[colour])


def _expansion(hexagon: int, glyphs: Glyphs) -> Text:
    style = PAINTS.pale[colour_of(hexagon)]
    return label(f"{glyphs.brackets[0]}{_code(hexagon)}{glyphs.brackets[1]}", f"bold {style}")


def _row_of(pieces: Iterable[Text], room: int, glyphs: Glyphs) -> Text:
    """Pieces side by side, and the room that is left."""
    text = Text()
    for piece in pieces:
        text.append_text(piece)
    text.append(_free(glyphs) * (room - len(text) // CELL), style="dim")
    return text


def _free(glyphs: Glyphs) -> str:
    return f" {glyphs.free * 2} "


def _in(mask: int, count: int) -> list[int]:
    return [number for number in range(count) if (int(mask) >> number) & 1]


# ------------------------------------------------------------------------------------------------
# The middle of the table


def _display(state: Any, glyphs: Glyphs, t: Translate) -> RenderableType:
    """The expansions beside the stack, the top of the stack, and how many there are besides."""
    grid = Grid.grid(padding=(0, 1))
    left = int(stack_size(state)) - int(state.stack_top)
    for slot in range(state.stack_top):
        if state.face[slot] != TAKEN:
            grid.add_row(label(str(slot + 1), "bold"), _on_slot(state, slot, glyphs), "")
    if left:
        tiles = _on_slot(state, int(state.stack_top), glyphs)
        grid.add_row(
            label(str(state.stack_top + 1), "bold"),
            tiles,
            label(f"{glyphs.arrow} {t('stack')} {glyphs.times}{left}", "dim"),
        )
    return Group(grid, label(f"{t('supply of expansions')} {glyphs.times}{state.supply}", "dim"))


def _on_slot(state: Any, slot: int, glyphs: Glyphs) -> Text:
    if state.face[slot] >= 0:
        return _expansion(int(state.face[slot]), glyphs)
    tiles = [_tile(int(tile), glyphs) for tile in state.on_slot[slot] if tile != EMPTY]
    return _row_of(tiles, TILES_ON_TOP, glyphs)


def _criteria(t: Translate) -> tuple[str, ...]:
    return (*_colours(t), *_patterns(t))


def _colours(t: Translate) -> tuple[str, ...]:
    return (
        t("blue"),
        t("yellow"),
        t("light green"),
        t("dark green"),
        t("light purple"),
        t("dark purple"),
    )


def _patterns(t: Translate) -> tuple[str, ...]:
    return (t("tree"), t("bird"), t("butterfly"), t("flower"), t("plant"), t("lily"))


def _wheel(state: Any, glyphs: Glyphs, t: Translate) -> Grid:
    """What each round scores; this one is marked, past ones are dim."""
    grid, names = Grid.grid(padding=(0, 1)), _criteria(t)
    grid.add_row("", "", label(t("the wheel scores"), "dim"))
    for step in range(ROUNDS):
        is_now = step == state.round_number - 1
        style = "dim" if step < state.round_number - 1 else "bold" if is_now else ""
        pairs = zip(state.wheel[step], state.wheel_points[step], strict=True)
        entries = [
            names[criterion] + (f" {glyphs.times}{worth}" if worth != VALUE else "")
            for criterion, worth in pairs
        ]
        grid.add_row(
            label(glyphs.arrow if is_now else " ", GOLD),
            label(str(step + 1), style),
            label(", ".join(entries), style),
        )
    return grid


def _store(name: str, counts: Any) -> Text:
    """How many of each hexagon there are: six figures for each colour, by value."""
    text = label(f"{name} {sum(map(int, counts))}: ", "dim")
    for colour in range(COLOURS_N):
        own = counts[colour * PATTERNS_N : (colour + 1) * PATTERNS_N]
        text.append(f"{LETTERS[colour]} {''.join(str(int(n)) for n in own)}  ", style=PAINTS.pale[colour])
    return text


def _turn(state: Any, glyphs: Glyphs, t: Translate) -> list[Text]:
    """What is being placed, and what has been paid for it."""
    if state.action not in (PLACING_TILE, EXPANDING):
        return []
    shown = _tile if state.action == PLACING_TILE else _expansion
    text = label(t("to be placed") + " ", "bold").append_text(shown(int(state.what), glyphs))
    paid = [_tile(hexagon, glyphs) for hexagon in _in(state.paid, HEXAGONS_N)]
    paid += [_expansion(hexagon, glyphs) for hexagon in _in(state.paid_expansions, HEXAGONS_N)]
    paid += [_joker(glyphs)] * int(state.paid_jokers)
    if paid:
        text.append(f"  {t('paid')} ", style="bold").append_text(_row_of(paid, 0, glyphs))
    return [text]


def _joker(glyphs: Glyphs) -> Text:
    return label(f" {glyphs.joker}  ", f"bold {GOLD}")


def _legend(glyphs: Glyphs, t: Translate) -> Text:
    text = Text()
    for colour, name in enumerate(_colours(t)):
        text.append(f"{LETTERS[colour]} {name}  ", style=PAINTS.pale[colour])
    text.append("\n")
    for pattern, name in enumerate(_patterns(t), start=1):
        text.append(f"{pattern} {name}  ")
    text.append(f"{''.join(glyphs.brackets)} {t('expansion')}\n{glyphs.joker} {t('joker')}  ")
    kinds = ((0, t("fountain")), (1, t("statue")), (2, t("bench")), (PAVILION, t("pavilion")))
    for feature, name in kinds:
        jokers = f"+{FEATURE_JOKERS[feature]}{glyphs.joker}"
        text.append(f"{FEATURE_LETTERS[feature]} {name} {jokers}  ", style=GOLD)
    text.append(f"({t('with what is missing around it')})", style="dim")
    return text.append(f"\n{glyphs.start} {t('starting-player tile')}", style=GOLD)


# ------------------------------------------------------------------------------------------------
# A garden


def _garden(state: Any, seat: int, name: str, glyphs: Glyphs, t: Translate) -> Panel:
    player = state.players[seat]
    cells = _cells(player, glyphs)
    if state.to_move == seat:
        cells |= _numbers(state, player)
    lines = [_line(cells, r) for r in ROWS]
    body = Group(*lines, *_storage(player, glyphs, t), _prospects(state, seat, glyphs, t))
    return framed(state, seat, name, glyphs.arrow, body)


Cells = dict[tuple[int, int], Text]


def _cells(player: Any, glyphs: Glyphs) -> Cells:
    """Everything in a garden, by its axial coordinates."""
    cells: Cells = {}
    for space in range(SPACES_N):
        if player.garden[space] != EMPTY:
            cells[COORDINATES[space]] = _tile(int(player.garden[space]), glyphs)
        elif (int(player.free) >> space) & 1:
            cells[COORDINATES[space]] = label(_free(glyphs), "dim")
    for feature in range(FEATURES_N):
        if feature < PAVILION or player.places[feature - PAVILION] >= 0:
            cells[FEATURE_COORDINATES[feature]] = _feature(player, feature, glyphs)
    return cells


def _feature(player: Any, feature: int, glyphs: Glyphs) -> Text:
    """Its letter, and how many hexagons are missing around it."""
    missing = count_bits(int(FEATURE_SPACES[feature]) & ~int(occupied(player)))
    mark = str(missing) if missing else glyphs.surrounded
    return label(f" {FEATURE_LETTERS[feature]}{mark} ", GOLD if missing else f"bold {GOLD}")


def _numbers(state: Any, player: Any) -> Cells:
    """Where the choices lie that are asked for now, numbered in their order."""
    spaces: list[tuple[int, int]] = []
    if state.phase_id == SITING:
        spaces = [COORDINATES[space] for space in _in(sites_for(player, int(state.what)), SPACES_N)]
    elif state.phase_id == PLACING:
        spaces = [COORDINATES[FIRST_OF_PLACE[place]] for place in _in(free_places(player), SPACES_N)]
    elif state.phase_id == TURNING:
        place = int(state.place_chosen)
        turns = _in(turns_for(player, place, int(state.what)), SPACES_N)
        spaces = [COORDINATES[FIRST_OF_PLACE[place] + 1 + turn] for turn in turns]
    return {
        where: label(f" {number:<2} ", f"bold reverse {GOLD}") for number, where in enumerate(spaces, start=1)
    }


def _line(cells: Cells, r: int) -> Text:
    """A row of the garden; a step to the right is two characters in every row."""
    text, blank = Text(), " " * (CELL // 2)
    row = {2 * q + r: cell for (q, at), cell in cells.items() if at == r}
    x = -8
    while x <= 8:
        cell = row.get(x)
        text.append_text(cell if cell is not None else Text(blank))
        x += 2 if cell is not None else 1
    return text


def _storage(player: Any, glyphs: Glyphs, t: Translate) -> list[Text]:
    """Tiles and jokers share twelve spaces, here in two rows; expansions have two."""
    pieces = [_tile(h, glyphs) for h in range(HEXAGONS_N) for _ in range(player.tiles[h])]
    pieces += [_joker(glyphs)] * int(player.jokers)
    half = STORAGE // 2
    indent = " " * (len(t("storage")) + 1)
    first = label(t("storage") + " ", "dim").append_text(_row_of(pieces[:half], half, glyphs))
    second = Text(indent).append_text(_row_of(pieces[half:], half, glyphs))
    held = [_expansion(hexagon, glyphs) for hexagon in _in(player.expansions, HEXAGONS_N)]
    third = Text(indent).append_text(_row_of(held, EXPANSION_STORAGE, glyphs))
    return [first, second, third]


def _prospects(state: Any, seat: int, glyphs: Glyphs, t: Translate) -> Text:
    """What the garden brings as it is, who has passed, and the starting-player tile."""
    player, text = state.players[seat], Text()
    if state.phase_id != OVER:
        points = (int(round_points(state, player)), int(groups_points(player, state.side)))
        for name, value in zip((t("round"), t("groups")), points, strict=True):
            text.append(f"{name} ", style="dim").append(f"+{value}  ", style="bold")
    if player.passed:
        text.append(f"{t('passed')}  ", style="dim")
    if state.start_holder == seat:
        text.append(glyphs.start, style=f"bold {GOLD}").append(f" {FIRST_TO_PASS}", style="bold red")
    return text
