"""A limit to the time that a plugin takes for an answer, so that nobody waits for one that hangs.

The limit interrupts Python code in the main thread, where the system has timers. Elsewhere nothing
can be interrupted: a caller who must not wait asks in a thread of its own. The system's timer
measures the time. Where a block may work for so long, however busy the machine is, the timer goes
off again until the thread has used that much of the processor.

Two kinds of code do not stop when their time is over: a loop that catches everything, and a long
call in C, during which no Python runs in any thread. So a timer of the C library ends the program,
on Linux; elsewhere only a loop can be ended. It says one sentence, and gives the terminal back.
Every decision is in the library before anybody sees it, so nothing is lost. Only the program is
ended, never that of a library's user: nothing is watched before ``turn_on``.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import struct
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache
from types import FrameType, TracebackType
from typing import Any, Final, NoReturn, TypeVar

from gipf_meta.base.clock import thread_ms
from gipf_meta.base.errors import GipfMetaError, StopRequested
from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _

T = TypeVar("T")

AGAIN_S: Final = 0.05
"""Seconds until code that has swallowed its interruption is interrupted again."""
LONGEST_WAIT: Final = 6
"""The most time that may pass for a work, in multiples of its processor time: others work, too, but
a block that sleeps must end."""
LEAST_S: Final = 0.01
"""The shortest time, in seconds, for which a work goes on."""


class TookTooLong(GipfMetaError, RuntimeError):
    """The answer did not come in time; one sentence."""


_handle: Final[Callable[[int, Any], Any]] = getattr(signal, "_signal", signal).signal
"""``signal.signal`` as it is in C. That of Python looks for its answer among ``signal.Handlers``,
by which a limit took twice as long."""


class _Expired(StopRequested):
    """The time is over. Not an ``Exception``: code often hangs in a loop that catches those."""


def time_limit(ms: int, what: str) -> TimeLimit:
    """Interrupts its block after *ms* milliseconds: raises ``TookTooLong``, which names *what*.

    A timer that runs already (a test's, say) stops during the block and goes on afterwards.
    """
    return TimeLimit(ms, what)


def work_limit(ms: int, what: str) -> TimeLimit:
    """As ``time_limit``, but only those milliseconds count in which this thread works; at most
    ``LONGEST_WAIT`` times as many may pass."""
    return TimeLimit(ms, what, ms * LONGEST_WAIT)


class TimeLimit:
    """The context of ``time_limit``, and of ``work_limit``: until *longest_ms* have passed, only
    the time counts in which this thread works. Use it once.

    No alarm interrupts ``__enter__`` and ``__exit__``: one that comes there waits for the next.
    So they call nothing that is written in Python while the timer runs.
    """

    def __init__(self, ms: int, what: str, longest_ms: int = 0) -> None:
        self._seconds = self._passed_s = ms / 1000
        self._longest_s = longest_ms / 1000
        self._begun_ms = 0.0
        self._what = what
        self._works = can_interrupt()
        self._alarms = 0
        self._interrupted = False

    def __enter__(self) -> None:
        if not self._works:
            return
        self._begun_ms = thread_ms() if self._longest_s else 0.0
        self._left_s, self._interval_s = signal.setitimer(signal.ITIMER_REAL, 0)
        self._before = _handle(signal.SIGALRM, self._expire)
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
        _handle(signal.SIGALRM, self._before)
        if self._left_s:
            took_s = self._passed_s + self._alarms * AGAIN_S - over_s
            signal.setitimer(
                signal.ITIMER_REAL, max(self._left_s - took_s, 0.001), self._interval_s
            )
        # an answer or an error of the block after its interruption does not count
        if self._interrupted:
            is_stop = isinstance(error, stops()) and not isinstance(error, _Expired)
            if not is_stop:
                raise TookTooLong(self._sentence()) from None

    def _is_inside(self) -> bool:
        """Whether another limit holds around this one."""
        return isinstance(getattr(self._before, "__self__", None), TimeLimit)

    def _sentence(self) -> str:
        return _("{what} took longer than {ms:g} s.").format(what=self._what, ms=self._seconds)

    def _more_s(self) -> float:
        """The seconds for which the block may go on, until it has worked for its time."""
        if self._interrupted or self._passed_s >= self._longest_s:
            return 0.0
        worked_s = (thread_ms() - self._begun_ms) / 1000
        left_s = self._seconds - worked_s
        if left_s < LEAST_S:
            return 0.0
        return min(left_s, self._longest_s - self._passed_s)

    def _expire(self, number: int, frame: FrameType | None) -> None:
        """Interrupts the block. Ends the program if the block goes on for too long."""
        code = frame.f_code if frame is not None else None
        # not while it is left: its timer has stopped for good
        if code not in _NEVER and (more_s := self._more_s()):
            self._passed_s += more_s
            signal.setitimer(signal.ITIMER_REAL, more_s, AGAIN_S)
            if self._watchdog is not None:
                self._watchdog.watch(more_s, self._sentence())
            return
        self._alarms += 1
        ending = watchdog()
        if ending is not None and self._alarms * AGAIN_S > ending.grace_s:
            ending.end_program()
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
    answer.set_running_or_notify_cancel()  # it runs to its end, even if no caller waits any longer
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


# ---- ending the program --------------------------------------------------------------------------


GRACE_S: Final = 5
"""Seconds that code may take to stop after its time is over."""

LEAD_S = 1
"""Seconds by which Python, which can still write what it holds back, ends a loop before a timer of
the C library would."""

SAYING_S: Final = 5
"""Seconds that the shell may take to give the terminal back and to say why; it is begun anew, which
takes more than one on a busy machine."""

STATUS: Final = 2
"""The exit status of a program that was ended."""

LONGEST: Final = 4_000
"""The most bytes of the command that says the sentence."""

CLOCK_MONOTONIC: Final = 1
SIGEV_THREAD: Final = 2

_GIVE_BACK: Final = (
    "{ case $(stty -a </dev/tty) in *-icanon*) stty sane </dev/tty; printf '"
    + "".join(rf"\033[?{mode}l" for mode in (1000, 1002, 1003, 1004, 1006, 2004, 2048, 1049))
    + r"\033[<u\033[?25h\033[0m' >/dev/tty;; esac; } 2>/dev/null; printf '%s\n' "
)
"""The command of the shell that ends the full screen, if there is one; a sentence follows it."""


class Watchdog:
    """Ends the program by a command that says the sentence, and then ``_exit``."""

    def __init__(self, grace_s: float) -> None:
        self.grace_s = grace_s
        self._command = b""
        self._process = os.getpid()
        self._is_ending = False
        self._timers: _Timers | None = None
        if sys.platform == "linux":
            # a C library without such timers: then only loops are ended
            with suppress(ImportError, OSError, AttributeError):
                self._timers = _Timers()

    def watch(self, seconds: float, sentence: str) -> None:
        """Ends the program *seconds*, and the grace, from now with *sentence*."""
        self._command = _command(sentence)
        if self._timers is not None and self._process == os.getpid():  # a fork has no timers
            self._timers.start(seconds + self.grace_s + LEAD_S, self._command)

    def leave(self) -> None:
        """Stops the timers: the block that was watched has ended."""
        if self._timers is not None and self._process == os.getpid():
            self._timers.stop()

    def end_within(self, seconds: float) -> None:
        """Ends the program in so many *seconds*, whatever it is doing then; nothing is said, and
        only the first call counts."""
        if not self._is_ending:
            import faulthandler  # only this needs it

            self._is_ending = True
            # it needs no thread of Python, which may be blocked; its traceback goes to no one
            nobody = os.open(os.devnull, os.O_WRONLY)
            faulthandler.dump_traceback_later(seconds, exit=True, file=nobody)

    def end_program(self) -> NoReturn:
        """Prints the sentence and ends the program, whatever it is doing."""
        timers = self._timers if self._process == os.getpid() else None
        if timers is not None and not timers.say_nothing():
            # they came first, on a busy machine: they have said it, and end the program
            signal.setitimer(signal.ITIMER_REAL, 0)
            while True:
                signal.pause()
        with suppress(Exception):
            sys.stdout.flush()
        os.system(self._command)
        os._exit(STATUS)


@lru_cache(maxsize=100)
def _command(sentence: str) -> bytes:
    """The command of the shell that gives the terminal back and says *sentence*."""
    ending = _("{sentence} It did not stop, so the program ends; every decision is kept.")
    words = "gipf-meta: " + one_line(ending.format(sentence=sentence))
    return (_GIVE_BACK + shlex.quote(words) + " >&2").encode("utf-8", "replace")


class _Timers:
    """Two timers that call the C library and no Python: one a shell, the other ``_exit``.

    Raises ``OSError`` or ``AttributeError`` where the C library has none.
    """

    def __init__(self) -> None:
        import ctypes  # the program starts without it where nothing is watched

        self._c = ctypes.CDLL(None, use_errno=True)
        self._command = ctypes.create_string_buffer(LONGEST)
        self._left = ctypes.create_string_buffer(32)  # the time after which a timer would go off
        self._shell = self._create("system", ctypes.addressof(self._command))
        self._exit = self._create("_exit", STATUS)

    def _create(self, function: str, value: int) -> Any:
        """A timer that calls *function* of the C library with *value*, in a thread of its own."""
        import ctypes

        address = ctypes.cast(getattr(self._c, function), ctypes.c_void_p).value
        # struct sigevent: value, signal, how to notify, function; 64 bytes in all
        event = struct.pack("@qiiqq32x", value, 0, SIGEV_THREAD, address, 0)
        timer = ctypes.c_void_p()
        if self._c.timer_create(CLOCK_MONOTONIC, event, ctypes.byref(timer)):
            raise OSError
        return timer

    def start(self, seconds: float, command: bytes) -> None:
        """Runs *command* after *seconds*, and ends the program ``SAYING_S`` later."""
        self._command.value = command[: LONGEST - 1]
        self._set(self._shell, seconds)
        self._set(self._exit, seconds + SAYING_S)

    def say_nothing(self) -> bool:
        """Turns off the timer that prints, not that of the end; returns whether it was set."""
        return self._set(self._shell, 0)

    def stop(self) -> None:
        """Turns both timers off."""
        self._set(self._exit, 0)
        self._set(self._shell, 0)

    def _set(self, timer: Any, seconds: float) -> bool:
        """Sets *timer* to go off once after *seconds*; 0: never. Returns whether it was set."""
        whole = int(seconds)
        then = struct.pack("@4q", 0, 0, whole, int((seconds - whole) * 1e9))
        self._c.timer_settime(timer, 0, then, self._left)
        return any(self._left.raw)


_watchdog: Watchdog | None = None


def turn_on(grace_s: float = GRACE_S) -> None:
    """Ends this program from now on when a block goes on *grace_s* after its time is over."""
    global _watchdog
    _watchdog = Watchdog(grace_s)


def watchdog() -> Watchdog | None:
    """The watchdog of this program; ``None``: nothing ends it by force."""
    return _watchdog
