"""What the end of a round brings in Queen's Garden."""

from azulejos.core.jit import jit
from azulejos.games.garden.rules import score_wheel


@jit
def settle(state, seat):
    """Three criteria of the wheel, and the pavilions (QG-27, QG-28)."""
    score_wheel(state, seat, None)
