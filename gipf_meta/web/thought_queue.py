"""Pools that run thoughts in threads or in workers: a few at a time, the others wait in a queue."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import run_in_thread
from gipf_meta.deeds.thoughts import OnEnd, OnPart, Work
from gipf_meta.table.pilots import ANSWER_MS
from gipf_meta.web.parcels import Parcel, open_part

AT_A_TIME: Final = 2
"""Bots and hints that run at a time, and as many inquiries beside them."""
MOST_THREADS: Final = 8
"""The most threads at a time, with those of thoughts that were given up but still run."""


class ThreadThinkers:
    """Runs thoughts in threads; calls *on_end* in the loop with each and a function for its answer.

    *on_part* is called with each part of an answer that comes before. A cancelled thought frees its
    place. One without an answer or a part for ``ANSWER_MS``, or for the time of its engine, fails
    with ``TimeoutError``. The threads of both run on, but nobody waits for them. Thoughts that can
    wait (inquiries) have places of their own.
    """

    def __init__(
        self,
        on_end: OnEnd,
        on_part: OnPart,
    ) -> None:
        self._on_end = on_end
        self._on_part = on_part
        self._waiting = deque[Work]()
        self._running: dict[int, tuple[Work, asyncio.TimerHandle]] = {}
        self._threads = 0

    def think(self, thought: Work) -> None:
        """Runs *thought* as soon as there is a free place."""
        self._waiting.append(thought)
        self.fill_places()

    def fill_places(self) -> None:
        """Gives the places of cancelled thoughts to waiting ones."""
        for thought, _timer in [*self._running.values()]:
            if thought.is_cancelled:
                self._free(thought)
        for thought in [*self._waiting]:
            if self._threads >= MOST_THREADS:
                return
            if thought.is_cancelled:
                self._waiting.remove(thought)
            elif self._has_place(thought.can_wait):
                self._waiting.remove(thought)
                self._start(thought)

    def _has_place(self, can_wait: bool) -> bool:
        """Returns whether there is a free place for a thought with that *can_wait*."""
        taken = [thought for thought, _timer in self._running.values()]
        return sum(thought.can_wait is can_wait for thought in taken) < AT_A_TIME

    def _start(self, thought: Work) -> None:
        loop = asyncio.get_running_loop()
        self._running[id(thought)] = thought, self._limit(thought)
        self._threads += 1
        tell = partial(self._hear, loop, thought)
        try:
            run_in_thread(partial(thought.run, tell), partial(self._leave, loop, thought))
        except RuntimeError as error:  # the machine has no thread left
            failed = Future[Any]()
            failed.set_exception(error)
            loop.call_soon(self._end, thought, failed)

    def _limit(self, thought: Work) -> asyncio.TimerHandle:
        """Starts the timer that gives *thought* up if nothing comes from it."""
        loop = asyncio.get_running_loop()
        return loop.call_later(_seconds(thought, ANSWER_MS), self._give_up, thought)

    def _hear(self, loop: asyncio.AbstractEventLoop, thought: Work, part: Any) -> None:
        """Passes a part of an answer to the loop; runs in the thread of the thought."""
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._take_part, thought, part)

    def _take_part(self, thought: Work, part: Any) -> None:
        if self._free(thought):
            self._running[id(thought)] = thought, self._limit(thought)
            self._on_part(thought, part)

    def cancel_all(self) -> None:
        """Cancels all thoughts; nothing more is reported."""
        for thought in self._waiting:
            thought.cancel()
        self._waiting.clear()
        for thought, _timer in [*self._running.values()]:
            thought.cancel()
            self._free(thought)

    def _leave(self, loop: asyncio.AbstractEventLoop, thought: Work, answer: Future[Any]) -> None:
        """Passes the answer to the loop; runs in the thread of the thought."""
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._end, thought, answer)

    def _end(self, thought: Work, answer: Future[Any]) -> None:
        self._threads -= 1
        if self._free(thought):
            self._on_end(thought, answer.result)
        self.fill_places()

    def _give_up(self, thought: Work) -> None:
        def fail() -> None:
            raise _late(thought, ANSWER_MS)

        if self._free(thought):
            self._on_end(thought, fail)  # first, for a cancelled thought reports nothing
            thought.cancel()
        self.fill_places()

    def _free(self, thought: Work) -> bool:
        """Frees the place of *thought*; returns whether it had one."""
        if (found := self._running.pop(id(thought), None)) is None:
            return False
        found[1].cancel()
        return True


WORKERS: Final = 2
"""The number of workers in a browser: one that thinks, and one spare or busy with an inquiry."""


class Worker(Protocol):
    """A worker that does the work of parcels, one after the other."""

    def ask(self, parcel: bytes) -> None:
        """Sends *parcel* as soon as the worker has begun."""
        ...

    def end(self) -> None:
        """Ends the worker at once."""
        ...


TakeAnswer: TypeAlias = Callable[[bytes | None], None]
"""Takes an answer of a worker, or a part of it; ``None``: the worker has crashed."""
StartWorker: TypeAlias = Callable[[TakeAnswer], Worker]


class WorkerCrashed(GipfMetaError, RuntimeError):
    """The worker of a thought has crashed; one sentence."""


@dataclass
class _Task:
    """A *thought* in a worker, with the *timer* that gives it up."""

    thought: Work
    parcel: Parcel
    timer: asyncio.TimerHandle


class _Place:
    """A worker and its present *task*."""

    worker: Worker
    task: _Task | None = None
    is_gone = False


class WorkerThinkers:
    """Runs thoughts in workers that *start* makes; *on_end* gets each and its answer's function.

    *on_part* is called with each part of an answer that comes before. There are at most *workers*;
    bots and hints use all but one at a time. Inquiries take any free worker, until a bot needs it:
    then the last inquiry is stopped, and begins again later. A worker ends with a thought that is
    cancelled, gives nothing for *answer_ms*, or crashes.
    """

    def __init__(
        self,
        start: StartWorker,
        on_end: OnEnd,
        on_part: OnPart,
        workers: int = WORKERS,
        answer_ms: int = ANSWER_MS,
    ) -> None:
        self._start, self._on_end, self._on_part = start, on_end, on_part
        self._most, self._answer_ms = workers, answer_ms
        self._waiting = deque[Work]()
        self._places: list[_Place] = []

    def warm(self, workers: int) -> None:
        """Starts spare workers until there are *workers* in all."""
        while len(self._places) < workers:
            place = _Place()
            place.worker = self._start(partial(self._take, place))
            self._places.append(place)

    def think(self, thought: Work) -> None:
        """Runs *thought* as soon as there is a free place."""
        self._waiting.append(thought)
        self.fill_places()

    def fill_places(self) -> None:
        """Ends cancelled thoughts, and begins waiting ones; bots and hints come first."""
        for place in [*self._places]:
            if place.task is not None and place.task.thought.is_cancelled:
                self._finish(place, ends_worker=True)
        for thought in sorted(self._waiting, key=lambda thought: thought.can_wait):
            if thought.is_cancelled:
                self._waiting.remove(thought)
            elif (free := self._place_for(thought)) is not None:
                self._waiting.remove(thought)
                self._begin(free, thought)

    def cancel_all(self) -> None:
        """Cancels all thoughts; nothing more is reported."""
        for thought in self._waiting:
            thought.cancel()
        self._waiting.clear()
        for place in [*self._places]:
            if place.task is not None:
                place.task.thought.cancel()
                self._finish(place, ends_worker=False)
            self._end_worker(place)

    def _place_for(self, thought: Work) -> _Place | None:
        """Returns a place for *thought*; ``None``: it must wait. A bot may interrupt an inquiry."""
        tasks = [place.task for place in self._places if place.task is not None]
        urgent = sum(not task.thought.can_wait for task in tasks)
        if not thought.can_wait and urgent >= self._most - 1:
            return None
        if len(tasks) >= self._most:
            if thought.can_wait:
                return None
            self._interrupt_inquiry()
        self.warm(min(len(tasks) + 1, self._most))
        return next((place for place in self._places if place.task is None), None)

    def _interrupt_inquiry(self) -> None:
        """Stops the inquiry that began last, and puts it back into the queue."""
        inquiries = [p for p in self._places if p.task is not None and p.task.thought.can_wait]
        if inquiries and (task := self._finish(inquiries[-1], ends_worker=True)) is not None:
            self._waiting.append(task.thought)

    def _begin(self, place: _Place, thought: Work) -> None:
        loop = asyncio.get_running_loop()
        try:
            parcel = Parcel(thought.run)
        except Exception as error:  # a game of a plugin may be anything
            loop.call_soon(self._on_end, thought, _failing(error))
            return
        place.task = _Task(thought, parcel, self._limit(place, thought))
        place.worker.ask(parcel.content)

    def _limit(self, place: _Place, thought: Work) -> asyncio.TimerHandle:
        """Starts the timer that gives the *thought* of *place* up."""
        seconds = _seconds(thought, self._answer_ms)
        return asyncio.get_running_loop().call_later(seconds, self._give_up, place)

    def _finish(self, place: _Place, *, ends_worker: bool) -> _Task | None:
        """Frees *place*, and returns its task; *ends_worker*: its worker is ended and replaced."""
        task, place.task = place.task, None
        if task is not None:
            task.timer.cancel()
            if ends_worker:
                self._end_worker(place)
                busy = sum(place.task is not None for place in self._places)
                self.warm(min(self._most, busy + 2))  # the next thought finds one that has begun
        return task

    def _end_worker(self, place: _Place) -> None:
        self._places.remove(place)
        place.is_gone = True
        place.worker.end()

    def _take(self, place: _Place, message: bytes | None) -> None:
        """Takes a *message* of the worker of *place*: a part, an answer, or ``None``, a crash."""
        if place.is_gone:
            return
        if place.task is None:
            if message is None:
                self._end_worker(place)  # another one is started when it is needed
            return
        if message is not None and (part := open_part(message)) is not None:
            place.task.timer.cancel()
            place.task.timer = self._limit(place, place.task.thought)
            self._on_part(place.task.thought, part)
            return
        task = self._finish(place, ends_worker=message is None)
        assert task is not None
        crash = WorkerCrashed(_("the part of the program in which it thinks has crashed"))
        self._on_end(
            task.thought, _failing(crash) if message is None else task.parcel.open(message)
        )
        self.fill_places()

    def _give_up(self, place: _Place) -> None:
        if (task := self._finish(place, ends_worker=True)) is not None:
            self._on_end(task.thought, _failing(_late(task.thought, self._answer_ms)))
        self.fill_places()


def _seconds(thought: Work, answer_ms: int) -> float:
    """Returns the timeout of *thought* in seconds: *answer_ms*, or its engine's time if longer."""
    return max(answer_ms, thought.engine_ms) / 1000


def _late(thought: Work, answer_ms: int) -> TimeoutError:
    """Returns the error of a *thought* that gave no answer in time."""
    seconds = int(_seconds(thought, answer_ms))
    return TimeoutError(_("no answer in {seconds} s").format(seconds=seconds))


def _failing(error: Exception) -> Callable[[], Any]:
    """Returns a function that raises *error*."""

    def fail() -> Any:
        raise error

    return fail
