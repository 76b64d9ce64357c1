"""Positions of Summer Pavilion that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts pavilion`); test_perft compares
them with the naive twin.

A star is written as six letters, clockwise from the north, a dot for an empty space. In rounds 1 to 6
purple, green, orange, yellow, blue and red are wild.
"""

from collections import Counter

from tests.kits.kit import Case

COLOURS = ("purple", "green", "orange", "yellow", "blue", "red")
LETTERS = {colour[0]: colour for colour in COLOURS}
STARS = {"ul": "orange", "ur": "red", "r": "blue", "lr": "yellow", "ll": "green", "l": "purple"}
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
NUMBERS = {"ul": "612345", "ur": "561234", "r": "456123", "lr": "345612", "ll": "234561", "l": "123456"}


def tiles(letters):
    """`oor` is two orange tiles and a red one."""
    return dict(Counter(LETTERS[letter] for letter in letters))


def stars(**rings):
    """The stars of a board, six letters each; those left out are empty."""
    return {star: [LETTERS.get(letter) for letter in ring] for star, ring in rings.items()}


def up_to(number, centre):
    """A coloured board with all spaces of these numbers covered; the centre as it is written."""
    outer = {
        star: "".join(STARS[star][0] if int(n) <= number else "." for n in numbers)
        for star, numbers in NUMBERS.items()
    }
    return stars(**outer, c=centre)


def lacking(*spaces):
    """A full coloured board without the tiles of these spaces."""
    board = up_to(6, "pgoybr")
    for space in spaces:
        star, direction = space.split("-")
        board[star][DIRECTIONS.index(direction)] = None
    return board


def rest(document):
    """The tiles that lie nowhere in this document."""
    left = Counter(dict.fromkeys(COLOURS, 22))
    for pile in ("bag", "tower", "supply", "centre"):
        left -= Counter(document.get(pile, {}))
    for pile in document.get("factories", []):
        left -= Counter(pile)
    for seat in document.get("seats", []):
        left -= Counter(seat.get("hand", {})) + Counter(seat.get("corners", {}))
        left -= Counter(tile for ring in seat.get("stars", {}).values() for tile in ring if tile)
    return dict(left)


def tower_takes_the_rest(**document):
    """All tiles that lie nowhere else are used ones."""
    return document | {"tower": rest(document)}


def with_empty_tower(*, bag=None, **document):
    """These are all tiles; in the bag are those it says, or none."""
    return document | {"bag": bag or {}, "tower": {}}


OPENING_2 = [tiles(letters) for letters in ("rroo", "gypp", "pbbb", "goyb", "rrrr")]
OPENING_3 = [*OPENING_2, tiles("pppg"), tiles("yyob")]
OPENING_4 = [*OPENING_3, tiles("pppp"), tiles("pgyr")]
SUPPLY = tiles("pgoybrpgoy")
PLAIN = {"board": "plain"}

LAYING = {"phase": "laying", "turn": 12, "starting_tile": "seat-1", "supply": SUPPLY}
"""A turn of phase 2, with a supply that needs no refill."""

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE, who is asked about everything up to the first turn",
        {"phase": "beginning", "to_move": "chance", "turn": 0},
        (3, 18, 108, 648, 3888, 23_328, 139_968, 839_808),
        players=3,
    ),
    Case(
        "last tile of the first supply",
        "the supply is full before the first factory gets a tile, and no turn comes in between",
        {"phase": "refilling", "to_move": "chance", "turn": 0, "supply": tiles("pgoybrpgo")},
        (6, 36, 216, 1296, 7776, 46_656, 279_936),
        players=4,
        options=PLAIN,
    ),
    Case(
        "opening",
        "the widest everyday question of phase 1; wild tiles come along and can't be chosen beside others",
        {"factories": OPENING_2, "supply": SUPPLY},
        (10, 90, 702, 4626, 25_210, 110_816, 378_568, 943_584, 1_848_560, 11_851_694),
    ),
    Case(
        "opening of 3",
        "seven factories, the one-colour side, round 2: purple is a colour like any other",
        {"round": 2, "turn": 30, "factories": OPENING_3, "supply": SUPPLY},
        (14, 182, 2134, 22_116, 199_360, 1_540_604, 10_058_072),
        players=3,
        options=PLAIN,
    ),
    Case(
        "opening of 4",
        "nine factories use all the numbers for taking; a seat in the middle of the circle begins",
        {"factories": OPENING_4, "supply": SUPPLY, "starter": "seat-3", "to_move": "seat-3"},
        (18, 308, 4836, 68_745, 875_795, 9_914_417),
        players=4,
    ),
    Case(
        "only wild tiles on a factory",
        "one is taken, three move to the centre, where they hide behind other colours or lie alone",
        {"factories": [tiles("pppp"), tiles("pppr"), {}, {}, {}], "supply": SUPPLY},
        (2, 4, 6, 7, 7, 7, 7, 64, 628, 2530, 10_507, 45_202, 230_290),
    ),
    Case(
        "only wild tiles in the centre",
        "they go one by one, the first with the token, then whoever holds it lays first",
        {"turn": 9, "centre": tiles("ppp"), "supply": SUPPLY, "to_move": "seat-2"},
        (1, 1, 1, 5, 14, 45, 228, 1344, 8064, 48_384, 290_304),
    ),
    Case(
        "token at 1 point",
        "a score of 1 still may take from the centre, wild tile included, and loses nothing",
        {
            "round": 3,
            "turn": 40,
            "centre": tiles("oorrr"),
            "factories": [tiles("oob"), *[{}] * 4],
            "supply": SUPPLY,
            "seats": [{"score": 1}, {"score": 2}],
        },
        (2, 3, 3, 3, 42, 189, 1182, 4799, 19_453, 89_564, 471_592),
    ),
    Case(
        "nobody takes the token",
        "the last factory leaves nothing in the centre: who began the round lays first, and begins the next",
        {
            "round": 2,
            "turn": 20,
            "starter": "seat-2",
            "to_move": "seat-3",
            "factories": [{}, tiles("rrrr"), *[{}] * 5],
            "supply": SUPPLY,
            "seats": [{}, {"hand": tiles("y")}, {}],
        },
        (1, 3, 20, 90, 380, 2052, 12_168, 72_968, 437_808),
        players=3,
    ),
    Case(
        "wild tiles in phase 2",
        "the rulebook's example: purple stands for green, is laid as purple only, and once in the centre",
        LAYING | {"seats": [{"hand": tiles("pppg")}, {"hand": tiles("pg"), "stars": stars(c=".p....")}]},
        (12, 49, 218, 719, 2978, 15_689, 91_423, 546_584),
    ),
    Case(
        "paying with many wild tiles",
        "a six may be paid with one to three blue tiles and wild ones for the rest, fewer on smaller numbers",
        LAYING | {"seats": [{"hand": tiles("bbbpppppp"), "stars": stars(l="pppppp")}, {"hand": tiles("r")}]},
        (13, 32, 112, 582, 2433, 9747, 43_636, 234_844),
    ),
    Case(
        "in the middle of paying",
        "a question of step 2 of a turn that covers the centre with a colour of choice",
        LAYING
        | {
            "phase": "paying",
            "round": 6,
            "step": 2,
            "space": "c-s",
            "colour": "blue",
            "seats": [{"hand": tiles("bbbrrr"), "stars": stars(c="pg....")}, {"passed": True}],
        },
        (3, 10, 13, 16, 0),
    ),
    Case(
        "tiles that fit nowhere",
        "with tiles in hand a seat is asked even if passing is all it can do",
        LAYING
        | {
            "round": 2,
            "seats": [
                {"hand": tiles("rb"), "stars": stars(ur="..rr..", r="...b..", c=".r...b")},
                {"hand": tiles("o")},
            ],
        },
        (1, 3, 7, 26, 140, 840, 5040, 30_240, 181_440),
    ),
    Case(
        "plain star with one tile",
        "the second tile decides: same colour or any other; wild tiles pay but don't count as the colour",
        LAYING
        | {
            "round": 5,
            "seats": [
                {"hand": tiles("rrbb"), "stars": stars(ul="...r..", c="y.....")},
                {"hand": tiles("b"), "stars": stars(lr="b.....")},
            ],
        },
        (29, 83, 444, 3444, 18_404, 108_354, 639_804),
        options=PLAIN,
    ),
    Case(
        "plain stars of one colour",
        "two red stars: only red tiles fit, the centre among them, while other stars are free",
        LAYING
        | {
            "seats": [
                {
                    "hand": tiles("rrrpb"),
                    "stars": stars(
                        ul="rrr...", c="rr....", ur="gggggg", r="pgoybr", lr="gggggg", ll="....bb", l="ooo..."
                    ),
                },
                {"hand": tiles("y")},
            ],
        },
        (9, 40, 211, 813, 4040, 18_951, 95_006, 539_860),
        options=PLAIN,
    ),
    Case(
        "plain stars of many colours",
        "a colour that lies there is refused, the missing ones fit, whatever is wild",
        LAYING
        | {
            "round": 4,
            "seats": [
                {
                    "hand": tiles("yyypb"),
                    "stars": stars(
                        ul="rbg...", c="yp....", ur="gggggg", r="pgoybr", lr="gggggg", ll=".gp...", l="o.y.b."
                    ),
                },
                {"hand": tiles("y")},
            ],
        },
        (11, 58, 221, 981, 4212, 19_933, 105_022, 614_376),
        options=PLAIN,
    ),
    Case(
        "statue and pillar at once",
        "one tile surrounds both: three tiles of choice before the supply is refilled",
        LAYING
        | {
            "seats": [
                {"hand": tiles("ooop"), "stars": stars(ul=".o.o..", ur="....rr", c="p....g")},
                {"hand": tiles("g")},
            ],
        },
        (7, 18, 70, 325, 1759, 10_362, 61_948, 371_592),
    ),
    Case(
        "two pillars from the centre",
        "the last tile for both lies on the star that belongs to neither",
        LAYING
        | {
            "seats": [
                {"hand": tiles("by"), "stars": stars(ul="..oo..", ur="...rr.", c=".p...g")},
                {"hand": tiles("pp")},
            ],
        },
        (4, 15, 49, 212, 1128, 6668, 37_552, 166_200, 747_072),
    ),
    Case(
        "window",
        "three bonus tiles, wild ones too; a six and a five with the same tiles in hand",
        LAYING
        | {
            "round": 3,
            "supply": tiles("ooooobbrrr"),
            "seats": [
                {"hand": tiles("oooooo"), "stars": stars(ul=".ooooo")},
                {"hand": tiles("g")},
            ],
        },
        (8, 23, 48, 159, 871, 5160, 30_912, 168_608, 996_526),
    ),
    Case(
        "in the middle of a bonus",
        "two tiles still to take from a supply of two colours; they can't be used before the next turn",
        LAYING
        | {
            "phase": "bonus",
            "step": 4,
            "owed": 2,
            "supply": tiles("gppppp"),
            "seats": [{"stars": stars(ul="oooo..")}, {"passed": True}, {"hand": tiles("g")}],
        },
        (2, 8, 48, 288, 1728, 10_368, 62_208, 233_280, 933_120),
        players=3,
    ),
    Case(
        "bonus from a supply that is too small",
        "two tiles for three: one is forfeited, the second is no question, and only the paid tile is drawn",
        with_empty_tower(
            round=6,
            turn=150,
            phase="laying",
            starting_tile="seat-2",
            supply=tiles("gp"),
            seats=[
                {"hand": tiles("oo"), "stars": lacking("ul-se")},
                {"hand": tiles("b"), "stars": lacking()},
                {"hand": tiles("yr"), "stars": lacking()},
            ],
        ),
        (2, 4, 5, 5, 8, 10, 16, 33, 42, 40, 60, 72, 32, 0),
        players=3,
    ),
    Case(
        "supply refilled across an empty bag",
        "the last tile of the bag is drawn, then the tower is poured, with the tiles of this turn",
        tower_takes_the_rest(
            round=5,
            turn=90,
            phase="bonus",
            step=4,
            owed=1,
            starting_tile="seat-2",
            bag=tiles("r"),
            supply=tiles("rryyggoo"),
            seats=[
                {"hand": tiles("p"), "stars": up_to(4, "pgoy..")},
                {"hand": tiles("b"), "stars": up_to(3, "bgo...")},
            ],
        ),
        (4, 4, 24, 144, 144, 288, 288, 864, 2880, 17_280, 103_680, 622_080),
    ),
    Case(
        "tower poured by the tiles of a pass",
        "bag and tower are empty: what is discarded goes to the supply at once",
        with_empty_tower(
            round=4,
            turn=120,
            phase="laying",
            starting_tile="seat-1",
            supply=tiles("pprgy"),
            seats=[
                {"hand": tiles("oor"), "stars": lacking("ul-n", "ur-ne")},
                {"hand": tiles("by"), "stars": lacking("l-nw", "lr-s")},
                {"stars": lacking("ll-sw"), "corners": tiles("g"), "passed": True},
            ],
        ),
        (
            1,
            3,
            7,
            12,
            12,
            18,
            45,
            72,
            84,
            160,
            314,
            414,
            536,
            872,
            1302,
            1584,
            2220,
            3038,
            4240,
            6392,
            8358,
            9572,
            11_946,
            14_514,
            13_584,
        ),
        players=3,
    ),
    Case(
        "passing with 12 tiles",
        "up to four of six colours are kept one by one, in any order, and the rest is discarded",
        LAYING
        | {
            "seats": [
                {"score": 3, "hand": tiles("ppggooyybbrr"), "stars": up_to(4, "pgoybr")},
                {"hand": tiles("g")},
            ],
        },
        (1, 7, 45, 278, 1656, 5652, 28_392, 170_352),
    ),
    Case(
        "passing with 4 tiles",
        "fewer may be kept than possible; after the last tile there is nothing to ask",
        LAYING
        | {
            "round": 6,
            "turn": 80,
            "to_move": "seat-2",
            "seats": [
                {"hand": tiles("pp"), "stars": up_to(5, "pgoyb.")},
                {"hand": tiles("pppr"), "stars": up_to(5, "pgoyb.")},
            ],
        },
        (1, 3, 6, 11, 17, 18, 22, 16, 0),
    ),
    Case(
        "in the middle of keeping",
        "three in the corners: one more, or done",
        LAYING
        | {
            "phase": "keeping",
            "step": 4,
            "seats": [{"hand": tiles("ggb"), "corners": tiles("ppp")}, {"hand": tiles("y")}],
        },
        (3, 9, 42, 252, 1512, 9072, 54_432, 326_592),
    ),
    Case(
        "a lone player goes on",
        "all others have passed: turn after turn, each with its refill, then the next round",
        LAYING
        | {
            "turn": 30,
            "to_move": "seat-2",
            "seats": [
                {"passed": True, "corners": tiles("ppgg")},
                {"hand": tiles("yyy"), "stars": stars(c="pgo...")},
                {"passed": True},
            ],
        },
        (4, 12, 60, 352, 2112, 12_672, 76_032, 456_192),
        players=3,
    ),
    Case(
        "who has no tiles passes",
        "the last tiles are laid: seats pass by themselves, without a turn, and the next round is prepared",
        tower_takes_the_rest(
            round=2,
            turn=44,
            phase="laying",
            to_move="seat-4",
            starting_tile="seat-2",
            bag=tiles("rb"),
            supply=SUPPLY,
            seats=[{}, {"hand": tiles("p")}, {"corners": tiles("gg"), "passed": True}, {"hand": tiles("o")}],
        ),
        (3, 8, 18, 28, 72, 392, 2352, 14_112, 84_672, 508_032),
        players=4,
    ),
    Case(
        "tower poured while factories are filled",
        "the bag runs empty within a factory; the tower is poured when the next tile is due, not before",
        tower_takes_the_rest(
            round=5,
            turn=200,
            phase="filling",
            to_move="chance",
            starter="seat-4",
            bag=tiles("bb"),
            supply=SUPPLY,
            factories=[tiles("rrrr"), tiles("rrrr"), tiles("yyg"), *[{}] * 6],
            seats=[{"stars": up_to(3, "pgo...")}] * 3
            + [{"hand": tiles("yyyy"), "stars": up_to(3, "ybr...")}],
        ),
        (1, 1, 5, 24, 112, 512, 2303, 10_213, 44_653, 192_192, 812_238, 3_358_866),
        players=4,
    ),
    Case(
        "short factories",
        "four players in round 6: bag and tower give out in the second factory, and the round is played",
        with_empty_tower(
            round=6,
            turn=260,
            phase="filling",
            to_move="chance",
            starter="seat-2",
            bag=tiles("b"),
            supply=SUPPLY,
            factories=[tiles("pgrb"), tiles("r"), *[{}] * 7],
            seats=[
                {"hand": tiles("o"), "stars": up_to(4, "pgoy..")},
                {"stars": up_to(4, "obry.p")},
                {"stars": up_to(4, "br.ogy")},
                {"stars": up_to(4, "rybpg.")},
            ],
        ),
        (1, 4, 12, 24, 24, 24, 48, 48, 132, 204, 348, 852, 1404, 2184, 4032, 3456, 0),
        players=4,
    ),
    Case(
        "no phase 1",
        "keep both tiles, and the next round has nothing to offer; discard one, and a factory holds one",
        with_empty_tower(
            round=4,
            turn=150,
            phase="laying",
            to_move="seat-3",
            starting_tile="seat-2",
            supply=tiles("pgooyybrrr"),
            seats=[
                {"passed": True, "stars": lacking("ul-n", "ul-nw", "ur-ne", "ur-n")},
                {"passed": True, "corners": tiles("b"), "stars": lacking("r-se")},
                {"hand": tiles("op"), "stars": lacking("lr-s", "l-nw")},
            ],
        ),
        (
            1,
            3,
            6,
            6,
            10,
            10,
            22,
            44,
            56,
            94,
            164,
            260,
            340,
            484,
            816,
            848,
            1008,
            1168,
            1536,
            992,
            1408,
            1152,
            0,
        ),
        players=3,
    ),
    Case(
        "the rest of the game in one choice",
        "nothing is left to draw or to lay: three rounds pass by themselves after the last tile",
        with_empty_tower(
            round=3,
            turn=150,
            phase="laying",
            starting_tile="seat-1",
            supply=tiles("pggooybrrr"),
            seats=[
                {"hand": tiles("y"), "stars": lacking("lr-sw", "ll-ne", "ul-n", "ur-ne")},
                {"stars": lacking(), "passed": True},
                {"stars": lacking("c-nw"), "passed": True},
            ],
        ),
        (2, 2, 3, 3, 5, 5, 8, 8, 10, 10, 7, 7, 2, 2, 0),
        players=3,
    ),
    Case(
        "the game ends with a pass",
        "no refill after the last turn, though the supply lacks a tile: stars, numbers, then the corners",
        {
            "round": 6,
            "turn": 100,
            "phase": "laying",
            "starting_tile": "seat-2",
            "supply": tiles("pgoybrpgo"),
            "seats": [
                {"hand": tiles("bbbb"), "stars": up_to(2, "pb....")},
                {"passed": True, "corners": tiles("rrr"), "stars": stars(c="pgoybr")},
            ],
        },
        (3, 14, 8, 14, 2, 0),
    ),
    Case(
        "the game ends with a tile",
        "after the last tile the supply is refilled, and only then its player passes without being asked",
        tower_takes_the_rest(
            round=6,
            turn=100,
            phase="laying",
            starting_tile="seat-2",
            bag=tiles("po"),
            supply=tiles("pgoybrgo"),
            seats=[
                {"hand": tiles("r"), "stars": up_to(3, "pgo...") | stars(ur="...rr.")},
                {"passed": True, "corners": tiles("rrr"), "stars": lacking("ul-n")},
            ],
        ),
        (2, 4, 2, 0),
    ),
)
