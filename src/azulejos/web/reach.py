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
from azulejos.web import answers

QUESTIONS_MAX = 20  # of one turn, more than any has
PARTS = (
    *(part / 8 for part in range(8)),
    0.99,
)  # answers that are tried: all, where a question has up to eight
Move = dict[str, Any]
Way = tuple[list[Move], tuple[int | None, int | None]]  # pieces that move; points now and later
# What tells movements apart of which the ways have but a part in common: the same pieces from one place or
# another; one piece or another to a place where nothing else comes.
ALIKE = (("seat", "count", "piece", "to"), ("seat", "to"))


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


def _shift(row: Move) -> Move:
    return {key: row[key] for key in ("seat", "count", "piece", "from", "to")}


def reach(turn: Turn, position: Position) -> dict[str, Any]:
    """For each legal choice what is so whatever is answered to the later questions of the turn, and between
    what these decide."""
    try:
        return {choice: _reached(turn, position, choice) for choice in position.choices()}
    except Unplayable:  # an uploaded position: whoever plays it is told
        return {}


def _reached(turn: Turn, position: Position, choice: str) -> dict[str, Any]:
    first, goes = turn.way(position, choice, PARTS[0])
    ways = [first, *(turn.way(position, choice, part)[0] for part in PARTS[1:] if goes)]
    moves = [move for move in first[0] if all(move in others for others, _ in ways)]
    (now, later) = (_one_of(points) for points in zip(*(points for _, points in ways), strict=True))
    either = _either([[move for move in own if move not in moves] for own, _ in ways])
    return {"moves": moves, "either": either, "goes": sorted(set(goes)), "now": now, "later": later}


def _one_of(points: Sequence[int | None]) -> int | None:
    """What all ways bring, if it is the same."""
    return points[0] if len(set(points)) == 1 else None


def _either(ways: list[list[Move]]) -> list[list[Move]]:
    """Movements that come in every way, in one form or another: for each of them its forms."""
    groups: list[list[Move]] = []
    for keys in ALIKE:
        named = [[(tuple(move[key] for key in keys), move) for move in moves] for moves in ways]
        shared = set.intersection(*map(_single, named))
        forms: dict[Any, list[Move]] = {}
        for name, move in (each for moves in named for each in moves):
            if name in shared and move not in forms.setdefault(name, []):
                forms[name].append(move)
        groups += forms.values()
        ways = [[move for name, move in moves if name not in shared] for moves in named]
    return groups


def _single(named: list[tuple[Any, Move]]) -> set[Any]:
    """The names that stand for one movement each."""
    names = [name for name, _ in named]
    return {name for name in names if names.count(name) == 1}


def instead(
    begun: Position, draft: Sequence[str], legal: Sequence[str], language: str
) -> dict[str, answers.Other]:
    """What could be chosen in place of a part of a draft, in words; how many of its choices would stay."""
    position, found = begun.copy(), dict[str, answers.Other]()
    for kept, choice in enumerate(draft):
        labels = position.labels(language).items()
        others = {name: answers.Other(kept=kept, label=label) for name, label in labels}
        found.update({name: other for name, other in others.items() if name != choice})
        position.play(choice)
    return {name: other for name, other in found.items() if name not in legal}
