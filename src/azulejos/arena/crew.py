"""Plays many games on any executor: processes of this machine, or a cluster."""

import sys
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from typing import Any

from azulejos.arena.fixtures import Fixture
from azulejos.arena.referee import Outcome, play, void
from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.processes import Processes, deaf_to_ctrl_c

TRIES = 2  # games that end their worker, alone, so often are given up
AHEAD = 4  # games handed out for each worker
LOOK = 0.2  # seconds between two looks at what has ended
CONNECT = 10.0  # seconds to reach a cluster


class Crew:
    """Who plays the games. A worker that dies takes no game with it: what it was playing is played again.

    `open_executor` makes an executor, anew if all its workers have died; `width` is how many games it is
    given at a time.
    """

    def __init__(self, open_executor: Callable[[], Executor], width: int) -> None:
        self._open = open_executor
        self._width = width
        self._executor: Executor | None = None
        self._running: dict[Future, Fixture] = {}
        self._by: Callable[[Fixture], Outcome] = play

    def __enter__(self) -> "Crew":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._stop()
        self._close()

    def _stop(self) -> None:
        """After an error nobody waits for games under way."""
        if isinstance(self._executor, Processes):
            self._executor.stop()
            return
        for future in self._running:
            future.cancel()

    def _close(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True)
            self._executor = None

    def play(self, fixtures: Iterable[Fixture], by: Callable[[Fixture], Outcome] = play) -> Iterator[Outcome]:
        """The outcomes, in the order in which games end. `by` is the function that plays one."""
        self._by = by
        rest = deque(fixtures)
        while rest:
            unfinished: list[Fixture] = []
            yield from self._play_until_death(rest, unfinished)
            if unfinished:
                self._close()
            for fixture in unfinished:
                yield self._play_alone(fixture)

    def _play_until_death(self, rest: deque[Fixture], unfinished: list[Fixture]) -> Iterator[Outcome]:
        """Play what is left as long as all workers live; what dead ones were playing goes to `unfinished`."""
        running = self._running = {}
        while running or (rest and not unfinished):
            while rest and not unfinished and len(running) < self._width:
                fixture = rest.popleft()
                try:
                    running[self._submit(fixture)] = fixture
                except BrokenExecutor:
                    unfinished.append(fixture)
            for future in _ended(running):
                fixture = running.pop(future)
                try:
                    yield self._result(future)
                except _deaths():
                    unfinished.append(fixture)

    def _play_alone(self, fixture: Fixture) -> Outcome:
        """A game that was under way when a worker died; if it was the reason, that will be seen now."""
        for _ in range(TRIES):
            try:
                (future,) = _ended([self._submit(fixture)])
                return self._result(future)
            except _deaths():
                self._close()
        return void(fixture, Message("the process that played it has died"))

    def _submit(self, fixture: Fixture) -> Future:
        if self._executor is None:
            with deaf_to_ctrl_c():
                self._executor = self._open()
        return self._executor.submit(self._by, fixture)

    def _result(self, future: Future) -> Outcome:
        try:
            return future.result()
        except CancelledError:
            raise OptionError(Message("the cluster has gone away; games that ended are kept")) from None


def _ended(futures: Collection[Future]) -> set[Future]:
    """Those that have ended, one at least if there are any. Ctrl-C is heard between two looks at them: an
    exception that came up while their locks are held would leave these locked, and who needs them waiting."""
    ended: set[Future] = set()
    while futures and not ended:
        with deaf_to_ctrl_c():
            ended = wait(futures, LOOK, FIRST_COMPLETED).done
    return ended


def _deaths() -> tuple[type[BaseException], ...]:
    """What is raised for a game whose worker has died."""
    cluster: Any = sys.modules.get("distributed")
    return (BrokenExecutor,) if cluster is None else (BrokenExecutor, cluster.KilledWorker)


# ------------------------------------------------------------------------------------------------
# Executors


def on_this_machine(jobs: int) -> Crew:
    """So many processes."""
    return Crew(lambda: Processes(jobs), AHEAD * jobs)


def on_cluster(address: str) -> Crew:
    """The workers of a Dask cluster, on which this package must be installed."""
    client, threads = connect(address)
    return _Cluster(client, AHEAD * threads)


def connect(address: str) -> tuple[Any, int]:
    """A Dask cluster, and how many can work there at a time."""
    from distributed import Client

    try:
        client = Client(address, timeout=CONNECT, set_as_default=False)
        return client, max(sum(client.nthreads().values()), 1)
    except (OSError, ValueError, TypeError) as error:
        reason = (str(error) or type(error).__name__).split("\n")[0]
        raise OptionError(
            Message("can't reach a cluster at {address}: {reason}", address=address, reason=reason)
        ) from None


class _Cluster(Crew):
    """A crew with a connection to close."""

    def __init__(self, client: Any, width: int) -> None:
        super().__init__(lambda: client.get_executor(pure=False), width)
        self._client = client

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        super().__exit__(kind)
        self._client.close()
