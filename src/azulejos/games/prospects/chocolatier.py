"""What the end of a round brings in Master Chocolatier."""

from azulejos.core.jit import jit
from azulejos.games.chocolatier.rules import finish_board, has_question, lay
from azulejos.games.chocolatier.scoring import tile_points
from azulejos.games.chocolatier.state import columns_for, topmost_full_line
from azulejos.games.prospects.columns import best_by

best_column = best_by(columns_for, tile_points)


@jit
def settle(state, seat):
    """Full lines are laid, then the floor counts (MC-14 to MC-20, MC-27)."""
    player = state.players[seat]
    while has_question(state, seat, None):
        row = topmost_full_line(player)
        lay(state, seat, row, best_column(player, row), None)
    finish_board(state, seat, None)
