"""Signals and a closed terminal, which end the program, or stop it until it is continued."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from threading import Thread
from types import FrameType
from typing import Final

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import StopRequested
from gipf_meta.base.timelimit import watchdog

END_S: Final = 2.5
"""Seconds from a request to end until a program that still runs is ended by force."""
ENDS: Final = ("SIGHUP", "SIGTERM")
"""The signals of a terminal that is closed, and of a request to end."""


class Interrupted(StopRequested):
    """The terminal was closed, or a signal asked the program to end."""


def call_on_end_signals(leave: Callable[[], object], end_s: float = END_S) -> None:
    """Calls *leave* in the running event loop when a signal asks the program to end, or when the
    terminal on standard input is gone. From then on the program has *end_s* seconds."""
    loop = asyncio.get_running_loop()

    def begin_to_end(_number: int, _frame: FrameType | None) -> None:
        _begin_to_end(end_s)

    for name in (*ENDS, "SIGINT"):
        # not on Windows, and not beside another program's main thread
        with suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
            loop.add_signal_handler(getattr(signal, name), leave)
            # the loop hears of it all the same, unless it is held up
            signal.signal(getattr(signal, name), begin_to_end)
    _watch_terminal()


@contextmanager
def raise_on_signals() -> Iterator[None]:
    """Raises ``Interrupted`` when the terminal closes or a signal asks the program to end. From
    then on the program has ``END_S``."""
    names = [name for name in ENDS if hasattr(signal, name)]

    def interrupt(number: int, frame: FrameType | None) -> None:
        # a closed terminal sends two signals, and the second must not disturb the saving
        for name in names:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        _begin_to_end(END_S)
        raise Interrupted

    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    _watch_terminal()
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def hang_up() -> None:
    """Sends the signal of a closed terminal to this program, if it handles it. The program has
    ``END_S`` from now on, even if its main thread waits for a disk before the handler runs."""
    number = getattr(signal, "SIGHUP", None)
    if number is not None and callable(signal.getsignal(number)):
        _begin_to_end(END_S)
        os.kill(os.getpid(), number)


def _begin_to_end(seconds: float) -> None:
    """Has the program ended by force after *seconds*, if it has not ended by then."""
    if (ending := watchdog()) is not None:
        ending.end_within(seconds)


@cache
def _watch_terminal() -> None:
    """Hangs up when the terminal on standard input is gone.

    The system signals a closed window to the shell alone, or to make: whether they pass the signal
    on is up to them.
    """
    typed = sys.__stdin__
    if typed is None or typed.closed or not typed.isatty() or not hasattr(select, "poll"):
        return
    terminal = select.poll()
    terminal.register(typed, 0)  # no input: only its end

    def wait() -> None:
        # some systems cannot watch a terminal, and say POLLNVAL
        if any(events & select.POLLHUP for _file, events in terminal.poll()):
            hang_up()

    Thread(target=wait, name="hang-up", daemon=True).start()


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
