"""A board of Duel: lines and dome, broken tiles and chips, and what is asked."""

from textwrap import wrap
from typing import Any

from azulejos.draw import common
from azulejos.draw.common import (
    CLEAR,
    MINUS,
    TARGET,
    WIDTH,
    fitted,
    last_ring,
    points_text,
)
from azulejos.draw.duel.offer import dome_piece
from azulejos.draw.duel.pieces import (
    ASKS,
    Marks,
    active,
    colour_names,
    face,
)
from azulejos.draw.shapes import (
    circle,
    group,
    label,
    moved,
    number,
    path,
    rect,
    square,
    star,
    title,
    use,
)
from azulejos.draw.theme import mix
from azulejos.draw.tiles import BOLD, MIDDLE, piece, pile, pile_slots
from azulejos.draw.view import Part, View, also, free_slot, picture
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    ASKED,
    BROKEN_LOSS,
    BROKEN_MAX,
    CHIPS,
    CHIPS_N,
    CHIPS_PER_ROUND,
    COLOURS,
    COLOURS_N,
    DOME_TILES,
    DOME_TILES_N,
    EMPTY,
    KINDS,
    LINES,
    PLACE_OF,
    PLACES_N,
    PLACES_PER_ROW,
    QUADRANTS,
    SIZE,
    SPACES_N,
    SPECIAL,
    START_LOSS,
    TOKENS,
    TURNS_N,
)
from azulejos.games.duel.scoring import tile_points

TOP = 46  # where the rows begin
CELL = 30  # from space to space in the dome
DOME_LEFT = 133
LINE_END = 124
STEP = 19.4  # from space to space in a line
BROKEN = TOP + SIZE * CELL + 7
BROKEN_STEP = 34
CHIPS_TOP = BROKEN + 49
ASK = CHIPS_TOP + 39  # where the board says what is asked
BUTTONS = ASK + 18
ASK_HEIGHT = 92
HEIGHT = BUTTONS + ASK_HEIGHT + 6  # of the own board
HEIGHT_OTHER = ASK + 5
INNER = WIDTH - 14
PAY_COLUMNS = 5


class Board(common.Board):
    """One player's board: lines and dome, broken tiles, tokens and chips, and what is asked."""

    SHOWS = ("start_holder", "mover")
    SHOWS_IN_TURN = (
        *("phase_id", "row_asked", "place_chosen", "paid", "hand_colour", "hand_count", "dome_hand"),
        *("drawn", "drawn_kind", "drawn_count", "top_kind", "under_kind", "unseen_count"),
    )

    active = staticmethod(active)

    def __init__(self, state: Any, seat: int, view: View, marks: Marks) -> None:
        super().__init__(state, seat, view, marks)
        self.is_turn = active(state) == seat
        self.is_own = seat == view.seat or bool(self.legal)
        self.phase = int(state.phase_id) if self.is_turn else EMPTY

    def part(self) -> Part:
        name = self.view.names[self.seat]
        height = HEIGHT if self.is_own else HEIGHT_OTHER
        body = [self._panel(height), self._head(name, 20), self._dome_frame()]
        body += [self._line(row) for row in range(LINES)]
        body += [self._dome_place(place_) for place_ in range(PLACES_N)]
        body += [self._space(space) for space in range(SPACES_N)]
        body += [self._row_points(row) for row in range(SIZE)]
        body += [self._broken(), self._start(), self._tokens(), self._chips(), self._hand(), self._drawn()]
        body += [self._last(space) for space in range(SPACES_N)]
        body.append(self._ask() if self.is_own else "")
        return picture(self.view, f"board-{self.seat}", f"{name}: {self.player.score}", WIDTH, height, *body)

    def _also(self, name: str, *children: str) -> str:
        return also(self.view, name, *children) if name in self.legal else self._spot(name, *children)

    def _is_marked(self, at: int) -> bool:
        return self.marks.has(at, self.seat)

    # Lines

    def _line(self, row: int) -> str:
        """A pattern line, filled from the right, and the way to its row."""
        name, length, y = f"line-{row + 1}", (row + 1) * STEP, TOP + CELL * (row + 0.5)
        edge = self._edge(name, table.AT_LINE + row)
        if self.is_turn and self.state.row_asked == row:
            edge = {"stroke": self.paint.gilt, "stroke_width": 2.6, "class_": self._asked()}
        tray = rect(LINE_END - length - 2, y - 12.5, length + 4, 25, 12, fill=self.paint.tray, **edge)
        spaces = [self._line_space(row, space, y) for space in range(row + 1)]
        way = path(
            f"M{LINE_END + 3} {y - 4}l3.6 4l-3.6 4", fill="none", stroke=self.paint.quiet, stroke_width=1.6
        )
        return self._place(name, self._also(name, tray, *spaces)) + way

    def _asked(self) -> str | None:
        return "last" if self.view.last is not None else None

    def _line_space(self, row: int, space: int, y: float) -> str:
        x = LINE_END - STEP * (space + 0.5)
        if space < self.player.line_count[row]:
            return piece(self.view, COLOURS[int(self.player.line_colour[row])], x, y, 21)
        return free_slot(space, use(self.view.id("space-any"), x, y, 18.4))

    # The dome

    def _dome_frame(self) -> str:
        side = SIZE * CELL + 6
        frame = {"fill": self.paint.panel, "stroke": self.paint.accent, "stroke_width": 3}
        return rect(DOME_LEFT - 3, TOP - 3, side, side, 7, **frame)

    def _dome_place(self, place_: int) -> str:
        """A place with its dome tile and the spaces of it that are empty."""
        x = DOME_LEFT + 2 * CELL * (place_ % PLACES_PER_ROW + 0.5)
        y = TOP + 2 * CELL * (place_ // PLACES_PER_ROW + 0.5)
        tile, name = int(self.player.dome_tile[place_]), f"place-{place_ + 1}"
        if tile != EMPTY:
            turned = int(self.player.dome_turned[place_])
            drawn = group(self._dome_tile(tile, turned, x, y, place_), data_piece=f"dome {DOME_TILES[tile]}")
            ring = self._place_ring(x, y) if self._is_marked(table.AT_PLACE + place_) else ""
            return self._place(name, self._choice(name, drawn), ring)
        if name in self.legal:
            return self._place(name, self._choice(name, self._open_place(x, y)))
        if self.phase == table.TURNING and self.state.place_chosen == place_:
            return self._place(name, self._choice(name, self._chosen(x, y)))
        return self._place(name, self._choice(name, self._empty_place(x, y)))

    def _place_ring(self, x: float, y: float) -> str:
        return square(x, y, 2 * CELL - 1, 5, **last_ring(self.paint))

    def _empty_place(self, x: float, y: float) -> str:
        edge = {"stroke": self.paint.edge, "stroke_dasharray": "4 4"}
        return square(x, y, 2 * CELL - 5, 4, **CLEAR, **edge) + self._lattice(x, y)

    def _lattice(self, x: float, y: float) -> str:
        if self.paint.is_flat:
            return ""
        return path(star(4, 15, 5, x, y), fill=self.paint.tray)

    def _open_place(self, x: float, y: float) -> str:
        gilt = {"stroke": self.paint.gilt, "stroke_width": 2.6}
        ground = square(x, y, 2 * CELL - 5, 5, fill=mix(self.paint.gold, self.paint.panel, 0.7), **gilt)
        plus = path(f"M{x - 8} {y}h16M{x} {y - 8}v16", stroke=self.paint.gilt, stroke_width=2.6)
        return square(x, y, 2 * CELL, **CLEAR) + ground + plus

    def _chosen(self, x: float, y: float) -> str:
        """The place where the dome tile is going to lie."""
        gilt = {"stroke": self.paint.gilt, "stroke_width": 3.6, "class_": self._asked()}
        round_ = f"M{number(x - 9)} {number(y + 6)}a11 11 0 1 1 12 4.6m-3 -6l3 6l6 -1.6"
        turn = path(round_, fill="none", stroke=self.paint.ink, stroke_width=2.4, stroke_linecap="round")
        return square(x, y, 2 * CELL - 5, 5, fill=self.paint.gold, **gilt) + turn

    def _dome_tile(self, tile: int, turned: int, x: float, y: float, place_: int) -> str:
        drawn = [use(self.view.id("ground"), x, y, 2 * CELL - 0.6)]
        for quadrant in range(QUADRANTS):
            space = int(table.space_at(place_, quadrant))
            if self.player.spaces[space] == EMPTY:
                asked = ASKS[ASKED[tile, turned, quadrant]]
                drawn.append(use(self.view.id(f"space-{asked}"), *_space_middle(space), CELL - 3))
        return "".join(drawn)

    def _space(self, space: int) -> str:
        row, column = divmod(space, SIZE)
        x, y = _space_middle(space)
        laid = int(self.player.spaces[space])
        if laid != EMPTY:
            drawn = piece(self.view, "special" if laid == SPECIAL else COLOURS[laid], x, y, CELL - 1)
        else:
            drawn = use(self.view.id("spot"), x, y, CELL)
        name = f"column-{column + 1}"
        if name in self.legal and row == self.state.row_asked:
            ring = circle(x, y, CELL / 2 - 1.8, fill="none", stroke=self.paint.gilt, stroke_width=3)
            points = int(tile_points(self.player, row, column))
            drawn = self._also(name, drawn, ring, self._gained(x + 9, y - 9, points))
        return self._place(f"space-{row + 1}-{column + 1}", drawn)

    def _last(self, space: int) -> str:
        """A tile laid in the last turn, and what it has scored."""
        at = table.AT_SPACE + space
        if not self._is_marked(at):
            return ""
        x, y = _space_middle(space)
        points = self.marks.points.get((self.seat, at), 0)
        ring = circle(x, y, CELL / 2 - 1, fill="none", stroke=self.paint.accent, stroke_width=2.6)
        return group(ring, self._gained(x + 10, y - 10, points) if points else "", class_="last")

    def _row_points(self, row: int) -> str:
        """What a special tile scores in this row."""
        x, y = DOME_LEFT + SIZE * CELL + 13.5, TOP + CELL * (row + 0.5)
        words = title(self.t("special tile in row {row}: {points} points", row=row + 1, points=row + 1))
        gem = path(
            star(8, 9.6, 7.4, x, y), fill=mix(self.paint.gold, self.paint.panel, 0.3), stroke=self.paint.gilt
        )
        return group(words, gem, label(x, y + 4.4, str(row + 1), 12.5, fill=self.paint.ink, **BOLD, **MIDDLE))

    # Below the dome

    def _broken(self) -> str:
        """Broken tiles and what they cost."""
        edge = self._edge("break", table.AT_BROKEN)
        tray = rect(7, BROKEN, BROKEN_STEP * BROKEN_MAX + 4, 45, 8, fill=self.paint.tray, **edge)
        held = [c for c in range(COLOURS_N) for _ in range(self.player.broken[c])]
        spaces = [self._broken_space(i, held[i] if i < len(held) else EMPTY) for i in range(BROKEN_MAX)]
        points = self.marks.points.get((self.seat, table.AT_BROKEN), 0)
        lost = self._gained(142, BROKEN + 4, points) if points else ""
        return self._place("broken", title(self.t("broken tiles")), self._also("break", tray, *spaces), lost)

    def _broken_space(self, i: int, colour: int) -> str:
        x, y = 9 + BROKEN_STEP * (i + 0.5), BROKEN + 16
        drawn = free_slot(i, use(self.view.id("space-any"), x, y, 28))
        if colour != EMPTY:
            drawn = piece(self.view, COLOURS[colour], x, y, 29)
        cost = int(BROKEN_LOSS[i + 1] - BROKEN_LOSS[i])
        ink = self.paint.loss if colour != EMPTY else self.paint.quiet
        return drawn + label(x, BROKEN + 42, points_text(cost), 12.5, fill=ink, **BOLD, **MIDDLE)

    def _start(self) -> str:
        """The own place of the starting-player tile."""
        x, y = 171, BROKEN + 16
        has_it = self.state.start_holder == self.seat
        tray = rect(x - 20, BROKEN, 40, 45, 8, fill=self.paint.tray, **self._edge("", table.AT_START))
        drawn = square(x, y, 26, 5, fill=self.paint.panel, stroke=self.paint.edge)
        if has_it:
            drawn = piece(self.view, "start", x, y, 30)
        ink = self.paint.loss if has_it else self.paint.quiet
        cost = label(x, BROKEN + 42, points_text(START_LOSS), 12.5, fill=ink, **BOLD, **MIDDLE)
        return self._place("start", title(self.t("starting-player tile")), tray, drawn, cost)

    def _tokens(self) -> str:
        """Tokens: each must still be used for a dome tile in this round."""
        x, left = 196, int(self.player.tokens)
        tray = rect(x, BROKEN, 62, 45, 8, fill=self.paint.tray, **self._edge("", table.AT_TOKENS))
        spots = [(x + 17 + 28 * i, BROKEN + 17) for i in range(TOKENS)]
        drawn = [
            piece(self.view, "token", u, v, 31)
            if i < left
            else free_slot(i, circle(u, v, 10, fill="none", stroke=self.paint.edge, stroke_dasharray="3 3"))
            for i, (u, v) in enumerate(spots)
        ]
        word = self.t("tokens")
        words = label(x + 31, BROKEN + 42, word, fitted(word, 56, 11), fill=self.paint.quiet, **MIDDLE)
        return self._place("tokens", title(f"{self.t('player tokens left')}: {left}"), tray, *drawn, words)

    def _chips(self) -> str:
        """The own chips by kind; how many were taken in this round."""
        paint, chips = self.paint, self.player.chips
        kinds = [kind for kind in range(CHIPS_N) if chips[kind]]
        tray = rect(7, CHIPS_TOP, INNER, 36, 8, fill=paint.tray, **self._edge("", table.AT_CHIPS))
        step = min(46.0, (INNER - 4) / max(len(kinds), 1))
        drawn = [
            moved(9 + step * (i + 0.5), CHIPS_TOP + 18, self._held(kind, step))
            for i, kind in enumerate(kinds)
        ]
        if not kinds:
            drawn.append(
                label(WIDTH / 2, CHIPS_TOP + 22, self.t("no chips"), 11.5, fill=paint.quiet, **MIDDLE)
            )
        free = 9 + step * (len(kinds) + 0.5) if step == 46 else 9 + INNER - 20
        drawn.append(free_slot(len(kinds), square(free, CHIPS_TOP + 18, 31, **CLEAR)))
        return self._place("chips", title(self.t("chips")), tray, *drawn) + self._chips_taken()

    def _held(self, kind: int, step: float) -> str:
        count, name = int(self.player.chips[kind]), CHIPS[kind]
        shift = min(12.0, step - 32) if count > 1 else 0.0
        return "".join(
            use(
                self.view.id(f"tile-chip-{name}"),
                shift * (i - (count - 1) / 2),
                0,
                31,
                data_piece=f"chip {name}",
            )
            for i in range(count)
        )

    def _chips_taken(self) -> str:
        x, taken = 263, int(self.player.chips_taken)
        tray = rect(x, BROKEN, 70, 45, 8, fill=self.paint.tray, stroke=self.paint.edge)
        number_ = label(
            x + 35, BROKEN + 24, f"{taken}/{CHIPS_PER_ROUND}", 18, fill=self.paint.ink, **BOLD, **MIDDLE
        )
        word = self.t("chips taken")
        words = label(x + 35, BROKEN + 42, word, fitted(word, 66, 11), fill=self.paint.quiet, **MIDDLE)
        return group(title(self.t("chips taken in this round")), tray, number_, words)

    # In hand: in the corner above the short lines

    def _hand(self) -> str:
        spot = rect(10, TOP, 58, 56, 8, **CLEAR)
        if not self.is_turn or not self.state.hand_count:
            return self._place("hand", spot, moved(38, TOP + 28, pile_slots(36, 14)))
        held = pile(self.view, COLOURS[int(self.state.hand_colour)], int(self.state.hand_count), 36, 14)
        return self._place("hand", spot, moved(38, TOP + 28, held))

    def _drawn(self) -> str:
        """The dome tile that is going to be placed; drawn ones, here or where they are asked for."""
        drawn = [free_slot(0, rect(12, TOP + 2, 56, 56, **CLEAR))]
        is_asked = self.is_turn and self.is_own and bool(self.state.drawn_count)
        if self._is_marked(table.AT_DRAWN):
            line = rect(7, BUTTONS + ASK_HEIGHT, INNER, 2.6, 1.3, fill=self.paint.accent, class_="last")
            ring = rect(7, TOP - 1, 68, 66, 8, **last_ring(self.paint))
            drawn.append(line if is_asked else ring)
        hand = [int(self.state.dome_hand)] if self.is_turn and self.state.dome_hand != EMPTY else []
        if is_asked:
            width = INNER if "draw" not in self.legal else INNER - 196
            drawn.append(self._grid(self._drawn_tiles(), 7, BUTTONS, width, ASK_HEIGHT, 88))
        elif self.is_turn:
            hand += self._drawn_tiles()
        drawn.append(self._grid(hand, 10, TOP, 64, 64, 60))
        return self._place("drawn", *drawn)

    def _drawn_tiles(self) -> list[int]:
        """The drawn dome tiles; those that aren't decided are their backs: DOME_TILES_N and their kind."""
        drawn = zip(self.state.drawn, self.state.drawn_kind, strict=True)
        tiles_ = [int(tile) if tile != EMPTY else DOME_TILES_N + int(kind) for tile, kind in drawn]
        return tiles_[: int(self.state.drawn_count)]

    def _grid(self, held: list[int], x: float, y: float, width: float, height: float, most: float) -> str:
        """Dome tiles side by side, as large as there is room for."""
        sizes = [size for size in (most, 46, 38, 30, 21, 15) if size <= most]
        size = next(s for s in sizes if int(width // s) * int(height // s) >= len(held))
        columns = int(width // size)
        return "".join(
            moved(
                x + size * (i % columns + 0.5), y + size * (i // columns + 0.5), self._drawn_tile(tile, size)
            )
            for i, tile in enumerate(held)
        )

    def _drawn_tile(self, tile: int, size: float) -> str:
        if tile >= DOME_TILES_N:
            name = KINDS[tile - DOME_TILES_N]
            return use(self.view.id(f"tile-back-{name}"), 0, 0, size - 3, data_piece=f"back {name}")
        verb = "keep" if self.phase == table.KEEPING else "under"
        wanted = f"{verb} {DOME_TILES[tile]}"
        gilt = square(0, 0, size, 5, fill=self.paint.gilt) if wanted in self.legal else ""
        return self._choice(wanted, gilt, dome_piece(self.view, tile, 0, 0, size - 4))

    # What is asked

    def _ask(self) -> str:
        """What the turn is about now, in words and buttons; otherwise what a turn can be."""
        asked = {
            table.DRAWING: self._ask_drawing,
            table.LOOKING: self._ask_looking,
            table.KEEPING: self._ask_keeping,
            table.ORDERING: self._ask_ordering,
            table.PLACING: self._ask_placing,
            table.TURNING: self._ask_turning,
            table.LINING: self._ask_line,
            table.COMPLETING: self._ask_completing,
            table.PAYING: self._ask_payment,
            table.COLUMNS: self._ask_column,
        }
        if self.phase == table.BACK and self.state.drawn_count:
            return self._ask_looking()
        return asked.get(self.phase, self._ways)()

    def _say(self, words: str, is_quiet: bool = False) -> str:
        ink, face = (self.paint.quiet, {}) if is_quiet else (self.paint.ink, BOLD)
        return label(10, ASK + 12, words, fitted(words, WIDTH - 20, 12), fill=ink, **face)

    def _button(self, name: str, x: float, width: float, *inside: str, height: float = ASK_HEIGHT - 2) -> str:
        """Something large that can be clicked, with its inside around its middle."""
        if name not in self.legal:
            return ""
        gilt = {"stroke": self.paint.gilt, "stroke_width": 2.6}
        frame = rect(-width / 2 + 1, -height / 2, width - 2, height, 9, fill=self.paint.panel, **gilt)
        return self._choice(name, moved(x + width / 2, BUTTONS + height / 2, frame, *inside))

    def _word(self, words: str, width: float, y: float = 6) -> str:
        return label(0, y, words, fitted(words, width, 17), fill=self.paint.ink, **BOLD, **MIDDLE)

    def _ask_drawing(self) -> str:
        kind = int(self.state.top_kind) if self.state.unseen_count else int(self.state.under_kind[0])
        sign = use(self.view.id(f"tile-back-{KINDS[kind]}"), 0, -12, 52) if kind != EMPTY else ""
        cost = self._word(f"{self.t('Draw')} {MINUS}1", 80, 36)
        draw = self._button("draw", 141, 96, sign, cost)
        stop = self._button("stop", 237, 96, self._word(self.t("Stop"), 80))
        return (
            self._say(self.t("Drawn: {n}. Draw another one or look at them?", n=int(self.state.drawn_count)))
            + draw
            + stop
        )

    def _ask_looking(self) -> str:
        return self._say(self.t("Drawn: {n}", n=int(self.state.drawn_count)))

    def _ask_keeping(self) -> str:
        return self._say(self.t("Which one do you keep?"))

    def _ask_ordering(self) -> str:
        return self._say(self.t("Which one goes under the stack next?"))

    def _ask_placing(self) -> str:
        return self._say(self.t("Where does the dome tile go?")) + self._turn_around()

    def _turn_around(self) -> str:
        """How it can be turned, once its place is chosen."""
        return "".join(self._preview(turned, is_small=True) for turned in range(TURNS_N))

    def _ask_turning(self) -> str:
        words = self._say(self.t("How is it turned?"))
        width = INNER / TURNS_N
        buttons = [
            self._button(f"turned-{turned}", 7 + width * turned, width, self._preview(turned))
            for turned in range(TURNS_N)
        ]
        return words + "".join(buttons)

    def _preview(self, turned: int, is_small: bool = False) -> str:
        tile = int(self.state.dome_hand)
        if not is_small:
            return moved(-35, -35, face(self.view, tile, turned), scale=1.75)
        x = 7 + INNER / TURNS_N * (turned + 0.5)
        return moved(x - 25, BUTTONS + 19, face(self.view, tile, turned), scale=1.25)

    def _ask_line(self) -> str:
        count, colour = int(self.state.hand_count), int(self.state.hand_colour)
        facts = {"n": count, "colour": colour_names(self.t)[colour]}
        words = self._say(self.t("Into which line? {n} {colour}", **facts))
        width = INNER / (LINES + 1)
        buttons = [
            self._button(f"line-{row + 1}", 7 + width * row, width, self._line_inside(row))
            for row in range(LINES)
        ]
        breaks = self._button("break", 7 + width * LINES, width, self._break_inside(count))
        return words + "".join(buttons) + breaks

    def _line_inside(self, row: int) -> str:
        """The number of a line, how full it would be, and what would break."""
        count, held = int(self.state.hand_count), int(self.player.line_count[row])
        more = min(count, row + 1 - held)
        paint, colour = self.paint, COLOURS[int(self.state.hand_colour)]
        filled = label(0, 14, f"{held + more}/{row + 1}", 13, fill=paint.ink, **MIDDLE)
        head = label(0, -20, str(row + 1), 20, fill=paint.ink, **BOLD, **MIDDLE)
        tile = use(self.view.id(f"tile-{colour}"), 0, -6, 16)
        return head + tile + filled + self._breaks(count - more)

    def _breaks(self, count: int) -> str:
        """What so many more broken tiles cost."""
        have = int(self.player.broken_count)
        points = int(BROKEN_LOSS[min(have + count, BROKEN_MAX)] - BROKEN_LOSS[have])
        if not points:
            return ""
        return label(0, 36, points_text(points), 14, fill=self.paint.loss, **BOLD, **MIDDLE)

    def _break_inside(self, count: int) -> str:
        shards = "M-10 -20L-3 -24L1 -14L-6 -9ZM3 -23L11 -18L8 -8L3 -12ZM-7 -5L2 -9L8 -3L0 3Z"
        word = self.t("break")
        words = label(0, 18, word, fitted(word, 42, 12), fill=self.paint.ink, **BOLD, **MIDDLE)
        return path(shards, fill=self.paint.loss) + words + self._breaks(count)

    def _ask_completing(self) -> str:
        row = int(self.state.row_asked)
        missing = int(table.missing_tiles(self.player, row))
        words = self._say(self.t("Line {line} lacks {n}. Complete it with chips?", line=row + 1, n=missing))
        yes = self._button("complete", 7, INNER / 2, self._word(self.t("Complete"), 140), height=TARGET + 10)
        no = self._button(
            "leave", 7 + INNER / 2, INNER / 2, self._word(self.t("Leave it"), 140), height=TARGET + 10
        )
        return words + yes + no

    def _ask_payment(self) -> str:
        row, paid = int(self.state.row_asked), self.state.paid
        facts = {"n": int(table.missing_tiles(self.player, row)), "line": row + 1, "paid": int(paid.sum())}
        words = self._say(self.t("Line {line} lacks {n}. Chips paid: {paid}", **facts))
        kinds = [kind for kind in range(CHIPS_N) if f"pay {CHIPS[kind]}" in self.legal]
        buttons = [self._pay(i, kind) for i, kind in enumerate(kinds)]
        enough = self._button("enough", 240, 93, self._word(self.t("Enough"), 80), height=TARGET)
        return words + "".join(buttons) + enough + self._paid() + self._price(len(kinds))

    def _price(self, buttons: int) -> str:
        """What a missing tile costs, where the buttons leave room."""
        if buttons > PAY_COLUMNS:
            return ""
        lines = wrap(self.t("A missing tile costs 2 chips that show the colour, or any 3"), 36)
        return "".join(
            label(10, BUTTONS + 64 + 16 * i, line, 11.5, fill=self.paint.quiet)
            for i, line in enumerate(lines)
        )

    def _pay(self, i: int, kind: int) -> str:
        x, y = 7 + 46.4 * (i % PAY_COLUMNS), BUTTONS + 46 * (i // PAY_COLUMNS)
        gilt = {"stroke": self.paint.gilt, "stroke_width": 2.4}
        frame = rect(x, y, 45, TARGET, 8, fill=self.paint.panel, **gilt)
        chip = use(self.view.id(f"tile-chip-{CHIPS[kind]}"), x + 22.5, y + 22, 36)
        return self._choice(f"pay {CHIPS[kind]}", frame, chip)

    def _paid(self) -> str:
        """What has been paid so far."""
        kinds = [kind for kind in range(CHIPS_N) for _ in range(self.state.paid[kind])]
        step = min(22.0, 93 / max(len(kinds), 1))
        return "".join(
            use(self.view.id(f"tile-chip-{CHIPS[kind]}"), 251 + step * i, BUTTONS + 68, 22)
            for i, kind in enumerate(kinds)
        )

    def _ask_column(self) -> str:
        words = self._say(self.t("Which space of row {row}?", row=int(self.state.row_asked) + 1))
        columns = [c for c in range(SIZE) if f"column-{c + 1}" in self.legal]
        width = min(INNER / SIZE, INNER / max(len(columns), 1))
        buttons = [
            self._button(f"column-{c + 1}", 7 + width * i, width, self._column_inside(c))
            for i, c in enumerate(columns)
        ]
        return words + "".join(buttons)

    def _column_inside(self, column: int) -> str:
        """Which space of the row, what it asks for, and what the tile would score."""
        row, paint = int(self.state.row_asked), self.paint
        asked = ASKS[int(self.player.asks[row * SIZE + column])]
        dots = [
            circle(
                7 * (c - 2.5),
                -34,
                3.2 if c == column else 1.8,
                fill=paint.gilt if c == column else paint.quiet,
            )
            for c in range(SIZE)
        ]
        points = points_text(int(tile_points(self.player, row, column)))
        words = label(0, 37, points, 19, fill=paint.ink, **BOLD, **MIDDLE)
        gem = self._special_gained(row * SIZE + column)
        return "".join(dots) + use(self.view.id(f"space-{asked}"), 0, -4, 36) + words + gem

    def _special_gained(self, space: int) -> str:
        """The special tile that would be laid too, and its points."""
        place_ = int(PLACE_OF[space])
        around = [int(table.space_at(place_, quadrant)) for quadrant in range(QUADRANTS)]
        empty = [s for s in around if self.player.spaces[s] == EMPTY and s != space]
        if len(empty) != 1 or self.player.asks[empty[0]] != SPECIAL:
            return ""
        points = label(15, 16, points_text(empty[0] // SIZE + 1), 12, fill=self.paint.ink, **BOLD, **MIDDLE)
        return use(self.view.id("tile-special"), 15, -2, 20) + points

    # When nothing is asked: what a turn can be

    def _ways(self) -> str:
        """The four things of which a turn is one."""
        t = self.t
        ways = (
            ("sun", t("One colour of a sun side")),
            ("moon", t("One colour on top of all moon sides")),
            ("tile-chip", t("An open chip")),
            (f"tile-back-{KINDS[0]}", t("A dome tile, for a token")),
        )
        spots = [(7 + 164 * (i % 2), BUTTONS + 46 * (i // 2)) for i in range(len(ways))]
        cards = [moved(x, y, self._kind_of_turn(*way)) for (x, y), way in zip(spots, ways, strict=True)]
        return self._say(t("A turn is one of these"), True) + "".join(cards)

    def _kind_of_turn(self, symbol: str, words: str) -> str:
        ink = self.paint.ink if self.is_turn else self.paint.quiet
        frame = rect(0, 0, 162, 43, 8, fill=self.paint.tray, stroke=self.paint.edge)
        lines = wrap(words, 19)
        top = 26 - 7 * (len(lines) - 1)
        size = fitted(max(lines, key=len), 122, 12.5)
        said = [label(43, top + 14 * i, line, size, fill=ink) for i, line in enumerate(lines)]
        return frame + use(self.view.id(symbol), 22, 21.5, 30) + "".join(said)


def _space_middle(space: int) -> tuple[float, float]:
    row, column = divmod(space, SIZE)
    return DOME_LEFT + CELL * (column + 0.5), TOP + CELL * (row + 0.5)
