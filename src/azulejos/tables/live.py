"""All open tables: found, changed and kept in step with what other processes write.

A change is planned on the table as it is, kept by the store, then adopted: what was planned is the table
from then on. If somebody was faster, it is planned anew.
"""

import asyncio
import contextlib
import itertools
import logging
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.errors import Unplayable
from azulejos.game import Game
from azulejos.record import Record
from azulejos.store import Entry, Stale, Store, StoreError, Unsure
from azulejos.tables import actions, entries
from azulejos.tables.bus import Bus, Silent
from azulejos.tables.clocks import Timing
from azulejos.tables.likeness import prints
from azulejos.tables.room import Attendance, Room
from azulejos.tables.sight import STUCK
from azulejos.tables.table import Planned, Seat, Table

OPEN_MAX = 5000  # tables kept in memory; the others are read from the store when they are needed
IDLE = 60.0  # seconds after which a table that nobody watches or asks for is let go
SWEEP = 15.0  # seconds between two looks for such tables
TRIES = 8  # to write what other processes are faster with
GLANCE = 2.0  # seconds between two looks at the store for what other processes have written
TICK = 0.5  # seconds between two looks at the clocks
PRESENCE_EVERY = 10  # glances after which it is said again who is there
log = logging.getLogger("azulejos.tables")

Plan = Callable[[Table], Planned | None]


@dataclass(frozen=True)
class Opened:
    """A new table, and the secrets of its people's seats, which are not kept anywhere."""

    room: Room
    secrets: dict[int, str]


class Tables:
    """All tables of a store."""

    def __init__(self, store: Store, bus: Bus | None = None) -> None:
        self.store = store
        self.bus: Bus = bus or Silent()
        self.moved: Callable[[Room], None] = lambda room: None  # called when somebody may have to play
        self.late: Callable[[Room], None] = lambda room: None  # called when another process has moved a table
        process = secrets.token_hex(8)  # by which other processes know this one
        self.attendance = Attendance(self.bus, process)
        self._open: dict[str, Room] = {}
        self._tasks: set[asyncio.Task] = set()  # to be cancelled at the end
        self._writing: set[asyncio.Task] = set()  # to be finished

    async def start(self) -> None:
        """Listen to other processes, look at the clocks, let idle tables go."""
        await self.bus.open(self._heard)
        if self.bus.is_shared:
            self.beside(self._keep_up())
        self.beside(self._keep_time())
        self.beside(self._sweep())

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, until the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let nothing outlive the server, and finish what was being written."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._writing, return_exceptions=True)
        await self.bus.close()

    # ------------------------------------------------------------------------------------------
    # Opening

    async def create(
        self,
        game: Game,
        seats: Sequence[Seat],
        record: Record | None = None,
        here: Sequence[int] | None = None,
        timing: Timing | None = None,
        is_public: bool = False,
        lesson: Sequence[str] = (),
        manners: entries.Manners = entries.USUAL,
    ) -> Opened:
        """A new table; with a record, it begins where the record ends.

        `here`: the seats of whoever opens it, all people's unless they are named; the others are waited for.
        People's seats get secrets, unless they have keys already. `lesson`: see `actions.open_table`.
        """
        origin = record.origin if record is not None else None
        table = Table.begun(secrets.token_urlsafe(12), game, origin, is_public)
        keyed, own = actions.with_keys(seats)
        came = own if here is None else here
        planned = actions.open_table(table, keyed, came, timing, record, lesson=lesson, manners=manners)
        kept = _as_stored(planned)
        game_facts, is_over = game.describe(), planned.table.position.over
        left = _prints(planned.table)
        made = self.store.create(table.id, game_facts, origin, kept, is_public, finished=is_over, marks=left)
        await asyncio.wrap_future(made)
        room = self._open[table.id] = Room(planned.table)
        self._let_go(len(self._open) - OPEN_MAX)
        self.moved(room)
        return Opened(room, own)

    async def rematch(self, room: Room) -> Opened:
        """The table at which the same people play again, opened by the first who wants to.

        Their keys open the same seats there. It isn't public: nobody else may take a seat first.
        """
        table = room.table
        if table.next is None:
            timing = table.clock.timing if table.clock is not None else None
            again = actions.seats_again(table)
            opened = await self.create(table.game, again, None, (), timing, manners=table.manners)
            with contextlib.suppress(Stale):  # somebody else was faster: then nobody will ever see this one
                await self.change(room, lambda now: actions.go_on_at(now, opened.room.id))
            if room.table.next == opened.room.id:
                return opened
        assert room.table.next is not None
        return Opened(await self.get(room.table.next), {})

    async def get(self, table_id: str, at_least: int = 0) -> Room:
        """A table by its name, read from the store if it isn't in memory, or known to have gone on."""
        if table_id not in self._open:
            room = self._open.setdefault(table_id, await asyncio.to_thread(self._read, table_id))
            self._let_go(len(self._open) - OPEN_MAX)
            self.moved(room)
        room = self._open[table_id]
        room.used_at = time.monotonic()
        if room.last < at_least:
            await self.reach(room, at_least)
        elif self.bus.is_shared and time.monotonic() - room.read_at > GLANCE:
            await self.look_again(room)
        return room

    def _read(self, table_id: str) -> Room:
        """A table from the store."""
        facts = self.store.facts(table_id)
        begun = Table.begun(table_id, Game.described(facts.game), facts.origin, facts.is_public)
        return Room(_continued(begun, self.store.log(table_id)))

    async def look_again(self, room: Room) -> None:
        """Read what other processes may have written; if that can't be done now, the table stays as it is."""
        if self.bus.is_shared:
            await self._follow(room)

    async def _sweep(self) -> None:
        """Let go of tables that nobody has needed for a while: the store has all of them."""
        while True:
            await asyncio.sleep(SWEEP)
            long_ago = time.monotonic() - IDLE
            for room in self._unwatched():
                if room.used_at < long_ago and not room.is_timed:
                    del self._open[room.id]

    def _let_go(self, count: int) -> None:
        """Let go of so many tables that nobody watches, the ones that were used first."""
        if count > 0:
            for room in sorted(self._unwatched(), key=lambda room: room.used_at)[:count]:
                del self._open[room.id]

    def _unwatched(self) -> list[Room]:
        return [room for room in self._open.values() if room.is_unwatched]

    async def are_played_without_advice(self, game: Game, states: Collection[bytes]) -> bool:
        """Does a table lie like one of these records now whose people get no advice, whoever has it open?"""
        return await asyncio.to_thread(lambda: self.store.knows(prints(game.name, states)))

    # ------------------------------------------------------------------------------------------
    # Changing

    async def change(self, room: Room, plan: Plan, key: str | None = None) -> None:
        """Keep what is planned for the table as it is then; nothing, if the key was written before.

        It is carried out even if whoever asked has gone meanwhile.
        """
        task = asyncio.create_task(self._change(room, plan, key or secrets.token_urlsafe(16)))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        try:
            await asyncio.shield(task)
        except Unplayable:
            await self.close_table(room)
            raise Unplayable(STUCK) from None
        self.moved(room)

    async def close_table(self, room: Room) -> None:
        """The rules can't go on from what was uploaded."""
        log.error("%s is closed: its position can't be played on", room.id)
        await self.change(room, actions.close)

    async def _change(self, room: Room, plan: Plan, key: str) -> None:
        async with room.lock:
            for _ in range(TRIES):
                known, planned = room.last, plan(room.table)
                try:
                    return await self._keep(room, known, key, planned)
                except Stale:
                    if planned is None and room.last == known:  # nothing new from other processes
                        raise
            raise Stale(room.last)

    async def _keep(self, room: Room, after: int, key: str, planned: Planned | None) -> None:
        kept, is_over = ([], None) if planned is None else (_as_stored(planned), planned.is_over)
        left = None if planned is None else _changed_prints(planned)
        try:
            appended = await asyncio.wrap_future(self.store.append(room.id, after, kept, key, is_over, left))
        except Stale:
            await self._catch_up(room)
            raise
        except StoreError:
            with contextlib.suppress(StoreError):  # what went wrong first is what has to be told
                await self._catch_up(room)
            raise
        if appended.is_repeated or planned is None:
            await self._catch_up_with_ours(room)
        else:
            room.read_at = time.monotonic()
            room.adopt(planned.table)
            self.bus.tell(room.id, {"last": room.last})

    async def _catch_up_with_ours(self, room: Room) -> None:
        """What was asked had been kept before: whoever asked must not be told that it was not."""
        try:
            await self._catch_up(room)
        except StoreError as error:
            raise Unsure from error

    # ------------------------------------------------------------------------------------------
    # Other processes

    async def _catch_up(self, room: Room) -> None:
        """Take in what the store holds and this process has not written. The room is locked meanwhile."""
        now = time.monotonic()
        new = await asyncio.to_thread(self.store.log, room.id, room.last)
        room.read_at = now
        if new:
            room.adopt(_continued(room.table, new))
            self.late(room)

    async def reach(self, room: Room, number: int) -> None:
        """Read as far as whoever asks has already heard, from another process."""
        async with room.lock:
            if room.last < number:
                await self._catch_up(room)

    def _heard(self, table_id: str, message: dict[str, Any]) -> None:
        """Another process says that a table has gone on, or who is there."""
        room = self._open.get(table_id)
        if room is None:
            return
        match message:
            case {"last": int(last)} if last > room.last:
                self.beside(self._follow(room, last))
            case {"process": str(process), "here": list(here), "watching": int(watching)}:
                self.attendance.heard(room, process, here, watching)

    async def _follow(self, room: Room, last: int | None = None) -> None:
        """Read what is new, unless an entry that was told of is known by then."""
        try:
            async with room.lock:
                if last is None or room.last < last:
                    await self._catch_up(room)
        except StoreError as error:
            log.error("%s can't be read: %s", room.id, error)

    async def _keep_up(self) -> None:
        """Look at the store now and then, should what another process told have been lost."""
        for glances in itertools.count(1):
            await asyncio.sleep(GLANCE)
            watched = [room for room in self._open.values() if room.watchers]
            try:
                await self._glance_at(watched)
            except StoreError as error:
                log.error("the store can't be read: %s", error)
                continue
            if glances % PRESENCE_EVERY == 0:
                for room in watched:
                    self.attendance.tell(room)

    async def _glance_at(self, watched: Sequence[Room]) -> None:
        """One question for all tables that are watched."""
        if not watched:
            return
        now = time.monotonic()
        lasts = await asyncio.to_thread(self.store.lasts, [room.id for room in watched])
        for room in watched:
            if (last := lasts.get(room.id, 0)) > room.last:
                await self._follow(room, last)
            else:
                room.read_at = max(room.read_at, now)

    # ------------------------------------------------------------------------------------------
    # Clocks

    async def _keep_time(self) -> None:
        """Hand seats over whose flags have fallen."""
        while True:
            await asyncio.sleep(TICK)
            for room in [room for room in self._open.values() if room.table.clock is not None]:
                await self.drop_flag(room)

    async def drop_flag(self, room: Room) -> None:
        """If somebody's time is over, a bot takes the seat."""
        if room.table.clock is None or room.table.clock.fallen(time.time()) is None:
            return
        try:
            await self.change(room, lambda table: actions.drop_flag(table, time.time()))
        except StoreError as error:
            log.info("a flag at %s has not fallen: %s", room.id, error)


def _continued(table: Table, new: Sequence[Entry]) -> Table:
    """A table with entries of the store. What this version doesn't know is said, once."""
    after = table.after(map(entries.read, new))
    if unknown := after.unknown[len(table.unknown) :]:
        log.warning("%s has entries that are not known here: %s", table.id, ", ".join(unknown))
    return after


def _as_stored(planned: Planned) -> list[Entry]:
    return [entries.write(entry.what, entry.created) for entry in planned.entries]


def _prints(table: Table) -> set[int]:
    """By which a table on which nobody may ask for advice is known: since its present turn has begun."""
    if table.gives_advice or table.is_closed:
        return set()
    now, steps = table.position, table.steps
    goes_on = steps and steps[-1].turn == now.this_turn
    begun = table.turn_begun_at(len(steps) - 1) if goes_on else len(steps)
    return prints(table.game.name, {now.table().tobytes(), *(step.before for step in steps[begun:])})


def _changed_prints(planned: Planned) -> set[int] | None:
    """The prints that a table leaves after these entries. None: what is said there changes nothing."""
    is_talk = all(isinstance(entry.what, entries.Message | entries.Reaction) for entry in planned.entries)
    return None if is_talk else _prints(planned.table)
