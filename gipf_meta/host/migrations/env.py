"""The script that Alembic runs: the missing steps, in the transaction that opens a database."""

from __future__ import annotations

from alembic import context

from gipf_meta.host.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
