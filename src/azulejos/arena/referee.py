"""Plays one game between entrants. Who breaks the rules, crashes or sleeps has lost it."""

from dataclasses import dataclass, replace
from typing import Any

from azulejos import bots
from azulejos.arena.entrants import Entrant, named
from azulejos.arena.fixtures import Fixture
from azulejos.arena.guests import Fault, Guest, invited
from azulejos.core.document import short
from azulejos.core.message import Message
from azulejos.errors import AzulejosError
from azulejos.position import Position, Turn

LISTS = ("scores", "ranks", "turns", "seconds", "slowest")  # that an outcome and its line have by entrant


@dataclass(frozen=True)
class Outcome:
    """How a game ended. All lists go by entrant, in the order of the match."""

    fixture: Fixture
    scores: tuple[int, ...]
    ranks: tuple[int, ...]  # how many are before each; empty if the game doesn't count
    turns: tuple[int, ...]
    seconds: tuple[float, ...]  # in all
    slowest: tuple[float, ...]  # the longest turn
    times: tuple[tuple[float, ...], ...] = ()  # of each turn; not kept in files
    culprit: int | None = None  # the entrant who has lost by a fault
    reason: Message | str | None = None  # a text, if it comes from a file
    noted: dict[str, Any] | None = None  # what somebody has counted in it

    @property
    def counts(self) -> bool:
        return bool(self.ranks)

    @property
    def is_played_out(self) -> bool:
        """Did it end by the rules of the game?"""
        return self.counts and self.reason is None

    @property
    def shares(self) -> tuple[float, ...]:
        """The win, in equal parts for all who share it."""
        winners = self.ranks.count(0)
        return tuple((rank == 0) / winners for rank in self.ranks)

    def to_line(self) -> dict[str, Any]:
        """What a results file keeps."""
        line = {
            **self.fixture.facts,
            "scores": list(self.scores),
            "ranks": list(self.ranks),
            "turns": list(self.turns),
            "seconds": [round(spent, 3) for spent in self.seconds],
            "slowest": [round(spent, 3) for spent in self.slowest],
        }
        if self.reason is not None:
            line["fault"] = [self.culprit, str(self.reason)]
        if self.noted is not None:
            line["noted"] = self.noted
        return line

    @classmethod
    def of(cls, fixture: Fixture, line: dict[str, Any]) -> "Outcome":
        """What a line says about a fixture."""
        culprit, reason = line.get("fault", (None, None))
        return cls(
            fixture,
            **{name: tuple(line[name]) for name in LISTS},
            culprit=culprit,
            reason=reason,
            noted=line.get("noted"),
        )


def play(fixture: Fixture) -> Outcome:
    """Play a game to its end, by the rules or by a fault."""
    game = fixture.game
    for one in fixture.entrants:  # nobody's time goes into compiling
        bots.prepare_for(one.name, game.name)
    table = _Table(fixture, game.start(seed=fixture.dealer_seed))
    try:
        table.seat_all()
        while not table.position.over:
            table.ask()
    except _Forfeit as forfeit:
        return table.forfeited(forfeit.seat, forfeit.reason)
    finally:
        table.clear()
    return table.outcome(table.position.ranking)


def void(fixture: Fixture, reason: Message) -> Outcome:
    """A game that could not be played, through nobody's fault that is known."""
    return replace(watched(fixture, {}), reason=reason, noted=None)


def watched(fixture: Fixture, noted: dict[str, Any]) -> Outcome:
    """A game in which something was counted. It decides nothing about who is stronger."""
    zeros = (0,) * len(fixture.bots)
    return Outcome(fixture, zeros, (), zeros, zeros, zeros, noted=noted)


class _Forfeit(Exception):
    """A seat has lost by a fault."""

    def __init__(self, seat: int, reason: Message) -> None:
        super().__init__(str(reason))
        self.seat, self.reason = seat, reason


class _Table:
    """A game under way, with who sits at it and how long they have thought."""

    def __init__(self, fixture: Fixture, position: Position) -> None:
        self.fixture = fixture
        self.position = position
        self.seating = fixture.seating
        self.entrants = fixture.entrants
        self.guests: list[Guest] = []
        self.times: list[list[float]] = [[] for _ in self.seating]
        self.turn: Turn | None = None  # that is being timed

    def entrant_at(self, seat: int) -> Entrant:
        return self.entrants[self.seating[seat]]

    def seat_all(self) -> None:
        """Invite everybody."""
        for seat in range(len(self.seating)):
            one = self.entrant_at(seat)
            try:
                self.guests.append(
                    invited(
                        one,
                        self.position.game,
                        seat,
                        self.fixture.bot_seed(seat),
                        self.fixture.limit_for(one),
                    )
                )
            except Fault as fault:
                raise _Forfeit(seat, fault.reason) from fault
            except AzulejosError as error:
                raise _Forfeit(seat, error.message) from error

    def ask(self) -> None:
        """One question to the seat whose turn it is."""
        seat = self.position.turn
        assert seat is not None
        choice = self._answer(seat)
        if not self.position.is_legal(choice):
            raise _Forfeit(
                seat,
                Message(
                    "{choice} isn't legal in round {round}, turn {turn}",
                    choice=short(choice),
                    round=self.position.round,
                    turn=self.position.turn_number,
                ),
            )
        self.position.play(choice)

    def _answer(self, seat: int) -> Any:
        one = self.entrant_at(seat)
        limit = self.fixture.limit_for(one)
        view = self.guests[seat].see(self.position, seat)
        left = limit - self._spent(seat)
        clock = self.guests[seat].clock
        began = clock()
        try:
            choice = self.guests[seat].choose(view, seat, one.budget, left)
        except Fault as fault:
            raise _Forfeit(seat, fault.reason) from fault
        except Exception as error:
            raise _Forfeit(seat, Message("it has crashed: {error}", error=named(error))) from error
        finally:
            self.times[seat][-1] += clock() - began
        if self.times[seat][-1] > limit:
            raise _Forfeit(seat, Message("no answer within {limit} s", limit=f"{limit:g}"))
        return choice

    def _spent(self, seat: int) -> float:
        """How long the turn has taken so far; a new one begins at nothing."""
        if self.position.this_turn != self.turn:
            self.turn = self.position.this_turn
            self.times[seat].append(0.0)
        return self.times[seat][-1]

    def clear(self) -> None:
        """Everybody leaves, and is told how it ended."""
        for guest in self.guests:
            guest.leave(self.position)

    def forfeited(self, seat: int, reason: Message) -> Outcome:
        """All others have won together."""
        ranks = [0 if other != seat else len(self.seating) - 1 for other in range(len(self.seating))]
        return self.outcome(ranks, self.seating[seat], reason)

    def outcome(self, ranks: list[int], culprit: int | None = None, reason: Message | None = None) -> Outcome:
        """From seats to entrants."""
        seats = [self.seating.index(one) for one in range(len(self.seating))]
        scores = self.position.scores
        times = [self.times[seat] for seat in seats]
        return Outcome(
            self.fixture,
            scores=tuple(scores[seat] for seat in seats),
            ranks=tuple(ranks[seat] for seat in seats),
            turns=tuple(len(spent) for spent in times),
            seconds=tuple(sum(spent) for spent in times),
            slowest=tuple(max(spent, default=0.0) for spent in times),
            times=tuple(tuple(spent) for spent in times),
            culprit=culprit,
            reason=reason,
        )
