"""Runs the interface as a process, and exchanges the packets of Textual's web driver with it.

A packet is a letter, a length and that many bytes: ``D`` is input or output, ``M`` is JSON about
the terminal.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Mapping
from contextlib import suppress
from pathlib import Path

from gipf_meta.tui.parts import tab

COMMAND = (sys.executable, "-P", "-m", "gipf_meta.tui.browser")
"""``-P``: nothing is imported from the folder in which the server was started."""

READY = b"__GANGLION__\n"
"""What stands before the packets; something else may be printed before it."""

GRACE_S = 3
"""Seconds after which a process that should end is killed. Its match is kept anyway."""


class Process:
    """The interface of one tab."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout

    @classmethod
    async def start(cls, width: int, height: int, memory: Path) -> Process:
        """Starts the interface in a terminal of *width* x *height* cells.

        *memory* is the file in which it remembers its match. Ctrl-C does not reach the process:
        only ``stop`` ends it. Its errors appear where the server was started.
        """
        environment = {
            **os.environ,
            "TEXTUAL_DRIVER": "gipf_meta.tui.browser:TabDriver",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TEXTUAL_FPS": "60",
            "TERM": "xterm-256color",
            "TERM_PROGRAM": "textual",
            "COLUMNS": str(width),
            "ROWS": str(height),
            tab.VARIABLE: str(memory),
        }
        return cls(
            await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, env=environment, start_new_session=True
            )
        )

    async def output(self) -> AsyncGenerator[bytes, None]:
        """The output of the interface, until the user leaves it. Iterate over it once."""
        with suppress(asyncio.IncompleteReadError):
            await self._skip_to_packets()
            while True:
                kind, length = struct.unpack(">cI", await self._stdout.readexactly(5))
                packet = await self._stdout.readexactly(length)
                if kind == b"D":
                    yield packet
                elif kind == b"M" and json.loads(packet)["type"] == "exit":
                    # other messages, links to open and files to fetch, are not needed here
                    return

    async def _skip_to_packets(self) -> None:
        """Skips whatever comes before ``READY``, of any length, with line breaks or without."""
        while True:
            try:
                await self._stdout.readuntil(READY)
                return
            except asyncio.LimitOverrunError as error:
                await self._stdout.readexactly(error.consumed)

    async def has_succeeded(self) -> bool:
        """Waits for the end of the process; whether it ended without an error."""
        return await self._process.wait() == 0

    async def send_keys(self, keys: str) -> None:
        """Sends keys and clicks, as a terminal writes them."""
        await self._send(b"D", keys.encode("utf-8", "replace"))

    async def send_event(self, about: Mapping[str, str | int]) -> None:
        """Sends an event of the terminal: a new size, or a change of focus."""
        await self._send(b"M", json.dumps(about).encode())

    async def _send(self, kind: bytes, packet: bytes) -> None:
        with suppress(ConnectionError):  # the process is about to end
            self._stdin.write(struct.pack(">cI", kind, len(packet)) + packet)
            await self._stdin.drain()

    async def stop(self) -> None:
        """Ends the process and waits for its end. Nobody may iterate over ``output`` any more."""
        try:
            async with asyncio.timeout(GRACE_S):
                await self.send_event({"type": "quit"})
                self._stdin.close()
                while await self._stdout.read(1 << 16):
                    pass  # a full pipe would block the process
                await self._process.wait()
        except TimeoutError:
            pass
        finally:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
