"""What the end of a round brings in Duel."""

from azulejos.core.jit import jit
from azulejos.games.duel import state as table
from azulejos.games.duel.rules import has_question, lay, score_losses
from azulejos.games.duel.scoring import tile_points
from azulejos.games.duel.state import columns_for
from azulejos.games.prospects.columns import best_by

best_column = best_by(columns_for, tile_points)


@jit
def settle(state, seat):
    """Full lines are laid, then broken tiles and the starting-player tile count (DU-25 to DU-36)."""
    player = state.players[seat]
    state.row_asked = 0
    while has_question(state, seat, None):
        row = int(state.row_asked)
        if state.phase_id == table.COLUMNS:
            lay(state, seat, row, best_column(player, row), None)
        state.row_asked = row + 1
    score_losses(state, seat, None)
