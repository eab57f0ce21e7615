"""What a host serves: the page to everybody who may come in, whether it is well, its figures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from aiohttp import WSCloseCode, web

from gipf_meta.base.clock import Clock
from gipf_meta.base.texts import _
from gipf_meta.host.door import Door
from gipf_meta.host.figures import Figures
from gipf_meta.host.guests import GuestLink, Guests
from gipf_meta.host.limits import Budget, network_of
from gipf_meta.web.connections import Connection, Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.link import Link
from gipf_meta.web.page_site import PageSite


class HostSite(PageSite):
    """Serves the page to all *guests* whom *door* lets in, within their *budget*.

    *find_trouble* says what is wrong with this process; that, and its *figures*, are for whoever
    runs the host, and not told outside.
    """

    closing_code = WSCloseCode.SERVICE_RESTART

    def __init__(
        self,
        connections: Connections,
        clock: Clock,
        driver: Driver,
        door: Door,
        guests: Guests,
        budget: Budget,
        figures: Figures,
        find_trouble: Callable[[], list[str]],
    ) -> None:
        super().__init__(budget.limits.sockets, connections, clock, driver)
        self._door, self._guests, self._budget = door, guests, budget
        self._figures, self._find_trouble = figures, find_trouble

    def routes(self) -> list[web.RouteDef]:
        """The page and its socket, ``/health`` and ``/metrics``."""
        return [
            *super().routes(),
            web.get("/health", self._health, allow_head=True),
            web.get("/metrics", self._metrics, allow_head=False),
        ]

    def drop(self, names: Collection[str]) -> None:
        """Ends the links of those *names*: their pages come back, and ask anew."""
        for link in [*self._links]:
            if link.name in names:
                link.drop()

    def drop_people(self, people: Collection[str]) -> None:
        """Ends the links of *people*: their pages come back, and are told why they may not."""
        for link in [*self._links]:
            if link.person in people:
                link.drop()

    def drop_others(self, keys: Mapping[str, str]) -> None:
        """Ends the links of people who have come by another key than theirs; *keys* has the hashes,
        by person. Whoever comes back by the old key is somebody new."""
        for link in [*self._links]:
            assert isinstance(link, GuestLink)
            if keys.get(link.person, link.key_hash) != link.key_hash:
                link.drop()

    def refusal(self, request: web.Request) -> str:
        """Why no page more can be shown to who sent *request*; empty: it can."""
        return self._guests.refusal(self._address_of(request))

    def make_link(self, name: str, socket: web.WebSocketResponse, request: web.Request) -> Link:
        """The link to a page whose *socket* was asked for by *request*."""
        return GuestLink(
            name, socket, self._clock, self._address_of(request), self._budget, self._figures
        )

    async def _talk(self, link: Link, connection: Connection) -> None:
        """Hears what a page says, and counts it as long."""
        assert isinstance(link, GuestLink)
        self._guests.come(link)
        try:
            await super()._talk(link, connection)
        finally:
            self._guests.go(link)

    def _address_of(self, request: web.Request) -> str:
        return network_of(self._door.address_of(request))

    # ---- for whoever runs the host ------------------------------------------------------------

    async def _health(self, request: web.Request) -> web.Response:
        """200 if all is well, else 503, and what is wrong: a line each."""
        trouble = self._find_trouble()
        if trouble and self._door.is_from_outside(request):
            trouble = [_("This server is not well.")]
        text = "\n".join(trouble or ["ok"])
        return web.Response(text=f"{text}\n", status=503 if trouble else 200)

    async def _metrics(self, request: web.Request) -> web.Response:
        if self._door.is_from_outside(request):
            raise web.HTTPNotFound(text=_("There is nothing here."))
        body, kind = self._figures.tell()
        return web.Response(body=body, headers={"Content-Type": kind})
