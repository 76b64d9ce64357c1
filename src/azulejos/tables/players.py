"""Bots at the tables: whose turn it is thinks in a worker process, beside everything else."""

import asyncio
import logging

from azulejos.bots import turns
from azulejos.errors import Unplayable
from azulejos.store import Stale, StoreError
from azulejos.tables import actions
from azulejos.tables.live import Tables
from azulejos.tables.room import Room
from azulejos.workers import jobs
from azulejos.workers.jobs import Question
from azulejos.workers.pool import Failed, Pool

RETRY = 5.0  # seconds until a bot whose turn could not be saved tries again
LATE = 10.0  # seconds after which another process's bot is taken to be lost
log = logging.getLogger("azulejos.tables")


class Players:
    """Lets bots play at all tables of this process."""

    def __init__(self, tables: Tables, pool: Pool) -> None:
        self._tables, self.pool = tables, pool
        tables.moved, tables.late = lambda room: self.let_play(room), lambda room: self._look_after(room)

    def let_play(self, room: Room) -> None:
        """If it is a bot's turn, let it think; if it isn't yet, have it wake up."""
        table = room.table
        if len(table.people) < table.game.players and not table.is_closed and not table.position.over:
            self.pool.warm(jobs.load, table.game.name, table.origin is not None)
        if not table.is_bots_turn:
            room.thinking = None
            return
        thinking = table.moved, table.seats[table.position.turn or 0].player
        if room.thinking != thinking:
            room.thinking = thinking
            self._tables.beside(self._turn(room, table.moved))

    def _look_after(self, room: Room) -> None:
        """Another process lets the bots play that it has brought to their turn; if it dies, this one does."""
        if room.table.is_bots_turn:
            self._tables.beside(self._take_over(room, room.table.moved))

    async def _take_over(self, room: Room, moved: int) -> None:
        await asyncio.sleep(LATE)
        if room.table.moved == moved:
            self.let_play(room)

    async def _turn(self, room: Room, moved: int) -> None:
        if room.table.moved != moved or not room.table.is_bots_turn:
            return
        try:
            choices = await self._thought(room)
        except Exception:  # whatever a strange position does to a bot concerns its table alone
            if room.table.origin is None:
                raise
            return await self._tables.close_table(room)
        try:
            await self._tables.change(room, lambda table: actions.play_for_bot(table, moved, choices))
        except Unplayable:
            pass  # then it is closed
        except Stale:
            pass  # the table has gone on, and whoever moved it on has let the bots play
        except StoreError as error:
            log.error("a bot's turn at %s could not be saved: %s", room.id, error)
            await asyncio.sleep(RETRY)
            room.thinking = None
            self.let_play(room)

    async def _thought(self, room: Room) -> list[str]:
        """What a bot plays; should it fail, a simple one plays in its place and the table goes on."""
        table = room.table
        seat = table.position.turn
        assert seat is not None
        position, player = table.position.known_by(seat), table.seats[seat].player
        try:
            question, seconds = Question.of(position, seat), jobs.seconds_of(player)
            return await self.pool.ask(jobs.bot_turn, question, player, seconds=seconds)
        except Failed as error:
            log.error("%s plays for %s at %s: %s", turns.MEANWHILE, player, table.id, error)
            return await asyncio.to_thread(turns.whole_turn, position, seat, turns.MEANWHILE)
