"""One thread writes: what is waiting shares a commit, and is answered after it."""

import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from azulejos.store.errors import (
    TROUBLE,
    Unsure,
    as_store_error,
    is_aborted,
    is_lost,
    is_undone,
    reason_of,
)

BATCH_MAX = 256  # requests that share a commit, at most
PAUSE = 0.2  # seconds that a database which has gone gets to come back

Work = Callable[[Connection], Any]
log = logging.getLogger("azulejos.store")


@dataclass
class Job:
    """Something to be done in a transaction, perhaps twice if the first one is lost."""

    work: Work
    table_id: str
    answer: Future[Any]


class Writer:
    """Does jobs in the order in which they come for each table; a future is done after the commit."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="azulejos-writer", daemon=True)
        self._thread.start()

    def ask(self, work: Work, table_id: str) -> Future[Any]:
        job = Job(work, table_id, Future())
        self._jobs.put(job)
        return job.answer

    def close(self) -> None:
        """Finish what has been asked, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def _write_all(self) -> None:
        """Take what is waiting, do it in one transaction, then answer."""
        is_open = True
        while is_open:
            batch: list[Job] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == BATCH_MAX or self._jobs.empty():
                    break
                job = self._jobs.get()
            is_open = job is not None
            if batch:
                self._write(batch)

    def _write(self, batch: list[Job]) -> None:
        """Do these jobs, less those that nobody waits for any more, and answer them.

        All processes go through the tables in the same order, so that none waits for one that waits for it.
        """
        batch = [job for job in batch if job.answer.set_running_or_notify_cancel()]
        batch.sort(key=lambda job: job.table_id)
        try:
            answers = self._kept(batch)
        except Exception as error:  # whatever it is, the next batch must find the writer at work
            for job in batch:
                job.answer.set_exception(as_store_error(error))
            return
        for answer in answers:
            answer()

    def _kept(self, batch: list[Job]) -> list[Callable[[], None]]:
        """How to answer jobs that are kept; tried once more if the first attempt has surely left nothing."""
        try:
            return self._attempt(batch)
        except DBAPIError as error:
            if not (is_lost(error) or is_aborted(error)):
                raise
            log.warning("a transaction is tried again: %s", reason_of(error))
            if is_lost(error):
                time.sleep(PAUSE)
        return self._attempt(batch)

    def _attempt(self, batch: list[Job]) -> list[Callable[[], None]]:
        with self._engine.connect() as connection:
            connection.begin()
            answers = [_done(connection, job) for job in batch]
            try:
                connection.commit()
            except Exception as error:
                if is_undone(error):
                    raise
                log.error("a commit may be lost: %s", reason_of(error))
                raise Unsure from error
        return answers


def _done(connection: Connection, job: Job) -> Callable[[], None]:
    """Do one job of a transaction; how to answer it once the transaction is kept."""
    savepoint = connection.begin_nested()
    try:
        result = job.work(connection)
        savepoint.commit()
    except TROUBLE:
        raise  # the transaction may be gone, and with it the savepoint: nothing more is done in it
    except Exception as error:  # one bad request does not spoil the others
        savepoint.rollback()
        reason = as_store_error(error)
        return lambda: job.answer.set_exception(reason)
    return lambda: job.answer.set_result(result)
