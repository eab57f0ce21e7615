"""What a host serves: the page, to everybody who may come in."""

from __future__ import annotations

from collections.abc import Collection

from aiohttp import WSCloseCode, web

from gipf_meta.base.clock import Clock
from gipf_meta.online.door import Door
from gipf_meta.online.guests import GuestLink, Guests
from gipf_meta.online.limits import Budget, network_of
from gipf_meta.web.connections import Connection, Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.link import Link
from gipf_meta.web.page_site import PageSite


class HostSite(PageSite):
    """Serves the page to all *guests* whom *door* lets in."""

    closing_code = WSCloseCode.SERVICE_RESTART

    def __init__(
        self,
        connections: Connections,
        clock: Clock,
        driver: Driver,
        door: Door,
        guests: Guests,
        budget: Budget,
    ) -> None:
        super().__init__(budget.limits.sockets, connections, clock, driver)
        self._door, self._guests, self._budget = door, guests, budget

    def drop(self, names: Collection[str]) -> None:
        """Ends the links of those *names*: their pages come back, and ask anew."""
        for link in [*self._links]:
            if link.name in names:
                link.drop()

    def refusal(self, request: web.Request) -> str:
        """Why no page more can be shown to who sent *request*; empty: it can."""
        return self._guests.refusal(self._address_of(request))

    def make_link(self, name: str, socket: web.WebSocketResponse, request: web.Request) -> Link:
        """The link to a page whose *socket* was asked for by *request*."""
        return GuestLink(name, socket, self._clock, self._address_of(request), self._budget)

    async def _talk(self, link: Link, connection: Connection) -> None:
        """Hears what a page says, and counts it as long."""
        assert isinstance(link, GuestLink)
        self._guests.come(link.address)
        try:
            await super()._talk(link, connection)
        finally:
            self._guests.go(link.address)

    def _address_of(self, request: web.Request) -> str:
        return network_of(self._door.address_of(request))
