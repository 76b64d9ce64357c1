"""Who may ask, how much and how often."""

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from azulejos import tell
from azulejos.core.message import Message
from azulejos.record import SIZE_MAX
from azulejos.web.hosts import asked_host
from azulejos.web.show import language_of

BODY_MAX = SIZE_MAX + 1000
PER_SECOND = 100.0  # requests of the API from one address, in the long run; 0 for any number
STREAMS, EVENT_STREAM = ("/events", "/positions"), "text/event-stream"
BURST = 300.0
SEAT_SHARE = 0.2  # of rate and burst, for one seat: a house of friends has one address and many seats
SEATS_COOKIE = "azulejos_seats"
ADDRESSES_MAX = 10_000

_buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()


def seat_of(request: Request) -> str | None:
    """The bucket of whoever shows a secret of a seat, named by its hash; None for everybody else."""
    secret = request.headers.get("authorization") or request.cookies.get(SEATS_COOKIE)
    return f"seat {hashlib.sha256(secret.encode()).hexdigest()}" if secret else None


SeatOf = Callable[[Request], str | None]


def refusal(request: Request, seat_of: SeatOf = seat_of) -> Response | None:
    """Why a request is not let in, or None. `seat_of` names the bucket of a seat."""
    if (stranger := _wrong_host(request)) is not None:
        return stranger
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return _too_often(request, seat_of) if is_costly(request) else None
    if not is_same_origin(request):
        return answer(request, 403, Message("this request comes from another site"))
    length = request.headers.get("content-length", "")
    if not re.fullmatch("[0-9]+", length) or "transfer-encoding" in request.headers:
        return answer(request, 411, Message("the length of the request is missing"))
    if len(length) > len(str(BODY_MAX)) or int(length) > BODY_MAX:
        return answer(request, 413, Message("the request is larger than {most} bytes", most=BODY_MAX))
    return _too_often(request, seat_of)


def is_costly(request: Request) -> bool:
    """Is there more to do than to send a file? Streams have limits of their own."""
    return request.url.path.startswith("/api/") and not asks_for_stream(request)


def asks_for_stream(request: Request) -> bool:
    """Does somebody want to be told again and again?"""
    return request.url.path.endswith(STREAMS) and EVENT_STREAM in request.headers.get("accept", "")


def _too_often(request: Request, seat_of: SeatOf) -> Response | None:
    rate = request.app.state.rate
    if not rate or (takes_token(address_of(request), rate) and _seat_may(seat_of(request), rate)):
        return None
    return answer(request, 429, Message("too many requests; wait a moment"))


def _seat_may(seat: str | None, rate: float) -> bool:
    return seat is None or takes_token(seat, SEAT_SHARE * rate, SEAT_SHARE * BURST)


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def _wrong_host(request: Request) -> Response | None:
    """A server answers to the names it was started for, or any site could reach it."""
    host = asked_host(request)
    if host is None:
        return answer(
            request, 400, Message("the Host header must be one name or address, with or without a port")
        )
    if request.app.state.hosts.include(host):
        return None
    return answer(
        request, 421, Message("this server does not answer to {host}; --allowed-host makes it", host=host)
    )


def is_same_origin(request: Request) -> bool:
    """A browser says where a page that writes comes from; programs say nothing."""
    origin = request.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # no address at all
        return False


def takes_token(key: str, per_second: float, burst: float | None = None) -> bool:
    """A bucket of tokens for each address and each seat, filled steadily."""
    most = BURST if burst is None else burst
    now = time.monotonic()
    tokens, then = _buckets.pop(key, (most, now))
    tokens = min(most, tokens + (now - then) * per_second)
    _buckets[key] = (max(0.0, tokens - 1), now)
    while len(_buckets) > ADDRESSES_MAX:
        _buckets.popitem(last=False)
    return tokens >= 1


def answer(request: Request, code: int, reason: Message) -> Response:
    """What is wrong, in the language of who asks, and whether it may be tried again."""
    headers = {"Retry-After": "1"} if code in (429, 503) else {}
    sentence = tell.words(language_of(request)).say(reason)
    return JSONResponse({"error": sentence}, status_code=code, headers=headers)
