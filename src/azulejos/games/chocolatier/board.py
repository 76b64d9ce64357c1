"""What is printed on the components of Master Chocolatier. Data, no decisions."""

import numpy as np

COLOURS = ("blue", "brown", "cream", "black", "red")
COLOURS_N = len(COLOURS)
TILES_PER_COLOUR = 20

# What may lie on a space besides a colour (0 to 4).
EMPTY = -1
START = COLOURS_N  # the starting-player tile

ROWS = 5  # pattern lines, and rows of the box; line r has r + 1 spaces
COLUMNS = 5
COLUMN = np.array([[(c + r) % COLUMNS for c in range(COLOURS_N)] for r in range(ROWS)], np.int64)
"""Where row r of the coloured box shows colour c: `COLUMN[r, c]`."""

FLOOR_PENALTIES = (-1, -1, -2, -2, -2, -3, -3)
FLOOR_SPACES = len(FLOOR_PENALTIES)
FLOOR_LOSS = np.concatenate([[0], np.cumsum(FLOOR_PENALTIES)]).astype(np.int64)
"""What n occupied floor spaces cost together: `FLOOR_LOSS[n]`, not positive."""

PLAYERS_MIN, PLAYERS_MAX = 2, 4
FACTORIES_MAX = 9
TILES_PER_FACTORY = 4
LEFT, RIGHT = 0, 1  # towards the factory before, towards the factory after
CENTRE = FACTORIES_MAX  # the centre comes after the factories among the sources of the offer
SOURCES_N = FACTORIES_MAX + 1

# The two sides of a factory token. A golden side shows one of nine effects.
PLAIN = 0
PLUS_ONE = 1
COLOUR_MAGNET = 2  # the effects 2 to 6 attract the colours 0 to 4
STAY = COLOUR_MAGNET + COLOURS_N
SIDEWAYS = STAY + 1
ZERO = STAY + 2
GONE = STAY + 3  # the zero token has left the circle
TOKENS = ("plain", "+1", *COLOURS, "stay", "sideways", "zero", "gone")
EFFECTS = TOKENS[PLUS_ONE:GONE]
EFFECTS_N = len(EFFECTS)

ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10
LAST_ROUND = 20
