"""Folders that are made whole or not at all, also on a disk that is full."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """A new folder to be filled, which is called *folder* once it has been filled.

    If the block fails nothing stays behind, folders above that were made for it included. Raises
    ``OSError``, also if *folder* is there and holds something.
    """
    missing = [above for above in folder.absolute().parents if not above.exists()]
    fresh: Path | None = None
    try:
        folder.absolute().parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.absolute().parent))
        yield fresh
        for each in sorted(fresh.rglob("*")):
            if each.is_file():
                with each.open("rb") as file:
                    os.fsync(file.fileno())
        fresh.chmod(0o755)
        fresh.rename(folder)
    except BaseException:
        if fresh is not None:
            shutil.rmtree(fresh, ignore_errors=True)
        for above in missing:
            with suppress(OSError):
                above.rmdir()
        raise
