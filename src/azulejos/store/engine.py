"""How databases are reached: SQLite in a file, PostgreSQL at an address."""

import re
import sqlite3
import time
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from azulejos.core.message import Message
from azulejos.store.errors import StoreError

WRITES = "azulejos_writes"  # a mark on connections that will write
SQLITE, POSTGRESQL = "sqlite:///FILE", "postgresql://HOST/NAME"  # how addresses look
SECRET = re.compile("@|password", re.IGNORECASE)  # where this is, there may be one
POOL_SECONDS = 10  # to wait for a free connection
BUSY_SECONDS = 5  # to wait for another process's turn at a file

# A network that is gone without a word is noticed after some seconds, not after hours.
NETWORK: dict[str, Any] = {
    "connect_timeout": 5,  # seconds, as the next three
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,  # milliseconds
    "client_encoding": "utf8",
}
# A process that is frozen in the middle of a transaction loses its turn before those behind it give up.
SETTINGS = {
    "idle_in_transaction_session_timeout": "5s",
    "lock_timeout": "8s",
    "statement_timeout": "15s",
    "synchronous_commit": "on",
}


def open_engine(url: str) -> Engine:
    """Connections to a database; none is made yet."""
    parsed = _parsed(url)
    backend = parsed.get_backend_name() if parsed is not None else ""
    if parsed is not None and backend == "sqlite":
        return _sqlite(parsed)
    if parsed is not None and backend == "postgresql":
        return _postgresql(parsed)
    raise StoreError(Message("a database is named {file} or {server}", file=SQLITE, server=POSTGRESQL))


def _parsed(url: str) -> URL | None:
    """None: it is no address. What is wrong with it is not told, since that may be part of a password."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        return None


def shown_address(url: str) -> str:
    """A database's address as everybody may see it: without passwords."""
    parsed = _parsed(url)
    if parsed is None:
        return "…" if SECRET.search(url) else url
    hidden = [name for name in parsed.query if SECRET.search(name)]
    return parsed.difference_update_query(hidden).render_as_string(hide_password=True)


def _postgresql(url: URL) -> Engine:
    """What the address itself says counts more than what we would set."""
    url = url.set(drivername="postgresql+psycopg")
    ours = " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())
    options = f"{ours} {url.query.get('options', '')}".strip()
    missing = {name: value for name, value in NETWORK.items() if name not in url.query}
    url = url.difference_update_query(["options"])
    try:
        return create_engine(
            url, connect_args=missing | {"options": options}, pool_pre_ping=True, pool_timeout=POOL_SECONDS
        )
    except ImportError:
        raise StoreError(Message("PostgreSQL needs more packages; install azulejos[network]")) from None


def _sqlite(url: URL) -> Engine:
    """Write-ahead log, full synchronisation, and transactions that begin when we say so.

    A writer takes its turn among all processes before it looks, so that what it has seen stays true.
    """
    # Tables are looked at from several threads, and each would have a memory of its own.
    if url.database in (None, "", ":memory:"):
        raise StoreError(Message("tables can't be kept in memory; name a file"))
    engine = create_engine(url, pool_timeout=POOL_SECONDS)

    @event.listens_for(engine, "connect")
    def on_connect(connection, record):
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={1000 * BUSY_SECONDS}")
        _write_ahead(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection):
        is_writer = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Of several who begin on a new file together, SQLite refuses all but one at once; they ask again."""
    limit = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > limit:
                raise
            time.sleep(0.01)
        else:
            return
