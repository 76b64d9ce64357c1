"""What every request passes: it is let in or refused, and its answer gets headers and a line of the log."""

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from fastapi import Request
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from azulejos.core.message import Message
from azulejos.web import limits

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
ALONE = "default-src 'none'; frame-ancestors 'none'"  # of what is no page: nothing comes along with it
HEADERS = {b"x-content-type-options": b"nosniff", b"referrer-policy": b"no-referrer"}
# Of the API: who may see it can change at any time. Of pages: they are asked for again.
ANSWERED = HEADERS | {b"content-security-policy": ALONE.encode(), b"cache-control": b"no-store"}
SHOWN = HEADERS | {
    b"content-security-policy": POLICY.encode(),
    b"cross-origin-opener-policy": b"same-origin",
    b"cache-control": b"no-cache",
}
BROKEN = 500  # what the server answers in place of what has raised
GONE = 499  # in the log, of whoever has gone before the request was there: nobody is answered
log = logging.getLogger("azulejos.web")


class Guard:
    """Origin, size and rate are checked before anything is read; every answer is logged when it begins.

    The log has the path alone: queries and headers may hold secrets.
    `seat_of`: names the bucket of whoever holds a seat, see `limits.seat_of`.
    It is plain ASGI: one more task for each request is much for a stream that stays open for hours.
    """

    def __init__(self, app: ASGIApp, seat_of: limits.SeatOf = limits.seat_of) -> None:
        self.app = app
        self.seat_of = seat_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = Answer(scope, send)
        try:
            await self._way(scope)(scope, receive, answer.send)
        except ClientDisconnect:
            answer.end_with(GONE)
        except asyncio.CancelledError:  # the server stops, and has waited as long as it does
            if not answer.is_begun:
                await _stopping(scope)(scope, receive, answer.send)
        except Exception:
            answer.end_with(BROKEN)
            raise

    def _way(self, scope: Scope) -> ASGIApp:
        """Where a request goes: on, or to its refusal."""
        refusal = limits.refusal(Request(scope), self.seat_of)
        return self.app if refusal is None else refusal


class Answer:
    """An answer on its way out."""

    __slots__ = ("began", "is_begun", "on", "scope")

    def __init__(self, scope: Scope, on: Send) -> None:
        self.scope, self.on = scope, on
        self.began = time.perf_counter()
        self.is_begun = False

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self._log(message["status"])
            ours = ANSWERED if self.scope["path"].startswith("/api/") else SHOWN
            message = message | {"headers": _guarded(message.get("headers", ()), ours)}
        await self.on(message)

    def end_with(self, status: int) -> None:
        """Nothing more comes from here: unless an answer was begun, this is what came of it."""
        if not self.is_begun:
            self._log(status)

    def _log(self, status: int) -> None:
        self.is_begun = True
        took = 1000 * (time.perf_counter() - self.began)
        log.info("%s %s %s %.1f ms", self.scope["method"], self.scope["path"], status, took)


def _stopping(scope: Scope) -> ASGIApp:
    return limits.answer(Request(scope), 503, Message("the server is being stopped; try again in a moment"))


def _guarded(headers: Any, ours: Mapping[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    """These headers and ours; what an answer says itself stays."""
    given = {name.lower() for name, _ in headers}
    return [*headers, *((name, value) for name, value in ours.items() if name not in given)]
