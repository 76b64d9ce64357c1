"""What does choice 137 mean? The numbers of all choices and their names, which are the notation."""

from azulejos.games.duel.board import (
    CHIPS,
    CHIPS_N,
    COLOURS,
    COLOURS_N,
    DOME_TILES,
    DOME_TILES_N,
    GOALS,
    GOALS_N,
    KINDS,
    LINES,
    PLACES_N,
    PLAYERS,
    SIZE,
    SMALL,
    SOURCES_N,
    TURNS_N,
)

# The first question of a turn: these stand together, so that they fit into one word of bits.
DOME = 0  # + dome tile
DRAW = DOME + DOME_TILES_N
SUN = DRAW + 1  # + source * COLOURS_N + colour
MOON = SUN + SOURCES_N * COLOURS_N  # + colour
CHIP = MOON + COLOURS_N  # + chip
STOP = CHIP + CHIPS_N

KEEP = STOP + 1  # + dome tile
UNDER = KEEP + DOME_TILES_N  # + dome tile
PLACE = UNDER + DOME_TILES_N  # + place
TURNED = PLACE + PLACES_N  # + quarter turns
STACK = TURNED + TURNS_N  # + colour
LINE = STACK + COLOURS_N  # + row
BREAK = LINE + LINES
COMPLETE = BREAK + 1
LEAVE = COMPLETE + 1
PAY = LEAVE + 1  # + chip
ENOUGH = PAY + CHIPS_N
COLUMN = ENOUGH + 1  # + column

BEGIN = COLUMN + SIZE  # + seat
GOAL = BEGIN + PLAYERS  # + goal
NEXT = GOAL + GOALS_N  # + kind
REVEAL = NEXT + len(KINDS)  # + dome tile
DRAW_TILE = REVEAL + DOME_TILES_N  # + colour
REVEAL_CHIP = DRAW_TILE + COLOURS_N  # + chip

SOURCES = (*(f"factory-{f + 1}" for f in range(SMALL)), "large")

NAMES = (
    *(f"dome {tile}" for tile in DOME_TILES),
    "draw",
    *(f"{source} {colour}" for source in SOURCES for colour in COLOURS),
    *(f"moon {colour}" for colour in COLOURS),
    *(f"chip {chip}" for chip in CHIPS),
    "stop",
    *(f"keep {tile}" for tile in DOME_TILES),
    *(f"under {tile}" for tile in DOME_TILES),
    *(f"place-{place + 1}" for place in range(PLACES_N)),
    *(f"turned-{turned}" for turned in range(TURNS_N)),
    *(f"stack {colour}" for colour in COLOURS),
    *(f"line-{row + 1}" for row in range(LINES)),
    "break",
    "complete",
    "leave",
    *(f"pay {chip}" for chip in CHIPS),
    "enough",
    *(f"column-{column + 1}" for column in range(SIZE)),
    *(f"seat-{seat + 1} begins" for seat in range(PLAYERS)),
    *(f"goal {goal}" for goal in GOALS),
    *(f"next {kind}" for kind in KINDS),
    *(f"reveal {tile}" for tile in DOME_TILES),
    *(f"draw {colour}" for colour in COLOURS),
    *(f"reveal {chip}" for chip in CHIPS),
)
LEGAL_MAX = STOP + 1  # more than any first question offers
