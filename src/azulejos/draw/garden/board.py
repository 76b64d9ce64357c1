"""A player's board: the garden, the storage, and what is asked."""

from typing import Any

from azulejos.draw import common, hexagons, tiles
from azulejos.draw.common import CLEAR, TARGET, WIDTH, fitted, last_ring, points_text
from azulejos.draw.garden.pieces import (
    CELL,
    EXPANSION_SIZE,
    RIM,
    SIZE,
    Marks,
    flower,
    kind_of,
    members,
    names_of,
    side_of,
    sign,
    spot,
)
from azulejos.draw.shapes import circle, element, group, label, number, path, rect, title, use
from azulejos.draw.tiles import BOLD, MIDDLE, SIDE
from azulejos.draw.view import Part, View, free_slot, picture
from azulejos.games.garden import state as table
from azulejos.games.garden.board import (
    CENTRES,
    COORDINATES,
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
    PAVILION,
    PLACES,
    PLACES_N,
    PRICE,
    SIDES,
    SPACES,
    SPACES_N,
    STORAGE,
)
from azulejos.games.garden.scoring import criterion_points, groups_points, hexagon_points

STORAGE_TOP = 340
OWN_COLUMNS = 6
OWN_CELL = (WIDTH - 14) / OWN_COLUMNS
OWN_ROW = 46
ROW = 33  # the height of the storage of others
ASK = STORAGE_TOP + 2 * OWN_ROW + 4
HEIGHT = ASK + 42  # of the own board
HEIGHT_OTHER = STORAGE_TOP + ROW + 8
SHELVES = ((32, 306), (WIDTH - 32, 306))  # where expansions are stored
SHELF = 54
BADGE = (31, 68)  # the starting-player tile
BUTTON = (283, 48, 49, TARGET)


class Board(common.Board):
    """One player's garden and storage, and what is asked."""

    SHOWS = ("start_holder", "side", "round_number", "wheel", "wheel_points", "phase_id")
    SHOWS_IN_TURN = (
        *("action", "what", "place_chosen", "space_chosen", "turned_chosen"),
        *("paid", "paid_expansions", "paid_jokers"),
    )

    def __init__(self, state: Any, seat: int, view: View, marks: Marks) -> None:
        super().__init__(state, seat, view, marks)
        self.is_own = seat == view.seat or bool(self.legal)
        self.action = int(state.action) if self.is_turn else table.NO_ACTION
        self.what = int(state.what) if self.is_turn else EMPTY
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

    def _panel(self, height: float) -> str:
        """As wide as can be: the garden fills it."""
        gilt = {"stroke": self.paint.gilt, "stroke_width": 2.6}
        edge = gilt if self.has_turn else {"stroke": self.paint.edge}
        return rect(1.4, 1.4, WIDTH - 2.8, height - 2.8, 12, fill=self.paint.panel, **edge)

    def _last_class(self) -> str | None:
        return "last" if self.view.last is not None else None

    # Around the garden

    def _passed(self) -> str:
        is_passing = self.action == table.PASSING
        if self.view.is_poster or not (self.player.passed or is_passing):
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
            drawn = self._choice(name, use(href, x, y, EXPANSION_SIZE, data_piece=piece))
        if self.marks.has(table.AT_PLACE + index, self.seat):
            drawn += path(flower(x, y, RIM - 0.2), **last_ring(self.paint), stroke_linejoin="round")
        return self._place(f"place-{PLACES[index]}", drawn)

    def _free_dock(self, index: int, name: str, x: float, y: float) -> str:
        paint, line = self.paint, flower(x, y, RIM - 0.8)
        gilt = {"stroke": paint.gilt, "stroke_width": 2.8, "stroke_linejoin": "round"}
        if name in self.legal:
            plus = path(f"M{number(x - 8)} {number(y)}h16M{number(x)} {number(y - 8)}v16", **gilt)
            return self._choice(name, path(line, fill=paint.tray, **gilt), plus)
        if self.is_turn and index == self.state.place_chosen:
            board = use(self.view.id("front"), x, y, EXPANSION_SIZE) + use(
                self.view.id("pavilion"), x, y, SIZE
            )
            return self._choice(name, board + path(line, fill="none", class_=self._last_class(), **gilt))
        free = path(flower(x, y, RIM - 1), **CLEAR)
        if self.player.expansions:
            edge = {"stroke": paint.quiet, "stroke_opacity": None if paint.is_flat else ".55"}
            free += path(flower(x, y, RIM - 1), fill="none", stroke_dasharray="3 4", **edge)
        return self._choice(name, free)

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
            drawn = self._choice(name, tiles.piece(self.view, HEXAGONS[lying], x, y, SIZE))
        elif name in self.legal:
            drawn = self._choice(name, use(self.view.id("may"), x, y, SIZE), self._promise(space, x, y))
        elif self.is_turn and space == self._chosen():
            drawn = self._choice(name, self._site(x, y))
        else:
            drawn = self._choice(name, use(self.view.id("spot"), x, y, SIZE))
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

    def _gained(self, x: float, y: float, points: int) -> str:
        """Groups bring more than what has room on a disc."""
        paint, words = self.paint, points_text(points)
        width = 6 + 7.2 * len(words)
        pill = rect(
            x - width / 2, y - 9, width, 18, 9, fill=paint.panel, stroke=paint.accent, stroke_width=1.4
        )
        return pill + label(x, y + 4, words, 11, fill=paint.ink, **BOLD, **MIDDLE)

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
        x, y, size = self._cell(min(len(held) + jokers, STORAGE - 1))
        next_ = free_slot(jokers, circle(x, y, size / 2 - 2, **CLEAR))
        fan = [self._piece("joker", i) for i in range(len(held), len(held) + jokers)]
        pay = self._option("pay-joker", len(held), jokers)
        drawn = self._choice("pay-joker", pay, *fan) if fan else ""
        storage = self._place("storage", free, *tiles_, self._ring())
        return storage + self._place("jokers", drawn, next_)

    def _ring(self) -> str:
        if not self.marks.has(table.AT_STORAGE, self.seat):
            return ""
        height = 2 * OWN_ROW if self.is_own else ROW
        return rect(4.4, STORAGE_TOP - 1.6, WIDTH - 8.8, height + 3.2, 10, **last_ring(self.paint))

    def _free_cell(self, index: int) -> str:
        x, y, size = self._cell(index)
        return free_slot(index, use(self.view.id("tray"), x, y, size))

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
        free = [free_slot(i, self._shelf(*SHELVES[i])) for i in range(len(held), EXPANSION_STORAGE)]
        shown = [self._shelved(h, *at) for h, at in zip(held, SHELVES, strict=False)]
        return self._place("expansions", *free, *shown)

    def _shelf(self, x: float, y: float) -> str:
        scale = SHELF / SIDE * CELL
        edge = {"stroke": self.paint.faint, "stroke_dasharray": "2 2"}
        return path(flower(x, y, scale), fill=self.paint.tray, **edge)

    def _shelved(self, hexagon_: int, x: float, y: float) -> str:
        name = self._name(hexagon_, ("expand", "pay-expansion", "discard-expansion"))
        is_chosen = self.action == table.EXPANDING and hexagon_ == self.what
        under = ""
        if name in self.legal or is_chosen:
            fill = self.paint.gold if is_chosen else self.paint.panel
            under = rect(x - 27, y - 28, 54, 56, 10, fill=fill, stroke=self.paint.gilt, stroke_width=2.2)
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
