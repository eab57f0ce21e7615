"""The age of backups: each file says itself when it was made, and old ones are removed.

The mark stands in the header of the file. A database that a host has opened has another header, and
is never taken for a backup.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Final

MARK: Final = 0x67697066
"""The number of the program in the header of a backup (``application_id``)."""
MINUTE_MS: Final = 60_000
"""The milliseconds of a minute: the header counts these since 1970 (``user_version``)."""
HEADER: Final = 100
"""The bytes of the header of a file of SQLite."""
MAGIC: Final = b"SQLite format 3\x00"
"""Its first bytes."""
CLOSED: Final = b"\x01\x01"
"""The two bytes that say that the file has no write-ahead log: no host has opened it."""


def mark_backup(cursor: Any, made_ms: int) -> None:
    """Marks the file of SQLite of *cursor* as a backup that was made at *made_ms*."""
    cursor.execute(f"PRAGMA application_id = {MARK}")
    cursor.execute(f"PRAGMA user_version = {made_ms // MINUTE_MS}")


def made_ms(file: Path) -> int | None:
    """Returns when the backup *file* was made, in milliseconds, to the minute; ``None``: it is no
    backup, or was made before backups said so. Raises ``OSError``."""
    with file.open("rb") as opened:
        header = opened.read(HEADER)
    if len(header) < HEADER or header[:16] != MAGIC or header[18:20] != CLOSED:
        return None
    if int.from_bytes(header[68:72], "big") != MARK:
        return None
    return MINUTE_MS * int.from_bytes(header[60:64], "big")


def remove_old(newest: Path, older_ms: int) -> list[Path]:
    """Removes the backups in the folder of *newest* that were made *older_ms* or longer before it;
    returns them. Links and other files stay. Raises ``OSError``."""
    now_ms, removed = made_ms(newest), list[Path]()
    if now_ms is None:
        return removed
    for file in sorted(newest.absolute().parent.iterdir()):
        if file.is_symlink() or not file.is_file() or file.samefile(newest):
            continue
        with suppress(PermissionError):  # a file of somebody else
            made = made_ms(file)
            if made is not None and now_ms - made >= older_ms:
                file.unlink()
                removed.append(file)
    return removed
