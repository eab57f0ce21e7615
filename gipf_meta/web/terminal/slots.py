"""The slots of a server: each slot runs one interface at a time, for one tab of the browser."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from aiohttp import web

OPENING_S = 10
"""Seconds for which a slot is reserved for a page that is about to open it."""


class Slot:
    """The slot of one tab, by its *number*.

    *socket* belongs to the page that shows it. *memory* is the file in which a process leaves its
    match for the next one. *running* is locked while a process runs: there is never a second one.
    """

    def __init__(self, number: int, memory: Path) -> None:
        self.number = number
        self.memory = memory
        self.running = asyncio.Lock()
        self.socket: web.WebSocketResponse | None = None
        self._reservation: asyncio.TimerHandle | None = None

    @property
    def is_free(self) -> bool:
        """Whether no page has the slot, and none has reserved it."""
        return self.socket is None and self._reservation is None

    def reserve(self) -> None:
        """Reserves the slot for a page that is about to open it, for ``OPENING_S``."""
        self._reservation = asyncio.get_running_loop().call_later(OPENING_S, self._release)

    def _release(self) -> None:
        if self._reservation is not None:
            self._reservation.cancel()
            self._reservation = None

    def take(self, socket: web.WebSocketResponse) -> web.WebSocketResponse | None:
        """Gives the slot to the page of *socket*; returns the socket of the page that had it."""
        self._release()
        before, self.socket = self.socket, socket
        return before

    def leave(self, socket: web.WebSocketResponse) -> None:
        """Frees the slot if the page of *socket*, which has closed, still has it."""
        if self.socket is socket:
            self.socket = None


class Slots:
    """*count* slots, numbered from 1, with their files in *folder*."""

    def __init__(self, count: int, folder: Path) -> None:
        self._slots = [Slot(number, folder / str(number)) for number in range(1, count + 1)]

    def __iter__(self) -> Iterator[Slot]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)

    def find(self, number: int) -> Slot | None:
        """The slot of that number; ``None`` if there is none."""
        return self._slots[number - 1] if 1 <= number <= len(self._slots) else None

    def reserve(self) -> Slot | None:
        """Reserves the first free slot for a page; ``None`` if all are taken."""
        slot = next((slot for slot in self._slots if slot.is_free), None)
        if slot is not None:
            slot.reserve()
        return slot
