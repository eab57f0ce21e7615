"""``python -m tests.host.shifted_host MS …``: ``gipf-meta host`` whose clock is ahead by MS.

It is a process on a machine with another idea of what time it is: the machine's clock and calendar
are read in ``gipf_meta/base/clock.py`` alone, and there they are ahead.
"""

from __future__ import annotations

import sys
from typing import Any, Final

from gipf_meta.base import clock
from gipf_meta.cli import run

TIME: Final = clock.time
"""The module ``time`` of this machine."""


class ShiftedTime:
    """The module ``time`` of a machine that is *ahead_ms*."""

    def __init__(self, ahead_ms: int) -> None:
        self._ahead_ns = ahead_ms * 1_000_000

    def monotonic_ns(self) -> int:
        """Nanoseconds since some moment."""
        return TIME.monotonic_ns() + self._ahead_ns

    def time_ns(self) -> int:
        """Nanoseconds since 1970."""
        return TIME.time_ns() + self._ahead_ns

    def __getattr__(self, name: str) -> Any:
        """Everything else is as it is."""
        return getattr(TIME, name)


if __name__ == "__main__":
    clock.time = ShiftedTime(int(sys.argv[1]))  # type: ignore[assignment]
    sys.exit(run(["host", *sys.argv[2:]]))
