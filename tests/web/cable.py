"""The network between a page and its server, as a cable that can be cut and mended."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
AT_ONCE = 1 << 16


class Cable:
    """Leads from a port of its own to *port* of this machine, until it is cut."""

    def __init__(self, port: int) -> None:
        self._far_port = port
        self._is_cut = False
        self._ends: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._run(asyncio.start_server(self._lead, "127.0.0.1", 0))
        self.port: int = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Ends all connections, and lets no new one through until it is mended."""
        self._run(self._cut())

    def mend(self) -> None:
        """Lets new connections through."""
        self._is_cut = False

    def close(self) -> None:
        """Takes the cable away."""
        self._run(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _cut(self) -> None:
        self._is_cut = True
        for end in self._ends:
            end.transport.abort()

    async def _end(self) -> None:
        await self._cut()
        self._server.close()
        leading = asyncio.all_tasks() - {asyncio.current_task()}
        for task in leading:
            task.cancel()
        await asyncio.gather(*leading, return_exceptions=True)

    async def _lead(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """Carries one connection in both directions, until either end closes it."""
        if self._is_cut:
            back.transport.abort()
            return
        try:
            far, on = await asyncio.open_connection("127.0.0.1", self._far_port)
        except OSError:  # nobody is there: the server was killed
            back.transport.abort()
            return
        self._ends |= {back, on}
        with suppress(asyncio.CancelledError):  # the cable is taken away
            await asyncio.gather(_carry(near, on), _carry(far, back))
        self._ends -= {back, on}


async def _carry(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(AT_ONCE):
            to.write(data)
            await to.drain()
    to.close()
