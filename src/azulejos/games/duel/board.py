"""What is printed on the components of Duel. Data, no decisions."""

import numpy as np

COLOURS = ("blue", "yellow", "red", "black", "turquoise")
COLOURS_N = len(COLOURS)
BLUE, YELLOW, RED, BLACK, TURQUOISE = range(COLOURS_N)
TILES_PER_COLOUR = 13

EMPTY = -1
# What may lie on a space of the dome besides a colour, and what a space may ask for besides a colour.
SPECIAL = COLOURS_N
WILD = COLOURS_N + 1
START = COLOURS_N + 1  # the starting-player tile, as a piece

PLAYERS = 2
ROUNDS = 5
FIRST_SCORE = 5
TOKENS = 2  # dome tiles to take in each of the rounds 1 to 4
CHIPS_PER_ROUND = 2  # chips that each player takes

# ------------------------------------------------------------------------------------------------
# Dome tiles: three colours and a fourth space. Clockwise from the fourth space: the other three.

BASES = {
    "a": (TURQUOISE, YELLOW, BLACK),
    "b": (BLUE, BLACK, TURQUOISE),
    "c": (BLUE, TURQUOISE, RED),
    "d": (RED, BLACK, YELLOW),
    "e": (RED, TURQUOISE, BLACK),
    "f": (BLACK, BLUE, RED),
    "g": (TURQUOISE, BLUE, YELLOW),
    "h": (YELLOW, RED, BLUE),
    "i": (BLACK, YELLOW, BLUE),
    "j": (YELLOW, RED, TURQUOISE),
}
SPECIAL_BASES = "abcdefghi"
WILD_BASES = "abcdefghj"
KINDS = ("special", "wild")  # what the back of a dome tile shows
SPECIAL_KIND, WILD_KIND = range(len(KINDS))
DOME_TILES = (*(f"{base}-special" for base in SPECIAL_BASES), *(f"{base}-wild" for base in WILD_BASES))
DOME_TILES_N = len(DOME_TILES)
SPECIAL_TILES_N = len(SPECIAL_BASES)
TILES_OF_KIND = np.array([(1 << SPECIAL_TILES_N) - 1, (1 << DOME_TILES_N) - (1 << SPECIAL_TILES_N)], np.int64)
"""The dome tiles of a kind, one bit each."""

QUADRANTS = 4  # of a dome tile, clockwise from the top left
QUADRANT_ROW = np.array([0, 0, 1, 1], np.int64)
QUADRANT_COLUMN = np.array([0, 1, 1, 0], np.int64)
TURNS_N = 4  # quarter turns clockwise
_FACES = [
    *((SPECIAL, *BASES[base]) for base in SPECIAL_BASES),
    *((WILD, *BASES[base]) for base in WILD_BASES),
]
ASKED = np.array(
    [
        [[face[(q - turned) % QUADRANTS] for q in range(QUADRANTS)] for turned in range(TURNS_N)]
        for face in _FACES
    ],
    np.int64,
)
"""What the spaces of a dome tile ask for: `ASKED[tile, quarter turns, quadrant]`."""

DISPLAY = 3
STACK_MAX = 16  # dome tiles that can be drawn: 13 in a game, more in a position made up without a display

# ------------------------------------------------------------------------------------------------
# The board

LINES = 6  # line r has r + 1 spaces, and belongs to row r of the dome
SIZE = 6  # rows and columns of the dome
SPACES_N = SIZE * SIZE
PLACES_N = 9  # for dome tiles, row by row
PLACES_PER_ROW = 3
PLACE_OF = np.array([(s // SIZE // 2) * 3 + s % SIZE // 2 for s in range(SPACES_N)], np.int64)
"""The place that a space belongs to."""
BROKEN_MAX = 4
BROKEN_LOSS = np.array([0, -1, -3, -6, -10], np.int64)
"""What so many broken tiles cost together."""
START_LOSS = -2

# ------------------------------------------------------------------------------------------------
# Factories: four small ones, then the large one

SMALL = 4
LARGE = SMALL
SOURCES_N = SMALL + 1
TILES_PER_SMALL = 4
TILES_PER_LARGE = 5
MOON_MAX = 3  # tiles in a stack on the moon side of a small factory
TILES_LAID_OUT = TILES_PER_LARGE + SMALL * TILES_PER_SMALL

# ------------------------------------------------------------------------------------------------
# Chips: two of each kind

PAIRS = ((TURQUOISE, YELLOW), (YELLOW, BLACK), (BLACK, BLUE), (BLUE, RED), (RED, TURQUOISE))
CHIPS = (*COLOURS, *(f"{COLOURS[a]}-{COLOURS[b]}" for a, b in PAIRS))
CHIPS_N = len(CHIPS)
CHIPS_PER_KIND = 2
CHIP_SHOWS = np.array([*(1 << c for c in range(COLOURS_N)), *(1 << a | 1 << b for a, b in PAIRS)], np.int64)
"""The colours that a chip shows, one bit each."""

# ------------------------------------------------------------------------------------------------
# Goals: the two sides of four tiles, side by side

GOALS = (
    "rows",
    "colourful-rows",
    "columns",
    "rim",
    "diagonals",
    "corners",
    "wild-spaces",
    "empty-specials",
)
GOALS_N = len(GOALS)
ROWS_GOAL, COLOURS_GOAL, COLUMNS_GOAL, RIM_GOAL, DIAGONALS_GOAL, CORNERS_GOAL, WILDS_GOAL, SPECIALS_GOAL = (
    range(GOALS_N)
)
GOAL_TILES = tuple(zip(GOALS[::2], GOALS[1::2], strict=True))
FIRST_GAME = 1 << ROWS_GOAL | 1 << COLUMNS_GOAL | 1 << DIAGONALS_GOAL
ROW_POINTS = 3
COLOURFUL = 5  # different colours in a row
COLOURFUL_POINTS = 4
COLUMN_POINTS = 7
RIM_POINTS = 1
DIAGONAL_POINTS = 10
CORNERS = ((0, 3), (2, 3), (6, 8), (8, 8))  # place, points
WILD_POINTS = 2
EMPTY_SPECIAL_POINTS = -3
