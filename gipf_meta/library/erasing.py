"""The deletion of everything in a library: its matches, their ledgers, the practice, and the boards
beside it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress

from gipf_meta.base.numbers import read_whole
from gipf_meta.library.saved_drafts import board_files
from gipf_meta.library.sqlite_file import Hold, held_names
from gipf_meta.library.store import Library

TABLES = ("match", "turn", "start", "ledger", "practice")
"""The tables whose rows are deleted."""


def erase_everything(library: Library) -> None:
    """Deletes all matches, boards and the practice of *library*, in the bytes of its file, too.
    Raises ``LibraryError``, also while another process plays a match: then nothing is deleted."""
    for name in held_names(library.path):
        if (number := read_whole(name)) is not None:
            Hold(library.path, number).close()
    library.database.write(_delete_all)
    with suppress(sqlite3.Error), closing(library.database.connection.cursor()) as cursor:
        cursor.execute("VACUUM")  # pages that are free still have their bytes
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for path in board_files(library):
        path.unlink(missing_ok=True)


def _delete_all(db: sqlite3.Connection) -> None:
    for table in TABLES:
        db.execute(f"DELETE FROM {table}")
