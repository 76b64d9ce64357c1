"""What lies in the middle: the rounds, the factories, the centre, bag, tower and supply."""

from typing import Any

from azulejos.draw import tiles
from azulejos.draw.common import CLEAR, MINUS, PLATE, factory_number, fitted, last_ring, moment, slices
from azulejos.draw.pavilion.pieces import TURNS, Marks, colour_names, colour_slot
from azulejos.draw.rhombi import corners, fan, outline
from azulejos.draw.shapes import (
    around_ellipse,
    circle,
    group,
    label,
    moved,
    on_circle,
    path,
    rect,
    sector,
    square,
    star,
    title,
    use,
)
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, choice, counter, free_slot, how_many, picture, place
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import CENTRE, COLOURS, COLOURS_N, ROUNDS, TILES_PER_FACTORY

OFFER_WIDTH = 372
HEAD = 44  # the height of the rounds
RING = 136  # from the centre to the factories
RING_LONG = 160  # the same up and down where nine factories need an oval
PETAL = 56  # from the centre to where a colour gathers
SUPPLY = 64  # the height of the supply
SUPPLY_SLOT = 52.8
ON_PLATE = ("ne", "se", "sw", "nw")  # where the tips of the tiles of a factory point
ON_PLATE_SIZE = 41


class Offer:
    """The rounds and their wild colours, the factories around the centre, the supply, bag and tower."""

    def __init__(self, state: Any, view: View, marks: Marks) -> None:
        self.state, self.view, self.marks = state, view, marks
        self.paint, self.t = view.paint, view.t
        self.wild = int(table.wild_colour(state))
        count = int(table.count_factories(state))
        self.long = RING if count < 9 else RING_LONG
        self.spots = around_ellipse(count, RING, self.long)

    def part(self) -> Part:
        middle, bottom = HEAD + self.long + PLATE + 2, HEAD + 2 * (self.long + PLATE + 2)
        factories = [moved(u, v, self._factory(f)) for f, (u, v) in enumerate(self.spots)]
        body = [
            self._rounds(),
            moved(OFFER_WIDTH / 2, middle, *factories, self._centre()),
            moved(34, bottom - 26, self._store(self.t("bag"), table.AT_BAG, self.state.bag)),
            moved(
                OFFER_WIDTH - 34, bottom - 26, self._store(self.t("tower"), table.AT_TOWER, self.state.tower)
            ),
            moved(OFFER_WIDTH / 2, bottom, self._supply()),
        ]
        return picture(self.view, "offer", self._title(), OFFER_WIDTH, bottom + SUPPLY, *body)

    def _title(self) -> str:
        return f"{self.t('Summer Pavilion')}. {moment(self.t, self.state)}. {self._wild_words()}"

    def _wild_words(self) -> str:
        return self.t("Wild: {colour}", colour=colour_names(self.t)[self.wild])

    def _rounds(self) -> str:
        """The round's wild colour as a word, a sign and a tile, and the colours of all rounds."""
        paint, name = self.paint, COLOURS[self.wild]
        frame = rect(3, 2, 176, 38, 10, fill=paint.panel, stroke=paint.gilt, stroke_width=2.4)
        sign = use(self.view.id("wild"), 21, 21, 24) + use(self.view.id(f"tile-{name}"), 46, 21, 36)
        said = self._wild_words()
        now = self.t("Round {n} of {most}", n=min(int(self.state.round_number), ROUNDS), most=ROUNDS)
        words = label(64, 17.5, now, fitted(now, 110, 12), fill=paint.quiet)
        words += label(64, 34, said, fitted(said, 110, 15), fill=paint.ink, **BOLD)
        return group(frame, sign, words, *(self._round(r) for r in range(ROUNDS)))

    def _round(self, index: int) -> str:
        paint, x, is_now = self.paint, 199 + 31 * index, index == self.wild
        ring = rect(x - 14.5, 3, 29, 37, 7, fill=paint.gold, stroke=paint.gilt) if is_now else ""
        ink = paint.ink if is_now else paint.quiet
        words = label(x - 8, 26, str(index + 1), 12.5, fill=ink, **MIDDLE, **(BOLD if is_now else {}))
        kind = "tile" if index >= self.wild else "pale"
        return ring + words + use(self.view.id(f"{kind}-{COLOURS[index]}"), x + 5, 21.5, 29)

    # Factories and centre

    def _factory(self, factory: int) -> str:
        counts = [int(count) for count in self.state.offer[factory]]
        drawn = [use(self.view.id("plate"), 0, 0, 2 * PLATE)]
        if self.marks.has(factory):
            drawn.append(circle(0, 0, PLATE + 0.5, **last_ring(self.paint)))
        drawn.append(factory_number(self.paint, factory, self.paint.accent))
        drawn += [self._take(factory, *slice_) for slice_ in slices(counts, TILES_PER_FACTORY)]
        drawn += [self._free(i) for i in range(sum(counts), TILES_PER_FACTORY)]
        return place(f"factory-{factory + 1}", *drawn)

    def _free(self, i: int) -> str:
        """Where the next tile of a factory comes to lie."""
        x, y = on_circle(TURNS[ON_PLATE[i]], ON_PLATE_SIZE / 2 + 1)
        return free_slot(i, square(x, y, ON_PLATE_SIZE, **CLEAR))

    def _take(self, factory: int, colour: int, start: float, end: float) -> str:
        name, slot = f"factory-{factory + 1} {COLOURS[colour]}", 360 / TILES_PER_FACTORY
        directions = ON_PLATE[round(start / slot) : round(end / slot)]
        drawn = [self._on_plate(colour, direction) for direction in directions]
        if name in self.view.legal:
            gilt = [self._under(direction) for direction in directions]
            drawn = [sector(start, end, PLATE + 1, **CLEAR), *gilt, *drawn]
        return choice(self.view, name, *drawn)

    def _on_plate(self, colour: int, direction: str) -> str:
        x, y = on_circle(TURNS[direction], ON_PLATE_SIZE / 2 + 1)
        href = self.view.id(f"tile-{COLOURS[colour]}-{direction}")
        drawn = use(href, x, y, ON_PLATE_SIZE, data_piece=COLOURS[colour])
        if colour == self.wild:
            drawn += use(self.view.id("wild"), *on_circle(TURNS[direction], 38), 15)
        return drawn

    def _under(self, direction: str) -> str:
        """Gilt around a tile that can be taken."""
        x, y = on_circle(TURNS[direction], ON_PLATE_SIZE / 2 + 1)
        return path(outline(corners(TURNS[direction], ON_PLATE_SIZE / 40 + 0.15, x, y)), fill=self.paint.gilt)

    def _centre(self) -> str:
        """Each colour gathers in its own petal around the starting-player token."""
        paint, state = self.paint, self.state
        drawn = [circle(0, 0, PETAL + 28, fill=paint.tray, stroke=paint.edge)]
        if self.marks.has(CENTRE):
            drawn.append(circle(0, 0, PETAL + 28, **last_ring(paint)))
        for colour in range(COLOURS_N):
            x, y = on_circle(30 + 60 * colour, PETAL)
            drawn.append(moved(x, y, self._petal(colour, int(state.offer[CENTRE, colour]))))
        if state.start_holder == table.NOBODY and state.phase_id != table.BEGINNING:
            drawn.append(tiles.piece(self.view, "start", 0, -6, 34))
            words = self.t("{points} per tile", points=f"{MINUS}1")
            drawn.append(label(0, 22, words, 10, fill=paint.loss, **BOLD, **MIDDLE))
        elif not paint.is_flat:
            drawn.append(path(star(6, 18, 10), fill=paint.edge, fill_opacity=".6"))
        return place("centre", *drawn)

    def _petal(self, colour: int, has: int) -> str:
        name, paint = f"centre {COLOURS[colour]}", self.paint
        if not has:
            disc = circle(0, 0, 25, fill=paint.tray, stroke=paint.edge)
            return disc + free_slot(
                0, use(self.view.id(f"pale-{COLOURS[colour]}"), 0, 0, 32), of=COLOURS[colour]
            )
        edge = {"stroke": paint.edge}
        if name in self.view.legal:
            edge = {"stroke": paint.gilt, "stroke_width": "2.4"}
        held = moved(-6, 0, fan(self.view, COLOURS[colour], has, 37, 10))
        ink: dict[str, Any] = {"fill": paint.ink, "text_anchor": "end", **BOLD}
        words = how_many(20, 6, has, 16, COLOURS[colour], **ink)
        badge = use(self.view.id("wild"), 14, -15, 15) if colour == self.wild else ""
        return choice(self.view, name, circle(0, 0, 25, fill=paint.panel, **edge), held, words, badge)

    # Bag, tower and supply

    def _store(self, word: str, at: int, counts: Any) -> str:
        edge = last_ring(self.paint) if self.marks.has(at) else {"stroke": self.paint.edge}
        names = colour_names(self.t)
        content = ", ".join(f"{names[c]} {counts[c]}" for c in range(COLOURS_N) if counts[c])
        return place(
            table.PLACES[at],
            title(f"{word}: {content or 0}"),
            rect(-30, -22, 60, 42, 10, **{**edge, "fill": self.paint.panel}),
            label(0, -8, word, 11, fill=self.paint.quiet, **MIDDLE),
            counter(0, 13, int(sum(counts)), 19, table.PLACES[at], fill=self.paint.ink, **BOLD, **MIDDLE),
        )

    def _supply(self) -> str:
        paint, state = self.paint, self.state
        edge = last_ring(paint) if self.marks.has(table.AT_SUPPLY) else {"stroke": paint.edge}
        left, width = 3 - OFFER_WIDTH / 2, OFFER_WIDTH - 6
        frame = rect(left, 2, width, SUPPLY - 4, 10, **{**edge, "fill": paint.panel})
        word = self.t("supply")
        words = label(left + 24, 24, word, fitted(word, 43, 11), fill=paint.quiet, **MIDDLE)
        total = counter(
            left + 24, 46, int(state.supply.sum()), 19, "supply", fill=paint.ink, **BOLD, **MIDDLE
        )
        slots = [
            self._supply_slot(colour, left + 46 + SUPPLY_SLOT * (colour + 0.5)) for colour in range(COLOURS_N)
        ]
        return place("supply", frame, words, total, *slots)

    def _supply_slot(self, colour: int, x: float) -> str:
        name = f"supply {COLOURS[colour]}"
        is_legal = name in self.view.legal
        edge = {"stroke": self.paint.gilt, "stroke_width": 2.6} if is_legal else {}
        slot = colour_slot(
            self.view, colour, int(self.state.supply[colour]), colour == self.wild, SUPPLY_SLOT, **edge
        )
        reach = rect(-SUPPLY_SLOT / 2, -SUPPLY / 2, SUPPLY_SLOT, SUPPLY, **CLEAR) if is_legal else ""
        return choice(self.view, name, moved(x, SUPPLY / 2, reach, slot))
