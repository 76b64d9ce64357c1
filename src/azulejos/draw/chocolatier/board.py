"""A board: lines, box, floor, the hand."""

from collections.abc import Callable, Hashable

from azulejos.draw import common, gallery
from azulejos.draw.chocolatier.pieces import piece_at
from azulejos.draw.common import CLEAR, NOWHERE, TARGET, WIDTH, points_text
from azulejos.draw.shapes import circle, element, group, label, moved, rect, square, use
from azulejos.draw.tiles import BOLD, MIDDLE, pile, pile_slots
from azulejos.draw.view import Part, free_slot, picture
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import (
    COLOURS,
    COLOURS_N,
    COLUMN,
    COLUMNS,
    EMPTY,
    FLOOR_LOSS,
    FLOOR_PENALTIES,
    FLOOR_SPACES,
    ROWS,
    START,
)

ROW = 44  # from row to row
CELL = 42  # from column to column
TOP = 50  # where the rows begin
BOX = 119  # where the box begins
IN_BOX = range(table.AT_BOX, table.AT_FLOOR)  # places of the story
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
        frame = self._once("frame", self._box_frame)
        body = [self._panel(WIDTH), self._head(name), frame, self._hand_once()]
        body += [self._line_once(row) for row in range(ROWS)]
        body += [self._box_once(), self._floor_once(), self._zero(), self._beside()]
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

    def _box_once(self) -> str:
        """The whole box, which seldom changes, or what of it was drawn before."""
        labels = tuple(map(self.legal.get, COLUMN_NAMES))
        asked = int(table.topmost_full_line(self.player)) if any(labels) else NOWHERE
        places = frozenset(at for _, at in self.marks.places if at in IN_BOX)
        lies = self.player.box.tobytes(), int(self.state.box_side)
        shows = "boxes", lies, places, frozenset(self.marks.points.items()), labels, asked
        return self._once(shows, lambda: "".join(map(self._box_row_once, range(ROWS))))

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
            return piece_at(self.view, int(self.player.line_colour[row]), x, y, 20)
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
        drawn = (
            piece_at(self.view, piece, x, y, 40) if piece != EMPTY else self._empty_space(row, column, x, y)
        )
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
            drawn = piece_at(self.view, piece, x, y, 32)
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
        tile = piece_at(self.view, piece, x, y, 26) if piece != EMPTY else ""
        return self._place("zero", token, tile) + label(
            x, FLOOR + 49, "0", 13, fill=paint.ink, **BOLD, **MIDDLE
        )

    def _beside(self) -> str:
        """The starting-player tile of a seat that keeps it in front of it."""
        is_on_board = START in self.player.floor or self.player.zero_tile == START
        has_it = self.state.start_holder == self.seat and not is_on_board
        spot = square(244, 26, 30, **CLEAR)
        return self._place("beside", piece_at(self.view, START, 244, 26, 30) if has_it else spot)
