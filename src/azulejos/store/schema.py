"""The tables of the database, and how those of an older version become today's."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    false,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.schema import CreateColumn

from azulejos.core.message import Message
from azulejos.store.errors import StoreError

SCHEMA = 2
TURNSTILE = 0x617A756C656A6F73  # PostgreSQL's advisory lock of whoever makes or changes the schema

metadata = MetaData()

schema = Table("azulejos_schema", metadata, Column("number", Integer, primary_key=True))

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created", Float, nullable=False),
    Column("game", JSON, nullable=False),  # what `Game.describe` says
    Column("origin", JSON),  # the position it began from, if not the usual one
    Column("last", Integer, nullable=False),  # the number of the last entry
    Column("is_public", Boolean, nullable=False, server_default=false()),  # may everybody find it?
    Column("finished", Float),  # when its game ended, if it has
)
is_open = tables.c.is_public & tables.c.finished.is_(None)
is_finished = tables.c.is_public & tables.c.finished.is_not(None)
Index("tables_by_age", tables.c.created)
Index("tables_open", tables.c.created, tables.c.id, sqlite_where=is_open, postgresql_where=is_open)
Index(
    "tables_finished", tables.c.finished, tables.c.id, sqlite_where=is_finished, postgresql_where=is_finished
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),  # choice, undo, seat, name, closed, ...
    Column("body", JSON, nullable=False),
    Column("created", Float, nullable=False),
)

# Which entries a request has led to, so that the same request again is answered in the same way.
keys = Table(
    "request_keys",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
)


def prepare(connection: Connection) -> None:
    """Make the schema, or bring an older one up to date, in the transaction of the caller.

    It looks before it changes anything: a database of a version that it doesn't know is left as it is.
    """
    if connection.dialect.name == "postgresql":  # SQLite lets one writer in at a time
        connection.execute(select(func.pg_advisory_xact_lock(TURNSTILE)))
    found = _version(connection)
    if found is not None and not 1 <= found <= SCHEMA:
        raise StoreError(
            Message("it has schema {found}, this program needs {needed}", found=found, needed=SCHEMA)
        )
    if found == 1:
        _add_what_is_public(connection)
    metadata.create_all(connection)
    change = insert(schema) if found is None else update(schema)
    connection.execute(change.values(number=SCHEMA))  # fails where nothing can be written


def _version(connection: Connection) -> int | None:
    """None: this is no database of ours yet."""
    is_ours = inspect(connection).has_table(schema.name)
    return connection.scalar(select(func.max(schema.c.number))) if is_ours else None


def _add_what_is_public(connection: Connection) -> None:
    """From schema 1 to 2. What was there before is not public."""
    for column in (tables.c.is_public, tables.c.finished):
        described = CreateColumn(column).compile(dialect=connection.dialect)
        connection.execute(text(f"ALTER TABLE tables ADD COLUMN {described}"))
    for index in tables.indexes:
        index.create(connection)
