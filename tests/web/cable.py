"""The network between a page and its server, as a cable that can be cut and mended, or is slow."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")
AT_ONCE = 1 << 16


class Cable:
    """Leads from a port of its own to *port* of this machine, until it is cut.

    Everything arrives up to *jitter_ms* later than it was sent, in each direction, and in order.
    """

    def __init__(self, port: int) -> None:
        self._far_port = port
        self.jitter_ms = 0
        self._rng = Random(port)
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
            await asyncio.gather(self._carry(near, on), self._carry(far, back))
        self._ends -= {back, on}

    async def _carry(self, source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        """Carries what comes from *source* until its end."""
        on_the_way = asyncio.Queue[tuple[float, bytes]]()
        sending = asyncio.create_task(_arrive(on_the_way, to))
        arrives_s, now_s = 0.0, self._loop.time
        try:
            with suppress(OSError):
                while data := await source.read(AT_ONCE):
                    later_s = self._rng.uniform(0, self.jitter_ms) / 1000
                    arrives_s = max(arrives_s, now_s() + later_s)
                    on_the_way.put_nowait((arrives_s, data))
            on_the_way.put_nowait((arrives_s, b""))
            await sending
        finally:
            sending.cancel()


async def _arrive(on_the_way: asyncio.Queue[tuple[float, bytes]], to: asyncio.StreamWriter) -> None:
    """Hands on what is *on_the_way* when it arrives, up to the end."""
    now_s = asyncio.get_running_loop().time
    with suppress(OSError):
        while True:
            arrives_s, data = await on_the_way.get()
            await asyncio.sleep(max(0, arrives_s - now_s()))
            if not data:
                break
            to.write(data)
            await to.drain()
    to.close()
