"""The tasks of a server. One that goes on for ever and ends all the same is noted, told of by
``/health``, and begun again; of any other it is noted if it fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final, TypeAlias

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _

AGAIN_S: Final = 1.0
"""Seconds after which a task that has ended is begun again."""

EndingWork: TypeAlias = Callable[[], Coroutine[Any, Any, object]]
LastingWork: TypeAlias = Callable[[], AsyncGenerator[object]]
"""Begins what goes on for ever; whenever it yields, it is well."""


def begin(work: EndingWork, note_failure: Callable[[BaseException], object]) -> asyncio.Task[None]:
    """A task for a *work* that ends by itself; *note_failure* hears of the error that ends it."""

    async def do() -> None:
        try:
            await work()
        except (asyncio.CancelledError, Exception) as error:
            if _is_cancelled():
                raise
            note_failure(error)

    return asyncio.get_running_loop().create_task(do())


def _is_cancelled() -> bool:
    """Whether this task was told to end; else it was something that it has waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Tasks:
    """What a server does again and again. *note_failure* hears of errors; *explain* says in full
    what is wrong, for whoever runs the server."""

    def __init__(
        self,
        note_failure: Callable[[BaseException], object],
        explain: Callable[[BaseException], str] = str,
    ) -> None:
        self._note_failure, self._explain = note_failure, explain
        self._tasks = list[asyncio.Task[None]]()
        self._trouble: dict[str, str] = {}

    def keep(self, name: str, work: LastingWork, again_s: float = AGAIN_S) -> None:
        """Does *work* for ever: when it ends or fails, it is begun again after *again_s*."""
        self._tasks.append(begin(lambda: self._go_on(name, work, again_s), self._note_failure))

    def repeat(self, work: Callable[[], object], every_s: float) -> None:
        """Does *work* again and again, after *every_s* each time."""

        async def go_on() -> AsyncGenerator[None]:
            while True:
                await asyncio.sleep(every_s)
                done = work()
                if asyncio.iscoroutine(done):
                    await done
                yield

        self.keep(getattr(work, "__name__", ""), go_on, again_s=0)

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
        """What fails at the moment, a sentence each."""
        return [*self._trouble.values()]

    async def end(self) -> None:
        """Does nothing any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
