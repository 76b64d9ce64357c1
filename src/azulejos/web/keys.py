"""Who holds a seat: secrets, of which the log keeps only a hash, and the cookie that carries them."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping

from fastapi import Request, Response

COOKIE = "azulejos_seats"
SECRET_BYTES = 24
YEAR = 365 * 24 * 3600
HELD = re.compile(r"(\d)\.([A-Za-z0-9_-]{20,64})")


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """What is kept of a secret. It is random and long: nothing is gained by a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, kept: str | None) -> bool:
    """Is this the secret of which a hash was kept?"""
    return kept is not None and hmac.compare_digest(hash_of(secret), kept)


def in_cookie(request: Request) -> dict[int, str]:
    """The secrets that a browser sends with a request, by seat."""
    return {int(seat): secret for seat, secret in HELD.findall(request.cookies.get(COOKIE, ""))}


def token_of(request: Request) -> str | None:
    """The token that a program sends with a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def proofs(request: Request) -> frozenset[str]:
    """The hashes of all secrets that come with a request."""
    token = token_of(request)
    shown = [*in_cookie(request).values(), *([token] if token is not None else [])]
    return frozenset(map(hash_of, shown))


def keep(request: Request, response: Response, table_id: str, held: Mapping[int, str]) -> None:
    """Let a browser hold these seats of a table, and no others.

    Only requests about this table carry the cookie, no script can read it, and no other site can send it.
    """
    response.set_cookie(
        COOKIE,
        "~".join(f"{seat}.{secret}" for seat, secret in sorted(held.items())),
        max_age=YEAR,
        path=f"/api/tables/{table_id}",
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
