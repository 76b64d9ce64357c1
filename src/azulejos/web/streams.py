"""Server-sent events: pages that follow a table, each as light as can be."""

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from fastapi import Response
from starlette.types import Receive, Scope, Send

from azulejos.core.message import Message
from azulejos.errors import AzulejosError

PULSE = 20.0  # seconds between signs of life
BEATS = 20  # parts of a pulse: not all streams are told at once
PER_ADDRESS = 200  # streams; 0 for any number
IN_ALL = 5000
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # or a proxy may hold events back
)
BEGIN = b"retry: 1000\n\n"
SIGN_OF_LIFE = b": still here\n\n"


class TooMany(AzulejosError):
    """No more streams. `status` is HTTP's word for it."""

    def __init__(self, message: Message, status: int) -> None:
        super().__init__(message)
        self.status = status


class Followed(Protocol):
    """What streams tell about: a table, the number of its last entry and who follows it."""

    watchers: set[Any]

    @property
    def last(self) -> int: ...


def numbered(last: int, data: Any = None) -> bytes:
    """There is an entry of this number; with what is said of it, or the number alone."""
    return f"id: {last}\ndata: {json.dumps({'last': last} if data is None else data)}\n\n".encode()


def named(event: str, data: Any) -> bytes:
    """Something that is no entry, and that nobody has to catch up with."""
    return f"event: {event}\ndata: {json.dumps(data)}\n\n".encode()


class EventStream(Response):
    """Tells a page the number of the last entry, now and after every change.

    The task that the server has made for the request waits for the page to leave, nothing else; there is
    another one only while something is on its way. Meanwhile only the newest is kept: the last number,
    and the last event of each name. So whoever reads slowly, or not at all, costs no more than others.
    """

    def __init__(
        self,
        streams: "Streams",
        table: Followed,
        address: str,
        known: int,
        seats: tuple[int, ...] = (),
        news: Callable[[], Any] = lambda: None,
    ) -> None:
        streams.check(address)
        self.status_code, self.background = 200, None  # as the framework expects
        self.streams, self.table, self.address = streams, table, address
        self.seats = seats  # of whoever follows
        self._news_of_table = news  # what is told of it besides the number
        self.known = known  # the last number that the page has heard
        self.beat = 0  # when its pulse is, see `Streams`
        self._waiting: dict[str, bytes] = {}  # what is to be told besides, by its name
        self._is_ending = False
        self._telling: asyncio.Task | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._send = send
        await send({"type": "http.response.start", "status": 200, "headers": list(HEADERS)})
        self._waiting[""] = BEGIN
        self.table.watchers.add(self)
        self.streams.enter(self)
        try:
            self.wake()
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._leave()

    def _leave(self) -> None:
        self.table.watchers.discard(self)
        self.streams.leave(self)
        if self._telling is not None:
            self._telling.cancel()

    def wake(self) -> None:
        """There may be something to tell."""
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    def say(self, event: str, data: Any) -> None:
        """Tell an event that has a name; one of the same name that still waits is forgotten."""
        self._waiting[event] = named(event, data)
        self.wake()

    def pulse(self) -> None:
        """Show the page, and everything between here and there, that the stream is alive."""
        if self._telling is None:
            self._waiting[""] = SIGN_OF_LIFE
            self.wake()

    def end(self) -> None:
        """A proper end, after what is on its way."""
        self._is_ending = True
        self.wake()

    async def _tell(self) -> None:
        with contextlib.suppress(OSError):  # the page is gone, which `receive` will say
            while news := self._news():
                await self._send({"type": "http.response.body", "body": news, "more_body": True})
            if self._is_ending:
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})
                return  # as if still telling: nothing may follow
        self._telling = None

    def _news(self) -> bytes:
        """All that the page has not been told yet."""
        news = b"".join(self._waiting.values())
        self._waiting.clear()
        if self.table.last > self.known:
            self.known = self.table.last
            news += numbered(self.known, self._news_of_table())
        return news


class Streams:
    """All streams of this process: how many there may be, one clock for the pulse of all, and their end."""

    def __init__(
        self,
        per_address: int = PER_ADDRESS,
        in_all: int = IN_ALL,
        changed: Callable[[Any], None] = lambda table: None,
    ) -> None:
        self.per_address, self.in_all = per_address, in_all
        self.changed = changed  # called with a table that somebody begins or ceases to follow
        self._beats: list[set[EventStream]] = [set() for _ in range(BEATS)]
        self._from: Counter[str] = Counter()  # how many, by address
        self._now = 0  # the beat that comes next
        self._clock: asyncio.TimerHandle | None = None
        self._is_over = False

    def __len__(self) -> int:
        return self._from.total()

    def check(self, address: str) -> None:
        """May somebody at this address follow one table more?"""
        if self.per_address and self._from[address] >= self.per_address:
            raise TooMany(Message("too many pages follow tables from your address; close some of them"), 429)
        if self.in_all and len(self) >= self.in_all:
            raise TooMany(Message("too many pages follow tables now; try again in a moment"), 503)

    def enter(self, stream: EventStream) -> None:
        """A stream begins; its first pulse comes after the longest time."""
        stream.beat = (self._now - 1) % BEATS
        self._beats[stream.beat].add(stream)
        self._from[stream.address] += 1
        self.changed(stream.table)
        if self._is_over:
            stream.end()
        elif self._clock is None:
            self._wind()

    def leave(self, stream: EventStream) -> None:
        self.changed(stream.table)
        self._beats[stream.beat].discard(stream)
        self._from[stream.address] -= 1
        if not self._from[stream.address]:
            del self._from[stream.address]
        if not self._from and self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def end(self) -> None:
        """The server stops: every stream ends now, and new ones at once."""
        self._is_over = True
        for stream in self._all():
            stream.end()

    def _all(self) -> list[EventStream]:
        return [stream for streams in self._beats for stream in streams]

    def _wind(self) -> None:
        self._clock = asyncio.get_running_loop().call_later(PULSE / BEATS, self._tick)

    def _tick(self) -> None:
        for stream in self._beats[self._now]:
            stream.pulse()
        self._now = (self._now + 1) % BEATS
        self._wind()
