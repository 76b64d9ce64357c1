"""The tables of the database, as they are today. How older ones become them: `migrations/versions`."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    false,
)

metadata = MetaData()

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

# By which tables on which nobody may ask for advice are known again, as they lie now.
prints = Table(
    "prints",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("print", BigInteger, primary_key=True),
)
Index("tables_by_print", prints.c.print)

# Which entries a request has led to, so that the same request again is answered in the same way.
keys = Table(
    "request_keys",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
)
