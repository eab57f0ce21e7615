"""The worker of the rooms: hub, desk and driver, reached over ports of the tab's page.

The library works in the memory of this worker. Its changes are stored by the browser before any
page gets an answer. If they cannot be stored, they are undone: the rooms are rebuilt from the
storage.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

from gipf_meta.base.clock import CalendarClock
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _, spoken
from gipf_meta.deeds.thoughts import OnEnd, OnPart
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.hub.audience import OWNER
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings, load_settings, save_settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import BadFrame, Frame, PageMessage, read_frame, refusal, write_frame
from gipf_meta.web.kept_ledger import KeptLedger
from gipf_meta.web.tab.kept_rows import PRACTICE, KeptRow, KeptRows, RowChange, RowKey
from gipf_meta.web.tab.prepared_drawings import read_prepared
from gipf_meta.web.tasks import begin
from gipf_meta.web.thought_queue import StartWorker, WorkerThinkers

SETTINGS: Final[RowKey] = (0, "settings", 0)
"""The key of the settings among the stored rows."""
LAST: Final = "number"
"""The table, among the stored rows, of the last number that any tab gave to a match."""
OPENING: Final = ("submit", "rematch", "branch")
"""The commands of a page that may open a room, which needs a reserved number."""
AFTER_FAILURE_S: Final = 2
"""Seconds before pages reconnect after a failure of the storage: bots would try again at once."""

Say: TypeAlias = Callable[[str, str], object]
"""Sends the page of a name the text of a frame; ``""`` ends its link."""


class Storage(Protocol):
    """The storage of the browser. Every method raises if it fails."""

    async def read(self, room: int | None = None) -> list[KeptRow]:
        """Returns the rows of match *room*, or all rows."""
        ...

    async def write(self, changes: Iterable[RowChange]) -> None:
        """Stores *changes*, all or none, for good."""
        ...

    async def reserve(self, least: int) -> int:
        """Returns a number above *least* that no tab has given to a match."""
        ...

    def take_stale(self) -> set[int]:
        """Returns the matches that other tabs have changed since the last call; 0: the settings,
        ``PRACTICE``: the practice."""
        ...

    async def hold(self, room: int) -> bool:
        """Holds a match for this tab; returns false if another tab holds it."""
        ...

    def release(self, room: int) -> None:
        """Releases a match to other tabs."""
        ...


class PortLink:
    """The link *name* to a page. *hold_back* gets each message to it, with its name."""

    def __init__(self, name: str, hold_back: Callable[[str, Frame], None]) -> None:
        self.name, self._hold_back = name, hold_back
        self.language = self.browser_language = ""
        self.person = ""
        self.lag_ms = 0

    def say(self, message: Frame) -> None:
        """Passes *message* to ``hold_back``; it is sent once the changes before it are stored."""
        self._hold_back(self.name, message)

    def charge_message(self, letters: int) -> bool:
        """Returns true: the page is of the same tab."""
        return True

    def drop(self) -> None:
        """Does nothing: the page is of the same tab."""


class _Ledger(KeptLedger):
    """The ledger of the library in memory; it appends each released room to *left*."""

    def __init__(self, *about: Any, left: list[int]) -> None:
        super().__init__(*about)
        self._left = left

    def release(self, room: str) -> None:
        """Releases the match to other tabs, after the next write."""
        super().release(room)
        self._left.append(_number(room))


class _Memory:
    """The library at *path*, settings, hub and driver of the worker, built from stored *rows*."""

    def __init__(
        self,
        path: Path,
        rows: Iterable[KeptRow],
        make_thinkers: Callable[[OnEnd, OnPart], WorkerThinkers],
        note_failure: Callable[[object], None],
    ) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.iterdir():
            if old.is_file():
                old.unlink()
        self.settings_path = path.with_name("settings.json")
        self.unsaved: Settings | None = None
        self.left: list[int] = []
        self.library = Library(path)
        self.rows = KeptRows(self.library.database)
        settings = self.put((), rows) or Settings()
        clock, library = CalendarClock(), self.library

        def new_room() -> str:
            return str(library.reserve_number())

        self._ledger = _Ledger(library, Finder(), clock, OWNER, left=self.left)
        ms = settings.patience_ms
        hub = Hub(self._ledger, Finder(), new_room=new_room, patience_ms=ms, most_idle=0)
        self.context = Context(
            installed_plugins(), library, settings, hub, new_room, save=self._save_settings
        )
        self.context.known |= read_prepared()
        desk = Desk(self.context)
        self.driver = Driver(hub, desk, clock, note_failure, make_thinkers, tab_failed)

    def put(self, rooms: Iterable[int], rows: Iterable[KeptRow]) -> Settings | None:
        """Replaces the rows of *rooms* by *rows*; returns the settings, if they are among them."""
        settings, known = None, list[KeptRow]()
        for key, columns in rows:
            if key == SETTINGS:
                self.settings_path.write_text(columns[0], "utf-8")
                settings = load_settings(self.settings_path)
            elif key[1] != LAST:
                known.append((key, columns))
        self.rows.put(rooms, known)
        return settings

    def take_changes(self) -> list[RowChange]:
        """Returns the changes since the last call, with those of the settings."""
        changes = self.rows.take_changes()
        if self.unsaved is not None:
            self.unsaved = None
            changes.append(RowChange(SETTINGS, (self.settings_path.read_text("utf-8"),)))
        return changes

    def take_left(self) -> list[int]:
        """Returns the matches that were released since the last call."""
        left = self.left[:]
        self.left.clear()
        return left

    def close(self) -> None:
        """Cancels all thoughts, and closes the library."""
        self.driver.close()
        self._ledger.close()
        self.library.close()

    def _save_settings(self, settings: Settings) -> str:
        self.unsaved = settings
        return save_settings(settings, self.settings_path)


class Tab:
    """The rooms and the desk of a tab. *say* sends frames, *start* starts workers of bots.

    *storage* is the browser's storage; ``None``: nothing is stored. *path* is the library's file in
    memory. *note_failure* is called with each error. ``open`` must be awaited first.
    """

    def __init__(
        self,
        path: Path,
        say: Say,
        start: StartWorker,
        storage: Storage | None,
        note_failure: Callable[[object], None],
    ) -> None:
        self._path, self._say, self._start, self._storage = path, say, start, storage
        self._note_failure = note_failure
        self._links: dict[str, PortLink] = {}
        self._frames = asyncio.Queue[tuple[str, str]]()
        self._held_back: list[tuple[str, Frame]] = []
        self._held: set[int] = set()
        self._reserved = 0
        self._is_in_trouble = False
        self._is_writing = False
        self._writing: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._thinkers: WorkerThinkers | None = None
        self._memory: _Memory

    async def open(self) -> None:
        """Reads the storage, and begins to take messages."""
        await self._build_memory()
        self._reading = begin(self._read, self._note_failure)

    def join(self, name: str) -> None:
        """Adds the link *name* of a page."""
        link = self._links[name] = PortLink(name, self._hold_back)
        self._memory.driver.join(link)

    def leave(self, name: str) -> None:
        """Removes the link *name* of a page that is gone."""
        if (link := self._links.pop(name, None)) is not None:
            self._memory.driver.leave(link)
            self._flush()

    def receive(self, name: str, text: str) -> None:
        """Queues the *text* of a frame from the page *name*."""
        self._frames.put_nowait((name, text))

    def warm(self, workers: int) -> None:
        """Starts spare workers of bots until there are *workers* in all."""
        if self._thinkers is not None:
            self._thinkers.warm(workers)

    def close(self) -> None:
        """Stops reading messages, cancels thoughts, and closes the library."""
        if self._reading is not None:
            self._reading.cancel()
        self._memory.close()

    # ---- what comes in ----------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            name, text = await self._frames.get()
            link = self._links.get(name)
            if link is None:
                continue
            try:
                with spoken(link.language):
                    why = await self._prepare(text)
            except Exception as error:
                self._note_failure(error)
                why = not_stored()
            try:
                if link.name in self._links:
                    self._hear(link, text, why)
            except Exception as error:
                self._note_failure(error)  # the next frame is read all the same

    def _hear(self, link: PortLink, text: str, why: str) -> None:
        """Passes a frame to the driver, or refuses it if there is a reason *why*."""
        if why:
            link.say(refusal(read_frame(text), why))
            return
        was_known = link.person
        self._memory.driver.receive(link, text)
        if link.person and not was_known:
            with spoken(link.language):
                self._notify_of_trouble(link)
        self._flush()

    def _notify_of_trouble(self, link: PortLink) -> None:
        """Sends a page that has connected or reconnected a notice on trouble with the storage."""
        if self._storage is None:
            link.say({"notice": nothing_is_stored()})
        elif self._is_in_trouble:
            link.say({"notice": not_stored()})
            self._is_in_trouble = False

    async def _prepare(self, text: str) -> str:
        """Reads the changes of other tabs, and holds the match of the message.

        Returns the reason why the message is refused, or ``""``. Raises what the storage raises.
        """
        storage = self._storage
        try:
            message = read_frame(text)
        except BadFrame:
            return ""
        if storage is None:
            return ""
        await self._refresh(storage)
        is_used_up = self._reserved <= self._memory.rows.last_number()
        if message.get("do") in OPENING and is_used_up:
            self._reserved = await storage.reserve(self._memory.rows.last_number())
            self._memory.rows.reserve(self._reserved)
        room = _room_of(message)
        if not room or room in self._held:
            return ""
        await self._written()
        if not await storage.hold(room):
            return open_elsewhere(room)
        self._held.add(room)
        self._memory.put([room], await storage.read(room))
        if "room" not in message:  # the command only deletes the match
            self._memory.left.append(room)
        return ""

    async def _refresh(self, storage: Storage) -> None:
        """Reads the matches, settings and entries that other tabs have changed."""
        for room in storage.take_stale() - self._held:
            if room == PRACTICE:
                await self._written()  # an entry that is being stored here is not read yet
            rows = await storage.read(room)
            settings = self._memory.put([room] if room else [], rows)
            if settings is not None:
                self._memory.context.settings = settings

    # ---- changes are stored, and then messages are sent -----------------------------------------

    def _hold_back(self, name: str, message: Frame) -> None:
        self._held_back.append((name, message))
        self._flush()

    def _flush(self) -> None:
        """Starts to store the changes and to send the waiting messages, unless that is going on."""
        if not self._is_writing:
            self._is_writing = True
            self._writing = begin(self._write, self._note_failure)

    async def _written(self) -> None:
        """Waits until all changes are stored and all messages are sent."""
        while self._is_writing and self._writing is not None:
            await asyncio.wait([self._writing])

    async def _write(self) -> None:
        try:
            while await self._write_once():
                pass
        except Exception as error:
            self._note_failure(error)
        finally:
            self._is_writing = False

    async def _write_once(self) -> bool:
        """Stores the changes, then sends the messages that waited; returns whether there were any.

        Raises what the storage raises when it is read again after a failure.
        """
        said, self._held_back = self._held_back, []
        changes, left = self._memory.take_changes(), self._memory.take_left()
        try:
            if changes and self._storage is not None:
                await self._storage.write(changes)
        except Exception as error:
            self._note_failure(error)
            await self._undo_unstored(said)
            return False
        for name, message in said:
            self._say(name, write_frame(message))
        for room in left:
            self._release(room)
        return bool(said or changes or left)

    def _release(self, room: int) -> None:
        self._held.discard(room)
        if self._storage is not None:
            self._storage.release(room)

    async def _undo_unstored(self, said: list[tuple[str, Frame]]) -> None:
        """Refuses commands whose changes could not be stored, and rebuilds the rooms without them.

        The pages lose their links, and reconnect to the rooms as they are stored.
        """
        said, self._held_back = [*said, *self._held_back], []
        for name, message in said:
            link = self._links.get(name)
            if link is None or not ("done" in message or "refused" in message):
                continue
            with spoken(link.language):
                refused = message if "refused" in message else refusal(message, not_stored())
            self._say(name, write_frame(refused))
        links, self._links = self._links, {}
        self._memory.close()
        for room in list(self._held):
            self._release(room)
        self._is_in_trouble = True
        await asyncio.sleep(AFTER_FAILURE_S)
        await self._build_memory()
        for name in links:
            self._say(name, "")

    async def _build_memory(self) -> None:
        """Builds the memory anew from the storage."""
        rows = [] if self._storage is None else await self._storage.read()
        self._reserved = 0
        self._memory = _Memory(self._path, rows, self._make_thinkers, self._note_failure)

    def _make_thinkers(self, on_end: OnEnd, on_part: OnPart) -> WorkerThinkers:
        self._thinkers = WorkerThinkers(self._start, on_end, on_part)
        return self._thinkers


def _room_of(message: PageMessage) -> int:
    """Returns the number of the match that *message* changes; 0: none."""
    if "room" in message:
        return _number(message["room"])
    about = message.get("about")
    if (
        message.get("do") == "submit"
        and message.get("screen") == "delete"
        and isinstance(about, dict)
    ):
        return _number(about.get("match"))
    return 0


def _number(room: Any) -> int:
    """Returns the number of the match of *room*; 0 if *room* is no text of a whole number."""
    return (read_whole(room) or 0) if isinstance(room, str) else 0


def tab_failed() -> str:
    """Returns the answer to a page after an error that is no sentence for people."""
    return _("Something has failed here; the browser's console says why.")


def not_stored() -> str:
    """Returns the refusal of a command whose changes could not be stored."""
    return _("The browser has no room to keep this, so it has not happened.")


def open_elsewhere(room: int) -> str:
    """Returns the refusal of a command for a match that another tab holds."""
    return _("Match {number} is open in another tab; close it there to play it here.").format(
        number=room
    )


def nothing_is_stored() -> str:
    """Returns the notice for a page whose browser stores nothing."""
    return _("This browser keeps nothing here: matches last until this tab is closed or reloaded.")
