"""A pool of processes for bots, so that thinking never holds up the server."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from functools import partial
from typing import Final

from gipf_meta.deeds.thoughts import OnEnd, OnPart
from gipf_meta.table.pilots import ANSWER_MS
from gipf_meta.web.tasks import begin
from gipf_meta.web.thought_queue import TakeAnswer, WorkerThinkers
from gipf_meta.web.worker_process import LENGTH_BYTES, frame_of

COMMAND: Final = (sys.executable, "-P", "-m", "gipf_meta.web.worker_process")
"""The command line of a process."""


class ThinkingProcess:
    """A process that does the work of parcels, one by one; *tell* is called with each answer, and
    with ``None`` if the process has crashed."""

    def __init__(self, tell: TakeAnswer) -> None:
        self._tell = tell
        self._parcels: asyncio.Queue[bytes] = asyncio.Queue()
        self._process: Process | None = None
        self._is_ended = self._is_killed = False
        self._life = begin(self._live, lambda _error: self._end_with_a_crash())

    def ask(self, parcel: bytes) -> None:
        """Queues *parcel*, which is sent as soon as the process has begun."""
        self._parcels.put_nowait(parcel)

    def end(self) -> None:
        """Kills the process at once."""
        self._is_ended = True
        self._kill()

    def _kill(self) -> None:
        """Kills the process, only once: a second kill would disturb the wait for its end."""
        if self._process is not None and not self._is_killed:
            self._is_killed = True
            with suppress(ProcessLookupError):
                self._process.kill()

    async def _live(self) -> None:
        """Starts the process, and passes parcels in and answers out, until it ends."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        except OSError:  # no memory, or too many processes
            self._end_with_a_crash()
            return
        if self._is_ended:
            self.end()
        sending = begin(partial(self._send, self._process), lambda _error: self._kill())
        try:
            await self._receive(self._process)
        finally:
            sending.cancel()
            self._kill()
            await self._process.wait()
            self._end_with_a_crash()

    async def _send(self, process: Process) -> None:
        assert process.stdin is not None
        with suppress(ConnectionError):
            while True:
                process.stdin.write(frame_of(await self._parcels.get()))
                await process.stdin.drain()

    async def _receive(self, process: Process) -> None:
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError):
            while True:
                length = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
                content = await process.stdout.readexactly(length)
                if not self._is_ended:
                    self._tell(content)

    def _end_with_a_crash(self) -> None:
        """Reports a crash, unless the process was ended on purpose."""
        if not self._is_ended:
            self._is_ended = True
            self._tell(None)


def thinkers_in_processes(
    processes: int, answer_ms: int, on_end: OnEnd, on_part: OnPart
) -> WorkerThinkers:
    """Returns a pool of at most *processes* processes (two at least); inquiries leave one to bots.

    A process without an answer, or a part of one, for *answer_ms* is killed.
    """
    thinkers = WorkerThinkers(ThinkingProcess, on_end, on_part, max(2, processes), answer_ms)
    thinkers.warm(1)
    return thinkers


def in_processes(processes: int, answer_ms: int = ANSWER_MS) -> partial[WorkerThinkers]:
    """Returns a function that makes a pool with these *processes* and *answer_ms*."""
    return partial(thinkers_in_processes, processes, answer_ms)
