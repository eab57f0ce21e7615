"""What a host serves, and to whom: the page, whether it is well, its figures; who comes in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Final, Protocol

from aiohttp import WSCloseCode, web

from gipf_meta.base.clock import Clock, measured_s
from gipf_meta.base.texts import _
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.limits import HostBudget, TooMany, network_of
from gipf_meta.host.metrics import Figures
from gipf_meta.host.people import hash_secret
from gipf_meta.web import driver
from gipf_meta.web.connections import Connection, Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import Frame, PageMessage, Visitor
from gipf_meta.web.link import SocketLink
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
        door: HostDoor,
        guests: Guests,
        budget: HostBudget,
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

    def make_link(
        self, name: str, socket: web.WebSocketResponse, request: web.Request
    ) -> SocketLink:
        """The link to a page whose *socket* was asked for by *request*."""
        return GuestLink(
            name, socket, self._clock, self._address_of(request), self._budget, self._figures
        )

    async def _talk(self, link: SocketLink, connection: Connection) -> None:
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


MOST_WAITING: Final = 1 << 20
"""Characters that may wait for a page. One that reads no more is dropped, and comes back."""
TOLD_AGAIN: Final = 0.2
"""The part by which a lag must have changed before its page is told again."""


class GuestBook(Protocol):
    """Knows people by their secrets."""

    def identify(self, hello: PageMessage, network: str) -> tuple[str, Visitor]:
        """The person who says *hello* from *network*, and what his page must know of him.

        Somebody new is made where nobody has the secret. Raises ``GipfMetaError``.
        """
        ...

    def is_known(self, secret: object) -> bool:
        """Whether somebody has this *secret*."""
        ...


class GuestLink(SocketLink):
    """A link to the page of a guest at *address*, whose messages count against the *budget*.

    *key_hash* is that of the key by which he came.
    """

    def __init__(
        self,
        name: str,
        socket: web.WebSocketResponse,
        clock: Clock,
        address: str,
        budget: HostBudget,
        figures: Figures,
    ) -> None:
        super().__init__(name, socket, clock, MOST_WAITING)
        self.address = address
        self._budget, self._figures = budget, figures
        self.key_hash = ""
        self._told_ms: int | None = None

    def takes_message(self, letters: int) -> bool:
        """Whether page, person and address may send a message of so many *letters* now.

        Notes that it came.
        """
        budget, person = self._budget, self.person
        takes_message = (
            super().takes_message(letters)
            and (not person or budget.frames_of_person.take(person))
            and (not person or budget.letters_of_person.take(person, letters))
            # after the person's, so that nobody uses up what others at his address have
            and budget.frames_of_address.take(self.address)
            and budget.letters_of_address.take(self.address, letters)
        )
        (self._figures.frames if takes_message else self._figures.refused).inc()
        return takes_message

    def say(self, message: Frame) -> None:
        """Sends *message* as soon as the page reads."""
        with self._figures.part("sending"):
            super().say(message)

    async def send(self, frame: str) -> None:
        """Sends a *frame*; while the page does not read, that is no work."""
        before_s = measured_s()
        await super().send(frame)
        self._figures.note("sending", before_s)

    def note_pong(self, said: bytes) -> None:
        """Takes what answers a ping, and tells the page its lag if that has changed."""
        super().note_pong(said)
        before, now = self._told_ms, self.lag.ms
        if now is None or not self.person:
            return
        if before is None or abs(now - before) > max(5, TOLD_AGAIN * before):
            self._told_ms = now
            self.say({"lag": {"ms": now}})


class Guests:
    """Everybody who is here: sockets by address. The people are those of *people*.

    *site* is the address for links to others.
    """

    def __init__(self, people: GuestBook, budget: HostBudget, site: str = "") -> None:
        self._people, self._budget, self._site = people, budget, site
        self._sockets = Counter[str]()
        self._addresses: dict[str, str] = {}

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    def refusal(self, address: str) -> str:
        """Why no socket more can be opened from *address*; empty: it can."""
        if self.sockets >= self._budget.limits.sockets:
            return _("This server is full; come again in a while.")
        if self._sockets[address] >= self._budget.limits.sockets_each:
            return _("Too many pages are open at your address; close one of them.")
        return ""

    def come(self, link: GuestLink) -> None:
        """Counts the socket of *link*."""
        self._addresses[link.name] = link.address
        self._sockets[link.address] += 1

    def go(self, link: GuestLink) -> None:
        """Counts the socket of *link* no longer."""
        address = self._addresses.pop(link.name)
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def charge_replay(self, link: str, person: str) -> None:
        """Counts a match that *person* brings at the link of that name. Raises ``TooMany``."""
        self._budget.charge_replay(person, self._addresses.get(link, ""))

    def identify(self, hello: PageMessage, link: driver.PageLink) -> tuple[str, Visitor]:
        """Who says *hello* at *link*; not too many new people come from one address.

        Raises ``TooMany``, and what the people raise.
        """
        assert isinstance(link, GuestLink)
        keys = hello.get("renew"), hello.get("secret")
        is_known = any(self._people.is_known(key) for key in keys)
        if not is_known and not self._budget.people.has_left(link.address):
            raise TooMany(
                _("Many people have come from your address in the last hour; wait a while.")
            )
        person, about = self._people.identify(hello, link.address)
        link.key_hash = hash_secret(
            next((str(key) for key in keys if key), about.get("secret", ""))
        )
        if not is_known:
            self._budget.people.take(link.address)
            self._budget.newcomers.note(person, link.address)
        return person, {**about, "site": self._site}
