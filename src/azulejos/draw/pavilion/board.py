"""A player's board: its stars, what lies beside it, and what is asked."""

from typing import Any

from azulejos.draw import common, tiles
from azulejos.draw.common import CLEAR, NOWHERE, TARGET, WIDTH, fitted, last_ring, points_text
from azulejos.draw.pavilion.pieces import (
    KINDS,
    SIZE,
    SLOT,
    SLOT_HEIGHT,
    Marks,
    colour_names,
    colour_slot,
    element_middle,
    space_middle,
    star_middle,
    turned,
)
from azulejos.draw.rhombi import corners, outline
from azulejos.draw.shapes import circle, element, group, label, moved, path, rect, square, title, use
from azulejos.draw.tiles import BOLD, MIDDLE
from azulejos.draw.view import Part, View, free_slot, picture
from azulejos.games.pavilion import state as table
from azulejos.games.pavilion.board import (
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
    RHOMBI,
    SPACES,
    SPACES_N,
    STAR_COLOUR,
    STAR_POINTS,
    STARS_N,
    TOUCHED,
)
from azulejos.games.pavilion.scoring import tile_points

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
        if self.view.is_poster or not self.player.passed:
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
        return use(self.view.id(f"{KINDS[element_ // OUTER_STARS]}-full"), *element_middle(element_), 29)

    def _space(self, space: int) -> str:
        name, colour = f"lay {SPACES[space]}", int(self.player.spaces[space])
        x, y = space_middle(space)
        drawn = use(self.view.id("spot"), x, y, SIZE)
        if colour != EMPTY:
            direction = DIRECTIONS[space % RHOMBI]
            tile = f"tile-{COLOURS[colour]}" + (f"-{direction}" if direction != "n" else "")
            drawn = use(self.view.id(tile), x, y, SIZE - 1, data_piece=COLOURS[colour])
        elif name in self.legal:
            reach = turned(self.view.id("reach"), space, SIZE, overflow="visible")
            drawn = self._choice(name, reach, turned(self.view.id("may"), space, SIZE))
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
        x, y = star_middle(star_)
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
            words = self.t("star of one colour: {colour}", colour=colour_names(self.t)[colour])
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
        x, y = space_middle(space)
        points = self.marks.points.get((self.seat, at), 0)
        ring = turned(self.view.id("was"), space, SIZE)
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
        slot = colour_slot(
            self.view, colour, int(self.player.hand[colour]), colour == self.wild, SLOT, **edge
        )
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
