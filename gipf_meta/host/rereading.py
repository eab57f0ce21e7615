"""The rooms and people that were changed in the database otherwise than by commands: this process
reads them again, and closes what is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from functools import partial
from typing import Final, Protocol

from gipf_meta.host.deletion import DeletionFile, Deletions, Tombstone
from gipf_meta.host.host_hub import HostHub, read_anew
from gipf_meta.host.stale_rooms import StaleRooms

LATELY_MS: Final = 60_000
"""Milliseconds after a deletion within which each process closes the pages of the person."""


class RoomMemory(Protocol):
    """A part of a process that remembers rooms."""

    def forget_room(self, room: str) -> object:
        """Forgets what it remembers of *room*."""
        ...


class Rereading:
    """Reads again, in this process, what others have changed: rooms of *hub* that *stale* finds,
    and which the *memories* forget, too; people whom *deletions* has deleted.

    *do* runs a callback in the loop; *forget_people* closes the pages of people who are gone, and
    drops what may have their names. All who were deleted are noted in *file*.
    """

    def __init__(
        self,
        hub: HostHub,
        stale: StaleRooms,
        deletions: Deletions,
        memories: Collection[RoomMemory],
        do: Callable[[Callable[[], object]], object],
        forget_people: Callable[[Collection[str]], object],
        file: DeletionFile | None = None,
    ) -> None:
        self._hub, self._stale, self._deletions = hub, stale, deletions
        self._memories, self._do = memories, do
        self._forget_people, self._file = forget_people, file
        self._known = frozenset[Tombstone]()

    async def look(self) -> None:
        """Looks once for rooms and people that were changed. Raises ``DatabaseError``."""
        looked_ms = self._stale.looked_ms  # long ago, if the database was away
        gone = frozenset(await asyncio.to_thread(self._deletions.lately, LATELY_MS, looked_ms))
        if self._file is not None and gone - self._known:
            await asyncio.to_thread(self._file.note, gone - self._known)
        stale = await asyncio.to_thread(self._stale.find)
        for room in stale:
            for memory in self._memories:
                memory.forget_room(room)
            self._do(partial(read_anew, self._hub, room))
        if new := {each.person for each in gone - self._known}:
            self._forget_people(new)
        self._known = gone

    async def finish_deletions(self) -> None:
        """Does what is still to be done for people who were deleted. Raises ``DatabaseError``."""
        await asyncio.to_thread(self._deletions.finish)
