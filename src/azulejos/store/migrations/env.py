"""Alembic's way in: changes are made on the connection, and in the transaction, of whoever asks for them."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    version_table=context.config.attributes["version_table"],
)
with context.begin_transaction():
    context.run_migrations()
