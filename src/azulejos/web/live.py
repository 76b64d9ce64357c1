"""Tables in play: opening them, changing them, and letting bots play at them."""

import asyncio
import contextlib
import itertools
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from azulejos.bots import BOTS, bot, turns
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import AzulejosError, OptionError, Unplayable
from azulejos.game import Game
from azulejos.position import Position
from azulejos.record import Record
from azulejos.store import Appended, Entry, Stale, Store, StoreError, Unsure
from azulejos.web import keys
from azulejos.web.bus import Bus, Silent
from azulejos.web.clocks import Timing
from azulejos.web.screen import STUCK, Screen
from azulejos.web.table import BY_CLOCK, PERSON, Presence, Seat, Table
from azulejos.workers import jobs
from azulejos.workers.jobs import Question
from azulejos.workers.pool import Failed, Pool

OPEN_MAX = 5000  # tables kept in memory; the others are read from the store when they are needed
CHANCE_DICE = random.SystemRandom()
TRIES = 8  # to write what other processes are faster with
GLANCE = 2.0  # seconds between two looks at the store for what other processes have written
TICK = 0.5  # seconds between two looks at the clocks
PRESENCE_PAUSE = 0.5  # seconds until it is told who has come or gone
PRESENCE_LASTS = 60.0  # seconds that what another process has said of it is believed
PRESENCE_EVERY = 10  # glances after which it is said again
BOT_RETRY = 5.0  # seconds until a bot whose turn could not be saved tries again
BOT_LATE = 10.0  # seconds after which another process's bot is taken to be lost
log = logging.getLogger("azulejos.web")


@dataclass(frozen=True)
class Opened:
    """A new table, and the secrets of its people's seats, which are not kept anywhere."""

    table: Table
    secrets: dict[int, str]


def answers_of_chance(position: Position) -> list[str]:
    """Let CHANCE answer, from the operating system's generator, until a seat is asked or all is over."""
    answers = []
    while position.turn == CHANCE:
        weights = position.weights()
        (answer,) = CHANCE_DICE.choices(list(weights), list(weights.values()))
        position.play(answer)
        answers.append(answer)
    return answers


def seats_again(table: Table) -> list[Seat]:
    """Who would sit where at a new table: places that bots play at for somebody are people's again."""
    return [
        Seat(seat.name, PERSON if seat.key is not None else seat.player, seat.key) for seat in table.seats
    ]


class Tables:
    """All tables of a store."""

    def __init__(self, store: Store, pool: Pool, bus: Bus | None = None) -> None:
        self.store = store
        self.pool = pool  # where bots think
        self.bus = bus or Silent()
        self._id = secrets.token_hex(8)  # by which other processes know this one
        self._open: dict[str, Table] = {}
        self._coming: set[str] = set()  # tables whose presence is about to be told
        self._tasks: set[asyncio.Task] = set()  # to be cancelled at the end
        self._writing: set[asyncio.Task] = set()  # to be finished

    async def start(self) -> None:
        """Listen to other processes, and look at the clocks."""
        await self.bus.open(self._heard)
        if self.is_shared:
            self._beside(self._keep_up())
        self._beside(self._keep_time())

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else, until the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Let no bot outlive the server, and finish what was being written."""
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
    ) -> Opened:
        """A new table; with a record, it begins where the record ends.

        `here`: the seats of whoever opens it, all people's unless they are named; the others are waited for.
        People's seats get secrets, unless they have keys already.
        """
        _check_seats(game, seats)
        origin = record.origin if record is not None else None
        table = Table(secrets.token_urlsafe(12), game, origin, is_public)
        people = [seat for seat, who in enumerate(seats) if who.player == PERSON]
        own = {seat: keys.new_secret() for seat in people if seats[seat].key is None}
        keyed = [
            replace(who, key=keys.hash_of(own[at])) if at in own else who for at, who in enumerate(seats)
        ]
        entries = _first_entries(keyed, people if here is None else here, timing)
        position = table.position.copy()
        choices = list(record.choices) if record is not None else []
        for choice in choices:
            position.play(choice)
        if record is not None and record.hidden:
            entries += [*_choices(choices), Entry("closed", {"hidden": record.hidden})]
        else:
            entries += _choices([*choices, *answers_of_chance(position)])
        made = self.store.create(
            table.id, game.describe(), table.origin, entries, is_public, finished=position.over
        )
        appended = await asyncio.wrap_future(made)
        table.read(_numbered(entries, appended.first, appended.created))
        table.read_at = time.monotonic()
        self._open[table.id] = table
        self._close_idle()
        self.let_bots_play(table)
        return Opened(table, own)

    async def rematch(self, table: Table) -> Opened:
        """The table at which the same people play again, opened by the first who wants to.

        Their keys open the same places there. It isn't public: nobody else may take a place first.
        """
        if table.next is None:
            timing = table.clock.timing if table.clock is not None else None
            opened = await self.create(table.game, seats_again(table), None, (), timing)
            with contextlib.suppress(Stale):  # somebody else was faster: then nobody will ever see this one
                await self.change(
                    table, lambda: [] if table.next else [Entry("next", {"table": opened.table.id})]
                )
            if table.next == opened.table.id:
                return opened
        assert table.next is not None
        return Opened(await self.get(table.next), {})

    async def get(self, table_id: str, at_least: int = 0) -> Table:
        """A table by its name, read from the store if it isn't in memory, or known to have gone on."""
        if table_id not in self._open:
            now = time.monotonic()
            facts = await asyncio.to_thread(self.store.facts, table_id)
            table = Table(table_id, Game.described(facts.game), facts.origin, facts.is_public)
            table.read(await asyncio.to_thread(self.store.log, table_id))
            table.read_at = now
            table = self._open.setdefault(table_id, table)
            self._close_idle()
            self.let_bots_play(table)
        table = self._open[table_id]
        if table.last < at_least:
            await self._reach(table, at_least)
        elif self.is_shared and time.monotonic() - table.read_at > GLANCE:
            await self.look_again(table)
        return table

    async def _reach(self, table: Table, number: int) -> None:
        """Read as far as whoever asks has already heard, from another process."""
        async with table.lock:
            if table.last < number:
                await self._catch_up(table)

    @property
    def is_shared(self) -> bool:
        """Do other processes serve the same tables?"""
        return not isinstance(self.bus, Silent)

    async def look_again(self, table: Table) -> None:
        """Read what other processes may have written; if that can't be done now, the table stays as it is."""
        if self.is_shared:
            await self._follow(table)

    def _close_idle(self) -> None:
        """Let go of tables that nobody watches, the ones opened first, when there are too many."""
        idle = (table.id for table in self._open.values() if not table.watchers and not table.lock.locked())
        for table_id in list(itertools.islice(idle, max(0, len(self._open) - OPEN_MAX))):
            del self._open[table_id]

    # ------------------------------------------------------------------------------------------
    # Playing

    async def play(self, screen: Screen, after: int, key: str, choices: Sequence[str]) -> None:
        """Choices of the seat whose turn it is, with CHANCE's answers: kept together or not at all."""
        table = screen.table
        await self._reach(table, after)
        await self._drop_flag(table)

        def entries() -> list[Entry]:
            screen.check_open()
            if not table.moved <= after <= table.last:
                return []  # the store knows whether this is a repetition
            screen.check_turn()
            screen.draft(choices)
            return self._played(table, choices)

        try:
            await self.change(table, entries, key, screen)
        except Unplayable:
            await self._close(table)
            raise AzulejosError(STUCK) from None

    async def _close(self, table: Table) -> None:
        """The rules can't go on from what was uploaded: nobody plays at this table any more."""
        log.error("%s is closed: its position can't be played on", table.id)
        await self.change(table, lambda: [] if table.is_stuck else [Entry("stuck", {})])

    def _played(self, table: Table, choices: Sequence[str]) -> list[Entry]:
        """The entries of choices and of what CHANCE answers."""
        position = table.position.copy()
        for choice in choices:
            position.play(choice)
        return _choices([*choices, *answers_of_chance(position)])

    async def undo(self, screen: Screen, after: int, key: str) -> None:
        """Back to the start of this screen's last turn, if nothing was revealed since.

        If others have played since, they are asked whether they agree.
        """
        table = screen.table
        await self._reach(table, after)

        def entries() -> list[Entry]:
            screen.check_open()
            if not table.moved <= after <= table.last:
                return []
            kept = table.record().undo_point(screen.seats)
            if kept is None:
                raise OptionError(
                    Message("nothing to take back: you have not chosen yet, or tiles were drawn since")
                )
            to, since = table.steps[kept].number - 1, {step.seat for step in table.steps[kept:]}
            needs = sorted(since & set(table.people) - set(screen.seats))
            if needs:
                return [Entry("ask", {"seat": table.steps[kept].seat, "to": to, "needs": needs})]
            return [Entry("undo", {"to": to})]

        await self.change(table, entries, key, screen)

    async def answer(self, screen: Screen, agrees: bool, key: str) -> None:
        """Say whether others may take back turns after which this screen has played."""
        table = screen.table

        def entries() -> list[Entry]:
            wish = table.wish
            asked = sorted(wish.needs.intersection(screen.seats)) if wish is not None else []
            if wish is None or not asked:
                return []  # or it was answered already, with the same key
            if not agrees:
                return [Entry("refuse", {"seat": asked[0]})]
            agreed = [Entry("agree", {"seat": seat}) for seat in asked]
            is_settled = wish.needs <= set(asked)
            return agreed + ([Entry("undo", {"to": wish.to})] if is_settled else [])

        try:
            await self.change(table, entries, key, screen)
        except Stale:
            raise OptionError(Message("nobody asks you whether something may be taken back")) from None

    # ------------------------------------------------------------------------------------------
    # Writing

    async def change(
        self,
        table: Table,
        entries: Callable[[], Sequence[Entry]],
        key: str | None = None,
        screen: Screen | None = None,
    ) -> None:
        """Write what should be said of the table as it is then; nothing, if the key was written before.

        `screen`: who asks, and must still hold its seats then.
        It is carried out even if whoever asked has gone meanwhile.
        """

        def wanted() -> Sequence[Entry]:
            if screen is not None:
                screen.check_held()
            return entries()

        work = self._change(table, wanted, key or secrets.token_urlsafe(16))
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        await asyncio.shield(task)
        self.let_bots_play(table)

    async def _change(self, table: Table, entries: Callable[[], Sequence[Entry]], key: str) -> None:
        async with table.lock:
            for _ in range(TRIES):
                known, wanted = table.last, entries()
                try:
                    return await self._append(table, known, key, wanted)
                except Stale:
                    if not wanted and table.last == known:  # nothing new from other processes
                        raise
            raise Stale(table.last)

    async def _append(self, table: Table, after: int, key: str, entries: Sequence[Entry]) -> None:
        try:
            appended = await self._kept(table, after, key, entries)
        except Stale:
            await self._catch_up(table)
            raise
        except StoreError:
            with contextlib.suppress(StoreError):  # what went wrong first is what has to be told
                await self._catch_up(table)
            raise
        if appended.is_repeated:
            await self._catch_up_with_ours(table)
        else:
            table.read_at = time.monotonic()
            table.read(_numbered(entries, appended.first, appended.created))
            table.announce()
            self.bus.tell(table.id, {"last": table.last})

    async def _catch_up_with_ours(self, table: Table) -> None:
        """What was asked had been kept before: whoever asked must not be told that it was not."""
        try:
            await self._catch_up(table)
        except StoreError as error:
            raise Unsure from error

    async def _kept(self, table: Table, after: int, key: str, entries: Sequence[Entry]) -> Appended:
        finished = _would_be_over(table, entries)
        return await asyncio.wrap_future(self.store.append(table.id, after, entries, key, finished))

    # ------------------------------------------------------------------------------------------
    # Other processes

    async def _catch_up(self, table: Table) -> None:
        """Take in what the store holds and this process has not written. The table is locked meanwhile."""
        now = time.monotonic()
        new = await asyncio.to_thread(self.store.log, table.id, table.last)
        table.read_at = now
        if new:
            table.read(new)
            table.announce()
            if _is_bots_turn(table):
                self._beside(self._look_after_bots(table, table.moved))

    def _heard(self, table_id: str, message: dict[str, Any]) -> None:
        """Another process says that a table has gone on, or who is there."""
        table = self._open.get(table_id)
        if table is None:
            return
        match message:
            case {"last": int(last)} if last > table.last:
                self._beside(self._follow(table, last))
            case {"process": str(process), "here": list(here), "watching": int(watching)}:
                there = frozenset(seat for seat in here if seat in range(table.game.players))
                table.elsewhere[process] = Presence(there, watching), time.time() + PRESENCE_LASTS
                self._say_presence(table)

    async def _follow(self, table: Table, last: int | None = None) -> None:
        """Read what is new, unless an entry that was told of is known by then."""
        try:
            async with table.lock:
                if last is None or table.last < last:
                    await self._catch_up(table)
        except StoreError as error:
            log.error("%s can't be read: %s", table.id, error)

    async def _keep_up(self) -> None:
        """Look at the store now and then, should what another process told have been lost."""
        for glances in itertools.count(1):
            await asyncio.sleep(GLANCE)
            watched = [table for table in self._open.values() if table.watchers]
            if not watched:
                continue
            now = time.monotonic()
            try:
                lasts = await asyncio.to_thread(self.store.lasts, [table.id for table in watched])
            except StoreError as error:
                log.error("the store can't be read: %s", error)
                continue
            for table in watched:
                if (last := lasts.get(table.id, 0)) > table.last:
                    await self._follow(table, last)
                else:
                    table.read_at = max(table.read_at, now)
                if glances % PRESENCE_EVERY == 0:
                    self._tell_presence(table)

    # ------------------------------------------------------------------------------------------
    # Who is there

    def presence_changed(self, table: Table) -> None:
        """Somebody has come or gone. Who only reloads a page does both: it is told a little later."""
        if table.id not in self._coming:
            self._coming.add(table.id)
            asyncio.get_running_loop().call_later(PRESENCE_PAUSE, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        self._coming.discard(table.id)
        self._say_presence(table)
        self.bus.tell(table.id, {"process": self._id, **table.own_presence().to_body()})

    def _say_presence(self, table: Table) -> None:
        present = table.presence(time.time())
        if present != table.presence_told:
            table.presence_told = present
            for watcher in table.watchers:
                watcher.say("here", present.to_body())

    # ------------------------------------------------------------------------------------------
    # Clocks

    async def _keep_time(self) -> None:
        """Hand seats over whose flags have fallen."""
        while True:
            await asyncio.sleep(TICK)
            now = time.time()
            for table in [table for table in self._open.values() if table.clock is not None]:
                if table.clock is not None and table.clock.fallen(now) is not None:
                    await self._drop_flag(table)

    async def _drop_flag(self, table: Table) -> None:
        """If somebody's time is over, a bot takes the seat."""

        def entries() -> list[Entry]:
            seat = table.clock.fallen(time.time()) if table.clock is not None else None
            if seat is None or table.clock is None:
                return []
            return [Entry("seat", {"seat": seat, "player": table.clock.timing.bot, "why": BY_CLOCK})]

        if entries():
            try:
                await self.change(table, entries)
            except StoreError as error:
                log.info("a flag at %s has not fallen: %s", table.id, error)

    # ------------------------------------------------------------------------------------------
    # Bots

    def let_bots_play(self, table: Table) -> None:
        """If it is a bot's turn, let it think beside everything else; if it isn't yet, have it wake up."""
        turn = table.position.turn
        if len(table.people) < table.game.players and not table.is_closed and not table.position.over:
            self.pool.warm(jobs.load, table.game.name)
        if _is_bots_turn(table) and table.thinking != (table.moved, turn):
            table.thinking = (table.moved, turn)
            self._beside(self._bot_turn(table, table.moved))

    async def _look_after_bots(self, table: Table, moved: int) -> None:
        """Another process lets the bots play that it has brought to their turn; if it dies, this one does."""
        await asyncio.sleep(BOT_LATE)
        if table.moved == moved:
            self.let_bots_play(table)

    async def _bot_turn(self, table: Table, moved: int) -> None:
        if table.moved != moved or not _is_bots_turn(table):
            return
        table.use_compiled()
        seat = table.position.turn
        assert seat is not None
        try:
            choices = await self._thought(table, seat)
        except Exception:  # whatever a strange position does to a bot is told once, and concerns it alone
            if table.origin is None:
                raise
            return await self._close(table)

        def entries() -> list[Entry]:
            # Somebody may have taken the seat back, or another process has let the bot play.
            if table.moved != moved or not _is_bots_turn(table):
                return []
            return self._played(table, choices)

        try:
            await self.change(table, entries)
        except Unplayable:
            await self._close(table)
        except Stale:
            pass  # the table has gone on, and whoever moved it on has let the bots play
        except StoreError as error:
            log.error("a bot's turn at %s could not be saved: %s", table.id, error)
            await asyncio.sleep(BOT_RETRY)
            table.thinking = None
            self.let_bots_play(table)

    async def _thought(self, table: Table, seat: int) -> list[str]:
        """What a bot plays; should it fail, a simple one plays in its place and the table goes on."""
        position, player = table.position.known_by(seat), table.seats[seat].player
        try:
            question, seconds = Question.of(position, seat), jobs.seconds_of(player)
            return await self.pool.ask(jobs.bot_turn, question, player, seconds=seconds)
        except Failed as error:
            log.error("%s plays for %s at %s: %s", turns.MEANWHILE, player, table.id, error)
            return await asyncio.to_thread(turns.whole_turn, position, seat, turns.MEANWHILE)


def _check_seats(game: Game, seats: Sequence[Seat]) -> None:
    if len(seats) != game.players:
        raise OptionError(Message("seats: {count} expected, {got} given", count=game.players, got=len(seats)))
    for seat in seats:
        if seat.player != PERSON and seat.player not in BOTS:
            bot(seat.player)
    game.start(names=[seat.name for seat in seats], deal="by hand", compiled=False)


def _choices(choices: Iterable[str]) -> list[Entry]:
    return [Entry("choice", {"choice": choice}) for choice in choices]


def _numbered(entries: Sequence[Entry], first: int, created: float) -> list[Entry]:
    return [Entry(entry.kind, entry.body, number, created) for number, entry in enumerate(entries, first)]


def _first_entries(seats: Sequence[Seat], here: Sequence[int], timing: Timing | None) -> list[Entry]:
    """Who sits where, under which names, with which keys, and how time is kept."""
    entries = [Entry("seat", {"seat": seat, "player": who.player}) for seat, who in enumerate(seats)]
    entries += [Entry("name", {"seat": seat, "name": who.name}) for seat, who in enumerate(seats)]
    entries += [Entry("key", {"seat": seat, "hash": who.key}) for seat, who in enumerate(seats) if who.key]
    entries += [Entry("came", {"seat": seat}) for seat in here]
    return entries + ([Entry("clock", timing.to_body())] if timing is not None else [])


def _would_be_over(table: Table, entries: Sequence[Entry]) -> bool | None:
    """Would the game be over after these entries? None, if they don't change that."""
    kinds = {entry.kind for entry in entries}
    if "undo" in kinds:
        return False
    if "choice" not in kinds:
        return None
    position = table.position.copy()
    for entry in entries:
        if entry.kind == "choice":
            position.play(entry.body["choice"])
    return position.over


def _is_bots_turn(table: Table) -> bool:
    turn = table.position.turn
    is_asked = turn is not None and turn >= 0 and not table.is_closed
    return is_asked and table.seats[turn or 0].player != PERSON
