"""Summer Pavilion as pictures. It is told what is legal and knows no rule."""

from functools import cache, lru_cache
from textwrap import wrap
from typing import Any

from azulejos.draw import common, rhombi, tiles
from azulejos.draw.common import (
    CLEAR,
    MINUS,
    NOWHERE,
    PLATE,
    TARGET,
    WIDTH,
    factory_number,
    fitted,
    last_ring,
    legend_part,
    offer_part,
    points_text,
    slices,
)
from azulejos.draw.rhombi import corners, fan, outline
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
    title,
    use,
)
from azulejos.draw.theme import DISPLAY
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, choice, counter, definitions, free_slot, picture, place
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COLOURS_N,
    CORNERS,
    COST,
    COST_MAX,
    DIRECTION_ANGLES,
    DIRECTIONS,
    ELEMENT_SPACES,
    ELEMENT_TILES,
    ELEMENTS_N,
    EMPTY,
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    NUMBERS_SCORED,
    OUTER_STARS,
    PILLAR,
    RHOMBI,
    ROUNDS,
    SPACES,
    SPACES_N,
    STAR_ANGLES,
    STAR_COLOUR,
    STAR_DISTANCE,
    STAR_POINTS,
    STARS_N,
    STATUE,
    TILES_PER_FACTORY,
    TOUCHED,
)
from azulejos.games.pavilion.scoring import tile_points

MOTIFS = dict(
    zip(
        COLOURS,
        (rhombi.lattice, rhombi.veins, rhombi.rays, rhombi.lozenges, rhombi.waves, rhombi.crosses),
        strict=True,
    )
)
LETTERS = "PGOYBR"  # the letters of the plain terminal
TURNS = dict(zip(DIRECTIONS, DIRECTION_ANGLES, strict=True))


def parts(state: Any, view: View) -> dict[str, Part]:
    marks = Marks(view.last)
    boards = {f"board-{seat}": Board.drawn(state, seat, view, marks) for seat in range(state.players_n)}
    offer = offer_part(Offer, state, view, marks)
    defs = _defs(view.theme, view.letters, view.prefix, int(state.board_side))
    return {"defs": defs, "offer": offer, **boards, "legend": legend_part(_legend, view)}


@lru_cache(maxsize=24)
def _defs(theme: str, letters: bool, prefix: str, side: int) -> Part:
    """What all tables of this look have in common."""
    view = View((), theme=theme, letters=letters, prefix=prefix)
    paint = view.paint
    drawn = [] if paint.is_flat else [tiles.sheen(view)]
    drawn += rhombi.definitions(view, MOTIFS, LETTERS, TURNS)
    drawn.append(symbol(view.id("space-any"), tiles.SIDE, rhombi.open_space(view)))
    drawn.append(symbol(view.id("many"), tiles.SIDE, rhombi.many(view, COLOURS)))
    drawn.append(symbol(view.id("tile-start"), tiles.SIDE, tiles.starting_tile(view)))
    drawn.append(symbol(view.id("plate"), 2 * PLATE, tiles.plate(paint, paint.accent, paint.plate)))
    drawn.append(symbol(view.id("wild"), tiles.SIDE, _wild(view)))
    drawn += _element_symbols(view) + _space_symbols(view)
    drawn.append(group(_printed(view, side), id=view.id("printed")))
    return definitions(*drawn)


def _element_symbols(view: View) -> list[str]:
    drawn = []
    for first, kind in enumerate(KINDS):
        count = int(ELEMENT_TILES[OUTER_STARS * first])
        drawn.append(symbol(view.id(kind), tiles.SIDE, _element(view, kind, count, is_full=False)))
        drawn.append(symbol(view.id(f"{kind}-full"), tiles.SIDE, _element(view, kind, count, is_full=True)))
    return drawn


def _space_symbols(view: View) -> list[str]:
    """What lies on a space besides a tile: where it is, how far it reaches, the lines around it."""
    ring: dict[str, Any] = {"fill": "none", "stroke_width": 2, "stroke_linejoin": "round"}
    drawn = {
        "spot": circle(20, 20, 12, **CLEAR),
        "reach": path(_reach(), **CLEAR),
        "may": path(outline(corners(0, 0.93)), stroke=view.paint.gilt, **ring),
        "was": path(outline(corners(0, 0.95)), stroke=view.paint.accent, **ring),
    }
    return [symbol(view.id(name), tiles.SIDE, inside) for name, inside in drawn.items()]


def _colour_names(t: Any) -> tuple[str, ...]:
    return (t("purple"), t("green"), t("orange"), t("yellow"), t("blue"), t("red"))


def _wild(view: View) -> str:
    """The sign of the wild colour."""
    disc = circle(20, 20, 19, fill=view.paint.panel, stroke=view.paint.gilt, stroke_width=2.5)
    return disc + path(star(6, 15.5, 7.5, 20, 20), fill=view.paint.gilt)


# ------------------------------------------------------------------------------------------------
# The last turn


class Marks(common.Marks):
    def __init__(self, rows: Any) -> None:
        super().__init__()
        told = [] if rows is None else list(rows)
        for row in told:
            self._read(row)
        if any(row.what == table.WILD for row in told):
            # A new round has begun: only the stars still show what happened before.
            self.places = {key for key in self.places if table.AT_SPACE <= key[1] < table.AT_BESIDE}

    def _read(self, row: Any) -> None:
        seat, what = int(row.seat), row.what
        if what in (table.TAKEN, table.WILD_TAKEN, table.BONUS_TAKEN):
            self.places.add((-1, int(row.source)))
        elif what in (table.LEFT_OVER, table.DISCARDED):
            self.places.add((-1, int(row.target)))
        elif what in (table.LAID, table.START_TAKEN, table.KEPT):
            self.places.add((seat, int(row.target)))
        elif what == table.PASSED:
            self.places.add((seat, table.AT_HAND))
        elif what == table.RUN:
            key = (seat, int(row.source))
            self.points[key] = self.points.get(key, 0) + int(row.points)


# ------------------------------------------------------------------------------------------------
# Tiles in a row, sorted: the supply and what lies beside a board

SLOT = (WIDTH - 14) / COLOURS_N
SLOT_HEIGHT = 44


def _slot(view: View, colour: int, has: int, is_wild: bool, width: float, **edge: Any) -> str:
    """The tiles of one colour and how many they are, around the origin."""
    paint, name, end = view.paint, COLOURS[colour], width / 2 - 5
    line = edge or ({"stroke": paint.edge} if paint.is_flat else {})
    tray = rect(1 - width / 2, 1 - SLOT_HEIGHT / 2, width - 2, SLOT_HEIGHT - 2, 7, fill=paint.tray, **line)
    if not has:
        return tray + free_slot(0, use(view.id(f"pale-{name}"), -8, 0, 34), of=name)
    words = label(end, 9 if is_wild else 6.5, str(has), 18, fill=paint.ink, text_anchor="end", **BOLD)
    badge = use(view.id("wild"), end - 4, -12.5, 14) if is_wild else ""
    return tray + moved(-9, 0, fan(view, name, has, 38, 10)) + words + badge


# ------------------------------------------------------------------------------------------------
# The offer

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
                OFFER_WIDTH - 34,
                bottom - 26,
                self._store(self.t("tower"), table.AT_TOWER, self.state.tower),
            ),
            moved(OFFER_WIDTH / 2, bottom, self._supply()),
        ]
        return picture(self.view, "offer", self._title(), OFFER_WIDTH, bottom + SUPPLY, *body)

    def _title(self) -> str:
        t, state = self.t, self.state
        now = t("Round {n}, turn {turn}", n=state.round_number, turn=state.turn_number)
        if state.phase_id == table.OVER:
            now = t("Round {n}, the game is over", n=state.round_number)
        return f"{t('Summer Pavilion')}. {now}. {self._wild_words()}"

    def _wild_words(self) -> str:
        return self.t("Wild: {colour}", colour=_colour_names(self.t)[self.wild])

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
        words = label(20, 6, str(has), 16, fill=paint.ink, text_anchor="end", **BOLD)
        badge = use(self.view.id("wild"), 14, -15, 15) if colour == self.wild else ""
        return choice(self.view, name, circle(0, 0, 25, fill=paint.panel, **edge), held, words, badge)

    # Bag, tower and supply

    def _store(self, word: str, at: int, counts: Any) -> str:
        edge = last_ring(self.paint) if self.marks.has(at) else {"stroke": self.paint.edge}
        names = _colour_names(self.t)
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
        slot = _slot(
            self.view, colour, int(self.state.supply[colour]), colour == self.wild, SUPPLY_SLOT, **edge
        )
        reach = rect(-SUPPLY_SLOT / 2, -SUPPLY / 2, SUPPLY_SLOT, SUPPLY, **CLEAR) if is_legal else ""
        return choice(self.view, name, moved(x, SUPPLY / 2, reach, slot))


# ------------------------------------------------------------------------------------------------
# What is printed on a board

EDGE = 34  # the side of a rhombus
SIZE = EDGE * 3**0.5  # of a tile, from its foot to its tip
TOP = 40
MIDDLE_X, MIDDLE_Y = WIDTH / 2, TOP + 2.5 * SIZE
KINDS = ("window", "statue", "pillar")


@cache
def _star_middle(star_: int) -> tuple[float, float]:
    x, y = on_circle(STAR_ANGLES[star_], STAR_DISTANCE * EDGE) if star_ != CENTRE_STAR else (0, 0)
    return MIDDLE_X + x, MIDDLE_Y + y


@cache
def _space_middle(space: int) -> tuple[float, float]:
    x, y = _star_middle(space // RHOMBI)
    u, v = on_circle(DIRECTION_ANGLES[space % RHOMBI], SIZE / 2)
    return x + u, y + v


@cache
def _element_middle(element_: int) -> tuple[float, float]:
    """Windows stand outside, statues between outer stars, pillars between them and the centre star."""
    place_, angle = element_ % OUTER_STARS, STAR_ANGLES[element_ % OUTER_STARS]
    if element_ < STATUE:
        x, y = on_circle(angle, (STAR_DISTANCE + 1.42) * EDGE)
    elif element_ < PILLAR:
        (x, y), (u, v) = _star_middle(place_), _star_middle((place_ + 1) % OUTER_STARS)
        return (x + u) / 2, (y + v) / 2
    else:
        x, y = on_circle(angle, STAR_DISTANCE / 2 * EDGE)
    return MIDDLE_X + x, MIDDLE_Y + y


@cache
def _element_angle(element_: int) -> float:
    """Where the long side of the gap around an element points."""
    angle = STAR_ANGLES[element_ % OUTER_STARS]
    return angle + (30 if STATUE <= element_ < PILLAR else 90)


def _reach() -> str:
    """Around a space, half of the gaps beside it as well: large enough for a finger."""
    unit = 40 / SIZE * EDGE
    near = [on_circle(angle, unit) for angle in (-30, 30)]
    far = [on_circle(angle, 1.5 * unit) for angle in (-30, 30)]
    points = [(0, 0), near[0], far[0], on_circle(0, 40), far[1], near[1]]
    return outline([(20 + x, 40 + y) for x, y in points])


def _turned(name: str, space: int, size: float, **attributes: Any) -> str:
    """An upright symbol, turned into the direction of a space."""
    x, y = _space_middle(space)
    angle = DIRECTION_ANGLES[space % RHOMBI]
    turn = f"rotate({angle} {number(x)} {number(y)})" if angle else None
    return use(name, x, y, size, transform=turn, **attributes)


def _printed(view: View, side: int) -> str:
    """The seven stars with their numbers, and what stands between them."""
    gaps = [_gap(e) for e in range(ELEMENTS_N)]
    ground = path("".join(gaps), fill=view.paint.plate, stroke=view.paint.panel, stroke_width=1.5)
    elements = [use(view.id(KINDS[e // OUTER_STARS]), *_element_middle(e), 27) for e in range(ELEMENTS_N)]
    spaces = [_printed_space(view, side, space) for space in range(SPACES_N)]
    numbers = [
        label(x, y + 5.6, str(COST[side, space]), 16)
        for space, (x, y) in enumerate(map(_space_middle, range(SPACES_N)))
    ]
    return ground + "".join(spaces + elements) + group(*numbers, fill=view.paint.ink, **BOLD, **MIDDLE)


def _printed_space(view: View, side: int, space: int) -> str:
    star_ = space // RHOMBI
    has_colour = side == table.COLOURED and star_ != CENTRE_STAR
    name = COLOURS[STAR_COLOUR[star_]] if has_colour else "any"
    return _turned(view.id(f"space-{name}"), space, SIZE)


def _gap(element_: int) -> str:
    """The rhombus between stars; outside, beside a window, there is only half of it."""
    if element_ >= STATUE:
        return outline(corners(_element_angle(element_), SIZE / 39, *_element_middle(element_)))
    x, y = _star_middle(element_)
    ends = [(STAR_ANGLES[element_] + turn, far) for turn, far in ((-30, SIZE), (0, EDGE), (30, SIZE))]
    return outline([(x + u, y + v) for u, v in (on_circle(*end) for end in ends)])


SHAPES = {
    "window": "M10.5 34V18.5a9.5 11 0 0 1 19 0V34ZM7.5 34H32.5V37H7.5Z",
    "statue": "M20 14.5a5.6 5.6 0 1 1 .1 0ZM8.5 32c0-11 4-16 11.5-16s11.5 5 11.5 16ZM6.5 32H33.5V37H6.5Z",
    "pillar": "M12.5 10H27.5V32H12.5ZM7.5 4.5H32.5L28.5 10H11.5ZM8.5 32H31.5V37H8.5Z",
}


def _element(view: View, kind: str, count: int, is_full: bool) -> str:
    """A window, a statue or a pillar with the tiles it brings, or with the sign that it has brought them."""
    paint = view.paint
    colours = {"fill": paint.gilt, "stroke": paint.panel} if is_full else {"fill": paint.panel}
    shape = path(
        SHAPES[kind], stroke_width=2, stroke_linejoin="round", **({"stroke": paint.accent} | colours)
    )
    if is_full:
        tick = {"fill": "none", "stroke": paint.panel, "stroke_width": 3.4, "stroke_linecap": "round"}
        return shape + path("M14.5 24l4 4L26 19", **tick)
    return shape + label(20, 30.5, str(count), 17, fill=paint.accent, **BOLD, **MIDDLE)


# ------------------------------------------------------------------------------------------------
# A board

HAND = 339  # where the tiles beside the board begin
ASK = HAND + SLOT_HEIGHT + 3  # where the board says what is asked
BUTTONS = ASK + 18
HEIGHT = BUTTONS + TARGET + 6  # of the own board
HEIGHT_OTHER = ASK + 5
CORNER_SPOTS = ((29, 86), (311, 86), (29, 288), (311, 288))


class Board(common.Board):
    """One player's board: seven stars, four corners, the tiles beside it, and what is asked."""

    SHOWS = ("start_holder", "round_number", "board_side")
    SHOWS_IN_TURN = ("phase_id", "colour_chosen", "space_chosen", "owed")

    def __init__(self, state: Any, seat: int, view: View, marks: Marks) -> None:
        super().__init__(state, seat, view, marks)
        self.wild = int(table.wild_colour(state))
        self.side = int(state.board_side)
        self.is_own = seat == view.seat or bool(self.legal)

    def part(self) -> Part:
        name = self.view.names[self.seat]
        height = HEIGHT if self.is_own else HEIGHT_OTHER
        body = [self._panel(height), self._head(name, 16), self._passed(), self._beside(), self._corners()]
        body.append(element("use", href=f"#{self.view.id('printed')}"))
        body += [self._full(e) for e in range(ELEMENTS_N)]
        body += [self._space(space) for space in range(SPACES_N)]
        body += [self._kind(star_) for star_ in range(STARS_N)]
        body += [self._last(space) for space in range(SPACES_N)]
        body += [self._hand(), self._ask() if self.is_own else ""]
        words = f"{name}: {self.player.score}"
        return picture(self.view, f"board-{self.seat}", words, WIDTH, height, *body)

    # Around the stars

    def _passed(self) -> str:
        if not self.player.passed:
            return ""
        word = self.t("passed")
        width = 14 + 6.4 * len(word)
        pill = rect(12, 43, width, 18, 9, fill=self.paint.tray, stroke=self.paint.quiet)
        return pill + label(12 + width / 2, 56, word, 11.5, fill=self.paint.ink, **BOLD, **MIDDLE)

    def _beside(self) -> str:
        """The starting-player token of its holder."""
        if self.state.start_holder != self.seat:
            return self._place("beside", square(246, 24, 28, **CLEAR))
        ring = ""
        if self.marks.has(table.AT_BESIDE, self.seat):
            ring = square(246, 24, 31, 6, **last_ring(self.paint))
        return self._place("beside", tiles.piece(self.view, "start", 246, 24, 29), ring)

    def _corners(self) -> str:
        """Four places for tiles kept until the next round."""
        kept = [c for c in range(COLOURS_N) for _ in range(self.player.corners[c])]
        kept += [EMPTY] * (CORNERS - len(kept))
        is_marked = self.marks.has(table.AT_CORNERS, self.seat)
        spots = zip(kept, CORNER_SPOTS, strict=True)
        drawn = [self._corner(i, c, x, y, is_marked) for i, (c, (x, y)) in enumerate(spots)]
        return self._place("corners", *drawn)

    def _corner(self, i: int, colour: int, x: float, y: float, is_marked: bool) -> str:
        edge: dict[str, Any] = {"stroke": self.paint.edge, "stroke_dasharray": "3 3"}
        if is_marked and colour != EMPTY:
            edge = {"stroke": self.paint.accent, "stroke_width": 2.4, "class_": "last"}
        spot = path(outline(corners(0, 1.16, x, y)), fill=self.paint.tray, **edge)
        if colour == EMPTY:
            return free_slot(i, spot)
        return spot + tiles.piece(self.view, COLOURS[colour], x, y, 42)

    # The stars

    def _full(self, element_: int) -> str:
        spaces = int(ELEMENT_SPACES[element_])
        if int(self.player.occupied) & spaces != spaces:
            return ""
        return use(self.view.id(f"{KINDS[element_ // OUTER_STARS]}-full"), *_element_middle(element_), 29)

    def _space(self, space: int) -> str:
        name, colour = f"lay {SPACES[space]}", int(self.player.spaces[space])
        x, y = _space_middle(space)
        drawn = use(self.view.id("spot"), x, y, SIZE)
        if colour != EMPTY:
            direction = DIRECTIONS[space % RHOMBI]
            tile = f"tile-{COLOURS[colour]}" + (f"-{direction}" if direction != "n" else "")
            drawn = use(self.view.id(tile), x, y, SIZE - 1, data_piece=COLOURS[colour])
        elif name in self.legal:
            reach = _turned(self.view.id("reach"), space, SIZE, overflow="visible")
            drawn = self._choice(name, reach, _turned(self.view.id("may"), space, SIZE))
        elif self.is_turn and space == self.state.space_chosen:
            drawn = self._chosen(space, x, y)
        if name not in self.legal:
            drawn = self._choice(name, drawn)
        return self._place(f"space-{SPACES[space]}", drawn)

    def _chosen(self, space: int, x: float, y: float) -> str:
        """The space where a tile is going to lie."""
        points = corners(DIRECTION_ANGLES[space % RHOMBI], SIZE / 40 * 0.95, x, y)
        ground = path(
            outline(points),
            fill=self.paint.gold,
            stroke=self.paint.gilt,
            stroke_width=3.4,
            stroke_linejoin="round",
        )
        words = label(x, y + 6, str(table.cost_chosen(self.state)), 17, fill=self.paint.ink, **BOLD, **MIDDLE)
        return group(ground, words, class_="last" if self.view.last is not None else None)

    def _kind(self, star_: int) -> str:
        """What a full star brings; of one colour, of many, or not yet decided."""
        x, y = _star_middle(star_)
        if self.side == table.COLOURED and star_ != CENTRE_STAR:
            return self._worth(x, y, "", int(STAR_POINTS[STAR_COLOUR[star_]]), star_)
        shown, points = int(table.star_colours(self.player, star_)), MANY_COLOURS_POINTS
        if self.side == table.PLAIN and self._count(star_) < 2:
            words = self.t("star not yet decided")
            disc = circle(x, y, 8.5, fill=self.paint.panel, stroke=self.paint.edge)
            return group(
                title(words), disc, label(x, y + 4.4, "?", 12.5, fill=self.paint.quiet, **BOLD, **MIDDLE)
            )
        elif self.side == table.PLAIN and shown.bit_count() == 1:
            colour = shown.bit_length() - 1
            words = self.t("star of one colour: {colour}", colour=_colour_names(self.t)[colour])
            sign, points = (
                use(self.view.id(f"tile-{COLOURS[colour]}"), x - 8, y, 15),
                int(STAR_POINTS[colour]),
            )
        else:
            words = self.t("star of many colours")
            sign = use(self.view.id("many"), x - 8, y, 14)
        return group(title(words), self._worth(x, y, sign, points, star_))

    def _worth(self, x: float, y: float, sign: str, points: int, star_: int) -> str:
        """The points for all six tiles of a star; golden when they lie there."""
        is_full, paint = self._count(star_) == RHOMBI, self.paint
        edge = (
            {"fill": paint.gold, "stroke": paint.gilt}
            if is_full
            else {"fill": paint.panel, "stroke": paint.edge}
        )
        width = 34 if sign else 20
        pill = rect(x - width / 2, y - 9, width, 18, 9, **edge)
        middle = x + 7 if sign else x
        words = label(middle, y + 4.2, str(points), 12, fill=paint.ink, **BOLD, **MIDDLE)
        told = "" if sign else title(self.t("full star: {points} points", points=points))
        return group(told, pill, sign, words)

    def _count(self, star_: int) -> int:
        return int(table.star_bits(self.player, star_)).bit_count()

    def _last(self, space: int) -> str:
        """A tile laid in the last turn, and what it has scored."""
        at = table.AT_SPACE + space
        if not self.marks.has(at, self.seat):
            return ""
        x, y = _space_middle(space)
        points = self.marks.points.get((self.seat, at), 0)
        ring = _turned(self.view.id("was"), space, SIZE)
        return group(ring, self._gained(x + 11, y - 11, points) if points else "", class_="last")

    # Beside the board

    def _hand(self) -> str:
        is_marked = self.marks.has(table.AT_HAND, self.seat)
        ring = rect(5, HAND - 1, WIDTH - 10, SLOT_HEIGHT + 2, 8, **last_ring(self.paint)) if is_marked else ""
        slots = [self._hand_slot(colour) for colour in range(COLOURS_N)]
        return self._place("hand", moved(0, HAND + SLOT_HEIGHT / 2, *slots), ring)

    def _hand_slot(self, colour: int) -> str:
        name = f"keep {COLOURS[colour]}"
        edge = self._edge(name, NOWHERE) if name in self.legal else {}
        slot = _slot(self.view, colour, int(self.player.hand[colour]), colour == self.wild, SLOT, **edge)
        reach = rect(-SLOT / 2, -SLOT_HEIGHT / 2, SLOT, SLOT_HEIGHT, **CLEAR) if name in self.legal else ""
        return self._choice(name, moved(7 + SLOT * (colour + 0.5), 0, reach, slot))

    # What is asked

    def _ask(self) -> str:
        """What the turn is about now, in words and buttons."""
        phase = self.state.phase_id if self.is_turn else None
        if phase in (table.COLOURING, table.PAYING):
            return self._forecast() + self._options()
        if phase == table.BONUS:
            words = self.t("Bonus tiles to take from the supply: {n}", n=int(self.state.owed))
            return self._say(words) + self._numbers()
        if phase == table.KEEPING:
            return self._say(self._keep_words()) + self._numbers() + self._button("done", self.t("Done"))
        pass_ = self._button("pass", self.t("Pass")) if "pass" in self.legal else ""
        return (
            self._say(self.t("Covered spaces of each number, and points for all"), True)
            + self._numbers()
            + pass_
        )

    def _say(self, words: str, is_quiet: bool = False) -> str:
        ink = self.paint.quiet if is_quiet else self.paint.ink
        return label(
            10, ASK + 12, words, fitted(words, WIDTH - 20, 12), fill=ink, **({} if is_quiet else BOLD)
        )

    def _keep_words(self) -> str:
        kept, left = int(table.count_corners(self.player)), int(self.player.hand_count)
        facts = {"kept": kept, "most": CORNERS, "points": points_text(-left) if left else "0"}
        return self.t("Kept {kept} of {most}; discarding the others: {points}", **facts)

    def _forecast(self) -> str:
        """What the chosen space costs, scores and completes."""
        space = int(self.state.space_chosen)
        points = int(tile_points(self.player, space))
        words = self.t(
            "Cost {cost}, points +{points}", cost=int(table.cost_chosen(self.state)), points=points
        )
        drawn, x = [self._say(words)], 20 + 7.2 * len(words)
        covered = int(self.player.occupied) | 1 << space
        for element_ in map(int, TOUCHED[space]):
            spaces = int(ELEMENT_SPACES[element_]) if element_ != EMPTY else 0
            if element_ == EMPTY or covered & spaces != spaces:
                continue
            kind = element_ // OUTER_STARS
            bonus = f"{self._kind_words()[kind]} +{ELEMENT_TILES[element_]}"
            drawn.append(use(self.view.id(f"{KINDS[kind]}-full"), x + 8, ASK + 8, 18))
            drawn.append(label(x + 19, ASK + 12, bonus, 12, fill=self.paint.ink, **BOLD))
            x += 32 + 7.2 * len(bonus)
        return "".join(drawn)

    def _kind_words(self) -> tuple[str, str, str]:
        return self.t("window"), self.t("statue"), self.t("pillar")

    def _options(self) -> str:
        """The colours that can be laid, or the ways to pay."""
        colours = [c for c in range(COLOURS_N) if f"colour {COLOURS[c]}" in self.legal]
        ways = [n for n in range(1, COST_MAX + 1) if f"use {n}" in self.legal]
        drawn = [(f"colour {COLOURS[c]}", self._colour_option(c)) for c in colours]
        drawn += [(f"use {own}", self._way(own)) for own in ways]
        return "".join(
            self._choice(name, moved(7 + SLOT * (i + 0.5), BUTTONS + TARGET / 2, self._frame(SLOT), inside))
            for i, (name, inside) in enumerate(drawn)
        )

    def _frame(self, width: float) -> str:
        gilt = {"stroke": self.paint.gilt, "stroke_width": 2.4}
        return rect(1 - width / 2, -TARGET / 2, width - 2, TARGET, 8, fill=self.paint.panel, **gilt)

    def _colour_option(self, colour: int) -> str:
        return use(self.view.id(f"tile-{COLOURS[colour]}"), 0, 0, 38)

    def _way(self, own: int) -> str:
        """So many own tiles and so many wild ones."""
        wild = int(table.cost_chosen(self.state)) - own
        colour = int(self.state.colour_chosen)
        if not wild:
            return self._paid(colour, own, 0)
        plus = label(0, 4.5, "+", 13, fill=self.paint.ink, **BOLD, **MIDDLE)
        return self._paid(colour, own, -14) + plus + self._paid(self.wild, wild, 14)

    def _paid(self, colour: int, count: int, x: float) -> str:
        tile = use(self.view.id(f"tile-{COLOURS[colour]}"), x, -6.5, 29)
        badge = use(self.view.id("wild"), x + 6, -15, 10) if colour == self.wild else ""
        return tile + badge + label(x, 18, str(count), 13, fill=self.paint.ink, **BOLD, **MIDDLE)

    def _button(self, name: str, word: str) -> str:
        """A button with a word, at the right."""
        if name not in self.legal:
            return ""
        frame = rect(
            240, BUTTONS, 93, TARGET, 10, fill=self.paint.panel, stroke=self.paint.gilt, stroke_width=2.6
        )
        words = label(286.5, BUTTONS + 28, word, fitted(word, 82, 17), fill=self.paint.ink, **BOLD, **MIDDLE)
        return self._choice(name, frame, words)

    def _numbers(self) -> str:
        """How many spaces of a number are covered, and what it scores to cover all."""
        return "".join(moved(10 + 56 * i, BUTTONS, self._number(n)) for i, n in enumerate(NUMBERS_SCORED))

    def _number(self, cost: int) -> str:
        paint = self.paint
        spaces = [space for space in range(SPACES_N) if COST[self.side, space] == cost]
        covered = sum(self.player.spaces[space] != EMPTY for space in spaces)
        is_full = covered == len(spaces)
        edge = {"fill": paint.tray, "stroke": paint.edge}
        if is_full:
            edge = {"fill": paint.gold, "stroke": paint.gilt}
        return (
            rect(0, 1, 53, TARGET - 2, 7, **edge)
            + label(8, 29, str(cost), 18, fill=paint.ink, **BOLD)
            + label(48, 19, f"{covered}/{len(spaces)}", 11, fill=paint.ink, text_anchor="end")
            + label(48, 35, f"+{NUMBER_POINTS[cost]}", 12, fill=paint.quiet, text_anchor="end", **BOLD)
        )


# ------------------------------------------------------------------------------------------------
# The legend


def _legend(view: View) -> Part:
    """Which motif is which colour and what its star scores; what windows, statues and pillars bring."""
    words, ink = view.t("Summer Pavilion"), view.paint.ink
    heading = label(WIDTH / 2, 40, words, 24, fill=ink, font_family=DISPLAY, **MIDDLE)
    body = [heading, *_star_values(view), *_signs(view)]
    return picture(view, "legend", words, WIDTH, HEIGHT_OTHER, *body)


def _star_values(view: View) -> list[str]:
    t, paint = view.t, view.paint
    symbols = (*(f"tile-{colour}" for colour in COLOURS), "many")
    words = (*_colour_names(t), t("many colours"))
    points = (*STAR_POINTS, MANY_COLOURS_POINTS)
    drawn = [label(24, 70, t("Points for a full star"), 13, fill=paint.quiet)]
    for row, name in enumerate(symbols):
        y = 95 + 36 * row
        drawn.append(use(view.id(name), 38, y, 34))
        drawn.append(label(62, y + 6, words[row], 15.5, fill=paint.ink))
        drawn.append(label(196, y + 6, str(points[row]), 16, fill=paint.ink, text_anchor="end", **BOLD))
    return drawn


def _signs(view: View) -> list[str]:
    t, ink = view.t, view.paint.ink
    drawn = [label(218, 70, t("Bonus tiles"), 13, fill=view.paint.quiet)]
    words = (t("window"), t("statue"), t("pillar"))
    for row, kind in enumerate(KINDS):
        drawn.append(use(view.id(kind), 234, 95 + 42 * row, 36))
        drawn.append(label(260, 101 + 42 * row, words[row], 16, fill=ink))
    drawn.append(use(view.id("wild"), 234, 236, 30) + label(260, 241, t("wild tile"), 15, fill=ink))
    drawn.append(use(view.id("tile-start"), 234, 280, 34))
    lines = wrap(t("starting-player tile"), 16)
    return drawn + [label(218, 314 + 17 * i, line, 13, fill=ink) for i, line in enumerate(lines)]
