"""Master Chocolatier as pictures. It is told what is legal and knows no rule.

A part is 340 units wide: on a phone a unit is a pixel, and what can be clicked is 44 units large.
"""

import math
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

from azulejos.draw import common, gallery, tiles
from azulejos.draw.common import (
    CLEAR,
    NOWHERE,
    PLATE,
    TARGET,
    WIDTH,
    factory_number,
    last_ring,
    legend_part,
    moment,
    offer_part,
    points_text,
    slices,
)
from azulejos.draw.shapes import (
    around_ellipse,
    circle,
    element,
    group,
    label,
    moved,
    number,
    on_circle,
    path,
    rect,
    sector,
    square,
    star,
    symbol,
    use,
)
from azulejos.draw.theme import DISPLAY
from azulejos.draw.tiles import BOLD, MIDDLE, pile, pile_slots
from azulejos.draw.view import Part, View, choice, counter, definitions, free_slot, picture, place
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOUR_MAGNET,
    COLOURS,
    COLOURS_N,
    COLUMN,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    FLOOR_PENALTIES,
    FLOOR_SPACES,
    GONE,
    PLAIN,
    PLUS_ONE,
    ROWS,
    SIDEWAYS,
    START,
    STAY,
    ZERO,
)
from azulejos.games.chocolatier.choices import SIDES

MOTIFS = (tiles.ribbons, tiles.chevrons, tiles.rosette, tiles.swirl, tiles.flower)
LETTERS = "BNCKR"  # the letters of the plain terminal
PIECES = (*COLOURS, "start")


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board.drawn(state, seat, view, marks) for seat in range(state.players_n)}
    return {
        "defs": _defs(view.theme, view.letters, view.prefix),
        "offer": offer_part(Offer, state, view, marks),
        **boards,
        "legend": legend_part(_legend, view),
    }


@lru_cache(maxsize=24)
def _defs(theme: str, letters: bool, prefix: str) -> Part:
    """What all tables of this look have in common."""
    view = View((), theme=theme, letters=letters, prefix=prefix)
    paint = view.paint
    drawn = [] if paint.is_flat else [tiles.sheen(view)]
    for name, motif, letter in zip(COLOURS, MOTIFS, LETTERS, strict=True):
        drawn.append(symbol(view.id(f"tile-{name}"), tiles.SIDE, tiles.tile(view, name, motif, letter)))
        drawn.append(symbol(view.id(f"space-{name}"), tiles.SIDE, tiles.space(view, name, motif)))
    drawn.append(symbol(view.id("tile-start"), tiles.SIDE, tiles.starting_tile(view)))
    drawn.append(symbol(view.id("plate"), 2 * PLATE, tiles.plate(paint, paint.accent, paint.plate)))
    drawn.append(symbol(view.id("golden"), 2 * PLATE, tiles.plate(paint, paint.gilt, paint.gold)))
    return definitions(*drawn)


def _piece(view: View, kind: int, x: float, y: float, size: float) -> str:
    return tiles.piece(view, PIECES[kind], x, y, size)


def _colour_names(t: Any) -> tuple[str, ...]:
    return (t("blue"), t("brown"), t("cream"), t("black"), t("red"))


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    NEW_ROUND = table.DRAWN
    LASTING = range(table.AT_BOX, table.AT_FLOOR)

    def _read(self, row: Any) -> None:
        seat = int(row.seat)
        if row.what == table.TAKEN:
            self.places.add((-1, int(row.source)))
        elif row.what in (table.PLACED, table.FELL, table.LAID, table.START_TAKEN):
            self.places.add((seat, int(row.target)))
        elif row.what in (table.MOVED_SIDEWAYS, table.OVERFLOWED):
            self.places.add((-1, int(row.target)))
        elif row.what in (table.ALONE, table.ACROSS, table.DOWN):
            key = (seat, int(row.source))
            self.points[key] = self.points.get(key, 0) + int(row.points)


# ------------------------------------------------------------------------------------------------
# The offer

RING = 120  # from the centre to the factories
RING_LONG = 172  # the same up and down where nine factories need an oval
PETAL = 48  # from the centre to where a colour gathers
STORES = 50  # the height of bag and lid
# How many tiles lie on a plate: how far from its middle, and how large.
ON_PLATE = {1: (0, 34), 2: (18, 34), 3: (20, 32), 4: (23.5, 32), 5: (27, 31), 6: (31, 31)}


class Offer:
    """The factories in a circle, the centre in their middle, bag and lid."""

    def __init__(self, state: Any, view: View, marks: Marks) -> None:
        self.state, self.view, self.marks = state, view, marks
        self.paint, self.t = view.paint, view.t
        count = int(table.count_factories(state))
        self.long = RING if count < 9 else RING_LONG
        self.spots = around_ellipse(count, RING, self.long)

    def part(self) -> Part:
        t, state, y = self.t, self.state, self.long + PLATE + 4
        now = moment(t, state)
        title = f"{t('Master Chocolatier')}. {now}"
        factories = [moved(u, v, self._factory_once(f)) for f, (u, v) in enumerate(self.spots)]
        circle_ = moved(WIDTH / 2, y, *factories, self._centre(), self._sides())
        stores = [
            self._store_once(4, t("bag"), table.AT_BAG, state.bag),
            self._store_once(173, t("lid"), table.AT_LID, state.lid),
        ]
        height = 2 * y + STORES
        round_ = self._round()
        return picture(self.view, "offer", title, WIDTH, height, round_, circle_, moved(0, 2 * y, *stores))

    def _round(self) -> str:
        """Which round it is, in the corner that the circle leaves free."""
        word = label(6, 17, self.t("Round"), 12, fill=self.paint.quiet)
        return word + label(6, 43, str(self.state.round_number), 25, fill=self.paint.ink, **BOLD)

    def _labels(self, source: str) -> tuple[str | None, ...]:
        """What can be taken from a source, in words."""
        return tuple(map(self.view.legal.get, [f"{source} {colour}" for colour in COLOURS]))

    def _factory_once(self, factory: int) -> str:
        state = self.state
        has_arrows = tuple(map(self._has_arrows, range(COLOURS_N)))
        labels, is_marked = self._labels(f"factory-{factory + 1}"), self.marks.has(factory)
        shows = int(state.tokens[factory]), state.offer[factory].tobytes(), labels, is_marked, has_arrows
        key = "factory", self.view.style, factory, shows
        return gallery.FRAGMENTS.get(key, lambda: self._factory(factory))

    def _store_once(self, x: float, word: str, at: int, counts: Any) -> str:
        key = "store", self.view.style, at, counts.tobytes(), self.marks.has(at)
        return gallery.FRAGMENTS.get(key, lambda: self._store(x, word, at, counts))

    def _factory(self, factory: int) -> str:
        token = self.state.tokens[factory]
        if token == GONE:
            is_marked = self.marks.has(factory)
            edge = last_ring(self.paint) if is_marked else {"stroke": self.paint.edge, "fill": "none"}
            return place(f"factory-{factory + 1}", circle(0, 0, PLATE - 4, stroke_dasharray="3 5", **edge))
        name = self.view.id("plate" if token == PLAIN else "golden")
        drawn = [use(name, 0, 0, 2 * PLATE)]
        if self.marks.has(factory):
            drawn.append(circle(0, 0, PLATE + 0.5, **last_ring(self.paint)))
        rim = self.paint.accent if token == PLAIN else self.paint.gilt
        drawn.append(factory_number(self.paint, factory, rim))
        drawn += self._tiles_on(factory)
        is_asked = token == SIDEWAYS and any(map(self._has_arrows, range(COLOURS_N)))
        if token != PLAIN and not is_asked:  # the arrows say it, and need the room
            drawn.append(moved(0, 43, self._badge(int(token))))
        return place(f"factory-{factory + 1}", *drawn)

    def _tiles_on(self, factory: int) -> list[str]:
        """Tiles around the middle of a plate; each colour has the slice in which its tiles lie."""
        counts = [int(count) for count in self.state.offer[factory]]
        return [self._take(factory, *slice_, sum(counts)) for slice_ in slices(counts)]

    def _take(self, factory: int, colour: int, start: float, end: float, total: int) -> str:
        radius, size = ON_PLATE.get(total, (33, max(16, 207 / total - 2)))
        step = 360 / total
        spots = [on_circle(start + (i + 0.5) * step, radius) for i in range(round((end - start) / step))]
        name = f"factory-{factory + 1} {COLOURS[colour]}"
        drawn = [_piece(self.view, colour, x, y, size) for x, y in spots]
        is_asked = self.state.tokens[factory] == SIDEWAYS and self._has_arrows(colour)
        if name in self.view.legal or is_asked:
            gilt = [square(x, y, size + 3.2, 6, fill=self.paint.gilt) for x, y in spots]
            drawn = [sector(start, end, PLATE + 1, **CLEAR), *gilt, *drawn]
        return choice(self.view, name, *drawn)

    def _has_arrows(self, colour: int) -> bool:
        return f"{COLOURS[colour]} {SIDES[0]}" in self.view.legal

    def _badge(self, token: int) -> str:
        """What a golden token does: an icon and a short word."""
        t, word = self.t, ""
        if COLOUR_MAGNET <= token < STAY:
            word = _colour_names(t)[token - COLOUR_MAGNET]
        elif token >= STAY:
            word = {STAY: t("stay"), SIDEWAYS: t("sideways"), ZERO: t("zero")}[token]
        width = 24 + 7.3 * len(word)
        gilt = rect(
            -width / 2, -8, width, 16, 8, fill=self.paint.panel, stroke=self.paint.gilt, stroke_width=1.4
        )
        icon = moved(11 - width / 2 if word else 0, 0, self._icon(token))
        words = label(19 - width / 2, 3.8, word, 10.5, fill=self.paint.ink, **BOLD) if word else ""
        return group(gilt, icon, words, class_="effect")

    def _icon(self, token: int) -> str:
        ink = self.paint.ink
        stroke = {"stroke": ink, "stroke_width": "1.7", "fill": "none", "stroke_linecap": "round"}
        if token == PLUS_ONE:
            return label(0, 4, "+1", 11.5, fill=ink, **BOLD, **MIDDLE)
        if token == STAY:
            return path("M-4 4.5H4M0-5V1.5M-2.8-1L0 1.8L2.8-1", **stroke)
        if token == SIDEWAYS:
            return path("M-5 0H5M-2.6-2.6L-5.2 0L-2.6 2.6M2.6-2.6L5.2 0L2.6 2.6", **stroke)
        if token == ZERO:
            return element("ellipse", rx="3.2", ry="4.6", **stroke)
        return use(self.view.id(f"tile-{COLOURS[token - COLOUR_MAGNET]}"), 0, 0, 11)

    def _centre(self) -> str:
        """Each colour gathers in its own petal around the starting-player tile."""
        paint, state = self.paint, self.state
        drawn = [circle(0, 0, PETAL + 24, fill=paint.tray, stroke=paint.edge)]
        if not paint.is_flat:
            drawn.append(path(star(10, 22, 15), fill=paint.edge, fill_opacity=".6"))
        if self.marks.has(CENTRE):
            drawn.append(circle(0, 0, PETAL + 24, **last_ring(self.paint)))
        drawn += map(self._petal_once, range(COLOURS_N))
        if state.start_holder == table.NOBODY and state.phase_id != table.BEGINNING:
            drawn.append(_piece(self.view, START, 0, 0, 32))
        return place("centre", *drawn)

    def _petal_once(self, colour: int) -> str:
        name, has = f"centre {COLOURS[colour]}", int(self.state.offer[CENTRE, colour])
        key = "petal", self.view.style, colour, has, self.view.legal.get(name)
        return gallery.FRAGMENTS.get(key, lambda: self._petal(name, colour, has))

    def _petal(self, name: str, colour: int, has: int) -> str:
        paint, (x, y) = self.paint, on_circle(36 + 72 * colour, PETAL)
        if not has:
            space = use(self.view.id(f"space-{COLOURS[colour]}"), 0, 0, 22)
            free = free_slot(0, square(0, 0, 31.5, **CLEAR), space, of=COLOURS[colour])
            return moved(x, y, circle(0, 0, 22, fill=paint.tray, stroke=paint.edge), free)
        edge = {"stroke": paint.edge}
        if name in self.view.legal:
            edge = {"stroke": paint.gilt, "stroke_width": "2.2"}
        petal = circle(0, 0, 26, fill=paint.panel, **edge)
        return moved(x, y, choice(self.view, name, petal, pile(self.view, COLOURS[colour], has, 31.5, 7)))

    def _sides(self) -> str:
        """Arrows from the sideways token to its neighbours."""
        factory = int(table.token_at(self.state, SIDEWAYS))
        asked = [
            (c, s)
            for c in range(COLOURS_N)
            for s in range(2)
            if f"{COLOURS[c]} {SIDES[s]}" in self.view.legal
        ]
        return "".join(self._arrow(factory, colour, side) for colour, side in asked)

    def _arrow(self, factory: int, colour: int, side: int) -> str:
        """It points at the neighbour and stands a little inwards, where it covers no tile."""
        here, there = self.spots[factory], self.spots[int(table.neighbour(self.state, factory, side))]
        x, y = ((a + b) / 2 for a, b in zip(here, there, strict=True))
        inwards = 1 - 28 / math.hypot(x, y)
        turn = math.degrees(math.atan2(there[1] - y * inwards, there[0] - x * inwards))
        disc = circle(0, 0, 23, fill=self.paint.panel, stroke=self.paint.gilt, stroke_width=2.6)
        head = path("M10-10L20 0L10 10Z", fill=self.paint.gilt, transform=f"rotate({number(turn)})")
        tile = use(self.view.id(f"tile-{COLOURS[colour]}"), 0, 0, 18)
        name = f"{COLOURS[colour]} {SIDES[side]}"
        return choice(self.view, name, moved(x * inwards, y * inwards, disc, head, tile))

    def _store(self, x: float, word: str, at: int, counts: Any) -> str:
        paint, total = self.paint, sum(map(int, counts))
        edge = last_ring(paint) if self.marks.has(at) else {"stroke": paint.edge}
        drawn = [rect(0, 4, 163, 42, 8, **{**edge, "fill": paint.panel})]
        drawn.append(label(8, 19, word, 11, fill=paint.quiet))
        name = table.PLACES[at]
        drawn.append(counter(155, 19, total, 13, name, fill=paint.ink, text_anchor="end", **BOLD))
        for colour, has in enumerate(counts):
            left, each = 13 + 31 * colour, COLOURS[colour]
            drawn.append(use(self.view.id(f"tile-{each}"), left, 33, 13.5))
            drawn.append(counter(left + 8, 36.8, int(has), 10.5, f"{name} {each}", fill=paint.ink))
        return place(name, moved(x, 0, *drawn))


# ------------------------------------------------------------------------------------------------
# A board

ROW = 44  # from row to row
CELL = 42  # from column to column
TOP = 50  # where the rows begin
BOX = 119  # where the box begins
LINE_END = 111
COLUMN_NAMES = tuple(f"column-{column + 1}" for column in range(COLUMNS))
SMALL = 20.2  # from space to space in a line
FLOOR = TOP + ROWS * ROW + 9
FLOOR_CELL = 36


class Board(common.Board):
    """One player's board."""

    SHOWS = ("start_holder", "box_side", "factory_kind")
    SHOWS_OWN = False
    SHOWS_IN_TURN = ("hand_colour", "hand_count")

    def part(self) -> Part:
        name = self.view.names[self.seat]
        body = [self._panel(WIDTH), self._head(name), self._box_frame(), self._hand_once()]
        body += [self._line_once(row) for row in range(ROWS)]
        body += [self._box_row_once(row) for row in range(ROWS)]
        body += [self._floor_once(), self._zero(), self._beside()]
        title = f"{name}: {self.player.score}"
        return picture(self.view, f"board-{self.seat}", title, WIDTH, WIDTH, *body)

    def _hand_once(self) -> str:
        has = int(self.state.hand_count) if self.is_turn else 0
        colour = COLOURS[self.state.hand_colour] if has else ""
        return self._once(("hand", has, colour), lambda: self._hand(has, colour))

    def _hand(self, has: int, colour: str) -> str:
        """Tiles taken and not yet placed lie in the corner above the lines."""
        tray = rect(8, TOP + 2, 52, 64, 8, **CLEAR)
        if not has:
            return self._place("hand", tray, moved(34, TOP + 34, pile_slots(34, 14)))
        held = pile(self.view, colour, has, 34, 14)
        return self._place("hand", tray, moved(34, TOP + 34, held))

    def _once(self, shows: Hashable, draw: Callable[[], str]) -> str:
        """A piece of the board, unless it was drawn before, at this seat and in this style."""
        return gallery.FRAGMENTS.get((self.view.style, self.seat, shows), draw)

    def _line_once(self, row: int) -> str:
        player, is_marked = self.player, self.marks.has(table.AT_LINE + row, self.seat)
        holds = int(player.line_count[row]), int(player.line_colour[row])
        shows = "line", row, holds, is_marked, self.legal.get(f"line-{row + 1}")
        return self._once(shows, lambda: self._line(row))

    def _box_row_once(self, row: int) -> str:
        places = [int(table.box_place(row, column)) for column in range(COLUMNS)]
        marks = [(self.marks.has(at, self.seat), self.marks.points.get((self.seat, at), 0)) for at in places]
        labels = tuple(map(self.legal.get, COLUMN_NAMES))
        is_asked = any(labels) and row == table.topmost_full_line(self.player)
        lies = self.player.box[row].tobytes(), int(self.state.box_side)
        shows = "box", row, lies, tuple(marks), labels if is_asked else None
        return self._once(shows, lambda: "".join(self._box_space(row, column) for column in range(COLUMNS)))

    def _floor_once(self) -> str:
        marks = tuple(self.marks.has(table.AT_FLOOR + space, self.seat) for space in range(FLOOR_SPACES))
        lies = self.player.floor.tobytes(), int(self.player.floor_count)
        return self._once(("floor", lies, marks, self.legal.get("floor")), self._floor)

    def _line(self, row: int) -> str:
        """A pattern line, filled from the right."""
        name, length, y = f"line-{row + 1}", (row + 1) * SMALL, TOP + ROW * (row + 0.5)
        edge = self._edge(name, table.AT_LINE + row)
        reach = max(length + 4, TARGET + 2)
        hit = rect(LINE_END + 3 - reach, y - ROW / 2, reach, ROW, **CLEAR) if name in self.legal else ""
        tray = rect(LINE_END - length - 2, y - 13, length + 3, 26, 5, fill=self.paint.tray, **edge)
        spaces = [self._line_space(row, space, y) for space in range(row + 1)]
        return self._place(name, self._choice(name, hit, tray, *spaces))

    def _line_space(self, row: int, space: int, y: float) -> str:
        x = LINE_END - SMALL * (space + 0.5) - 0.5
        if space < self.player.line_count[row]:
            return _piece(self.view, int(self.player.line_colour[row]), x, y, 20)
        free = square(x, y, 16.4, 3, fill=self.paint.panel, stroke=self.paint.edge, stroke_width=0.8)
        return free_slot(space, square(x, y, 20, **CLEAR), free)

    def _box_frame(self) -> str:
        frame = {"x": BOX - 3, "y": TOP - 3, "width": CELL * COLUMNS + 6, "height": ROW * ROWS + 6, "rx": 8}
        drawn = element("rect", **frame, fill=self.paint.tray, stroke=self.paint.accent, stroke_width=4)
        if not self.paint.is_flat:
            dots = {"stroke_width": 1.5, "stroke_dasharray": "0 6.2", "stroke_linecap": "round"}
            drawn += element("rect", **frame, fill="none", stroke=self.paint.panel, **dots)
        return drawn

    def _box_space(self, row: int, column: int) -> str:
        x, y = BOX + CELL * (column + 0.5), TOP + ROW * (row + 0.5)
        at, piece = int(table.box_place(row, column)), int(self.player.box[row, column])
        drawn = _piece(self.view, piece, x, y, 40) if piece != EMPTY else self._empty_space(row, column, x, y)
        if self.marks.has(at, self.seat):
            drawn += self._laid(x, y, self.marks.points.get((self.seat, at), 0))
        name = f"column-{column + 1}"
        if name in self.legal and row == table.topmost_full_line(self.player):
            gilt = square(x, y, 38, 5, fill="none", stroke=self.paint.gilt, stroke_width=2.6)
            drawn = self._choice(name, square(x, y, TARGET, **CLEAR), drawn, gilt)
        return self._place(table.PLACES[at], drawn)

    def _empty_space(self, row: int, column: int, x: float, y: float) -> str:
        if self.state.box_side != table.COLOURED:
            return square(x, y, 38, 5, fill=self.paint.panel, stroke=self.paint.edge)
        colour = next(c for c in range(COLOURS_N) if COLUMN[row, c] == column)
        return use(self.view.id(f"space-{COLOURS[colour]}"), x, y, 40)

    def _laid(self, x: float, y: float, points: int, size: float = 40) -> str:
        ring = square(x, y, size, 6, fill="none", stroke=self.paint.accent, stroke_width=2.6)
        if not points:
            return group(ring, class_="last")
        return group(ring, self._gained(x + 12, y - 12, points), class_="last")

    def _floor(self) -> str:
        edge = self._edge("floor", NOWHERE) if "floor" in self.legal else {}
        tray = rect(7, FLOOR, FLOOR_CELL * FLOOR_SPACES + 2, 52, 8, fill=self.paint.tray, **edge)
        spaces = map(self._floor_space_once, range(FLOOR_SPACES))
        loss = int(FLOOR_LOSS[self.player.floor_count])
        words = label(330, FLOOR + 48, points_text(loss), 18, fill=self.paint.loss, text_anchor="end", **BOLD)
        return self._choice("floor", tray, *spaces) + (words if loss else "")

    def _floor_space_once(self, space: int) -> str:
        shows = (
            "space",
            space,
            int(self.player.floor[space]),
            self.marks.has(table.AT_FLOOR + space, self.seat),
        )
        return self._once(shows, lambda: self._floor_space(space))

    def _floor_space(self, space: int) -> str:
        x, y, piece = 8 + FLOOR_CELL * (space + 0.5), FLOOR + 18.5, int(self.player.floor[space])
        drawn = square(x, y, 31, 5, fill=self.paint.panel, stroke=self.paint.edge)
        if piece != EMPTY:
            drawn = _piece(self.view, piece, x, y, 32)
        if self.marks.has(table.AT_FLOOR + space, self.seat):
            drawn += self._laid(x, y, 0, 32)
        ink = self.paint.loss if piece != EMPTY else self.paint.quiet
        cost = label(x, FLOOR + 48, points_text(FLOOR_PENALTIES[space]), 13, fill=ink, **BOLD, **MIDDLE)
        return self._place(f"floor-{space + 1}", drawn) + cost

    def _zero(self) -> str:
        """The golden token beside the floor, on which one tile lies at no cost."""
        if self.state.factory_kind != table.SPECIAL:
            return ""
        x, y, paint, piece = 280, FLOOR + 18.5, self.paint, int(self.player.zero_tile)
        if not self.player.has_zero:
            return self._place(
                "zero", circle(x, y, 17, fill="none", stroke=paint.edge, stroke_dasharray="2 3")
            )
        is_marked = self.marks.has(table.AT_ZERO, self.seat)
        edge = {"stroke": paint.accent, "class_": "last"} if is_marked else {"stroke": paint.gilt}
        token = circle(x, y, 18.5, fill=paint.gold, stroke_width=2.2, **edge)
        tile = _piece(self.view, piece, x, y, 26) if piece != EMPTY else ""
        return self._place("zero", token, tile) + label(
            x, FLOOR + 49, "0", 13, fill=paint.ink, **BOLD, **MIDDLE
        )

    def _beside(self) -> str:
        """The starting-player tile of a seat that keeps it in front of it."""
        is_on_board = START in self.player.floor or self.player.zero_tile == START
        has_it = self.state.start_holder == self.seat and not is_on_board
        spot = square(244, 26, 30, **CLEAR)
        return self._place("beside", _piece(self.view, START, 244, 26, 30) if has_it else spot)


# ------------------------------------------------------------------------------------------------
# The legend


def _legend(view: View) -> Part:
    """Which motif is which colour."""
    t, paint = view.t, view.paint
    words = (*_colour_names(t), t("starting-player tile"))
    drawn = [label(WIDTH / 2, 46, t("Master Chocolatier"), 24, fill=paint.ink, font_family=DISPLAY, **MIDDLE)]
    for row, word in enumerate(words):
        y = 88 + 42 * row
        drawn.append(use(view.id(f"tile-{PIECES[row]}"), 70, y, 34))
        drawn.append(label(102, y + 6, word, 17, fill=paint.ink))
    return picture(view, "legend", t("Master Chocolatier"), WIDTH, WIDTH, *drawn)
