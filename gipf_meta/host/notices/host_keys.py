"""Secrets of the host itself, which all its processes share: each is made once, by whoever needs it
first."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.host.identity.identity_tables import Store
from gipf_meta.host.notice_tables import HOST_KEY


def shared_key(database: Store, name: str, make: Callable[[], str]) -> str:
    """Returns the secret of that *name* in *database*; if there is none yet, it is the one that
    *make* returns, or what another process has made meanwhile. Raises ``LedgerError``."""
    query = sa.select(HOST_KEY.c.value).where(HOST_KEY.c.name == name)
    found = database.read(lambda db: db.execute(query).scalar())
    if found is not None:
        return str(found)
    new = database.insert(HOST_KEY).values(name=name, value=make(), created_ms=database.now)

    def keep(db: Connection) -> str:
        db.execute(new.on_conflict_do_nothing())
        return str(db.execute(query).scalar_one())

    return database.write(keep)
