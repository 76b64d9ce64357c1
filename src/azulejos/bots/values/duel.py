"""What a position of Duel is worth to a seat. `value` is frozen: `greedy-1` plays by it."""

from azulejos.core.bits import count_bits
from azulejos.core.jit import jit
from azulejos.games.duel.board import (
    BROKEN_LOSS,
    BROKEN_MAX,
    CHIP_SHOWS,
    CHIPS_N,
    COLOURFUL,
    COLOURFUL_POINTS,
    COLOURS_GOAL,
    COLUMN_POINTS,
    COLUMNS_GOAL,
    CORNERS,
    CORNERS_GOAL,
    DIAGONAL_POINTS,
    DIAGONALS_GOAL,
    EMPTY,
    EMPTY_SPECIAL_POINTS,
    GOALS_N,
    LINES,
    PLACES_N,
    QUADRANTS,
    RIM_GOAL,
    RIM_POINTS,
    ROUNDS,
    ROW_POINTS,
    ROWS_GOAL,
    SIZE,
    SPECIAL,
    START_LOSS,
    WILD,
    WILD_POINTS,
    WILDS_GOAL,
)
from azulejos.games.duel.scoring import (
    colours_in_row,
    count_along,
    count_asking,
    tile_points,
    tiles_on_place,
    tiles_on_rim,
)
from azulejos.games.duel.state import columns_for, is_row_built, space_at

SCALE = 10.0  # so many points ahead: three wins of four, about
ROLLED = 0.5  # a value says less before the end of the round
SHARPER = 3.0  # a first sight says much, see docs/minds.md
AVOIDED = ("break",)  # what looks stupid as long as something else can be chosen
CLOSE = 0.0  # what else seems as likely to win is chosen instead
WAITING = 0.5  # a line whose space does not lie yet
ROOM = 0.3  # what an empty special space promises, as a share of its row's number
WILD_ROOM = 0.6
FIRST = 0.7  # to begin the next round
CHIP = 0.4  # per colour that it shows
# For the search: found by regression on how 700 games between searches ended, and rounded.
LAID = 1.0  # per tile on the dome and round that is left
FULL = 1.2  # of what the tile of a full line scores
BEGUN = 1.5  # the same for the square of how much of it is there
START = 1.4  # of a line, per round that is left
BURDEN = 1.5  # of a line that is not empty
GOAL_SOON, CHIP_SOON = 0.3, 1.3  # of what greedy-1 thinks of them


@jit
def value(state, seat):
    """The own prospect minus the opponent's."""
    return prospect(state, seat) - prospect(state, 1 - seat)


@jit
def expected(state, seat):
    """The score to come, for the search: tiles that lie bring more later, lines not yet full are a start."""
    player = state.players[seat]
    rounds_left = ROUNDS - state.round_number
    fallen = min(player.broken_count + doomed_tiles(player), BROKEN_MAX)
    total = max(0.0, float(player.score + BROKEN_LOSS[fallen]))
    if state.start_holder == seat:
        total += START_LOSS + FIRST
    for row in range(LINES):
        total += line_outlook(player, row, rounds_left)
    for place in range(PLACES_N):
        total += place_promise(player, place) + LAID * rounds_left * tiles_on_place(player, place)
    for goal in range(GOALS_N):
        if (state.goals >> goal) & 1:
            total += GOAL_SOON * goal_promise(player, goal)
    return total + CHIP_SOON * chip_promise(player, rounds_left)


@jit
def line_outlook(player, row, rounds_left):
    """What the tile of a line will score, almost surely if it is full; a begun line is worth more early."""
    columns = columns_for(player, row)
    if player.line_count[row] == 0 or columns == 0:
        return 0.0
    share = player.line_count[row] / (row + 1)
    sure = FULL if share == 1 else BEGUN * share * share
    return best_points(player, row, columns) * sure + share * (START * rounds_left - BURDEN)


@jit
def prospect(state, seat):
    """The score if the round ended now, the progress of lines and domes, goals in proportion, chips."""
    player = state.players[seat]
    fallen = min(player.broken_count + doomed_tiles(player), BROKEN_MAX)
    total = max(0.0, float(player.score + BROKEN_LOSS[fallen]))
    if state.start_holder == seat:
        total += START_LOSS + FIRST
    for row in range(LINES):
        total += line_promise(player, row)
    for place in range(PLACES_N):
        total += place_promise(player, place)
    for goal in range(GOALS_N):
        if (state.goals >> goal) & 1:
            total += goal_promise(player, goal)
    return total + chip_promise(player, ROUNDS - state.round_number)


@jit
def doomed_tiles(player):
    """Tiles of lines that will be broken at the end of the round (DU-28)."""
    count = 0
    for row in range(LINES):
        if player.line_count[row] > 0 and is_row_built(player, row) and columns_for(player, row) == 0:
            count += player.line_count[row]
    return count


@jit
def line_promise(player, row):
    """What the tile of a line would score, in proportion to how much of the line is there."""
    if player.line_count[row] == 0:
        return 0.0
    columns = columns_for(player, row)
    share = player.line_count[row] / (row + 1)
    if columns == 0:
        return 0.0 if is_row_built(player, row) else WAITING * share
    return best_points(player, row, columns) * share * share + share


@jit
def best_points(player, row, columns):
    """The most that a tile scores in one of these columns."""
    best = 0
    for column in range(SIZE):
        if (columns >> column) & 1:
            best = max(best, tile_points(player, row, column))
    return best


@jit
def place_promise(player, place):
    """A special space promises its row's number the more of its dome tile is filled."""
    if player.dome_tile[place] == EMPTY:
        return 0.0
    filled = tiles_on_place(player, place)
    for quadrant in range(QUADRANTS):
        space = space_at(place, quadrant)
        if player.asks[space] == SPECIAL and player.spaces[space] == EMPTY:
            return (space // SIZE + 1) * (ROOM + 0.6 * square_share(filled, QUADRANTS - 1))
        if player.asks[space] == WILD and player.spaces[space] == EMPTY:
            return WILD_ROOM
    return 0.0


@jit
def square_share(part, whole):
    return (part / whole) ** 2


@jit
def goal_promise(player, goal):
    """Each goal in proportion to the square of how much of it is there."""
    total = 0.0
    if goal == ROWS_GOAL:
        for row in range(SIZE):
            total += ROW_POINTS * square_share(count_along(player, row * SIZE, 1), SIZE)
    elif goal == COLOURS_GOAL:
        for row in range(SIZE):
            shown = min(colours_in_row(player, row), COLOURFUL)
            total += COLOURFUL_POINTS * square_share(shown, COLOURFUL)
    elif goal == COLUMNS_GOAL:
        for column in range(SIZE):
            total += COLUMN_POINTS * square_share(count_along(player, column, SIZE), SIZE)
    elif goal == RIM_GOAL:
        total += RIM_POINTS * tiles_on_rim(player)
    elif goal == DIAGONALS_GOAL:
        total += DIAGONAL_POINTS * square_share(count_along(player, 0, SIZE + 1), SIZE)
        total += DIAGONAL_POINTS * square_share(count_along(player, SIZE - 1, SIZE - 1), SIZE)
    elif goal == CORNERS_GOAL:
        for place, worth in CORNERS:
            total += worth * square_share(tiles_on_place(player, place), QUADRANTS)
    else:
        total += dome_goal_promise(player, goal)
    return total


@jit
def dome_goal_promise(player, goal):
    """The goals about the fourth spaces of dome tiles."""
    if goal == WILDS_GOAL:
        spaces = count_asking(player, WILD, False)
        if spaces == 0:
            return 0.0
        return WILD_POINTS * spaces * square_share(spaces - count_asking(player, WILD, True), spaces)
    return EMPTY_SPECIAL_POINTS * 0.5 * count_asking(player, SPECIAL, True)


@jit
def chip_promise(player, rounds_left):
    """Chips are worth something as long as a round is left to use them in."""
    total = 0.0
    for chip in range(CHIPS_N):
        total += player.chips[chip] * CHIP * count_bits(CHIP_SHOWS[chip])
    return total if rounds_left > 0 else 0.5 * total
