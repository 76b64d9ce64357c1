"""What is printed on the components of Summer Pavilion. Data, no decisions."""

import numpy as np

COLOURS = ("purple", "green", "orange", "yellow", "blue", "red")
COLOURS_N = len(COLOURS)
PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(COLOURS_N)
TILES_PER_COLOUR = 22

EMPTY = -1  # a space without a tile, or no colour chosen yet
START = COLOURS_N  # the starting-player token, as a piece

ROUNDS = COLOURS_N  # in round r the colour r - 1 is wild

# ------------------------------------------------------------------------------------------------
# The board: seven stars of six rhombi. Six stars stand around the centre, clockwise from the upper left.

STARS = ("ul", "ur", "r", "lr", "ll", "l", "c")
OUTER_STARS = 6
CENTRE_STAR = 6
STARS_N = len(STARS)
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")  # where the tip of a rhombus points
RHOMBI = len(DIRECTIONS)
SPACES_N = STARS_N * RHOMBI
SPACES = tuple(f"{star}-{direction}" for star in STARS for direction in DIRECTIONS)
"""A space is the number `star * RHOMBI + direction`."""

STAR_COLOUR = np.array([ORANGE, RED, BLUE, YELLOW, GREEN, PURPLE, EMPTY], np.int64)
"""The colour of each star of the coloured side; the centre is for all colours."""

# In degrees clockwise from the top, and in lengths of an edge: enough to draw the board.
DIRECTION_ANGLES = tuple(60 * direction for direction in range(RHOMBI))
STAR_ANGLES = tuple(60 * star - 30 for star in range(OUTER_STARS))
STAR_DISTANCE = 3  # from the middle of the board to the middle of an outer star

# The numbers printed on the spaces, clockwise from the north, star by star.
COLOURED_COSTS = ("612345", "561234", "456123", "345612", "234561", "123456", "123456")
PLAIN_COSTS = ("632145", "563214", "456321", "145632", "214563", "321456", "333333")
COST = np.array(
    [[int(cost) for star in side for cost in star] for side in (COLOURED_COSTS, PLAIN_COSTS)],
    np.int64,
)
"""What it takes to cover a space: `COST[side, space]`."""
COST_MAX = 6


def _spaces(*pairs: tuple[int, int]) -> int:
    """Spaces as (star, direction) pairs, one bit each. Directions go round."""
    return sum(1 << (star * RHOMBI + direction % RHOMBI) for star, direction in pairs)


# Star s lies between the directions s - 1 and s, seen from the centre.
WINDOWS = tuple(_spaces((s, s - 1), (s, s)) for s in range(OUTER_STARS))
STATUES = tuple(
    _spaces((s, s + 1), (s, s + 2), (t, t + 3), (t, t + 4))
    for s, t in ((s, (s + 1) % OUTER_STARS) for s in range(OUTER_STARS))
)
PILLARS = tuple(
    _spaces((s, s + 2), (s, s + 3), (CENTRE_STAR, s - 1), (CENTRE_STAR, s)) for s in range(OUTER_STARS)
)
ELEMENT_SPACES = np.array([*WINDOWS, *STATUES, *PILLARS], np.int64)
"""The spaces around each bonus element, one bit each: six windows, six statues, six pillars."""
ELEMENTS_N = len(ELEMENT_SPACES)
WINDOW, STATUE, PILLAR = 0, 6, 12  # the first of its kind; a statue s stands between star s and the next
ELEMENT_TILES = np.array([3] * 6 + [2] * 6 + [1] * 6, np.int64)
"""How many tiles of the supply it brings to surround an element."""

TOUCHED_MAX = 2
TOUCHED = np.array(
    [
        ([e for e in range(ELEMENTS_N) if (int(ELEMENT_SPACES[e]) >> space) & 1] + [EMPTY] * 2)[:TOUCHED_MAX]
        for space in range(SPACES_N)
    ],
    np.int64,
)
"""The elements that a space belongs to, at most two; EMPTY where there are fewer."""

# ------------------------------------------------------------------------------------------------
# Around the boards

PLAYERS_MIN, PLAYERS_MAX = 2, 4
FACTORIES_MAX = 9
TILES_PER_FACTORY = 4
CENTRE = FACTORIES_MAX  # the centre of the table comes after the factories among the sources of the offer
SOURCES_N = FACTORIES_MAX + 1
SUPPLY_SPACES = 10
CORNERS = 4

# ------------------------------------------------------------------------------------------------
# Points

FIRST_SCORE = 5
LEAST_SCORE = 1
STAR_POINTS = np.array([20, 18, 17, 16, 15, 14], np.int64)
"""What a full star of one colour scores."""
MANY_COLOURS_POINTS = 12
NUMBER_POINTS = np.array([0, 4, 8, 12, 16], np.int64)
"""What it scores to cover all spaces of a number: `NUMBER_POINTS[number]`."""
NUMBERS_SCORED = (1, 2, 3, 4)
