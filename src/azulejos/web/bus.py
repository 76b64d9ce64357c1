"""What processes tell each other: that a table has gone on, and who is there.

It is only a hint. The store knows what happened, and whoever missed a hint finds out there, a little later.
"""

import asyncio
import contextlib
import json
import logging
import random
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from azulejos.core.message import Message
from azulejos.errors import OptionError
from azulejos.tables.bus import Bus, Heard, Silent

if TYPE_CHECKING:
    from redis.asyncio import Redis as Client
    from redis.asyncio.client import PubSub

EXAMPLE = "redis://localhost:6379/0"
WAITING_MAX = 1000  # messages that wait to be sent; more push out the oldest
SIZE_MAX = 16_384  # bytes of a message that is listened to
SHOWN = 80  # bytes of a message that is shown in the log
SILENCE = 10.0  # seconds without a word after which the server is asked whether it is there
CONNECTING = 3.0  # seconds
ANSWERING = 5.0  # seconds
PAUSE_MIN, PAUSE_MAX = 0.05, 2.0  # seconds between attempts to reach the server
STEADY = 5.0  # seconds after which a connection that breaks had been a good one
LAST_WORDS = 0.5  # seconds, when the bus is closed
ENDING = 0.1  # seconds until a task that has not ended is told again

log = logging.getLogger("azulejos.web")


def open_to(url: str | None) -> Bus:
    """The bus at an address; without one, a silent one."""
    return Silent() if url is None else Redis(url)


def check_url(url: str) -> None:
    """Could there be a Redis server at this address? It is not shown, since it may hold a password."""
    try:
        import redis.asyncio
    except ImportError:
        raise OptionError(Message("Redis needs more packages; install azulejos[network]")) from None
    try:
        redis.asyncio.ConnectionPool.from_url(url).make_connection()
    except (ValueError, TypeError, AttributeError, redis.RedisError):
        raise OptionError(
            Message("this is no address of a Redis server; one is {example}", example=EXAMPLE)
        ) from None


class Redis:
    """Messages through a Redis server, which may come and go."""

    is_shared = True

    def __init__(self, url: str) -> None:
        check_url(url)
        self._url = url
        self._sender = secrets.token_hex(8)
        self._waiting: deque[bytes] = deque(maxlen=WAITING_MAX)
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._client: Client | None = None
        self.is_hearing = False  # has the server agreed to tell us?

    async def open(self, heard: Heard) -> None:
        """It doesn't wait for the server."""
        self._client = client = _client(self._url)
        # Databases of one server share their channels, though nobody expects it.
        self._channel = f"azulejos:{client.connection_pool.connection_kwargs.get('db') or 0}"
        self._tasks = [
            asyncio.create_task(_again_and_again(lambda: self._listen(client, heard))),
            asyncio.create_task(_again_and_again(lambda: self._speak(client))),
        ]

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        try:
            told = json.dumps({"from": self._sender, "table": table_id, "message": message}).encode()
            _read(told)
        except (TypeError, ValueError, RecursionError) as error:
            log.error("a message about %s can't be told: %s", table_id, error)
            return
        self._waiting.append(told)
        self._woken.set()

    async def close(self) -> None:
        await _ended(self._tasks)
        self._tasks = []
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(*_failures(), TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await self._send(client)
            await client.aclose()

    # ------------------------------------------------------------------------------------------
    # Speaking

    async def _speak(self, client: "Client") -> None:
        while True:
            await self._send(client)
            self._woken.clear()
            if not self._waiting:
                await self._woken.wait()

    async def _send(self, client: "Client") -> None:
        """Send what is waiting. What could not be sent waits on, unless newer messages need its place."""
        while self._waiting:
            batch = list(self._waiting)
            self._waiting.clear()
            try:
                async with client.pipeline(transaction=False) as pipeline:
                    for told in batch:
                        pipeline.publish(self._channel, told)
                    await pipeline.execute()
            except BaseException:
                self._waiting = deque([*batch, *self._waiting], maxlen=WAITING_MAX)
                raise

    # ------------------------------------------------------------------------------------------
    # Listening

    async def _listen(self, client: "Client", heard: Heard) -> None:
        async with client.pubsub() as pubsub:
            try:
                await pubsub.subscribe(self._channel)
                while True:
                    self._take(await _word(pubsub), heard)
            finally:
                self.is_hearing = False

    def _take(self, word: dict[str, Any], heard: Heard) -> None:
        """A word of the server: that it has us on its list, that it is alive, or what somebody has told."""
        if word["type"] == "subscribe":
            self.is_hearing = True
            log.info("listening to what other processes tell")
        elif word["type"] == "message":
            self._hear(word["data"], heard)

    def _hear(self, data: bytes, heard: Heard) -> None:
        """Pass on what another process has told; what is no message of ours is left alone."""
        try:
            sender, table_id, message = _read(data)
        except ValueError as error:
            log.warning("a message that is not ours, %r: %s", data[:SHOWN], error)
            return
        if sender == self._sender:
            return
        try:
            heard(table_id, message)
        except Exception:  # whoever listens must not stop the next message
            log.exception("a message about %s has led to an error", table_id)


def _read(data: bytes) -> tuple[str, str, dict[str, Any]]:
    """Who tells what about which table. Anybody could have sent it."""
    if len(data) > SIZE_MAX:
        raise ValueError("it is too long")
    try:
        told = json.loads(data)
    except RecursionError:
        raise ValueError("it is too deep") from None
    if not isinstance(told, dict):
        raise ValueError("it is no object")
    sender, table_id, message = told.get("from"), told.get("table"), told.get("message")
    if not (isinstance(sender, str) and isinstance(table_id, str) and isinstance(message, dict)):
        raise ValueError("it lacks a sender, a table or a message")
    return sender, table_id, message


async def _word(pubsub: "PubSub") -> dict[str, Any]:
    """The next word of the server. If it says nothing for long, it is asked to, and it had better answer."""
    word = await pubsub.get_message(timeout=SILENCE)
    if word is None:
        await pubsub.ping()
        word = await pubsub.get_message(timeout=ANSWERING)
    if word is None:
        raise ConnectionError("the server says nothing any more")
    return word


def _client(url: str) -> "Client":
    """It tries everything once: we have our own way of trying again."""
    from redis.asyncio import Redis as Client
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return Client.from_url(
        url,
        socket_connect_timeout=CONNECTING,
        socket_timeout=ANSWERING,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
    )


def _failures() -> tuple[type[Exception], ...]:
    import redis

    return redis.RedisError, OSError


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel them until they end: `asyncio.wait_for`, by which the library sends, swallows it now and then.

    That was mended in Python 3.12.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=ENDING)


async def _again_and_again(work: Callable[[], Awaitable[None]]) -> None:
    """Do something that never ends by itself; whenever it fails, begin anew after a pause."""
    loop, failed = asyncio.get_running_loop(), 0
    while True:
        began = loop.time()
        try:
            await work()
        except Exception as error:  # a surprise of the library must not end it either
            failed = 1 if loop.time() - began > STEADY else failed + 1
            # One line for an outage, however long it is.
            log.log(logging.WARNING if failed == 1 else logging.DEBUG, "Redis can't be reached: %s", error)
            await asyncio.sleep(_pause(failed))


def _pause(failed: int) -> float:
    """Longer after every failure, and not the same in all processes."""
    longest = min(PAUSE_MAX, PAUSE_MIN * 2 ** min(failed, 10))
    return longest * random.uniform(0.5, 1)
