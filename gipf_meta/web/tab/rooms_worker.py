"""The worker of the rooms: hub, desk and driver, reached over ports of the tab's page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from gipf_meta.base.clock import CalendarClock
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.rooms.hub import Hub
from gipf_meta.web.driver import OWNER, Driver, OnEnd
from gipf_meta.web.kept_ledger import KeptLedger
from gipf_meta.web.messages import write_frame
from gipf_meta.web.tab.thinkers import StartWorker, WorkerThinkers

LIBRARY: Final = Path("/home/pyodide/library.sqlite")
"""The library in the memory of this worker."""

Say = Callable[[str, str], object]
"""Sends the page of that name the text of a frame."""


class PortLink:
    """The link *name* to a page, which *say* sends frames to."""

    def __init__(self, name: str, say: Say) -> None:
        self.name, self._say = name, say
        self.language = ""
        self.greeted = False

    def say(self, message: dict[str, Any]) -> None:
        """Sends *message* to the page."""
        self._say(self.name, write_frame(message))

    def takes_message(self) -> bool:
        """Always: the page is of the same tab."""
        return True


class Tab:
    """The rooms and the desk of a tab. *say* sends frames, *start* starts workers of bots."""

    def __init__(
        self, say: Say, start: StartWorker, note_failure: Callable[[object], None]
    ) -> None:
        clock, settings = CalendarClock(), load_settings()
        self._say, self._links = say, dict[str, PortLink]()
        library = Library(LIBRARY)

        def new_room() -> str:
            return str(library.reserve_number())

        ledger = KeptLedger(library, Finder(), clock, OWNER)
        ms = settings.patience_ms
        hub = Hub(ledger, Finder(), new_room=new_room, patience_ms=ms, most_idle=0)
        desk = Desk(Context(installed_plugins(), library, settings, hub, new_room))

        def make_thinkers(on_end: OnEnd) -> WorkerThinkers:
            return WorkerThinkers(start, on_end)

        self._driver = Driver(hub, desk, clock, note_failure, make_thinkers, tab_failed)

    def join(self, name: str) -> None:
        """Adds the link *name* of a page."""
        link = self._links[name] = PortLink(name, self._say)
        self._driver.join(link)

    def leave(self, name: str) -> None:
        """Removes the link *name* of a page that is gone."""
        if (link := self._links.pop(name, None)) is not None:
            self._driver.leave(link)

    def hear(self, name: str, text: str) -> None:
        """Hears the *text* of a frame from the page *name*."""
        if (link := self._links.get(name)) is not None:
            self._driver.hear(link, text)


def tab_failed() -> str:
    """What a page is told after an error that is no sentence."""
    return _("Something has failed here; the browser's console says why.")
