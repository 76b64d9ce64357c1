"""What does choice 137 mean? The numbers of all choices and their names, which are the notation."""

from azulejos.games.garden.board import (
    CRITERIA,
    CRITERIA_N,
    DIRECTIONS,
    HEXAGONS,
    HEXAGONS_N,
    PLACES,
    PLACES_N,
    PLAYERS_MAX,
    SIDES,
    SPACES,
    SPACES_N,
    STACK_MAX,
)

TAKE = 0  # + criterion
PLACE = TAKE + CRITERIA_N  # + hexagon
EXPAND = PLACE + HEXAGONS_N  # + hexagon
BUY = EXPAND + HEXAGONS_N
PASS = BUY + 1
COPY = PASS + 1  # + slot of the display
AT = COPY + STACK_MAX  # + space
ON = AT + SPACES_N  # + place
TURNED = ON + PLACES_N  # + direction
PAY = TURNED + SIDES  # + hexagon
PAY_EXPANSION = PAY + HEXAGONS_N  # + hexagon
PAY_JOKER = PAY_EXPANSION + HEXAGONS_N
DISCARD = PAY_JOKER + 1  # + hexagon
DISCARD_EXPANSION = DISCARD + HEXAGONS_N  # + hexagon
DONE = DISCARD_EXPANSION + HEXAGONS_N
BEGIN = DONE + 1  # + seat
DRAW = BEGIN + PLAYERS_MAX  # + hexagon
REVEAL = DRAW + HEXAGONS_N  # + hexagon

NAMES = (
    *(f"take {criterion}" for criterion in CRITERIA),
    *(f"place {hexagon}" for hexagon in HEXAGONS),
    *(f"expand {hexagon}" for hexagon in HEXAGONS),
    "buy",
    "pass",
    *(f"copy {slot + 1}" for slot in range(STACK_MAX)),
    *(f"at {space}" for space in SPACES),
    *(f"on {place}" for place in PLACES),
    *(f"turned {direction}" for direction in DIRECTIONS),
    *(f"pay {hexagon}" for hexagon in HEXAGONS),
    *(f"pay-expansion {hexagon}" for hexagon in HEXAGONS),
    "pay-joker",
    *(f"discard {hexagon}" for hexagon in HEXAGONS),
    *(f"discard-expansion {hexagon}" for hexagon in HEXAGONS),
    "done",
    *(f"seat-{seat + 1} begins" for seat in range(PLAYERS_MAX)),
    *(f"draw {hexagon}" for hexagon in HEXAGONS),
    *(f"reveal {hexagon}" for hexagon in HEXAGONS),
)
LEGAL_MAX = PASS + 1  # the longest list: more than any first question offers
