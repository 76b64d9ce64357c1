"""What does choice 137 mean? The numbers of all choices and their names, which are the notation."""

from azulejos.games.chocolatier.board import (
    COLOURS,
    COLOURS_N,
    COLUMNS,
    EFFECTS,
    EFFECTS_N,
    FACTORIES_MAX,
    PLAYERS_MAX,
    ROWS,
    SOURCES_N,
)

SIDES = ("left", "right")

TAKE = 0  # + source * COLOURS_N + colour
LINE = TAKE + SOURCES_N * COLOURS_N  # + row
FLOOR = LINE + ROWS
SIDE = FLOOR + 1  # + colour * 2 + side
COLUMN = SIDE + COLOURS_N * len(SIDES)  # + column
BEGIN = COLUMN + COLUMNS  # + seat
DRAW = BEGIN + PLAYERS_MAX  # + colour
GOLDEN = DRAW + COLOURS_N  # + factory * EFFECTS_N + effect - 1

SOURCES = (*(f"factory-{f + 1}" for f in range(FACTORIES_MAX)), "centre")

NAMES = (
    *(f"{source} {colour}" for source in SOURCES for colour in COLOURS),
    *(f"line-{row + 1}" for row in range(ROWS)),
    "floor",
    *(f"{colour} {side}" for colour in COLOURS for side in SIDES),
    *(f"column-{column + 1}" for column in range(COLUMNS)),
    *(f"seat-{seat + 1} begins" for seat in range(PLAYERS_MAX)),
    *(f"draw {colour}" for colour in COLOURS),
    *(f"factory-{f + 1} golden {effect}" for f in range(FACTORIES_MAX) for effect in EFFECTS),
)
LEGAL_MAX = FACTORIES_MAX * EFFECTS_N  # the longest list: the first token to turn golden
