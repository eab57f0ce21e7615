"""The site of a host: the page, its sockets, ``/health`` and ``/metrics``; its guests."""

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
from gipf_meta.host.refusal_reasons import FULL, TOO_MUCH
from gipf_meta.web import driver
from gipf_meta.web.connections import Connection, Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import Frame, PageMessage, Visitor
from gipf_meta.web.link import SocketLink
from gipf_meta.web.page_site import PageSite


class HostSite(PageSite):
    """Serves the page to all *guests* whom *door* lets in, within their *budget*.

    *find_trouble* returns the faults of this process; they and *figures* are for the operator, and
    not shown outside the network of the machine.
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
        """Returns the routes of the page and its socket, ``/health`` and ``/metrics``."""
        return [
            *super().routes(),
            web.get("/health", self._health, allow_head=True),
            web.get("/metrics", self._metrics, allow_head=False),
        ]

    def drop_people(self, people: Collection[str]) -> None:
        """Drops the links of *people*: their pages reconnect, and are refused with a reason."""
        for link in [*self._links]:
            if link.person in people:
                link.drop()

    def drop_old_keys(self, keys: Mapping[str, str]) -> None:
        """Drops the links of people who came by a key that was replaced; *keys* has the hash of the
        present key of each person. A page that reconnects by the old key is of a new person."""
        for link in [*self._links]:
            assert isinstance(link, GuestLink)
            if keys.get(link.person, link.key_hash) != link.key_hash:
                link.drop()

    def refusal(self, request: web.Request) -> str:
        """The reason why no further page is served to the client of *request*, or ``""``."""
        if why := self._guests.refusal(self._address_of(request)):
            self._figures.refuse(FULL)
        return why

    def make_link(
        self, name: str, socket: web.WebSocketResponse, request: web.Request
    ) -> SocketLink:
        """Returns the link to the page that opened *socket* with *request*."""
        address, is_led = self._address_of(request), BY_ADDRESS in request.headers
        return GuestLink(name, socket, self._clock, address, self._budget, self._figures, is_led)

    async def _talk(self, link: SocketLink, connection: Connection) -> None:
        """Reads the messages of a page, and counts its socket as open meanwhile."""
        assert isinstance(link, GuestLink)
        self._guests.come(link)
        try:
            await super()._talk(link, connection)
        finally:
            self._guests.go(link)

    def count_people(self) -> int:
        """Returns the number of people whose pages are open."""
        return len({link.person for link in self._links if link.person})

    def _address_of(self, request: web.Request) -> str:
        return network_of(self._door.address_of(request))

    # ---- for the operator of a host ------------------------------------------------------------

    async def _health(self, request: web.Request) -> web.Response:
        """Answers 200 and ``ok``, or 503 and a line for each fault."""
        trouble = self._find_trouble()
        if trouble and self._door.is_from_outside(request):
            trouble = [_("This server is not well.")]
        text = "\n".join(trouble or ["ok"])
        return web.Response(text=f"{text}\n", status=503 if trouble else 200)

    async def _metrics(self, request: web.Request) -> web.Response:
        if self._door.is_from_outside(request):
            raise web.HTTPNotFound(text=_("There is nothing here."))
        body, kind = await self._figures.render()
        return web.Response(body=body, headers={"Content-Type": kind})


BY_ADDRESS: Final = "X-Rooms-By-Address"
"""The header of a proxy that leads sockets to processes by the room in their address."""
MOST_WAITING: Final = 1 << 20
"""Characters that may wait for a page; beyond it the link is dropped, and the page reconnects."""
TOLD_AGAIN: Final = 0.2
"""The fraction by which a lag must have changed before its page is told again."""


class GuestBook(Protocol):
    """The registry of people, found by their secrets."""

    def identify(self, hello: PageMessage, network: str) -> tuple[str, Visitor]:
        """Returns the id of the person who says *hello* from *network*, and the facts for his page.

        An unknown secret makes a new person. Raises ``GipfMetaError``.
        """
        ...

    def is_known(self, secret: object) -> bool:
        """Returns whether a person has this *secret*."""
        ...


class GuestLink(SocketLink):
    """A link to the page of a guest at *address*, whose messages count against the *budget*.

    ``key_hash`` is the hash of the key by which he came. *is_by_address*: he came through a proxy
    that leads him by the room in his socket's address.
    """

    def __init__(
        self,
        name: str,
        socket: web.WebSocketResponse,
        clock: Clock,
        address: str,
        budget: HostBudget,
        figures: Figures,
        is_by_address: bool = False,
    ) -> None:
        super().__init__(name, socket, clock, MOST_WAITING)
        self.address, self.is_by_address = address, is_by_address
        self._budget, self._figures = budget, figures
        self.key_hash = ""
        self._sent_lag_ms: int | None = None

    def charge_message(self, letters: int) -> bool:
        """Charges a message of so many *letters* to the page, the person and the address.

        Returns whether all of them had enough left.
        """
        budget, person = self._budget, self.person
        is_allowed = (
            super().charge_message(letters)
            and (not person or budget.frames_of_person.take(person))
            and (not person or budget.letters_of_person.take(person, letters))
            # after the person's, so that nobody uses up what others at his address have
            and budget.frames_of_address.take(self.address)
            and budget.letters_of_address.take(self.address, letters)
        )
        (self._figures.frames if is_allowed else self._figures.refused).inc()
        if not is_allowed:
            self._figures.refuse(TOO_MUCH)
        return is_allowed

    def drop(self) -> None:
        """Ends the link at once, and counts it; the page reconnects."""
        if not self._is_dropped:
            self._figures.cut.inc()
        super().drop()

    def note_arrival(self, is_known: bool) -> None:
        """Counts the page as one that came by a key, which *is_known* or new."""
        self._figures.arrive(is_known)

    def say(self, message: Frame) -> None:
        """Queues *message* for the page; the time of writing it counts as sending."""
        with self._figures.part("sending"):
            super().say(message)

    async def send(self, frame: str) -> None:
        """Sends a *frame*; the time in which the page does not read is not measured as work."""
        before_s = measured_s()
        await super().send(frame)
        self._figures.note("sending", before_s)

    def note_pong(self, said: bytes) -> None:
        """Takes the answer *said* to a ping, and tells the page its lag if that has changed."""
        super().note_pong(said)
        before, now = self._sent_lag_ms, self.lag.ms
        if now is None or not self.person:
            return
        if before is None or abs(now - before) > max(5, TOLD_AGAIN * before):
            self._sent_lag_ms = now
            self.say({"lag": {"ms": now}})


class Guests:
    """The guests of a host: the open sockets of each address, and the identification by *people*.

    *site* is the base URL of links that people send to others.
    """

    def __init__(self, people: GuestBook, budget: HostBudget, site: str = "") -> None:
        self._people, self._budget, self._site = people, budget, site
        self._sockets = Counter[str]()
        self._addresses: dict[str, str] = {}

    @property
    def sockets(self) -> int:
        """The number of open sockets."""
        return self._sockets.total()

    def refusal(self, address: str) -> str:
        """The reason why no further socket can be opened from *address*, or ``""``."""
        if self.sockets >= self._budget.limits.sockets:
            return _("This server is full; come again in a while.")
        if self._sockets[address] >= self._budget.limits.sockets_each:
            return _("Too many pages are open at your address; close one of them.")
        return ""

    def come(self, link: GuestLink) -> None:
        """Adds the socket of *link*."""
        self._addresses[link.name] = link.address
        self._sockets[link.address] += 1

    def go(self, link: GuestLink) -> None:
        """Removes the socket of *link*."""
        address = self._addresses.pop(link.name)
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def charge_replay(self, link: str, person: str) -> None:
        """Charges an import to *person* and to the address of *link*. Raises ``TooMany``."""
        self._budget.charge_replay(person, self._addresses.get(link, ""))

    def identify(self, hello: PageMessage, link: driver.PageLink) -> tuple[str, Visitor]:
        """Returns the id of the person who says *hello* at *link*, and the facts for his page.

        Raises ``TooMany`` if too many new people come from the address, and what ``people`` raises.
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
        link.note_arrival(is_known)
        leading: Visitor = {"by_address": True} if link.is_by_address else {}
        return person, {**about, **leading, "site": self._site}
