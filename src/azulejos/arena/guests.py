"""Those who sit at a table, as the referee meets them: each kind is asked, and waited for, in its own way."""

import ctypes
import threading
import time
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from azulejos.arena.entrants import Entrant, named, our_bot, python_bot
from azulejos.bots.thinking import Clock, own_clock
from azulejos.core.message import Message
from azulejos.game import Game
from azulejos.position import Position


class Fault(Exception):
    """What loses a game at once."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Guest(Protocol):
    """Somebody at a seat."""

    clock: Clock  # by which its time is counted

    def see(self, position: Position, seat: int) -> Any:
        """What it is shown. Making it takes nobody's time."""

    def choose(self, view: Any, seat: int, budget: float | None, limit: float) -> Any:
        """Its answer, which may be anything; a Fault if there is none within `limit` seconds."""

    def leave(self, position: Position) -> None:
        """The game is over."""


def invited(one: Entrant, game: Game, seat: int, seed: int, limit: float) -> Guest:
    """Whoever an entrant is, ready to be asked."""
    if one.is_program:
        from azulejos.arena.program import Program

        return Program(one.command, game, seat, seed, limit)
    return Visitor(python_bot(one, seed)) if one.is_python else OurBot(our_bot(one, seed))


class OurBot:
    """A bot of the package: trusted to look away from what its seat may not know, and to come back."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self.clock = own_clock()

    def see(self, position: Position, seat: int) -> Position:
        return position

    def choose(self, view: Position, seat: int, budget: float | None, limit: float) -> str:
        return self._bot.choose(view, seat, budget)

    def leave(self, position: Position) -> None:
        pass


class Visitor:
    """Somebody's Python object. It thinks in a thread of its own, so that nobody waits for it for ever."""

    clock = staticmethod(time.perf_counter)

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self._questions: SimpleQueue[tuple | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._think, daemon=True)
        self._thread.start()

    def _think(self) -> None:
        while (question := self._questions.get()) is not None:
            try:
                self._answers.put((self._bot.choose(*question), None))
            except BaseException as error:  # SystemExit ends a bot, not the match
                self._answers.put((None, error))

    def see(self, position: Position, seat: int) -> Position:
        """A position of its own, made from what the seat may know: no history, no dealer."""
        return position.begun_for(seat)

    def choose(self, view: Position, seat: int, budget: float | None, limit: float) -> Any:
        self._questions.put((view, seat, budget))
        try:
            answer, error = self._answers.get(timeout=max(limit, 0))
        except Empty:
            self._wake()
            raise Fault(Message("no answer in time")) from None
        if error is not None:
            raise Fault(Message("it has crashed: {error}", error=named(error)))
        return answer

    def _wake(self) -> None:
        """Raise SystemExit in its thread: Python code ends there, other code is left behind."""
        thread = ctypes.c_ulong(self._thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(SystemExit))

    def leave(self, position: Position) -> None:
        self._questions.put(None)
