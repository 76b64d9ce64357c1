"""What lies in the middle: the wheel, the display with what can be taken, supply, pool, bag and tower."""

import math
from typing import Any

from azulejos.draw import tiles
from azulejos.draw.common import CLEAR, MINUS, fitted, last_ring, moment
from azulejos.draw.garden.pieces import CELL, Marks, criterion_names, flower, sign
from azulejos.draw.hexagons import corners, outline
from azulejos.draw.shapes import circle, group, label, moved, number, path, rect, square, title, use
from azulejos.draw.theme import Theme
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE
from azulejos.draw.view import Part, View, also, choice, counter, free_slot, picture, place
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    COLOURS_N,
    CRITERIA,
    CRITERIA_PER_ROUND,
    EMPTY,
    HEXAGONS,
    PATTERNS_N,
    PRICE,
    ROUNDS,
    VALUE,
)

OFFER_WIDTH = 372
WHEEL = 60  # the height of the wheel
SLOT_WIDTH, SLOT_HEIGHT = 93, 94  # of an expansion that is drawn at its own size
COLUMNS = 3  # of the display
SLOT_SIZE = 88  # of an expansion
TILE_SIZE = 39
HELP = 24  # the height of the line that says how to take
STORES = 64
ON_SLOT = ((-17.5, -19.5), (17.5, -19.5), (-17.5, 19.5), (17.5, 19.5))


class Offer:
    """The wheel, the display with its stack, supply, pool, bag and tower."""

    def __init__(self, state: Any, view: View, marks: Marks) -> None:
        self.state, self.view, self.marks = state, view, marks
        self.paint, self.t = view.paint, view.t
        self.top, self.size = int(state.stack_top), int(table.stack_size(state))
        self.is_copying = state.phase_id == table.COPYING
        self.rows = math.ceil(self.size / COLUMNS)
        self.scale = OFFER_WIDTH / COLUMNS / SLOT_WIDTH
        self.told: set[str] = set()  # choices that have their place

    def part(self) -> Part:
        below = WHEEL + self.rows * SLOT_HEIGHT * self.scale
        body = [self._wheel(), self._display(), moved(0, below, self._help())]
        body.append(moved(0, below + HELP, self._stores()))
        return picture(self.view, "offer", self._title(), OFFER_WIDTH, round(below + HELP + STORES), *body)

    def _title(self) -> str:
        words = self.t("Queen's Garden")
        return f"{words}. {moment(self.t, self.state)}"

    # The wheel

    def _wheel(self) -> str:
        paint, now = self.paint, int(self.state.round_number)
        word = self.t("Round")
        words = label(25, 21, word, fitted(word, 46, 12), fill=paint.quiet, **MIDDLE)
        count = label(25, 44, f"{now}/{ROUNDS}", 21, fill=paint.ink, **BOLD, **MIDDLE)
        return words + count + "".join(self._step(step) for step in range(ROUNDS))

    def _step(self, step: int) -> str:
        """The criteria of a round, and what each of them brings."""
        paint, now = self.paint, int(self.state.round_number) - 1
        x, width = 51 + 80.4 * step, 77.4
        edge: dict[str, Any] = {"fill": paint.panel, "stroke": paint.edge}
        if step == now:
            edge = {"fill": paint.gold, "stroke": paint.gilt, "stroke_width": 2.4}
        elif step < now:
            edge = {"fill": paint.tray, "stroke": paint.edge, "stroke_dasharray": "3 3"}
        names = [self._criterion_words(step, nth) for nth in range(CRITERIA_PER_ROUND)]
        said = self.t("Round {n}: {criteria}", n=step + 1, criteria=", ".join(names))
        signs = [
            self._criterion(step, nth, x + width / 6 * (2 * nth + 1)) for nth in range(CRITERIA_PER_ROUND)
        ]
        corner = label(x + 4, 11.5, str(step + 1), 8.5, fill=paint.quiet, **BOLD)
        return group(title(said), rect(x, 2, width, WHEEL - 6, 8, **edge), corner, *signs)

    def _worth(self, step: int, nth: int) -> str:
        """What one hexagon brings: a colour of the wheel mostly its own value."""
        criterion, worth = int(self.state.wheel[step, nth]), int(self.state.wheel_points[step, nth])
        if worth != VALUE:
            return str(worth)
        return f"1\N{EN DASH}{PATTERNS_N}" if criterion < COLOURS_N else str(criterion - COLOURS_N + 1)

    def _criterion_words(self, step: int, nth: int) -> str:
        name = criterion_names(self.t)[int(self.state.wheel[step, nth])]
        return f"{name} +{self._worth(step, nth)}"

    def _criterion(self, step: int, nth: int, x: float) -> str:
        is_past = step < self.state.round_number - 1
        ink = self.paint.quiet if is_past else self.paint.ink
        drawn = sign(self.view, int(self.state.wheel[step, nth]), x, 25, 19 if is_past else 25)
        return drawn + label(x, 50.5, self._worth(step, nth), 10.5, fill=ink, **BOLD, **MIDDLE)

    # The display

    def _spot(self, slot: int) -> tuple[float, float]:
        """Where an expansion of the display lies: once it is the top it never moves again."""
        row, column = divmod(slot, COLUMNS)
        width, height = SLOT_WIDTH * self.scale, SLOT_HEIGHT * self.scale
        return width * (column + 0.5), WHEEL + height * (row + 0.5)

    def _display(self) -> str:
        """Expansions in the stack lie below its top; deeper ones are drawn first."""
        below = range(self.top + 1, self.size)
        hidden = [self._at(self.top, self._hidden(slot)) for slot in below]
        empty = [self._at(slot, self._none(0, 0)) for slot in below]
        shown = [self._at(slot, self._slot(slot)) for slot in range(min(self.top + 1, self.size))]
        return "".join(empty + hidden[::-1] + shown)

    def _at(self, slot: int, drawn: str) -> str:
        return moved(*self._spot(slot), drawn, scale=self.scale)

    def _none(self, x: float, y: float) -> str:
        return use(self.view.id("none"), x, y, SLOT_SIZE)

    def _hidden(self, slot: int) -> str:
        """An expansion in the stack below the top."""
        deep = 1.5 * (slot - self.top)
        return place(
            f"display-{slot + 1}",
            use(self.view.id("tile-expansion"), deep, deep, SLOT_SIZE, data_piece="expansion"),
        )

    def _slot(self, slot: int) -> str:
        face = int(self.state.face[slot])
        name = f"copy {slot + 1}"
        drawn = [self._expansion(slot, face), self._ring(slot, name)]
        asked = self._asked() if self.is_copying else EMPTY
        lying = [int(tile) for tile in self.state.on_slot[slot] if tile != EMPTY]
        for tile, (x, y) in zip(lying, ON_SLOT, strict=False):
            drawn.append(self._tile(tile, x, y, is_asked=tile == asked and name in self.view.legal))
        free = [(i, square(*ON_SLOT[i], TILE_SIZE, **CLEAR)) for i in range(len(lying), len(ON_SLOT))]
        drawn += [free_slot(i, clear) for i, clear in free]
        if face != table.TAKEN:
            drawn.append(self._number(slot))
        if face >= 0:
            drawn.append(self._halves(face, 0, 0, SLOT_SIZE))
        drawn += [self._halves(tile, x, y, TILE_SIZE) for tile, (x, y) in zip(lying, ON_SLOT, strict=False)]
        return place(f"display-{slot + 1}", choice(self.view, name, *drawn))

    def _expansion(self, slot: int, face: int) -> str:
        if face == table.TAKEN:
            return self._none(0, 0)
        piece = "expansion" if face == table.FACE_DOWN else f"expansion {HEXAGONS[face]}"
        href = self.view.id("tile-" + piece.replace(" ", "-"))
        return use(href, 0, 0, SLOT_SIZE, data_piece=piece)

    def _ring(self, slot: int, name: str) -> str:
        """Gilt where a copy can be taken from, in the accent colour where something happened."""
        line = flower(0, 0, SLOT_SIZE / SIDE * CELL)
        if name in self.view.legal:
            return path(line, fill="none", stroke=self.paint.gilt, stroke_width=3.4, stroke_linejoin="round")
        return path(line, **last_ring(self.paint), stroke_linejoin="round") if self.marks.has(slot) else ""

    def _tile(self, tile: int, x: float, y: float, is_asked: bool) -> str:
        under = use(self.view.id("site"), x, y, TILE_SIZE + 8) if is_asked else ""
        if any(name in self.view.legal for name in _takes(tile)):
            under = use(self.view.id("gilt"), x, y, TILE_SIZE + 2.4, class_="under")
        return under + tiles.piece(self.view, HEXAGONS[tile], x, y, TILE_SIZE)

    def _number(self, slot: int) -> str:
        """Which expansion it is; at the stack, how many lie there."""
        paint, x, y = self.paint, 36, -37
        disc = circle(-x, y, 8, fill=paint.panel, stroke=paint.accent)
        words = label(-x, y + 3.8, str(slot + 1), 10.5, fill=paint.ink, **BOLD, **MIDDLE)
        if slot != self.top:
            return disc + words
        left = self.size - self.top
        said = self.t("stack: {n}", n=left)
        pill = rect(x - 15, y - 8, 28, 16, 8, fill=paint.gold, stroke=paint.gilt)
        count = label(x - 1, y + 4, f"\N{MULTIPLICATION SIGN}{left}", 11, fill=paint.ink, **BOLD, **MIDDLE)
        return disc + words + group(title(said), pill, count)

    def _asked(self) -> int:
        """The hexagon of which a copy is chosen now."""
        for index in range(PATTERNS_N):
            each = int(table.hexagon_of(int(self.state.what), index))
            slots = int(table.slots_with(self.state, each))
            if self.state.copies[index] == EMPTY and slots & (slots - 1):
                return each
        return EMPTY

    # What can be taken

    def _halves(self, hexagon_: int, x: float, y: float, size: float) -> str:
        """The left half of a hexagon takes all of its colour, the right half all of its pattern."""
        top, upper, lower, bottom, low, high = corners(size / SIDE, x, y)
        sides = ([top, bottom, low, high], [top, upper, lower, bottom])
        return "".join(map(self._half, _takes(hexagon_), sides))

    def _half(self, name: str, points: Any) -> str:
        """The first one has the place of the choice, others are as good to point at."""
        if self.is_copying:
            return ""
        reach = path(outline(points), **CLEAR)
        if name in self.told:
            return also(self.view, name, reach)
        if name in self.view.legal:
            self.told.add(name)
        return choice(self.view, name, reach)

    def _help(self) -> str:
        """How to take; or what is being taken, of which a copy is to be chosen."""
        paint, y = self.paint, HELP / 2
        if self.is_copying:
            what, last = int(self.state.what), "last" if self.view.last is not None else None
            name = criterion_names(self.t)[what]
            return group(sign(self.view, what, 18, y, 24), class_=last) + label(
                36, y + 5, name, 14, fill=paint.ink, **BOLD
            )
        words = self.t("Left half of a hexagon: its colour. Right half: its pattern.")
        return label(OFFER_WIDTH / 2, y + 4.5, words, fitted(words, 350, 12.5), fill=paint.quiet, **MIDDLE)

    # Supply, pool, bag and tower

    def _stores(self) -> str:
        state, t = self.state, self.t
        return (
            self._supply()
            + self._pool()
            + moved(240, 0, self._store(t("bag"), table.AT_BAG, state.bag))
            + moved(308, 0, self._store(t("tower"), table.AT_TOWER, self._tower()))
        )

    def _frame(self, width: float, at: int, **edge: Any) -> str:
        line = last_ring(self.paint) if self.marks.has(at) else {"stroke": self.paint.edge}
        return rect(2, 2, width - 4, STORES - 4, 10, **({**line, "fill": self.paint.panel} | edge))

    def _supply(self) -> str:
        """Face-down expansions and their price; the starting-player tile lies here until somebody passes."""
        paint, state = self.paint, self.state
        is_buying = state.action == table.BUYING
        edge: dict[str, Any] = {}
        if "buy" in self.view.legal:
            edge = {"stroke": paint.gilt, "stroke_width": 2.4}
        elif is_buying:
            last = "last" if self.view.last is not None else None
            edge = {"fill": paint.gold, "stroke": paint.accent, "stroke_width": 2.4, "class_": last}
        word = self.t("expansions")
        drawn = [self._frame(174, table.AT_SUPPLY, **edge)]
        drawn.append(label(103, 57, word, fitted(word, 74, 10), fill=paint.quiet, **MIDDLE))
        how = {"fill": paint.ink, "data_but": "start", **BOLD, **MIDDLE}
        drawn.append(counter(85, 33, self._in_supply(), 20, "supply", **how))
        price = group(title(self.t("price of an expansion: {n} points", n=PRICE)), _shield(paint, 120, 25))
        is_here = state.start_holder == table.NOBODY
        start = tiles.piece(self.view, "start", 154, 32, 29) if is_here else ""
        inside = choice(self.view, "buy", *drawn, self._pile(), price)
        return place("supply", inside, start)

    def _in_supply(self) -> int:
        """Expansions paid in this turn lie here already."""
        return int(self.state.supply) + int(self.state.paid_expansions).bit_count()

    def _tower(self) -> list[int]:
        """Tiles of each kind; those paid in this turn lie here already."""
        paid = int(self.state.paid)
        return [int(count) + (paid >> kind & 1) for kind, count in enumerate(self.state.tower)]

    def _pile(self) -> str:
        count = self._in_supply()
        step = min(2.5, 18 / max(count - 1, 1))
        href = self.view.id("tile-expansion")
        spots = [28 + step * i for i in range(count)]
        return "".join(use(href, x, 32, 44, data_piece="expansion") for x in spots)

    def _pool(self) -> str:
        """Jokers, as many as are needed."""
        word = self.t("jokers")
        words = label(207, 57, word, fitted(word, 54, 10), fill=self.paint.quiet, **MIDDLE)
        ring = self._frame(64, table.AT_POOL)
        return place("pool", moved(175, 0, ring), use(self.view.id("tile-joker"), 207, 26, 36), words)

    def _store(self, word: str, at: int, counts: Any) -> str:
        names = criterion_names(self.t)
        by_colour = [int(sum(counts[6 * c : 6 * c + 6])) for c in range(COLOURS_N)]
        content = ", ".join(f"{names[c]} {n}" for c, n in enumerate(by_colour) if n)
        return place(
            table.PLACES[at],
            title(f"{word}: {content or 0}"),
            self._frame(64, at),
            label(32, 22, word, fitted(word, 56, 11), fill=self.paint.quiet, **MIDDLE),
            counter(32, 46, int(sum(counts)), 20, table.PLACES[at], fill=self.paint.ink, **BOLD, **MIDDLE),
        )


def _takes(hexagon_: int) -> tuple[str, str]:
    """What takes a hexagon: its colour, or its pattern."""
    colour, pattern = divmod(hexagon_, PATTERNS_N)
    return f"take {CRITERIA[colour]}", f"take {CRITERIA[COLOURS_N + pattern]}"


def _shield(paint: Theme, x: float, y: float) -> str:
    """The price of a face-down expansion."""
    shape = path(
        f"M{number(x - 12)} {number(y - 14)}h24v13q0 10-12 15q-12-5-12-15Z",
        fill=paint.panel,
        stroke=paint.loss,
    )
    return shape + label(x, y + 4, f"{MINUS}{PRICE}", 13, fill=paint.loss, **BOLD, **MIDDLE)
