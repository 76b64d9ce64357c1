"""What a seat sees of a table of Master Chocolatier."""

from azulejos.games.chocolatier.board import COLOURS_N, FLOOR_SPACES, GONE, LAST_ROUND, ROWS, START
from azulejos.games.chocolatier.state import PHASES
from azulejos.observations.fields import Declared, category, flag, number, seat

TILES = 20  # of a colour

SEEN = Declared(
    version=1,
    table=(
        category("phase_id", len(PHASES) - 1, "what is asked: a number of the list of phases", least=0),
        seat("to_move", "who is asked; nobody: CHANCE, or the game is over"),
        number("step", 6, "choices already made in this turn"),
        number("round_number", LAST_ROUND, "the round, from 1"),
        flag("box_side", "the grey side of the box is used"),
        flag("factory_kind", "special factories are used"),
        seat("starter", "who begins, or began, this round"),
        seat("start_holder", "who has the starting-player tile; nobody: it is in the centre"),
        number("bag", TILES, "tiles in the bag, by colour"),
        number("lid", TILES, "tiles in the lid, by colour"),
        number("offer", TILES, "tiles on each factory and, last, in the centre, by colour"),
        category("tokens", GONE, "the token of each factory: plain, an effect, gone", least=0),
        category("hand_colour", COLOURS_N - 1, "the colour taken and not yet placed; 0: none"),
        number("hand_count", TILES, "how many tiles were taken and not yet placed"),
    ),
    seat=(
        number("score", 240, "points"),
        number("line_count", ROWS, "tiles in each pattern line"),
        category("line_colour", COLOURS_N - 1, "their colour; 0: none"),
        category("box", COLOURS_N - 1, "the tile on each space of the box, row by row; 0: none"),
        number("floor_count", FLOOR_SPACES, "occupied spaces of the floor"),
        category("floor", START, "what lies on each space of the floor; 0: nothing"),
        flag("has_zero", "has the zero token"),
        category("zero_tile", START, "what lies on the zero token; 0: nothing"),
    ),
)
