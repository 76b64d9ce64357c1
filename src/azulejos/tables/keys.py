"""Who holds a seat: secrets, of which the log keeps only a hash."""

import hashlib
import hmac
import secrets

SECRET_BYTES = 24


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """What is kept of a secret. It is random and long: nothing is gained by a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, kept: str | None) -> bool:
    """Is this the secret of which a hash was kept?"""
    return kept is not None and hmac.compare_digest(hash_of(secret), kept)
