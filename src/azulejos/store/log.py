"""The log of each table: written by one thread, many requests in one commit, never half."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, create_engine, func, insert, inspect, make_url, select, update
from sqlalchemy.exc import SQLAlchemyError

from azulejos.core.message import Message
from azulejos.store.schema import (
    SCHEMA,
    WRITES,
    entries,
    keys,
    metadata,
    prepare_sqlite,
    schema,
    tables,
)

BATCH_MAX = 256  # requests that share a commit, at most


class StoreError(Exception):
    """The database can't be used, or refused to keep something; nothing was kept."""

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


@dataclass(frozen=True)
class Entry:
    """One line of a table's log: a choice, an undo, who sits where, what somebody is called."""

    kind: str
    body: dict[str, Any]
    number: int = 0  # given by the store
    created: float = field(default=0.0, compare=False)


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


@dataclass
class _Job:
    work: Callable[[Connection], Any]
    answer: Future[Any]


class Store:
    """A database of tables. Writing goes through one thread; a future is done after the commit."""

    def __init__(self, url: str) -> None:
        try:
            _check_url(url)
            self._engine = create_engine(url)
            if self._engine.dialect.name == "sqlite":
                prepare_sqlite(self._engine)
            self._writing = self._engine.execution_options(**{WRITES: True})
            self._check_schema()
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(_reason(error)) from error
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="azulejos-writer", daemon=True)
        self._writer.start()

    def _check_schema(self) -> None:
        """Look before anything is made: a database of another version is left as it is."""
        with self._writing.begin() as connection:
            is_ours = inspect(connection).has_table(schema.name)
            found = connection.scalar(select(func.max(schema.c.number))) if is_ours else None
            if found not in (None, SCHEMA):
                raise StoreError(
                    Message("it has schema {found}, this program needs {needed}", found=found, needed=SCHEMA)
                )
            metadata.create_all(connection)
            change = insert(schema) if found is None else update(schema)
            connection.execute(change.values(number=SCHEMA))  # fails where nothing can be written

    def close(self) -> None:
        """Finish what has been asked, then stop."""
        self._jobs.put(None)
        self._writer.join()
        self._engine.dispose()

    # ------------------------------------------------------------------------------------------
    # Reading

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise StoreError(_reason(error)) from error

    def facts(self, table_id: str) -> TableFacts:
        with self._reading() as connection:
            return _facts(connection, table_id)

    def newest(self, count: int) -> list[TableFacts]:
        """The tables that were opened last."""
        query = select(tables).order_by(tables.c.created.desc()).limit(count)
        with self._reading() as connection:
            return [TableFacts(**row) for row in connection.execute(query).mappings()]

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

    # ------------------------------------------------------------------------------------------
    # Writing

    def create(
        self, table_id: str, game: dict[str, Any], origin: dict[str, Any] | None, log: Sequence[Entry]
    ) -> Future[None]:
        """Open a table with its first entries."""

        def work(connection: Connection) -> None:
            facts = {"id": table_id, "created": time.time(), "game": game, "origin": origin, "last": 0}
            connection.execute(insert(tables).values(**facts))
            _append(connection, table_id, 0, log)

        return self._ask(work)

    def append(self, table_id: str, after: int, log: Sequence[Entry], key: str) -> Future[Appended]:
        """Add entries after the last known one, all or none. The same key again changes nothing.

        Without entries it only asks whether the key is known.
        """

        def work(connection: Connection) -> Appended:
            known = connection.execute(
                select(keys.c.first, keys.c.last).where(keys.c.table_id == table_id, keys.c.key == key)
            ).first()
            if known is not None:
                return Appended(known.first, known.last, is_repeated=True)
            last = _facts(connection, table_id).last
            if last != after or not log:
                raise Stale(last)
            new_last = _append(connection, table_id, last, log)
            numbers = {"first": last + 1, "last": new_last}
            connection.execute(insert(keys).values(table_id=table_id, key=key, **numbers))
            return Appended(**numbers, is_repeated=False)

        return self._ask(work)

    def _ask(self, work: Callable[[Connection], Any]) -> Future[Any]:
        job = _Job(work, Future())
        self._jobs.put(job)
        return job.answer

    def _write_all(self) -> None:
        """Take what is waiting, do it in one transaction, then answer."""
        is_open = True
        while is_open:
            batch: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == BATCH_MAX or self._jobs.empty():
                    break
                job = self._jobs.get()
            is_open = job is not None
            if batch:
                self._write(batch)

    def _write(self, batch: list[_Job]) -> None:
        """Do these jobs, less those that nobody waits for any more, and keep them with one commit."""
        batch = [job for job in batch if job.answer.set_running_or_notify_cancel()]
        answers: list[Callable[[], None]] = []
        try:
            with self._writing.begin() as connection:
                for job in batch:
                    answers.append(_done(connection, job))
        except Exception as error:  # whatever it is, the next batch must find the writer at work
            for job in batch:
                job.answer.set_exception(StoreError(_reason(error)))
            return
        for answer in answers:
            answer()


def _done(connection: Connection, job: _Job) -> Callable[[], None]:
    """Do one job of a transaction; how to answer it once the transaction is kept."""
    try:
        with connection.begin_nested():
            result = job.work(connection)
    except Exception as error:  # one bad request does not spoil the others
        reason = error if isinstance(error, StoreError) else StoreError(_reason(error))
        return lambda: job.answer.set_exception(reason)
    return lambda: job.answer.set_result(result)


def _check_url(url: str) -> None:
    """Tables are looked at from several threads, and each would have a memory of its own."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:"):
        raise StoreError(Message("tables can't be kept in memory; name a file"))


def _facts(connection: Connection, table_id: str) -> TableFacts:
    row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().first()
    if row is None:
        raise NoTable(table_id)
    return TableFacts(**row)


def _append(connection: Connection, table_id: str, last: int, log: Sequence[Entry]) -> int:
    now = time.time()
    rows = [
        {"table_id": table_id, "number": number, "kind": entry.kind, "body": entry.body, "created": now}
        for number, entry in enumerate(log, start=last + 1)
    ]
    if rows:
        connection.execute(insert(entries), rows)
    connection.execute(update(tables).where(tables.c.id == table_id).values(last=last + len(rows)))
    return last + len(rows)


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error)
