"""Puts the page's server together: rooms that the library keeps, the desk, and what drives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gipf_meta.base.clock import Clock
from gipf_meta.desk.context import Context, new_room_id
from gipf_meta.desk.desk import Desk
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed
from gipf_meta.rooms.hub import Hub
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.web.connections import Connections
from gipf_meta.web.driver import OWNER, Driver
from gipf_meta.web.kept_ledger import KeptLedger
from gipf_meta.web.page_site import PageSite
from gipf_meta.web.server import MakeSite
from gipf_meta.web.thinkers import Thinkers


def page_site_of(
    sessions: int,
    installed: Installed,
    library: Library | None,
    settings: Settings,
    known: dict[tuple[object, ...], Any] | None = None,
) -> MakeSite:
    """What makes the site of the page, in at most *sessions* tabs.

    Without *library* matches last as long as the server. *known* is what screens have found of the
    games, as ``Context`` keeps it, and gets what they find.
    """
    found = {} if known is None else known

    def make(connections: Connections, clock: Clock) -> PageSite:
        new_room = new_room_id if library is None else lambda: str(library.reserve_number())
        hub = _hub_of(installed, library, settings, clock, new_room)
        desk = Desk(Context(installed, library, settings, hub, new_room, known=found))
        driver = Driver(hub, desk, clock, connections.note_failure, Thinkers)
        return PageSite(sessions, connections, clock, driver)

    return make


def _hub_of(
    installed: Installed,
    library: Library | None,
    settings: Settings,
    clock: Clock,
    new_room: Callable[[], str],
) -> Hub:
    """The hub of the rooms; a match that nobody watches is left to other programs."""
    ms = settings.patience_ms
    if library is None:
        return Hub(MemoryLedger(), installed.find, new_room=new_room, patience_ms=ms)
    ledger = KeptLedger(library, installed.find, clock, OWNER)
    return Hub(ledger, installed.find, new_room=new_room, patience_ms=ms, most_idle=0)
