"""Who may ask, how much and how often."""

import re
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from azulejos import tell
from azulejos.core.message import Message
from azulejos.record import SIZE_MAX
from azulejos.web.show import language_of

LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))
BODY_MAX = SIZE_MAX + 1000
PER_SECOND = 100.0  # requests that write or cost much, from one address, in the long run; 0 for any number
COSTLY = ("/hint", "/alternatives", "/review")
BURST = 300.0
ADDRESSES_MAX = 10_000

_buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()


def refusal(request: Request) -> Response | None:
    """Why a request is not let in, or None."""
    if not is_known_host(request):
        return _answer(request, 421, Message("this address is not served here"))
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return _too_often(request) if request.url.path.endswith(COSTLY) else None
    if not is_same_origin(request):
        return _answer(request, 403, Message("this request comes from another site"))
    length = request.headers.get("content-length", "")
    if not re.fullmatch("[0-9]+", length) or "transfer-encoding" in request.headers:
        return _answer(request, 411, Message("the length of the request is missing"))
    if len(length) > len(str(BODY_MAX)) or int(length) > BODY_MAX:
        return _answer(request, 413, Message("the request is larger than {most} bytes", most=BODY_MAX))
    return _too_often(request)


def _too_often(request: Request) -> Response | None:
    address = request.client.host if request.client else ""
    rate = request.app.state.rate
    if rate and not takes_token(address, rate):
        return _answer(request, 429, Message("too many requests; wait a moment"))
    return None


def is_known_host(request: Request) -> bool:
    """A server for this machine answers to this machine's names only, or any site could reach it."""
    hosts = request.app.state.hosts
    try:
        return hosts is None or request.url.hostname in hosts
    except ValueError:  # no address at all
        return False


def is_same_origin(request: Request) -> bool:
    """A browser says where a page that writes comes from; programs say nothing."""
    origin = request.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == request.headers.get("host")
    except ValueError:  # no address at all
        return False


def takes_token(address: str, per_second: float) -> bool:
    """A bucket of tokens for each address, filled steadily."""
    now = time.monotonic()
    tokens, then = _buckets.pop(address, (BURST, now))
    tokens = min(BURST, tokens + (now - then) * per_second)
    _buckets[address] = (max(0.0, tokens - 1), now)
    while len(_buckets) > ADDRESSES_MAX:
        _buckets.popitem(last=False)
    return tokens >= 1


def _answer(request: Request, code: int, reason: Message) -> Response:
    headers = {"Retry-After": "1"} if code == 429 else {}
    sentence = tell.words(language_of(request)).say(reason)
    return JSONResponse({"error": sentence}, status_code=code, headers=headers)
