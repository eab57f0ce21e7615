"""Ctrl-Z: the program stops for a while, and its shell lets it go on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from gipf_meta.base.clock import Clock


def can_stop() -> bool:
    """Whether this system can stop a program and let it go on later."""
    return hasattr(os, "killpg")


def has_shell() -> bool:
    """Whether a shell has started the program: only a shell could let it go on."""
    return os.getpgrp() != os.getsid(0)


def stop_until_continued() -> None:
    """Stops this process and those that have started it, until the shell lets them go on."""
    # what has started the program stops too, as make does: else its shell sees nothing of it; and
    # this process last, for a shell takes the terminal as soon as one of them has stopped
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    os.killpg(0, signal.SIGTSTP)
    os.kill(os.getpid(), signal.SIGSTOP)
    signal.signal(signal.SIGTSTP, before)


@contextmanager
def leave_out_stops(clock: Clock, leave_out: Callable[[int], None]) -> Iterator[None]:
    """Calls *leave_out* with the milliseconds that pass while the program is stopped (Ctrl-Z)."""

    def stop(number: int, frame: FrameType | None) -> None:
        stopped = clock.now_ms()
        try:
            os.kill(os.getpid(), signal.SIGSTOP)
        finally:
            leave_out(clock.now_ms() - stopped)

    if not hasattr(signal, "SIGTSTP"):
        yield
        return
    before = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)
