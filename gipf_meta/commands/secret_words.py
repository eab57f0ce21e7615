"""Secrets that were typed as arguments: everybody on the machine sees the arguments of programs."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from gipf_meta.base.texts import _

STAT: Final = Path("/proc/self/stat")
"""Where Linux tells a process about itself."""
MEMORY: Final = Path("/proc/self/mem")
"""Its memory, in which its arguments stand."""
FIRST, LAST = 47, 48
"""Which numbers of ``STAT`` say where the arguments begin and end (man 5 proc, from 0)."""
HIDDEN: Final = b"*"


def hide_argument(secret: str, better: str) -> None:
    """Overwrites *secret* among the arguments that others see, where the system lets us, and says
    how it is told *better*: it was seen for a moment, and the shell may remember it.
    """
    words = _("What was typed as an argument was seen by all users of this machine: {better}")
    print(f"gipf-meta: {words.format(better=better)}", file=sys.stderr)
    with suppress(OSError, ValueError, IndexError):  # it is Linux that has such files
        _overwrite(secret.encode(sys.getfilesystemencoding(), "surrogateescape"))


def _overwrite(secret: bytes) -> None:
    """Writes stars over *secret* wherever it is among the arguments. Raises ``OSError``."""
    numbers = STAT.read_text().rpartition(")")[2].split()
    first, last = (int(numbers[place - 2]) for place in (FIRST, LAST))
    with MEMORY.open("r+b", buffering=0) as memory:
        memory.seek(first)
        said = memory.read(last - first)
        at = said.find(secret)
        while secret and at >= 0:
            memory.seek(first + at)
            memory.write(HIDDEN * len(secret))
            at = said.find(secret, at + len(secret))
