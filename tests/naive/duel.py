"""Duel, played slowly with lists and strings, from the rule clauses alone.

A tile is the name of its colour, a dome tile and a chip are their names, a pile is a list, a board
is a dict. Clause ids (DU-01 to DU-44) refer to the rules of the game.

Dome tiles that nobody has seen have no face yet: chance decides it when they are turned up, so the
unseen part of the stack is just a number, with the back of its top tile.
"""

import copy

COLOURS = ["blue", "yellow", "red", "black", "turquoise"]
TILES_OF_A_COLOUR = 13
LAST_ROUND = 5
LARGE, SMALL = 5, 4  # tiles on the sun sides (DU-05)
CHIPS_A_ROUND = 2
BROKEN_POINTS = [1, 2, 3, 4]
STARTING_TILE_POINTS = 2

# The three colours of each base: top-right, bottom-right, bottom-left, the fourth space top-left.
BASES = {
    "a": ["turquoise", "yellow", "black"],
    "b": ["blue", "black", "turquoise"],
    "c": ["blue", "turquoise", "red"],
    "d": ["red", "black", "yellow"],
    "e": ["red", "turquoise", "black"],
    "f": ["black", "blue", "red"],
    "g": ["turquoise", "blue", "yellow"],
    "h": ["yellow", "red", "blue"],
    "i": ["black", "yellow", "blue"],
    "j": ["yellow", "red", "turquoise"],
}
KINDS = ["special", "wild"]
DOME_TILES = [f"{base}-special" for base in "abcdefghi"] + [f"{base}-wild" for base in "abcdefghj"]
PAIRS = ["turquoise-yellow", "yellow-black", "black-blue", "blue-red", "red-turquoise"]
CHIPS = COLOURS + PAIRS
CORNERS_CLOCKWISE = [(0, 0), (0, 1), (1, 1), (1, 0)]

# Two sides of one goal tile stand next to each other (DU-03).
GOALS = ["rows", "colourful-rows", "columns", "rim", "diagonals", "corners", "wild-spaces", "empty-specials"]
FIRST_GAME = ["rows", "columns", "diagonals"]
DRAWN_GOALS = {"random": 3, "random-4": 4}
CORNER_POINTS = {0: 3, 2: 3, 6: 8, 8: 8}  # by dome place (DU-42)

MOSAIC_PHASES = ["completing", "paying", "columns"]


def counted(pile, order=COLOURS):
    """A pile as a multiset: what is there, in the fixed order."""
    return {name: pile.count(name) for name in order if name in pile}


def spread(multiset, order=COLOURS):
    """The pile that a multiset describes."""
    return [name for name in order for _ in range(multiset.get(name, 0))]


def seat_name(seat):
    """Seats are counted from 1 in names; "chance", "over", "large" and None stay."""
    return f"seat-{seat + 1}" if isinstance(seat, int) else seat


def seat_number(name):
    """The opposite of seat_name."""
    return number(name) if name and name.startswith("seat-") else name


def number(word):
    """`factory-3` is position 2, `line-1` is row 0."""
    return int(word.split("-")[1]) - 1


def kind_of(tile):
    """What the back of a dome tile shows: its kind."""
    return tile.split("-")[1]


def empty_board():
    """5 points, 2 tokens, 6 pattern lines, an empty dome of 3x3 places and 6x6 spaces (DU-01)."""
    return {
        "score": 5,
        "tokens": 2,
        "chips_taken": 0,
        "chips": [],
        "lines": [[] for _ in range(6)],
        "broken": [],
        "dome": [None] * 9,
        "spaces": [[None] * 6 for _ in range(6)],
    }


def board_document(board):
    """A board as plain data."""
    document = copy.deepcopy(board)
    document["chips"] = counted(board["chips"], CHIPS)
    document["broken"] = counted(board["broken"])
    return document


def board_from(document):
    """The board that board_document() described."""
    board = copy.deepcopy(document)
    board["chips"] = spread(document["chips"], CHIPS)
    board["broken"] = spread(document["broken"])
    return board


def factory_document(factory):
    """A small factory as plain data; only the order of its stack matters."""
    return {"sun": counted(factory["sun"]), "moon": list(factory["moon"]), "chip": factory["chip"]}


def factory_from(document):
    """The factory that factory_document() described."""
    return {"sun": spread(document["sun"]), "moon": list(document["moon"]), "chip": document["chip"]}


# The dome


def place_of(row, column):
    """The dome place (0-8) that a space lies on."""
    return row // 2 * 3 + column // 2


def spaces_of(place):
    """The four spaces of a dome place, clockwise from the top left."""
    top, left = place // 3 * 2, place % 3 * 2
    return [(top + down, left + right) for down, right in CORNERS_CLOCKWISE]


def printed(board, row, column):
    """What a space shows: a colour, "special", "wild", or None without a dome tile."""
    place = place_of(row, column)
    laid = board["dome"][place]
    if laid is None:
        return None
    base, kind = laid["tile"].split("-")
    clockwise = [kind, *BASES[base]]
    corner = spaces_of(place).index((row, column))
    return clockwise[(corner - laid["turned"]) % 4]


def all_printed(board, kind):
    """All spaces of the dome that show this."""
    spaces = [(row, column) for row in range(6) for column in range(6)]
    return [space for space in spaces if printed(board, *space) == kind]


def filled(board, spaces):
    """Whether each of these spaces holds a tile or a special tile."""
    return all(board["spaces"][row][column] is not None for row, column in spaces)


def is_full(board, row):
    """Line 0 has 1 space, line 5 has 6."""
    return len(board["lines"][row]) == row + 1


def missing(board, row):
    """How many tiles a line lacks."""
    return row + 1 - len(board["lines"][row])


def columns_for(board, row):
    """Empty spaces of the line's colour, and empty wild ones, in the row of the line (DU-25, DU-34)."""
    fitting = (board["lines"][row][0], "wild")
    return [
        column
        for column in range(6)
        if board["spaces"][row][column] is None and printed(board, row, column) in fitting
    ]


def has_empty_place(board, row):
    """Whether the row still lacks one of its three dome tiles (DU-27, DU-28)."""
    return any(board["dome"][place_of(row, column)] is None for column in (0, 2, 4))


def run_length(cells, index):
    """How many occupied cells in a row contain this one, itself included (DU-32)."""
    first = last = index
    while first > 0 and cells[first - 1] is not None:
        first -= 1
    while last < 5 and cells[last + 1] is not None:
        last += 1
    return last - first + 1


def column_of(board, column):
    """The six spaces of a column, from the top."""
    return [row[column] for row in board["spaces"]]


def points_for(board, row, column):
    """What the tile just laid there scores (DU-31, DU-32)."""
    across = run_length(board["spaces"][row], column)
    down = run_length(column_of(board, column), row)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


def lay_special(board, place):
    """With its three ordinary spaces filled a special dome tile gets its special tile (DU-33)."""
    spaces = spaces_of(place)
    ordinary = [space for space in spaces if printed(board, *space) in COLOURS]
    if kind_of(board["dome"][place]["tile"]) == "special" and filled(board, ordinary):
        row, column = next(space for space in spaces if space not in ordinary)
        board["spaces"][row][column] = "special"
        board["score"] += row + 1  # the number at the right of the row, from 1 at the top


# Chips


def shows(chip, colour):
    """A two-colour chip shows both colours (DU-29)."""
    return colour in chip.split("-")


def is_valid_payment(chips, with_colour, tiles):
    """Some tiles for 2 chips with the colour each, the others for any 3 each (DU-29)."""
    return any(
        chips == 2 * cheap + 3 * (tiles - cheap) and with_colour >= 2 * cheap for cheap in range(tiles + 1)
    )


def is_enough(paid, colour, tiles):
    """Whether these chips, all of them, pay for so many missing tiles (DU-29)."""
    return is_valid_payment(len(paid), sum(shows(chip, colour) for chip in paid), tiles)


def can_become_enough(paid, chips, colour, tiles):
    """Whether some of the chips (or none) added to the paid ones make a valid payment (DU-29)."""
    fitting = sum(shows(chip, colour) for chip in chips)
    others = len(chips) - fitting
    paid_fitting = sum(shows(chip, colour) for chip in paid)
    return any(
        is_valid_payment(len(paid) + more + rest, paid_fitting + more, tiles)
        for more in range(fitting + 1)
        for rest in range(others + 1)
    )


# Goals (DU-42)


def rows_points(board):
    """3 for each full row."""
    return 3 * sum(None not in row for row in board["spaces"])


def colourful_rows_points(board):
    """4 for each row with 5 colours; special tiles are one more colour."""
    return 4 * sum(len({tile for tile in row if tile is not None}) >= 5 for row in board["spaces"])


def columns_points(board):
    """7 for each full column."""
    return 7 * sum(None not in column_of(board, column) for column in range(6))


def rim_points(board):
    """1 for each tile on the outer ring."""
    rim = [(row, column) for row in range(6) for column in range(6) if {row, column} & {0, 5}]
    return sum(filled(board, [space]) for space in rim)


def diagonals_points(board):
    """10 for each full main diagonal."""
    falling = [(index, index) for index in range(6)]
    rising = [(index, 5 - index) for index in range(6)]
    return 10 * (filled(board, falling) + filled(board, rising))


def corners_points(board):
    """3 or 8 for each filled dome tile in a corner."""
    return sum(points for place, points in CORNER_POINTS.items() if filled(board, spaces_of(place)))


def wild_spaces_points(board):
    """2 for each wild space if all of them are filled."""
    wilds = all_printed(board, "wild")
    return 2 * len(wilds) if filled(board, wilds) else 0


def empty_specials_points(board):
    """-3 for each empty special space."""
    return -3 * sum(not filled(board, [space]) for space in all_printed(board, "special"))


GOAL_POINTS = {
    "rows": rows_points,
    "colourful-rows": colourful_rows_points,
    "columns": columns_points,
    "rim": rim_points,
    "diagonals": diagonals_points,
    "corners": corners_points,
    "wild-spaces": wild_spaces_points,
    "empty-specials": empty_specials_points,
}


def named_goals(option):
    """The goals that an option fixes, in the order of GOALS (DU-03)."""
    if option in DRAWN_GOALS:
        return []
    names = FIRST_GAME if option == "first-game" else option.split(",")
    return [goal for goal in GOALS if goal in names]


class Table:
    """One game, changed in place by play()."""

    def __init__(self, players=2, goals="first-game", first="random"):
        """Everything in the bag and the stack, a chip face down on each small factory (DU-01 to DU-06)."""
        self.players, self.option = players, goals
        self.round, self.turn, self.step = 1, 0, 0
        self.mover = self.starter = None
        self.starting_tile = "large"
        self.goals = named_goals(goals)
        self.bag = [colour for colour in COLOURS for _ in range(TILES_OF_A_COLOUR)]
        self.tower, self.hand = [], []
        self.factories = [{"sun": [], "moon": [], "chip": "down"} for _ in range(4)]
        self.large = {"sun": [], "moon": []}
        self.chips = CHIPS * 2
        self.display = [None] * 3
        self.unseen, self.back, self.under = len(DOME_TILES), None, []
        self.drawn = []
        self.tile = self.place = self.source = self.line = None
        self.paid = []
        self.seats = [empty_board() for _ in range(players)]
        self.phase, self.to_move = "beginning", "chance"
        if first != "random":
            self._begin(first)

    @classmethod
    def from_document(cls, document, players=2, goals="first-game"):
        """The table that document() described."""
        table = cls(players, goals)
        for name in ("round", "turn", "step", "phase", "tile", "place", "source"):
            setattr(table, name, document[name])
        for name in ("goals", "display", "drawn"):
            setattr(table, name, copy.deepcopy(document[name]))
        for name in ("to_move", "mover", "starter", "starting_tile"):
            setattr(table, name, seat_number(document[name]))
        for name in ("bag", "tower", "hand"):
            setattr(table, name, spread(document[name]))
        for name in ("chips", "paid"):
            setattr(table, name, spread(document[name], CHIPS))
        for name in ("unseen", "back", "under"):
            setattr(table, name, copy.deepcopy(document["stack"][name]))
        table.line = None if document["line"] is None else document["line"] - 1
        table.factories = [factory_from(factory) for factory in document["factories"]]
        table.large = {side: spread(document["large"][side]) for side in ("sun", "moon")}
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
            "mover": seat_name(self.mover),
            "starter": seat_name(self.starter),
            "starting_tile": seat_name(self.starting_tile),
            "goals": list(self.goals),
            "bag": counted(self.bag),
            "tower": counted(self.tower),
            "factories": [factory_document(factory) for factory in self.factories],
            "large": {side: counted(self.large[side]) for side in ("sun", "moon")},
            "chips": counted(self.chips, CHIPS),
            "display": list(self.display),
            "stack": {"unseen": self.unseen, "back": self.back, "under": copy.deepcopy(self.under)},
            "drawn": copy.deepcopy(self.drawn),
            "tile": self.tile,
            "place": self.place,
            "source": self.source,
            "hand": counted(self.hand),
            "line": None if self.line is None else self.line + 1,
            "paid": counted(self.paid, CHIPS),
            "seats": [board_document(board) for board in self.seats],
        }

    def scores(self):
        """Points by seat."""
        return [board["score"] for board in self.seats]

    def ranking(self):
        """How many seats are better: points, then the starting-player tile (DU-44)."""
        results = [(board["score"], seat == self._holder()) for seat, board in enumerate(self.seats)]
        return [sum(other > mine for other in results) for mine in results]

    def _holder(self):
        """Who has the starting-player tile; if nobody took it, whoever began (DU-41, DU-44)."""
        return self.starter if self.starting_tile == "large" else self.starting_tile

    def _board(self):
        """The board of the seat that is to move."""
        return self.seats[self.to_move]

    # Questions

    def legal(self):
        """The names of all choices of the one who is to move."""
        if self.to_move == "chance":
            return list(self.weights())
        questions = {
            "setting": self._open_tiles,
            "acting": self._actions,
            "drawing": self._drawings,
            "keeping": self._keepings,
            "ordering": self._orderings,
            "placing": self._places,
            "turning": self._turns,
            "stacking": self._stackings,
            "lining": self._linings,
            "completing": self._completings,
            "paying": self._payings,
            "columns": self._columns,
            "over": list,
        }
        return questions[self.phase]()

    def _open_tiles(self):
        """The dome tiles of the display (DU-07, DU-10)."""
        return [f"dome {tile}" for tile in DOME_TILES if tile in self.display]

    def _actions(self):
        """What the mover can do in phase 1."""
        return self._actions_of(self.to_move)

    def _actions_of(self, seat):
        """A, B, C or D (DU-08)."""
        board = self.seats[seat]
        names = []
        if board["tokens"]:
            names += self._open_tiles() + ["draw"] * self._stack_holds_tiles()
        for position, factory in enumerate(self.factories):
            names += [f"factory-{position + 1} {colour}" for colour in counted(factory["sun"])]
        names += [f"large {colour}" for colour in counted(self.large["sun"])]
        names += [f"moon {colour}" for colour in counted(self._moon_tops())]
        if board["chips_taken"] < CHIPS_A_ROUND:
            faces = [factory["chip"] for factory in self.factories]
            names += [f"chip {kind}" for kind in CHIPS if kind in faces]
        return names

    def _stack_holds_tiles(self):
        """Tiles put under the stack are part of it (DU-11)."""
        return self.unseen > 0 or len(self.under) > 0

    def _moon_tops(self):
        """The top tiles of the small stacks, and all on the large factory (DU-16)."""
        return [factory["moon"][-1] for factory in self.factories if factory["moon"]] + self.large["moon"]

    def _drawings(self):
        """Another tile for a point, as long as there are points and tiles (DU-11, DU-12)."""
        again = self._board()["score"] > 0 and self._stack_holds_tiles()
        return ["draw"] * again + ["stop"]

    def _keepings(self):
        """One of the drawn tiles must be kept (DU-11, DU-12)."""
        return [f"keep {tile}" for tile in self._drawn_tiles()]

    def _orderings(self):
        """The others go under the stack in any order (DU-11)."""
        return [f"under {tile}" for tile in self._drawn_tiles()]

    def _drawn_tiles(self):
        drawn = [entry["tile"] for entry in self.drawn]
        return [tile for tile in DOME_TILES if tile in drawn]

    def _places(self):
        """Any empty place of the dome (DU-07, DU-09)."""
        return [f"place-{place + 1}" for place in range(9) if self._board()["dome"][place] is None]

    def _turns(self):
        """Any way round (DU-07, DU-09)."""
        return [f"turned-{quarters}" for quarters in range(4)]

    def _stackings(self):
        """Any of the tiles that are still to be stacked (DU-14)."""
        return [f"stack {colour}" for colour in counted(self.factories[number(self.source)]["sun"])]

    def _linings(self):
        """Lines with room and of no other colour, and breaking by choice (DU-20, DU-21)."""
        board, colour = self._board(), self.hand[0]
        names = []
        for row in range(6):
            if not is_full(board, row) and all(tile == colour for tile in board["lines"][row]):
                names.append(f"line-{row + 1}")
        return [*names, "break"]

    def _completings(self):
        """Chips may be used, or not (DU-29)."""
        return ["complete", "leave"]

    def _payings(self):
        """Chips with which a valid payment can still be made; enough when it is made (DU-29)."""
        board = self._board()
        colour, tiles = board["lines"][self.line][0], missing(board, self.line)
        names = []
        for kind in counted(board["chips"], CHIPS):
            left = list(board["chips"])
            left.remove(kind)
            if can_become_enough([*self.paid, kind], left, colour, tiles):
                names.append(f"pay {kind}")
        return names + ["enough"] * is_enough(self.paid, colour, tiles)

    def _columns(self):
        """The spaces that can take the tile of the line (DU-25)."""
        return [f"column-{column + 1}" for column in columns_for(self._board(), self.line)]

    # Chance

    def weights(self):
        """How likely each answer of chance is, as whole numbers; what can't be isn't there."""
        if self.to_move != "chance":
            raise ValueError("chance is not to move")
        chances = {
            "beginning": self._beginning_weights,
            "goals": self._goal_weights,
            "back": self._back_weights,
            "facing": self._facing_weights,
            "looking": self._looking_weights,
            "filling": self._filling_weights,
            "chips": self._chip_weights,
        }
        return chances[self.phase]()

    def _beginning_weights(self):
        """Anyone may begin (DU-07)."""
        return {f"{seat_name(seat)} begins": 1 for seat in range(self.players)}

    def _goal_weights(self):
        """Never both sides of one goal tile (DU-03)."""
        used = [GOALS.index(goal) // 2 for goal in self.goals]
        return {f"goal {goal}": 1 for index, goal in enumerate(GOALS) if index // 2 not in used}

    def _undecided(self, kind):
        """The dome tiles of a kind that no one has seen, in the stack or drawn."""
        seen = [*self.display, self.tile]
        seen += [entry["tile"] for entry in self.under + self.drawn]
        seen += [laid["tile"] for board in self.seats for laid in board["dome"] if laid is not None]
        return [tile for tile in DOME_TILES if tile not in seen and kind_of(tile) == kind]

    def _back_weights(self):
        """Drawn tiles without a face show their backs already, so those aren't in the stack (DU-11)."""
        face_down = [entry["back"] for entry in self.drawn if entry["tile"] is None]
        in_stack = {kind: len(self._undecided(kind)) - face_down.count(kind) for kind in KINDS}
        return {f"next {kind}": in_stack[kind] for kind in KINDS if in_stack[kind]}

    def _facing_weights(self):
        """The top tile of the stack comes to the display (DU-02, DU-38)."""
        return {f"reveal {tile}": 1 for tile in self._undecided(self.back)}

    def _looking_weights(self):
        """The first drawn tile without a face gets one (DU-11)."""
        return {f"reveal {tile}": 1 for tile in self._undecided(self._faceless()["back"])}

    def _filling_weights(self):
        """Any tile in the bag (DU-05)."""
        return {f"draw {colour}": count for colour, count in counted(self.bag).items()}

    def _chip_weights(self):
        """Any chip that no one has seen (DU-15)."""
        return {f"reveal {kind}": count for kind, count in counted(self.chips, CHIPS).items()}

    # Answers

    def play(self, name):
        """Play one choice, and the single answers that follow in the same turn."""
        if name not in self.legal():
            raise ValueError(f"{name!r} is not legal now")
        self._answer(name)
        while self.to_move != "chance" and self.step > 0 and len(self.legal()) == 1:
            self._answer(self.legal()[0])

    def _answer(self, name):
        """Hand the words of a legal choice to the phase they belong to."""
        answers = {
            "beginning": self._answer_beginning,
            "goals": self._answer_goal,
            "back": self._answer_back,
            "facing": self._answer_face,
            "looking": self._answer_look,
            "filling": self._answer_fill,
            "chips": self._answer_chip,
            "setting": self._answer_set,
            "acting": self._answer_action,
            "drawing": self._answer_draw,
            "keeping": self._answer_keep,
            "ordering": self._answer_under,
            "placing": self._answer_place,
            "turning": self._answer_turn,
            "stacking": self._answer_stack,
            "lining": self._answer_line,
            "completing": self._answer_complete,
            "paying": self._answer_pay,
            "columns": self._answer_column,
        }
        if self.to_move != "chance":
            self.step += 1
        answers[self.phase](*name.split())

    def _ask_chance(self, phase, mover=None):
        """Within a turn chance is asked on behalf of the mover, and the steps go on."""
        self.phase, self.to_move, self.mover = phase, "chance", mover
        if mover is None:
            self.step = 0

    def _ask(self, phase, seat):
        """The next question of the same turn."""
        self.phase, self.to_move, self.mover = phase, seat, None

    def _ask_new_turn(self, seat, phase):
        """The first question of a turn."""
        self._ask(phase, seat)
        self.step = 0
        self.turn += 1

    # Set-up

    def _answer_beginning(self, seat, _begins):
        self._begin(number(seat))

    def _begin(self, seat):
        """The starting player is known before anything else (DU-07)."""
        self.starter = seat
        self._see_to_goals()

    def _see_to_goals(self):
        """3 or 4 goals, if they are drawn (DU-03)."""
        if len(self.goals) < DRAWN_GOALS.get(self.option, 0):
            self._ask_chance("goals")
        else:
            self._refill_display()

    def _answer_goal(self, _goal, goal):
        self.goals = [name for name in GOALS if name in self.goals or name == goal]
        self._see_to_goals()

    def _refill_display(self):
        """Up to 3 open tiles from the top of the stack, whose back is always seen (DU-02, DU-07, DU-38)."""
        if self.unseen and self.back is None:
            self._ask_chance("back")
        elif None in self.display and self.unseen:
            self._ask_chance("facing")
        elif None in self.display and self.under:
            # Its drawer has given it a face already (DU-11).
            self._open(self.under.pop(0)["tile"])
        else:
            self._after_display()

    def _open(self, tile):
        """The first free place of the display."""
        self.display[self.display.index(None)] = tile
        self._refill_display()

    def _answer_face(self, _reveal, tile):
        self.unseen, self.back = self.unseen - 1, None
        self._open(tile)

    def _answer_back(self, _next, kind):
        """Asked for the display, or after a tile was drawn from the stack."""
        self.back = kind
        if self.mover is None:
            self._refill_display()
        else:
            self._ask("drawing", self.mover)

    def _dome_tiles_laid(self):
        return sum(laid is not None for board in self.seats for laid in board["dome"])

    def _after_display(self):
        """In round 1 it is filled before the factories and after each of the two set-up turns (DU-07)."""
        if self.round > 1 or self._dome_tiles_laid() == 0:
            self._fill()
        elif self._dome_tiles_laid() == 1:
            self._ask_new_turn(self.starter, "setting")
        else:
            self._give_turn(self.starter)

    def _answer_set(self, _dome, tile):
        """A dome tile that costs no token (DU-07)."""
        self._take_open_tile(tile)

    # Filling the factories

    def _fill(self):
        """Ask for the next tile; without tiles the factories stay short (DU-05, DU-39, DU-40)."""
        if self._unfilled() is not None and self.bag + self.tower:
            if not self.bag:
                self._pour_tower()
            self._ask_chance("filling")
        else:
            self._turn_up_chips(None)

    def _unfilled(self):
        """The sun side that gets the next tile, the large factory's first (DU-05)."""
        if len(self.large["sun"]) < LARGE:
            return self.large["sun"]
        return next((factory["sun"] for factory in self.factories if len(factory["sun"]) < SMALL), None)

    def _pour_tower(self):
        self.bag, self.tower = self.bag + self.tower, []

    def _answer_fill(self, _draw, colour):
        self.bag.remove(colour)
        sun = self._unfilled()
        sun.append(colour)
        if sun is self.large["sun"] and len(sun) == LARGE and len(set(sun)) == 1:
            self._put_back_five_alike()
        self._fill()

    def _put_back_five_alike(self):
        """They are drawn again, unless no other colour can be drawn at all (DU-05)."""
        five, self.large["sun"] = self.large["sun"], []
        self.bag += five
        if len(set(self.bag)) == 1:
            self._pour_tower()
        if len(set(self.bag)) == 1:
            for tile in five:
                self.bag.remove(tile)
            self.large["sun"] = five

    def _bare(self):
        """The first small factory without a tile whose chip still lies face down (DU-15)."""
        for factory in self.factories:
            if factory["chip"] == "down" and not factory["sun"] and not factory["moon"]:
                return factory
        return None

    def _turn_up_chips(self, seat):
        """At filling (no seat), or before the seat's taken tiles are laid (DU-15, DU-18, DU-40)."""
        if self._bare() is not None:
            self._ask_chance("chips", seat)
        elif seat is None:
            self._open_round()
        else:
            self._ask("lining", seat)

    def _answer_chip(self, _reveal, kind):
        self.chips.remove(kind)
        self._bare()["chip"] = kind
        self._turn_up_chips(self.mover)

    def _open_round(self):
        """In round 1 the player who doesn't begin takes a dome tile first (DU-07, DU-08)."""
        if self.round == 1:
            self._ask_new_turn(1 - self.starter, "setting")
        else:
            self._give_turn(self.starter)

    # Phase 1: acquiring

    def _give_turn(self, seat):
        """To this seat; to the other one if it can do nothing; or the phase ends (DU-23, DU-24)."""
        for candidate in (seat, 1 - seat):
            if self._actions_of(candidate):
                self._ask_new_turn(candidate, "acting")
                return
        self._lay_mosaics(self.starter, 0)

    def _end_turn(self):
        """Alternately (DU-08)."""
        self._give_turn(1 - self.to_move)

    def _answer_action(self, word, what=None):
        """A, B, C or D (DU-08)."""
        if word in ("dome", "draw"):
            self._board()["tokens"] -= 1
        if word == "dome":
            self._take_open_tile(what)
        elif word == "draw":
            self._draw_from_stack()
        elif word == "large":
            self._take_from_large(what)
        elif word == "moon":
            self._take_from_moons(what)
        elif word == "chip":
            self._take_chip(what)
        else:
            self._take_from_factory(word, what)

    # A: a dome tile

    def _take_open_tile(self, tile):
        """The display isn't refilled now (DU-10)."""
        self.display[self.display.index(tile)] = None
        self.tile = tile
        self.phase = "placing"

    def _draw_from_stack(self):
        """One tile, face down, for a point; at 0 points it is free (DU-11, DU-12)."""
        board = self._board()
        board["score"] = max(0, board["score"] - 1)
        if self.unseen:
            self.drawn.append({"tile": None, "back": self.back, "known": None})
            self.unseen, self.back = self.unseen - 1, None
        else:
            self.drawn.append(self.under.pop(0))
        if self.unseen:
            # Backs are public, so the new top shows its own (DU-11).
            self._ask_chance("back", self.to_move)
        else:
            self.phase = "drawing"

    def _answer_draw(self, word):
        if word == "draw":
            self._draw_from_stack()
        else:
            self._look(self.to_move)

    def _faceless(self):
        """The first drawn tile that nobody has seen, or None."""
        return next((entry for entry in self.drawn if entry["tile"] is None), None)

    def _look(self, seat):
        """Fronts are seen in the order drawn (DU-11)."""
        if self._faceless() is not None:
            self._ask_chance("looking", seat)
        else:
            self._ask("keeping", seat)

    def _answer_look(self, _reveal, tile):
        self._faceless()["tile"] = tile
        self._look(self.mover)

    def _answer_keep(self, _keep, tile):
        """The others are in the drawer's hand, where their order means nothing (DU-11)."""
        self.tile = tile
        others = [other for other in self._drawn_tiles() if other != tile]
        self.drawn = [{"tile": other, "back": kind_of(other), "known": None} for other in others]
        self.phase = "ordering" if self.drawn else "placing"

    def _answer_under(self, _under, tile):
        """The first one put under lies nearest the top; its drawer knows it (DU-11)."""
        self.drawn = [entry for entry in self.drawn if entry["tile"] != tile]
        self.under.append({"tile": tile, "back": kind_of(tile), "known": seat_name(self.to_move)})
        self.phase = "ordering" if self.drawn else "placing"

    def _answer_place(self, place):
        self.place = number(place) + 1
        self.phase = "turning"

    def _answer_turn(self, turned):
        """The dome tile lies, and never moves again (DU-09)."""
        quarters = int(turned.split("-")[1])
        self._board()["dome"][self.place - 1] = {"tile": self.tile, "turned": quarters}
        self.tile = self.place = None
        if self.round == 1 and self._dome_tiles_laid() <= 2:
            # A set-up turn: a new open tile, then the next one (DU-07).
            self._refill_display()
        else:
            self._end_turn()

    # B and C: tiles

    def _parted(self, tiles, colour):
        """Those of the colour, and the others."""
        return [t for t in tiles if t == colour], [t for t in tiles if t != colour]

    def _take_from_factory(self, place, colour):
        """The others are stacked on the chip in an order of choice (DU-14)."""
        factory = self.factories[number(place)]
        self.hand, factory["sun"] = self._parted(factory["sun"], colour)
        if factory["sun"]:
            self.phase, self.source = "stacking", place
        else:
            self._turn_up_chips(self.to_move)

    def _answer_stack(self, _stack, colour):
        """From the bottom up (DU-14)."""
        factory = self.factories[number(self.source)]
        factory["sun"].remove(colour)
        factory["moon"].append(colour)
        if not factory["sun"]:
            self.source = None
            self.phase = "lining"

    def _take_from_large(self, colour):
        """The others lie singly; if there are none, the starting-player tile is taken (DU-14, DU-17)."""
        self.hand, others = self._parted(self.large["sun"], colour)
        self.large = {"sun": [], "moon": others}
        if not others:
            self.starting_tile = self.to_move
        self.phase = "lining"

    def _take_from_moons(self, colour):
        """One from each stack that shows the colour, all from the large factory (DU-16 to DU-18)."""
        for factory in self.factories:
            if factory["moon"] and factory["moon"][-1] == colour:
                self.hand.append(factory["moon"].pop())
        taken, self.large["moon"] = self._parted(self.large["moon"], colour)
        if taken and self.starting_tile == "large":
            self.starting_tile = self.to_move
        self.hand += taken
        self._turn_up_chips(self.to_move)

    def _answer_line(self, place):
        """Fill the line as far as possible; surplus tiles are broken (DU-20, DU-21)."""
        board, tiles, self.hand = self._board(), self.hand, []
        for tile in tiles:
            if place != "break" and not is_full(board, number(place)):
                board["lines"][number(place)].append(tile)
            else:
                self._break(board, tile)
        self._end_turn()

    def _break(self, board, tile):
        """At most 4 broken tiles, further ones go to the tower (DU-22)."""
        if len(board["broken"]) < len(BROKEN_POINTS):
            board["broken"].append(tile)
        else:
            self.tower.append(tile)

    # D: a chip

    def _take_chip(self, kind):
        """From the first factory that shows it (DU-19)."""
        factory = next(factory for factory in self.factories if factory["chip"] == kind)
        factory["chip"] = None
        self._board()["chips"].append(kind)
        self._board()["chips_taken"] += 1
        self._end_turn()

    # Phase 2: mosaics and scoring

    def _lay_mosaics(self, seat, first_row):
        """The lines of a seat from this one down, until it must be asked; then its penalties (DU-25)."""
        for row in range(first_row, 6):
            if self.seats[seat]["lines"][row] and self._asks_about_line(seat, row):
                return
        self.line = None
        self._pay_for_broken(seat)
        if seat == self.starter:
            self._lay_mosaics(1 - seat, 0)  # DU-37
        else:
            self._end_round()

    def _asks_about_line(self, seat, row):
        """See to one line; True if the seat must decide something first (DU-25 to DU-30)."""
        board = self.seats[seat]
        if not columns_for(board, row):
            if not has_empty_place(board, row):
                self._break_line(board, row)
            return False
        if is_full(board, row):
            return self._asks_for_column(seat, row)
        colour, tiles = board["lines"][row][0], missing(board, row)
        if can_become_enough([], board["chips"], colour, tiles):
            self._ask_about_line("completing", seat, row)
            return True
        return False

    def _asks_for_column(self, seat, row):
        """A single space needs no question and no step: the tile must be placed (DU-25)."""
        columns = columns_for(self.seats[seat], row)
        if len(columns) > 1:
            self._ask_about_line("columns", seat, row)
            return True
        self._lay(self.seats[seat], row, columns[0])
        return False

    def _ask_about_line(self, phase, seat, row):
        """All that a seat decides in one phase 2 is one turn."""
        self.line = row
        if self.phase in MOSAIC_PHASES and self.to_move == seat:
            self.phase = phase
        else:
            self._ask_new_turn(seat, phase)

    def _break_line(self, board, row):
        """A line that can never be placed is broken whole (DU-28)."""
        tiles, board["lines"][row] = board["lines"][row], []
        for tile in tiles:
            self._break(board, tile)

    def _lay(self, board, row, column):
        """One tile to the dome, scored at once, the other real ones to the tower (DU-25, DU-26, DU-33)."""
        tile, *rest = board["lines"][row]
        board["lines"][row] = []
        self.tower += rest
        board["spaces"][row][column] = tile
        board["score"] += points_for(board, row, column)
        lay_special(board, place_of(row, column))

    def _answer_complete(self, word):
        """A line is completed when it is reached, or stays (DU-29, DU-30)."""
        if word == "complete":
            self.phase = "paying"
        else:
            self._lay_mosaics(self.to_move, self.line + 1)

    def _answer_pay(self, word, kind=None):
        """Chips one by one; used ones are out of the game (DU-29)."""
        if word == "pay":
            self._board()["chips"].remove(kind)
            self.paid.append(kind)
            return
        self.paid = []
        if not self._asks_for_column(self.to_move, self.line):
            self._lay_mosaics(self.to_move, self.line + 1)

    def _answer_column(self, column):
        self._lay(self._board(), self.line, number(column))
        self._lay_mosaics(self.to_move, self.line + 1)

    def _pay_for_broken(self, seat):
        """Broken tiles and the starting-player tile, never below 0 (DU-35, DU-36)."""
        board = self.seats[seat]
        penalty = sum(BROKEN_POINTS[: len(board["broken"])])
        if self.starting_tile == seat:
            penalty += STARTING_TILE_POINTS
        board["score"] = max(0, board["score"] - penalty)
        self.tower += board["broken"]
        board["broken"] = []

    def _end_round(self):
        if self.round == LAST_ROUND:
            self._end_game()
        else:
            self._prepare_round()

    # Phase 3: preparation

    def _prepare_round(self):
        """Tokens, chips and the starting-player tile, then display and factories (DU-38 to DU-41)."""
        self.round += 1
        self.starter, self.starting_tile = self._holder(), "large"
        for board in self.seats:
            board["tokens"] = 0 if self.round == LAST_ROUND else 2
            board["chips_taken"] = 0
        for factory in self.factories:
            factory["chip"] = "down"
        self._refill_display()

    # The end

    def _end_game(self):
        """All goals are added up, then the score is kept at 0 or more (DU-42, DU-43)."""
        for board in self.seats:
            points = sum(GOAL_POINTS[goal](board) for goal in self.goals)
            board["score"] = max(0, board["score"] + points)
        self.phase = self.to_move = "over"
        self.mover = None
        self.step = 0
