"""The log of each table: written by one thread of each process, many requests in one commit, never half."""

import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, tuple_, update
from sqlalchemy.exc import SQLAlchemyError

from azulejos.store.engine import WRITES, open_engine
from azulejos.store.entry import Entry
from azulejos.store.errors import NoTable, Stale, as_store_error
from azulejos.store.migrating import prepare
from azulejos.store.schema import entries, is_finished, is_open, keys, prints, tables
from azulejos.store.writer import Work, Writer

ASKED_AT_ONCE = 500  # numbers of a question


@dataclass(frozen=True)
class Appended:
    """What became of a request: its entries, and whether it had been answered before."""

    first: int
    last: int
    is_repeated: bool


@dataclass(frozen=True)
class TableFacts:
    """A table without its log."""

    id: str
    created: float
    game: dict[str, Any]
    origin: dict[str, Any] | None
    last: int
    is_public: bool
    finished: float | None


class Store:
    """A database of tables, which other processes may use as well.

    Writing goes through one thread; a future is done after the commit. What fails is a `StoreError`.
    """

    def __init__(self, url: str) -> None:
        try:
            self._engine = open_engine(url)
            writing = self._engine.execution_options(**{WRITES: True})
            self._prepare(writing)
        except SQLAlchemyError as error:
            raise as_store_error(error) from error
        self._writer = Writer(writing)

    def _prepare(self, writing: Engine) -> None:
        try:
            with writing.begin() as connection:
                prepare(connection)
        except Exception:
            self._engine.dispose()  # nobody will ever close this store
            raise

    def close(self) -> None:
        """Finish what has been asked, then stop."""
        self._writer.close()
        self._engine.dispose()

    # ------------------------------------------------------------------------------------------
    # Reading

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise as_store_error(error) from error

    def facts(self, table_id: str) -> TableFacts:
        with self._reading() as connection:
            return _facts(connection, table_id)

    def newest(self, count: int) -> list[TableFacts]:
        """The tables that were opened last."""
        return self._found(select(tables).order_by(tables.c.created.desc()).limit(count))

    def open_tables(self, count: int) -> list[TableFacts]:
        """The public tables whose game goes on, those that were opened last first."""
        newest = (tables.c.created.desc(), tables.c.id.desc())
        return self._found(select(tables).where(is_open).order_by(*newest).limit(count))

    def finished_tables(self, after: tuple[float, str] | None, count: int) -> list[TableFacts]:
        """The public tables whose game has ended, in that order, so many at a time.

        `after`: when the last one that is known has finished, and its id; None to begin.
        """
        order = tuple_(tables.c.finished, tables.c.id)
        query = select(tables).where(is_finished).order_by(*order).limit(count)
        return self._found(query if after is None else query.where(order > tuple_(*after)))

    def _found(self, query: Select) -> list[TableFacts]:
        with self._reading() as connection:
            return [TableFacts(**row) for row in connection.execute(query).mappings()]

    def lasts(self, ids: Collection[str]) -> dict[str, int]:
        """The number of the last entry of each of these tables that exists."""
        with self._reading() as connection:
            query = select(tables.c.id, tables.c.last).where(tables.c.id.in_(ids))
            return {row.id: row.last for row in connection.execute(query)}

    def log(self, table_id: str, after: int = 0, count: int | None = None) -> list[Entry]:
        """The entries of a table that come after a number, all or so many."""
        query = (
            select(entries.c.number, entries.c.kind, entries.c.body, entries.c.created)
            .where(entries.c.table_id == table_id, entries.c.number > after)
            .order_by(entries.c.number)
            .limit(count)
        )
        with self._reading() as connection:
            return [Entry(**row) for row in connection.execute(query).mappings()]

    def knows(self, marks: Collection[int]) -> bool:
        """Is one of these a print that a table has left?"""
        with self._reading() as connection:
            asked = list(marks)
            parts = (asked[at : at + ASKED_AT_ONCE] for at in range(0, len(asked), ASKED_AT_ONCE))
            found = (select(prints.c.print).where(prints.c.print.in_(part)).limit(1) for part in parts)
            return any(connection.scalar(query) is not None for query in found)

    # ------------------------------------------------------------------------------------------
    # Writing

    def create(
        self,
        table_id: str,
        game: dict[str, Any],
        origin: dict[str, Any] | None,
        log: Sequence[Entry],
        is_public: bool = False,
        finished: bool = False,
        marks: Collection[int] = (),
    ) -> Future[Appended]:
        """Open a table with its first entries. `finished`: they are a whole game. `marks`: its prints."""

        def work(connection: Connection) -> Appended:
            now = time.time()
            facts = {"id": table_id, "created": now, "game": game, "origin": origin, "last": 0}
            facts |= {"is_public": is_public, "finished": now if finished else None}
            connection.execute(insert(tables).values(**facts))
            _leave(connection, table_id, marks)
            return _append(connection, table_id, 0, log)

        return self._ask(work, table_id)

    def append(
        self,
        table_id: str,
        after: int,
        log: Sequence[Entry],
        key: str,
        finished: bool | None = None,
        marks: Collection[int] | None = None,
    ) -> Future[Appended]:
        """Add entries after the last known one, all or none. The same key again changes nothing.

        Without entries it only asks whether the key is known.
        `finished`: has the game ended with them? `marks`: the prints that are left. None: as before.
        """

        def work(connection: Connection) -> Appended:
            # The table is locked first: of two processes with the same key, the second finds it.
            last = _lock(connection, table_id)
            known = connection.execute(
                select(keys.c.first, keys.c.last).where(keys.c.table_id == table_id, keys.c.key == key)
            ).first()
            if known is not None:
                return Appended(known.first, known.last, is_repeated=True)
            if last != after or not log:
                raise Stale(last)
            appended = _append(connection, table_id, last, log)
            if finished is not None:
                _mark(connection, table_id, finished)
            if marks is not None:
                connection.execute(delete(prints).where(prints.c.table_id == table_id))
                _leave(connection, table_id, marks)
            numbers = {"first": appended.first, "last": appended.last}
            connection.execute(insert(keys).values(table_id=table_id, key=key, **numbers))
            return appended

        return self._ask(work, table_id)

    def _ask(self, work: Work, table_id: str = "") -> Future[Any]:
        return self._writer.ask(work, table_id)


def _facts(connection: Connection, table_id: str) -> TableFacts:
    _check_name(table_id)
    row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().first()
    if row is None:
        raise NoTable(table_id)
    return TableFacts(**row)


def _lock(connection: Connection, table_id: str) -> int:
    """The number of the last entry, which nobody else changes until the transaction ends.

    SQLite has one writer at a time anyway.
    """
    _check_name(table_id)
    last = connection.scalar(select(tables.c.last).where(tables.c.id == table_id).with_for_update())
    if last is None:
        raise NoTable(table_id)
    return last


def _check_name(table_id: str) -> None:
    """No id of ours looks like this, and some could not even be looked for."""
    if not (table_id.isascii() and table_id.isprintable()):
        raise NoTable(table_id)


def _append(connection: Connection, table_id: str, last: int, log: Sequence[Entry]) -> Appended:
    now = time.time()
    rows = [
        {"table_id": table_id, "number": number, "kind": entry.kind, "body": entry.body}
        | {"created": entry.created or now}
        for number, entry in enumerate(log, start=last + 1)
    ]
    if rows:
        connection.execute(insert(entries), rows)
    connection.execute(update(tables).where(tables.c.id == table_id).values(last=last + len(rows)))
    return Appended(last + 1, last + len(rows), False)


def _leave(connection: Connection, table_id: str, marks: Collection[int]) -> None:
    if marks:
        connection.execute(insert(prints), [{"table_id": table_id, "print": mark} for mark in marks])


def _mark(connection: Connection, table_id: str, finished: bool) -> None:
    """A game that has ended before keeps its time, and its place among the others."""
    when = func.coalesce(tables.c.finished, time.time()) if finished else None
    connection.execute(update(tables).where(tables.c.id == table_id).values(finished=when))
