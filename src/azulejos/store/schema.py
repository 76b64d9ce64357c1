"""The tables of the database."""

from sqlalchemy import JSON, Column, Engine, Float, ForeignKey, Integer, MetaData, String, Table, event

SCHEMA = 1
WRITES = "azulejos_writes"  # a mark on connections that will write

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
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),  # choice, undo, seat, name, closed
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


def prepare_sqlite(engine: Engine) -> None:
    """Write-ahead log, full synchronisation, and transactions that begin when we say so.

    A writer takes its turn among all processes before it looks, so that what it has seen stays true.
    """

    @event.listens_for(engine, "connect")
    def on_connect(connection, record):
        connection.isolation_level = None
        for pragma in ("busy_timeout=5000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection):
        is_writer = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")
