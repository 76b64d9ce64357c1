"""By which tables without advice are known again. Those of before get theirs with the next choice."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.create_table(
        "prints",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("print", sa.BigInteger, primary_key=True),
    )
    op.create_index("tables_by_print", "prints", ["print"])
