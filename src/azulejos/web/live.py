"""Tables in play: the log of each, the position it leads to, and whoever is watching."""

import asyncio
import itertools
import logging
import random
import secrets
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from azulejos.bots import BOTS, bot, turns
from azulejos.core.contract import CHANCE
from azulejos.core.message import Message
from azulejos.errors import IllegalChoice, OptionError
from azulejos.game import Game
from azulejos.position import Position, Story
from azulejos.record import Record
from azulejos.store import Entry, Stale, Store, StoreError
from azulejos.workers import jobs
from azulejos.workers.jobs import Question, is_compiled
from azulejos.workers.pool import Failed, Pool

PERSON = "person"
OPEN_MAX = 5000  # tables kept in memory; the others are read from the store when they are needed
CHANCE_DICE = random.SystemRandom()
ONLY_TO_LOOK_AT = Message("this game hides choices: it can only be looked at")
BOT_RETRY = 5.0  # seconds until a bot whose turn could not be saved tries again
log = logging.getLogger("azulejos.web")


@dataclass(frozen=True)
class Seat:
    """Who sits at a place: a person, or the bot of that name."""

    name: str
    player: str = PERSON  # or a bot's name


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

    def __init__(self, table_id: str, game: Game, origin: dict[str, Any] | None) -> None:
        self.id = table_id
        self.game = game
        self.origin = origin
        self.seats = [Seat(f"{seat + 1}") for seat in range(game.players)]
        self.steps: list[Step] = []
        self.last = 0
        self.hidden = 0  # choices that the record it came from hides: then it is only to look at
        self.position = self._beginning()
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Event] = set()

    def _beginning(self) -> Position:
        how: dict[str, Any] = {"deal": "by hand", "compiled": is_compiled(self.game.name)}
        if self.origin is None:
            return self.game.start(**how)
        return self.game.position(self.origin, **how)

    @property
    def people(self) -> list[int]:
        return [seat for seat, who in enumerate(self.seats) if who.player == PERSON]

    @property
    def is_closed(self) -> bool:
        """Is it only to look at?"""
        return self.hidden > 0

    @property
    def is_person(self) -> bool:
        """Is a person asked now?"""
        return self.position.turn in self.people

    @property
    def is_shared(self) -> bool:
        """Do several people sit before one screen?"""
        return len(self.people) > 1

    @property
    def eyes(self) -> int | None:
        """Through whose eyes the screen sees the table: those of its only person, or a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    def read(self, log: Iterable[Entry]) -> None:
        """Take in entries that the store holds."""
        for entry in log:
            self.last = entry.number
            if entry.kind == "choice":
                self._play(entry)
            elif entry.kind == "closed":
                self.hidden = entry.body["hidden"]
            elif entry.kind == "undo":
                self._go_back(entry.body["to"])
            elif entry.kind == "seat":
                seat = entry.body["seat"]
                self.seats[seat] = replace(self.seats[seat], player=entry.body["player"])
            elif entry.kind == "name":
                seat = entry.body["seat"]
                self.seats[seat] = replace(self.seats[seat], name=entry.body["name"])

    def _play(self, entry: Entry) -> None:
        seat = self.position.turn
        assert seat is not None
        round_number, turn_number = self.position.round, self.position.turn_number
        choice = entry.body["choice"]
        hidden_from = self.position.hidden_from(choice)
        story = self.position.play(choice)
        self.steps.append(Step(entry.number, choice, seat, round_number, story, hidden_from, turn_number))

    def _go_back(self, to: int) -> None:
        """Play again what is left after an undo."""
        kept = [step for step in self.steps if step.number <= to]
        self.position = self._beginning()
        for step in kept:
            self.position.play(step.choice)
        self.steps = kept

    def asks_in_private(self, position: Position) -> bool:
        """At a shared screen: must the others look away?"""
        turn = position.turn
        return self.is_shared and turn in self.people and position.asks_in_private(turn)

    def known(self, opened: int = 0) -> Position:
        """The table as far as whoever is asked, and everybody else who sees the screen, may know it.

        `opened`: the turn in which the others at the screen have looked away.
        """
        position = self.position
        turn = position.turn
        if turn is None:
            return position.copy()
        is_seen_by_all = self.is_shared and turn in self.people
        if is_seen_by_all and not (opened == position.turn_number and self.asks_in_private(position)):
            return position.known_by(None)
        return position.known_by(turn if turn >= 0 else None)

    def draft(self, choices: Sequence[str], opened: int = 0) -> tuple[Position, list[Step]]:
        """What these choices of the present seat would lead to. Nothing is written.

        It stops where the turn ends: what CHANCE would reveal then is not decided here. What is decided
        already, but hidden from this seat, counts as undecided, or a draft would bring it to light.
        """
        position = self.known(opened)
        seat, turn_number = self.position.turn, position.turn_number
        steps = []
        for choice in choices:
            if position.turn != seat or position.turn_number != turn_number:
                raise IllegalChoice(
                    Message("{choice} comes after the end of this turn", choice=repr(choice[:40]))
                )
            round_number, hidden_from = position.round, position.hidden_from(choice)
            steps.append(Step(0, choice, seat or 0, round_number, position.play(choice), hidden_from))
        return position, steps

    def last_turn(self, count: int) -> int | None:
        """Of the first choices, how many came before the last turn that may be looked back at.

        As long as the game goes on, that is a turn of somebody at this screen that was not private.
        """
        begun = None
        for at, step in enumerate(self.steps[:count]):
            is_same = at > 0 and (step.seat, step.turn_number) == (
                self.steps[at - 1].seat,
                self.steps[at - 1].turn_number,
            )
            if step.seat != CHANCE and not is_same and self._may_look_back(step):
                begun = at
        return begun

    def _may_look_back(self, step: Step) -> bool:
        return self.position.over or (step.seat in self.people and self.eyes not in step.hidden_from)

    def looked_back(self, at: int, opened: int = 0) -> tuple[Position, int, list[str]]:
        """The table after so many choices, as far as whoever was asked then, and now looks, may know it;
        the seat that was asked, and what it has played.

        As long as the game goes on, people look at their own turns only, with the eyes of the screen.
        """
        if self.is_closed:
            raise IllegalChoice(ONLY_TO_LOOK_AT)
        position = self.record().replay(at, "by hand")
        seat = position.turn
        if seat is None or seat == CHANCE:
            raise IllegalChoice(Message("nobody was asked there: it is the turn of chance, or the end"))
        if self.position.over:
            known = position.known_by(seat)
        elif seat not in self.people:
            raise IllegalChoice(Message("as long as the game goes on, you can look at your own turns only"))
        else:
            known = self.known(opened) if at == len(self.steps) else position.known_by(self.eyes)
        if known.turn != seat:
            raise IllegalChoice(Message("first the others look away"))
        return known, seat, self._played_from(known.copy(), seat, at)

    def _played_from(self, known: Position, seat: int, at: int) -> list[str]:
        """What a seat has played until its turn ended, or it was shown something."""
        turn_number, played = known.turn_number, []
        for step in self.steps[at:]:
            if (known.turn, known.turn_number) != (seat, turn_number) or not known.is_legal(step.choice):
                break
            played.append(step.choice)
            known.play(step.choice)
        is_cut = (known.turn, known.turn_number) == (seat, turn_number)
        return [] if is_cut else played

    def record(self) -> Record:
        choices = [step.choice for step in self.steps]
        compiled = is_compiled(self.game.name)
        record = Record(self.game, choices, self.names(), origin=self.origin, compiled=compiled)
        record.hidden = self.hidden
        return record

    def use_compiled(self) -> None:
        """Change to the compiled rules once they are ready; the bytes of a position are the same."""
        if is_compiled(self.game.name):
            self.position.use(True)

    def announce(self) -> None:
        """Wake whoever watches."""
        for watcher in self.watchers:
            watcher.set()


def answers_of_chance(position: Position) -> list[str]:
    """Let CHANCE answer, from the operating system's generator, until a seat is asked or all is over."""
    answers = []
    while position.turn == CHANCE:
        weights = position.weights()
        (answer,) = CHANCE_DICE.choices(list(weights), list(weights.values()))
        position.play(answer)
        answers.append(answer)
    return answers


class Tables:
    """All tables of a store."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self.store = store
        self.pool = pool  # where bots think
        self._open: dict[str, Table] = {}
        self._thinking: set[asyncio.Task] = set()
        self._writing: set[asyncio.Task] = set()
        self.is_closing = False

    async def create(self, game: Game, seats: Sequence[Seat], record: Record | None = None) -> Table:
        """A new table; with a record, it begins where the record ends."""
        _check_seats(game, seats)
        table = Table(secrets.token_urlsafe(12), game, record.origin if record is not None else None)
        log = [Entry("seat", {"seat": seat, "player": who.player}) for seat, who in enumerate(seats)]
        log += [Entry("name", {"seat": seat, "name": who.name}) for seat, who in enumerate(seats)]
        position = table.position.copy()
        choices = list(record.choices) if record is not None else []
        for choice in choices:
            position.play(choice)
        if record is not None and record.hidden:
            log += [*_choices(choices), Entry("closed", {"hidden": record.hidden})]
        else:
            log += _choices([*choices, *answers_of_chance(position)])
        await asyncio.wrap_future(self.store.create(table.id, game.describe(), table.origin, log))
        table.read(_numbered(log, 1))
        self._open[table.id] = table
        self._close_idle()
        self.let_bots_play(table)
        return table

    async def get(self, table_id: str) -> Table:
        """A table by its name, read from the store if it isn't in memory."""
        if table_id not in self._open:
            facts = await asyncio.to_thread(self.store.facts, table_id)
            table = Table(table_id, Game.described(facts.game), facts.origin)
            table.read(await asyncio.to_thread(self.store.log, table_id))
            table = self._open.setdefault(table_id, table)
            self._close_idle()
            self.let_bots_play(table)
        return self._open[table_id]

    def _close_idle(self) -> None:
        """Let go of tables that nobody watches, the ones opened first, when there are too many."""
        idle = (table.id for table in self._open.values() if not table.watchers and not table.lock.locked())
        for table_id in list(itertools.islice(idle, max(0, len(self._open) - OPEN_MAX))):
            del self._open[table_id]

    async def play(self, table: Table, after: int, key: str, choices: Sequence[str], opened: int = 0) -> None:
        """Choices of the seat whose turn it is, with CHANCE's answers: kept together or not at all.

        `opened`: see `Table.known`.
        """
        await self._finish(self._play(table, after, key, choices, opened))
        self.let_bots_play(table)

    async def _play(self, table: Table, after: int, key: str, choices: Sequence[str], opened: int) -> None:
        async with table.lock:
            if table.is_closed:
                raise IllegalChoice(ONLY_TO_LOOK_AT)
            if table.last == after:
                table.draft(choices, opened)
                position = table.position.copy()
                for choice in choices:
                    position.play(choice)
                log = _choices([*choices, *answers_of_chance(position)])
            else:
                log = []  # the store knows whether this is a repetition
            await self._append(table, after, key, log)

    async def undo(self, table: Table, after: int, key: str) -> None:
        """Back to the start of the last person's turn, if nothing was revealed since."""
        await self._finish(self._undo(table, after, key))
        self.let_bots_play(table)

    async def _undo(self, table: Table, after: int, key: str) -> None:
        async with table.lock:
            if table.is_closed:
                raise IllegalChoice(ONLY_TO_LOOK_AT)
            log = []
            if table.last == after:
                kept = table.record().undo_point(table.people)
                if kept is None:
                    raise OptionError(
                        Message("nothing to take back: you have not chosen yet, or tiles were drawn since")
                    )
                log = [Entry("undo", {"to": table.steps[kept].number - 1})]
            await self._append(table, after, key, log)

    async def _finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Carry out what was asked, even if whoever asked has gone meanwhile."""
        task = asyncio.create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        await asyncio.shield(task)

    async def _append(self, table: Table, after: int, key: str, log: Sequence[Entry]) -> None:
        try:
            appended = await asyncio.wrap_future(self.store.append(table.id, after, log, key))
        except Stale as stale:
            await self._catch_up(table, stale.last)
            raise
        if appended.is_repeated:
            await self._catch_up(table, appended.last)
        else:
            table.read(_numbered(log, appended.first))
            table.announce()

    async def _catch_up(self, table: Table, last: int) -> None:
        """Take in what the store holds and this process has not written."""
        if last > table.last:
            table.read(await asyncio.to_thread(self.store.log, table.id, table.last))
            table.announce()

    # ------------------------------------------------------------------------------------------
    # Bots

    def let_bots_play(self, table: Table) -> None:
        """If it is a bot's turn, let it think beside everything else; if it isn't yet, have it wake up."""
        turn = table.position.turn
        if len(table.people) < table.game.players and not table.is_closed and not table.position.over:
            self.pool.warm(jobs.load, table.game.name)
        if turn is not None and turn >= 0 and not table.is_closed and table.seats[turn].player != PERSON:
            task = asyncio.create_task(self._bot_turn(table))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def _bot_turn(self, table: Table) -> None:
        after = table.last
        table.use_compiled()
        seat = table.position.turn
        assert seat is not None
        choices = await self._thought(table, seat)
        try:
            await self.play(table, after, secrets.token_urlsafe(16), choices)
        except Stale:
            pass  # the table has gone on, and whoever moved it on has let the bots play
        except StoreError as error:
            log.error("a bot's turn at %s could not be saved: %s", table.id, error)
            await asyncio.sleep(BOT_RETRY)
            self.let_bots_play(table)

    async def _thought(self, table: Table, seat: int) -> list[str]:
        """What a bot plays; should it fail, a simple one plays in its place and the table goes on."""
        position, player = table.known(), table.seats[seat].player
        try:
            question, seconds = Question.of(position, seat), jobs.seconds_of(player)
            return await self.pool.ask(jobs.bot_turn, question, player, seconds=seconds)
        except Failed as error:
            log.error("%s plays for %s at %s: %s", turns.MEANWHILE, player, table.id, error)
            return await asyncio.to_thread(turns.whole_turn, position, seat, turns.MEANWHILE)

    def end_streams(self) -> None:
        """Tell everybody who follows a table that the server stops."""
        self.is_closing = True
        for table in self._open.values():
            table.announce()

    async def close(self) -> None:
        """Let no bot outlive the server, and finish what was being written."""
        self.end_streams()
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, *self._writing, return_exceptions=True)


def _check_seats(game: Game, seats: Sequence[Seat]) -> None:
    if len(seats) != game.players:
        raise OptionError(Message("seats: {count} expected, {got} given", count=game.players, got=len(seats)))
    for seat in seats:
        if seat.player != PERSON and seat.player not in BOTS:
            bot(seat.player)
    game.start(names=[seat.name for seat in seats], deal="by hand", compiled=False)


def _choices(choices: Iterable[str]) -> list[Entry]:
    return [Entry("choice", {"choice": choice}) for choice in choices]


def _numbered(log: Sequence[Entry], first: int) -> list[Entry]:
    return [Entry(entry.kind, entry.body, number) for number, entry in enumerate(log, start=first)]
