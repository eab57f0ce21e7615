"""A limit to how long a plugin may take for an answer, so that one that hangs holds nobody up.

Python code is interrupted, in the main thread and where the system has timers; elsewhere there is
no limit, and who must not wait asks in a thread. It is the system's timer that counts: nothing here
reads a clock.
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
"""An answer that swallows the interruption is interrupted again."""


class TookTooLong(GipfMetaError, RuntimeError):
    """The answer did not come in time; one sentence."""


class _Expired(BaseException):
    """No ``Exception``, because code that hangs often hangs in a loop that catches those."""


@contextmanager
def time_limit(ms: int, what: str) -> Iterator[None]:
    """Lets *what* take *ms* at most. Raises ``TookTooLong``.

    Another timer that runs already (a test's, say) is put off and goes on afterwards.
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
    """Whether ``time_limit`` has a limit here: in the main thread, where the system has timers."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    return in_main_thread and hasattr(signal, "setitimer")


def in_thread(work: Callable[[], T], then: Callable[[Future[T]], None] | None = None) -> Future[T]:
    """What comes of *work*, which is done in a thread of its own; *then* is called in it, too.

    The program does not wait for the thread when it ends.
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
