"""Connections: so many from one address, so many in all, and none for whoever never says what is wanted.

An open file is needed for each. A process that has run out of them can't read its tables either, so it stops
taking connections long before: they wait, or another process takes them.
"""

import asyncio
import logging
import socket
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

BESIDES = 100  # connections from one address, besides its streams
FILES_EACH = 2  # open files for a connection: itself, and what is sent
REQUEST_SECONDS = 30.0  # until a request must be there as a whole
HEAD_MAX = 64 * 1024  # bytes of a request besides its body
PAUSE = 0.1  # seconds until there may be room again
SILENCE = 1.0  # seconds between two lines of the log
BACKLOG = 2048  # connections that wait to be taken, if the system agrees
log = logging.getLogger("azulejos.web")


class Connections:
    """The open connections of this process, and how many there may be (0: any number).

    `is_proxy`: does an address speak for others? Then it may have any number of those in all.
    """

    def __init__(
        self, per_address: int = 0, in_all: int = 0, is_proxy: Callable[[str], bool] = lambda address: False
    ) -> None:
        self.per_address, self.in_all, self.is_proxy = per_address, in_all, is_proxy
        self._from: Counter[str] = Counter()
        self._refused = 0  # since that was said
        self._said = -SILENCE  # when something was

    def __len__(self) -> int:
        return self._from.total()

    @property
    def is_full(self) -> bool:
        return bool(self.in_all) and len(self) >= self.in_all

    def has_room_for(self, address: str) -> bool:
        """May there be one more from this address?"""
        return not self.per_address or self._from[address] < self.per_address or self.is_proxy(address)

    def enter(self, address: str) -> None:
        self._from[address] += 1

    def leave(self, address: str) -> None:
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]

    async def take(self, listening: socket.socket, protocol: Callable[[str], "Connection"]) -> None:
        """Take one connection after the other, for ever."""
        loop = asyncio.get_running_loop()
        listening.setblocking(False)
        while True:
            if self.is_full:
                self._say("no more connections are taken: %s are open", len(self))
                await asyncio.sleep(PAUSE)
                continue
            try:
                connection, (address, *_) = await loop.sock_accept(listening)
            except OSError as error:  # there are no files left after all, or whoever came has gone
                self._say("a connection can't be taken: %s", error)
                await asyncio.sleep(PAUSE)
                continue
            if self.has_room_for(address):
                await loop.connect_accepted_socket(partial(protocol, address), connection)
            else:
                connection.close()
                self._refuse(address)
                await asyncio.sleep(0)  # however many come, others are answered meanwhile

    def _refuse(self, address: str) -> None:
        self._refused += 1
        if self._say("connections refused: %s; the last one from %s", self._refused, address):
            self._refused = 0

    def _say(self, line: str, *facts: object) -> bool:
        """A line of the log, unless there has just been one."""
        now = time.monotonic()
        if now - self._said < SILENCE:
            return False
        self._said = now
        log.warning(line, *facts)
        return True


class Connection(HttpToolsProtocol):
    """One connection. Whoever takes too long to send a request, or begins none, loses it.

    So does whose request is too long apart from its body: the parser itself would take any length.
    """

    def __init__(self, among: Connections, address: str, **facts: Any) -> None:
        super().__init__(**facts)
        self.access_log = False  # it would have queries, which may hold secrets; the guard logs requests
        self.ws_protocol_class = None  # whatever is installed: websockets would pass the guard by
        self._among, self._address = among, address
        self._deadline: asyncio.TimerHandle | None = None
        self._head = 0  # bytes of an unfinished request, besides its body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._among.enter(self._address)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._among.leave(self._address)
        self._forget_deadline()

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD_MAX and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")
        self._watch()

    def on_headers_complete(self) -> None:
        """However much of it has come at once; the parser refuses what is raised here."""
        lines = (self.url, *(b"%b: %b\r\n" % header for header in self.headers))
        if sum(map(len, lines)) > HEAD_MAX:
            raise ValueError("the head of the request is too large")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._head = 0
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Whoever asks for another protocol is answered in this one, as HTTP has it, and is no news."""

    @property
    def _is_asked(self) -> bool:
        """Is there a whole request, and the answer is still missing?"""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def _watch(self) -> None:
        """As long as something is missing, the time that was set for it first counts."""
        if self._is_asked:
            self._forget_deadline()
        elif self._deadline is None and not self.transport.is_closing():
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
