"""Master Chocolatier, played slowly with lists and strings, from the rule clauses alone.

A tile is the name of its colour, a pile of tiles is a list, a board is a dict. Clause ids
(MC-01 to MC-39) refer to the rules of the game.
"""

import copy

COLOURS = ["blue", "brown", "cream", "black", "red"]
EFFECTS = ["+1", *COLOURS, "stay", "sideways", "zero"]
FACTORIES = {2: 5, 3: 7, 4: 9}
PENALTIES = [1, 1, 2, 2, 2, 3, 3]
LAST_ROUND = 20


def counted(tiles):
    """A pile as a multiset: colours that are there, in the fixed order."""
    return {colour: tiles.count(colour) for colour in COLOURS if colour in tiles}


def spread(multiset):
    """The pile that a multiset describes."""
    return [colour for colour in COLOURS for _ in range(multiset.get(colour, 0))]


def seat_name(seat):
    """Seats are counted from 1 in names; "chance", "over", "centre" and None stay."""
    return f"seat-{seat + 1}" if isinstance(seat, int) else seat


def seat_number(name):
    """The opposite of seat_name."""
    return number(name) if name and name.startswith("seat-") else name


def number(word):
    """`factory-3` is position 2, `line-1` is row 0."""
    return int(word.split("-")[1]) - 1


def empty_board():
    """5 pattern lines, a box of 5x5, a floor, 0 points and no `zero` token (MC-01)."""
    return {
        "score": 0,
        "lines": [[], [], [], [], []],
        "box": [[None] * 5 for _ in range(5)],
        "floor": [],
        "zero": None,
    }


def is_full(board, row):
    """Line 0 has 1 space, line 4 has 5 (MC-01)."""
    return len(board["lines"][row]) == row + 1


def run_length(cells, index):
    """How many occupied cells in a row contain this one, itself included (MC-17)."""
    first = last = index
    while first > 0 and cells[first - 1] is not None:
        first -= 1
    while last < 4 and cells[last + 1] is not None:
        last += 1
    return last - first + 1


def column_of(box, column):
    """The five cells of a column, from the top."""
    return [box[row][column] for row in range(5)]


def points_for(box, row, column):
    """What the tile just laid there scores (MC-16, MC-17)."""
    across = run_length(box[row], column)
    down = run_length(column_of(box, column), row)
    if across == 1 and down == 1:
        return 1
    return (across if across > 1 else 0) + (down if down > 1 else 0)


def full_rows(box):
    """The number of complete horizontal rows."""
    return sum(None not in row for row in box)


def bonus(box):
    """2 for a row, 7 for a column, 10 for a colour with all its 5 tiles (MC-24)."""
    columns = sum(None not in column_of(box, column) for column in range(5))
    cells = [cell for row in box for cell in row]
    colours = sum(cells.count(colour) == 5 for colour in COLOURS)
    return 2 * full_rows(box) + 7 * columns + 10 * colours


class Table:
    """One game, changed in place by play()."""

    def __init__(self, players, box="coloured", factories="plain", first="random"):
        """Everything in the bag, nothing on the table (MC-01 to MC-05)."""
        self.players, self.box, self.variant = players, box, factories
        self.round, self.turn, self.step = 1, 0, 0
        self.starter = self.starting_tile = None
        self.bag = [colour for colour in COLOURS for _ in range(20)]
        self.lid, self.centre, self.hand = [], [], []
        self.factories = [[] for _ in range(FACTORIES[players])]
        self.tokens = ["plain"] * FACTORIES[players]
        self.seats = [empty_board() for _ in range(players)]
        self.phase, self.to_move = "beginning", "chance"
        if first != "random":
            self._begin(first)

    @classmethod
    def from_document(cls, document, players, box, factories):
        """The table that document() described."""
        table = cls(players, box, factories)
        for name in ("round", "turn", "step", "phase"):
            setattr(table, name, document[name])
        for name in ("to_move", "starter", "starting_tile"):
            setattr(table, name, seat_number(document[name]))
        for name in ("bag", "lid", "centre", "hand"):
            setattr(table, name, spread(document[name]))
        table.factories = [spread(factory) for factory in document["factories"]]
        table.tokens = list(document["tokens"])
        table.seats = copy.deepcopy(document["seats"])
        return table

    def document(self):
        """Everything that lies on the table, as plain data."""
        return {
            "round": self.round,
            "turn": self.turn,
            "step": self.step,
            "phase": self.phase,
            "to_move": seat_name(self.to_move),
            "starter": seat_name(self.starter),
            "starting_tile": seat_name(self.starting_tile),
            "bag": counted(self.bag),
            "lid": counted(self.lid),
            "centre": counted(self.centre),
            "factories": [counted(factory) for factory in self.factories],
            "tokens": list(self.tokens),
            "hand": counted(self.hand),
            "seats": copy.deepcopy(self.seats),
        }

    def scores(self):
        """Points by seat."""
        return [board["score"] for board in self.seats]

    def ranking(self):
        """How many seats are strictly better: points, then full rows (MC-25)."""
        results = [(board["score"], full_rows(board["box"])) for board in self.seats]
        return [sum(other > mine for other in results) for mine in results]

    # Questions

    def legal(self):
        """The names of all choices of the one who is to move."""
        questions = {
            "beginning": self._beginnings,
            "tokens": self._turnings,
            "filling": self._draws,
            "extra": self._draws,
            "offer": self._offers,
            "sides": self._sides,
            "placing": self._places,
            "laying": self._layings,
            "over": list,
        }
        return questions[self.phase]()

    def weights(self):
        """How likely each answer of chance is, as whole numbers."""
        if self.to_move != "chance":
            raise ValueError("chance is not to move")
        if self.phase in ("filling", "extra"):
            return {f"draw {colour}": self.bag.count(colour) for colour in counted(self.bag)}
        return dict.fromkeys(self.legal(), 1)

    def _beginnings(self):
        """Anyone may hold the starting-player tile (MC-05)."""
        return [f"{seat_name(seat)} begins" for seat in range(self.players)]

    def _turnings(self):
        """Any token not turned yet may show any effect not shown yet (MC-31)."""
        return [
            f"factory-{position + 1} golden {effect}"
            for position, token in enumerate(self.tokens)
            for effect in EFFECTS
            if token == "plain" and effect not in self.tokens
        ]

    def _draws(self):
        """Any colour in the bag (MC-04)."""
        return [f"draw {colour}" for colour in counted(self.bag)]

    def _offers(self):
        """One colour from one factory, or from the centre (MC-07, MC-08)."""
        names = []
        for position, factory in enumerate(self.factories):
            names += [f"factory-{position + 1} {colour}" for colour in counted(factory)]
        return names + [f"centre {colour}" for colour in counted(self.centre)]

    def _sides(self):
        """The first colour left on the `sideways` token goes left or right (MC-36)."""
        colour = spread(counted(self.factories[self.tokens.index("sideways")]))[0]
        return [f"{colour} left", f"{colour} right"]

    def _places(self):
        """The lines open to the colour in hand, and always the floor (MC-09 to MC-11)."""
        board, colour = self.seats[self.to_move], self.hand[0]
        rows = [row for row in range(5) if self._is_open(board, row, colour)]
        return [f"line-{row + 1}" for row in rows] + ["floor"]

    def _is_open(self, board, row, colour):
        """Room, no other colour, and the row of the box lacks it (MC-09, MC-10, MC-29)."""
        if is_full(board, row) or colour in board["box"][row]:
            return False
        return all(tile == colour for tile in board["lines"][row])

    def _layings(self):
        """The columns for the topmost full line (MC-27, MC-30)."""
        board = self.seats[self.to_move]
        return [f"column-{column + 1}" for column in self._columns(board, self._next_line(board))]

    def _next_line(self, board):
        """The topmost full line, or None; a line dealt with is empty (MC-14)."""
        return next((row for row in range(5) if is_full(board, row)), None)

    def _columns(self, board, row):
        """Where the tile of a full line may go (MC-14; on the grey side MC-27)."""
        colour = board["lines"][row][0]
        if self.box == "coloured":
            return [(COLOURS.index(colour) + row) % 5]
        if colour in board["box"][row]:
            return []
        return [
            column
            for column in range(5)
            if board["box"][row][column] is None and colour not in column_of(board["box"], column)
        ]

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
            "tokens": self._answer_token,
            "filling": self._answer_draw,
            "extra": self._answer_extra,
            "offer": self._answer_offer,
            "sides": self._answer_side,
            "placing": self._answer_place,
            "laying": self._answer_column,
        }
        if self.to_move != "chance":
            self.step += 1
        answers[self.phase](*name.split())

    def _ask_chance(self, phase):
        """Chance has no steps."""
        self.phase, self.to_move, self.step = phase, "chance", 0

    def _ask_new_turn(self, seat, phase):
        """The first question of a turn."""
        self.phase, self.to_move, self.step = phase, seat, 0
        self.turn += 1

    # Preparing a round: phase C

    def _answer_beginning(self, seat, _begins):
        self._begin(number(seat))

    def _begin(self, seat):
        """This seat holds the starting-player tile while the round is prepared (MC-05)."""
        self.starter = self.starting_tile = seat
        self.tokens = ["plain"] * len(self.tokens)
        if self.variant == "special":
            self._ask_chance("tokens")
        else:
            self._fill()

    def _answer_token(self, factory, _golden, effect):
        """As many tokens are turned as there are players (MC-31)."""
        self.tokens[number(factory)] = effect
        if len(self.tokens) - self.tokens.count("plain") == self.players:
            self._fill()

    def _fill(self):
        """Ask for the next tile; without tiles factories stay unfilled (MC-04, MC-21, MC-22)."""
        if self._unfilled() is not None and self._tiles_left():
            self._ask_draw("filling")
        elif "+1" in self.tokens and self._tiles_left():
            self._ask_draw("extra")
        else:
            self._open_offer()

    def _unfilled(self):
        """The first factory in circle order with fewer than 4 tiles (MC-22)."""
        sizes = [len(factory) for factory in self.factories]
        return next((position for position, size in enumerate(sizes) if size < 4), None)

    def _tiles_left(self):
        return len(self.bag) + len(self.lid) > 0

    def _ask_draw(self, phase):
        """The lid is poured into the bag only when a tile is needed (MC-21, MC-33)."""
        if not self.bag:
            self.bag, self.lid = self.lid, []
        self._ask_chance(phase)

    def _answer_draw(self, _draw, colour):
        self.bag.remove(colour)
        self.factories[self._unfilled()].append(colour)
        self._fill()

    def _answer_extra(self, _draw, colour):
        """One more tile on the `+1` token (MC-33)."""
        self.bag.remove(colour)
        self.factories[self.tokens.index("+1")].append(colour)
        self._open_offer()

    def _open_offer(self):
        """Effects 2, then the tile in the centre and the first turn (MC-06, MC-34)."""
        for position, token in enumerate(self.tokens):
            if token in COLOURS:
                self._attract(position, token)
        self.starting_tile = "centre"
        self._ask_new_turn(self.starter, "offer")

    def _attract(self, position, colour):
        """One tile of that colour from each neighbour that has one (MC-34)."""
        for step in (-1, 1):
            neighbour = self.factories[self._neighbour(position, step)]
            if colour in neighbour:
                neighbour.remove(colour)
                self.factories[position].append(colour)

    def _neighbour(self, position, step):
        """The next token that is still in the circle (MC-32, MC-37)."""
        position = (position + step) % len(self.tokens)
        while self.tokens[position] == "gone":
            position = (position + step) % len(self.tokens)
        return position

    # Factory offer: phase A

    def _answer_offer(self, place, colour):
        """All tiles of one colour come into the hand (MC-07, MC-08)."""
        if place == "centre":
            self._take_starting_tile()
            self.hand, self.centre = self._parted(self.centre, colour)
            self.phase = "placing"
        else:
            self._take_from_factory(number(place), colour)

    def _parted(self, tiles, colour):
        """Those of the colour, and the others."""
        return [t for t in tiles if t == colour], [t for t in tiles if t != colour]

    def _take_starting_tile(self):
        """The first to take from the centre gets it, before the tiles are laid (MC-08)."""
        if self.starting_tile == "centre":
            self.starting_tile = self.to_move
            self._fall(self.to_move, "start")

    def _take_from_factory(self, position, colour):
        """The other tiles go to the centre, or as the token says (MC-07, MC-35 to MC-38)."""
        token = self.tokens[position]
        self.hand, others = self._parted(self.factories[position], colour)
        if token in ("stay", "sideways"):
            self.factories[position] = others
        else:
            self.factories[position] = []
            self.centre += others
        if token == "zero":
            self.tokens[position] = "gone"
            self.seats[self.to_move]["zero"] = []
        self.phase = "sides" if token == "sideways" and others else "placing"

    def _answer_side(self, colour, side):
        """A colour moves whole to one neighbour (MC-36)."""
        position = self.tokens.index("sideways")
        neighbour = self._neighbour(position, -1 if side == "left" else 1)
        moved, self.factories[position] = self._parted(self.factories[position], colour)
        self.factories[neighbour] += moved
        self.phase = "sides" if self.factories[position] else "placing"

    def _answer_place(self, place):
        """Fill the line as far as possible, the rest falls (MC-09, MC-11)."""
        board, tiles, self.hand = self.seats[self.to_move], self.hand, []
        for tile in tiles:
            if place != "floor" and not is_full(board, number(place)):
                board["lines"][number(place)].append(tile)
            else:
                self._fall(self.to_move, tile)
        self._end_turn()

    def _fall(self, seat, tile):
        """On a free `zero` token, else on the floor, else to the lid (MC-12, MC-28, MC-38)."""
        board = self.seats[seat]
        if board["zero"] == []:
            board["zero"].append(tile)
        elif len(board["floor"]) < len(PENALTIES):
            board["floor"].append(tile)
        elif tile != "start":
            self.lid.append(tile)

    def _end_turn(self):
        """Clockwise, until no chocolate is on offer (MC-06, MC-13)."""
        if self.centre or any(self.factories):
            self._ask_new_turn((self.to_move + 1) % self.players, "offer")
        else:
            self._lay_lines(self.starter)

    # Laying chocolates: phase B

    def _lay_lines(self, seat):
        """The full lines of one seat from the top, then its floor (MC-14, MC-28, MC-30)."""
        board = self.seats[seat]
        while (row := self._next_line(board)) is not None:
            columns = self._columns(board, row)
            if not columns:
                self._drop_line(seat, row)
            elif self.box == "coloured":
                self._lay(seat, row, columns[0])
            else:
                self._ask_column(seat)
                return
        self._clear_floor(board)
        following = (seat + 1) % self.players
        if following == self.starter:
            self._end_round()
        else:
            self._lay_lines(following)

    def _ask_column(self, seat):
        """All columns that a seat chooses in one phase B are one turn."""
        if self.phase != "laying" or self.to_move != seat:
            self._ask_new_turn(seat, "laying")

    def _answer_column(self, column):
        """The player's choice on the grey side (MC-27)."""
        self._lay(self.to_move, self._next_line(self.seats[self.to_move]), number(column))
        self._lay_lines(self.to_move)

    def _lay(self, seat, row, column):
        """One tile to the box, scored at once, the rest to the lid (MC-14, MC-15)."""
        board = self.seats[seat]
        tile, *rest = board["lines"][row]
        board["lines"][row] = []
        board["box"][row][column] = tile
        board["score"] += points_for(board["box"], row, column)
        self.lid += rest

    def _drop_line(self, seat, row):
        """A line that can't be laid falls whole (MC-28)."""
        board = self.seats[seat]
        tiles, board["lines"][row] = board["lines"][row], []
        for tile in tiles:
            self._fall(seat, tile)

    def _clear_floor(self, board):
        """Penalties, never below 0; tiles to the lid (MC-18 to MC-20, MC-39)."""
        penalty = sum(PENALTIES[: len(board["floor"])])
        board["score"] = max(0, board["score"] - penalty)
        fallen = board["floor"] + (board["zero"] or [])
        self.lid += [tile for tile in fallen if tile != "start"]
        board["floor"], board["zero"] = [], None

    def _end_round(self):
        """A row, the last round or no tiles end the game (MC-20 to MC-23, MC-26)."""
        row_done = any(full_rows(board["box"]) for board in self.seats)
        if row_done or self.round == LAST_ROUND or not self._tiles_left():
            self._end_game()
            return
        self.round += 1
        self._begin(self.starter if self.starting_tile == "centre" else self.starting_tile)

    def _end_game(self):
        """Final bonuses (MC-24)."""
        for board in self.seats:
            board["score"] += bonus(board["box"])
        self.phase = self.to_move = "over"
        self.step = 0
