"""What each legal choice would do, sent along with the drawing: what comes along, where it can go, what it
brings. A page shows that while somebody points at it, and asks nobody."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from azulejos.errors import Unplayable
from azulejos.games.prospects import due
from azulejos.position import Position, Viewer
from azulejos.tell import points

QUESTIONS_MAX = 20  # of one turn, more than any has
Way = tuple[list[dict[str, Any]], tuple[int | None, int | None]]  # pieces that move; points now and later


@dataclass(frozen=True)
class Turn:
    """A turn as whoever looks at it knows it, from its first question on."""

    begun: Position
    seat: int
    viewer: Viewer

    def goes_on(self, position: Position) -> bool:
        return (position.turn, position.turn_number) == (self.seat, self.begun.turn_number)

    def _standing(self, position: Position) -> tuple[int, int | None]:
        """The score of the seat, and what the end of the round would change."""
        name = position.game.name
        return position.scores[self.seat], due(name, position.state, self.seat)

    @cached_property
    def _before(self) -> tuple[int, int | None]:
        return self._standing(self.begun)

    def points(self, after: Position) -> tuple[int | None, int | None]:
        """What the turn brings now, and what more at the end of the round, if that came next."""
        (had, waited), (has, waits) = self._before, self._standing(after)
        if after.round != self.begun.round or after.over:  # the end of the round has come already
            return 0, has - had - (waited or 0)
        return has - had, None if waits is None or waited is None else waits - waited

    def way(self, position: Position, choice: str, part: float) -> tuple[Way, list[str]]:
        """A choice, with some answer to all that is asked then: the first (0), the last (almost 1) or one in
        between. And all that could be answered on the way."""
        position, asked = position.copy(), []
        stories = [position.play(choice).seen_by(self.viewer)]
        for _ in range(QUESTIONS_MAX):
            if not self.goes_on(position):
                break
            legal = position.choices()
            asked += legal
            stories.append(position.play(legal[int(part * len(legal))]).seen_by(self.viewer))
        rows = [row for story in stories for row in story]
        if (
            position.round != self.begun.round or position.over
        ):  # what the end of the round moves is not shown
            last = stories[-1]
            rows = rows[: len(rows) - len(last) + points.ends_at(position.game.name, last.rows)]
        moves = [_shift(row) for row in rows if row["piece"] and row["from"] and row["to"]]
        return (moves, self.points(position)), asked


def _shift(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("seat", "count", "piece", "from", "to")}


def reach(turn: Turn, position: Position) -> dict[str, Any]:
    """For each legal choice what is so whatever is answered to the later questions of the turn."""
    try:
        return {choice: _reached(turn, position, choice) for choice in position.choices()}
    except Unplayable:  # an uploaded position: whoever plays it is told
        return {}


def _reached(turn: Turn, position: Position, choice: str) -> dict[str, Any]:
    (moves, (now, later)), goes = turn.way(position, choice, 0.0)
    for part in (0.5, 0.99) if goes else ():
        (others, (other_now, other_later)), _ = turn.way(position, choice, part)
        moves = [move for move in moves if move in others]
        now, later = now if now == other_now else None, later if later == other_later else None
    return {"moves": moves, "goes": sorted(set(goes)), "now": now, "later": later}


def instead(begun: Position, draft: Sequence[str], legal: Sequence[str]) -> dict[str, int]:
    """What could be chosen in place of a part of a draft, and how many of its choices would stay."""
    position, found = begun.copy(), {}
    for kept, choice in enumerate(draft):
        found.update(dict.fromkeys((name for name in position.choices() if name != choice), kept))
        position.play(choice)
    return {name: kept for name, kept in found.items() if name not in legal}
