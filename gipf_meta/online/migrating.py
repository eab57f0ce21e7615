"""Brings the tables of a database up to date; several processes may try at once."""

from __future__ import annotations

from functools import cache
from typing import Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from gipf_meta.base.texts import _
from gipf_meta.online.tables import METADATA, DatabaseError

LOCK: Final = 0x67697066
"""The number of PostgreSQL's lock that is held while tables are changed."""
LONGEST_MS: Final = 600_000
"""Milliseconds that a step may take, or wait for the process that takes it."""


def migrate(writers: Engine) -> None:
    """Makes the tables, or brings them up to date, in one transaction.

    Raises ``DatabaseError`` for tables of a newer version or of another program, and what
    SQLAlchemy raises.
    """
    with writers.connect() as connection:
        version = _read_version(connection)
    if version == _newest():
        return
    with writers.begin() as connection:
        if connection.dialect.name == "postgresql":
            for limit in ("statement_timeout", "lock_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {limit} = {LONGEST_MS}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        _check(connection)
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _check(connection: Connection) -> None:
    """Raises ``DatabaseError`` unless the tables are ours, and none of a newer version."""
    version = _read_version(connection)
    if version is None:
        strangers = set(sa.inspect(connection).get_table_names())
        if not strangers.isdisjoint(METADATA.tables) or (
            strangers and connection.dialect.name == "sqlite"
        ):
            raise DatabaseError(_("The database belongs to another program."))
    elif version not in {step.revision for step in _scripts().walk_revisions()}:
        raise DatabaseError(
            _("The database was written by a newer version of this program (tables {version}).")
            .format(version=version)
        )  # fmt: skip


def _read_version(connection: Connection) -> str | None:
    """The step that the tables have reached; ``None``: there are none of ours."""
    return MigrationContext.configure(connection).get_current_revision()


def _newest() -> str | None:
    return _scripts().get_current_head()


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    """Where the steps are: in this package, also where it is installed from a wheel."""
    config = Config()
    config.set_main_option("script_location", "gipf_meta.online:migrations")
    config.set_main_option("path_separator", "os")
    return config
