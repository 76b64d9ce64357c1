"""Positions of Master Chocolatier that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts chocolatier`); test_perft
compares them with the naive twin.
"""

from tests.kits.kit import Case

COLOURS = ("blue", "brown", "cream", "black", "red")
ALL = dict.fromkeys(COLOURS, 20)


def coloured(*rows):
    """A coloured box with these colours in its rows, each in its column."""
    return [
        [c if c in row else None for c in COLOURS[5 - r :] + COLOURS[: 5 - r]] for r, row in enumerate(rows)
    ]


def lines(*tiles):
    """Pattern lines from (count, colour) pairs; None for an empty one."""
    return [[pair[1]] * pair[0] if pair else [] for pair in tiles]


def all_but(*documents):
    """The tiles that lie in none of these piles."""
    return {c: ALL[c] - sum(pile.get(c, 0) for pile in documents) for c in COLOURS}


def lacking(colour):
    """A coloured box with a single colour missing in every row."""
    return coloured(*[[c for c in COLOURS if c != colour]] * 5)


OPENING_2 = [
    {"blue": 2, "red": 2},
    {"brown": 1, "cream": 1, "black": 1, "red": 1},
    {"blue": 4},
    {"cream": 3, "black": 1},
    {"brown": 2, "black": 2},
]
OPENING_3 = [*OPENING_2, {"red": 1, "blue": 3}, {"cream": 2, "brown": 2}]
OPENING_4 = [*OPENING_3, {"black": 4}, {"blue": 1, "brown": 1, "cream": 1, "red": 1}]
GREY = {"box": "grey"}
SPECIAL = {"factories": "special"}
_ = None

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE, who is asked about everything up to the first turn",
        {"phase": "beginning", "to_move": "chance", "turn": 0},
        (3, 15, 75, 375, 1875, 9375, 46_875),
        players=3,
    ),
    Case(
        "opening",
        "the widest everyday question",
        {"factories": OPENING_2},
        (11, 66, 660, 3960, 34_488, 180_672, 1_332_438, 6_983_256, 42_716_953, 193_843_022),
    ),
    Case(
        "opening of 3",
        "seven factories, both variants",
        {
            "factories": OPENING_3,
            "tokens": ["zero", "plain", "sideways", "plain", "stay", "plain", "plain"],
        },
        (15, 90, 1260, 7560, 96_768, 580_608, 6_689_952, 35_079_336, 359_114_256),
        players=3,
        options=GREY | SPECIAL,
    ),
    Case(
        "opening of 4",
        "nine factories use all the numbers for taking",
        {"factories": OPENING_4},
        (20, 120, 2280, 13_680, 240_480, 1_442_880, 23_079_168, 138_475_008),
        players=4,
    ),
    Case(
        "centre with the starting-player tile",
        "taking from the centre puts the tile on the floor before the chocolates",
        {"centre": {"blue": 1, "cream": 3}, "factories": [{}, {"red": 2, "black": 2}, {}, {}, {}]},
        (4, 24, 72, 432, 864, 4464, 4464, 23_064, 115_320, 576_600, 2_883_000),
    ),
    Case(
        "one tile left",
        "the choice that ends the round lays lines, pays penalties and asks CHANCE in one go",
        {
            "turn": 14,
            "centre": {"red": 1},
            "starting_tile": "seat-2",
            "seats": [
                {"score": 3, "lines": lines(_, (2, "blue"), (2, "red"), _, (5, "black"))},
                {"lines": lines((1, "cream"), _, _, (3, "brown"), _), "floor": ["start", "red", "blue"]},
            ],
        },
        (1, 4, 20, 100, 500, 2500, 12_500, 62_500),
    ),
    Case(
        "full floor",
        "the starting-player tile lies beside the board and the overflow goes to the lid",
        {
            "centre": {"cream": 4, "black": 2},
            "factories": [{"red": 4}, {}, {}, {}, {}],
            "seats": [
                {"floor": ["red"] * 7, "lines": lines((1, "blue"), (1, "blue"), _, (3, "brown"), (1, "red"))},
                {"floor": ["brown"] * 6, "lines": lines(_, _, (2, "cream"), _, _)},
            ],
        },
        (3, 7, 14, 75, 75, 224, 1120, 5600, 28_000, 140_000, 700_000),
    ),
    Case(
        "zero token on offer",
        "its taker has it before the tiles are laid, so the first that falls is free",
        {
            "tokens": ["zero", "plain", "red", "plain", "plain"],
            "centre": {"blue": 2},
            "factories": [{"blue": 3, "red": 1}, {}, {"cream": 2}, {}, {}],
            "seats": [{"floor": ["red"] * 7}, {"lines": lines(_, (1, "blue"), _, _, _)}],
        },
        (4, 24, 66, 360, 624, 3274, 25_098, 727_191, 4_153_995, 36_505_440, 182_527_200),
        options=SPECIAL,
    ),
    Case(
        "zero token free",
        "the starting-player tile falls on the token, the chocolates on the floor",
        {
            "tokens": ["gone", "plain", "stay", "plain", "plain"],
            "centre": {"blue": 2, "black": 1},
            "factories": [{}, {}, {"cream": 2, "red": 1}, {}, {}],
            "seats": [{"zero": [], "floor": ["red"] * 6}, {}],
        },
        (4, 24, 72, 432, 864, 4464, 4464, 23_064, 1_037_880, 33_212_160, 166_060_800),
        options=SPECIAL,
    ),
    Case(
        "sideways with three colours",
        "three questions in one turn, two answers each, before the tiles are laid",
        {
            "tokens": ["plain", "sideways", "zero", "plain", "plain"],
            "factories": [{"red": 4}, {"blue": 1, "brown": 1, "cream": 1, "black": 1}, {}, {}, {}],
        },
        (5, 14, 40, 80, 288, 960, 5760, 17_280, 89_280, 178_560, 922_560),
        options=SPECIAL,
    ),
    Case(
        "sideways beside gone",
        "the place of a zero token that left is passed over, and what is moved joins its own colour",
        {
            "tokens": ["plain", "plain", "plain", "gone", "sideways"],
            "factories": [{"red": 1}, {}, {"cream": 2, "black": 1}, {}, {"blue": 2, "red": 1, "black": 1}],
            "seats": [{"zero": ["blue"]}, {}],
        },
        (6, 24, 102, 396, 1392, 5580, 17_100, 79_188, 201_138, 1_056_709, 2_184_253, 20_670_812),
        options=SPECIAL,
    ),
    Case(
        "in the middle of sideways",
        "a question of step 2: some colours have moved, the tiles are still in hand",
        {
            "phase": "sides",
            "step": 2,
            "hand": {"blue": 2},
            "tokens": ["sideways", "stay", "plain", "plain", "plain"],
            "factories": [{"cream": 1, "red": 1}, {"brown": 1, "cream": 2}, {}, {}, {}],
        },
        (2, 4, 24, 84, 504, 1296, 6696, 11_160, 58_528, 565_936, 16_816_596),
        options=SPECIAL,
    ),
    Case(
        "stay",
        "what is left stays on the token and nothing comes to the centre",
        {
            "tokens": ["stay", "plain", "plain", "brown", "plain"],
            "factories": [{"blue": 2, "red": 1, "black": 1}, {}, {}, {}, {}],
        },
        (3, 18, 36, 216, 216, 1116, 50_220, 1_607_040, 8_035_200, 40_176_000),
        options=SPECIAL,
    ),
    Case(
        "magnets at filling",
        "neighbours around the end of the circle attract each other's colours after the last tile",
        {
            "phase": "filling",
            "to_move": "chance",
            "starting_tile": "seat-1",
            "tokens": ["blue", "plain", "plain", "plain", "plain", "brown", "red"],
            "factories": [*OPENING_2, {"red": 2, "brown": 2}, {"blue": 2}],
        },
        (5, 25, 394, 2364, 34_944, 209_664, 2_818_512, 16_911_072, 202_569_120),
        players=3,
        options=SPECIAL,
    ),
    Case(
        "+1 from the lid",
        "the last tile for a factory empties the bag; the lid is poured for the one more",
        {
            "phase": "filling",
            "to_move": "chance",
            "round": 3,
            "turn": 20,
            "starting_tile": "seat-1",
            "tokens": ["red", "+1", "plain", "plain", "plain"],
            "factories": [*OPENING_2[:4], {"brown": 2, "black": 1}],
            "bag": {"red": 1},
            "lid": all_but(*OPENING_2[:4], {"brown": 2, "black": 1}, {"red": 1}),
        },
        (1, 5, 52, 312, 2940, 17_640, 144_792, 759_150, 5_274_684, 27_665_765, 159_019_077),
        options=SPECIAL,
    ),
    Case(
        "lid poured at filling",
        "the bag runs empty between two factories",
        {
            "phase": "filling",
            "to_move": "chance",
            "round": 4,
            "turn": 30,
            "starting_tile": "seat-1",
            "factories": [OPENING_2[0], {"red": 2}, {}, {}, {}],
            "bag": {"blue": 1, "brown": 1},
            "lid": all_but(OPENING_2[0], {"red": 2}, {"blue": 1, "brown": 1}),
        },
        (2, 2, 10, 50, 250, 1250, 6250, 31_250, 156_250),
    ),
    Case(
        "last tiles of the bag",
        "bag and lid run out while factories are filled: the round begins with empty ones",
        {
            "phase": "filling",
            "to_move": "chance",
            "round": 9,
            "turn": 200,
            "starting_tile": "seat-1",
            "factories": [
                {"blue": 4},
                {"brown": 4},
                {"cream": 4},
                {"blue": 1, "brown": 1, "black": 2},
                {"black": 1},
                {},
                {},
                {},
                {},
            ],
            "bag": {"cream": 1, "black": 2},
            "seats": [{"box": lacking(colour)} for colour in COLOURS[:4]],
        },
        (2, 3, 3, 24, 162, 1002, 5490, 26_610, 113_694, 423_033, 1_364_664, 3_822_564, 9_451_791),
        players=4,
    ),
    Case(
        "last chocolate of all",
        "in a line it leaves no tile to draw, on the floor a round of one tile, in line 2 a full row",
        {
            "round": 9,
            "turn": 200,
            "starting_tile": "seat-2",
            "centre": {"blue": 1},
            "seats": [
                {"box": lacking("blue"), "lines": lines(_, (1, "blue"), (2, "blue"), (1, "blue"), _)},
                {
                    "box": lacking("brown"),
                    "lines": lines(_, (1, "brown"), (2, "brown"), (1, "brown"), (1, "brown")),
                    "floor": ["start"],
                },
                {
                    "box": lacking("cream"),
                    "lines": lines(_, (1, "cream"), (2, "cream"), (1, "cream"), (1, "cream")),
                },
                {
                    "box": lacking("black"),
                    "lines": lines(_, (1, "black"), (2, "black"), (1, "black"), (1, "black")),
                },
            ],
        },
        (1, 6, *[1] * 22, 0),
        players=4,
    ),
    Case(
        "a row ends the game",
        "whatever happens to the last tiles, there is no choice after them",
        {
            "turn": 40,
            "centre": {"red": 2},
            "factories": [{}, {}, {"blue": 1, "black": 1}, {}, {}],
            "seats": [
                {"box": coloured(COLOURS[:4], [], [], [], []), "lines": lines((1, "red"), _, _, _, _)},
                {"box": coloured(["blue"], ["blue"], ["blue"], ["blue"], ["blue"])},
            ],
        },
        (3, 15, 30, 130, 162, 504, 0),
    ),
    Case(
        "round 20",
        "the last round ends the game without a full row",
        {
            "round": 20,
            "turn": 300,
            "centre": {"red": 2},
            "factories": [{}, {}, {"blue": 1, "black": 1}, {}, {}],
        },
        (3, 18, 36, 216, 216, 1116, 0),
    ),
    Case(
        "grey, several lines",
        "columns line by line from the top, then the other board, each seat one turn",
        {
            "phase": "laying",
            "turn": 17,
            "starting_tile": "seat-2",
            "seats": [
                {"lines": lines((1, "blue"), (2, "red"), (3, "blue"), _, (2, "cream"))},
                {"lines": lines(_, (2, "black"), _, (4, "black"), _), "floor": ["start"]},
            ],
        },
        (5, 25, 100, 500, 2000, 10_000, 50_000, 250_000, 1_250_000),
        options=GREY,
    ),
    Case(
        "grey, a line that can't be laid",
        "it falls on the zero token and the floor between two questions of one turn",
        {
            "phase": "laying",
            "turn": 33,
            "starting_tile": "seat-2",
            "tokens": ["gone", "plain", "stay", "plain", "plain"],
            "seats": [
                {
                    "zero": [],
                    "lines": lines((1, "red"), (2, "cream"), (3, "blue"), _, (5, "red")),
                    "box": [
                        [_, _, _, "blue", _],
                        [_, _, _, _, "blue"],
                        ["brown", "cream", "black", _, _],
                        [_, _, _, _, _],
                        [_, _, _, _, _],
                    ],
                },
                {"lines": lines(_, (2, "brown"), _, _, _)},
            ],
        },
        (4, 12, 48, 240, 10_800, 345_600, 1_728_000, 8_640_000, 43_200_000),
        options=GREY | SPECIAL,
    ),
    Case(
        "grey, a line nobody can lay is still open",
        "while taking, only the row of the box counts",
        {
            "centre": {"blue": 3},
            "factories": [{"red": 1, "black": 1}, {}, {}, {}, {}],
            "seats": [
                {
                    "lines": lines(_, (1, "black"), _, _, _),
                    "box": [
                        [_, _, _, "blue", _],
                        [_, _, _, _, "blue"],
                        ["brown", "cream", "black", _, _],
                        [_, _, _, _, _],
                        [_, _, _, _, _],
                    ],
                },
                {},
            ],
        },
        (3, 14, 28, 168, 168, 684, 2940, 14_604, 73_020, 365_100, 1_825_500),
        options=GREY,
    ),
    Case(
        "tokens turning",
        "the longest list: nine tokens times nine effects, four times",
        {"phase": "tokens", "to_move": "chance", "turn": 0, "starter": "seat-3", "starting_tile": "seat-3"},
        (81, 5184, 254_016, 9_144_576, 45_722_880),
        players=4,
        options=GREY | SPECIAL,
    ),
)
