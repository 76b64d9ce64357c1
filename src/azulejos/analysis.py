"""What turns were worth: the best ways to play one, and the review of a whole game.

Worth is the chance to win of whoever chooses, from 0 to 1, as the search of the bots finds it on what that
seat knew. What CHANCE did is nobody's mistake.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from azulejos import tell
from azulejos.bots.thinking import Thinker, Thought, prepare
from azulejos.bots.turns import joined
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.core.rng import WORD, system_seed
from azulejos.draw import review as drawing
from azulejos.errors import RecordError
from azulejos.position import Position
from azulejos.record import Record

SECONDS = 0.5  # for a turn of a review, unless told otherwise
MEMORY = 128 * 2**20  # bytes; only what is used is taken
SMALL_LOSS, LARGE_LOSS = 0.03, 0.08  # of a chance to win: a mistake, a blunder
BIGGEST = 3  # mistakes named in a summary

FIRST_SHARE = 0.6  # of a turn's time, for its first question
THINK_SHARE, COMPARE_SHARE = 0.5, 0.3  # of a question's time; the rest is for ending the turn well
ENDING_SHARE = 4  # to answer what follows, this part of the simulations of a question
STRIDE = 0x632BE59BD9B4E019  # between the seeds of two turns

Advance = Callable[[int], object]


@dataclass(frozen=True)
class Reviewed:
    """A turn of a record: what was played, and what would have been best."""

    at: int  # how many choices of the record come before it
    round: int
    number: int
    seat: int
    played: tuple[str, ...]
    best: tuple[str, ...]  # the same, if nothing better was found
    best_worth: float  # the chance to win before it
    worth: float  # what is left of it
    loss: float
    visits: int  # simulations behind what was played, at the question where most was lost

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def mark(self) -> str:
        """How bad it was, as players write it: nothing, `?` or `??`."""
        return "??" if self.loss >= LARGE_LOSS else "?" if self.loss >= SMALL_LOSS else ""


@dataclass(frozen=True)
class Summary:
    """What a seat has lost in all its turns."""

    seat: int
    turns: int
    loss: float  # mean for a turn
    mistakes: int
    biggest: tuple[Reviewed, ...]  # mistakes, the largest first


def _ended(
    thinker: Thinker,
    known: Position,
    seat: int,
    begun: tuple[str, ...],
    seconds: float | None,
    simulations: int | None,
) -> tuple[tuple[str, ...], Position]:
    """A turn that was begun so, ended as well as it can be; and where that leads."""
    turn, after = list(begun), known.known_by(seat)
    for choice in begun:
        after.play(choice)
    while after.turn == seat and after.turn_number == known.turn_number:
        seconds = _part(seconds, 0.5)
        turn.append(thinker.think(after, seat, seconds, simulations).best.choice)
        after.play(turn[-1])
    return tuple(turn), after


def _part(seconds: float | None, share: float) -> float | None:
    return None if seconds is None else share * seconds


def _share(simulations: int | None) -> int | None:
    return None if simulations is None else max(1, simulations // ENDING_SHARE)


# ------------------------------------------------------------------------------------------------
# Reviews


@dataclass(frozen=True)
class _Turn:
    """Where the choices of a turn stand in a record."""

    seat: int
    number: int
    places: list[int]


def _turns(record: Record, seat: int | None) -> list[_Turn]:
    """The turns of all seats or one, in order. What CHANCE chooses is no turn."""
    if record.hidden:
        raise RecordError(Message("this game hides choices: it can only be looked at"))
    turns: list[_Turn] = []
    position = record.begin()
    for place, choice in enumerate(record.choices):
        who, number = position.turn, position.turn_number
        if who is not None and who != CHANCE:
            if not turns or (turns[-1].seat, turns[-1].number) != (who, number):
                turns.append(_Turn(who, number, []))
            turns[-1].places.append(place)
        position.play(choice)
    return [turn for turn in turns if seat in (None, turn.seat)]


def count_turns(record: Record, seat: int | None = None) -> int:
    """How many turns a review will look at."""
    return len(_turns(record, seat))


def review(
    record: Record,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int | None = None,
    seat: int | None = None,
    advance: Advance = lambda n: None,
) -> list[Reviewed]:
    """What each turn of a record has lost, of all seats or one. `advance(1)` is called after each.

    `seconds` is for a turn, `simulations` for a question of it; with a seed and simulations the review is
    always the same. Each turn is thought about anew, on what its seat knew.
    """
    if seconds is None and simulations is None:
        seconds = SECONDS
    seed = system_seed() if seed is None else seed
    reviewed = []
    turns = _turns(record, seat)
    prepare(record.game.name, checked=record.origin is not None)  # not out of the time to think
    position, played = record.begin(), 0
    for turn in turns:
        for choice in record.choices[played : turn.places[0]]:
            position.play(choice)
        reviewed.append(_confirmed(record, turn, position, seconds, simulations, seed))
        played = turn.places[-1] + 1
        advance(1)
    return reviewed


def _confirmed(
    record: Record,
    turn: _Turn,
    position: Position,
    seconds: float | None,
    simulations: int | None,
    seed: int,
) -> Reviewed:
    """Look at one turn, playing it. A mistake is told only as far as a second search finds it too."""
    before = position.copy()
    own_seed = seed + STRIDE * turn.places[0]
    thinker = Thinker(record.game.name, own_seed & WORD, MEMORY)
    found = _reviewed(thinker, record, turn, position, seconds, simulations)
    if not found.mark:
        return found
    thinker = Thinker(record.game.name, ~own_seed & WORD, MEMORY)
    again = _reviewed(thinker, record, turn, before, seconds, simulations)
    return min(found, again, key=lambda one: one.loss)


def _reviewed(
    thinker: Thinker,
    record: Record,
    turn: _Turn,
    position: Position,
    seconds: float | None,
    simulations: int | None,
) -> Reviewed:
    """Look at one turn, playing it. What it has lost is what its choices have lost together."""
    before, round_number, last = turn.places[0], position.round, turn.places[-1]
    made = tuple(record.choices[place] for place in turn.places)
    answers, best = [], made
    for i, place in enumerate(turn.places):
        for chance in record.choices[before:place]:
            position.play(chance)
        share = 1.0 if place == last else FIRST_SHARE if i == 0 else 1 / (len(made) - i)
        spent = _part(seconds, share)
        seconds = _part(seconds, 1 - share)
        answer = _compared(thinker, position, turn.seat, made[i], spent, simulations)
        if answer.better is not None and best is made:
            rest = _part(spent, 1 - THINK_SHARE - COMPARE_SHARE)
            known = position.known_by(turn.seat)
            ending, _ = _ended(thinker, known, turn.seat, (answer.better,), rest, _share(simulations))
            best = made[:i] + ending
        answers.append(answer)
        position.play(made[i])
        before = place + 1
    best_worth = answers[0].best_worth
    loss = min(best_worth, math.fsum(answer.loss for answer in answers))
    worst = max(answers, key=lambda answer: answer.loss)
    at = turn.places[0]
    return Reviewed(
        at,
        round_number,
        turn.number,
        turn.seat,
        made,
        best,
        best_worth,
        best_worth - loss,
        loss,
        worst.visits,
    )


@dataclass(frozen=True)
class _Answer:
    """An answer that was given, beside the best that was found."""

    better: str | None  # None if it is the best itself
    best_worth: float
    loss: float
    visits: int


def _compared(
    thinker: Thinker,
    position: Position,
    seat: int,
    choice: str,
    seconds: float | None,
    simulations: int | None,
) -> _Answer:
    """How much worse a choice is than the best. Both worths are of the same search, from as many simulations.

    A search looks seldom at what seems bad, and what it seldom looked at it doesn't know. So it looks again,
    at the given choice alone, until both have been tried equally often, or as often as the time allows.
    """
    thought = thinker.think(position, seat, _part(seconds, THINK_SHARE), simulations)
    best, given = thought.best, thought.of(choice)
    if best.visits > given.visits:
        missing = best.visits - given.visits
        thought = _wiser(
            thought,
            thinker.think(position, seat, _part(seconds, COMPARE_SHARE), missing, only=choice),
        )
        best, given = thought.of(best.choice), thought.of(choice)
    loss = max(0.0, best.worth - given.worth)
    if loss == 0:
        return _Answer(None, given.worth, 0.0, given.visits)
    return _Answer(best.choice, best.worth, loss, given.visits)


def _wiser(before: Thought, after: Thought) -> Thought:
    """The later thought, unless the mind was full and had to begin anew."""
    tried = sum(option.visits for option in before.options)
    return after if sum(option.visits for option in after.options) > tried else before


def summaries(reviewed: Sequence[Reviewed]) -> list[Summary]:
    """A summary for each seat that has played, in the order of the seats."""
    found = []
    for seat in sorted({turn.seat for turn in reviewed}):
        own = [turn for turn in reviewed if turn.seat == seat]
        mistakes = sorted((turn for turn in own if turn.mark), key=lambda turn: (-turn.loss, turn.at))
        loss = fmean(turn.loss for turn in own)
        found.append(Summary(seat, len(own), loss, len(mistakes), tuple(mistakes[:BIGGEST])))
    return found


# ------------------------------------------------------------------------------------------------
# Words and pictures


def told(record: Record, reviewed: Sequence[Reviewed], language: str = "en") -> list[tuple[str, str]]:
    """In words, for each turn of a review: what was played, and what would have been best."""
    found = []
    position, played = record.begin(), 0
    for turn in reviewed:
        for choice in record.choices[played : turn.at]:
            position.play(choice)
        played = turn.at
        found.append(
            (
                _along(record, turn, turn.played, position, language),
                _along(record, turn, turn.best, position, language),
            )
        )
    return found


def _along(record: Record, turn: Reviewed, line: Sequence[str], position: Position, language: str) -> str:
    """A line of choices in words. As long as it is what was played, CHANCE answers as it did then."""
    said: list[str] = []
    walk, place, is_played = position.copy(), turn.at, True
    for i, choice in enumerate(line):
        while is_played and walk.turn == CHANCE:
            walk.play(record.choices[place])
            place += 1
        if is_played and (i >= len(turn.played) or choice != turn.played[i]):
            walk, is_played = walk.known_by(turn.seat), False
        said.append(walk.tell(choice, language))
        walk.play(choice)
        place += 1
    return joined(said)


def picture(
    reviewed: Sequence[Reviewed],
    names: Sequence[str],
    theme: str = "light",
    language: str = "en",
    winners: Sequence[int] = (),
) -> str:
    """The chance to win over the game and what each turn has lost, as SVG.

    `names` are those of all seats; `winners`, if the game is over, end the lines where they belong.
    """
    return drawing.picture(
        [
            drawing.Turn(turn.round, turn.number, turn.seat, turn.best_worth, turn.loss, turn.mark)
            for turn in reviewed
        ],
        names,
        theme,
        tell.words(language),
        winners,
    )
