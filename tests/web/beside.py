"""A server that runs beside a test, in this process and a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import Any, Final, TypeVar

T = TypeVar("T")

KNOWN: Final[dict[tuple[object, ...], Any]] = {}
"""The cache ``Context.known`` that all servers share: drawing the pictures of the launcher takes a
second, and they are the same on every server."""


@contextmanager
def beside(server: AbstractAsyncContextManager[T]) -> Iterator[T]:
    """Enters *server* in a loop of another thread, yields its value, and leaves it at the end.

    Its errors are raised here.
    """
    begun: Future[tuple[T, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def live() -> None:
        leave = asyncio.Event()
        async with server as made:
            begun.set_result((made, asyncio.get_running_loop(), leave))
            await leave.wait()

    def run() -> None:
        try:
            asyncio.run(live())
        except BaseException as error:
            if begun.done():
                raise
            begun.set_exception(error)

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(run)
        made, loop, leave = begun.result()
        try:
            yield made
        finally:
            loop.call_soon_threadsafe(leave.set)
            running.result()
