"""The one room for analysis: a hint, the best ways to play a turn, the chances of all, the review of a game.

Worth is the chance to win of whoever chooses, from 0 to 1, as the search of the bots finds it on what that
seat knew. What CHANCE did is nobody's mistake. Whatever is asked here is answered: what must be compiled
first is compiled, and a position without a question to a player is refused in a sentence.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

import numpy as np

from azulejos import tell
from azulejos.bots import comparing, turns
from azulejos.bots.asked import check_seconds
from azulejos.bots.comparing import SEED, SIMULATIONS, Alternative, Comparison, Mark
from azulejos.bots.thinking import prepare
from azulejos.bots.turns import Hint, joined
from azulejos.core.contract import CHANCE
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.draw import review as drawing
from azulejos.errors import OptionError, RecordError
from azulejos.game import check_seed
from azulejos.position import Choices, Position, Turn
from azulejos.record import Record

BIGGEST = 3  # mistakes named in a summary
CHANCES_SHARE = 0.25  # of the time, for the chances of all seats
COUNT_MAX = 2**31 - 1  # of simulations, and of turns that are listed
PARTS = 6  # of the time for a turn: two searches, each of all turns, of the best and of what was played

Advance = Callable[[int], object]


@dataclass(frozen=True)
class Evaluation:
    """How a game may end, and the best ways to go on."""

    chances: tuple[float, ...]  # of each seat to win; together 1, or little more where wins can be shared
    best: tuple[Alternative, ...]  # none where no player is asked
    error: float  # the search's own, for the worth of the best turn
    simulations: int


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
    error: float  # the search's own: how far the loss may be off
    simulations: int  # of the longer search

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def mark(self) -> Mark:
        """How bad it was, as players write it: nothing, `?` or `??`."""
        return comparing.mark(self.loss, self.error)


@dataclass(frozen=True)
class Summary:
    """What a seat has lost in all its turns."""

    seat: int
    turns: int
    loss: float  # mean for a turn
    mistakes: int
    biggest: tuple[Reviewed, ...]  # mistakes, the largest first


# ------------------------------------------------------------------------------------------------
# The door: what is no question is refused before anybody thinks


def _check_position(position: object) -> None:
    if not isinstance(position, Position):
        raise OptionError(
            Message(
                "what is asked about is a Position, not {got}: azulejos.read reads a line or a document",
                got=short(position),
            )
        )


def _check_record(record: object) -> None:
    if not isinstance(record, Record):
        raise OptionError(
            Message(
                "what is reviewed is a Record, such as Position.record() makes, not {got}", got=short(record)
            )
        )


def _check_effort(seconds: object, simulations: object, seed: int = SEED, listed: object = 1) -> None:
    """How long to think, by what dice, and how much to say of it."""
    if seconds is not None:
        check_seconds(seconds)
    if simulations is not None:
        _check_count(simulations, "simulations")
    _check_count(listed, "listed")
    check_seed(seed)


def _check_count(value: object, name: str) -> None:
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or not 1 <= value <= COUNT_MAX:  # type: ignore[operator]
        raise OptionError(
            Message(
                "{name} is a whole number from 1 to {most}, not {value}",
                name=name,
                most=COUNT_MAX,
                value=short(value),
            )
        )


# ------------------------------------------------------------------------------------------------
# One question


def asked(position: Position, seat: int | None = None) -> int:
    """Whose question it is, if it is a player's: and that one's, if one is named."""
    _check_position(position)
    turn = position.turn
    if turn is None:
        raise OptionError(Message("the game is over: there is nothing to choose"))
    if turn == CHANCE:
        raise OptionError(Message("no player is asked here: chance decides what comes next"))
    if seat is not None and position.game.check_seat(seat) != turn:
        raise OptionError(
            Message("seat {other} is asked here, not seat {seat}", other=turn + 1, seat=seat + 1)
        )
    return turn


def hint(position: Position, seconds: float = turns.SECONDS, simulations: int = turns.SIMULATIONS) -> Hint:
    """How the search would go on to the end of the turn, on what whoever is asked knows."""
    seat = asked(position)
    check_seconds(seconds)  # neither can be left out here
    _check_count(simulations, "simulations")
    prepare(position.game.name, position.is_checked)
    return turns.hint(position.known_by(seat), seat, simulations, seconds)


def alternatives(
    position: Position,
    played: Sequence[str] = (),
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = SEED,
    listed: int = comparing.LISTED,
) -> Comparison:
    """The best ways to play a turn, and beside them what was played; `seconds` is for all of it."""
    seat = asked(position)
    _check_effort(seconds, simulations, seed, listed)
    prepare(position.game.name, position.is_checked)  # not out of the time to think
    if seconds is None and simulations is None:
        simulations = SIMULATIONS
    each = None if seconds is None else seconds / comparing.LISTED
    found = comparing.alternatives(position.known_by(seat), seat, played, simulations, each, seed, listed)
    assert found is not None  # it is prepared
    return found


def evaluate(
    position: Position,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = SEED,
    listed: int = BIGGEST,
) -> Evaluation:
    """The chances of all seats, and the best turns of whoever is asked, as far as that one knows."""
    _check_position(position)
    _check_effort(seconds, simulations, seed, listed)
    if position.over:
        share = 1 / len(position.winners)
        won = tuple(share if seat in position.winners else 0.0 for seat in range(position.game.players))
        return Evaluation(won, (), 0.0, 0)
    if seconds is None and simulations is None:
        simulations = SIMULATIONS
    prepare(position.game.name, position.is_checked)
    first = None if seconds is None else CHANCES_SHARE * seconds
    chances, searched = comparing.chances(position, first, simulations, seed)
    if position.turn == CHANCE:
        return Evaluation(chances, (), 0.0, searched)
    left = None if seconds is None else (1 - CHANCES_SHARE) * seconds
    found = alternatives(position, (), left, simulations, seed, listed)
    return Evaluation(chances, found.best, found.best[0].spread, searched + found.simulations)


# ------------------------------------------------------------------------------------------------
# Whole turns


@dataclass(frozen=True)
class Stretch:
    """What was chosen in a turn until the seat was shown something, and the table as far as it knew it."""

    known: Position
    played: Choices = ()
    is_open: bool = True  # is the same seat still asked, and knows no more?

    @classmethod
    def begun(cls, known: Position, seat: int, made: Sequence[str]) -> "Stretch":
        """The first stretch of what was chosen."""
        walk, now = known.copy(), Turn(seat, known.turn_number)
        for count, choice in enumerate(made):
            if walk.this_turn != now or not walk.is_legal(choice):
                return cls(known, tuple(made[:count]), False)
            walk.play(choice)
        return cls(known, tuple(made), walk.this_turn == now)


@dataclass(frozen=True)
class Weighed:
    """A whole turn: each of its stretches beside what else could have been played there.

    What was revealed between them counts for nobody: the turn has lost what its stretches have lost together.
    """

    stretches: tuple[Stretch, ...]
    comparisons: tuple[Comparison, ...]

    @property
    def best(self) -> Choices:
        """What was played, until something better was found."""
        made: Choices = ()
        for stretch, compared in zip(self.stretches, self.comparisons, strict=True):
            if compared.loss:
                return made + compared.best[0].turn
            made += stretch.played
        return made

    @property
    def best_worth(self) -> float:
        return self.comparisons[0].best[0].worth

    @property
    def loss(self) -> float:
        return min(self.best_worth, math.fsum(compared.loss for compared in self.comparisons))

    @property
    def error(self) -> float:
        """The search's own: how far the loss may be off."""
        return math.hypot(*(compared.error for compared in self.comparisons))

    @property
    def mark(self) -> Mark:
        return comparing.mark(self.loss, self.error)


def weighed(
    stretches: Sequence[Stretch],
    seat: int,
    simulations: int | None = SIMULATIONS,
    seconds: float | None = None,
    seed: int = SEED,
    listed: int = comparing.LISTED,
) -> Weighed | None:
    """Each stretch of a turn compared by itself; `seconds` is for one search of each of them together.

    None, as long as the search would have to be compiled first.
    """
    whole = sum(len(stretch.played) for stretch in stretches)
    found = []
    for stretch in stretches:
        share = len(stretch.played) / whole if whole else 1.0
        limit = None if seconds is None else share * seconds
        compared = comparing.alternatives(
            stretch.known, seat, stretch.played, simulations, limit, seed, listed
        )
        if compared is None:
            return None
        found.append(compared)
    return Weighed(tuple(stretches), tuple(found))


# ------------------------------------------------------------------------------------------------
# Reviews


@dataclass(frozen=True)
class _Turn:
    """Where the choices of a turn stand in a record."""

    seat: int
    turn: Turn
    numbers: list[int]


def _turns(record: Record, seat: int | None) -> list[_Turn]:
    """The turns of all seats or one, in order. What CHANCE chooses is no turn."""
    if record.hidden:
        raise RecordError(Message("this game hides choices: it can only be looked at"))
    turns: list[_Turn] = []
    position = record.begin()
    for at, choice in enumerate(record.choices):
        who, now = position.turn, position.this_turn
        if who is not None and who != CHANCE:
            if not turns or turns[-1].turn != now:
                turns.append(_Turn(who, now, []))
            turns[-1].numbers.append(at)
        position.play(choice)
    return [turn for turn in turns if seat in (None, turn.seat)]


def count_turns(record: Record, seat: int | None = None) -> int:
    """How many turns a review will look at."""
    return len(_turns(record, seat))


def review(
    record: Record,
    seconds: float | None = None,
    simulations: int | None = None,
    seed: int = SEED,
    seat: int | None = None,
    advance: Advance = lambda n: None,
) -> list[Reviewed]:
    """What each turn of a record has lost, of all seats or one. `advance(1)` is called after each.

    `seconds` is for a turn, `simulations` for the longer search of a question. Unless time is the limit, a
    review is always the same for a seed, and says of each turn what `alternatives` says of it.
    """
    _check_record(record)
    _check_effort(seconds, simulations, seed)
    if seat is not None:
        record.game.check_seat(seat)
    if seconds is None and simulations is None:
        simulations = SIMULATIONS
    reviewed = []
    turns = _turns(record, seat)
    prepare(record.game.name, checked=record.origin is not None)  # not out of the time to think
    position, played = record.begin(), 0
    for turn in turns:
        for choice in record.choices[played : turn.numbers[0]]:
            position.play(choice)
        reviewed.append(_reviewed(record, turn, position, seconds, simulations, seed))
        played = turn.numbers[-1] + 1
        advance(1)
    return reviewed


def _reviewed(
    record: Record,
    turn: _Turn,
    position: Position,
    seconds: float | None,
    simulations: int | None,
    seed: int,
) -> Reviewed:
    """Look at one turn, playing it."""
    round_number, stretches = position.round, _stretches(record, turn, position)
    limit = None if seconds is None else seconds / PARTS
    found = weighed(stretches, turn.seat, simulations, limit, seed, listed=1)
    assert found is not None  # it is prepared
    return Reviewed(
        turn.numbers[0],
        round_number,
        turn.turn.number,
        turn.seat,
        tuple(record.choices[number] for number in turn.numbers),
        found.best,
        found.best_worth,
        found.best_worth - found.loss,
        found.loss,
        found.error,
        found.comparisons[0].simulations,
    )


def _stretches(record: Record, turn: _Turn, position: Position) -> list[Stretch]:
    """A turn in stretches; the position goes along."""
    stretches: list[Stretch] = []
    numbers = turn.numbers
    while numbers:
        made = [record.choices[number] for number in numbers]
        stretches.append(Stretch.begun(position.known_by(turn.seat), turn.seat, made))
        first, numbers = numbers[0], numbers[len(stretches[-1].played) :]
        for choice in record.choices[first : numbers[0] if numbers else turn.numbers[-1] + 1]:
            position.play(choice)
    return stretches


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
    walk, number, is_played = position.copy(), turn.at, True
    for i, choice in enumerate(line):
        while is_played and walk.turn == CHANCE:
            walk.play(record.choices[number])
            number += 1
        if is_played and (i >= len(turn.played) or choice != turn.played[i]):
            walk, is_played = walk.known_by(turn.seat), False
        said.append(walk.tell(choice, language))
        walk.play(choice)
        number += 1
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
            drawing.Turn(turn.at, turn.round, turn.number, turn.seat, turn.best_worth, turn.loss, turn.mark)
            for turn in reviewed
        ],
        names,
        theme,
        tell.words(language),
        winners,
    )
