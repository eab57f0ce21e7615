"""Only regular files are read: a pipe that nobody writes to would hold the program for ever."""

from __future__ import annotations

import errno
import os
import stat
from typing import Final

from gipf_meta.base.texts import N_

NOT_REGULAR: Final = N_("It is a pipe or a device, and no file")
_GIVEN: Final = ("/dev/fd/", "/dev/stdin", "/proc/self/fd/")
"""What the shell has opened for this program already, as in ``replay <(zcat match.gz)``."""


def regular(path: str, flags: int) -> int:
    """Opens *path* if it is a regular file: ``open(path, opener=regular)``. Raises ``OSError``."""
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
    try:
        mode = os.fstat(handle).st_mode
        is_given = os.fspath(path).startswith(_GIVEN) and not stat.S_ISBLK(mode)
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or is_given):
            raise OSError(errno.EINVAL, NOT_REGULAR, path)
        if hasattr(os, "set_blocking"):
            os.set_blocking(handle, True)
    except BaseException:
        os.close(handle)
        raise
    return handle
