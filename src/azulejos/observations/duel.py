"""What a seat sees of a table of Duel: dome tiles that only the other one has looked at are not decided."""

from azulejos.games.duel.board import (
    BROKEN_MAX,
    CHIPS_N,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    COLOURS_N,
    DOME_TILES_N,
    GOALS_N,
    KINDS,
    LINES,
    MOON_MAX,
    PLACES_N,
    ROUNDS,
    SMALL,
    SPECIAL,
    STACK_MAX,
    TILES_PER_COLOUR,
    TILES_PER_LARGE,
    TOKENS,
    TURNS_N,
)
from azulejos.games.duel.state import NO_CHIP, PHASES
from azulejos.observations.fields import Declared, bits, category, number, seat

LAST_TILE, LAST_KIND, LAST_COLOUR = DOME_TILES_N - 1, len(KINDS) - 1, COLOURS_N - 1

SEEN = Declared(
    version=1,
    table=(
        category("phase_id", len(PHASES) - 1, "what is asked: a number of the list of phases", least=0),
        seat("to_move", "who is asked; nobody: CHANCE, or the game is over"),
        number("step", 60, "choices already made in this turn"),
        number("round_number", ROUNDS, "the round, from 1"),
        number("goals_wanted", 4, "how many goals CHANCE draws; 0: they were chosen"),
        bits("goals", GOALS_N, "the goals of this game"),
        seat("mover", "in whose turn CHANCE is asked"),
        seat("starter", "who begins, or began, this round"),
        seat("start_holder", "who has the starting-player tile; nobody: it is on the large factory"),
        number("bag", TILES_PER_COLOUR, "tiles in the bag, by colour"),
        number("tower", TILES_PER_COLOUR, "tiles in the tower, by colour"),
        number(
            "sun", TILES_PER_LARGE, "tiles on the sun side of each factory, the large one last, by colour"
        ),
        category(
            "moon", LAST_COLOUR, "the stack on the moon side of each small factory, from the bottom; 0: none"
        ),
        number("moon_count", MOON_MAX, "how many tiles it has"),
        number("large_moon", TILES_PER_LARGE, "tiles on the moon side of the large factory, by colour"),
        category(
            "chip", CHIPS_N - 1, "the chip of each small factory: none, face down, or its kind", least=NO_CHIP
        ),
        number("chips_unseen", CHIPS_PER_KIND, "chips of each kind that nobody has seen"),
        category("display", LAST_TILE, "the dome tiles of the display; 0: none"),
        number("unseen_count", DOME_TILES_N, "dome tiles on top of the stack that nobody has seen"),
        category("top_kind", LAST_KIND, "the back of the topmost of them; 0: not known"),
        number("under_count", STACK_MAX, "dome tiles below them"),
        category("under", LAST_TILE, "those, from nearest the top; 0: the viewer doesn't know it"),
        category("under_kind", LAST_KIND, "their backs"),
        seat("under_knower", "who has put them there"),
        number("drawn_count", STACK_MAX, "dome tiles that are drawn"),
        category("drawn", LAST_TILE, "those; 0: the viewer doesn't know it"),
        category("drawn_kind", LAST_KIND, "their backs"),
        seat("drawn_knower", "who knew them before"),
        category("dome_hand", LAST_TILE, "the dome tile to be placed; 0: none"),
        category("place_chosen", PLACES_N - 1, "the place for it; 0: none"),
        category("source_chosen", SMALL - 1, "the small factory whose tiles are being stacked; 0: none"),
        category("hand_colour", LAST_COLOUR, "the colour taken and not yet in a line; 0: none"),
        number("hand_count", TILES_PER_COLOUR, "how many such tiles"),
        category("row_asked", LINES - 1, "the line that is looked at in phase 2; 0: none"),
        number("paid", CHIPS_PER_KIND, "chips of each kind paid for it so far"),
    ),
    seat=(
        number("score", 255, "points"),
        number("tokens", TOKENS, "dome tiles that must still be taken in this round"),
        number("chips_taken", CHIPS_PER_ROUND, "chips taken in this round"),
        number("chips", CHIPS_PER_KIND, "chips of each kind"),
        number("line_count", LINES, "tiles in each line"),
        category("line_colour", LAST_COLOUR, "their colour; 0: none"),
        number("broken", BROKEN_MAX, "broken tiles, by colour"),
        category("dome_tile", LAST_TILE, "the dome tile on each place; 0: none"),
        category("dome_turned", TURNS_N - 1, "how it is turned, in quarters", least=0),
        category("spaces", SPECIAL, "the tile on each space of the dome, row by row; 0: none"),
    ),
)
