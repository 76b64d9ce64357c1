"""What is printed on the components of Queen's Garden. Data, no decisions."""

import numpy as np

PATTERNS = ("tree", "bird", "butterfly", "flower", "plant", "lily")  # in the order of their values
COLOURS = ("blue", "yellow", "light-green", "dark-green", "light-purple", "dark-purple")
PATTERNS_N = len(PATTERNS)
COLOURS_N = len(COLOURS)
HEXAGONS = tuple(f"{pattern}-{colour}" for colour in COLOURS for pattern in PATTERNS)
HEXAGONS_N = len(HEXAGONS)
"""A hexagon is the number `colour * PATTERNS_N + pattern`; its value is its pattern + 1."""
TILES_PER_HEXAGON = 3
CRITERIA = (*COLOURS, *PATTERNS)  # what can be taken, and what the wheel scores
CRITERIA_N = len(CRITERIA)

EMPTY = -1

# ------------------------------------------------------------------------------------------------
# The garden: the fountain board and six places around it, in axial coordinates (pointy tops).

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")  # turning counter-clockwise
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SIDES = len(DIRECTIONS)
PLACES = DIRECTIONS  # a place lies three steps from the fountain
PLACES_N = len(PLACES)
SPACES_PER_PLACE = SIDES + 1  # the centre, then the rim
FOUNTAIN = (0, 0)


def _moved(at: tuple[int, int], direction: int, steps: int = 1) -> tuple[int, int]:
    q, r = STEPS[direction]
    return at[0] + steps * q, at[1] + steps * r


CENTRES = tuple(_moved(FOUNTAIN, place, 3) for place in range(PLACES_N))
COORDINATES = (
    *(_moved(FOUNTAIN, side) for side in range(SIDES)),
    *(at for centre in CENTRES for at in (centre, *(_moved(centre, side) for side in range(SIDES)))),
)
"""Where each space lies: six around the fountain, then seven of each place."""
SPACES = (
    *(f"fountain-{direction}" for direction in DIRECTIONS),
    *(f"{place}-{where}" for place in PLACES for where in ("centre", *DIRECTIONS)),
)
SPACES_N = len(SPACES)
FIRST_OF_PLACE = np.array([SIDES + place * SPACES_PER_PLACE for place in range(PLACES_N)], np.int64)
"""The centre of a place, as a space; its rim follows in the order of the directions."""
FOUNTAIN_SPACES = (1 << SIDES) - 1


def _around(at: tuple[int, int]) -> int:
    """The spaces beside a point, one bit each."""
    beside = [_moved(at, side) for side in range(SIDES)]
    return sum(1 << space for space, where in enumerate(COORDINATES) if where in beside)


NEIGHBOURS = np.array([_around(at) for at in COORDINATES], np.int64)
"""The spaces beside a space, across boards too, one bit each."""
TIPS = tuple((_moved(_moved(FOUNTAIN, side), (side + 1) % SIDES)) for side in range(SIDES))
"""Between two places: statues and benches in turn."""
FEATURES = ("fountain", *(f"{kind}-{n}" for n in (1, 2, 3) for kind in ("statue", "bench")))
FEATURES += tuple(f"pavilion-{place}" for place in PLACES)
FEATURES_N = len(FEATURES)
PAVILION = FEATURES_N - PLACES_N  # + place
FEATURE_COORDINATES = (FOUNTAIN, *TIPS, *CENTRES)
FEATURE_SPACES = np.array([_around(at) for at in FEATURE_COORDINATES], np.int64)
"""The six spaces around each feature, one bit each."""
FEATURE_JOKERS = np.array([1] + [2] * len(TIPS) + [3] * PLACES_N, np.int64)
"""What it brings to surround a feature."""

# ------------------------------------------------------------------------------------------------
# Storage, display and supply

PLAYERS_MIN, PLAYERS_MAX = 2, 4
ROUNDS = 4
FIRST_SCORE = 15
FIRST_JOKERS = 3
STORAGE = 12  # tiles and jokers
EXPANSION_STORAGE = 2
STACK = np.array([0, 0, 5, 7, 8], np.int64)
"""Expansions in the stack of a round, by the number of players."""
STACK_MAX = 8
TILES_ON_TOP = 4
PRICE = 6  # of a face-down expansion
FIRST_TO_PASS = -1

# ------------------------------------------------------------------------------------------------
# Points

VALUE = -1  # on the wheel: a hexagon brings its own value
WHEEL = (
    ("dark-green", "blue", "tree"),
    ("yellow", "bird", "butterfly"),
    ("light-green", "light-purple", "flower"),
    ("dark-purple", "plant", "lily"),
)
CRITERIA_PER_ROUND = 3
CRITERIA_ON_WHEEL = ROUNDS * CRITERIA_PER_ROUND
WHEEL_CRITERIA = np.array([[CRITERIA.index(name) for name in step] for step in WHEEL], np.int64)
WHEEL_POINTS = np.array(
    [
        [[VALUE] * CRITERIA_PER_ROUND for _ in WHEEL],
        [[VALUE if name in COLOURS else 6 - PATTERNS.index(name) for name in step] for step in WHEEL],
    ],
    np.int64,
)
"""What the criteria of the wheel bring, on side A and on side B: `WHEEL_POINTS[side, round, i]`."""
STANDARD = -1  # instead of a criterion in the settings: the wheel of the side
GROUP_LEAST = 3
GROUP_MOST = 6
FULL_GROUP_BONUS = 6
