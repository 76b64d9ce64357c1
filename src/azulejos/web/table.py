"""One table: the position that its log leads to, who sits at it, and whoever is watching."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from azulejos.core.contract import CHANCE
from azulejos.game import Game
from azulejos.position import Position, Story
from azulejos.record import Record
from azulejos.store import Entry
from azulejos.web.clocks import Clock, Timing
from azulejos.web.streams import EventStream
from azulejos.workers.jobs import is_compiled

PERSON = "person"
BY_CLOCK = "clock"  # why a bot sits at a person's place


@dataclass(frozen=True)
class Seat:
    """Who sits at a place: a person, or the bot of that name.

    Whoever holds its key may act for it, also while a bot plays there; a place without one is a bot's.
    Tables from before there were keys have none: their people's places are everybody's.
    """

    name: str
    player: str = PERSON  # or a bot's name
    key: str | None = None  # the hash of its secret
    token: str | None = None  # the hash of the secret that a program may use
    has_come: bool = False  # has somebody opened it?
    why: str | None = None  # BY_CLOCK, or None if whoever holds it wanted so

    @property
    def is_everybodys(self) -> bool:
        return self.key is None and self.player == PERSON

    def is_open_to(self, proofs: frozenset[str]) -> bool:
        """May somebody choose for it who has shown these hashes of secrets?"""
        return self.is_held_by(proofs) or self.token in proofs

    def is_held_by(self, proofs: frozenset[str]) -> bool:
        """Is it the own place of somebody who has shown these? A token is there to look and to choose."""
        return self.is_everybodys or self.key in proofs


@dataclass(frozen=True)
class Wish:
    """To take back turns after which others have played: it is done once all of them agree."""

    seat: int
    to: int  # the last entry that would count
    needs: frozenset[int]  # who has not agreed yet


@dataclass(frozen=True)
class Presence:
    """The seats whose holders have a page open, and how many others only watch."""

    here: frozenset[int] = frozenset()
    watching: int = 0

    def to_body(self) -> dict[str, Any]:
        return {"here": sorted(self.here), "watching": self.watching}


@dataclass(frozen=True)
class Step:
    """A choice that counts, where it stands in the log, and what it led to."""

    number: int
    choice: str
    seat: int  # or CHANCE
    round: int  # in which it was made
    story: Story
    hidden_from: frozenset[int | None] = frozenset()  # who may not know it, as long as the game goes on
    turn_number: int = 0  # of the turn it belongs to


class Table:
    """One table. It is changed only after the store has kept the change."""

    def __init__(
        self, table_id: str, game: Game, origin: dict[str, Any] | None, is_public: bool = False
    ) -> None:
        self.id = table_id
        self.is_public = is_public
        self.game = game
        self.origin = origin
        self.seats = [Seat(f"{seat + 1}") for seat in range(game.players)]
        self.steps: list[Step] = []
        self.last = 0
        self.moved = 0  # the last entry that has changed the position
        self.wish: Wish | None = None
        self.clock: Clock | None = None
        self.next: str | None = None  # the table at which the same people play again
        self.hidden = 0  # choices that the record it came from hides: then it is only to look at
        self.is_stuck = False  # the rules can't go on from what was uploaded
        self.position = self._beginning()
        self.lock = asyncio.Lock()
        self.watchers: set[EventStream] = set()
        self.elsewhere: dict[str, tuple[Presence, float]] = {}  # what other processes say, and until when
        self.presence_told = Presence()
        self.read_at = 0.0  # when the store was known to hold nothing more, on the monotonic clock
        self.thinking: tuple[int, int | None] | None = None  # after which entry a bot was asked, and which

    def _beginning(self) -> Position:
        how: dict[str, Any] = {"deal": "by hand", "compiled": self._is_compiled}
        if self.origin is None:
            return self.game.start(**how)
        return self.game.position(self.origin, **how)

    @property
    def _is_compiled(self) -> bool:
        """Can the compiled rules be used now? What was uploaded is played with bounds checks."""
        return is_compiled(self.game.name, checked=self.origin is not None)

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.player == PERSON]

    @property
    def _bots(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.player != PERSON]

    @property
    def is_closed(self) -> bool:
        """Is it only to look at?"""
        return self.hidden > 0 or self.is_stuck

    @property
    def is_person(self) -> bool:
        """Is a person asked now?"""
        return self.position.turn in self.people

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def read(self, log: Iterable[Entry]) -> None:
        """Take in entries that the store holds."""
        for entry in log:
            self.last = entry.number
            getattr(self, f"_read_{entry.kind}")(entry)
            self._run_clock(entry.created)

    def _read_choice(self, entry: Entry) -> None:
        seat = self.position.turn
        assert seat is not None
        round_number, turn_number = self.position.round, self.position.turn_number
        choice = entry.body["choice"]
        hidden_from = self.position.hidden_from(choice)
        self._reconsider(choice)
        story = self.position.play(choice)
        self.steps.append(Step(entry.number, choice, seat, round_number, story, hidden_from, turn_number))
        if seat != CHANCE and self.seats[seat].key is not None:
            self.seats[seat] = replace(self.seats[seat], has_come=True)
        self.moved = entry.number

    def _reconsider(self, choice: str) -> None:
        """A wish outlives what bots play, which would be taken back too, unless that shows something."""
        if self.wish is not None and (self.position.turn not in self._bots or self.position.reveals(choice)):
            self.wish = None

    def _read_undo(self, entry: Entry) -> None:
        """Play again what is left."""
        kept = [step for step in self.steps if step.number <= entry.body["to"]]
        self.position = self._beginning()
        for step in kept:
            self.position.play(step.choice)
        self.steps = kept
        self.wish = None
        self.moved = entry.number

    def _read_closed(self, entry: Entry) -> None:
        self.hidden = entry.body["hidden"]
        self.moved = entry.number

    def _read_stuck(self, entry: Entry) -> None:
        self.is_stuck = True
        self.moved = entry.number

    def _read_seat(self, entry: Entry) -> None:
        player, why = entry.body["player"], entry.body.get("why")
        was_fallen = self.seats[entry.body["seat"]].why == BY_CLOCK
        self._change_seat(entry, player=player, why=why)
        self.thinking = None
        if self.clock is not None and was_fallen and player == PERSON:
            self.clock.give_grace(entry.body["seat"])

    def _read_name(self, entry: Entry) -> None:
        self._change_seat(entry, name=entry.body["name"])

    def _read_key(self, entry: Entry) -> None:
        self._change_seat(entry, key=entry.body["hash"])

    def _read_token(self, entry: Entry) -> None:
        self._change_seat(entry, token=entry.body["hash"])

    def _read_came(self, entry: Entry) -> None:
        self._change_seat(entry, has_come=True)

    def _change_seat(self, entry: Entry, **facts: Any) -> None:
        seat = entry.body["seat"]
        self.seats[seat] = replace(self.seats[seat], **facts)

    def _read_clock(self, entry: Entry) -> None:
        self.clock = Clock(Timing(**entry.body), self.game.players)

    def _read_ask(self, entry: Entry) -> None:
        self.wish = Wish(entry.body["seat"], entry.body["to"], frozenset(entry.body["needs"]))

    def _read_agree(self, entry: Entry) -> None:
        if self.wish is not None:
            self.wish = replace(self.wish, needs=self.wish.needs - {entry.body["seat"]})

    def _read_refuse(self, entry: Entry) -> None:
        self.wish = None

    def _read_next(self, entry: Entry) -> None:
        self.next = entry.body["table"]

    def _run_clock(self, now: float) -> None:
        """Time runs for a person who is asked, from when everybody has come."""
        if self.clock is None or not all(self.seats[seat].has_come for seat in self.people):
            return
        turn = self.position.turn
        if turn == CHANCE:  # it answers at once
            return
        is_timed = turn in self.people and not self.is_closed
        self.clock.run(turn if is_timed else None, self.position.turn_number, now)

    def record(self) -> Record:
        choices = [step.choice for step in self.steps]
        names, compiled = self.names(), self._is_compiled
        record = Record(self.game, choices, names, origin=self.origin, compiled=compiled)
        record.hidden = self.hidden
        return record

    def use_compiled(self) -> None:
        """Change to the compiled rules once they are ready; the bytes of a position are the same."""
        if self._is_compiled:
            self.position.use(True)

    def presence(self, now: float) -> Presence:
        """Who has a page of this table open, as far as it is known."""
        own = [self.own_presence(), *(said for said, until in self.elsewhere.values() if until > now)]
        here = frozenset(seat for said in own for seat in said.here)
        return Presence(here, sum(said.watching for said in own))

    def own_presence(self) -> Presence:
        """Who has one at this process."""
        here = frozenset(seat for watcher in self.watchers for seat in watcher.seats)
        return Presence(here, sum(not watcher.seats for watcher in self.watchers))

    def announce(self) -> None:
        """Wake whoever watches."""
        for watcher in self.watchers:
            watcher.wake()
