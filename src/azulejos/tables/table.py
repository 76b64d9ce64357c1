"""One table: what the entries of its log lead to. A value: whatever comes after is another one."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from azulejos import games
from azulejos.bots import persons
from azulejos.core import ready
from azulejos.core.contract import CHANCE
from azulejos.game import Game
from azulejos.position import Position, Story, Turn
from azulejos.record import Record
from azulejos.tables import company, entries
from azulejos.tables.clocks import Clock
from azulejos.tables.company import Note
from azulejos.tables.entries import Logged, What

PERSON = "person"
BY_CLOCK = "clock"  # why a bot sits at a person's seat


@dataclass(frozen=True)
class Seat:
    """Who sits at a seat: a person, or the bot of that name.

    Whoever holds its key may act for it, also while a bot plays there; a seat without one is a bot's.
    Tables from before there were keys have none: their people's seats are everybody's.
    """

    name: str
    player: str = PERSON  # or a bot's name
    key: str | None = None  # the hash of its secret
    token: str | None = None  # the hash of the secret that a program may use
    has_come: bool = False  # has somebody opened it?
    why: str | None = None  # BY_CLOCK, or None if whoever holds it wanted so

    @property
    def is_persons(self) -> bool:
        """Is it a person's, though a bot may play there now, or nobody has come yet?"""
        return self.key is not None or self.player == PERSON

    @property
    def is_everybodys(self) -> bool:
        return self.key is None and self.player == PERSON

    def is_open_to(self, proofs: frozenset[str]) -> bool:
        """May somebody choose for it who has shown these hashes of secrets?"""
        return self.is_held_by(proofs) or self.token in proofs

    def is_held_by(self, proofs: frozenset[str]) -> bool:
        """Is it the own seat of somebody who has shown these? A token is there to look and to choose."""
        return self.is_everybodys or self.key in proofs


@dataclass(frozen=True)
class Wish:
    """To take back turns after which others have played: it is done once all of them agree."""

    seat: int
    to: int  # the last entry that would count
    needs: frozenset[int]  # who has not agreed yet


@dataclass(frozen=True)
class Step:
    """A choice that counts, where it stands in the log, and what it led to."""

    number: int
    choice: str
    turn: Turn  # to which it belongs
    round: int  # in which it was made
    story: Story
    hidden_from: frozenset[int | None]  # who may not know it, as long as the game goes on
    before: bytes  # the table before it
    after: bytes  # the table after it

    @classmethod
    def made(cls, position: Position, choice: str, number: int = 0, last: "Step | None" = None) -> "Step":
        """Play a choice: the position goes along. `last` is the step before it, if there is one."""
        turn, number_of_round = position.this_turn, position.round
        hidden_from = position.hidden_from(choice)
        before = last.after if last is not None else position.table().tobytes()
        story = position.play(choice)
        return cls(
            number,
            choice,
            turn,
            number_of_round,
            story=story,
            hidden_from=hidden_from,
            before=before,
            after=position.table().tobytes(),
        )

    @property
    def seat(self) -> int:
        """Whose choice it was, or CHANCE."""
        assert self.turn.seat is not None  # when the game is over nothing is chosen
        return self.turn.seat


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it is after the entry `last`."""

    id: str
    game: Game
    origin: dict[str, Any] | None  # the position it began from, if not the usual one
    is_public: bool
    position: Position  # to look at: whoever plays on copies it
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...] = ()
    last: int = 0
    moved: int = 0  # the last entry that has changed the position
    written: float = 0.0  # when the last entry was
    played: float = 0.0  # when the last choice was
    wish: Wish | None = None
    clock: Clock | None = None
    manners: entries.Manners = entries.USUAL
    notes: tuple[Note, ...] = ()  # what was said last, the newest at the end
    spoken: tuple[int, int] = (0, 0)  # how often those have said something who sit, and those who watch
    next: str | None = None  # the table at which the same people play again
    hidden: int = 0  # choices that the record it came from hides: then it is only to look at
    is_stuck: bool = False  # the rules can't go on from what was uploaded
    way: ready.Way = ready.Way.NOW  # is it played by compiled rules once they are ready?
    lesson: tuple[str, ...] = ()  # what is chosen in the lesson that is given here
    unknown: tuple[str, ...] = ()  # kinds of entries that this version doesn't know

    @classmethod
    def begun(
        cls,
        table_id: str,
        game: Game,
        origin: dict[str, Any] | None = None,
        is_public: bool = False,
    ) -> "Table":
        """The table before its first entry. Nobody who sits at one waits until its rules are compiled."""
        deal = "by hand"
        with ready.now():
            position = game.start(deal=deal) if origin is None else game.position(origin, deal=deal)
            seats = tuple(Seat(f"{seat + 1}") for seat in range(game.players))
            return cls(table_id, game, origin, is_public, position, seats, way=ready.way())

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.player == PERSON]

    @property
    def gives_advice(self) -> bool:
        """May the search be asked? Where several people play, only if the table was opened so, or afterwards.

        People are counted by their seats: also those who lend theirs to a bot, or have not come yet.
        """
        people = sum(seat.is_persons for seat in self.seats)
        return self.position.over or self.manners.advice or people < 2

    @property
    def is_closed(self) -> bool:
        """Is it only to look at?"""
        return self.hidden > 0 or self.is_stuck

    @property
    def is_persons_turn(self) -> bool:
        return self.position.turn in self.people

    @property
    def is_bots_turn(self) -> bool:
        turn = self.position.turn
        return turn is not None and turn >= 0 and not self.is_closed and turn not in self.people

    @property
    def to_learn(self) -> tuple[str, ...]:
        """What is still to be chosen in the lesson; nothing where there is none, or it was left."""
        return _rest(self.lesson, self.steps)

    @property
    def passed(self) -> set[bytes]:
        """The table as it is, and as it was before each choice."""
        return {self.position.table().tobytes(), *(step.before for step in self.steps)}

    def names(self) -> list[str]:
        """What people call those who sit here."""
        return persons.called((seat.name, seat.player) for seat in self.seats)

    def record(self) -> Record:
        """The game so far; its names are those of the log, so that bots are found again."""
        choices, names = [step.choice for step in self.steps], [seat.name for seat in self.seats]
        with ready.within(self.way):
            record = Record(self.game, choices, names, origin=self.origin)
        record.hidden = self.hidden
        return record

    def at(self, count: int) -> Position:
        """The position after the first choices that count. Nothing is played for it."""
        return self.position.resumed(self.steps[count - 1].after if count else None, count)

    def turn_begun_at(self, at: int) -> int:
        """Which choice was the first of the turn that this one belongs to, whatever CHANCE did within it."""
        turn, first = self.steps[at].turn, at
        for before in reversed(range(at)):
            if self.steps[before].turn.number != turn.number:
                break
            if self.steps[before].turn == turn:
                first = before
        return first

    def draft_begun_at(self, at: int) -> int:
        """Which choice was the first of this one's turn since CHANCE was asked last."""
        while at and self.steps[at - 1].turn == self.steps[at].turn:
            at -= 1
        return at

    def undo_point(self, people: Iterable[int]) -> int | None:
        """How many choices to keep so that the last of these people to choose begins that turn again.

        Bots' replies are taken back too. None, if nobody of them has chosen yet, or if something has been
        revealed since: by CHANCE, or because somebody was shown what only others knew.
        """
        wanted = set(people)
        last = next((at for at in reversed(range(len(self.steps))) if self.steps[at].seat in wanted), None)
        first = None if last is None else self.turn_begun_at(last)
        if first is None or any(step.seat == CHANCE for step in self.steps[first:]):
            return None
        if self.game.name not in games.SECRETIVE:  # nothing is hidden there
            return first
        moments = [self.at(at) for at in range(first, len(self.steps) + 1)]
        has_shown = any(after.shows_more_than(before) for before, after in pairwise(moments))
        return None if has_shown else first

    def after(self, log: Iterable[Logged]) -> "Table":
        """The table that these entries lead to."""
        fold = Fold(self)
        for entry in log:
            fold.take(entry)
        return fold.table()

    def planning(self, now: float | None = None) -> "Fold":
        """Entries that come next, to be kept if all is well."""
        return Fold(self, max(time.time() if now is None else now, self.written))


def _rest(lesson: Sequence[str], steps: Sequence[Step]) -> tuple[str, ...]:
    """What comes in a lesson after these steps. Whoever plays something else has left it."""
    is_left = any(step.choice != choice for step, choice in zip(steps, lesson, strict=False))
    return () if is_left else tuple(lesson[len(steps) :])


@dataclass(frozen=True)
class Planned:
    """Entries that are to be kept, and the table that they lead to."""

    entries: tuple[Logged, ...]
    table: Table

    @property
    def is_over(self) -> bool | None:
        """Has the game ended with them? None, if they leave that as it is."""
        is_moving = any(isinstance(entry.what, entries.Choice | entries.Undo) for entry in self.entries)
        return self.table.position.over if is_moving else None


class Fold:
    """A table while entries are added to it: each choice is played once, here.

    `now`: when entries are written that no store has kept yet.
    """

    def __init__(self, table: Table, now: float = 0.0) -> None:
        self._table = table
        self._facts: dict[str, Any] = {}  # what has changed
        self.now = now
        self._added: list[Logged] = []
        self.position = table.position
        self._steps = list(table.steps)
        self._seats = list(table.seats)
        self._clock = table.clock.copy() if table.clock is not None else None

    @property
    def _last(self) -> int:
        return self._facts.get("last", self._table.last)

    @property
    def _wish(self) -> Wish | None:
        return self._facts.get("wish", self._table.wish)

    @property
    def scripted(self) -> str | None:
        """What a lesson has chosen for whoever is asked, unless that is a person."""
        rest = _rest(self._facts.get("lesson", self._table.lesson), self._steps)
        turn = self.position.turn
        is_persons = turn is not None and turn != CHANCE and self._seats[turn].player == PERSON
        return rest[0] if rest and not is_persons else None

    def table(self) -> Table:
        lists: dict[str, Any] = {
            "steps": tuple(self._steps),
            "seats": tuple(self._seats),
            "clock": self._clock,
        }
        return replace(self._table, position=self.position, **lists, **self._facts)

    def planned(self) -> Planned:
        return Planned(tuple(self._added), self.table())

    def add(self, *whats: What) -> "Fold":
        """Entries after the last one."""
        for what in whats:
            entry = Logged(self._last + 1, self.now, what)
            self._added.append(entry)
            self.take(entry)
        return self

    def take(self, entry: Logged) -> None:
        """An entry of the log."""
        self._facts |= {"last": entry.number, "written": entry.created}
        if isinstance(entry.what, entries.Choice):
            self._facts["played"] = entry.created
        self._note(entry)
        READERS[type(entry.what)](self, entry.number, entry.what)
        self._run_clock(entry.created)

    # ------------------------------------------------------------------------------------------
    # What each kind of entry changes

    def _choose(self, number: int, what: entries.Choice) -> None:
        if self.position is self._table.position:
            self.position = self.position.copy()
            with ready.within(self._table.way):
                self.position.use_what_is_ready()
        before = self.position.copy() if self._wish is not None else None
        step = Step.made(self.position, what.choice, number, self._steps[-1] if self._steps else None)
        self._steps.append(step)
        if before is not None and self._ends_wish(before):
            self._facts["wish"] = None
        if step.seat != CHANCE and self._seats[step.seat].key is not None:
            self._change_seat(step.seat, has_come=True)
        self._facts["moved"] = number

    def _ends_wish(self, before: Position) -> bool:
        """A wish outlives what bots play, which would be taken back too, unless that has shown something."""
        turn = before.turn
        is_bots = turn is not None and turn >= 0 and self._seats[turn].player != PERSON
        return not is_bots or self.position.shows_more_than(before)

    def _undo(self, number: int, what: entries.Undo) -> None:
        while self._steps and self._steps[-1].number > what.to:
            self._steps.pop()
        before = self._steps[-1].after if self._steps else None
        self.position = self.position.resumed(before, len(self._steps))
        self._facts |= {"wish": None, "moved": number}

    def _sit(self, number: int, what: entries.Sit) -> None:
        was_fallen = self._seats[what.seat].why == BY_CLOCK
        self._change_seat(what.seat, player=what.player, why=what.why)
        if self._clock is not None and was_fallen and what.player == PERSON:
            self._clock.give_grace(what.seat)

    def _change_seat(self, seat: int, **facts: Any) -> None:
        self._seats[seat] = replace(self._seats[seat], **facts)

    def _ask(self, number: int, what: entries.Ask) -> None:
        self._facts["wish"] = Wish(what.seat, what.to, frozenset(what.needs))

    def _agree(self, number: int, what: entries.Agree) -> None:
        if self._wish is not None:
            self._facts["wish"] = replace(self._wish, needs=self._wish.needs - {what.seat})

    def _keep_time(self, number: int, what: entries.Time) -> None:
        self._clock = Clock(what.timing, self._table.game.players)

    def _close(self, number: int, **facts: Any) -> None:
        self._facts |= {**facts, "moved": number}

    def _note(self, entry: Logged) -> None:
        """What people are told of it, as long as it is new."""
        seat = getattr(entry.what, "seat", None)
        is_held = seat is not None and self._seats[seat].key is not None
        note = company.note_of(entry, bool(self._steps), is_held)
        if note is None:
            return
        known = self._facts.get("notes", self._table.notes)
        self._facts["notes"] = (*known, note)[-company.KEPT :]
        if note.kind in company.SPOKEN:
            sat, watched = self._facts.get("spoken", self._table.spoken)
            self._facts["spoken"] = (sat, watched + 1) if note.seat is None else (sat + 1, watched)

    def _wonder(self, number: int, what: entries.Unknown) -> None:
        known = self._facts.get("unknown", self._table.unknown)
        self._facts["unknown"] = (*known, what.kind)

    def _run_clock(self, now: float) -> None:
        """Time runs for a person who is asked, from when everybody has come."""
        people = [seat for seat, who in enumerate(self._seats) if who.player == PERSON]
        if self._clock is None or not all(self._seats[seat].has_come for seat in people):
            return
        turn = self.position.turn
        if turn == CHANCE:  # it answers at once
            return
        now_closed = self._facts.get("hidden") or self._facts.get("is_stuck")
        is_timed = turn in people and not (now_closed or self._table.is_closed)
        self._clock.run(turn if is_timed else None, self.position.turn_number, now)


Reader = Callable[[Fold, int, Any], None]
READERS: dict[type, Reader] = {
    entries.Choice: Fold._choose,
    entries.Undo: Fold._undo,
    entries.Ask: Fold._ask,
    entries.Agree: Fold._agree,
    entries.Refuse: lambda fold, _, what: fold._facts.update(wish=None),
    entries.Sit: Fold._sit,
    entries.Name: lambda fold, _, what: fold._change_seat(what.seat, name=what.name),
    entries.Key: lambda fold, _, what: fold._change_seat(what.seat, key=what.hash),
    entries.Token: lambda fold, _, what: fold._change_seat(what.seat, token=what.hash),
    entries.Come: lambda fold, _, what: fold._change_seat(what.seat, has_come=True),
    entries.Time: Fold._keep_time,
    entries.Manners: lambda fold, _, what: fold._facts.update(manners=what),
    entries.Message: lambda fold, _, what: None,  # it is noted, and changes nothing
    entries.Reaction: lambda fold, _, what: None,
    entries.Next: lambda fold, _, what: fold._facts.update(next=what.table),
    entries.Hide: lambda fold, number, what: fold._close(number, hidden=what.hidden),
    entries.Stick: lambda fold, number, what: fold._close(number, is_stuck=True),
    entries.Teach: lambda fold, _, what: fold._facts.update(lesson=what.choices),
    entries.Unknown: Fold._wonder,
}
"""How a table takes each kind of entry in."""
