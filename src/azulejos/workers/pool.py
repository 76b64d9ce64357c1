"""Worker processes: whatever thinks does so outside the program, with limits on time and memory.

A worker hears of jobs on its stdin and answers on its stdout. It ends when its stdin does, so it never
outlives the program, and nobody waits for it longer than was said: one that hangs is killed, one that has
died is replaced, and its job is tried once more.

Memory is limited where the system can do that: on Linux, by RLIMIT_DATA; elsewhere only time is.
"""

import asyncio
import contextlib
import logging
import math
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, BinaryIO

PROCESSES = 2
MEMORY = 512 * 2**20  # bytes of data that a worker may hold
NICENESS = 5  # the program goes first
STARTING = 60.0  # seconds that a new worker gets to say that it is there
GRACE = 10.0  # seconds beyond what a job should take
ATTEMPTS = 2
LENGTH = struct.Struct(">Q")  # of the message that follows
READY, ANSWER, FAILURE, REPORT = range(4)

log = logging.getLogger("azulejos.workers")


class Failed(Exception):
    """A job was not done, whoever tried it."""


class Lost(Exception):
    """A worker has died, was killed because it took too long, or could not do its job."""


# ------------------------------------------------------------------------------------------------
# In the program


class Worker:
    """A process that does one job after the other."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self._stdin, self._stdout = process, process.stdin, process.stdout

    @classmethod
    async def start(cls, memory: int) -> "Worker":
        beginning = asyncio.create_task(_process(memory))
        try:
            worker = cls(await asyncio.shield(beginning))
        except asyncio.CancelledError:  # asyncio waits for ever if that happens to it in the middle
            await cls(await beginning).end()
            raise
        try:
            await worker._hear(STARTING)
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def is_alive(self) -> bool:
        return self.process.returncode is None

    async def do(
        self, job: Callable[..., Any], arguments: tuple, seconds: float, heard: Callable[..., None] | None
    ) -> Any:
        """Have a job done in so many seconds. Whatever it reports meanwhile is handed on."""
        end = asyncio.get_running_loop().time() + seconds
        message = pickle.dumps((job, arguments, seconds, heard is not None))
        try:
            self._stdin.write(LENGTH.pack(len(message)) + message)
            await self._stdin.drain()
        except OSError as error:
            raise Lost(f"it is gone: {error}") from None
        while True:
            kind, content = await self._hear(end - asyncio.get_running_loop().time())
            if kind == ANSWER:
                return content
            if kind == FAILURE:
                raise Lost(content)
            if heard is not None:
                heard(*content)

    async def _hear(self, seconds: float) -> tuple[int, Any]:
        """The next message."""
        try:
            async with asyncio.timeout(seconds):
                return await self._message()
        except TimeoutError:
            raise Lost("it took too long") from None
        except (asyncio.IncompleteReadError, OSError):
            raise Lost("it has died") from None

    async def _message(self) -> tuple[int, Any]:
        (length,) = LENGTH.unpack(await self._stdout.readexactly(LENGTH.size))
        return pickle.loads(await self._stdout.readexactly(length))

    async def end(self) -> None:
        """Kill it, whatever it does, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self._stdin.close()
        await self.process.wait()


async def _process(memory: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", "from azulejos.workers import pool; pool.serve()", str(memory)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is meant for the program
        env=_environment(),
    )


def _environment() -> dict[str, str]:
    """A worker finds the modules that the program has found, and uses one core."""
    path = os.pathsep.join(filter(None, sys.path))
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**os.environ, **threads, "PYTHONPATH": path, "PYTHONSAFEPATH": "1"}


class Pool:
    """A few workers, each started when it is first needed."""

    def __init__(self, processes: int = PROCESSES, memory: int = MEMORY, grace: float = GRACE) -> None:
        self._memory, self._grace = memory, grace
        self._room = asyncio.Semaphore(processes)
        self._idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self.waiting = 0  # jobs that nobody has begun yet
        self._warming: dict[Any, asyncio.Task] = {}

    async def ask(
        self,
        job: Callable[..., Any],
        *arguments: Any,
        seconds: float = 0.0,
        heard: Callable[..., None] | None = None,
    ) -> Any:
        """What a job answers that should take so many seconds. It is named by its module and name.

        `heard` is called with whatever the job reports: then it is given a function `report` at the end.
        """
        reason = ""
        for _ in range(ATTEMPTS):
            self.waiting += 1
            try:
                await self._room.acquire()
            finally:
                self.waiting -= 1
            try:
                return await self._try(job, arguments, seconds + self._grace, heard)
            except Lost as lost:
                reason = str(lost)
                log.error("a worker was replaced that did %s: %s", job.__name__, reason)
            finally:
                self._room.release()
        raise Failed(reason)

    async def _try(
        self, job: Callable[..., Any], arguments: tuple, seconds: float, heard: Callable[..., None] | None
    ) -> Any:
        worker = await self._worker()
        try:
            answer = await worker.do(job, arguments, seconds, heard)
        except BaseException:
            self.workers.discard(worker)
            await worker.end()
            raise
        self._idle.append(worker)
        return answer

    async def _worker(self) -> Worker:
        """One that is idle, or a new one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_alive:
                return worker
            self.workers.discard(worker)
            await worker.end()
        try:
            worker = await Worker.start(self._memory)
        except OSError as error:
            raise Lost(f"no process can be started: {error}") from None
        self.workers.add(worker)
        return worker

    def warm(self, job: Callable[..., Any], *arguments: Any, times: int = 1) -> None:
        """Have something done once, while nobody waits for it; or by so many workers, if they are idle."""
        if arguments not in self._warming:
            self._warming[arguments] = asyncio.create_task(self._warm(job, arguments, times))

    async def _warm(self, job: Callable[..., Any], arguments: tuple, times: int) -> None:
        asked = [self.ask(job, *arguments, seconds=STARTING) for _ in range(times)]
        await asyncio.gather(*asked, return_exceptions=True)  # if it fails, that is said in the log

    async def close(self) -> None:
        """No worker outlives the pool."""
        for task in self._warming.values():
            task.cancel()
        await asyncio.gather(*self._warming.values(), return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self.workers))


# ------------------------------------------------------------------------------------------------
# In a worker


def serve() -> None:
    """The life of a worker."""
    heard, told = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # whatever is printed goes elsewhere
    limit_memory(int(sys.argv[1]))
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(heard, jobs), daemon=True).start()
    _tell(told, READY, None)
    while True:
        _tell(told, *_done(told, jobs.get()))


def limit_memory(most: int) -> None:
    """Refuse data beyond that, on systems that can."""
    try:
        import resource
    except ModuleNotFoundError:
        return
    with contextlib.suppress(OSError, ValueError):  # a stricter limit stands already
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _listen(heard: BinaryIO, jobs: "queue.SimpleQueue[bytes]") -> None:
    """Hear of jobs until the program has gone, also in the middle of one."""
    try:
        while header := heard.read(LENGTH.size):
            (length,) = LENGTH.unpack(header)
            jobs.put(heard.read(length))
    finally:
        os._exit(0)


def _done(told: BinaryIO, message: bytes) -> tuple[int, Any]:
    """Do a job. Should the program have gone and nothing else help, the time ends the process."""
    try:
        job, arguments, seconds, reports = pickle.loads(message)
        _set_alarm(math.ceil(2 * seconds) + 1)
        report = (lambda *content: _tell(told, REPORT, content),) if reports else ()
        return ANSWER, job(*arguments, *report)
    except Exception:
        return FAILURE, traceback.format_exc()
    finally:
        _set_alarm(0)


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def _tell(told: BinaryIO, kind: int, content: Any) -> None:
    message = pickle.dumps((kind, content))
    told.write(LENGTH.pack(len(message)) + message)
    told.flush()
