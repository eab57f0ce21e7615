"""Changes that others have made in the database reach every process, sooner or later."""

from __future__ import annotations

from typing import Any, cast

import sqlalchemy as sa

from gipf_meta.host.database import Database
from gipf_meta.host.deletion import Deletions
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.rereading import Rereading
from gipf_meta.host.stale_rooms import StaleRooms, note_stale
from gipf_meta.host.tables import DELETION, REREAD
from tests.small_games.finding import find

HOUR_MS = 3_600_000


async def test_a_process_that_was_cut_off_from_the_database_for_an_hour_hears_of_it_then(
    database: Database,
) -> None:
    deletions, stale = Deletions(database, find), StaleRooms(database)
    gone, read = list[str](), list[object]()
    no_hub = cast("Any", None)
    rereading = Rereading(no_hub, stale, deletions, (), read.append, gone.extend)
    await rereading.look()
    assert stale.looked_ms is not None
    stale.looked_ms -= HOUR_MS + 1_000
    ann, _about = DatabasePeople(database).identify({"name": "Ann"})
    deletions.delete(ann)
    database.write(lambda db: note_stale(db, ["r"]))
    for table in (DELETION, REREAD):
        older = sa.update(table).values(at_ms=table.c.at_ms - HOUR_MS)
        database.write(lambda db, older=older: db.execute(older))  # type: ignore[misc]
    await rereading.look()
    assert (gone, len(read)) == ([ann], 1)
    await rereading.look()
    assert (gone, len(read)) == ([ann], 1), "once"
