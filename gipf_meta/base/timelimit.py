"""A limit to the time that a plugin takes for an answer, so that nobody waits for one that hangs.

The limit interrupts Python code in the main thread, where the system has timers. Elsewhere nothing
can be interrupted: a caller who must not wait asks in a thread of its own. The system's timer
measures the time; nothing here reads a clock.

Code that goes on after its interruption, or that cannot be interrupted, is ended together with the
program: see ``gipf_meta.base.watchdog``.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import FrameType, TracebackType
from typing import Final, TypeVar

from gipf_meta.base.errors import GipfMetaError, Stopped
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.watchdog import watchdog

T = TypeVar("T")

AGAIN_S: Final = 0.05
"""Seconds until code that has swallowed its interruption is interrupted again."""


class TookTooLong(GipfMetaError, RuntimeError):
    """The answer did not come in time; one sentence."""


class _Expired(Stopped):
    """The time is over. Not an ``Exception``: code often hangs in a loop that catches those."""


def time_limit(ms: int, what: str) -> TimeLimit:
    """Interrupts its block after *ms* milliseconds: raises ``TookTooLong``, which names *what*.

    A timer that runs already (a test's, say) stops during the block and goes on afterwards.
    """
    return TimeLimit(ms, what)


class TimeLimit:
    """The context of ``time_limit``. Use it once.

    No alarm interrupts ``__enter__`` and ``__exit__``: one that comes there waits for the next.
    So they call nothing that is written in Python while the timer runs.
    """

    def __init__(self, ms: int, what: str) -> None:
        self._seconds = ms / 1000
        self._what = what
        self._works = can_interrupt()
        self._alarms = 0
        self._interrupted = False

    def __enter__(self) -> None:
        if not self._works:
            return
        self._left_s, self._interval_s = signal.setitimer(signal.ITIMER_REAL, 0)
        self._before = signal.signal(signal.SIGALRM, self._expire)
        # an outer limit watches what is inside it
        self._watchdog = None if self._is_inside() else watchdog()
        if self._watchdog is not None:
            self._watchdog.watch(self._seconds, self._sentence())
        signal.setitimer(signal.ITIMER_REAL, self._seconds, AGAIN_S)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if not self._works:
            return
        over_s, _again_s = signal.setitimer(signal.ITIMER_REAL, 0)
        if self._watchdog is not None:
            self._watchdog.leave()
        signal.signal(signal.SIGALRM, self._before)
        if self._left_s:
            took_s = self._seconds + self._alarms * AGAIN_S - over_s
            signal.setitimer(
                signal.ITIMER_REAL, max(self._left_s - took_s, 0.001), self._interval_s
            )
        # what the block did after its interruption, be it an answer or an error, counts no more
        is_stop = isinstance(error, stops()) and not isinstance(error, _Expired)
        if self._interrupted and not is_stop:
            raise TookTooLong(self._sentence()) from None

    def _is_inside(self) -> bool:
        """Whether another limit holds around this one."""
        return isinstance(getattr(self._before, "__self__", None), TimeLimit)

    def _sentence(self) -> str:
        return _("{what} took longer than {ms:g} s.").format(what=self._what, ms=self._seconds)

    def _expire(self, number: int, frame: FrameType | None) -> None:
        """Interrupts the block. Ends the program if the block goes on for too long."""
        self._alarms += 1
        ending = watchdog()
        if ending is not None and self._alarms * AGAIN_S > ending.grace_s:
            ending.end_program()
        code = frame.f_code if frame is not None else None
        if code is not None and (code in _NEVER or code.co_filename == contextlib.__file__):
            return
        self._interrupted = True
        raise _Expired


_NEVER: Final = {TimeLimit.__enter__.__code__, TimeLimit.__exit__.__code__}
"""The code that no alarm may interrupt, beside that of ``contextlib``: what it guards must end."""


def can_interrupt() -> bool:
    """Whether ``time_limit`` can interrupt: in the main thread, where the system has timers."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    return in_main_thread and hasattr(signal, "setitimer")


SWITCH_INTERVAL_S: Final = 0.0005
"""Seconds after which a thread that thinks lets others in, where a program must answer soon."""


def run_in_thread(
    work: Callable[[], T], then: Callable[[Future[T]], None] | None = None
) -> Future[T]:
    """Does *work* in a thread of its own, and calls *then* there when it is done.

    Returns the result to come. The program does not wait for the thread when it ends.
    """
    answer = Future[T]()
    answer.set_running_or_notify_cancel()  # it runs to its end, whoever waits no longer
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
