"""Summer Pavilion, played slowly with lists and strings, from the rule clauses alone.

A tile is the name of its colour, a pile of tiles is a list, a board is a dict. Clause ids
(SP-01 to SP-37) refer to the rules of the game.
"""

import copy

COLOURS = ["purple", "green", "orange", "yellow", "blue", "red"]  # also the wild colours by round (SP-03)
STARS = ["ul", "ur", "r", "lr", "ll", "l", "c"]
DIRECTIONS = ["n", "ne", "se", "s", "sw", "nw"]
SPACES = [f"{star}-{direction}" for star in STARS for direction in DIRECTIONS]
FACTORIES = {2: 5, 3: 7, 4: 9}
TILES_OF_A_COLOUR = 22
SUPPLY = 10
CORNERS = 4
LAST_ROUND = 6

# The colours of the outer stars on the coloured side (SP-15).
STAR_COLOURS = {"ul": "orange", "ur": "red", "r": "blue", "lr": "yellow", "ll": "green", "l": "purple"}

# The number on each space of a star, in the order of DIRECTIONS, by side of the board (SP-36).
NUMBERS = {
    "coloured": {
        "ul": [6, 1, 2, 3, 4, 5],
        "ur": [5, 6, 1, 2, 3, 4],
        "r": [4, 5, 6, 1, 2, 3],
        "lr": [3, 4, 5, 6, 1, 2],
        "ll": [2, 3, 4, 5, 6, 1],
        "l": [1, 2, 3, 4, 5, 6],
        "c": [1, 2, 3, 4, 5, 6],
    },
    "plain": {
        "ul": [6, 3, 2, 1, 4, 5],
        "ur": [5, 6, 3, 2, 1, 4],
        "r": [4, 5, 6, 3, 2, 1],
        "lr": [1, 4, 5, 6, 3, 2],
        "ll": [2, 1, 4, 5, 6, 3],
        "l": [3, 2, 1, 4, 5, 6],
        "c": [3, 3, 3, 3, 3, 3],
    },
}

# The spaces around each feature, the same on both sides of the board.
WINDOWS = ["ul-nw ul-n", "ur-n ur-ne", "r-ne r-se", "lr-se lr-s", "ll-s ll-sw", "l-sw l-nw"]
STATUES = [
    "ul-ne ul-se ur-sw ur-nw",
    "ur-se ur-s r-nw r-n",
    "r-s r-sw lr-n lr-ne",
    "lr-sw lr-nw ll-ne ll-se",
    "ll-nw ll-n l-se l-s",
    "l-n l-ne ul-s ul-sw",
]
PILLARS = [
    "ul-se ul-s c-nw c-n",
    "ur-s ur-sw c-n c-ne",
    "r-sw r-nw c-ne c-se",
    "lr-nw lr-n c-se c-s",
    "ll-n ll-ne c-s c-sw",
    "l-ne l-se c-sw c-nw",
]
BONUSES = [(1, PILLARS), (2, STATUES), (3, WINDOWS)]  # tiles for each (SP-22)

# What a completed star is worth (SP-30), and all spaces of a number (SP-31).
STAR_POINTS = {"red": 14, "blue": 15, "yellow": 16, "orange": 17, "green": 18, "purple": 20}
MANY_COLOURS_POINTS = 12
NUMBER_POINTS = {1: 4, 2: 8, 3: 12, 4: 16}


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
    """`factory-3` is position 2, `seat-1` is seat 0."""
    return int(word.split("-")[1]) - 1


def empty_board():
    """Nothing laid, no tiles, 5 points (SP-01, SP-04)."""
    return {
        "score": 5,
        "passed": False,
        "hand": [],
        "corners": [],
        "stars": {star: [None] * 6 for star in STARS},
    }


def board_document(board):
    """A board as plain data."""
    return {
        "score": board["score"],
        "passed": board["passed"],
        "hand": counted(board["hand"]),
        "corners": counted(board["corners"]),
        "stars": copy.deepcopy(board["stars"]),
    }


def board_from(document):
    """The board that board_document() described."""
    board = copy.deepcopy(document)
    board["hand"] = spread(document["hand"])
    board["corners"] = spread(document["corners"])
    return board


def place_of(space):
    """The star of a space, and its index on the star's ring."""
    star, direction = space.split("-")
    return star, DIRECTIONS.index(direction)


def tile_on(board, space):
    """The colour laid there, or None."""
    star, index = place_of(space)
    return board["stars"][star][index]


def cost_of(side, space):
    """The number on a space (SP-14)."""
    star, index = place_of(space)
    return NUMBERS[side][star][index]


def colours_for(side, star, tiles):
    """The colours that a star with these tiles on it still takes (SP-15, SP-16, SP-34)."""
    if side == "coloured" and star != "c":
        return [STAR_COLOURS[star]]
    different = [colour for colour in COLOURS if colour not in tiles]
    if side == "coloured":
        return different
    if len(tiles) < 2:
        return list(COLOURS)
    return [tiles[0]] if tiles[0] == tiles[1] else different


def ways_to_pay(hand, cost, colour, wild):
    """How many tiles of the laid colour may be used, wild ones making up the cost (SP-17, SP-18)."""
    if colour == wild:
        return [cost] if hand.count(colour) >= cost else []
    return [
        used for used in range(1, cost + 1) if hand.count(colour) >= used and hand.count(wild) >= cost - used
    ]


def run_length(ring, index):
    """How many laid tiles are connected around the ring with this one, itself included (SP-21)."""
    after = before = 0
    while after < 5 and ring[(index + after + 1) % 6] is not None:
        after += 1
    while before < 5 - after and ring[(index - before - 1) % 6] is not None:
        before += 1
    return 1 + after + before


def bonus_tiles(board, space):
    """Tiles earned by covering this space, the last one around some features (SP-22, SP-23)."""
    earned = 0
    for tiles, features in BONUSES:
        for feature in features:
            around = feature.split()
            if space in around and all(tile_on(board, other) for other in around):
                earned += tiles
    return earned


def star_points(ring):
    """What a star is worth at the end (SP-30, SP-35)."""
    if None in ring:
        return 0
    return STAR_POINTS[ring[0]] if len(set(ring)) == 1 else MANY_COLOURS_POINTS


def number_points(board, side):
    """4, 8, 12, 16 for all spaces of number 1, 2, 3, 4, the centre's included (SP-31)."""
    points = 0
    for cost, value in NUMBER_POINTS.items():
        spaces = [space for space in SPACES if cost_of(side, space) == cost]
        if all(tile_on(board, space) for space in spaces):
            points += value
    return points


def lose(board, points):
    """No loss takes a score below 1 (SP-10)."""
    board["score"] = max(1, board["score"] - points)


class Table:
    """One game, changed in place by play()."""

    def __init__(self, players, board="coloured", first="random"):
        """Everything in the bag, the token in the centre (SP-01 to SP-06)."""
        self.players, self.board = players, board
        self.round, self.turn, self.step = 1, 0, 0
        self.starter, self.starting_tile = None, "centre"
        self.bag = [colour for colour in COLOURS for _ in range(TILES_OF_A_COLOUR)]
        self.tower, self.supply, self.centre = [], [], []
        self.factories = [[] for _ in range(FACTORIES[players])]
        self.space = self.colour = self.last_seat = None
        self.owed = 0
        self.seats = [empty_board() for _ in range(players)]
        self.phase, self.to_move = "beginning", "chance"
        if first != "random":
            self._begin(first)

    @classmethod
    def from_document(cls, document, players, board):
        """The table that document() described."""
        table = cls(players, board)
        for name in ("round", "turn", "step", "phase", "space", "colour", "owed"):
            setattr(table, name, document[name])
        for name in ("to_move", "starter", "starting_tile", "last_seat"):
            setattr(table, name, seat_number(document[name]))
        for name in ("bag", "tower", "supply", "centre"):
            setattr(table, name, spread(document[name]))
        table.factories = [spread(factory) for factory in document["factories"]]
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
            "starter": seat_name(self.starter),
            "starting_tile": seat_name(self.starting_tile),
            "bag": counted(self.bag),
            "tower": counted(self.tower),
            "supply": counted(self.supply),
            "centre": counted(self.centre),
            "factories": [counted(factory) for factory in self.factories],
            "space": self.space,
            "colour": self.colour,
            "owed": self.owed,
            "last_seat": seat_name(self.last_seat),
            "seats": [board_document(board) for board in self.seats],
        }

    def scores(self):
        """Points by seat."""
        return [board["score"] for board in self.seats]

    def ranking(self):
        """How many seats are strictly better; ties share the win (SP-33)."""
        return [sum(other > mine for other in self.scores()) for mine in self.scores()]

    def _wild(self):
        """The wild colour of the round, and of this round only (SP-03, SP-19)."""
        return COLOURS[self.round - 1]

    def _mover(self):
        """The board of the seat that is to move."""
        return self.seats[self.to_move]

    # Questions

    def legal(self):
        """The names of all choices of the one who is to move."""
        questions = {
            "beginning": self._beginnings,
            "refilling": self._draws,
            "filling": self._draws,
            "offer": self._offers,
            "laying": self._layings,
            "colouring": self._colourings,
            "paying": self._payings,
            "bonus": self._bonuses,
            "keeping": self._keepings,
            "over": list,
        }
        return questions[self.phase]()

    def weights(self):
        """How likely each answer of chance is, as whole numbers."""
        if self.to_move != "chance":
            raise ValueError("chance is not to move")
        if self.phase == "beginning":
            return dict.fromkeys(self.legal(), 1)
        return {f"draw {colour}": self.bag.count(colour) for colour in counted(self.bag)}

    def _beginnings(self):
        """Anyone may be the first player (SP-06)."""
        return [f"{seat_name(seat)} begins" for seat in range(self.players)]

    def _draws(self):
        """Any colour in the bag (SP-05)."""
        return [f"draw {colour}" for colour in counted(self.bag)]

    def _offers(self):
        """One colour from one factory, or from the centre (SP-07)."""
        names = []
        for position, factory in enumerate(self.factories):
            names += [f"factory-{position + 1} {colour}" for colour in self._choosable(factory)]
        return names + [f"centre {colour}" for colour in self._choosable(self.centre)]

    def _choosable(self, tiles):
        """Colours other than the wild one; that one only where nothing else lies (SP-07, SP-08)."""
        others = [colour for colour in counted(tiles) if colour != self._wild()]
        return others or list(counted(tiles))

    def _layings(self):
        """Every space for which some colour can be laid and paid, and always the pass (SP-14, SP-25)."""
        return [f"lay {space}" for space in SPACES if self._colours_at(space)] + ["pass"]

    def _colours_at(self, space):
        """The colours that the mover can lay on a space (SP-14 to SP-18, SP-34)."""
        if tile_on(self._mover(), space) is not None:
            return []
        star, _ = place_of(space)
        tiles = [tile for tile in self._mover()["stars"][star] if tile is not None]
        allowed = colours_for(self.board, star, tiles)
        return [colour for colour in COLOURS if colour in allowed and self._ways(space, colour)]

    def _ways(self, space, colour):
        """How many tiles of the colour the mover may use on a space (SP-17, SP-18)."""
        return ways_to_pay(self._mover()["hand"], cost_of(self.board, space), colour, self._wild())

    def _colourings(self):
        """The colour laid on the chosen space."""
        return [f"colour {colour}" for colour in self._colours_at(self.space)]

    def _payings(self):
        """How many tiles of the chosen colour are used up."""
        return [f"use {used}" for used in self._ways(self.space, self.colour)]

    def _bonuses(self):
        """Any tile of the supply, wild ones too (SP-22)."""
        return [f"supply {colour}" for colour in counted(self.supply)]

    def _keepings(self):
        """Up to 4 tiles of choice, or fewer (SP-25)."""
        board = self._mover()
        free = len(board["corners"]) < CORNERS
        return [f"keep {colour}" for colour in counted(board["hand"]) if free] + ["done"]

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
            "refilling": self._answer_refill,
            "filling": self._answer_fill,
            "offer": self._answer_offer,
            "laying": self._answer_laying,
            "colouring": self._answer_colour,
            "paying": self._answer_use,
            "bonus": self._answer_supply,
            "keeping": self._answer_keep,
        }
        if self.to_move != "chance":
            self.step += 1
        answers[self.phase](*name.split())

    def _ask_draw(self, phase):
        """The tower is poured into the bag only when a tile must be drawn (SP-24, SP-27)."""
        if not self.bag:
            self.bag, self.tower = self.tower, []
        # Chance has no steps.
        self.phase, self.to_move, self.step = phase, "chance", 0

    def _ask_new_turn(self, seat, phase):
        """The first question of a turn."""
        self.phase, self.to_move, self.step = phase, seat, 0
        self.turn += 1

    def _tiles_left(self):
        """Whether anything can be drawn, with the tower poured if need be (SP-24, SP-27)."""
        return len(self.bag) + len(self.tower) > 0

    # Set-up and phase 3

    def _answer_beginning(self, seat, _begins):
        self._begin(number(seat))

    def _begin(self, seat):
        """The first player is known before any tile is drawn; the supply comes first (SP-05, SP-06)."""
        self.starter = seat
        self._refill()

    def _refill(self):
        """Ask for the next tile of the supply; without tiles its spaces stay empty (SP-05, SP-24)."""
        if len(self.supply) < SUPPLY and self._tiles_left():
            self._ask_draw("refilling")
        elif self.last_seat is None:
            self._fill()
        else:
            following, self.last_seat = (self.last_seat + 1) % self.players, None
            self._give_laying_turn(following)

    def _answer_refill(self, _draw, colour):
        self.bag.remove(colour)
        self.supply.append(colour)
        self._refill()

    def _fill(self):
        """Ask for the next tile of the factories; without tiles they stay short (SP-05, SP-27)."""
        if self._unfilled() is not None and self._tiles_left():
            self._ask_draw("filling")
        elif any(self.factories):
            self._ask_new_turn(self.starter, "offer")
        else:
            # Not one tile could be put out, so there is no phase 1 (SP-27).
            self._begin_laying()

    def _unfilled(self):
        """The first factory with fewer than 4 tiles: position 0 gets its 4 first (SP-27)."""
        sizes = [len(factory) for factory in self.factories]
        return next((position for position, size in enumerate(sizes) if size < 4), None)

    def _answer_fill(self, _draw, colour):
        self.bag.remove(colour)
        self.factories[self._unfilled()].append(colour)
        self._fill()

    def _prepare_round(self):
        """The marker moves on, token and corner tiles go back (SP-27 to SP-29)."""
        self.round += 1
        self.starter = self._holder()
        self.starting_tile = "centre"
        for board in self.seats:
            board["passed"] = False
            board["hand"] += board["corners"]
            board["corners"] = []
        self._fill()

    def _holder(self):
        """Who has the token; if nobody took it, whoever began phase 1 (SP-13, SP-28)."""
        return self.starter if self.starting_tile == "centre" else self.starting_tile

    # Phase 1: the offer

    def _answer_offer(self, place, colour):
        """Tiles of one colour, and one wild tile along with them, come to the hand (SP-07, SP-11)."""
        if place == "centre":
            taken, self.centre = self._parted(self.centre, colour)
            self._take_token(len(taken))
        else:
            taken, others = self._parted(self.factories[number(place)], colour)
            self.factories[number(place)] = []
            self.centre += others
        self._mover()["hand"] += taken
        self._end_offer_turn()

    def _parted(self, tiles, colour):
        """What is taken, and what is left; of the wild colour exactly one is taken (SP-07, SP-08)."""
        wild = self._wild()
        taken = [tile for tile in tiles if tile == colour and tile != wild]
        left = [tile for tile in tiles if tile not in (colour, wild)]
        wilds = [tile for tile in tiles if tile == wild]
        return taken + wilds[:1], left + wilds[1:]

    def _take_token(self, tiles):
        """The first to take from the centre gets it and loses a point for each tile (SP-09, SP-10)."""
        if self.starting_tile == "centre":
            self.starting_tile = self.to_move
            lose(self._mover(), tiles)

    def _end_offer_turn(self):
        """Clockwise, until no tile is left; the token alone doesn't count (SP-07, SP-12)."""
        if self.centre or any(self.factories):
            self._ask_new_turn((self.to_move + 1) % self.players, "offer")
        else:
            self._begin_laying()

    # Phase 2: laying tiles and scoring

    def _begin_laying(self):
        """The holder of the token begins (SP-13)."""
        self._give_laying_turn(self._holder())

    def _give_laying_turn(self, seat):
        """To this seat or the next that has not passed; without tiles a seat passes (SP-13, SP-26)."""
        for step in range(self.players):
            candidate = (seat + step) % self.players
            board = self.seats[candidate]
            if not board["passed"] and board["hand"]:
                self._ask_new_turn(candidate, "laying")
                return
            board["passed"] = True
        self._end_round()

    def _answer_laying(self, word, space=None):
        """A space for one tile, or a pass (SP-13)."""
        if word == "pass":
            self.phase = "keeping"
        else:
            self.phase, self.space = "colouring", space

    def _answer_colour(self, _colour, colour):
        self.phase, self.colour = "paying", colour

    def _answer_use(self, _use, used):
        """Pay, lay one tile, score it, then see to the bonus (SP-14, SP-17, SP-21, SP-22)."""
        board, space = self._mover(), self.space
        self._pay(board, int(used))
        star, index = place_of(space)
        board["stars"][star][index] = self.colour
        board["score"] += run_length(board["stars"][star], index)
        self.space = self.colour = None
        self._owe(bonus_tiles(board, space))

    def _pay(self, board, used):
        """The cost leaves the hand; all but the laid tile go to the tower (SP-14, SP-17)."""
        wilds = cost_of(self.board, self.space) - used
        paid = [self.colour] * used + [self._wild()] * wilds
        for tile in paid:
            board["hand"].remove(tile)
        self.tower += paid[1:]

    def _owe(self, tiles):
        """What the supply lacks is forfeited (SP-24)."""
        self.owed = min(tiles, len(self.supply))
        if self.owed:
            self.phase = "bonus"
        else:
            self._end_laying_turn()

    def _answer_supply(self, _supply, colour):
        """One tile at a time, without a refill between them (SP-22, SP-23)."""
        self.supply.remove(colour)
        self._mover()["hand"].append(colour)
        self._owe(self.owed - 1)

    def _answer_keep(self, word, colour=None):
        """A tile to the corners; in the end the others to the tower for -1 each (SP-25)."""
        board = self._mover()
        if word == "keep":
            board["hand"].remove(colour)
            board["corners"].append(colour)
            return
        lose(board, len(board["hand"]))
        self.tower += board["hand"]
        board["hand"] = []
        board["passed"] = True
        self._end_laying_turn()

    def _end_laying_turn(self):
        """A refill after every turn but the pass that ends the game (SP-24)."""
        if self.round == LAST_ROUND and all(board["passed"] for board in self.seats):
            self._end_game()
        else:
            self.last_seat = self.to_move
            self._refill()

    def _end_round(self):
        """All have passed (SP-26)."""
        if self.round == LAST_ROUND:
            self._end_game()
        else:
            self._prepare_round()

    # The end

    def _end_game(self):
        """Stars and numbers, then a loss for each tile in the corners (SP-30 to SP-32)."""
        for board in self.seats:
            board["score"] += sum(star_points(ring) for ring in board["stars"].values())
            board["score"] += number_points(board, self.board)
            lose(board, len(board["corners"]))
        self.phase = self.to_move = "over"
        self.step = 0
