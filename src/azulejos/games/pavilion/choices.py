"""What does choice 137 mean? The numbers of all choices and their names, which are the notation."""

from azulejos.games.pavilion.board import (
    COLOURS,
    COLOURS_N,
    COST_MAX,
    FACTORIES_MAX,
    PLAYERS_MAX,
    SOURCES_N,
    SPACES,
    SPACES_N,
)

TAKE = 0  # + source * COLOURS_N + colour
LAY = TAKE + SOURCES_N * COLOURS_N  # + space
PASS = LAY + SPACES_N
COLOUR = PASS + 1  # + colour
USE = COLOUR + COLOURS_N  # + tiles - 1
SUPPLY = USE + COST_MAX  # + colour
KEEP = SUPPLY + COLOURS_N  # + colour
DONE = KEEP + COLOURS_N
BEGIN = DONE + 1  # + seat
DRAW = BEGIN + PLAYERS_MAX  # + colour

SOURCES = (*(f"factory-{f + 1}" for f in range(FACTORIES_MAX)), "centre")

NAMES = (
    *(f"{source} {colour}" for source in SOURCES for colour in COLOURS),
    *(f"lay {space}" for space in SPACES),
    "pass",
    *(f"colour {colour}" for colour in COLOURS),
    *(f"use {tiles + 1}" for tiles in range(COST_MAX)),
    *(f"supply {colour}" for colour in COLOURS),
    *(f"keep {colour}" for colour in COLOURS),
    "done",
    *(f"seat-{seat + 1} begins" for seat in range(PLAYERS_MAX)),
    *(f"draw {colour}" for colour in COLOURS),
)
LEGAL_MAX = SPACES_N + 1  # the longest list: any space, or pass
