"""A loop in which time passes only by leaps to the next timer, and a clock that it drives."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future
from typing import Any, TypeVar

import pytest

_T = TypeVar("_T")


class _Selector(selectors.DefaultSelector):
    """Waits for nothing: the time for which it should wait is counted instead."""

    waited_s = 0.0

    def select(self, timeout: float | None = None) -> Any:
        found = super().select(0)
        if not found:
            assert timeout is not None, "nothing is ever due"
            self.waited_s += max(0.0, timeout)
        return found


class LeapingLoop(asyncio.SelectorEventLoop):
    """Such a loop; what is for another thread is done at once."""

    def __init__(self) -> None:
        self._leaping = _Selector()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.waited_s

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done


class LeapingClock:
    """The time of the loop that runs, in milliseconds."""

    def __init__(self, begin_ms: int = 1_000_000) -> None:
        self._begin_ms = begin_ms

    def now_ms(self) -> int:
        return self._begin_ms + round(asyncio.get_running_loop().time() * 1000)

    def leap(self, ms: int) -> None:
        """Lets time pass at once, in which nothing else happens."""
        self._begin_ms += ms


def run_at_once(work: Callable[[], Any], then: Callable[[Any], object] = id) -> Future[Any]:
    """As ``run_in_thread``, without a thread."""
    done = Future[Any]()
    try:
        done.set_result(work())
    except Exception as error:
        done.set_exception(error)
    then(done)
    return done


class ExecutorAtOnce(Executor):
    """An executor whose work is done in the thread that submits it."""

    def __init__(self, *_about: Any) -> None:
        pass

    def submit(self, work: Callable[..., Any], /, *args: Any, **about: Any) -> Future[Any]:
        return run_at_once(lambda: work(*args, **about))


def run_leaping(work: Coroutine[Any, Any, _T], monkeypatch: pytest.MonkeyPatch) -> _T:
    """Runs *work* in a ``LeapingLoop``, and returns its result."""
    for module in ("pending_messages", "thought_queue"):
        monkeypatch.setattr(f"gipf_meta.web.{module}.run_in_thread", run_at_once)
    monkeypatch.setattr("gipf_meta.host.serving.host_server.ThreadPoolExecutor", ExecutorAtOnce)
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(work)
