"""The interface as a process of its own, spoken to in the packets of Textual's web driver.

A packet is a letter, a length and that many bytes: ``D`` what is typed or shown, ``M`` JSON about
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
"""``-P``: what lies in the folder where the server was started is not imported."""

READY = b"__GANGLION__\n"
"""The line after which packets come; whatever a plugin prints while it is loaded is before it."""

GRACE_S = 3
"""How long a process that is told to end may take; then it is killed. Matches are kept anyway."""


class Process:
    """The interface of one tab."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._stdin, self._stdout = process.stdin, process.stdout

    @classmethod
    async def start(cls, width: int, height: int, memory: Path) -> Process:
        """Starts it in a terminal of so many cells; *memory* is where it remembers its match.

        It has no terminal's Ctrl-C to fear: whoever started it ends it. What it complains about
        is seen where the server was started.
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

    async def shown(self) -> AsyncGenerator[bytes, None]:
        """What is to be shown, until the interface is left. To be asked for once."""
        with suppress(asyncio.IncompleteReadError):
            while await self._stdout.readuntil() != READY:
                pass
            while True:
                kind, length = struct.unpack(">cI", await self._stdout.readexactly(5))
                packet = await self._stdout.readexactly(length)
                if kind == b"D":
                    yield packet
                elif kind == b"M" and json.loads(packet)["type"] == "exit":
                    # links to open and files to fetch are no matter of a board game
                    return

    async def succeeded(self) -> bool:
        """Whether it has ended as it should, as soon as it has ended."""
        return await self._process.wait() == 0

    async def type(self, keys: str) -> None:
        """Keys and clicks, as a terminal writes them."""
        await self._send(b"D", keys.encode("utf-8", "replace"))

    async def tell(self, about: Mapping[str, str | int]) -> None:
        """Something about the terminal: a new size, whether it has the focus."""
        await self._send(b"M", json.dumps(about).encode())

    async def _send(self, kind: bytes, packet: bytes) -> None:
        with suppress(ConnectionError):  # it is about to end
            self._stdin.write(struct.pack(">cI", kind, len(packet)) + packet)
            await self._stdin.drain()

    async def stop(self) -> None:
        """Ends it and returns when it has ended; nobody may be asking for ``shown`` any more."""
        try:
            async with asyncio.timeout(GRACE_S):
                await self.tell({"type": "quit"})
                self._stdin.close()
                while await self._stdout.read(1 << 16):
                    pass  # a full pipe would keep it waiting
                await self._process.wait()
        except TimeoutError:
            pass
        finally:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
