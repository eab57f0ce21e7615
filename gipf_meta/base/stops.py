"""The exceptions that stop the program, told apart from those that a plugin raises by itself.

The gate (``protocol/gate.py``) lets these through, and nothing else but our own errors.

Ctrl-C raises ``KeyboardInterrupt``, and so can a plugin. The program has Ctrl-C raise a class of
its own; in the program of a library's user nothing is changed, and every ``KeyboardInterrupt``
stops.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType

from gipf_meta.base.errors import StopRequested


class CtrlC(KeyboardInterrupt):
    """The user has pressed Ctrl-C."""


_is_told_apart = False


def tell_ctrl_c_apart() -> None:
    """Has Ctrl-C raise ``CtrlC`` in this program from now on."""
    global _is_told_apart
    _is_told_apart = True
    # a shell has programs in the background ignore this signal
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, raise_ctrl_c)


def leave_ctrl_c_to_asyncio() -> None:
    """Gives Ctrl-C back to Python: asyncio replaces no other handler, to end its tasks in order."""
    if (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is raise_ctrl_c
    ):
        signal.signal(signal.SIGINT, signal.default_int_handler)


def raise_ctrl_c(number: int, frame: FrameType | None) -> None:
    """The handler of the signal. Raises ``CtrlC``."""
    raise CtrlC


def ctrl_c() -> type[KeyboardInterrupt]:
    """The class that Ctrl-C raises now: ``KeyboardInterrupt`` where Python's own handler is set."""
    is_pythons = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return CtrlC if _is_told_apart and not is_pythons else KeyboardInterrupt


def stops() -> tuple[type[KeyboardInterrupt], type[StopRequested]]:
    """The exceptions that are let through where a plugin is called; all others are its failures."""
    return ctrl_c(), StopRequested
