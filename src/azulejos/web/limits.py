"""Who may ask, how much and how often."""

import time
from collections import OrderedDict
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from azulejos.record import SIZE_MAX

BODY_MAX = SIZE_MAX + 1000
PER_SECOND = 100.0  # requests that write, from one address, in the long run
BURST = 300.0
ADDRESSES_MAX = 10_000

_buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()


def refusal(request: Request) -> Response | None:
    """Why a request is not let in, or None."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if not is_same_origin(request):
        return _answer(403, "this request comes from another site")
    length = request.headers.get("content-length", "")
    if not length.isdigit():
        return _answer(411, "the length of the request is missing")
    if int(length) > BODY_MAX:
        return _answer(413, f"the request is larger than {BODY_MAX} bytes")
    if not takes_token(request.client.host if request.client else ""):
        return _answer(429, "too many requests; wait a moment")
    return None


def is_same_origin(request: Request) -> bool:
    """A browser says where a page that writes comes from; programs say nothing."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def takes_token(address: str) -> bool:
    """A bucket of tokens for each address, filled steadily."""
    now = time.monotonic()
    tokens, then = _buckets.pop(address, (BURST, now))
    tokens = min(BURST, tokens + (now - then) * PER_SECOND)
    _buckets[address] = (max(0.0, tokens - 1), now)
    while len(_buckets) > ADDRESSES_MAX:
        _buckets.popitem(last=False)
    return tokens >= 1


def _answer(code: int, reason: str) -> Response:
    headers = {"Retry-After": "1"} if code == 429 else {}
    return JSONResponse({"error": reason}, status_code=code, headers=headers)
