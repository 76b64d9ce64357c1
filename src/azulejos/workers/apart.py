"""Bots that think in a worker process, for programs without an event loop of their own."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import cached_property
from typing import Any

from azulejos.bots import turns
from azulejos.position import Position
from azulejos.processes import deaf_to_ctrl_c
from azulejos.workers import jobs
from azulejos.workers.jobs import Question
from azulejos.workers.pool import GRACE, MEMORY, Failed, Pool

log = logging.getLogger("azulejos.workers")


class Apart:
    """One worker for all bots of a table. It is started when the first is asked, and ends with `close`."""

    def __init__(self, memory: int = MEMORY, grace: float = GRACE) -> None:
        self._pool = Pool(1, memory, grace)
        self._asked: Future | None = None  # what was begun last

    @cached_property
    def _loop(self) -> asyncio.AbstractEventLoop:
        """Made when it is first needed: whoever asks for nothing has nothing to close."""
        return asyncio.new_event_loop()

    @cached_property
    def _thread(self) -> threading.Thread:
        return threading.Thread(target=self._loop.run_forever, name="azulejos-apart", daemon=True)

    def _begin(self, work: Callable[..., Coroutine[Any, Any, Any]], *arguments: Any, **named: Any) -> Future:
        """Have something done in the other thread. It is known what: Ctrl-C comes before or after."""
        with deaf_to_ctrl_c():
            if not self._thread.is_alive():
                self._thread.start()
            self._asked = asyncio.run_coroutine_threadsafe(work(*arguments, **named), self._loop)
        return self._asked

    async def _end(self) -> None:
        """When what nobody waits for any more has ended, so do the workers: else it would start others."""
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)
        await self._pool.close()

    def bot(self, name: str) -> "ApartBot":
        return ApartBot(name, self)

    def turn(self, position: Position, seat: int, player: str) -> list[str]:
        """What a bot plays; should it fail, a simple one plays in its place and the table goes on."""
        question, seconds = Question.of(position, seat), jobs.seconds_of(player)
        try:
            return self._begin(self._pool.ask, jobs.bot_turn, question, player, seconds=seconds).result()
        except Failed as error:
            log.error("%s plays for %s: %s", turns.MEANWHILE, player, error)
            return turns.whole_turn(position.known_by(seat), seat, turns.MEANWHILE)

    def close(self) -> None:
        """No worker outlives the table."""
        if self._asked is not None:
            self._asked.cancel()
            self._begin(self._end).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class ApartBot:
    """A bot that plays a whole turn as it was thought about, as long as nothing new is shown to it."""

    def __init__(self, name: str, apart: Apart) -> None:
        self.name = name
        self._apart = apart
        self._rest: list[str] = []  # of the turn that it plays
        self._at = 0  # how many choices were made when the next one of them is due

    def choose(self, position: Position, seat: int, budget: float | None = None) -> str:
        made = len(position.history)
        if not self._rest or made != self._at or not position.is_legal(self._rest[0]):
            self._rest = self._apart.turn(position, seat, self.name)
        self._at = made + 1
        return self._rest.pop(0)
