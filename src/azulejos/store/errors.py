"""What can go wrong with a database, and whether something may have been kept all the same."""

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, InternalError, OperationalError

from azulejos.core.message import Message

TROUBLE = (OperationalError, InterfaceError, InternalError)  # of the database, not of one request

# What databases say of a transaction, or of its commit, that they have surely not kept.
ABORTED = frozenset({"40001", "40P01"})  # PostgreSQL: it could not be put in order, deadlock
CONSTRAINTS = "23"  # PostgreSQL: the class of broken constraints, which may wait for the commit
UNDONE = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}
)
NO_ROOM = "53100"  # PostgreSQL: disk full


class StoreError(Exception):
    """The database can't be used, or refused to keep something; unless it is `Unsure`, nothing was kept."""

    def __init__(self, reason: Message | str) -> None:
        super().__init__(str(reason))
        self.reason = reason


class NoTable(StoreError):
    """There is no table of that name."""


class Stale(StoreError):
    """The log has grown since the caller last looked."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the last entry is {last}")
        self.last = last


class NoRoom(StoreError):
    """The disk is full; what is there can still be read."""

    def __init__(self) -> None:
        super().__init__(Message("there is no room left on the disk"))


class Unsure(StoreError):
    """The database was lost in the middle of a commit; who asks again with the same key will know."""

    def __init__(self) -> None:
        super().__init__(Message("the database was lost while saving; it is not known whether this was kept"))


def is_lost(error: Exception) -> bool:
    """Has the connection broken?"""
    return isinstance(error, DBAPIError) and error.connection_invalidated


def is_aborted(error: Exception) -> bool:
    """Did the transaction only come in the way of another one?"""
    return _state(error) in ABORTED


def is_undone(error: Exception) -> bool:
    """A commit has failed with this: is it certain that nothing was kept?"""
    state = _state(error)
    return is_aborted(error) or state.startswith(CONSTRAINTS) or _code(error) in UNDONE


def as_store_error(error: Exception) -> StoreError:
    """The same in our words."""
    if isinstance(error, Unsure):
        return Unsure()  # one for each who is told
    if _state(error) == NO_ROOM or _code(error) == sqlite3.SQLITE_FULL:
        return NoRoom()
    return error if isinstance(error, StoreError) else StoreError(reason_of(error))


def reason_of(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error)


def _state(error: Exception) -> str:
    """What PostgreSQL calls it, if it has said anything."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def _code(error: Exception) -> int | None:
    """What SQLite calls it, without the details of its higher bits."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
