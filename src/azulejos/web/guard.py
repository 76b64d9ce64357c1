"""What every request passes: it is let in or refused, and its answer gets headers and a line of the log."""

import logging
import time
from typing import Any

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from azulejos.web import limits

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    b"content-security-policy": POLICY.encode(),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
}
BROKEN = 500  # what the server answers in place of what has raised
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
        except Exception:
            answer.is_broken()
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
            message = message | {"headers": _guarded(message.get("headers", ()))}
        await self.on(message)

    def is_broken(self) -> None:
        """Something has raised: unless an answer was begun, the server makes one."""
        if not self.is_begun:
            self._log(BROKEN)

    def _log(self, status: int) -> None:
        self.is_begun = True
        took = 1000 * (time.perf_counter() - self.began)
        log.info("%s %s %s %.1f ms", self.scope["method"], self.scope["path"], status, took)


def _guarded(headers: Any) -> list[tuple[bytes, bytes]]:
    """These headers and ours; what an answer says itself stays."""
    given = {name.lower() for name, _ in headers}
    return [*headers, *((name, value) for name, value in HEADERS.items() if name not in given)]
