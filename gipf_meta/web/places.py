"""The places of a server: as many interfaces may run at a time as there are places."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from aiohttp import web

OPENING_S = 10
"""How long a place is kept for a page that was sent there and has not come."""


class Place:
    """Where one tab plays, by its *number*.

    *socket* belongs to the page that shows it. *memory* is the file in which the process remembers
    its match for the one that comes after it; *running* is held while there is a process, so there
    is never more than one.
    """

    def __init__(self, number: int, memory: Path) -> None:
        self.number = number
        self.memory = memory
        self.running = asyncio.Lock()
        self.socket: web.WebSocketResponse | None = None
        self._kept: asyncio.TimerHandle | None = None

    @property
    def free(self) -> bool:
        return self.socket is None and self._kept is None

    def keep(self) -> None:
        """Keeps it for a page that is about to come."""
        self._kept = asyncio.get_running_loop().call_later(OPENING_S, self._do_not_keep)

    def _do_not_keep(self) -> None:
        if self._kept is not None:
            self._kept.cancel()
            self._kept = None

    def take(self, socket: web.WebSocketResponse) -> web.WebSocketResponse | None:
        """Gives it to a page, and returns the socket of the one that had it."""
        self._do_not_keep()
        before, self.socket = self.socket, socket
        return before

    def leave(self, socket: web.WebSocketResponse) -> None:
        """The page is gone; perhaps another one has taken the place already."""
        if self.socket is socket:
            self.socket = None


class Places:
    """*count* places, numbered from 1, with their files in *folder*."""

    def __init__(self, count: int, folder: Path) -> None:
        self._places = [Place(number, folder / str(number)) for number in range(1, count + 1)]

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def find(self, number: int) -> Place | None:
        """The place of that number."""
        return self._places[number - 1] if 1 <= number <= len(self._places) else None

    def free(self) -> Place | None:
        """The first free place, kept for the page that is sent there."""
        place = next((place for place in self._places if place.free), None)
        if place is not None:
            place.keep()
        return place
