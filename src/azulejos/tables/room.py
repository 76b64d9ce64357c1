"""A table that is open in this process: what its log leads to now, who watches, who is there."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any, Protocol

from azulejos.tables.bus import Bus
from azulejos.tables.table import Table

PRESENCE_PAUSE = 0.5  # seconds until it is told who has come or gone
PRESENCE_LASTS = 60.0  # seconds that what another process has said of it is believed


class Watcher(Protocol):
    """Whoever wants to hear of every change."""

    seats: tuple[int, ...]  # those held there

    def wake(self) -> None:
        """There may be something new."""

    def say(self, event: str, data: Any) -> None:
        """Something that is no entry, by its name."""


@dataclass(frozen=True)
class Presence:
    """The seats whose holders have a page open, and how many others only watch."""

    here: frozenset[int] = frozenset()
    watching: int = 0

    def to_body(self) -> dict[str, Any]:
        return {"here": sorted(self.here), "watching": self.watching}


class Room:
    """One open table. Its table is replaced by the next one only after the store has kept the change."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.read_at = time.monotonic()  # when the store was known to hold nothing more
        self.used_at = self.read_at  # when somebody last asked for it
        self.thinking: tuple[int, str] | None = None  # after which entry a bot was asked, and which
        self.elsewhere: dict[str, tuple[Presence, float]] = {}  # what other processes say, and until when
        self.present = Presence()  # as it was last told: pages and those who follow know the same
        self._informed: set[Watcher] = set()  # who has heard that

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def last(self) -> int:
        return self.table.last

    @property
    def is_unwatched(self) -> bool:
        """Would nobody notice at once if it were let go?"""
        return not self.watchers and not self.lock.locked()

    @property
    def is_timed(self) -> bool:
        """Does somebody's time run? A flag falls though nobody looks."""
        return self.table.clock is not None and self.table.clock.seat is not None

    def adopt(self, table: Table) -> None:
        """The store has kept what leads to this table: whoever watches hears of it."""
        self.table = table
        for watcher in self.watchers:
            watcher.wake()

    def _presence(self, now: float) -> Presence:
        """Who has a page of this table open, as far as it is known."""
        said = [self.own_presence(), *(said for said, until in self.elsewhere.values() if until > now)]
        return Presence(frozenset().union(*(each.here for each in said)), sum(each.watching for each in said))

    def own_presence(self) -> Presence:
        """Who has one at this process."""
        here = frozenset(seat for watcher in self.watchers for seat in watcher.seats)
        return Presence(here, sum(not watcher.seats for watcher in self.watchers))

    def say_presence(self) -> None:
        """To all when it has changed; else to those who have just come: what they have read may be older."""
        present = self._presence(time.time())
        if present != self.present:
            self.present = present
            self._informed.clear()
        for watcher in self.watchers - self._informed:
            watcher.say("here", present.to_body())
        self._informed = set(self.watchers)


class Attendance:
    """Who is there, told to those who watch and to other processes."""

    def __init__(self, bus: Bus, process: str) -> None:
        self._bus, self._process = bus, process
        self._coming: set[str] = set()  # tables whose presence is about to be told

    def changed(self, room: Room) -> None:
        """Somebody has come or gone. Who only reloads a page does both: it is told a little later."""
        if room.id not in self._coming:
            self._coming.add(room.id)
            asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self.tell, room)

    def tell(self, room: Room) -> None:
        self._coming.discard(room.id)
        room.say_presence()
        self._bus.tell(room.id, {"process": self._process, **room.own_presence().to_body()})

    def heard(self, room: Room, process: str, here: list, watching: int) -> None:
        """Another process says who is there."""
        there = frozenset(seat for seat in here if seat in range(room.table.game.players))
        room.elsewhere[process] = Presence(there, watching), time.time() + PRESENCE_LASTS
        room.say_presence()
