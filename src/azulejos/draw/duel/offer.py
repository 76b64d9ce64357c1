"""The offer of Duel: goals, factories with their two sides, the display and the stack."""

from textwrap import wrap
from typing import Any

from azulejos.draw.common import (
    CLEAR,
    MINUS,
    fitted,
    last_ring,
    moment,
    shortened,
    slices,
)
from azulejos.draw.duel.pieces import (
    GOAL_WORTH,
    Marks,
    back_names,
    colour_names,
    goal_names,
    goals_known,
    moon_paint,
    plain,
)
from azulejos.draw.shapes import (
    circle,
    group,
    label,
    moved,
    on_circle,
    path,
    rect,
    sector,
    square,
    title,
    use,
)
from azulejos.draw.theme import mix
from azulejos.draw.tiles import BOLD, MIDDLE, piece
from azulejos.draw.view import Part, View, also, choice, counter, free_slot, picture, place
from azulejos.games.duel import state as table
from azulejos.games.duel.board import (
    CHIPS,
    COLOURS,
    COLOURS_N,
    DOME_TILES,
    EMPTY,
    GOALS,
    KINDS,
    LARGE,
    MOON_MAX,
    PLAYERS,
    ROUNDS,
    SMALL,
    SPECIAL,
    SPECIAL_TILES_N,
    START_LOSS,
    TILES_PER_LARGE,
    TILES_PER_SMALL,
)
from azulejos.games.duel.board import DISPLAY as DISPLAY_N
from azulejos.games.duel.scoring import goal_points

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
    (OFFER_WIDTH - 130, 0),
    (0, FACTORY_HEIGHT + 2),
    (OFFER_WIDTH - 130, FACTORY_HEIGHT + 2),
)
MOON_TOP = FACTORIES_TOP + 2 * FACTORY_HEIGHT + 7
MOON_HEIGHT = 56
MOON_SLOT = 55
DISPLAY_TOP = MOON_TOP + MOON_HEIGHT + 6
DOME = 70  # the side of a dome tile in the display
OFFER_HEIGHT = DISPLAY_TOP + DOME + 8
LEVEL = 20.5  # from tile to tile in a stack
ON_SHAFT = 34  # the size of a tile in a stack


class Offer:
    """Goals, the factories with their two sides, the display and the stack."""

    def __init__(self, state: Any, view: View, marks: Marks) -> None:
        self.state, self.view, self.marks = state, view, marks
        self.paint, self.t = view.paint, view.t
        self.has_four = max(int(state.goals_wanted), len(goals_known(state))) > 3

    def part(self) -> Part:
        spots = enumerate(FACTORY_SPOTS)
        factories = [moved(x, FACTORIES_TOP + y, self._factory(factory)) for factory, (x, y) in spots]
        more = FOUR_GOALS if self.has_four else 0
        below = moved(0, more, *factories, self._large(), self._moon_tray(), self._display())
        body = [self._head(), self._goals(), below]
        return picture(self.view, "offer", self._title(), OFFER_WIDTH, OFFER_HEIGHT + more, *body)

    def _title(self) -> str:
        return f"{self.t('Duel')}. {moment(self.t, self.state)}"

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
        names = colour_names(self.t)
        content = ", ".join(f"{names[c]} {counts[c]}" for c in range(COLOURS_N) if counts[c])
        words = label(x + 6, 14.5, word, fitted(word, width - 12, 11), fill=self.paint.quiet)
        name, ink = table.PLACES[at], {"fill": self.paint.ink, "text_anchor": "end", **BOLD}
        total = counter(x + width - 6, 32, int(sum(counts)), 17, name, **ink)
        frame = rect(x, 3, width, 34, 8, **self._frame(at))
        return place(name, title(f"{word}: {content or 0}"), frame, words, total)

    def _pool(self, x: float, width: float, specials: int) -> str:
        """The special tiles that are left."""
        words = title(f"{self.t('special tiles')}: {specials}")
        sign = use(self.view.id("tile-special"), x + 19, 20, 26)
        ink = {"fill": self.paint.ink, "text_anchor": "end", **BOLD}
        total = counter(x + width - 8, 27, specials, 17, "pool special", **ink)
        return place("pool", words, rect(x, 3, width, 34, 8, **self._frame(table.AT_POOL)), sign, total)

    def _frame(self, at: int) -> dict[str, Any]:
        edge = last_ring(self.paint) if self.marks.has(at) else {"stroke": self.paint.edge}
        return {**edge, "fill": self.paint.panel}

    # Goals

    def _goals(self) -> str:
        """Three side by side, four in two rows."""
        goals = goals_known(self.state)
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
        paint, name = self.paint, goal_names(self.t)[goal]
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
        paint, name, middle = self.paint, goal_names(self.t)[goal], 38 + (width - 38) / 2
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
        return words + label(right, y + 1, plain(points), 14.5, fill=ink, text_anchor="end", **BOLD)

    # Factories

    def _factory(self, factory: int) -> str:
        """A small one: the sun side is a plate, the moon side a shaft with a chip and the stack on it."""
        is_left = FACTORY_SPOTS[factory][0] == 0
        plate, shaft = (46, 111) if is_left else (84, 19)
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
        shaft = rect(-18, -47, 36, 94, 16, **{"fill": moon_paint(paint), **ring})
        high = int(state.moon_count[factory])
        sign = use(self.view.id("moon"), 0, -32, 16) if high < MOON_MAX else ""
        stack = [self._level(factory, level, high) for level in range(high)]
        free = [square(0, 12 - LEVEL * level, ON_SHAFT, **CLEAR) for level in range(high, MOON_MAX)]
        stack += [free_slot(high + i, clear) for i, clear in enumerate(free)]
        spot = rect(-17, -46, 34, 68, **CLEAR)
        moon = place(f"moon-{factory + 1}", spot, *stack)
        chip = self._chip(factory, int(state.chip[factory]))
        # A chip below the stack is partly covered by it; one that shows its face can be taken.
        return shaft + sign + (chip + moon if state.chip[factory] < 0 else moon + chip)

    def _level(self, factory: int, level: int, high: int) -> str:
        colour = COLOURS[int(self.state.moon[factory, level])]
        y = 12 - LEVEL * level
        drawn = piece(self.view, colour, 0, y, ON_SHAFT)
        if level < high - 1:
            return drawn
        name = f"moon {colour}"
        is_legal = name in self.view.legal
        ring = circle(0, y, ON_SHAFT / 2 + 1, fill=self.paint.gilt) if is_legal else ""
        return also(self.view, name, ring, drawn)

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
            drawn = [rect(-25, -24, 50, 64, **CLEAR), circle(0, 8, 20, fill=self.paint.gilt)]
        drawn.append(use(self.view.id(f"tile-chip-{CHIPS[chip]}"), 0, 8, 36, data_piece=name))
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
        tray = rect(2, MOON_TOP, OFFER_WIDTH - 4, MOON_HEIGHT, 12, fill=moon_paint(paint), **edge)
        sign = use(self.view.id("moon"), 17, MOON_TOP + MOON_HEIGHT / 2, 23)
        slots = [moved(58 + MOON_SLOT * c, MOON_TOP + 28, self._moon_slot(c)) for c in range(COLOURS_N)]
        return place("moon-large", tray, sign, *slots, self._start())

    def _moon_slot(self, colour: int) -> str:
        """The single tiles of a colour, and how many of it lie on top of all moon sides together."""
        paint, name = self.paint, f"moon {COLOURS[colour]}"
        has, tops = int(self.state.large_moon[colour]), self._tops(colour)
        is_legal = name in self.view.legal
        edge = {"stroke": paint.gilt, "stroke_width": 2.6} if is_legal else {"stroke": paint.edge}
        tray = rect(-26.5, -24, 53, 48, 9, fill=paint.panel, **edge)
        tile = free_slot(
            0, use(self.view.id(f"space-{COLOURS[colour]}"), -7, 0, ON_SHAFT), of=COLOURS[colour]
        )
        if has:
            tile = moved(-7, 0, _spread(self.view, COLOURS[colour], has))
        words = ""
        if tops:
            said = self.t("{n} to take from all moon sides", n=tops)
            words = group(
                title(said), label(24.5, 20, str(tops), 17, fill=paint.ink, text_anchor="end", **BOLD)
            )
        return choice(self.view, name, tray, tile, words)

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
        drawn = dome_piece(self.view, tile, x, y, DOME)
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
        return f"{words}, {back_names(self.t)[kind]}"

    def _stack_count(self, left: int) -> str:
        x, y = DOME - 12, DOME - 12
        disc = circle(x, y, 12.5, fill=self.paint.panel, stroke=self.paint.ink, stroke_width=1)
        return disc + counter(x, y + 5.4, left, 15, "stack", fill=self.paint.ink, **BOLD, **MIDDLE)

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


def dome_piece(view: View, tile: int, x: float, y: float, size: float) -> str:
    """A dome tile that lies open and is not turned."""
    name = DOME_TILES[tile]
    return use(view.id(f"tile-dome-{name}"), x, y, size, data_piece=f"dome {name}")


def _spread(view: View, name: str, count: int) -> str:
    """Equal tiles around the origin, each a little before the next."""
    step = min(4.0, 5 / max(count - 1, 1))
    first = -step * (count - 1) / 2
    return "".join(piece(view, name, first + step * i, 0, ON_SHAFT) for i in range(count))
