"""A limit to the time that a plugin takes for an answer, so that nobody waits for one that hangs.

The limit interrupts Python code in the main thread, where the system has timers. Elsewhere nothing
can be interrupted: a caller who must not wait asks in a thread of its own. The system's timer
measures the time; nothing here reads a clock.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _

T = TypeVar("T")

AGAIN_S: Final = 0.05
"""Seconds until code that has swallowed its interruption is interrupted again."""


class TookTooLong(GipfMetaError, RuntimeError):
    """The answer did not come in time; one sentence."""


class _Expired(BaseException):
    """The time is over. Not an ``Exception``: code often hangs in a loop that catches those."""


@contextmanager
def time_limit(ms: int, what: str) -> Iterator[None]:
    """Interrupts its block after *ms* milliseconds: raises ``TookTooLong``, which names *what*.

    A timer that runs already (a test's, say) stops during the block and goes on afterwards.
    """
    if not can_interrupt():
        yield
        return

    def expired(number: int, frame: FrameType | None) -> None:
        raise _Expired

    before = signal.signal(signal.SIGALRM, expired)
    left_s, interval_s = signal.setitimer(signal.ITIMER_REAL, ms / 1000, AGAIN_S)
    try:
        yield
    except _Expired:
        raise TookTooLong(
            _("{what} took longer than {ms:g} s.").format(what=what, ms=ms / 1000)
        ) from None
    finally:
        over_s, _again_s = signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left_s:
            signal.setitimer(
                signal.ITIMER_REAL, max(left_s - ms / 1000 + over_s, 0.001), interval_s
            )


def can_interrupt() -> bool:
    """Whether ``time_limit`` can interrupt: in the main thread, where the system has timers."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    return in_main_thread and hasattr(signal, "setitimer")


def run_in_thread(
    work: Callable[[], T], then: Callable[[Future[T]], None] | None = None
) -> Future[T]:
    """Does *work* in a thread of its own, and calls *then* there when it is done.

    Returns the result to come. The program does not wait for the thread when it ends.
    """
    answer = Future[T]()
    if then is not None:
        answer.add_done_callback(then)

    def do() -> None:
        try:
            found = work()
        except BaseException as error:
            answer.set_exception(error)
        else:
            answer.set_result(found)

    threading.Thread(target=do, daemon=True).start()
    return answer
