"""Which tables everybody may find, and which games are over. What was there before is not public."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    op.add_column("tables", sa.Column("is_public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("finished", sa.Float))
    op.create_index("tables_by_age", "tables", ["created"])
    _index("tables_open", ["created", "id"], "is_public AND finished IS NULL")
    _index("tables_finished", ["finished", "id"], "is_public AND finished IS NOT NULL")


def _index(name: str, columns: list[str], where: str) -> None:
    """Of some rows only."""
    op.create_index(name, "tables", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
