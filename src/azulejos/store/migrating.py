"""How a database gets the tables of this version: all of them, or what has changed since an older one."""

import logging
import threading

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Column, Connection, Integer, MetaData, Table, func, inspect, select, text

from azulejos.core.message import Message
from azulejos.store.errors import StoreError

VERSIONS = "azulejos_version"  # Alembic's table
TURNSTILE = 0x617A756C656A6F73  # PostgreSQL's advisory lock of whoever makes or changes the schema

# Where schemas 1 and 2 had their number, before Alembic. Its revisions of these have the same names.
numbers = Table("azulejos_schema", MetaData(), Column("number", Integer, primary_key=True))

logging.getLogger("alembic.runtime").setLevel(logging.WARNING)  # what it does is said below
log = logging.getLogger("azulejos.store")
_one_at_a_time = threading.Lock()  # Alembic's ways in belong to the process


def prepare(connection: Connection) -> None:
    """Make the schema, or bring an older one up to date, in the transaction of the caller.

    It looks before it changes anything: a database of a version that it doesn't know is left as it is.
    """
    if connection.dialect.name == "postgresql":  # SQLite lets one writer in at a time
        connection.execute(select(func.pg_advisory_xact_lock(TURNSTILE)))
    config = _config(connection)
    scripts = ScriptDirectory.from_config(config)
    found, head = _revision(connection), scripts.get_current_head()
    _check(found, scripts)
    _adopt(connection, scripts)
    if found != head:
        with _one_at_a_time:
            command.upgrade(config, "head")
        log.info("the database's tables are brought from schema %s to %s", found, head)
    connection.execute(text(f"UPDATE {VERSIONS} SET version_num = version_num"))  # can anything be written?


def _config(connection: Connection) -> Config:
    config = Config(attributes={"connection": connection, "version_table": VERSIONS})
    config.set_main_option("script_location", "azulejos.store:migrations")
    return config


def _context(connection: Connection) -> MigrationContext:
    return MigrationContext.configure(connection, opts={"version_table": VERSIONS})


def _revision(connection: Connection) -> str | None:
    """None: this is no database of ours yet."""
    found = _context(connection).get_current_revision()
    if found is None and inspect(connection).has_table(numbers.name):
        return str(connection.scalar(select(func.max(numbers.c.number))))
    return found


def _check(found: str | None, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    if found is not None and found not in known:
        needed = scripts.get_current_head()
        raise StoreError(
            Message("it has schema {found}, this program needs {needed}", found=found, needed=needed)
        )


def _adopt(connection: Connection, scripts: ScriptDirectory) -> None:
    """A database from before Alembic: from now on it keeps the number."""
    context, found = _context(connection), _revision(connection)
    if found != context.get_current_revision():
        context.stamp(scripts, str(found))
        numbers.drop(connection)
