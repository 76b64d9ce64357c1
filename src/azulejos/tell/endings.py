"""Why a game is over, and who wins among equals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core.contract import OVER
from azulejos.core.message import Message
from azulejos.games.chocolatier.state import has_full_row, is_out_of_tiles
from azulejos.games.duel.state import NOBODY
from azulejos.tell import Words, words
from azulejos.tell.phrases import joined

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


# ------------------------------------------------------------------------------------------------
# Equal scores

FULL_ROWS, START_TILE, BEGAN, NOTHING = ("full rows", "starting-player tile", "began", "nothing")
TIES = {"chocolatier": "MC-25", "pavilion": "SP-33", "duel": "DU-44", "garden": "QG-34"}


@dataclass(frozen=True)
class Tie:
    """The seats with the most points, as many each; who of them has won, by what, and by which clause."""

    decided_by: str
    clause: str
    points: int
    seats: tuple[int, ...]
    winners: tuple[int, ...]
    full_rows: tuple[int, ...] = ()  # of these seats, where rows are counted

    def tell(self, names: Sequence[str], language: str = "en") -> str:
        """The same in words; `names` are those of all seats."""
        t = words(language)
        tied = t.plural(
            "{names} have {n} point each",
            "{names} have {n} points each",
            self.points,
            names=joined(t, [names[seat] for seat in self.seats]),
        )
        if self.decided_by == NOTHING and self.full_rows:
            return t("{tied} and as many full rows, so they share the win.", tied=tied)
        if self.decided_by == NOTHING:
            return t("{tied} and share the win.", tied=tied)
        return self._told(t, tied, joined(t, [names[seat] for seat in self.winners]))

    def _told(self, t: Words, tied: str, who: str) -> str:
        """What has decided, where something has."""
        if self.decided_by == START_TILE:
            return t("{tied}; {who} has the starting-player tile and wins.", tied=tied, who=who)
        if self.decided_by == BEGAN:
            return t("{tied}; {who} began the last round and wins.", tied=tied, who=who)
        if len(self.winners) > 1:
            return t(
                "{tied}; {who} share the win by full rows, {rows}.", tied=tied, who=who, rows=self._rows(t)
            )
        return t("{tied}; {who} wins by full rows, {rows}.", tied=tied, who=who, rows=self._rows(t))

    def _rows(self, t: Words) -> str:
        """The full rows of those who have won, and those of the others."""
        rows = dict(zip(self.seats, self.full_rows, strict=True))
        others = [str(rows[seat]) for seat in self.seats if seat not in self.winners]
        return t("{n} to {others}", n=rows[self.winners[0]], others=joined(t, others))


def tie(game: str, state: Any, scores: Sequence[int], ranking: Sequence[int]) -> Tie | None:
    """Who has won among equals, if several have the most points when the game is over.

    That is what the rules' ranking says; here it is only told what they have looked at.
    """
    seats = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    if state.to_move != OVER or len(seats) == 1:
        return None
    winners = tuple(seat for seat in seats if ranking[seat] == 0)
    rows = tuple(int(state.players[seat].full_rows) for seat in seats) if game == "chocolatier" else ()
    decided_by = NOTHING if winners == seats else _decider(game, state)
    return Tie(decided_by, TIES[game], max(scores), seats, winners, rows)


def _decider(game: str, state: Any) -> str:
    """What tells equals apart, where something does."""
    if game == "chocolatier":
        return FULL_ROWS
    return BEGAN if state.start_holder == NOBODY else START_TILE
