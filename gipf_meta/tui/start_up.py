"""Starting the interface from the command line, and ending it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any

from textual.screen import Screen

from gipf_meta.base.clock import RealClock
from gipf_meta.base.signals import call_on_end_signals
from gipf_meta.base.stops import leave_ctrl_c_to_asyncio
from gipf_meta.base.timelimit import SWITCH_INTERVAL_S
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.line.line import OfferLinks, RoomLine
from gipf_meta.line.local_line import LocalLine
from gipf_meta.plugins.loading import Installed
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.desk_screens import DeskScreen


def run(
    installed: Installed, library: Library | None, settings: Settings, graphics: str = "",
    begin: Callable[[LocalLine], str] | None = None, first: Screen[Any] | None = None,
) -> int:  # fmt: skip
    """Opens the interface, in the match that *begin* opens, with *first* in front; returns the exit
    status. Raises ``GipfMetaError``.

    A closed terminal and a signal to end leave the match as ctrl+q does: saved, with its time.
    """
    ms = settings.patience_ms
    line = LocalLine(
        installed, library, settings, RealClock(), patience_ms=ms, plans_elsewhere=True
    )
    with closing(line):
        room = begin(line) if begin is not None else ""
        return _run(GipfApp(installed, line, settings, graphics=graphics, room=room, first=first))


def run_at_host(
    line: RoomLine, offer_links: OfferLinks | None, installed: Installed, settings: Settings,
    graphics: str = "", room: str = "", first: tuple[str, dict[str, str]] | None = None,
) -> int:  # fmt: skip
    """Opens the interface at the host that *line* leads to, in *room*, or at the screen *first* of
    the desk there; returns the exit status.

    Raises ``JoinError`` if the line has ended.
    """
    room = "" if first is not None else room
    app = GipfApp(installed, line, settings, graphics=graphics, room=room, offer_links=offer_links)
    if first is not None:
        app.first = DeskScreen(app.talk, *first)
    status = _run(app)
    if app.failure is not None:
        raise app.failure
    return status


def _run(app: GipfApp) -> int:
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    leave_ctrl_c_to_asyncio()
    asyncio.run(_until_left(app))
    return app.return_code or 0


async def _until_left(app: GipfApp) -> None:
    """Runs *app*, and saves what is open while signal handlers are installed: later a signal would
    end the program at once."""
    call_on_end_signals(app.leave)
    try:
        await app.run_async()
    finally:
        app.own_line.close()
