"""The objects of a browser, adapted for the tab: workers and storage. Imported in Pyodide only."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pyodide.ffi import create_proxy, to_js

from gipf_meta.web.tab.kept_rows import KeptRow, RowChange
from gipf_meta.web.tab.rooms_worker import Tab
from gipf_meta.web.thought_queue import TakeAnswer, Worker

LIBRARY: Final = Path("/home/pyodide/kept/library.sqlite")
"""The file of the library, in the memory of the worker."""


class _BrowserWorker:
    """A worker of bots in JavaScript."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker

    def ask(self, parcel: bytes) -> None:
        """Sends *parcel*."""
        self._worker.ask(to_js(parcel))

    def end(self) -> None:
        """Ends the worker."""
        self._worker.end()


class _BrowserStorage:
    """The storage in JavaScript."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def read(self, room: int | None = None) -> list[KeptRow]:
        """Returns the rows of match *room*, or all rows."""
        text = await (self._storage.read() if room is None else self._storage.read(room))
        return [((*key,), columns) for key, columns in json.loads(text)]

    async def write(self, changes: Iterable[RowChange]) -> None:
        """Stores *changes*."""
        rows = [(each.key, each.columns, each.is_new) for each in changes]
        await self._storage.write(json.dumps(rows))

    async def reserve(self, least: int) -> int:
        """Returns a number above *least* that no tab has given to a match."""
        return int(await self._storage.reserve(least))

    def take_stale(self) -> set[int]:
        """Returns the matches that other tabs have changed since the last call."""
        return set(json.loads(self._storage.takeStale()))

    async def hold(self, room: int) -> bool:
        """Holds a match for this tab; returns false if another tab holds it."""
        return bool(await self._storage.hold(room))

    def release(self, room: int) -> None:
        """Releases a match to other tabs."""
        self._storage.release(room)


async def open_tab(say: Any, start_worker: Any, language: str, storage: Any = None) -> Tab:
    """Opens the rooms and the desk of this tab, for JavaScript; *language* is the browser's."""
    os.environ["LANG"] = language.replace("-", "_")

    def start(tell: TakeAnswer) -> Worker:
        def heard(answer: Any = None) -> None:
            tell(None if answer is None else answer.to_bytes())

        return _BrowserWorker(start_worker(create_proxy(heard)))

    tab_storage = None if storage is None else _BrowserStorage(storage)
    tab = Tab(LIBRARY, say, start, tab_storage, _note_failure)
    await tab.open()
    return tab


def _note_failure(failure: object) -> None:
    """Writes *failure* to the browser's console."""
    if isinstance(failure, BaseException):
        traceback.print_exception(failure, file=sys.stderr)
    else:
        print(failure, file=sys.stderr)
