"""What each legal choice would do, sent along with the drawing: what comes along, where it can go, what it
brings. A page shows that while somebody points at it, and asks nobody."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

from azulejos.core.contract import CHANCE, Contract
from azulejos.errors import Unplayable
from azulejos.games.prospects import Due, due_in
from azulejos.position import UNSOUND, Position, Story, Turn, Viewer
from azulejos.tables.table import Step
from azulejos.tell import points
from azulejos.web import answers

QUESTIONS_MAX = 20  # of one turn, more than any has
KEPT = 200  # answers: a page asks again when somebody writes or comes, and when a draft is taken back
PARTS = (
    *(part / 8 for part in range(8)),
    0.99,
)  # answers that are tried: all, where a question has up to eight
Shift = tuple[int, ...]  # seat, count, piece, source, target: numbers of the rules, as in a story
Points = tuple[int | None, int | None]  # now and later; None: it depends, or nothing is due
SEAT, COUNT, PIECE, SOURCE, TARGET = range(5)
# What tells movements apart of which the ways have but a part in common: the same pieces from one place or
# another; one piece or another to a place where nothing else comes.
ALIKE = (itemgetter(SEAT, COUNT, PIECE, TARGET), itemgetter(SEAT, TARGET))


@dataclass(frozen=True)
class SeenTurn:
    """A turn as whoever looks at it knows it, from its first question on."""

    begun: Position
    seat: int
    viewer: Viewer

    @cached_property
    def _now(self) -> Turn:
        return Turn(self.seat, self.begun.turn_number)

    @cached_property
    def _round(self) -> int:
        return self.begun.round

    def goes_on(self, position: Position) -> bool:
        return position.this_turn == self._now

    def has_ended_round(self, position: Position) -> bool:
        return position.round != self._round or position.over

    def shifts(self, story: Story, has_ended: bool) -> list[Shift]:
        """The pieces that a choice has moved; not those that the end of the round moves."""
        rows = story.known_by(self.viewer).rows
        if has_ended:
            rows = rows[: points.ends_at(self.begun.game.name, rows)]
        moved = (row[1 : TARGET + 2] for row in rows.tolist())
        return [shift for shift in moved if shift[PIECE] >= 0 <= shift[SOURCE] and shift[TARGET] >= 0]

    def points_of(self, ends: Sequence[Position]) -> Points:
        """What the turn brings now, and what more at the end of the round, if that came next, as far as all
        ends of it agree. It is asked no more once two of them differ: most often the last and the first."""
        nows = {self._won(end) for end in ends}
        laters = (self._later(end) for end in (ends[-1], *ends[:-1]))
        first = next(laters)
        is_same = first is not None and all(later == first for later in laters)
        return nows.pop() if len(nows) == 1 else None, first if is_same else None

    def _won(self, after: Position) -> int:
        return 0 if self.has_ended_round(after) else after.scores[self.seat] - self._before[0]

    def _later(self, after: Position) -> int | None:
        had, waited = self._before
        if self.has_ended_round(after):  # it has come already
            return after.scores[self.seat] - had - (waited or 0)
        waits = self._due(after)
        return None if waits is None or waited is None else waits - waited

    @cached_property
    def _before(self) -> tuple[int, int | None]:
        return self.begun.scores[self.seat], self._due(self.begun)

    def _due(self, position: Position) -> int | None:
        due = self._due_in
        try:
            return None if due is None else int(due(position.table(), self.seat))
        except UNSOUND:
            if position.is_checked:  # it was uploaded, and can't be settled
                raise Unplayable from None
            raise

    @cached_property
    def _due_in(self) -> Due | None:
        return due_in(self.begun.game.name, self.begun.is_checked)


class Stage:
    """Where some choices of a turn lead to."""

    def __init__(self, turn: SeenTurn, before: Position, choice: int) -> None:
        self.turn, self.position = turn, before.copy(seed=0)  # nothing is dealt there
        story = self.position.play(choice)
        self.shifts = turn.shifts(story, turn.has_ended_round(self.position))
        self.legal = self.position.legal if turn.goes_on(self.position) else []  # in this turn

    def ways(self, parts: Sequence[float] = PARTS, most: int = QUESTIONS_MAX) -> list[tuple["Stage", ...]]:
        """From here to the end of the turn, with some answer to all that is asked: the first (0), the last
        (almost 1) and some in between; each way once."""
        if not self.legal or not most:
            return [(self,)]
        tried: dict[int, list[float]] = {}
        for part in parts:
            tried.setdefault(self.legal[int(part * len(self.legal))], []).append(part)
        after = ((Stage(self.turn, self.position, choice), some) for choice, some in tried.items())
        return [(self, *way) for stage, some in after for way in stage.ways(some, most - 1)]


def reach(turn: SeenTurn, position: Position) -> dict[str, Any]:
    """For each legal choice what is so whatever is answered to the later questions of the turn, and between
    what these decide."""
    return _reach(Question(turn, position))


@dataclass(frozen=True, eq=False)
class Question:
    """What is asked about: a position within a turn. Equal ones have the same answer, whoever plays there."""

    turn: SeenTurn
    position: Position

    @cached_property
    def key(self) -> Hashable:
        turn, position = self.turn, self.position
        return turn.begun.key(), turn.seat, turn.viewer, position.key(), position.is_checked

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self.key == other.key


@lru_cache(KEPT)
def _reach(question: Question) -> dict[str, Any]:
    turn, position = question.turn, question.position
    names = position.rules.choices
    try:
        return {names[choice]: _reached(turn, position, choice) for choice in position.legal}
    except Unplayable:  # an uploaded position: whoever plays it is told
        return {}


def _reached(turn: SeenTurn, position: Position, choice: int) -> dict[str, Any]:
    stage = Stage(turn, position, choice)
    ways = stage.ways()
    moves, either = _compared([[move for each in way for move in each.shifts] for way in ways])
    now, later = turn.points_of([way[-1].position for way in ways])
    rules = position.rules
    return {
        "moves": [_named(rules, move) for move in moves],
        "either": [[_named(rules, move) for move in forms] for forms in either],
        "goes": sorted({rules.choices[each] for each in chain.from_iterable(at.legal for at in ways[0])}),
        "now": now,
        "later": later,
    }


def _compared(ways: list[list[Shift]]) -> tuple[list[Shift], list[list[Shift]]]:
    """The movements that all ways have, and those that come in one form or another."""
    if len(ways) == 1:
        return ways[0], []
    shared = set.intersection(*map(set, ways))
    moves = [move for move in ways[0] if move in shared]
    return moves, _either([[move for move in own if move not in shared] for own in ways])


def _named(rules: Contract, shift: Shift) -> dict[str, Any]:
    return {
        "seat": shift[SEAT] if shift[SEAT] >= 0 else None,
        "count": shift[COUNT],
        "piece": rules.pieces[shift[PIECE]],
        "from": rules.places[shift[SOURCE]],
        "to": rules.places[shift[TARGET]],
    }


def _either(ways: list[list[Shift]]) -> list[list[Shift]]:
    """Movements that come in every way, in one form or another: for each of them its forms."""
    groups: list[list[Shift]] = []
    for key in ALIKE:
        if not all(ways):
            break
        shared = set.intersection(*(_single(list(map(key, moves))) for moves in ways))
        forms: dict[Any, list[Shift]] = {}
        for move in chain.from_iterable(ways):
            if key(move) in shared and move not in forms.setdefault(key(move), []):
                forms[key(move)].append(move)
        groups += forms.values()
        ways = [[move for move in moves if key(move) not in shared] for moves in ways]
    return groups


def _single(keys: list[Any]) -> set[Any]:
    """Those that stand for one movement each."""
    alone = set(keys)
    return alone if len(alone) == len(keys) else {key for key in alone if keys.count(key) == 1}


def goes_on(begun: Position, drafted: Position) -> bool:
    """Does a turn go on after what chance does first, whatever that is?"""
    position = drafted.copy()
    while position.turn == CHANCE and position.round == begun.round:
        position.play(position.choices()[0])
    return position.this_turn == begun.this_turn


def instead(
    begun: Position, draft: Sequence[Step], legal: Sequence[str], language: str
) -> dict[str, answers.Other]:
    """What could be chosen in place of a part of a draft, in words; how many of its choices would stay."""
    found = dict[str, answers.Other]()
    for kept, step in enumerate(draft):
        labels = begun.resumed(step.before, begun.length).labels(language).items()
        others = {name: answers.Other(kept=kept, label=label) for name, label in labels}
        found.update({name: other for name, other in others.items() if name != step.choice})
    return {name: other for name, other in found.items() if name not in legal}
