"""Why a game is over."""

from dataclasses import dataclass
from typing import Any

from azulejos.core.contract import OVER
from azulejos.core.message import Message
from azulejos.games.chocolatier.state import has_full_row, is_out_of_tiles
from azulejos.tell import words

FULL_ROW, NO_TILES, LAST_ROUND = REASONS = ("full row", "no tiles", "last round")
CLAUSES = {"chocolatier": "MC-26", "pavilion": "SP-30", "duel": "DU-42", "garden": "QG-31"}


@dataclass(frozen=True)
class Ending:
    """What has ended a game, by which clause, after which round; and whose rows, if rows have."""

    reason: str
    clause: str
    round: int
    seats: tuple[int, ...] = ()

    @property
    def message(self) -> Message:
        if self.reason == FULL_ROW:
            return Message("A row of the box is full.")
        if self.reason == NO_TILES:
            return Message("No tiles are left to fill the factories with.")
        return Message("Round {n} was the last one.", n=self.round)

    def tell(self, language: str = "en") -> str:
        """The same in words."""
        return words(language).say(self.message)


def ending(game: str, state: Any) -> Ending | None:
    """Why the game is over on a table, or None as long as it isn't."""
    if state.to_move != OVER:
        return None
    last = int(state.round_number)
    if game == "chocolatier" and has_full_row(state):
        rows = [state.players[seat].full_rows > 0 for seat in range(state.players_n)]
        return Ending(FULL_ROW, "MC-23", last, tuple(seat for seat, is_full in enumerate(rows) if is_full))
    if game == "chocolatier" and is_out_of_tiles(state):
        return Ending(NO_TILES, "MC-22", last)
    return Ending(LAST_ROUND, CLAUSES[game], last)
