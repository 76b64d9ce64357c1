"""Queen's Garden as pictures. It is told what is legal and knows no rule."""

import math
from functools import cache, lru_cache
from typing import Any

from azulejos.draw import common, hexagons, tiles
from azulejos.draw.common import (
    CLEAR,
    MINUS,
    TARGET,
    WIDTH,
    fitted,
    last_ring,
    points_text,
)
from azulejos.draw.hexagons import hexagon, outline
from azulejos.draw.shapes import (
    circle,
    element,
    group,
    label,
    moved,
    number,
    on_circle,
    path,
    rect,
    symbol,
    title,
    use,
)
from azulejos.draw.theme import DISPLAY, Theme, mix
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE
from azulejos.draw.view import Part, View, choice, definitions, picture, place
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    CENTRES,
    COLOURS,
    COLOURS_N,
    COORDINATES,
    CRITERIA,
    CRITERIA_N,
    CRITERIA_PER_ROUND,
    DIRECTIONS,
    EMPTY,
    EXPANSION_STORAGE,
    FEATURE_COORDINATES,
    FEATURE_JOKERS,
    FEATURE_SPACES,
    FEATURES_N,
    FIRST_OF_PLACE,
    HEXAGONS,
    HEXAGONS_N,
    PATTERNS,
    PATTERNS_N,
    PAVILION,
    PLACES,
    PLACES_N,
    PRICE,
    ROUNDS,
    SIDES,
    SPACES,
    SPACES_N,
    STEPS,
    STORAGE,
    TIPS,
    VALUE,
)
from azulejos.games.garden.scoring import criterion_points, groups_points, hexagon_points

BORDERS = dict(
    zip(
        COLOURS,
        (
            hexagons.solid,
            hexagons.double,
            hexagons.dotted,
            hexagons.dashed,
            hexagons.scalloped,
            hexagons.notched,
        ),
        strict=True,
    )
)
SILHOUETTES = dict(
    zip(
        PATTERNS,
        (hexagons.tree, hexagons.bird, hexagons.butterfly, hexagons.flower, hexagons.plant, hexagons.lily),
        strict=True,
    )
)
LETTERS = "BYLGMP"  # blue, yellow, lime, green, mauve, purple; the number beside it is the value
FLOWER = ((0, 0), *STEPS)  # an expansion
FOUNTAIN_BOARD = (*FLOWER, *TIPS)


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board(state, seat, view, marks).part() for seat in range(state.players_n)}
    offer = Offer(state, view, marks).part()
    defs = _defs(view.theme, view.letters, view.prefix)
    return {"defs": defs, "offer": offer, **boards, "legend": _legend(view)}


def names_of(hexagon_: int) -> tuple[str, str]:
    """Its pattern and its colour."""
    return PATTERNS[hexagon_ % PATTERNS_N], COLOURS[hexagon_ // PATTERNS_N]


def criterion_names(t: Any) -> tuple[str, ...]:
    colours = (t("blue"), t("yellow"), t("light green"), t("dark green"), t("light purple"), t("dark purple"))
    return (*colours, t("tree"), t("bird"), t("butterfly"), t("flower"), t("plant"), t("lily"))


def sign(view: View, criterion: int, x: float, y: float, size: float) -> str:
    """A colour without a pattern, or a pattern without a colour."""
    if criterion < COLOURS_N:
        return use(view.id(f"glaze-{COLOURS[criterion]}"), x, y, size)
    return hexagons.pattern(view, PATTERNS[criterion - COLOURS_N], x, y, size)


def members(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


# ------------------------------------------------------------------------------------------------
# What all tables of a look have in common

FEATURE_SHAPES = {
    "fountain": "M11 17.5H29Q28 22.5 22.5 23.2V26H26V28.5H14V26H17.5V23.2Q12 22.5 11 17.5ZM18.9 16V9.5"
    "Q14.5 8 13.5 12.5Q12 12 11.5 14Q12 6 20 7Q28 6 28.5 14Q28 12 26.5 12.5Q25.5 8 21.1 9.5V16Z",
    "statue": "M20 12.5a3.6 3.6 0 1 1 .1 0ZM14 24.5C14 17 15.8 13.6 20 13.6S26 17 26 24.5Z"
    "M12 25.4H28V28.5H12Z",
    "bench": "M9.5 9H30.5V12.2H9.5ZM9.5 13.8H30.5V17H9.5ZM8.5 19H31.5V22.4H8.5ZM11 22.4H14V28.5H11Z"
    "M26 22.4H29V28.5H26Z",
    "pavilion": "M20 4.5L31.5 12.5H8.5ZM10.5 13.8H29.5V16.2H10.5ZM11.5 17.2H14.8V25.4H11.5Z"
    "M18.4 17.2H21.6V25.4H18.4ZM25.2 17.2H28.5V25.4H25.2ZM9 26.2H31V28.8H9Z",
}
REWARDS = {"fountain": 0, "statue": 1, "bench": 2, "pavilion": PAVILION}  # a feature of each kind


def kind_of(feature: int) -> str:
    if feature >= PAVILION:
        return "pavilion"
    if feature == 0:
        return "fountain"
    return "statue" if feature % 2 else "bench"


@lru_cache(maxsize=24)
def _defs(theme: str, letters: bool, prefix: str) -> Part:
    view = View((), theme=theme, letters=letters, prefix=prefix)
    drawn = [] if view.paint.is_flat else [tiles.sheen(view)]
    drawn += hexagons.definitions(view, BORDERS, LETTERS, SILHOUETTES)
    drawn.append(symbol(view.id("tile-start"), SIDE, tiles.starting_tile(view)))
    drawn += _expansion_symbols(view) + _feature_symbols(view) + _space_symbols(view)
    drawn.append(group(_printed(view), id=view.id("printed")))
    return definitions(*drawn)


def _lawn(paint: Theme) -> str:
    """The ground of an expansion."""
    return paint.panel if paint.is_flat else mix(paint.glazes["light-green"].base, paint.tray, 0.42)


CELL = 7.5  # from the middle to a corner of a hexagon of an expansion, painted on a square of 40


def _flower(scale: float) -> str:
    return outline([(20 + scale * x, 20 + scale * y) for x, y in hexagons.around(FLOWER)])


def _expansion_symbols(view: View) -> list[str]:
    """Front and back, bare and with the printed hexagon large in the middle."""
    paint = view.paint
    front = _expansion(paint, _lawn(paint), FLOWER[1:])
    back = _expansion(paint, paint.tray if paint.is_flat else mix(paint.tray, paint.gold, 0.35), FLOWER)
    none = path(_flower(CELL), fill="none", stroke=paint.edge, stroke_width=0.5, stroke_dasharray="1.4 1.8")
    drawn = [hexagons.shared(view, "front", front), symbol(view.id("tile-expansion"), SIDE, back)]
    drawn.append(symbol(view.id("none"), SIDE, none))
    for index, name in enumerate(HEXAGONS):
        inside = hexagons.on_board(view, "front", *names_of(index))
        drawn.append(symbol(view.id(f"tile-expansion-{name}"), SIDE, inside))
    return drawn


def _expansion(paint: Theme, ground: str, free: Any) -> str:
    line = {"stroke": paint.ink if paint.is_flat else mix(ground, paint.ink, 0.5), "stroke_width": 0.55}
    board = path(_flower(CELL - 0.15), fill=ground, stroke_linejoin="round", **line)
    return board + path(_cells(CELL, free), **_free(paint, ground, 0.3))


def _free(paint: Theme, ground: str, width: float) -> dict[str, Any]:
    """Free spaces of a board."""
    if paint.is_flat:
        return {"fill": "none", "stroke": paint.quiet, "stroke_width": width}
    return {
        "fill": mix(ground, paint.panel, 0.62),
        "stroke": mix(ground, paint.ink, 0.2),
        "stroke_width": width,
    }


def _cells(radius: float, cells: Any, x: float = 20, y: float = 20) -> str:
    middles = [hexagons.middle(cell, radius) for cell in cells]
    return "".join(hexagon(radius * 0.87 / hexagons.RADIUS, x + u, y + v) for u, v in middles)


def _feature_symbols(view: View) -> list[str]:
    drawn = []
    for kind in FEATURE_SHAPES:
        drawn.append(symbol(view.id(kind), SIDE, _feature(view, kind, is_full=False)))
        drawn.append(symbol(view.id(f"{kind}-full"), SIDE, _feature(view, kind, is_full=True)))
    return drawn


def _feature(view: View, kind: str, is_full: bool) -> str:
    """A fountain, statue, bench or pavilion with the jokers it brings, or a tick when it is surrounded."""
    paint = view.paint
    edge = (
        {"fill": paint.gold, "stroke": paint.gilt} if is_full else {"fill": paint.plate, "stroke": paint.edge}
    )
    ground = path(hexagon(0.93), stroke_width=1.6 if is_full else 1, **edge)
    shape = path(FEATURE_SHAPES[kind], fill=paint.ink if is_full else paint.accent)
    shape = group(shape, transform="translate(2.2 2.2) scale(.78)")
    if is_full:
        tick = {"fill": "none", "stroke": paint.ink, "stroke_width": 2.6, "stroke_linecap": "round"}
        return ground + shape + path("M15.6 30.4l3 3L24.4 27.4", **tick)
    disc = circle(29.6, 15, 6, fill=paint.gold, stroke=paint.gilt)
    jokers = label(29.6, 18.6, str(FEATURE_JOKERS[REWARDS[kind]]), 10, fill=paint.ink, **BOLD, **MIDDLE)
    return ground + shape + disc + jokers


def _space_symbols(view: View) -> list[str]:
    """What lies on a space besides a hexagon: where it is, the lines around it."""
    paint = view.paint
    ring: dict[str, Any] = {"fill": "none", "stroke_linejoin": "round"}
    drawn = {
        "spot": circle(20, 20, 12, **CLEAR),
        "may": path(hexagon(1), **CLEAR) + path(hexagon(0.86), stroke=paint.gilt, stroke_width=2.6, **ring),
        "was": path(hexagon(0.95), stroke=paint.accent, stroke_width=2.6, **ring),
        "site": path(hexagon(0.9), fill=paint.gold, stroke=paint.gilt, stroke_width=3),
        "tray": path(hexagon(0.9), fill=paint.tray, stroke=paint.edge),
    }
    return [symbol(view.id(name), SIDE, inside) for name, inside in drawn.items()]


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    def __init__(self, rows: Any) -> None:
        super().__init__()
        told = [] if rows is None else list(rows)
        for row in told:
            self._read(row)
        if any(row.what == table.WHEEL_TURNED for row in told):
            # A new round has begun: only the boards still show what happened before.
            self.places = {key for key in self.places if key[0] >= 0}

    def _read(self, row: Any) -> None:
        seat, what = int(row.seat), row.what
        if what in (table.TILE_TAKEN, table.EXPANSION_TAKEN, table.TURNED_UP):
            self.places.add((-1, int(row.source)))
        elif what in (table.PLACED, table.EXPANSION_PLACED, table.EXPANSION_BOUGHT):
            self.places.add((seat, int(row.target)))
        elif what in (table.PAID, table.EXPANSION_PAID, table.JOKER_PAID):
            self.places.add((-1, int(row.target)))
        elif what in (table.PASSED, table.DISCARDED, table.EXPANSION_DISCARDED):
            self.places.add((seat, table.AT_STORAGE))
        elif what in (table.GROUP, table.GROUP_BONUS):
            key = (seat, int(row.source))
            self.places.add(key)
            self.points[key] = self.points.get(key, 0) + int(row.points)


# ------------------------------------------------------------------------------------------------
# The offer

OFFER_WIDTH = 372
WHEEL = 60  # the height of the wheel
SLOT_WIDTH, SLOT_HEIGHT = 93, 94
SLOT_SIZE = 88  # of an expansion
TILE_SIZE = 39
BUTTONS = WHEEL + 2 * SLOT_HEIGHT + 4
BUTTON_WIDTH, BUTTON_HEIGHT = OFFER_WIDTH / 6, 48
BOTTOM = BUTTONS + 2 * BUTTON_HEIGHT + 4
STORES = 64
OFFER_HEIGHT = BOTTOM + STORES
ON_SLOT = ((-17.5, -19.5), (17.5, -19.5), (-17.5, 19.5), (17.5, 19.5))


class Offer:
    """The wheel, the display with its stack, what can be taken, supply, pool, bag and tower."""

    def __init__(self, state: Any, view: View, marks: Marks) -> None:
        self.state, self.view, self.marks = state, view, marks
        self.paint, self.t = view.paint, view.t
        self.top, self.size = int(state.stack_top), int(table.stack_size(state))
        self.is_copying = state.phase_id == table.COPYING

    def part(self) -> Part:
        body = [self._wheel(), self._display(), self._takes(), moved(0, BOTTOM, self._stores())]
        return picture(self.view, "offer", self._title(), OFFER_WIDTH, OFFER_HEIGHT, *body)

    def _title(self) -> str:
        t, state = self.t, self.state
        now = t("Round {n}, turn {turn}", n=state.round_number, turn=state.turn_number)
        if state.phase_id == table.OVER:
            now = t("Round {n}, the game is over", n=state.round_number)
        words = t("Queen's Garden")
        return f"{words}. {now}"

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
        columns = math.ceil(self.size / 2)
        row, column = divmod(slot, columns)
        left = (OFFER_WIDTH - columns * SLOT_WIDTH) / 2
        return left + SLOT_WIDTH * (column + 0.5), WHEEL + SLOT_HEIGHT * (row + 0.5)

    def _display(self) -> str:
        """Expansions in the stack lie below its top; deeper ones are drawn first."""
        hidden = [moved(*self._spot(self.top), self._hidden(slot)) for slot in range(self.top + 1, self.size)]
        others = [
            place(f"display-{slot + 1}", circle(OFFER_WIDTH / 2, WHEEL, 4, **CLEAR))
            for slot in range(self.size, 8)
        ]
        empty = "".join(self._none(*self._spot(slot)) for slot in range(self.top + 1, self.size))
        shown = [moved(*self._spot(slot), self._slot(slot)) for slot in range(min(self.top + 1, self.size))]
        return empty + "".join(hidden[::-1] + shown + others)

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
        if face != table.TAKEN:
            drawn.append(self._number(slot))
        return place(f"display-{slot + 1}", choice(self.view, name, *drawn))

    def _expansion(self, slot: int, face: int) -> str:
        if face == table.TAKEN:
            return self._none(0, 0)
        piece = "expansion" if face == table.FACE_DOWN else f"expansion {HEXAGONS[face]}"
        href = self.view.id("tile-" + piece.replace(" ", "-"))
        return use(href, 0, 0, SLOT_SIZE, data_piece=piece)

    def _ring(self, slot: int, name: str) -> str:
        """Gilt where a copy can be taken from, in the accent colour where something happened."""
        scale = SLOT_SIZE / SIDE * CELL
        line = outline([(scale * u, scale * v) for u, v in hexagons.around(FLOWER)])
        if name in self.view.legal:
            return path(line, fill="none", stroke=self.paint.gilt, stroke_width=3.4, stroke_linejoin="round")
        return path(line, **last_ring(self.paint), stroke_linejoin="round") if self.marks.has(slot) else ""

    def _tile(self, tile: int, x: float, y: float, is_asked: bool) -> str:
        under = use(self.view.id("site"), x, y, TILE_SIZE + 8) if is_asked else ""
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

    def _takes(self) -> str:
        return "".join(self._take(criterion) for criterion in range(CRITERIA_N))

    def _take(self, criterion: int) -> str:
        """A colour or a pattern, and how many hexagons of it would be taken."""
        paint, name = self.paint, f"take {CRITERIA[criterion]}"
        row, column = divmod(criterion, COLOURS_N)
        count = self._count(criterion)
        frame = rect(1.5, 1.5, BUTTON_WIDTH - 3, BUTTON_HEIGHT - 3, 9, **self._take_edge(criterion, name))
        mark = sign(self.view, criterion, 21, BUTTON_HEIGHT / 2, 36 if count else 28)
        ink = paint.ink if name in self.view.legal else paint.quiet
        words = label(49, BUTTON_HEIGHT / 2 + 6.5, str(count), 18, fill=ink, **BOLD, **MIDDLE)
        at = (column * BUTTON_WIDTH, BUTTONS + row * BUTTON_HEIGHT)
        return moved(*at, choice(self.view, name, frame, mark, words if count else ""))

    def _take_edge(self, criterion: int, name: str) -> dict[str, Any]:
        paint = self.paint
        if self.is_copying and self.state.what == criterion:
            last = "last" if self.view.last is not None else None
            return {"fill": paint.gold, "stroke": paint.accent, "stroke_width": 2.4, "class_": last}
        if name in self.view.legal:
            return {"fill": paint.panel, "stroke": paint.gilt, "stroke_width": 2.2}
        return {"fill": paint.tray, "stroke": paint.edge}

    def _count(self, criterion: int) -> int:
        own = [int(table.hexagon_of(criterion, index)) for index in range(PATTERNS_N)]
        return sum(int(table.slots_with(self.state, each)) != 0 for each in own)

    # Supply, pool, bag and tower

    def _stores(self) -> str:
        state, t = self.state, self.t
        return (
            self._supply()
            + self._pool()
            + moved(240, 0, self._store(t("bag"), table.AT_BAG, state.bag))
            + moved(308, 0, self._store(t("tower"), table.AT_TOWER, state.tower))
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
        drawn.append(label(88, 19, word, fitted(word, 46, 11), fill=paint.quiet, **MIDDLE))
        drawn.append(label(88, 43, str(state.supply), 19, fill=paint.ink, **BOLD, **MIDDLE))
        price = group(title(self.t("price of an expansion: {n} points", n=PRICE)), _shield(paint, 124, 32))
        is_here = state.start_holder == table.NOBODY
        start = tiles.piece(self.view, "start", 154, 32, 29) if is_here else ""
        inside = choice(self.view, "buy", *drawn, self._pile(), price)
        return place("supply", inside, start)

    def _pile(self) -> str:
        """Expansions paid in this turn lie here already."""
        count = int(self.state.supply) + int(self.state.paid_expansions).bit_count()
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
            label(32, 46, str(int(sum(counts))), 20, fill=self.paint.ink, **BOLD, **MIDDLE),
        )


def _shield(paint: Theme, x: float, y: float) -> str:
    """The price of a face-down expansion."""
    shape = path(
        f"M{number(x - 12)} {number(y - 14)}h24v13q0 10-12 15q-12-5-12-15Z",
        fill=paint.panel,
        stroke=paint.loss,
    )
    return shape + label(x, y + 4, f"{MINUS}{PRICE}", 13, fill=paint.loss, **BOLD, **MIDDLE)


# ------------------------------------------------------------------------------------------------
# What is printed on a board

RADIUS = 21  # of a hexagon of the garden
STEP_X, STEP_Y = 18.2, 31.5  # from hexagon to hexagon
SIZE = RADIUS * SIDE / hexagons.RADIUS  # of a tile
MIDDLE_X, MIDDLE_Y = WIDTH / 2, 186
EXPANSION_SIZE = RADIUS * SIDE / CELL


@cache
def spot(at: tuple[int, int]) -> tuple[float, float]:
    """Where a hexagon of the garden lies."""
    q, r = at
    return round(MIDDLE_X + STEP_X * (2 * q + r), 1), MIDDLE_Y + STEP_Y * r


def _printed(view: View) -> str:
    """The fountain board with its free spaces, and the six places around it."""
    paint = view.paint
    docks = [spot(centre) for centre in CENTRES]
    line = "".join(
        outline([(x + 20.4 * u, y + 20.4 * v) for u, v in hexagons.around(FLOWER)]) for x, y in docks
    )
    edge = paint.ink if paint.is_flat else paint.edge
    places = path(line, fill="none", stroke=edge, stroke_dasharray="3 4")
    rim = [(MIDDLE_X + 20.4 * u, MIDDLE_Y + 20.4 * v) for u, v in hexagons.around(FOUNTAIN_BOARD)]
    ground = mix(paint.plate, paint.accent, 0 if paint.is_flat else 0.12)
    board = path(outline(rim), fill=ground, stroke=paint.accent, stroke_width=1.2, stroke_linejoin="round")
    free = path(_cells(RADIUS, FLOWER[1:], MIDDLE_X, MIDDLE_Y), **_free(paint, ground, 0.8))
    return places + board + free


@cache
def side_of(feature: int, space: int) -> str:
    """The side of a feature that faces a space."""
    (x, y), (u, v) = spot(FEATURE_COORDINATES[feature]), spot(COORDINATES[space])
    angle = math.degrees(math.atan2(u - x, y - v))
    a, b = on_circle(angle - 23, RADIUS * 0.86), on_circle(angle + 23, RADIUS * 0.86)
    return f"M{number(x + a[0])} {number(y + a[1])}L{number(x + b[0])} {number(y + b[1])}"


# ------------------------------------------------------------------------------------------------
# What a hexagon would bring


def groups_gain(state: Any, player: Any, space: int, hexagon_: int) -> int:
    """What the groups would score more with a hexagon on a space."""
    after = player.copy()
    table.put_in_garden(after, space, hexagon_)
    return int(groups_points(after, state.side) - groups_points(player, state.side))


def jokers_gain(player: Any, space: int) -> int:
    """Jokers for what a tile on a space would surround."""
    covered = int(table.occupied(player)) | 1 << space
    jokers = 0
    for feature in range(FEATURES_N):
        spaces = int(FEATURE_SPACES[feature])
        if has_feature(player, feature) and spaces >> space & 1 and covered & spaces == spaces:
            jokers += int(FEATURE_JOKERS[feature])
    return jokers


def has_feature(player: Any, feature: int) -> bool:
    return feature < PAVILION or bool(player.places[feature - PAVILION] >= 0)


# ------------------------------------------------------------------------------------------------
# A board

STORAGE_TOP = 337
OWN_COLUMNS = 6
OWN_CELL = (WIDTH - 14) / OWN_COLUMNS
OWN_ROW = 46
ROW = 33  # the height of the storage of others
ASK = STORAGE_TOP + 2 * OWN_ROW + 4
HEIGHT = ASK + 42  # of the own board
HEIGHT_OTHER = STORAGE_TOP + ROW + 8
SHELVES = ((34, 300), (WIDTH - 34, 300))  # where expansions are stored
SHELF = 56
BADGE = (31, 68)  # the starting-player tile
BUTTON = (283, 48, 49, TARGET)


class Board(common.Board):
    """One player's garden and storage, and what is asked."""

    def __init__(self, state: Any, seat: int, view: View, marks: Marks) -> None:
        super().__init__(state, seat, view, marks)
        self.is_own = seat == view.seat or bool(self.legal)
        self.action = int(state.action) if self.is_turn else table.NO_ACTION
        self.what = int(state.what)
        self.occupied = int(table.occupied(self.player))

    def part(self) -> Part:
        name = self.view.names[self.seat]
        height = HEIGHT if self.is_own else HEIGHT_OTHER
        body = [self._panel(height), self._head(name), self._passed(), self._start()]
        body.append(element("use", href=f"#{self.view.id('printed')}"))
        body += [self._dock(place_) for place_ in range(PLACES_N)]
        body += [self._feature(feature) for feature in range(FEATURES_N)]
        body += [self._lit(), *(self._space(space) for space in range(SPACES_N)), self._turns()]
        body += [self._last(space) for space in range(SPACES_N)]
        body += [self._storage(), self._shelves(), self._button()]
        body.append(self._ask() if self.is_own else "")
        words = f"{name}: {self.player.score}"
        return picture(self.view, f"board-{self.seat}", words, WIDTH, height, *body)

    def _last_class(self) -> str | None:
        return "last" if self.view.last is not None else None

    # Around the garden

    def _passed(self) -> str:
        is_passing = self.action == table.PASSING
        if not self.player.passed and not is_passing:
            return ""
        word = self.t("passed")
        pill = rect(7, 88, 50, 17, 8.5, fill=self.paint.tray, stroke=self.paint.quiet)
        return pill + label(32, 100.4, word, fitted(word, 44, 11), fill=self.paint.ink, **BOLD, **MIDDLE)

    def _start(self) -> str:
        """The starting-player tile of the first who has passed."""
        if self.state.start_holder != self.seat:
            return self._place("start", circle(*BADGE, 14, **CLEAR))
        return self._place("start", tiles.piece(self.view, "start", *BADGE, 30))

    # The garden

    def _dock(self, index: int) -> str:
        """A place for an expansion: free, legal, chosen or taken."""
        x, y = spot(CENTRES[index])
        lying, name = int(self.player.places[index]), f"on {PLACES[index]}"
        if lying == table.NO_EXPANSION:
            drawn = self._free_dock(index, name, x, y)
        else:
            down = lying == table.PLACED_DOWN
            href = self.view.id("tile-expansion" if down else "front")
            piece = "expansion" if down else f"expansion {HEXAGONS[lying]}"
            drawn = use(href, x, y, EXPANSION_SIZE, data_piece=piece)
        if self.marks.has(table.AT_PLACE + index, self.seat):
            drawn += path(self._petals(x, y, 20.2), **last_ring(self.paint), stroke_linejoin="round")
        return self._place(f"place-{PLACES[index]}", drawn)

    def _petals(self, x: float, y: float, scale: float) -> str:
        return outline([(x + scale * u, y + scale * v) for u, v in hexagons.around(FLOWER)])

    def _free_dock(self, index: int, name: str, x: float, y: float) -> str:
        paint, line = self.paint, self._petals(x, y, 19.6)
        gilt = {"stroke": paint.gilt, "stroke_width": 2.8, "stroke_linejoin": "round"}
        if name in self.legal:
            plus = path(f"M{number(x - 8)} {number(y)}h16M{number(x)} {number(y - 8)}v16", **gilt)
            return self._choice(name, path(line, fill=paint.tray, **gilt), plus)
        if self.is_turn and index == self.state.place_chosen:
            board = use(self.view.id("front"), x, y, EXPANSION_SIZE) + use(
                self.view.id("pavilion"), x, y, SIZE
            )
            return board + path(line, fill="none", class_=self._last_class(), **gilt)
        return circle(x, y, 30, **CLEAR)

    def _feature(self, feature: int) -> str:
        """With the jokers it brings and how many neighbours it has, or the sign that it is surrounded."""
        if not has_feature(self.player, feature):
            return ""
        x, y = spot(FEATURE_COORDINATES[feature])
        kind, spaces = kind_of(feature), int(FEATURE_SPACES[feature])
        missing = (spaces & ~self.occupied).bit_count()
        name, jokers = self._kind_words()[kind], int(FEATURE_JOKERS[feature])
        if not missing:
            said = self.t("{feature}, surrounded", feature=name)
            return group(title(said), use(self.view.id(f"{kind}-full"), x, y, SIZE))
        said = self.t("{feature}: {n} jokers, {missing} missing", feature=name, n=jokers, missing=missing)
        words = label(x, y + 14.5, f"{missing}", 10, fill=self.paint.ink, **BOLD, **MIDDLE)
        return group(title(said), use(self.view.id(kind), x, y, SIZE), words)

    def _kind_words(self) -> dict[str, str]:
        t = self.t
        return {
            "fountain": t("fountain"),
            "statue": t("statue"),
            "bench": t("bench"),
            "pavilion": t("pavilion"),
        }

    def _lit(self) -> str:
        """The sides of features beside which a hexagon lies."""
        sides = []
        for feature in filter(lambda f: has_feature(self.player, f), range(FEATURES_N)):
            near = int(FEATURE_SPACES[feature]) & self.occupied
            if near != int(FEATURE_SPACES[feature]):
                sides += [side_of(feature, space) for space in members(near)]
        if not sides:
            return ""
        return path(
            "".join(sides), stroke=self.paint.gilt, stroke_width=3, stroke_linecap="round", fill="none"
        )

    def _is_printed(self, space: int) -> bool:
        index, where = divmod(space - SIDES, SIDES + 1)
        return space >= SIDES and self.player.places[index] >= 0 and where == self.player.turned[index] + 1

    def _space(self, space: int) -> str:
        x, y = spot(COORDINATES[space])
        lying, name = int(self.player.garden[space]), f"at {SPACES[space]}"
        if lying != EMPTY and self._is_printed(space):
            drawn = hexagons.printed(self.view, *names_of(lying), x, y, SIZE)
        elif lying != EMPTY:
            drawn = tiles.piece(self.view, HEXAGONS[lying], x, y, SIZE)
        elif name in self.legal:
            drawn = self._choice(name, use(self.view.id("may"), x, y, SIZE), self._promise(space, x, y))
        elif self.is_turn and space == self._chosen():
            drawn = self._site(x, y)
        else:
            drawn = use(self.view.id("spot"), x, y, SIZE)
        return self._place(f"space-{SPACES[space]}", drawn)

    def _chosen(self) -> int:
        """The space where a hexagon is going to lie, or EMPTY."""
        state = self.state
        if state.turned_chosen != EMPTY:
            return int(FIRST_OF_PLACE[state.place_chosen]) + 1 + int(state.turned_chosen)
        return int(state.space_chosen)

    def _site(self, x: float, y: float) -> str:
        """The hexagon that is going to lie there, small on a golden space."""
        ground = use(self.view.id("site"), x, y, SIZE)
        tile = use(self.view.id(f"tile-{HEXAGONS[self.what]}"), x, y, SIZE * 0.62)
        return group(ground, tile, class_=self._last_class())

    def _promise(self, space: int, x: float, y: float) -> str:
        """What groups would score more, and jokers."""
        points = groups_gain(self.state, self.player, space, self.what)
        jokers = jokers_gain(self.player, space)
        drawn = ""
        if points:
            drawn = label(
                x, y + (1 if jokers else 4.6), f"+{points}", 12.5, fill=self.paint.ink, **BOLD, **MIDDLE
            )
        if jokers:
            drawn += use(self.view.id("tile-joker"), x, y + (9 if points else 0), 15)
        return drawn

    def _turns(self) -> str:
        """The rim spaces on which the printed hexagon may lie."""
        if not (self.is_turn and self.state.phase_id == table.TURNING):
            return ""
        first = int(FIRST_OF_PLACE[self.state.place_chosen]) + 1
        return "".join(
            self._turn(direction, first + i)
            for i, direction in enumerate(DIRECTIONS)
            if f"turned {direction}" in self.legal
        )

    def _turn(self, direction: str, space: int) -> str:
        x, y = spot(COORDINATES[space])
        tile = use(self.view.id(f"tile-{HEXAGONS[self.what]}"), x, y, SIZE * 0.55)
        points = groups_gain(self.state, self.player, space, self.what)
        words = label(x, y + 18, f"+{points}", 10, fill=self.paint.ink, **BOLD, **MIDDLE) if points else ""
        return self._choice(f"turned {direction}", use(self.view.id("may"), x, y, SIZE), tile, words)

    def _last(self, space: int) -> str:
        """A tile placed in the last turn, or what a group has scored."""
        at = table.AT_SPACE + space
        if not self.marks.has(at, self.seat):
            return ""
        x, y = spot(COORDINATES[space])
        points = self.marks.points.get((self.seat, at), 0)
        ring = use(self.view.id("was"), x, y, SIZE)
        return group(ring, self._gained(x + 10, y - 11, points) if points else "", class_="last")

    # The storage

    def _cell(self, index: int) -> tuple[float, float, float]:
        """Where a space of the storage is, and how large what lies on it."""
        if not self.is_own:
            return 7 + 27.2 * (index + 0.5), STORAGE_TOP + ROW / 2, 29
        row, column = divmod(index, OWN_COLUMNS)
        return 7 + OWN_CELL * (column + 0.5), STORAGE_TOP + OWN_ROW * (row + 0.5), 42

    def _storage(self) -> str:
        """Twelve spaces: tiles, sorted, then jokers."""
        held = [h for h in range(HEXAGONS_N) for _ in range(self.player.tiles[h])]
        jokers = int(self.player.jokers)
        free = "".join(self._free_cell(i) for i in range(len(held) + jokers, STORAGE))
        kinds = sorted(set(held))
        tiles_ = [self._held(h, held.index(h), held.count(h)) for h in kinds]
        x, y, _ = self._cell(min(len(held), STORAGE - 1))
        inside = [*tiles_, self._ring()] if held else [circle(*self._cell(0)[:2], 12, **CLEAR), self._ring()]
        fan = [self._piece("joker", i) for i in range(len(held), len(held) + jokers)]
        pay = self._option("pay-joker", len(held), jokers)
        drawn = self._choice("pay-joker", pay, *fan) if fan else circle(x, y, 12, **CLEAR)
        return free + self._place("storage", *inside) + self._place("jokers", drawn)

    def _ring(self) -> str:
        if not self.marks.has(table.AT_STORAGE, self.seat):
            return ""
        height = 2 * OWN_ROW if self.is_own else ROW
        return rect(5, STORAGE_TOP, WIDTH - 10, height, 9, **last_ring(self.paint))

    def _free_cell(self, index: int) -> str:
        x, y, size = self._cell(index)
        return use(self.view.id("tray"), x, y, size)

    def _piece(self, name: str, index: int) -> str:
        x, y, size = self._cell(index)
        return tiles.piece(self.view, name, x, y, size)

    def _name(self, hexagon_: int, verbs: tuple[str, ...]) -> str:
        """What can be done with a piece now."""
        names = [f"{verb} {HEXAGONS[hexagon_]}" for verb in verbs]
        return next((name for name in names if name in self.legal), names[0])

    def _held(self, hexagon_: int, first: int, count: int) -> str:
        """Equal tiles are one place to click."""
        name = self._name(hexagon_, ("place", "pay", "discard"))
        under = self._option(name, first, count)
        if self.action == table.PLACING_TILE and hexagon_ == self.what:
            x, y, size = self._cell(first)
            under += group(use(self.view.id("site"), x, y, size + 7), class_=self._last_class())
        pieces = [self._piece(HEXAGONS[hexagon_], i) for i in range(first, first + count)]
        return self._choice(name, under, *pieces)

    def _option(self, name: str, first: int, count: int) -> str:
        """Gilt below what can be chosen, large enough for a finger."""
        if name not in self.legal:
            return ""
        drawn = []
        for index in range(first, first + count):
            x, y, _ = self._cell(index)
            box = rect(
                x - OWN_CELL / 2 + 1.2,
                y - OWN_ROW / 2 + 1.2,
                OWN_CELL - 2.4,
                OWN_ROW - 2.4,
                9,
                fill=self.paint.panel,
                stroke=self.paint.gilt,
                stroke_width=2.2,
            )
            drawn.append(box)
        return "".join(drawn)

    def _shelves(self) -> str:
        """Two spaces for expansions."""
        held = members(int(self.player.expansions))
        free = [self._shelf(x, y) for x, y in SHELVES[len(held) : EXPANSION_STORAGE]]
        shown = [self._shelved(h, *at) for h, at in zip(held, SHELVES, strict=False)]
        return self._place("expansions", *free, *shown)

    def _shelf(self, x: float, y: float) -> str:
        scale = SHELF / SIDE * CELL
        edge = {"stroke": self.paint.edge, "stroke_dasharray": "2 2"}
        return path(self._petals(x, y, scale), fill=self.paint.tray, **edge)

    def _shelved(self, hexagon_: int, x: float, y: float) -> str:
        name = self._name(hexagon_, ("expand", "pay-expansion", "discard-expansion"))
        is_chosen = self.action == table.EXPANDING and hexagon_ == self.what
        under = ""
        if name in self.legal or is_chosen:
            fill = self.paint.gold if is_chosen else self.paint.panel
            under = rect(x - 28, y - 29, 56, 58, 10, fill=fill, stroke=self.paint.gilt, stroke_width=2.2)
        if is_chosen:
            under = group(under, class_=self._last_class())
        href = self.view.id(f"tile-expansion-{HEXAGONS[hexagon_]}")
        piece = use(href, x, y, SHELF, data_piece=f"expansion {HEXAGONS[hexagon_]}")
        return self._choice(name, under, piece)

    # What is asked

    def _button(self) -> str:
        """Pass, or be done with discarding."""
        for name, word in (("pass", self.t("Pass")), ("done", self.t("Done"))):
            if name in self.legal:
                gilt: dict[str, Any] = {"stroke": self.paint.gilt, "stroke_width": 2.6}
                x, y, width, height = BUTTON
                frame = rect(*BUTTON, 10, fill=self.paint.panel, **gilt)
                size = fitted(word, width - 8, 15)
                middle = x + width / 2
                return self._choice(
                    name,
                    frame,
                    label(middle, y + height / 2 + 5, word, size, fill=self.paint.ink, **BOLD, **MIDDLE),
                )
        return ""

    def _ask(self) -> str:
        """What the turn is about now, and what it would bring."""
        if self.action in (table.PLACING_TILE, table.EXPANDING):
            return self._say(0, self._cost_words()) + self._payment() + self._say(1, self._gain_words())
        if self.action == table.PASSING:
            return self._say(0, self.t("Discarded hexagons cost their value")) + self._say(1, "")
        if self.action == table.BUYING:
            return self._say(0, self.t("A face-down expansion for {n} points", n=PRICE))
        return self._forecast() if self.state.phase_id != table.OVER else ""

    def _say(self, row: int, words: str, is_quiet: bool = False) -> str:
        ink = self.paint.quiet if is_quiet else self.paint.ink
        size = fitted(words, WIDTH - 20, 12)
        return label(10, ASK + 13 + 18 * row, words, size, fill=ink, **({} if is_quiet else BOLD))

    def _cost_words(self) -> str:
        cost = int(table.value_of(self.what))
        if self.state.phase_id != table.PAYING:
            return self.t("Cost {cost}", cost=cost)
        return self.t("Cost {cost}, still to pay: {left}", cost=cost, left=cost - 1 - self._paid_count())

    def _paid_count(self) -> int:
        state = self.state
        return sum(map(int.bit_count, (int(state.paid), int(state.paid_expansions)))) + int(state.paid_jokers)

    def _payment(self) -> str:
        """The pieces paid so far, at the right."""
        state, view = self.state, self.view
        names = [f"tile-{HEXAGONS[h]}" for h in members(int(state.paid))]
        names += [f"tile-expansion-{HEXAGONS[h]}" for h in members(int(state.paid_expansions))]
        names += ["tile-joker"] * int(state.paid_jokers)
        first = WIDTH - 20 - 26 * (len(names) - 1)
        return group(*(use(view.id(n), first + 26 * i, ASK + 9, 27) for i, n in enumerate(names)))

    def _gain_words(self) -> str:
        """What the hexagon scores this round, in groups at the end, and the jokers it brings."""
        words = [self.t("This round +{points}", points=int(hexagon_points(self.state, self.what)))]
        space = self._chosen()
        if space != EMPTY:
            points = groups_gain(self.state, self.player, space, self.what)
            words.append(self.t("groups {points}", points=points_text(points)))
            jokers = jokers_gain(self.player, space) if self.action == table.PLACING_TILE else 0
            if jokers:
                words.append(self.t("jokers +{n}", n=jokers))
        return ", ".join(words)

    def _forecast(self) -> str:
        """What the garden would score now."""
        player, state = self.player, self.state
        step = int(state.round_number) - 1
        drawn, x = [], 10.0
        said = self.t("This round")
        drawn.append(label(x, ASK + 21, said, fitted(said, 56, 12), fill=self.paint.quiet))
        x += 60
        for nth in range(CRITERIA_PER_ROUND):
            criterion, worth = int(state.wheel[step, nth]), int(state.wheel_points[step, nth])
            points = int(criterion_points(player, criterion, worth))
            drawn.append(sign(self.view, criterion, x + 10, ASK + 17, 26))
            drawn.append(label(x + 26, ASK + 22, f"+{points}", 14, fill=self.paint.ink, **BOLD))
            x += 64
        total = int(groups_points(player, state.side))
        words = self.t("groups {points}", points=points_text(total))
        drawn.append(
            label(
                WIDTH - 10,
                ASK + 21,
                words,
                fitted(words, 66, 12),
                fill=self.paint.ink,
                text_anchor="end",
                **BOLD,
            )
        )
        return "".join(drawn)


# ------------------------------------------------------------------------------------------------
# The legend


def _legend(view: View) -> Part:
    """Which border is which colour, which silhouette which pattern, and what surrounding brings."""
    words, ink = view.t("Queen's Garden"), view.paint.ink
    heading = label(WIDTH / 2, 36, words, 24, fill=ink, font_family=DISPLAY, **MIDDLE)
    body = [heading, *_criteria_legend(view), *_feature_legend(view)]
    return picture(view, "legend", words, WIDTH, HEIGHT_OTHER, *body)


def _criteria_legend(view: View) -> list[str]:
    names, ink, drawn = criterion_names(view.t), view.paint.ink, []
    for criterion in range(CRITERIA_N):
        column, row = divmod(criterion, COLOURS_N)
        x, y = 28 + 176 * column, 68 + 36 * row
        drawn.append(sign(view, criterion, x, y, 35))
        drawn.append(label(x + 23, y + 5, names[criterion], fitted(names[criterion], 130, 15), fill=ink))
    for value in range(1, PATTERNS_N + 1):
        y = 73 + 36 * (value - 1)
        drawn.append(label(326, y, str(value), 16, fill=ink, text_anchor="end", **BOLD))
    return drawn


def _feature_legend(view: View) -> list[str]:
    t, ink = view.t, view.paint.ink
    words = (t("fountain"), t("statue"), t("bench"), t("pavilion"))
    drawn = [label(14, 288, t("Jokers for what is surrounded"), 12, fill=view.paint.quiet)]
    for i, (kind, feature) in enumerate(REWARDS.items()):
        x, y = 30 + 82 * i, 318
        drawn.append(use(view.id(kind), x, y, 40))
        drawn.append(label(x + 22, y + 6, f"+{FEATURE_JOKERS[feature]}", 16, fill=ink, **BOLD))
        drawn.append(label(x + 8, y + 34, words[i], fitted(words[i], 76, 12), fill=ink, **MIDDLE))
    return drawn
