"""Files and folders that are opened and made with care: regular, private, whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from gipf_meta.base.sentences import did_you_mean, show_unprintable
from gipf_meta.base.texts import N_
from gipf_meta.base.undoing import undone_by

NOT_REGULAR: Final = N_("It is a pipe or a device, and no file")
_GIVEN: Final = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""Paths of files that the shell has opened for this program: ``replay <(zcat match.gz)``."""


def regular(path: str, flags: int) -> int:
    """Opens *path* if it is a regular file: ``open(path, opener=regular)``. Raises ``OSError``."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    with undone_by(partial(os.close, handle)):
        mode = os.fstat(handle).st_mode
        is_given = os.fspath(path).startswith(_GIVEN) and not stat.S_ISBLK(mode)
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or is_given):
            raise OSError(errno.EINVAL, NOT_REGULAR, path)
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
    return handle


PRIVATE: Final = 0o600
"""Read and written by its owner alone."""
OF_OTHERS: Final = 0o007
"""The rights of everybody who is neither the owner of a file nor in its group."""


def make_private(path: Path) -> None:
    """Makes an empty file at *path* that its owner alone reads and writes; takes all rights of
    strangers from one that is there, and leaves those of its group. Raises ``OSError``.

    A system without such rights keeps those that it has.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        return
    mode = path.stat().st_mode
    if mode & OF_OTHERS:
        with suppress(PermissionError):  # it is another user's, who decides
            path.chmod(mode & ~OF_OTHERS)


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Makes a new folder to be filled, which gets the name *folder* once the block has filled it.

    If the block fails nothing stays behind, folders above that were made for it included. Raises
    ``OSError``, also if *folder* is there and holds something.
    """
    missing = [above for above in folder.absolute().parents if not above.exists()]
    with undone_by(partial(_remove_empty, missing)):
        folder.absolute().parent.mkdir(parents=True, exist_ok=True)
        fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.absolute().parent))
        with undone_by(partial(shutil.rmtree, fresh, ignore_errors=True)):
            yield fresh
            for each in sorted(fresh.rglob("*")):
                if each.is_file():
                    with each.open("rb") as file:
                        os.fsync(file.fileno())
            fresh.chmod(0o755)
            fresh.rename(folder)


def _remove_empty(folders: Iterable[Path]) -> None:
    """Removes those of *folders*, the innermost first, that are there and empty."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def near_name(error: OSError) -> str:
    """The sentence that names the file whose name is most like that of the one which *error* did
    not find; ``""`` if none is."""
    if not isinstance(error, FileNotFoundError) or error.filename is None:
        return ""
    path = Path(os.fsdecode(error.filename))
    try:
        return did_you_mean(path.name, map(show_unprintable, sorted(os.listdir(path.parent))))
    except OSError:
        return ""
