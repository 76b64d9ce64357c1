"""Several processes that do the same work: whoever dies is replaced, and all of them end together."""

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

from azulejos.processes import deaf_to_ctrl_c

ENDING = 10.0  # seconds that processes get to end
QUICK = 5.0  # seconds: who dies sooner than that has never been well
PAUSE_MIN, PAUSE_MAX = 0.1, 2.0  # seconds until the next attempt, if the one before was not well either
SIGNALS = (signal.SIGINT, signal.SIGTERM)
log = logging.getLogger("azulejos.web")


@dataclass
class Place:
    """Where one process works, and after it the next."""

    process: BaseProcess | None = None
    began: float = 0.0
    failed: int = 0  # processes in a row that have not been well
    due: float = 0.0  # when the next may begin


class Crew:
    """So many processes, each of which does `work(*arguments)` until it is told to end by SIGTERM."""

    def __init__(self, count: int, work: Callable[..., None], *arguments: Any) -> None:
        self._places = [Place() for _ in range(count)]
        self._how = (work, *arguments)
        self._spawn = multiprocessing.get_context("spawn")
        self._told, self._tell = self._spawn.Pipe(duplex=False)  # a signal has come
        self._signals: list[int] = []

    def run(self) -> None:
        """Until SIGINT or SIGTERM, which then means to this process what it always does."""
        with self._heeding():
            try:
                while not self._signals:
                    self._fill_places()
                    wait([self._told, *self._sentinels()], self._until_next())
                    self._look_around()
            finally:
                self._end()
        if self._signals:
            signal.raise_signal(self._signals[0])

    @contextlib.contextmanager
    def _heeding(self) -> Iterator[None]:
        before = {number: signal.signal(number, self._hear) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _hear(self, number: int, frame: Any) -> None:
        self._signals.append(number)
        self._tell.send_bytes(b"!")

    # ------------------------------------------------------------------------------------------
    # Places

    def _sentinels(self) -> list[int]:
        return [place.process.sentinel for place in self._places if place.process is not None]

    def _until_next(self) -> float | None:
        """Seconds until a process may begin; None if none is missing."""
        due = [place.due for place in self._places if place.process is None]
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _fill_places(self) -> None:
        now = time.monotonic()
        for place in self._places:
            if place.process is None and place.due <= now and not self._signals:
                place.process, place.began = self._started(), now
                log.info("server process %s has begun", place.process.pid)

    def _started(self) -> BaseProcess:
        process = self._spawn.Process(target=_work, args=self._how)
        with deaf_to_ctrl_c():
            process.start()
        return process

    def _look_around(self) -> None:
        """Who has died makes room for the next, at once unless the one before was not well either."""
        now = time.monotonic()
        for place in self._places:
            if place.process is None or place.process.exitcode is None:
                continue
            if not self._signals:
                log.error("server process %s has ended: %s", place.process.pid, place.process.exitcode)
            place.failed = place.failed + 1 if now - place.began < QUICK else 0
            place.due = now + _pause(place.failed)
            place.process.close()
            place.process = None

    def _end(self) -> None:
        """Ask all to end; at the second signal, or after a while, make them."""
        for place in self._places:
            if place.process is not None:
                place.process.terminate()
        limit = time.monotonic() + ENDING
        while (sentinels := self._sentinels()) and len(self._signals) < 2 and time.monotonic() < limit:
            wait([self._told, *sentinels], max(0.0, limit - time.monotonic()))
            if self._told.poll():
                self._told.recv_bytes()
            self._look_around()
        for place in self._places:
            if place.process is not None:
                place.process.kill()
                place.process.join()


def _pause(failed: int) -> float:
    return 0.0 if failed < 2 else min(PAUSE_MAX, PAUSE_MIN * 2 ** min(failed, 10))


# ------------------------------------------------------------------------------------------------
# In a process of the crew


def _work(work: Callable[..., None], *arguments: Any) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(*arguments)


def _end_with_parent() -> None:
    """Nobody works on when whoever replaces the dead has died, however that came."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
