"""A match on the pages of two people; its server runs beside the test, and its clock stands still.

What pages of one person never show is tested with it: who offers a draw and who is asked, who has
said something beforehand. The games may be those of the tests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from gipf_meta import Game
from gipf_meta.base.clock import Clock
from gipf_meta.desk.context import Context
from gipf_meta.desk.desk import Desk
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from gipf_meta.web.connections import Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.page_site import PageSite
from gipf_meta.web.thought_queue import ThreadThinkers
from tests.small_games.finding import GAMES
from tests.web.beside import KNOWN
from tests.web.browsers import Page
from tests.web.conftest import running
from tests.web.walking import enter

ANN, BOB = "ann", "bob"
ROOM = "table"


class HubOfTwo(Hub):
    """Rooms in which the first page that comes is Ann's, the second Bob's, also after a reload."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._people: dict[str, str] = {}

    def connect(self, link: str, person: str, language: str, *about: Any) -> None:
        self._people[link] = BOB if ANN in self._people.values() else ANN
        super().connect(link, self._people[link], language, *about)

    def disconnect(self, link: str, at_ms: int) -> None:
        del self._people[link]
        super().disconnect(link, at_ms)


def opening(game: str, *kinds: str, **options: object) -> Opening:
    """A match of *game* between Ann, Bob or bots of those *kinds*."""
    names = [
        name if kind == "human" else kind for name, kind in zip(("Ann", "Bob"), kinds, strict=True)
    ]
    players = tuple(Seat(name=name, player=kind) for name, kind in zip(names, kinds, strict=True))
    return Opening(game=game, players=players, options=options, seed=1)


def find(name: str) -> type[Game[object, object]]:
    """The games of the tests, and all that are installed."""
    return GAMES.get(name) or installed_plugins().find(name)


def visit(
    match: Opening,
    holders: Mapping[int, str],
    walk: Callable[[str], None],
    *,
    at_host: bool = False,
) -> None:
    """Opens *match* and calls *walk* in a thread, with the address at which pages come in.

    Ann holds the seats of all people but those of *holders*. *at_host*: clocks run though nobody
    looks.
    """

    hub = HubOfTwo(MemoryLedger(), find, patience_ms=None, pauses_alone=not at_host)
    hub.open_room(ROOM, match, ANN, 0, holders)
    desk = Desk(Context(installed_plugins(), None, Settings(), hub, save=lambda _: "", known=KNOWN))

    def make(connections: Connections, clock: Clock) -> PageSite:
        driver = Driver(hub, desk, clock, connections.note_failure, ThreadThinkers)
        return PageSite(4, connections, clock, driver)

    async def serve() -> None:
        async with running(4, make) as served:
            await asyncio.to_thread(walk, str(served.url))

    asyncio.run(serve())


def sit_down(page: Page, address: str) -> None:
    """Comes in with *page*, goes to the room of the match, and waits until it is shown: what is
    typed before is heard by nobody."""
    enter(page, address, f"room/{ROOM}")
    page.wait_until("!document.querySelector('#room').hidden")
    page.wait_until("!!document.querySelector('#prompt').textContent")
