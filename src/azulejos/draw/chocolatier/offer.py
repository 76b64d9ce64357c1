"""The offer: the factories in a circle, the centre in their middle, bag and lid."""

import math
from functools import cached_property
from typing import Any

from azulejos.draw import gallery
from azulejos.draw.chocolatier.pieces import Marks, colour_names, piece_at
from azulejos.draw.common import CLEAR, PLATE, WIDTH, factory_number, last_ring, moment, slices
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
    use,
)
from azulejos.draw.tiles import BOLD, MIDDLE, pile
from azulejos.draw.view import Part, View, choice, counter, free_slot, picture, place
from azulejos.games.chocolatier import state as table
from azulejos.games.chocolatier.board import (
    CENTRE,
    COLOUR_MAGNET,
    COLOURS,
    COLOURS_N,
    GONE,
    PLAIN,
    PLUS_ONE,
    SIDEWAYS,
    START,
    STAY,
    ZERO,
)
from azulejos.games.chocolatier.choices import SIDES

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
        factories = map(self._factory_once, range(len(self.spots)))
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
        labels, is_marked = self._labels(f"factory-{factory + 1}"), self.marks.has(factory)
        shows = int(state.tokens[factory]), state.offer[factory].tobytes(), labels, is_marked, self._arrows
        key = "factory", self.view.style, factory, self.spots[factory], shows
        return gallery.FRAGMENTS.get(key, lambda: moved(*self.spots[factory], self._factory(factory)))

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
        is_asked = token == SIDEWAYS and any(self._arrows)
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
        drawn = [piece_at(self.view, colour, x, y, size) for x, y in spots]
        is_asked = self.state.tokens[factory] == SIDEWAYS and self._has_arrows(colour)
        if name in self.view.legal or is_asked:
            gilt = [square(x, y, size + 3.2, 6, fill=self.paint.gilt) for x, y in spots]
            drawn = [sector(start, end, PLATE + 1, **CLEAR), *gilt, *drawn]
        return choice(self.view, name, *drawn)

    @cached_property
    def _arrows(self) -> tuple[bool, ...]:
        """The colours that are asked about now: to which side does a tile go?"""
        is_there = table.token_at(self.state, SIDEWAYS) != table.NOBODY
        return tuple(is_there and self._has_arrows(colour) for colour in range(COLOURS_N))

    def _has_arrows(self, colour: int) -> bool:
        return f"{COLOURS[colour]} {SIDES[0]}" in self.view.legal

    def _badge(self, token: int) -> str:
        """What a golden token does: an icon and a short word."""
        t, word = self.t, ""
        if COLOUR_MAGNET <= token < STAY:
            word = colour_names(t)[token - COLOUR_MAGNET]
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
            drawn.append(piece_at(self.view, START, 0, 0, 32))
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
        if factory == table.NOBODY:
            return ""
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
