"""Bots in workers of the browser: one thinks, a spare one is warm, so cancelling costs no time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.rooms.thoughts import Thought
from gipf_meta.table.pilots import ANSWER_MS
from gipf_meta.web.driver import OnEnd
from gipf_meta.web.tab.parcels import Parcel


class Worker(Protocol):
    """A worker that does the work in parcels, one after the other."""

    def ask(self, parcel: bytes) -> None:
        """Sends *parcel* as soon as the worker has begun."""
        ...

    def end(self) -> None:
        """Ends the worker at once, whatever it does."""
        ...


Tell: TypeAlias = Callable[[bytes | None], None]
"""Takes an answer of a worker; ``None``: the worker has crashed."""
StartWorker: TypeAlias = Callable[[Tell], Worker]


class WorkerCrashed(GipfMetaError, RuntimeError):
    """The worker in which a bot thought is gone; one sentence."""


@dataclass(frozen=True, eq=False)
class _Task:
    """A *thought* on its way through a worker, until *timer* ends it."""

    thought: Thought
    parcel: Parcel
    timer: asyncio.TimerHandle


class WorkerThinkers:
    """Runs thoughts in workers that *start* starts, and calls *on_end* with each and its answer.

    A thought that is cancelled, takes longer than ``ANSWER_MS`` or crashes costs its worker.
    """

    def __init__(self, start: StartWorker, on_end: OnEnd) -> None:
        self._start, self._on_end = start, on_end
        self._waiting = deque[Thought]()
        self._task: _Task | None = None
        self._workers: list[tuple[Worker, list[bool]]] = []

    def warm(self, workers: int) -> None:
        """Starts workers until there are so many: the first one thinks, the others are spare."""
        while len(self._workers) < workers:
            is_gone: list[bool] = []

            def tell(answer: bytes | None, is_gone: list[bool] = is_gone) -> None:
                if not is_gone:
                    self._take(answer, is_gone)

            self._workers.append((self._start(tell), is_gone))

    def think(self, thought: Thought) -> None:
        """Runs *thought* as soon as no other one is running."""
        self._waiting.append(thought)
        self.fill_places()

    def fill_places(self) -> None:
        """Ends a thought that was cancelled, and begins the next."""
        if self._task is not None and self._task.thought.is_cancelled:
            self._finish(ends_worker=True)
        while self._waiting and self._task is None:
            thought = self._waiting.popleft()
            if not thought.is_cancelled:
                self._begin(thought)

    def cancel_all(self) -> None:
        """Tells all to stop; nothing more is reported."""
        for thought in self._waiting:
            thought.cancel()
        self._waiting.clear()
        if self._task is not None:
            self._task.thought.cancel()
            self._finish(ends_worker=False)
        while self._workers:
            self._end_worker(0)

    def _begin(self, thought: Thought) -> None:
        loop = asyncio.get_running_loop()
        try:
            parcel = Parcel(thought.run)
        except Exception as error:  # a game of a plugin may be anything
            loop.call_soon(self._on_end, thought, _failing(error))
            return
        timer = loop.call_later(ANSWER_MS / 1000, self._give_up)
        self._task = _Task(thought, parcel, timer)
        self.warm(1)
        self._workers[0][0].ask(parcel.content)

    def _finish(self, *, ends_worker: bool) -> _Task | None:
        """Waits for the running thought no longer."""
        task, self._task = self._task, None
        if task is not None:
            task.timer.cancel()
            if ends_worker:
                self._end_worker(0)
                self.warm(2)
        return task

    def _end_worker(self, number: int) -> None:
        worker, is_gone = self._workers.pop(number)
        is_gone.append(True)
        worker.end()

    def _take(self, answer: bytes | None, whose: list[bool]) -> None:
        """Takes the *answer* of a worker, or its crash."""
        number = next(n for n, (_worker, gone) in enumerate(self._workers) if gone is whose)
        if answer is None and number > 0:
            self._end_worker(number)  # a spare one: another one is started when it is needed
            return
        task = self._finish(ends_worker=answer is None)
        if task is not None:
            crash = WorkerCrashed(_("the part of the program in which it thinks has crashed"))
            told = _failing(crash) if answer is None else task.parcel.open(answer)
            self._on_end(task.thought, told)
        elif answer is None:
            self._end_worker(number)
        self.fill_places()

    def _give_up(self) -> None:
        late = TimeoutError(_("no answer in {seconds} s").format(seconds=ANSWER_MS // 1000))
        if (task := self._finish(ends_worker=True)) is not None:
            self._on_end(task.thought, _failing(late))
        self.fill_places()


def _failing(error: Exception) -> Callable[[], Any]:
    """What raises *error*."""

    def fail() -> Any:
        raise error

    return fail
