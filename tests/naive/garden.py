"""Queen's Garden, played slowly with lists and strings, from the rule clauses alone.

A hexagon is its name (`tree-blue`), a pile of tiles or expansions is a list of names, a garden is
a dict from the names of its spaces to hexagons. Clause ids (QG-01 to QG-36) refer to the rules of the game.
"""

import copy
import itertools

COLOURS = ["blue", "yellow", "light-green", "dark-green", "light-purple", "dark-purple"]
PATTERNS = ["tree", "bird", "butterfly", "flower", "plant", "lily"]  # of value 1 to 6
HEXAGONS = [f"{pattern}-{colour}" for colour in COLOURS for pattern in PATTERNS]
COPIES = 3
STACK = {2: 5, 3: 7, 4: 8}
TILES_ON_TOP = 4
TILE_SPACES = 12
EXPANSION_SPACES = 2
FIRST_JOKERS = 3
FIRST_SCORE = 15
PRICE = 6
LAST_ROUND = 4

# The garden in axial coordinates, turning counter-clockwise.
STEPS = {"e": (1, 0), "ne": (1, -1), "nw": (0, -1), "w": (-1, 0), "sw": (-1, 1), "se": (0, 1)}
DIRECTIONS = list(STEPS)
PLACES = list(STEPS)
FOUNTAIN = (0, 0)
STATUES = [(2, -1), (-1, -1), (-1, 2)]
BENCHES = [(1, -2), (-2, 1), (1, 1)]
JOKERS = {"fountain": 1, "statue": 2, "bench": 2, "pavilion": 3}

# The criteria scored in each round, on both sides (QG-27, QG-35).
CRITERIA = [
    ["dark-green", "blue", "tree"],
    ["yellow", "bird", "butterfly"],
    ["light-green", "light-purple", "flower"],
    ["dark-purple", "plant", "lily"],
]


# Hexagons


def pattern_of(hexagon):
    """The first word of the name."""
    return hexagon.split("-", 1)[0]


def colour_of(hexagon):
    """The name without its first word."""
    return hexagon.split("-", 1)[1]


def value_of(hexagon):
    """Value, cost and points in one."""
    return PATTERNS.index(pattern_of(hexagon)) + 1


def matches(hexagon, criterion):
    """Whether a hexagon shows this colour or pattern."""
    return criterion in (colour_of(hexagon), pattern_of(hexagon))


def in_order(hexagons):
    """A pile, sorted by colour and then by value."""
    return sorted(hexagons, key=HEXAGONS.index)


def different(hexagons):
    """Each hexagon of a pile once, in the fixed order."""
    return [hexagon for hexagon in HEXAGONS if hexagon in hexagons]


def counted(hexagons):
    """A pile as a multiset: hexagons that are there, in the fixed order."""
    return {hexagon: hexagons.count(hexagon) for hexagon in different(hexagons)}


def spread(multiset):
    """The pile that a multiset describes."""
    return [hexagon for hexagon in HEXAGONS for _ in range(multiset.get(hexagon, 0))]


# Seats


def seat_name(seat):
    """Seats are counted from 1 in names; "chance", "over", "supply" and None stay."""
    return f"seat-{seat + 1}" if isinstance(seat, int) else seat


def seat_number(name):
    """The opposite of seat_name."""
    return int(name.split("-")[1]) - 1 if name and name.startswith("seat-") else name


# The geometry of the garden


def stepped(point, direction, times=1):
    """The point so many steps further."""
    step = STEPS[direction]
    return point[0] + times * step[0], point[1] + times * step[1]


def centre_of(place):
    """The centre of an expansion's place lies three steps from the fountain."""
    return stepped(FOUNTAIN, place, 3)


def rim_of(place):
    """The six spaces around the centre of a place."""
    return [f"{place}-{direction}" for direction in DIRECTIONS]


def all_spaces():
    """Every space there can be, with its coordinates."""
    points = {f"fountain-{direction}": stepped(FOUNTAIN, direction) for direction in DIRECTIONS}
    for place in PLACES:
        points[f"{place}-centre"] = centre_of(place)
        for direction in DIRECTIONS:
            points[f"{place}-{direction}"] = stepped(centre_of(place), direction)
    return points


POINTS = all_spaces()
SPACES = list(POINTS)


def spaces_around(point):
    """The spaces beside a point, across the edges of boards too (QG-18)."""
    around = [stepped(point, direction) for direction in DIRECTIONS]
    return [space for space in SPACES if POINTS[space] in around]


BESIDE = {space: spaces_around(POINTS[space]) for space in SPACES}


# Wheels


def standard_wheel(side):
    """Every criterion brings the value; on side B patterns bring 7 - value (QG-35)."""
    points = dict.fromkeys(COLOURS + PATTERNS, "value")
    if side == "B":
        points.update({pattern: 6 - index for index, pattern in enumerate(PATTERNS)})
    return [[(criterion, points[criterion]) for criterion in criteria] for criteria in CRITERIA]


def wheel_of(text):
    """A wheel from its text: rounds, criteria, and the points of each."""
    return [[criterion_of(words) for words in criteria.split(", ")] for criteria in text.split("; ")]


def criterion_of(words):
    """`tree 6` or `blue value`."""
    criterion, points = words.split()
    return criterion, points if points == "value" else int(points)


# Boards: a seat's garden and storage


def empty_board():
    """The fountain board alone, 3 jokers in the storage, 15 points (QG-01, QG-02)."""
    return {
        "score": FIRST_SCORE,
        "passed": False,
        "jokers": FIRST_JOKERS,
        "tiles": [],
        "expansions": [],
        "garden": {},
        "places": dict.fromkeys(PLACES),
    }


def board_document(board):
    """A board as plain data."""
    document = copy.deepcopy(board)
    document["tiles"] = counted(board["tiles"])
    document["expansions"] = in_order(board["expansions"])
    document["garden"] = {space: board["garden"][space] for space in SPACES if space in board["garden"]}
    return document


def board_from(document):
    """The board that board_document() described."""
    board = copy.deepcopy(document)
    board["tiles"] = spread(document["tiles"])
    return board


def lose(board, points):
    """A score never falls below 0 (QG-26)."""
    board["score"] = max(0, board["score"] - points)


def tile_room(board):
    """Tiles and jokers share the 12 spaces (QG-01, QG-07)."""
    return TILE_SPACES - len(board["tiles"]) - board["jokers"]


def expansion_room(board):
    """Expansions have 2 spaces of their own (QG-01, QG-07)."""
    return EXPANSION_SPACES - len(board["expansions"])


def free_places(board):
    """Places without an expansion (QG-20)."""
    return [place for place in PLACES if board["places"][place] is None]


def face_up(board, place):
    """Whether an expansion with its pavilion lies there, not a face-down one."""
    return isinstance(board["places"][place], dict)


def spaces_of(board):
    """The spaces that the garden has; only face-down expansions have one in the centre (QG-15)."""
    spaces = [f"fountain-{direction}" for direction in DIRECTIONS]
    for place in PLACES:
        if board["places"][place] == "down":
            spaces.append(f"{place}-centre")
        if board["places"][place] is not None:
            spaces += rim_of(place)
    return spaces


def group_of(garden, space, trait):
    """The spaces connected with this one by the same colour, or the same pattern (QG-17)."""
    group = [space]
    for member in group:  # the list grows while it is walked
        for other in BESIDE[member]:
            if other in garden and other not in group and trait(garden[other]) == trait(garden[space]):
                group.append(other)
    return group


def without_twins(garden, space, trait):
    """Whether the group at this space, joined by it or not, has no two identical hexagons (QG-17)."""
    hexagons = [garden[member] for member in group_of(garden, space, trait)]
    return len(set(hexagons)) == len(hexagons)


def related(hexagon, other):
    """Same pattern or same colour (QG-16)."""
    return colour_of(hexagon) == colour_of(other) or pattern_of(hexagon) == pattern_of(other)


def can_lie(garden, space, hexagon):
    """Neighbours and groups allow this hexagon on this space (QG-16, QG-17)."""
    neighbours = [garden[other] for other in BESIDE[space] if other in garden]
    if hexagon in neighbours:
        return False
    if neighbours and not any(related(hexagon, other) for other in neighbours):
        return False
    after = {**garden, space: hexagon}
    return without_twins(after, space, colour_of) and without_twins(after, space, pattern_of)


def sites_for(board, tile):
    """The free spaces on which a tile may lie, in order (QG-15 to QG-17)."""
    free = [space for space in spaces_of(board) if space not in board["garden"]]
    return [space for space in SPACES if space in free and can_lie(board["garden"], space, tile)]


def turns_for(board, expansion, place):
    """The ways round that an expansion may lie on a free place (QG-20)."""
    garden = board["garden"]
    return [direction for direction in DIRECTIONS if can_lie(garden, f"{place}-{direction}", expansion)]


def places_for(board, expansion):
    """The free places on which an expansion may lie some way round (QG-20)."""
    return [place for place in free_places(board) if turns_for(board, expansion, place)]


def elements_of(board):
    """What can be surrounded: the jokers for it, and where it stands (QG-18)."""
    elements = [(JOKERS["fountain"], FOUNTAIN)]
    elements += [(JOKERS["statue"], point) for point in STATUES]
    elements += [(JOKERS["bench"], point) for point in BENCHES]
    return elements + [(JOKERS["pavilion"], centre_of(place)) for place in PLACES if face_up(board, place)]


def jokers_for(board, space):
    """Jokers for all elements that the tile on this space was the last to surround (QG-18)."""
    earned = 0
    for jokers, point in elements_of(board):
        around = spaces_around(point)
        if space in around and all(other in board["garden"] for other in around):
            earned += jokers
    return earned


# Paying


def go_together(hexagons):
    """No two identical, and all of one pattern or all of one colour (QG-12)."""
    if len(set(hexagons)) < len(hexagons):
        return False
    return len(set(map(pattern_of, hexagons))) == 1 or len(set(map(colour_of, hexagons))) == 1


def can_pay(board, used, pieces, jokers):
    """Whether so many further pieces can be paid from the storage with so many jokers (QG-12 to QG-14).

    At most 6 hexagons are used, so a joker always finds a hexagon to stand for.
    """
    if not go_together(used):
        return False
    stored = different(board["tiles"] + board["expansions"])
    for trait in (pattern_of, colour_of):
        shared = set(map(trait, used))
        fitting = [hexagon for hexagon in stored if trait(hexagon) in shared and hexagon not in used]
        if len(shared) == 1 and len(fitting) + jokers >= pieces:
            return True
    return False


def can_afford(board, hexagon):
    """The placed piece counts, so value - 1 further ones are paid (QG-11)."""
    return can_pay(board, [hexagon], value_of(hexagon) - 1, board["jokers"])


# Scoring


def round_points(board, criteria):
    """What the wheel's criteria bring, then the visible pavilions (QG-27, QG-28)."""
    points = sum(face_up(board, place) for place in PLACES)
    for criterion, worth in criteria:
        for hexagon in board["garden"].values():
            if matches(hexagon, criterion):
                points += value_of(hexagon) if worth == "value" else worth
    return points


def all_groups(garden, trait):
    """All groups of one colour each, or of one pattern each, as lists of hexagons (QG-17)."""
    groups, seen = [], []
    for space in garden:
        if space not in seen:
            group = group_of(garden, space, trait)
            seen += group
            groups.append([garden[member] for member in group])
    return groups


def group_points(group, side):
    """The values of 3 or more, and a bonus that depends on the side (QG-32, QG-33, QG-36)."""
    if len(group) < 3:
        return 0
    bonus = len(group) if side == "B" or len(group) == 6 else 0
    return sum(map(value_of, group)) + bonus


def storage_points(board):
    """Jokers left count for, tiles and expansions left against their owner (QG-31)."""
    return board["jokers"] - sum(map(value_of, board["tiles"] + board["expansions"]))


# Actions


def new_action(kind, what=None):
    """An action whose questions have not been answered yet."""
    return {
        "kind": kind,
        "what": what,
        "copies": {},
        "space": None,
        "place": None,
        "turned": None,
        "paid": {"tiles": [], "expansions": [], "jokers": 0},
    }


def action_document(action):
    """An action as plain data, None when nothing has been begun."""
    document = copy.deepcopy(action)
    if action:
        document["paid"]["tiles"] = counted(action["paid"]["tiles"])
        document["paid"]["expansions"] = in_order(action["paid"]["expansions"])
    return document


def action_from(document):
    """The action that action_document() described."""
    action = copy.deepcopy(document)
    if document:
        action["paid"]["tiles"] = spread(document["paid"]["tiles"])
    return action


def entry_document(entry):
    """An expansion of the display as plain data, None when it can't be seen there."""
    return {"tiles": in_order(entry["tiles"]), "face": entry["face"]} if entry else None


def face_down():
    """An expansion of the display without tiles, not yet turned up."""
    return {"tiles": [], "face": None}


class Table:
    """One game, changed in place by play()."""

    def __init__(self, players, side="A", wheel="standard", first="random"):
        """All tiles in the bag, four stacks, the rest in the supply (QG-01 to QG-04)."""
        self.players, self.side = players, side
        self.wheel = standard_wheel(side) if wheel == "standard" else wheel_of(wheel)
        self.round, self.turn, self.step = 1, 0, 0
        self.starter, self.starting_tile, self.last_seat = None, "supply", None
        self.bag, self.tower = [hexagon for hexagon in HEXAGONS for _ in range(COPIES)], []
        self.supply = len(HEXAGONS) - LAST_ROUND * STACK[players]
        self.unseen = list(HEXAGONS)
        self.action = None
        self.seats = [empty_board() for _ in range(players)]
        self._set_up_stack()
        self.phase, self.to_move = "beginning", "chance"
        if first != "random":
            self._begin(first)

    @classmethod
    def from_document(cls, document, players, side, wheel):
        """The table that document() described."""
        table = cls(players, side, wheel)
        for name in ("round", "turn", "step", "phase", "stack", "supply"):
            setattr(table, name, document[name])
        for name in ("to_move", "starter", "starting_tile", "last_seat"):
            setattr(table, name, seat_number(document[name]))
        for name in ("bag", "tower"):
            setattr(table, name, spread(document[name]))
        for name in ("display", "unseen"):
            setattr(table, name, copy.deepcopy(document[name]))
        table.action = action_from(document["action"])
        table.seats = [board_from(seat) for seat in document["seats"]]
        return table

    def document(self):
        """Everything that lies on the table, as plain data."""
        return {
            "round": self.round,
            "turn": self.turn,
            "step": self.step,
            "phase": self.phase,
            "to_move": seat_name(self.to_move),
            "last_seat": seat_name(self.last_seat),
            "starter": seat_name(self.starter),
            "starting_tile": seat_name(self.starting_tile),
            "bag": counted(self.bag),
            "tower": counted(self.tower),
            "display": [entry_document(entry) for entry in self.display],
            "stack": self.stack,
            "supply": self.supply,
            "unseen": list(self.unseen),
            "action": action_document(self.action),
            "seats": [board_document(board) for board in self.seats],
        }

    def scores(self):
        """Points by seat."""
        return [board["score"] for board in self.seats]

    def ranking(self):
        """How many seats are strictly better; ties share the win (QG-34)."""
        return [sum(other > mine for other in self.scores()) for mine in self.scores()]

    def _mover(self):
        """The board of the seat that is to move."""
        return self.seats[self.to_move]

    # Questions

    def legal(self):
        """The names of all choices of the one who is to move."""
        questions = {
            "beginning": self._beginnings,
            "filling": self._draws,
            "revealing": self._reveals,
            "acting": self._actions,
            "copying": self._copyings,
            "siting": self._sitings,
            "placing": self._placings,
            "turning": self._turnings,
            "paying": self._payings,
            "discarding": self._discardings,
            "over": list,
        }
        return questions[self.phase]()

    def weights(self):
        """How likely each answer of chance is, as whole numbers."""
        if self.to_move != "chance":
            raise ValueError("chance is not to move")
        if self.phase == "filling":
            return {f"draw {hexagon}": self.bag.count(hexagon) for hexagon in different(self.bag)}
        return dict.fromkeys(self.legal(), 1)

    def _beginnings(self):
        """Anyone may be the youngest (QG-04)."""
        return [f"{seat_name(seat)} begins" for seat in range(self.players)]

    def _draws(self):
        """Any tile in the bag (QG-04, QG-08)."""
        return [f"draw {hexagon}" for hexagon in different(self.bag)]

    def _reveals(self):
        """Any face that nobody has seen (QG-09)."""
        return [f"reveal {hexagon}" for hexagon in self.unseen]

    def _actions(self):
        """One of the four actions; a pass is always possible (QG-23)."""
        return self._takes() + self._places() + self._expands() + self._buys() + ["pass"]

    def _takes(self):
        """Colours and patterns that are shown, if all of it can be stored (QG-05 to QG-07)."""
        names = COLOURS + PATTERNS
        return [f"take {what}" for what in names if self._shown(what) and self._fits(what, {})]

    def _places(self):
        """Tiles that find a space and can be paid (QG-11 to QG-17)."""
        board = self._mover()
        tiles = [tile for tile in different(board["tiles"]) if can_afford(board, tile)]
        return [f"place {tile}" for tile in tiles if sites_for(board, tile)]

    def _expands(self):
        """Expansions that find a place and can be paid (QG-20)."""
        board = self._mover()
        expansions = [hexagon for hexagon in in_order(board["expansions"]) if can_afford(board, hexagon)]
        return [f"expand {hexagon}" for hexagon in expansions if places_for(board, hexagon)]

    def _buys(self):
        """6 points, something in the supply, and a place for it (QG-21)."""
        board = self._mover()
        return ["buy"] if board["score"] >= PRICE and self.supply > 0 and free_places(board) else []

    def _copyings(self):
        """The copies of the hexagon in question with which everything can still be stored (QG-06, QG-07)."""
        what, copies = self.action["what"], self.action["copies"]
        hexagon = self._in_question()
        numbers = [n for n in self._numbers_with(hexagon) if self._fits(what, {**copies, hexagon: n})]
        return [f"copy {n}" for n in numbers]

    def _sitings(self):
        """Where the chosen tile may lie (QG-15 to QG-17)."""
        return [f"at {space}" for space in sites_for(self._mover(), self.action["what"])]

    def _placings(self):
        """Where the chosen expansion may lie; a face-down one has no hexagon to obey (QG-20, QG-21)."""
        board = self._mover()
        if self.action["kind"] == "buy":
            return [f"on {place}" for place in free_places(board)]
        return [f"on {place}" for place in places_for(board, self.action["what"])]

    def _turnings(self):
        """Which way round the chosen expansion may lie (QG-20)."""
        turns = turns_for(self._mover(), self.action["what"], self.action["place"])
        return [f"turned {direction}" for direction in turns]

    def _payings(self):
        """The next piece of a payment that can be completed with it (QG-12 to QG-14)."""
        board = self._mover()
        names = [f"pay {tile}" for tile in different(board["tiles"]) if self._payable(tile)]
        names += [f"pay-expansion {piece}" for piece in in_order(board["expansions"]) if self._payable(piece)]
        joker = board["jokers"] > 0 and can_pay(board, self._used(), self._owed() - 1, board["jokers"] - 1)
        return [*names, "pay-joker"] if joker else names

    def _payable(self, piece):
        """Whether the rest can be paid after this hexagon (QG-12)."""
        board = self._mover()
        return can_pay(board, [*self._used(), piece], self._owed() - 1, board["jokers"])

    def _used(self):
        """The placed hexagon and those paid so far, without jokers (QG-12)."""
        paid = self.action["paid"]
        return [self.action["what"]] + paid["tiles"] + paid["expansions"]

    def _owed(self):
        """How many pieces are still to be paid (QG-11)."""
        return value_of(self.action["what"]) - len(self._used()) - self.action["paid"]["jokers"]

    def _discardings(self):
        """Any hexagons of the storage, but no jokers (QG-23)."""
        board = self._mover()
        names = [f"discard {tile}" for tile in different(board["tiles"])]
        names += [f"discard-expansion {expansion}" for expansion in in_order(board["expansions"])]
        return [*names, "done"]

    # The display

    def _entry(self, n):
        """The expansion of this number, counted from 1."""
        return self.display[n - 1]

    def _numbers_with(self, hexagon):
        """The numbers of the expansions that a hexagon lies on or is printed on (QG-05, QG-06)."""
        numbers = []
        for n, entry in enumerate(self.display, start=1):
            if entry and (hexagon in entry["tiles"] or entry["face"] == hexagon):
                numbers.append(n)
        return numbers

    def _shown(self, what):
        """The different hexagons of a colour or pattern in the display (QG-05)."""
        matching = [hexagon for hexagon in HEXAGONS if matches(hexagon, what)]
        return [hexagon for hexagon in matching if self._numbers_with(hexagon)]

    def _fits(self, what, copies):
        """Whether some choice of the copies not chosen yet can be stored as a whole (QG-07)."""
        kinds = []
        for hexagon in self._shown(what):
            numbers = [copies[hexagon]] if hexagon in copies else self._numbers_with(hexagon)
            # Only tile or expansion matters for the storage.
            kinds.append({"expansion" if self._entry(n)["face"] == hexagon else "tile" for n in numbers})
        return any(self._has_room(choice) for choice in itertools.product(*kinds))

    def _has_room(self, kinds):
        """Everything taken must be stored (QG-07)."""
        board = self._mover()
        return kinds.count("tile") <= tile_room(board) and kinds.count("expansion") <= expansion_room(board)

    def _in_question(self):
        """The next hexagon with copies on different expansions and none chosen, or None (QG-06)."""
        for hexagon in self._shown(self.action["what"]):
            if len(self._numbers_with(hexagon)) > 1 and hexagon not in self.action["copies"]:
                return hexagon
        return None

    # Answers

    def play(self, name):
        """Play one choice, and the single answers that follow in the same turn."""
        if name not in self.legal():
            raise ValueError(f"{name!r} is not legal now")
        self._answer(name)
        while self.step > 0 and len(self.legal()) == 1:
            self._answer(self.legal()[0])

    def _answer(self, name):
        """Hand the words of a legal choice to the phase they belong to."""
        answers = {
            "beginning": self._answer_beginning,
            "filling": self._answer_draw,
            "revealing": self._answer_reveal,
            "acting": self._answer_action,
            "copying": self._answer_copy,
            "siting": self._answer_at,
            "placing": self._answer_on,
            "turning": self._answer_turned,
            "paying": self._answer_pay,
            "discarding": self._answer_discard,
        }
        if self.to_move != "chance":
            self.step += 1
        answers[self.phase](*name.split())

    def _ask_chance(self, phase):
        """Chance has no steps."""
        self.phase, self.to_move, self.step = phase, "chance", 0

    def _ask_new_turn(self, seat):
        """The first question of a turn."""
        self.phase, self.to_move, self.step = "acting", seat, 0
        self.turn += 1

    # Set-up, and the display

    def _answer_beginning(self, seat, _begins):
        self._begin(seat_number(seat))

    def _begin(self, seat):
        """The first player is known before any tile is drawn (QG-04)."""
        self.starter = seat
        self._fill()

    def _set_up_stack(self):
        """The next round stack forms the display, its top still without tiles (QG-04, QG-30)."""
        self.stack = STACK[self.players]
        self.display = [None] * self.stack
        self._uncover()

    def _top(self):
        """The index of the stack's top in the display: the stack shrinks from number 1 on."""
        return len(self.display) - self.stack

    def _uncover(self):
        """What was the second of the stack is its top now."""
        self.display[self._top()] = face_down()

    def _fill(self):
        """Ask for the next tile on the new top; with too few tiles it stays short (QG-08, QG-10)."""
        tiles = self.display[self._top()]["tiles"]
        if len(tiles) < TILES_ON_TOP and self.bag + self.tower:
            self._ask_draw()
            return
        if not tiles:
            self._lay_out()
        self._turn_up()

    def _ask_draw(self):
        """The tower is poured into the bag only when a tile must be drawn (QG-10)."""
        if not self.bag:
            self.bag, self.tower = self.tower, []
        self._ask_chance("filling")

    def _answer_draw(self, _draw, hexagon):
        self.bag.remove(hexagon)
        self.display[self._top()]["tiles"].append(hexagon)
        self._fill()

    def _lay_out(self):
        """Without a single tile the rest of the stack joins the display (QG-10)."""
        for index in range(self._top(), len(self.display)):
            self.display[index] = face_down()
        self.stack = 0

    def _turn_up(self):
        """Ask for the faces of expansions without tiles; then the next turn begins (QG-09)."""
        if self._to_turn_up() is not None:
            self._ask_chance("revealing")
        elif self.last_seat is None:
            self._ask_new_turn(self.starter)
        else:
            seat, self.last_seat = self.last_seat, None
            self._give_turn_after(seat)

    def _to_turn_up(self):
        """The first expansion beside the stack that has no tiles and is face down, or None (QG-09)."""
        beside = self.display[: self._top()]
        return next((entry for entry in beside if entry == face_down()), None)

    def _answer_reveal(self, _reveal, hexagon):
        self.unseen.remove(hexagon)
        self._to_turn_up()["face"] = hexagon
        self._turn_up()

    # Phase 1: actions

    def _answer_action(self, kind, what=None):
        """The kind of an action decides what is asked first."""
        self.action = new_action(kind, what)
        if kind == "take":
            self._ask_copy()
        elif kind == "pass":
            self._pass()
        else:
            self.phase = "siting" if kind == "place" else "placing"

    def _give_turn_after(self, seat):
        """Clockwise to the next who has not passed (QG-25)."""
        for distance in range(1, self.players + 1):
            candidate = (seat + distance) % self.players
            if not self.seats[candidate]["passed"]:
                self._ask_new_turn(candidate)
                return
        self._end_round()

    def _end_turn(self):
        """After anything but a take, nothing happens to the display."""
        self.action = None
        self._give_turn_after(self.to_move)

    # A) Acquire

    def _ask_copy(self):
        """Ask for copies until none is in question, then take everything (QG-06)."""
        if self._in_question():
            self.phase = "copying"
        else:
            self._take()

    def _answer_copy(self, _copy, n):
        self.action["copies"][self._in_question()] = int(n)
        self._ask_copy()

    def _take(self):
        """Everything goes to the storage; then the stack, then the faces (QG-05 to QG-09)."""
        touched = False
        for hexagon in self._shown(self.action["what"]):
            n = self.action["copies"].get(hexagon) or self._numbers_with(hexagon)[0]
            # The top always has tiles, so what is taken from it is a tile.
            touched = touched or n - 1 == self._top()
            self._take_one(hexagon, n)
        self.action, self.last_seat = None, self.to_move
        if touched:
            self._move_aside()
        else:
            self._turn_up()

    def _take_one(self, hexagon, n):
        """One tile from an expansion, or the expansion itself (QG-05, QG-07)."""
        if self._entry(n)["face"] == hexagon:
            self.display[n - 1] = None
            self._mover()["expansions"].append(hexagon)
        else:
            self._entry(n)["tiles"].remove(hexagon)
            self._mover()["tiles"].append(hexagon)

    def _move_aside(self):
        """The top leaves the stack with its tiles; after the last one nothing is refilled (QG-08)."""
        self.stack -= 1
        if self.stack:
            self._uncover()
            self._fill()
        else:
            self._turn_up()

    # B) Place a tile, C) Place an expansion

    def _answer_at(self, _at, space):
        self.action["space"] = space
        self._ask_payment()

    def _answer_on(self, _on, place):
        self.action["place"] = place
        if self.action["kind"] == "buy":
            self._buy()
        else:
            self.phase = "turning"

    def _answer_turned(self, _turned, direction):
        self.action["turned"] = direction
        self._ask_payment()

    def _buy(self):
        """A face-down expansion for 6 points (QG-21)."""
        board = self._mover()
        lose(board, PRICE)
        self.supply -= 1
        board["places"][self.action["place"]] = "down"
        self._end_turn()

    def _ask_payment(self):
        """Ask for pieces until the cost is paid, then place (QG-11)."""
        if self._owed():
            self.phase = "paying"
        elif self.action["kind"] == "place":
            self._place_tile()
        else:
            self._place_expansion()

    def _answer_pay(self, word, piece=None):
        """A piece leaves the storage (QG-13, QG-14)."""
        board, paid = self._mover(), self.action["paid"]
        if word == "pay-joker":
            board["jokers"] -= 1
            paid["jokers"] += 1
        else:
            pile = "tiles" if word == "pay" else "expansions"
            board[pile].remove(piece)
            paid[pile].append(piece)
        self._ask_payment()

    def _put_away_payment(self):
        """Tiles to the tower, expansions under the supply, jokers to the pool (QG-13, QG-14)."""
        self.tower += self.action["paid"]["tiles"]
        self.supply += len(self.action["paid"]["expansions"])

    def _place_tile(self):
        """Tile and payment leave the storage before jokers come; some may be lost (QG-18, QG-19)."""
        board, tile, space = self._mover(), self.action["what"], self.action["space"]
        self._put_away_payment()
        board["tiles"].remove(tile)
        board["garden"][space] = tile
        board["jokers"] += min(jokers_for(board, space), tile_room(board))
        self._end_turn()

    def _place_expansion(self):
        """Face up, with its printed hexagon in the garden from now on (QG-18, QG-20)."""
        board, expansion = self._mover(), self.action["what"]
        place, turned = self.action["place"], self.action["turned"]
        self._put_away_payment()
        board["expansions"].remove(expansion)
        board["places"][place] = {"expansion": expansion, "turned": turned}
        board["garden"][f"{place}-{turned}"] = expansion
        self._end_turn()

    # D) Pass

    def _pass(self):
        """The first to pass takes the starting-player tile and loses a point, before discards (QG-24)."""
        board = self._mover()
        board["passed"] = True
        if self.starting_tile == "supply":
            self.starting_tile = self.to_move
            lose(board, 1)
        self.phase = "discarding"

    def _answer_discard(self, word, hexagon=None):
        """One piece at a time, each for its value at once (QG-23, QG-26)."""
        board = self._mover()
        if word == "done":
            self._end_turn()
            return
        lose(board, value_of(hexagon))
        if word == "discard":
            board["tiles"].remove(hexagon)
            self.tower.append(hexagon)
        else:
            board["expansions"].remove(hexagon)
            self.supply += 1

    # Phase 2: round scoring, phase 3: next round

    def _end_round(self):
        """All have passed: the wheel is scored (QG-27, QG-28)."""
        for board in self.seats:
            board["score"] += round_points(board, self.wheel[self.round - 1])
        if self.round == LAST_ROUND:
            self._end_game()
        else:
            self._prepare_round()

    def _prepare_round(self):
        """The display is cleared, the holder of the starting-player tile begins (QG-29, QG-30)."""
        self._clear_display()
        self.round += 1
        self.starter, self.starting_tile = self.starting_tile, "supply"
        for board in self.seats:
            board["passed"] = False
        self._set_up_stack()
        self._fill()

    def _clear_display(self):
        """Tiles to the tower, expansions, those left in the stack too, under the supply (QG-29)."""
        for index, entry in enumerate(self.display):
            if entry:
                self.tower += entry["tiles"]
            # None beside the stack has been taken, None below the top is still there.
            if entry or index > self._top():
                self.supply += 1

    # The end

    def _end_game(self):
        """Storage first, as one sum not below 0, then the groups (QG-31 to QG-33, QG-36)."""
        for board in self.seats:
            board["score"] = max(0, board["score"] + storage_points(board))
            groups = all_groups(board["garden"], colour_of) + all_groups(board["garden"], pattern_of)
            board["score"] += sum(group_points(group, self.side) for group in groups)
        self.phase = self.to_move = "over"
        self.step = 0
