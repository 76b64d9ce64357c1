"""What a seat sees of a table of Queen's Garden."""

from azulejos.games.garden.board import (
    CRITERIA_N,
    HEXAGONS_N,
    PLACES_N,
    ROUNDS,
    SIDES,
    SPACES_N,
    STACK_MAX,
    STORAGE,
    TILES_PER_HEXAGON,
)
from azulejos.games.garden.state import ACTIONS, PHASES, PLACED_DOWN, TAKEN
from azulejos.observations.fields import Declared, bits, category, flag, number, seat

LAST = HEXAGONS_N - 1

SEEN = Declared(
    version=1,
    table=(
        category("phase_id", len(PHASES) - 1, "what is asked: a number of the list of phases", least=0),
        seat("to_move", "who is asked; nobody: CHANCE, or the game is over"),
        number("step", 20, "choices already made in this turn"),
        number("round_number", ROUNDS, "the round, from 1"),
        flag("side", "side B of the boards is used"),
        category("wheel", CRITERIA_N - 1, "the criteria of each round", least=0),
        category("wheel_points", 20, "what each brings for a hexagon, plus 1; 0: its own value"),
        seat("starter", "who begins, or began, this round"),
        seat("start_holder", "who was the first to pass in this round"),
        seat("last_seat", "while CHANCE is asked: whose turn has ended"),
        number("bag", TILES_PER_HEXAGON, "tiles in the bag, by hexagon"),
        number("tower", TILES_PER_HEXAGON, "tiles in the tower, by hexagon"),
        number("stack_top", STACK_MAX, "the slot of the stack's top; those after it lie below"),
        category(
            "face", LAST, "each expansion of the display: taken, face down, or its hexagon", least=TAKEN
        ),
        category("on_slot", LAST, "the tiles on it; 0: none"),
        number("supply", HEXAGONS_N, "expansions in the supply"),
        bits("unseen", HEXAGONS_N, "expansions whose face nobody has seen"),
        category("action", len(ACTIONS) - 1, "the action that is under way; 0: none"),
        category("what", LAST, "its criterion or hexagon; 0: none"),
        category("copies", STACK_MAX - 1, "the slots chosen so far; 0: none"),
        category("space_chosen", SPACES_N - 1, "the space chosen; 0: none"),
        category("place_chosen", PLACES_N - 1, "the place chosen; 0: none"),
        category("turned_chosen", SIDES - 1, "the turn chosen; 0: none"),
        bits("paid", HEXAGONS_N, "tiles paid so far"),
        bits("paid_expansions", HEXAGONS_N, "expansions paid so far"),
        number("paid_jokers", 5, "jokers paid so far"),
    ),
    seat=(
        number("score", 255, "points"),
        flag("passed", "has passed in this round"),
        number("jokers", STORAGE, "jokers"),
        number("tiles", TILES_PER_HEXAGON, "tiles in the storage, by hexagon"),
        bits("expansions", HEXAGONS_N, "expansions in the storage"),
        category("garden", LAST, "the hexagon on each space, lying or printed; 0: none"),
        category(
            "places", LAST, "each place: a face-down expansion, none, or its hexagon", least=PLACED_DOWN
        ),
        category("turned", SIDES - 1, "how the expansion there is turned", least=0),
    ),
)
