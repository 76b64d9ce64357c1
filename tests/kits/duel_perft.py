"""Positions of Duel that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts duel`); test_perft compares
them with the naive twin.

Tiles are letters: b blue, y yellow, r red, k black, t turquoise. A dome tile is `a-special`, or
`a-special/1` with its quarter turns. Places, rows and columns count from 1.
"""

from collections import Counter

from tests.kits.kit import Case
from tests.naive.duel import COLOURS, DOME_TILES, kind_of, printed, spaces_of

LETTERS = {"b": "blue", "y": "yellow", "r": "red", "k": "black", "t": "turquoise"}
EVERY_SPACE = [(row, column) for row in range(1, 7) for column in range(1, 7)]


def tiles(letters):
    """`bbk` is two blue tiles and a black one."""
    return dict(Counter(LETTERS[letter] for letter in letters))


def factory(sun="", moon="", chip="down"):
    """A small factory; its stack is written from the bottom."""
    return {"sun": tiles(sun), "moon": [LETTERS[letter] for letter in moon], "chip": chip}


BARE = factory(chip=None)


def dome_tile(name):
    tile, _, turned = name.partition("/")
    return {"tile": tile, "turned": int(turned or 0)}


def seat(dome, covered=(), wilds="", lines=None, **facts):
    """A board: dome tiles by place, covered spaces (wild ones in these colours), lines by number.

    Special tiles lie where they must.
    """
    board = {
        "dome": [dome_tile(dome[place]) if place in dome else None for place in range(1, 10)],
        "spaces": [[None] * 6 for _ in range(6)],
        "lines": [[LETTERS[letter] for letter in (lines or {}).get(line, "")] for line in range(1, 7)],
    }
    for row, column in covered:
        asked = printed(board, row - 1, column - 1)
        if asked == "wild":
            asked, wilds = LETTERS[wilds[0]], wilds[1:]
        board["spaces"][row - 1][column - 1] = asked if asked in COLOURS else None
    for place in dome:
        lay_special(board, place - 1)
    return board | facts


def lay_special(board, place):
    """A special tile, if the other three spaces of the place are covered."""
    for row, column in spaces_of(place):
        others = [board["spaces"][r][c] for r, c in spaces_of(place) if (r, c) != (row, column)]
        if printed(board, row, column) == "special" and None not in others:
            board["spaces"][row][column] = "special"


def all_but(*spaces):
    """Every space of the dome but these."""
    return [space for space in EVERY_SPACE if space not in spaces]


def hidden(*entries):
    """Dome tiles that were drawn or put under the stack: a tile or a kind, and who knows it."""
    return [
        {
            "tile": what if "-" in what else None,
            "back": kind_of(what) if "-" in what else what,
            "known": known,
        }
        for what, known in entries
    ]


def rest(document):
    """The tiles that lie nowhere in this document."""
    left = Counter(dict.fromkeys(COLOURS, 13)) - Counter(document.get("hand", {}))
    for pile in ("bag", "tower"):
        left -= Counter(document.get(pile, {}))
    for side in ("sun", "moon"):
        left -= Counter(document.get("large", {}).get(side, {}))
    for each in document.get("factories", []):
        left -= Counter(each["sun"]) + Counter(each["moon"])
    for board in document["seats"]:
        left -= Counter(board.get("broken", {}))
        for row in board["lines"] + board["spaces"]:
            left -= Counter(tile for tile in row if tile in COLOURS)
    return dict(left)


def tower_takes_the_rest(**document):
    """All tiles that lie nowhere else are used ones."""
    return document | {"tower": rest({"bag": {}} | document)}


KINDS_BY_TURNS = ("special", "wild") * 5
DOME_1 = {
    n: f"{base}-{kind}" for n, base, kind in zip(range(1, 10), "abcdefghi", KINDS_BY_TURNS[:9], strict=True)
}
"""Rows of this dome, * special and ? wild: `*t?b*b kytkrt ?r*r?k ykktrb *t?y*k ybbrby`."""
DOME_2 = {
    n: f"{base}-{kind}" for n, base, kind in zip(range(1, 10), "abcdefghj", KINDS_BY_TURNS[1:], strict=True)
}
"""The other tiles: `?t*b?b kytkrt *r?r*k ykktrb ?t*y?y ybbrtr`."""


def some(dome, *places):
    return {place: dome[place] for place in places}


def open_tiles(count, *boards):
    """A display with the first dome tiles that don't lie on these boards."""
    lying = [entry["tile"] for board in boards for entry in board["dome"] if entry]
    return [*[tile for tile in DOME_TILES if tile not in lying][:count], None, None, None][:3]


def done(board):
    """A board whose player has nothing to do any more but take tiles."""
    return board | {"tokens": 0, "chips_taken": 2}


FIRST, SECOND = seat({5: "a-special"}), seat({9: "j-wild"})
DISPLAY = ["b-special", "c-wild", "d-wild"]
OPENING = {
    "display": DISPLAY,
    "factories": [factory("rrbk"), factory("bytk"), factory("ttty"), factory("yykr")],
    "large": {"sun": tiles("bbrkt")},
}
THREE_EACH = (seat(some(DOME_1, 1, 5, 9)), seat(some(DOME_2, 2, 4, 9)))
"""Round 2 begins; the stack has nine."""
FIVE_EACH = (seat(some(DOME_1, 1, 2, 4, 5, 9)), seat(some(DOME_2, 2, 3, 4, 6, 9)))
"""Round 3 begins; the stack has five."""
SEVEN_EACH = (seat(some(DOME_1, 1, 2, 3, 4, 5, 6, 7)), seat(some(DOME_2, 2, 3, 4, 5, 6, 8, 9)))
"""Round 4 begins; the stack has one."""
UNDER = hidden(("c-special", "seat-1"), ("a-wild", "seat-2"), ("h-wild", "seat-1"))

LAST_CHIP = {"factories": [factory(chip="red"), BARE, BARE, BARE], "to_move": "seat-2", "turn": 40}
"""Seat-2 takes a chip, which ends phase 1, if nothing else is to be had."""


def last_chip(first, second, **facts):
    """Phase 2 begins with the next choice, on the board of seat-1."""
    return LAST_CHIP | facts | {"seats": [done(first), done(second) | {"chips_taken": 1}]}


CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE; the back of a dome tile is decided before its face",
        {
            "phase": "beginning",
            "to_move": "chance",
            "turn": 0,
            "factories": [factory()] * 4,
            "seats": [{}, {}],
        },
        (2, 4, 36, 72, 612, 1224, 9792, 19_584, 97_920, 489_600, 2_448_000),
    ),
    Case(
        "goals are drawn",
        "one by one, never both sides of one goal tile, the same three in any order",
        {
            "phase": "goals",
            "to_move": "chance",
            "turn": 0,
            "goals": ["rim"],
            "factories": [factory()] * 4,
        },
        (6, 24, 48, 96, 864, 1728, 14_688, 29_376, 235_008, 470_016, 2_350_080),
        options={"goals": "random-4"},
    ),
    Case(
        "set-up",
        "who doesn't begin takes a dome tile first; the display is filled up after each of the two",
        OPENING | {"phase": "setting", "turn": 1, "to_move": "seat-2", "starter": "seat-1"},
        (3, 27, 108, 864, 1728, 5184, 46_656, 186_624, 1_306_368, 2_612_736),
    ),
    Case(
        "opening",
        "the widest everyday question; dome tiles, the stack and every factory",
        OPENING | {"turn": 3, "seats": [FIRST, SECOND]},
        (20, 92, 986, 6665, 50_975, 399_886, 2_592_614),
    ),
    Case(
        "five alike go back",
        "the fifth blue tile puts all five into the bag, another colour doesn't",
        {
            "phase": "filling",
            "to_move": "chance",
            "round": 2,
            "turn": 20,
            "display": open_tiles(3, *THREE_EACH),
            "large": {"sun": tiles("bbbb")},
            "factories": [factory()] * 4,
            "seats": list(THREE_EACH),
        },
        (5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125),
    ),
    Case(
        "tower poured for another colour",
        "five yellow tiles and a yellow bag: the tower comes in, and all are drawn again",
        tower_takes_the_rest(
            phase="filling",
            to_move="chance",
            round=2,
            turn=20,
            display=open_tiles(3, *THREE_EACH),
            bag=tiles("yy"),
            large={"sun": tiles("yyyy")},
            factories=[factory()] * 4,
            seats=list(THREE_EACH),
        ),
        (1, 5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125),
    ),
    Case(
        "a large factory of one colour",
        "no other colour is left: five alike stay, with the starting-player tile; three alike on a small one",
        {
            "phase": "filling",
            "to_move": "chance",
            "round": 5,
            "turn": 70,
            "large": {"sun": tiles("tttt")},
            "factories": [factory()] * 4,
            "seats": [
                seat(DOME_1, all_but((1, 2), (2, 3), (2, 6)), "bykr", tokens=0),
                seat(DOME_2, all_but((1, 2), (2, 3), (2, 6)), "bykry", tokens=0),
            ],
        },
        (1, 1, 1, 1, 10, 100, 990, 4680, 27_090, 153_990, 761_940),
    ),
    Case(
        "a short round",
        "three tiles for the first small factory, none for the others, whose chips are turned up at once",
        {
            "phase": "filling",
            "to_move": "chance",
            "round": 5,
            "turn": 70,
            "starter": "seat-2",
            "large": {"sun": tiles("bbkkr")},
            "factories": [factory()] * 4,
            "chips": {"blue": 1, "red": 2, "yellow-black": 1},
            "seats": [
                seat(DOME_1, all_but((6, 3), (6, 5), (4, 2), (4, 3)), "yryk", tokens=0),
                seat(DOME_2, all_but((3, 2), (2, 2), (2, 5)), "tyryb", {6: "t"}, tokens=0),
            ],
        },
        (3, 6, 6, 18, 42, 72, 612, 3132, 19_440, 107_784, 578_556, 2_809_224),
    ),
    Case(
        "four alike on a small factory",
        "no stack to build: its chip is turned up before the tiles are laid, in the middle of the turn",
        {
            "round": 3,
            "turn": 40,
            "display": open_tiles(1, *FIVE_EACH),
            "factories": [factory("kkkk"), factory("rr"), factory(moon="kb"), BARE],
            "starting_tile": "seat-2",
            "seats": [FIVE_EACH[0] | {"tokens": 1}, FIVE_EACH[1] | {"tokens": 0}],
        },
        (5, 33, 181, 685, 4864, 27_800, 140_042, 664_365, 2_427_072),
    ),
    Case(
        "a stack ordered three ways",
        "a black and two yellow tiles in three orders, equal ones are one choice; two tiles in two",
        {
            "turn": 20,
            "display": open_tiles(3, FIRST, SECOND),
            "factories": [factory("bkyy"), BARE, factory(moon="t"), BARE],
            "large": {"moon": tiles("rk")},
            "seats": [done(FIRST), done(SECOND)],
        },
        (6, 30, 172, 805, 4144, 17_612, 71_379, 306_747, 936_507),
    ),
    Case(
        "red on all moon sides",
        "one from each stack, all from the large factory, its tile too; two chips are turned up",
        {
            "turn": 20,
            "display": open_tiles(3, FIRST, SECOND),
            "factories": [factory(moon="r"), factory(moon="brr"), factory(moon="kr"), factory(moon="r")],
            "large": {"moon": tiles("rrt")},
            "seats": [done(FIRST) | {"chips_taken": 1}, done(SECOND) | {"chips_taken": 0}],
        },
        (2, 17, 107, 770, 4130, 26_950, 144_300, 777_070),
    ),
    Case(
        "a draw without points",
        "at 0 points the first is free and no other may follow; with 2 points there are two",
        {
            "round": 2,
            "turn": 30,
            "display": open_tiles(1, *THREE_EACH),
            "factories": [BARE] * 4,
            "seats": [
                THREE_EACH[0] | {"score": 0, "tokens": 1, "chips_taken": 2},
                THREE_EACH[1] | {"score": 2, "tokens": 2, "chips_taken": 2},
            ],
        },
        (2, 8, 30, 60, 192, 384, 1392, 5184, 10_296, 24_624, 85_392, 245_088, 872_640),
    ),
    Case(
        "the last tile of the stack",
        "drawing stops by itself, and the next player finds no stack at all",
        {
            "round": 4,
            "turn": 55,
            "display": open_tiles(3, *SEVEN_EACH),
            "stack": {"back": "wild"},
            "factories": [factory(moon="k"), BARE, BARE, BARE],
            "seats": [SEVEN_EACH[0], SEVEN_EACH[1]],
        },
        (5, 17, 96, 454, 1162, 4550, 17_916, 50_592, 162_720, 456_192, 1_199_616),
    ),
    Case(
        "a known tile drawn again by its drawer",
        "an unseen tile, then those that were put under: the uppermost is the drawer's own",
        {
            "round": 4,
            "turn": 45,
            "display": [None, "g-wild", None],
            "stack": {"unseen": 1, "back": "wild", "under": UNDER},
            "factories": [BARE] * 4,
            "seats": [
                seat(some(DOME_1, 1, 2, 4, 5, 9), score=3, tokens=2, chips_taken=2),
                seat(some(DOME_2, 2, 3, 4, 6, 8, 9) | {1: "f-wild", 5: "g-special"}, tokens=0, chips_taken=2),
            ],
        },
        (2, 6, 19, 22, 53, 94, 216, 704, 2784, 12_960, 63_936, 319_680, 1_598_400),
    ),
    Case(
        "a known tile drawn again by the other",
        "nothing is left to reveal: all tiles of the stack were drawn before",
        {
            "round": 4,
            "turn": 45,
            "to_move": "seat-2",
            "display": [None, "g-wild", "g-special"],
            "stack": {"unseen": 0, "under": UNDER},
            "factories": [factory(moon="y"), BARE, BARE, BARE],
            "seats": [
                seat(some(DOME_1, 1, 2, 4, 5, 9) | {6: "i-special"} | {9: "e-wild"}, tokens=1, chips_taken=2),
                seat(some(DOME_2, 2, 3, 4, 6, 8, 9) | {1: "f-wild"}, score=2, tokens=1, chips_taken=2),
            ],
        },
        (4, 16, 90, 270, 848, 3630, 8334, 21_584, 73_932, 314_224, 1_484_816),
    ),
    Case(
        "in the middle of looking",
        "two faces of different backs are decided for seat-2, the third tile was known to seat-1 alone",
        {
            "phase": "looking",
            "to_move": "chance",
            "mover": "seat-2",
            "step": 4,
            "round": 3,
            "turn": 45,
            "display": ["g-wild", None, None],
            "stack": {"under": hidden(("a-wild", "seat-2"))},
            "drawn": hidden(("wild", None), ("special", None), ("c-special", "seat-1")),
            "factories": [BARE] * 4,
            "seats": [done(FIVE_EACH[0]), FIVE_EACH[1] | {"score": 0, "tokens": 0, "chips_taken": 2}],
        },
        (3, 6, 18, 36, 144, 576, 576, 576, 1152, 1152, 5760, 28_800, 144_000, 720_000),
    ),
    Case(
        "three tiles to put under the stack",
        "one of four is kept, the others go under the stack in six orders",
        {
            "phase": "keeping",
            "step": 5,
            "round": 4,
            "turn": 45,
            "display": [None, None, None],
            "stack": {"unseen": 0},
            "drawn": hidden(
                ("a-wild", None), ("i-special", None), ("h-wild", "seat-1"), ("g-wild", "seat-2")
            ),
            "factories": [factory(moon="y"), BARE, BARE, BARE],
            "seats": [done(SEVEN_EACH[0]) | {"score": 0}, SEVEN_EACH[1] | {"score": 1, "chips_taken": 2}],
        },
        (4, 12, 24, 48, 192, 384, 2304, 14_976, 14_976, 42_240, 215_040, 215_040, 860_160),
    ),
    Case(
        "a lone player goes on",
        "seat-2 has no token and two chips: seat-1 takes the chips and its dome tile alone",
        {
            "round": 2,
            "turn": 35,
            "to_move": "seat-2",
            "display": open_tiles(1, *THREE_EACH),
            "factories": [
                factory(chip="red"),
                factory(chip="red"),
                factory(moon="b"),
                factory(chip="blue-red"),
            ],
            "starting_tile": "seat-1",
            "seats": [THREE_EACH[0] | {"tokens": 1, "score": 0}, done(THREE_EACH[1])],
        },
        (1, 9, 63, 308, 1288, 4186, 15_456, 48_384, 158_256, 362_880, 1_814_400),
    ),
    Case(
        "more than four broken tiles",
        "three are broken, five more come: one finds a place, the others cost nothing",
        {
            "phase": "lining",
            "step": 1,
            "turn": 30,
            "round": 2,
            "display": [None, None, None],
            "hand": tiles("yyyyy"),
            "factories": [factory(moon="y"), BARE, BARE, BARE],
            "seats": [
                done(
                    seat(some(DOME_1, 1, 5, 9, 2, 3), lines={1: "y", 2: "y", 5: "yyyy"}, broken=tiles("bkk"))
                ),
                done(seat(some(DOME_2, 2, 4, 9, 1, 3), lines={1: "y"})),
            ],
        },
        (6, 6, 60, 360, 720, 2160, 4320, 15_120, 30_240, 90_720, 177_120, 708_480, 2_833_920),
    ),
    Case(
        "lines that can't be laid",
        "full or not, they are broken where the row is built, and the fifth tile goes to the tower",
        last_chip(
            seat(
                DOME_1,
                all_but((4, 5), *((row, column) for row in (1, 5, 6) for column in range(1, 7))),
                "byk",
                {1: "k", 2: "b", 3: "rrr", 4: "rrrr", 5: "bbb", 6: "bbbbbb"},
                broken=tiles("y"),
            ),
            seat(DOME_2, lines={1: "r", 2: "yy", 4: "kkkk", 5: "yy"}),
            round=4,
            starting_tile="seat-2",
        ),
        (1, 3, 6, 12, 60, 288, 1332, 5928, 25_344, 103_920, 407_856, 1_529_724),
    ),
    Case(
        "a full line waits for a dome tile",
        "it is looked at again in the next round; other lines are laid, with and without a question",
        last_chip(
            seat(
                some(DOME_1, 1, 2, 4, 5, 7, 8, 9),
                lines={1: "b", 2: "r", 3: "bbb", 4: "bbbb", 6: "yyyyyy"},
            ),
            seat(some(DOME_2, 1, 2, 3, 4, 5, 6, 8), lines={3: "rrr", 5: "ttttt"}),
            round=3,
            starting_tile="seat-1",
        ),
        (1, 2, 4, 12, 12, 12, 36, 36, 72, 72, 360, 1800, 9000, 45_000, 225_000, 1_125_000),
    ),
    Case(
        "two of the colour and any three",
        "two tiles are missing: two chips with yellow and three others, or any six; the number is a choice",
        {
            "phase": "completing",
            "round": 5,
            "turn": 88,
            "factories": [BARE] * 4,
            "line": 4,
            "seats": [
                done(
                    seat(
                        DOME_1,
                        lines={4: "yy", 5: "t"},
                        chips={"yellow": 1, "red": 1, "black": 2, "turquoise-yellow": 1, "blue-red": 2},
                    )
                ),
                done(seat(DOME_2, lines={5: "yyyy"}, chips={"yellow": 1, "red": 1, "turquoise-yellow": 1})),
            ],
        },
        (2, 7, 25, 90, 290, 706, 1620, 3240, 4860, 9720, 32_400, 25_920, 0),
    ),
    Case(
        "in the middle of paying",
        "two are paid: a third that doesn't fit, enough, or a third of the colour",
        {
            "phase": "paying",
            "step": 3,
            "round": 5,
            "turn": 88,
            "factories": [BARE] * 4,
            "line": 3,
            "paid": {"red": 1, "blue-red": 1},
            "seats": [
                done(seat(DOME_1, lines={3: "rr", 6: "bbb"}, chips={"red": 1, "black": 1, "black-blue": 2})),
                done(seat(DOME_2)),
            ],
        },
        (4, 16, 0),
    ),
    Case(
        "a special tile between two runs",
        "it scores both ways and brings the special tile, before the next line is looked at",
        last_chip(
            seat(
                some(DOME_1, 1, 2, 4, 5, 6, 8, 9),
                [(2, 1), (1, 2), (2, 3), (3, 2)],
                lines={2: "yy", 3: "rrr", 4: "kkkk", 6: "bbbbbb"},
                score=0,
            ),
            seat(some(DOME_2, 1, 2, 3, 4, 5, 6, 7), lines={4: "kkk"}, chips={"black": 2}),
            round=3,
            starting_tile="seat-1",
        ),
        (1, 3, 6, 12, 24, 60, 120, 228, 444, 720, 1080, 2304, 6984, 30_456, 148_824, 744_120),
    ),
    Case(
        "the game ends in a tie",
        "round 5 has no tokens: two chips, the last lines, then the holder of the starting-player tile wins",
        {
            "round": 5,
            "turn": 90,
            "to_move": "seat-2",
            "factories": [factory(moon="b"), factory(chip="black"), factory(chip="yellow"), BARE],
            "starting_tile": "seat-2",
            "seats": [
                seat(DOME_1, lines={1: "b", 3: "rr"}, tokens=0, score=3, chips_taken=1),
                seat(DOME_2, lines={6: "rr"}, tokens=0, score=6, chips_taken=1),
            ],
        },
        (3, 14, 82, 288, 634, 1902, 888, 0),
    ),
)
