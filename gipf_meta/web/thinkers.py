"""Thoughts in threads while the server goes on: a few at a time, the others wait."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any, Final

from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import run_in_thread
from gipf_meta.rooms.thoughts import Work
from gipf_meta.table.pilots import ANSWER_MS

AT_A_TIME: Final = 2
"""Bots and hints that are thought about at a time, and as many studies beside them."""
MOST_THREADS: Final = 8
"""Threads at a time, with those of bots that go on though nobody waits for them any more."""


class Thinkers:
    """Runs thoughts, and calls *on_end* in the loop with each and with what returns its answer.

    *on_part* is called with each part of an answer that comes before. A thought that is cancelled
    frees its place, and one that says nothing for ``ANSWER_MS`` is answered for: its bot has
    failed. The threads of both are left alone with them. Thoughts that can wait have places of
    their own.
    """

    def __init__(
        self,
        on_end: Callable[[Any, Callable[[], Any]], None],
        on_part: Callable[[Any, Any], None],
    ) -> None:
        self._on_end = on_end
        self._on_part = on_part
        self._waiting = deque[Work]()
        self._running: dict[int, tuple[Work, asyncio.TimerHandle]] = {}
        self._threads = 0

    def think(self, thought: Work) -> None:
        """Runs *thought* as soon as there is a place."""
        self._waiting.append(thought)
        self.fill_places()

    def fill_places(self) -> None:
        """Gives the places of cancelled thoughts to those that wait."""
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
        """Whether there is a place for a thought that *can_wait*, or for one that cannot."""
        taken = [thought for thought, _timer in self._running.values()]
        return sum(thought.can_wait is can_wait for thought in taken) < AT_A_TIME

    def _start(self, thought: Work) -> None:
        loop = asyncio.get_running_loop()
        self._running[id(thought)] = thought, self._limit(thought)
        self._threads += 1
        tell = partial(self._hear, loop, thought)
        run_in_thread(partial(thought.run, tell), partial(self._leave, loop, thought))

    def _limit(self, thought: Work) -> asyncio.TimerHandle:
        """The timer that gives a *thought* up from which nothing comes."""
        loop = asyncio.get_running_loop()
        return loop.call_later(ANSWER_MS / 1000, self._give_up, thought)

    def _hear(self, loop: asyncio.AbstractEventLoop, thought: Work, part: Any) -> None:
        """Takes a part of an answer, in the thread of the thought."""
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._take_part, thought, part)

    def _take_part(self, thought: Work, part: Any) -> None:
        if self._free(thought):
            self._running[id(thought)] = thought, self._limit(thought)
            self._on_part(thought, part)

    def cancel_all(self) -> None:
        """Tells all to stop; nothing more is reported."""
        for thought in self._waiting:
            thought.cancel()
        self._waiting.clear()
        for thought, _timer in [*self._running.values()]:
            thought.cancel()
            self._free(thought)

    def _leave(self, loop: asyncio.AbstractEventLoop, thought: Work, answer: Future[Any]) -> None:
        """Ends a thread, in that thread."""
        with suppress(RuntimeError):  # the server has ended meanwhile
            loop.call_soon_threadsafe(self._end, thought, answer)

    def _end(self, thought: Work, answer: Future[Any]) -> None:
        self._threads -= 1
        if self._free(thought):
            self._on_end(thought, answer.result)
        self.fill_places()

    def _give_up(self, thought: Work) -> None:
        def fail() -> None:
            raise TimeoutError(_("no answer in {seconds} s").format(seconds=ANSWER_MS // 1000))

        if self._free(thought):
            self._on_end(thought, fail)  # first: of what was cancelled nothing is heard
            thought.cancel()
        self.fill_places()

    def _free(self, thought: Work) -> bool:
        """Takes *thought* from its place; whether it had one."""
        if (found := self._running.pop(id(thought), None)) is None:
            return False
        found[1].cancel()
        return True
