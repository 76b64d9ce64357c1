"""What a seat sees of a table of Summer Pavilion."""

from azulejos.games.pavilion.board import (
    COLOURS_N,
    CORNERS,
    ROUNDS,
    SPACES_N,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
)
from azulejos.games.pavilion.state import PHASES
from azulejos.observations.fields import Declared, category, flag, number, seat

SEEN = Declared(
    version=1,
    table=(
        category("phase_id", len(PHASES) - 1, "what is asked: a number of the list of phases", least=0),
        seat("to_move", "who is asked; nobody: CHANCE, or the game is over"),
        number("step", 5, "choices already made in this turn"),
        number("round_number", ROUNDS, "the round, from 1; the colour of that number is wild"),
        flag("board_side", "the plain side of the boards is used"),
        seat("starter", "who begins, or began, phase 1"),
        seat("start_holder", "who has the starting-player token; nobody: it is in the centre"),
        seat("last_seat", "while the supply is refilled: whose turn has ended"),
        category("space_chosen", SPACES_N - 1, "the space that is being covered; 0: none"),
        category("colour_chosen", COLOURS_N - 1, "the colour of the tile for it; 0: none"),
        number("owed", 3, "bonus tiles still to take"),
        number("bag", TILES_PER_COLOUR, "tiles in the bag, by colour"),
        number("tower", TILES_PER_COLOUR, "tiles in the tower, by colour"),
        number("supply", SUPPLY_SPACES, "tiles on the supply, by colour"),
        number("offer", TILES_PER_COLOUR, "tiles on each factory and, last, in the centre, by colour"),
    ),
    seat=(
        number("score", 255, "points"),
        flag("passed", "has passed in this round"),
        number("hand", TILES_PER_COLOUR, "tiles beside the board, by colour"),
        number("corners", CORNERS, "tiles kept for the next round, by colour"),
        category("spaces", COLOURS_N - 1, "the tile on each space, star by star; 0: none"),
    ),
)
