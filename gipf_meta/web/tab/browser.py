"""What only a browser has, as the tab's own words: known in Pyodide alone."""

from __future__ import annotations

import sys
from typing import Any

from pyodide.ffi import create_proxy, to_js

from gipf_meta.web.tab.rooms_worker import Tab
from gipf_meta.web.tab.thinkers import Tell, Worker


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


def open_tab(say: Any, start_worker: Any) -> Tab:
    """The rooms and the desk of this tab, for JavaScript."""

    def start(tell: Tell) -> Worker:
        def heard(answer: Any = None) -> None:
            tell(None if answer is None else answer.to_bytes())

        return _BrowserWorker(start_worker(create_proxy(heard)))

    return Tab(say, start, lambda failure: print(failure, file=sys.stderr))
