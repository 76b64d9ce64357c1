"""Duel as pictures. It is told what is legal and what is known, and knows no rule."""

from functools import lru_cache
from textwrap import wrap
from typing import Any

from azulejos.draw import common, discs, tiles
from azulejos.draw.common import (
    CLEAR,
    MINUS,
    NOWHERE,
    TARGET,
    WIDTH,
    fitted,
    last_ring,
    points_text,
    shortened,
    slices,
)
from azulejos.draw.shapes import (
    circle,
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
    title,
    use,
)
from azulejos.draw.theme import DISPLAY, Theme, mix
from azulejos.draw.tiles import BOLD, MIDDLE, piece, pile
from azulejos.draw.view import Part, View, also, choice, definitions, picture, place
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    ASKED,
    BROKEN_LOSS,
    BROKEN_MAX,
    CHIPS,
    CHIPS_N,
    CHIPS_PER_ROUND,
    COLOURFUL,
    COLOURFUL_POINTS,
    COLOURS,
    COLOURS_N,
    COLUMN_POINTS,
    CORNERS,
    DIAGONAL_POINTS,
    DOME_TILES,
    DOME_TILES_N,
    EMPTY,
    EMPTY_SPECIAL_POINTS,
    GOALS,
    GOALS_N,
    KINDS,
    LARGE,
    LINES,
    MOON_MAX,
    PLACE_OF,
    PLACES_N,
    PLACES_PER_ROW,
    PLAYERS,
    QUADRANTS,
    RIM_POINTS,
    ROUNDS,
    ROW_POINTS,
    SIZE,
    SMALL,
    SPACES_N,
    SPECIAL,
    SPECIAL_TILES_N,
    START_LOSS,
    TILES_PER_LARGE,
    TILES_PER_SMALL,
    TOKENS,
    TURNS_N,
    WILD,
    WILD_POINTS,
)
from azulejos.games.duel.board import DISPLAY as DISPLAY_N
from azulejos.games.duel.scoring import colours_in_row, count_along, goal_points, tile_points

MOTIFS = dict(zip(COLOURS, (discs.ring, discs.sun, discs.cross, discs.five_points, discs.drop), strict=True))
LETTERS = "BYRKT"  # the letters of the plain terminal
ASKS = (*COLOURS, "special", "wild")  # what a space may ask for, as the ends of the names of symbols


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board(state, seat, view, marks).part() for seat in range(PLAYERS)}
    offer = Offer(state, view, marks).part()
    defs = _defs(view.theme, view.letters, view.prefix)
    return {"defs": defs, "offer": offer, **boards, "legend": _legend(view)}


def _colour_names(t: Any) -> tuple[str, ...]:
    return (t("blue"), t("yellow"), t("red"), t("black"), t("turquoise"))


def _back_names(t: Any) -> tuple[str, str]:
    return t("special back"), t("wild back")


def _goal_names(t: Any) -> tuple[str, ...]:
    return (
        t("rows"),
        t("colourful rows"),
        t("columns"),
        t("rim"),
        t("diagonals"),
        t("corners"),
        t("wild spaces"),
        t("empty special spaces"),
    )


# ------------------------------------------------------------------------------------------------
# What all tables of a look have in common


@lru_cache(maxsize=24)
def _defs(theme: str, letters: bool, prefix: str) -> Part:
    view = View((), theme=theme, letters=letters, prefix=prefix)
    drawn = [] if view.paint.is_flat else [tiles.sheen(view), discs.pearl(view)]
    symbols = {**_tile_symbols(view), **_chip_symbols(view), **_dome_symbols(view), **_goal_symbols(view)}
    symbols |= {"spot": circle(20, 20, 18, **CLEAR), "sun": _sun_sign(view), "moon": _moon_sign(view)}
    drawn += [symbol(view.id(name), tiles.SIDE, inside) for name, inside in symbols.items()]
    paint = view.paint
    drawn.append(symbol(view.id("plate"), 96, tiles.plate(paint, paint.gilt, _sun_paint(paint))))
    return definitions(*drawn)


def _sun_paint(paint: Theme) -> str:
    return paint.panel if paint.is_flat else mix(paint.gold, paint.panel, 0.62)


def _moon_paint(paint: Theme) -> str:
    return paint.panel if paint.is_flat else mix(paint.accent, paint.panel, 0.74)


def _tile_symbols(view: View) -> dict[str, str]:
    drawn = {}
    for (colour, motif), letter in zip(MOTIFS.items(), LETTERS, strict=True):
        drawn[f"tile-{colour}"] = discs.tile(view, colour, motif, letter)
        drawn[f"space-{colour}"] = discs.space(view, colour, motif)
    drawn["tile-special"] = discs.special(view)
    drawn["space-special"] = discs.special_space(view)
    drawn["space-wild"] = discs.wild_space(view, COLOURS)
    drawn["space-any"] = circle(20, 20, 17, fill=view.paint.panel, stroke=view.paint.edge, stroke_width=1.6)
    drawn["tile-start"] = tiles.starting_tile(view)
    drawn["tile-token"] = _token(view.paint)
    return drawn


def _chip_symbols(view: View) -> dict[str, str]:
    letters = dict(zip(COLOURS, LETTERS, strict=True))
    faces = {f"tile-chip-{name}": discs.chip(view, tuple(name.split("-")), MOTIFS, letters) for name in CHIPS}
    return {**faces, "tile-chip": discs.chip_back(view)}


def _token(paint: Theme) -> str:
    """A player token: a small tower."""
    shape = "M13 36L15 20H12V9H16V13H18.2V9H21.8V13H24V9H28V20H25L27 36Z"
    return path(shape, fill=paint.accent, stroke=paint.panel, stroke_width=1.4, stroke_linejoin="round")


def _sun_sign(view: View) -> str:
    return discs.sun(view.paint.gilt, "")


def _moon_sign(view: View) -> str:
    return path("M26 5A16 16 0 1 0 35 27A13 13 0 0 1 26 5Z", fill=view.paint.accent)


# Dome tiles


def _dome_symbols(view: View) -> dict[str, str]:
    drawn = {f"tile-dome-{name}": _face(view, tile, 0) for tile, name in enumerate(DOME_TILES)}
    return {**drawn, **{f"tile-back-{kind}": _back(view, kind) for kind in KINDS}, "ground": _ground(view)}


def _ground(view: View) -> str:
    """A dome tile before its spaces are painted."""
    paint = view.paint
    edge = paint.ink if paint.is_flat else mix(paint.accent, paint.tray, 0.35)
    return rect(0.6, 0.6, 38.8, 38.8, 3.4, fill=paint.tray, stroke=edge, stroke_width=1.1)


def _face(view: View, tile: int, turned: int) -> str:
    """A dome tile with its four spaces, on a square of 40."""
    spots = ((10.8, 10.8), (29.2, 10.8), (29.2, 29.2), (10.8, 29.2))
    asked = ASKED[tile, turned]
    spaces = [use(view.id(f"space-{ASKS[asked[q]]}"), x, y, 17.6) for q, (x, y) in enumerate(spots)]
    return use(view.id("ground"), 20, 20, 40) + "".join(spaces)


def _back(view: View, kind: str) -> str:
    """The back of a dome tile shows its kind."""
    paint = view.paint
    blue = mix(paint.glazes["blue"].base, paint.page, 0 if paint.page > "#8" else 0.3)
    fill, ink = (paint.panel, paint.ink) if paint.is_flat else (blue, mix(blue, "#ffffff", 0.45))
    ground = rect(0.6, 0.6, 38.8, 38.8, 3.4, fill=fill, stroke=ink, stroke_width=1.2)
    frame = rect(3.4, 3.4, 33.2, 33.2, 2, fill="none", stroke=ink, stroke_width=0.9)
    corners = "".join(path(star(4, 3.4, 1.3, x, y), fill=ink) for x in (7.6, 32.4) for y in (7.6, 32.4))
    sign = "tile-special" if kind == "special" else "space-wild"
    return ground + frame + corners + use(view.id(sign), 20, 20, 25)


# Goals

RIM = [s for s in range(SPACES_N) if s // SIZE in (0, SIZE - 1) or s % SIZE in (0, SIZE - 1)]
CORNER_SPACES = [s for s in range(SPACES_N) if s // SIZE not in (2, 3) and s % SIZE not in (2, 3)]
GOAL_SPACES = {
    "rows": range(12, 18),
    "columns": range(2, SPACES_N, SIZE),
    "rim": RIM,
    "diagonals": sorted({*range(0, SPACES_N, SIZE + 1), *range(SIZE - 1, SPACES_N - 1, SIZE - 1)}),
    "corners": CORNER_SPACES,
}
GOAL_WORTH = {
    "rows": f"+{ROW_POINTS}",
    "colourful-rows": f"+{COLOURFUL_POINTS}",
    "columns": f"+{COLUMN_POINTS}",
    "rim": f"+{RIM_POINTS}",
    "diagonals": f"+{DIAGONAL_POINTS}",
    "corners": f"+{CORNERS[0][1]}/{CORNERS[-1][1]}",
    "wild-spaces": f"+{WILD_POINTS}",
    "empty-specials": f"{MINUS}{-EMPTY_SPECIAL_POINTS}",
}


def _cells(spaces: Any) -> str:
    """Spaces of a dome as small squares, on a square of 40."""
    return "".join(f"M{2.5 + 6 * (s % SIZE):g} {2.5 + 6 * (s // SIZE):g}h5v5h-5z" for s in spaces)


def _goal_symbols(view: View) -> dict[str, str]:
    return {f"goal-{goal}": _goal_picture(view, goal) for goal in GOALS}


def _goal_picture(view: View, goal: str) -> str:
    paint = view.paint
    frame = rect(0.5, 0.5, 39, 39, 4, fill=paint.panel, stroke=paint.edge)
    grid = path(_cells(range(SPACES_N)), fill=paint.panel if paint.is_flat else paint.tray)
    if paint.is_flat:
        grid = path(_cells(range(SPACES_N)), fill=paint.panel, stroke=paint.quiet, stroke_width=0.6)
    if goal in GOAL_SPACES:
        return frame + grid + path(_cells(GOAL_SPACES[goal]), fill=paint.gilt)
    if goal == "colourful-rows":
        row = [use(view.id(f"tile-{c}"), 5.6 + 7.2 * i, 20, 8.6) for i, c in enumerate(COLOURS)]
        return frame + grid + "".join(row)
    sign = use(view.id("space-wild" if goal == "wild-spaces" else "space-special"), 20, 20, 30)
    slash = path("M6 34L34 6", stroke=paint.loss, stroke_width=3) if goal == "empty-specials" else ""
    return frame + sign + slash


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    def __init__(self, rows: Any) -> None:
        super().__init__()
        told = [] if rows is None else list(rows)
        for row in told:
            self._read(row)
        if any(row.what == table.CHIP_PUT_OUT for row in told):
            # A new round has begun: only the domes still show what happened before.
            self.places = {key for key in self.places if table.AT_SPACE <= key[1] < table.AT_BROKEN}

    def _read(self, row: Any) -> None:
        seat, what = int(row.seat), row.what
        if what in FROM:
            self._add(seat, int(row.source))
        if what in TO:
            self._add(seat, int(row.target))
        if what in SCORED:
            key = (seat, int(row.source))
            self.places.add(key)
            self.points[key] = self.points.get(key, 0) + int(row.points)
        if what in (table.PASSED, table.LOOKED_AT, table.DOME_KEPT):
            self.places.add((seat, table.AT_HAND if what == table.PASSED else table.AT_DRAWN))

    def _add(self, seat: int, at: int) -> None:
        if at != NOWHERE:
            self.places.add((seat if at >= table.AT_HAND else -1, at))


FROM = (
    table.TAKEN,
    table.DOME_TAKEN,
    table.DOME_DRAWN,
    table.CHIP_TAKEN,
    table.TOKEN_USED,
    table.CHIP_PAID,
    table.LINE_KEPT,
)
TO = (
    table.STACKED,
    table.LEFT_OVER,
    table.PUT_UNDER,
    table.DOME_PLACED,
    table.START_TAKEN,
    table.CHIP_TAKEN,
    table.LINED,
    table.BROKEN,
    table.OVERFLOWED,
    table.LAID,
    table.SPECIAL_LAID,
)
SCORED = (table.ALONE, table.ACROSS, table.DOWN, table.SPECIAL_POINTS, table.BROKEN_COST, table.START_COST)


def _goals_known(state: Any) -> list[int]:
    return [goal for goal in range(GOALS_N) if int(state.goals) >> goal & 1]


def _plain(points: int) -> str:
    """Points without a plus, with a true minus sign."""
    return f"{MINUS}{-points}" if points < 0 else str(points)


def _active(state: Any) -> int:
    """The seat whose turn it is, even while CHANCE is asked."""
    return int(state.to_move) if state.to_move >= 0 else int(state.mover)


# ------------------------------------------------------------------------------------------------
# The offer

OFFER_WIDTH = 372
GOALS_TOP = 40
GOAL_HEIGHT = 56
WIDE_GOAL = 43
FOUR_GOALS = 2 * WIDE_GOAL - GOAL_HEIGHT  # how much more height four goals need
FACTORIES_TOP = GOALS_TOP + GOAL_HEIGHT + 4
SMALL_RADIUS = 45
LARGE_RADIUS = 56
FACTORY_HEIGHT = 96
FACTORY_SPOTS = (
    (0, 0),
    (OFFER_WIDTH - 124, 0),
    (0, FACTORY_HEIGHT + 2),
    (OFFER_WIDTH - 124, FACTORY_HEIGHT + 2),
)
MOON_TOP = FACTORIES_TOP + 2 * FACTORY_HEIGHT + 7
MOON_HEIGHT = 56
MOON_SLOT = 54
DISPLAY_TOP = MOON_TOP + MOON_HEIGHT + 6
DOME = 70  # the side of a dome tile in the display
OFFER_HEIGHT = DISPLAY_TOP + DOME + 8
LEVEL = 21.5  # from tile to tile in a stack


class Offer:
    """Goals, the factories with their two sides, the display and the stack."""

    def __init__(self, state: Any, view: View, marks: Marks) -> None:
        self.state, self.view, self.marks = state, view, marks
        self.paint, self.t = view.paint, view.t
        self.has_four = max(int(state.goals_wanted), len(_goals_known(state))) > 3

    def part(self) -> Part:
        spots = enumerate(FACTORY_SPOTS)
        factories = [moved(x, FACTORIES_TOP + y, self._factory(factory)) for factory, (x, y) in spots]
        more = FOUR_GOALS if self.has_four else 0
        below = moved(0, more, *factories, self._large(), self._moon_tray(), self._display())
        body = [self._head(), self._goals(), below]
        return picture(self.view, "offer", self._title(), OFFER_WIDTH, OFFER_HEIGHT + more, *body)

    def _title(self) -> str:
        t, state = self.t, self.state
        now = t("Round {n}, turn {turn}", n=state.round_number, turn=state.turn_number)
        if state.phase_id == table.OVER:
            now = t("Round {n}, the game is over", n=state.round_number)
        return f"{t('Duel')}. {now}"

    # The head

    def _head(self) -> str:
        state, t = self.state, self.t
        specials = SPECIAL_TILES_N - sum(int((p.spaces == SPECIAL).sum()) for p in state.players)
        return (
            self._rounds()
            + self._store(172, 62, t("bag"), table.AT_BAG, state.bag)
            + self._store(237, 71, t("tower"), table.AT_TOWER, state.tower)
            + self._pool(311, 59, specials)
        )

    def _rounds(self) -> str:
        """The round in words, and a pip for each."""
        paint, now = self.paint, int(self.state.round_number)
        said = self.t("Round {n} of {most}", n=now, most=ROUNDS)
        words = label(4, 26, said, fitted(said, 102, 15), fill=paint.ink, **BOLD)
        pips = []
        for i in range(ROUNDS):
            fill = paint.gilt if i < now else paint.tray
            pips.append(circle(116 + 11.5 * i, 21, 4.4, fill=fill, stroke=paint.gilt, stroke_width=1.2))
        return words + "".join(pips)

    def _store(self, x: float, width: float, word: str, at: int, counts: Any) -> str:
        names = _colour_names(self.t)
        content = ", ".join(f"{names[c]} {counts[c]}" for c in range(COLOURS_N) if counts[c])
        words = label(x + 6, 24, word, fitted(word, width - 33, 11), fill=self.paint.quiet)
        total = label(
            x + width - 6, 27, str(int(sum(counts))), 17, fill=self.paint.ink, text_anchor="end", **BOLD
        )
        frame = rect(x, 3, width, 34, 8, **self._frame(at))
        return place(table.PLACES[at], title(f"{word}: {content or 0}"), frame, words, total)

    def _pool(self, x: float, width: float, specials: int) -> str:
        """The special tiles that are left."""
        words = title(f"{self.t('special tiles')}: {specials}")
        sign = use(self.view.id("tile-special"), x + 19, 20, 26)
        total = label(x + width - 8, 27, str(specials), 17, fill=self.paint.ink, text_anchor="end", **BOLD)
        return place("pool", words, rect(x, 3, width, 34, 8, **self._frame(table.AT_POOL)), sign, total)

    def _frame(self, at: int) -> dict[str, Any]:
        edge = last_ring(self.paint) if self.marks.has(at) else {"stroke": self.paint.edge}
        return {**edge, "fill": self.paint.panel}

    # Goals

    def _goals(self) -> str:
        """Three side by side, four in two rows."""
        goals = _goals_known(self.state)
        if self.has_four:
            width = OFFER_WIDTH / 2
            spots = [(2 + width * (i % 2), GOALS_TOP + WIDE_GOAL * (i // 2)) for i in range(len(goals))]
            cards = [self._wide_goal(goal, width - 4) for goal in goals]
        else:
            width = OFFER_WIDTH / 3
            spots = [(2 + width * i, GOALS_TOP) for i in range(len(goals))]
            cards = [self._goal(goal, width - 4) for goal in goals]
        return "".join(moved(x, y, card) for (x, y), card in zip(spots, cards, strict=True))

    def _goal(self, goal: int, width: float) -> str:
        """What a goal is, what it brings, and what both have of it now."""
        paint, name = self.paint, _goal_names(self.t)[goal]
        frame = rect(0, 0, width, GOAL_HEIGHT - 2, 8, fill=paint.panel, stroke=paint.edge)
        sign = use(self.view.id(f"goal-{GOALS[goal]}"), 19, 19, 31)
        worth = label(19, 48, GOAL_WORTH[GOALS[goal]], 12, fill=paint.quiet, **BOLD, **MIDDLE)
        lines = wrap(name, 13)
        size, y = (12, 15) if len(lines) == 1 else (10, 11)
        words = [label(38, y + 10 * i, line, fitted(line, width - 42, size)) for i, line in enumerate(lines)]
        points = [self._goal_points(goal, seat, 38, width - 6, 34 + 15 * seat) for seat in range(PLAYERS)]
        told = title(f"{name}: {GOAL_WORTH[GOALS[goal]]}")
        return group(told, frame, sign, worth, group(*words, fill=paint.ink, **BOLD), *points)

    def _wide_goal(self, goal: int, width: float) -> str:
        paint, name, middle = self.paint, _goal_names(self.t)[goal], 38 + (width - 38) / 2
        frame = rect(0, 0, width, WIDE_GOAL - 3, 8, fill=paint.panel, stroke=paint.edge)
        sign = use(self.view.id(f"goal-{GOALS[goal]}"), 20, (WIDE_GOAL - 3) / 2, 33)
        said = GOAL_WORTH[GOALS[goal]]
        worth = label(width - 6, 16, said, 12, fill=paint.quiet, text_anchor="end", **BOLD)
        words = label(41, 16, name, fitted(name, width - 74, 12), fill=paint.ink, **BOLD)
        first = self._goal_points(goal, 0, 41, middle - 5, 33)
        second = self._goal_points(goal, 1, middle + 3, width - 6, 33)
        return group(title(f"{name}: {said}"), frame, sign, worth, words, first, second)

    def _goal_points(self, goal: int, seat: int, left: float, right: float, y: float) -> str:
        paint, points = self.paint, int(goal_points(self.state.players[seat], goal))
        name = shortened(self.view.names[seat], 9 if right - left > 70 else 6)
        ink = paint.ink if points > 0 else paint.loss if points < 0 else paint.quiet
        words = label(left, y, name, 10.5, fill=paint.quiet)
        return words + label(right, y + 1, _plain(points), 14.5, fill=ink, text_anchor="end", **BOLD)

    # Factories

    def _factory(self, factory: int) -> str:
        """A small one: the sun side is a plate, the moon side a shaft with a chip and the stack on it."""
        is_left = FACTORY_SPOTS[factory][0] == 0
        plate, shaft = (47, 107) if is_left else (77, 17)
        number_ = self._number(-36 if is_left else 36, -36, str(factory + 1))
        return moved(shaft, 48, self._shaft(factory)) + moved(plate, 48, self._sun(factory), number_)

    def _number(self, x: float, y: float, words: str) -> str:
        disc = circle(x, y, 8.5, fill=self.paint.panel, stroke=self.paint.gilt, stroke_width=1.2)
        return disc + label(x, y + 4, words, 11.5, fill=self.paint.ink, **BOLD, **MIDDLE)

    def _sun(self, source: int) -> str:
        """The sun side of a factory, with the tiles of each colour in a slice of their own."""
        is_large = source == LARGE
        radius, slots = (LARGE_RADIUS, TILES_PER_LARGE) if is_large else (SMALL_RADIUS, TILES_PER_SMALL)
        counts = [int(count) for count in self.state.sun[source]]
        drawn = [use(self.view.id("plate"), 0, 0, 2 * radius)]
        is_asked = self.view.last is not None and self.state.source_chosen == source
        if self.marks.has(source) or is_asked:
            drawn.append(circle(0, 0, radius, **last_ring(self.paint)))
        if not sum(counts):
            drawn.append(use(self.view.id("sun"), 0, 0, 26))
        drawn += [self._take(source, radius, slots, *slice_) for slice_ in slices(counts, slots)]
        return place(table.PLACES[source], *drawn)

    def _take(self, source: int, radius: float, slots: int, colour: int, start: float, end: float) -> str:
        name = f"{table.PLACES[source].replace('sun-', 'factory-')} {COLOURS[colour]}"
        if source == LARGE:
            name = f"large {COLOURS[colour]}"
        if source == self.state.source_chosen:
            name = f"stack {COLOURS[colour]}"
        slot, far = 360 / slots, radius * 0.575
        angles = [start + slot * (i + 0.5) for i in range(round((end - start) / slot))]
        spots = [on_circle(angle, far) for angle in angles]
        size = radius * (0.66 if source == LARGE else 0.78)
        drawn = [piece(self.view, COLOURS[colour], x, y, size) for x, y in spots]
        if name in self.view.legal:
            gilt = [circle(x, y, size / 2 + 1.2, fill=self.paint.gilt) for x, y in spots]
            drawn = [sector(start, end, radius + 3, **CLEAR), *gilt, *drawn]
        return choice(self.view, name, *drawn)

    def _shaft(self, factory: int) -> str:
        """The moon side of a small factory: its chip, and on it the stack, seen from the side."""
        paint, state = self.paint, self.state
        ring: dict[str, Any] = {"stroke": mix(paint.accent, paint.panel, 0.3)}
        if self.marks.has(table.AT_MOON + factory):
            ring = {"stroke": paint.accent, "stroke_width": 3, "class_": "last"}
        shaft = rect(-16, -46, 32, 92, 14, **{"fill": _moon_paint(paint), **ring})
        count = int(state.moon_count[factory])
        sign = use(self.view.id("moon"), 0, -32, 15) if count < MOON_MAX else ""
        stack = [self._level(factory, level, count) for level in range(count)]
        spot = rect(-15, -44, 30, 66, **CLEAR)
        moon = place(f"moon-{factory + 1}", spot, *stack)
        chip = self._chip(factory, int(state.chip[factory]))
        # A chip below the stack is partly covered by it; one that shows its face can be taken.
        return shaft + sign + (chip + moon if state.chip[factory] < 0 else moon + chip)

    def _level(self, factory: int, level: int, count: int) -> str:
        colour = COLOURS[int(self.state.moon[factory, level])]
        y = 13 - LEVEL * level
        drawn = piece(self.view, colour, 0, y, 29)
        if level < count - 1:
            return drawn
        name = f"moon {colour}"
        is_legal = name in self.view.legal
        ring = circle(0, y, 15.6, fill=self.paint.gilt) if is_legal else ""
        return also(self.view, name, ring, drawn) if is_legal else drawn

    def _chip(self, factory: int, chip: int) -> str:
        """The chip of a factory; of two alike that show their face the first is the one that is taken."""
        if chip < 0:
            hidden = (
                piece(self.view, "chip", 0, 31, 29) if chip == table.FACE_DOWN else square(0, 31, 26, **CLEAR)
            )
            return place(f"chip-{factory + 1}", self._chip_ring(factory, 31, 29), hidden)
        name, legal = f"chip {CHIPS[chip]}", self.view.legal
        first = int(table.factory_with(self.state, chip))
        drawn = [self._chip_ring(factory, 8, 34)]
        if name in legal:
            drawn = [rect(-25, -24, 50, 64, **CLEAR), circle(0, 8, 19, fill=self.paint.gilt)]
        drawn.append(use(self.view.id(f"tile-chip-{CHIPS[chip]}"), 0, 8, 34, data_piece=name))
        wrapped = choice(self.view, name, *drawn) if factory == first else also(self.view, name, *drawn)
        return place(f"chip-{factory + 1}", wrapped)

    def _chip_ring(self, factory: int, y: float, size: float) -> str:
        if not self.marks.has(table.AT_CHIP + factory):
            return ""
        return circle(0, y, size / 2 + 2, **last_ring(self.paint))

    def _large(self) -> str:
        """The large factory's sun side stands in the middle."""
        return moved(OFFER_WIDTH / 2, FACTORIES_TOP + FACTORY_HEIGHT + 1, self._sun(LARGE))

    # The moon side of the large factory, where every moon colour can be taken

    def _moon_tray(self) -> str:
        paint = self.paint
        edge: dict[str, Any] = {"stroke": mix(paint.accent, paint.panel, 0.3)}
        if self.marks.has(table.AT_MOON + LARGE):
            edge = {"stroke": paint.accent, "stroke_width": 3, "class_": "last"}
        tray = rect(2, MOON_TOP, OFFER_WIDTH - 4, MOON_HEIGHT, 12, fill=_moon_paint(paint), **edge)
        sign = use(self.view.id("moon"), 22, MOON_TOP + MOON_HEIGHT / 2, 26)
        slots = [moved(68 + MOON_SLOT * c, MOON_TOP + 28, self._moon_slot(c)) for c in range(COLOURS_N)]
        return place("moon-large", tray, sign, *slots, self._start())

    def _moon_slot(self, colour: int) -> str:
        """The single tiles of a colour, and how many of it lie on top of all moon sides together."""
        paint, name = self.paint, f"moon {COLOURS[colour]}"
        count, tops = int(self.state.large_moon[colour]), self._tops(colour)
        is_legal = name in self.view.legal
        edge = {"stroke": paint.gilt, "stroke_width": 2.6} if is_legal else {"stroke": paint.edge}
        slot = rect(-25, -24, 50, 48, 9, fill=paint.panel, **edge)
        tile = use(self.view.id(f"space-{COLOURS[colour]}"), -7, 0, 29)
        if count:
            tile = moved(-7, 0, _spread(self.view, COLOURS[colour], count))
        words = ""
        if tops:
            said = self.t("{n} to take from all moon sides", n=tops)
            words = group(
                title(said), label(22, 18, str(tops), 17, fill=paint.ink, text_anchor="end", **BOLD)
            )
        return choice(self.view, name, slot, tile, words)

    def _tops(self, colour: int) -> int:
        state = self.state
        stacks = [
            f
            for f in range(SMALL)
            if state.moon_count[f] and state.moon[f, state.moon_count[f] - 1] == colour
        ]
        return int(state.large_moon[colour]) + len(stacks)

    def _start(self) -> str:
        """The starting-player tile, and what it costs."""
        x, y = OFFER_WIDTH - 28, MOON_TOP + 22
        if self.state.start_holder != table.NOBODY:
            return square(x, y, 30, 6, fill="none", stroke=self.paint.quiet, stroke_dasharray="3 3")
        cost = label(x, MOON_TOP + 52, f"{MINUS}{-START_LOSS}", 13, fill=self.paint.loss, **BOLD, **MIDDLE)
        return piece(self.view, "start", x, y, 34) + cost

    # Display and stack

    def _display(self) -> str:
        slots = [self._display_slot(slot) for slot in range(DISPLAY_N)]
        return "".join(slots) + moved(4 + (DOME + 7) * DISPLAY_N, DISPLAY_TOP, self._stack())

    def _display_slot(self, slot: int) -> str:
        x, y = 4 + (DOME + 7) * slot + DOME / 2, DISPLAY_TOP + DOME / 2
        tile = int(self.state.display[slot])
        ring = (
            square(x, y, DOME + 3, 8, **last_ring(self.paint))
            if self.marks.has(table.AT_DISPLAY + slot)
            else ""
        )
        name = table.PLACES[table.AT_DISPLAY + slot]
        if tile == EMPTY:
            return place(
                name,
                square(x, y, DOME - 2, 7, fill="none", stroke=self.paint.edge, stroke_dasharray="4 4"),
                ring,
            )
        wanted = f"dome {DOME_TILES[tile]}"
        gilt = square(x, y, DOME + 4, 8, fill=self.paint.gilt) if wanted in self.view.legal else ""
        drawn = _dome_piece(self.view, tile, x, y, DOME)
        return place(name, choice(self.view, wanted, gilt, drawn), ring)

    def _stack(self) -> str:
        """The stack as its uppermost back, how many lie there, and those below that somebody knows."""
        state, paint, half = self.state, self.paint, DOME / 2
        count, kind = int(table.stack_count(state)), self._top_kind()
        ring = square(half, half, DOME + 3, 8, **last_ring(paint)) if self.marks.has(table.AT_STACK) else ""
        if not count:
            empty = square(half, half, DOME - 2, 7, fill="none", stroke=paint.edge, stroke_dasharray="4 4")
            return place("stack", title(self._stack_words(count, kind)), empty, ring)
        layers = [
            square(half + d, half + d, DOME - 6, 6, fill=paint.tray, stroke=paint.edge)
            for d in (4, 2)[: min(count - 1, 2)][::-1]
        ]
        if kind == EMPTY:
            top = square(half, half, DOME - 6, 6, fill=paint.plate, stroke=paint.accent)
        else:
            top = use(self.view.id(f"tile-back-{KINDS[kind]}"), half - 2, half - 2, DOME - 4)
        drawn = [title(self._stack_words(count, kind)), *layers, top, self._stack_count(count)]
        if "draw" in self.view.legal and state.phase_id == table.DRAWING:
            gilt = square(half, half, DOME + 4, 8, fill=paint.gilt)
            drawn = [also(self.view, "draw", gilt, *drawn)]
        elif "draw" in self.view.legal:
            gilt = square(half, half, DOME + 4, 8, fill=paint.gilt)
            drawn = [choice(self.view, "draw", gilt, *drawn)]
        return place("stack", *drawn, ring) + moved(DOME + 6, 0, self._under())

    def _top_kind(self) -> int:
        state = self.state
        if state.unseen_count:
            return int(state.top_kind)
        return int(state.under_kind[0]) if state.under_count else EMPTY

    def _stack_words(self, count: int, kind: int) -> str:
        words = self.t("stack: {n}", n=count)
        if kind == EMPTY:
            return words
        return f"{words}, {_back_names(self.t)[kind]}"

    def _stack_count(self, count: int) -> str:
        x, y = DOME - 12, DOME - 12
        disc = circle(x, y, 12.5, fill=self.paint.panel, stroke=self.paint.ink, stroke_width=1)
        return disc + label(x, y + 5.4, str(count), 15, fill=self.paint.ink, **BOLD, **MIDDLE)

    def _under(self) -> str:
        """The tiles that were put under the stack, from the top: faces where they are known."""
        count = int(self.state.under_count)
        if not count:
            return ""
        columns = next(n for n in (1, 2, 3, 4) if n * n >= count)
        step = min(36.0, 56 / columns)
        tiles_ = [self._under_tile(i, columns, step) for i in range(count)]
        arrow = path("M2 5H52M47 1L53 5L47 9", fill="none", stroke=self.paint.quiet, stroke_width=1.4)
        words = self.t("under the stack, from the top: {n}", n=count)
        return group(title(words), arrow, *tiles_)

    def _under_tile(self, i: int, columns: int, step: float) -> str:
        state, x, y = self.state, step * (i % columns + 0.5), 16 + step * (i // columns + 0.5)
        tile, kind = int(state.under[i]), int(state.under_kind[i])
        if tile == EMPTY:
            return use(self.view.id(f"tile-back-{KINDS[kind]}"), x, y, step - 1.5)
        who = self.t("known to {name}", name=self.view.names[int(state.under_knower[i])])
        ring = square(x, y, step, 2, fill=self.paint.gilt)
        return group(title(who), ring, use(self.view.id(f"tile-dome-{DOME_TILES[tile]}"), x, y, step - 2))


def _dome_piece(view: View, tile: int, x: float, y: float, size: float) -> str:
    """A dome tile that lies open and is not turned."""
    name = DOME_TILES[tile]
    return use(view.id(f"tile-dome-{name}"), x, y, size, data_piece=f"dome {name}")


def _spread(view: View, name: str, count: int) -> str:
    """Equal tiles around the origin, each a little before the next."""
    step = min(6.0, 10 / max(count - 1, 1))
    first = -step * (count - 1) / 2
    return "".join(piece(view, name, first + step * i, 0, 30) for i in range(count))


# ------------------------------------------------------------------------------------------------
# A board

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

    def __init__(self, state: Any, seat: int, view: View, marks: Marks) -> None:
        super().__init__(state, seat, view, marks)
        self.is_turn = _active(state) == seat
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
        return also(self.view, name, *children) if name in self.legal else group(*children)

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
        return use(self.view.id("space-any"), x, y, 18.4)

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
            return self._place(name, drawn, ring)
        if name in self.legal:
            return self._place(name, self._choice(name, self._open_place(x, y)))
        if self.phase == table.TURNING and self.state.place_chosen == place_:
            return self._place(name, self._chosen(x, y))
        return self._place(name, self._empty_place(x, y))

    def _place_ring(self, x: float, y: float) -> str:
        return square(x, y, 2 * CELL - 1, 5, **last_ring(self.paint))

    def _empty_place(self, x: float, y: float) -> str:
        edge = {"stroke": self.paint.edge, "stroke_dasharray": "4 4"}
        return square(x, y, 2 * CELL - 5, 4, fill="none", **edge) + self._lattice(x, y)

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
        if row == self.state.row_asked and name in self.legal:
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
        drawn = use(self.view.id("space-any"), x, y, 28)
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
            else circle(u, v, 10, fill="none", stroke=self.paint.edge, stroke_dasharray="3 3")
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
            return self._place("hand", spot)
        held = pile(self.view, COLOURS[int(self.state.hand_colour)], int(self.state.hand_count), 36, 14)
        return self._place("hand", spot, moved(38, TOP + 28, held))

    def _drawn(self) -> str:
        """The dome tile that is going to be placed; drawn ones, here or where they are asked for."""
        drawn = [rect(10, TOP, 62, 62, 8, **CLEAR)]
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
        return self._choice(wanted, gilt, _dome_piece(self.view, tile, 0, 0, size - 4))

    # What is asked

    def _ask(self) -> str:
        """What the turn is about now, in words and buttons; otherwise how far the goals are."""
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
        return asked.get(self.phase, self._progress)()

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
            return moved(-35, -35, _face(self.view, tile, turned), scale=1.75)
        x = 7 + INNER / TURNS_N * (turned + 0.5)
        return moved(x - 25, BUTTONS + 19, _face(self.view, tile, turned), scale=1.25)

    def _ask_line(self) -> str:
        count, colour = int(self.state.hand_count), int(self.state.hand_colour)
        facts = {"n": count, "colour": _colour_names(self.t)[colour]}
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

    # Goals on the own dome

    def _progress(self) -> str:
        goals = _goals_known(self.state)
        if not goals:
            return ""
        width = (INNER + 4) / max(len(goals), 3)
        cards = [moved(7 + width * i, BUTTONS, self._goal(goal, width - 4)) for i, goal in enumerate(goals)]
        return self._say(self.t("Goals, as the dome is now"), True) + "".join(cards)

    def _goal(self, goal: int, width: float) -> str:
        """The own dome as a small map, with what counts for a goal."""
        paint, lines = self.paint, wrap(_goal_names(self.t)[goal], 14)
        frame = rect(0, 0, width, ASK_HEIGHT - 4, 8, fill=paint.tray, stroke=paint.edge)
        size = 12 if len(lines) == 1 else 10.5
        words = [
            label(width / 2, 14 + 11 * i, line, fitted(line, width - 6, size)) for i, line in enumerate(lines)
        ]
        is_narrow, points = width < 90, _plain(int(goal_points(self.player, goal)))
        said = label(width - 5, 64, points, 15 if is_narrow else 21, text_anchor="end")
        chart = moved(2, 29, self._map(goal), scale=1.1 if is_narrow else 1.35)
        bold = group(group(*words, **MIDDLE), said, fill=paint.ink, **BOLD)
        return frame + chart + bold

    def _map(self, goal: int) -> str:
        """The spaces that count, those of them that are filled, and the other filled ones."""
        paint, spaces = self.paint, self._counting(goal)
        filled = [s for s in range(SPACES_N) if self.player.spaces[s] != EMPTY]
        rest = path(
            _cells(s for s in range(SPACES_N) if s not in filled),
            fill=paint.panel,
            stroke=paint.edge,
            stroke_width=0.5,
        )
        others = path(_cells(s for s in filled if s not in spaces), fill=mix(paint.accent, paint.panel, 0.55))
        good = path(_cells(s for s in filled if s in spaces), fill=paint.accent)
        missing = [s for s in spaces if s not in filled]
        gap = path(_cells(missing), fill=paint.panel, stroke=paint.gilt, stroke_width=1.2) if missing else ""
        return rest + others + good + gap

    def _counting(self, goal: int) -> set[int]:
        """The spaces that a goal is about: of rows and columns only those that score."""
        name, player = GOALS[goal], self.player
        if name in GOAL_SPACES and name not in ("rows", "columns"):
            return set(GOAL_SPACES[name])
        if name == "columns":
            full = [c for c in range(SIZE) if count_along(player, c, SIZE) == SIZE]
            return {SIZE * row + c for row in range(SIZE) for c in full}
        if name in ("rows", "colourful-rows"):
            return {SIZE * row + c for row in range(SIZE) for c in range(SIZE) if self._scores(name, row)}
        wanted = WILD if name == "wild-spaces" else SPECIAL
        return {s for s in range(SPACES_N) if player.asks[s] == wanted}

    def _scores(self, goal: str, row: int) -> bool:
        if goal == "rows":
            return bool(count_along(self.player, row * SIZE, 1) == SIZE)
        return bool(colours_in_row(self.player, row) >= COLOURFUL)


def _space_middle(space: int) -> tuple[float, float]:
    row, column = divmod(space, SIZE)
    return DOME_LEFT + CELL * (column + 0.5), TOP + CELL * (row + 0.5)


# ------------------------------------------------------------------------------------------------
# The legend


def _legend(view: View) -> Part:
    """Which motif is which colour, and what special and wild spaces look like."""
    t, ink = view.t, view.paint.ink
    heading = label(WIDTH / 2, 40, t("Duel"), 24, fill=ink, font_family=DISPLAY, **MIDDLE)
    left = zip((f"tile-{colour}" for colour in COLOURS), _colour_names(t), strict=True)
    right = (
        ("space-special", t("special space")),
        ("tile-special", t("special tile")),
        ("space-wild", t("wild space")),
        ("tile-chip", t("chip")),
        ("tile-start", t("starting-player tile")),
    )
    body = [heading, *_column(view, 38, left), *_column(view, 176, right)]
    return picture(view, "legend", t("Duel"), WIDTH, HEIGHT_OTHER, *body)


def _column(view: View, x: float, rows: Any) -> list[str]:
    drawn = []
    for row, (name, words) in enumerate(rows):
        y = 84 + 48 * row
        drawn.append(use(view.id(name), x, y, 36))
        for i, line in enumerate(wrap(words, 16)):
            drawn.append(label(x + 26, y + 6 + 17 * i, line, 15.5, fill=view.paint.ink))
    return drawn
