"""The tasks of a server. An endless task that ends or fails is noted, reported by ``/health``, and
restarted; any other task is noted if it fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final, TypeAlias

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _

AGAIN_S: Final = 1.0
"""Seconds after which an endless task that has ended is restarted."""

EndingWork: TypeAlias = Callable[[], Coroutine[Any, Any, object]]
LastingWork: TypeAlias = Callable[[], AsyncGenerator[object]]
"""Starts endless work; whenever it yields, it is well."""


def begin(work: EndingWork, note_failure: Callable[[BaseException], object]) -> asyncio.Task[None]:
    """Returns a task for *work*; *note_failure* is called with an error that ends it."""

    async def do() -> None:
        try:
            await work()
        except (asyncio.CancelledError, Exception) as error:
            if _is_cancelled():
                raise
            note_failure(error)

    return asyncio.get_running_loop().create_task(do())


def _is_cancelled() -> bool:
    """Returns whether this task was cancelled itself, and not something that it awaits."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Tasks:
    """The endless and periodic tasks of a server. *note_failure* is called with each error;
    *explain* returns its full message, for the operator."""

    def __init__(
        self,
        note_failure: Callable[[BaseException], object],
        explain: Callable[[BaseException], str] = str,
    ) -> None:
        self._note_failure, self._explain = note_failure, explain
        self._tasks = list[asyncio.Task[None]]()
        self._trouble: dict[str, str] = {}

    def keep(self, name: str, work: LastingWork, again_s: float = AGAIN_S) -> None:
        """Runs endless *work*: when it ends or fails, it is restarted after *again_s*."""
        self._tasks.append(begin(lambda: self._go_on(name, work, again_s), self._note_failure))

    def repeat(self, work: Callable[[], object], every_s: float) -> None:
        """Calls *work* periodically, *every_s* seconds after it has returned; sooner after it has
        failed, so that trouble that is over is soon forgotten."""
        name = getattr(work, "__name__", "")

        async def go_on() -> AsyncGenerator[None]:
            while True:
                await asyncio.sleep(min(every_s, AGAIN_S) if name in self._trouble else every_s)
                done = work()
                if asyncio.iscoroutine(done):
                    await done
                yield

        self.keep(name, go_on, again_s=0)

    async def _go_on(self, name: str, work: LastingWork, again_s: float) -> None:
        while True:
            try:
                async with aclosing(work()) as steps:
                    async for _step in steps:
                        self._trouble.pop(name, None)
                words = _("What the server does for ever has ended: {name}.")
                raise RuntimeError(words.format(name=name))
            except (asyncio.CancelledError, Exception) as error:
                if _is_cancelled():
                    raise
                self._trouble[name] = one_line(self._explain(error)) or type(error).__name__
                self._note_failure(error)
            await asyncio.sleep(again_s)

    def find_trouble(self) -> list[str]:
        """Returns the present failures of tasks, a sentence each."""
        return [*self._trouble.values()]

    async def end(self) -> None:
        """Cancels all tasks, and waits for their end."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
