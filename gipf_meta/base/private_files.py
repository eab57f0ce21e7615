"""Files that only their owner may read, from their first moment on."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
"""Read and written by its owner alone."""
OF_OTHERS: Final = 0o007
"""What everybody may do with a file."""


def make_private(path: Path) -> None:
    """Makes an empty file at *path* that its owner alone reads, or lets strangers not read it any
    more if it is there. Who may be in its group is left as it is. Raises ``OSError``.

    A system without such rights keeps those that it has.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
        return
    mode = path.stat().st_mode
    if mode & OF_OTHERS:
        with suppress(PermissionError):  # it is another user's, who decides
            path.chmod(mode & ~OF_OTHERS)
