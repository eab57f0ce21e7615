"""The site of a host: the page, its sockets, ``/health`` and ``/metrics``; its guests."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import cache
from importlib.resources import files
from typing import Final, Protocol

from aiohttp import WSCloseCode, web

from gipf_meta.base.clock import Clock, measured_s
from gipf_meta.base.texts import _, known_language, spoken
from gipf_meta.desk.identity import SignedIn
from gipf_meta.host.admission import HostDoor
from gipf_meta.host.identity.additions import Addition
from gipf_meta.host.identity.devices import IdentityError, hash_secret, label_of
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.limits import HostBudget, TooMany, network_of
from gipf_meta.host.metrics import Figures
from gipf_meta.host.refusal_reasons import FULL, TOO_MUCH
from gipf_meta.host.reminders import Reminder
from gipf_meta.host.serving.installed_page import page_to_install, routes_of_installing
from gipf_meta.hub.revisions import revision_said
from gipf_meta.web import driver
from gipf_meta.web.connections import Connection, Connections
from gipf_meta.web.driver import Driver
from gipf_meta.web.frames import Frame, KeyForgotten, PageMessage, Visitor
from gipf_meta.web.link import SocketLink
from gipf_meta.web.page_files import without_comments
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
        #: returns what the operator should know though this process serves all the same
        self.find_warnings: Callable[[], list[str]] = list
        #: the routes of what programs fetch, beside those of pages
        self.further_routes: list[web.RouteDef] = []

    def routes(self) -> list[web.RouteDef]:
        """Returns the routes of the page and its socket, of what installs it, of the worker that
        shows notices, ``/health`` and ``/metrics``."""
        return [
            *super().routes(),
            *routes_of_installing(),
            web.get(f"/{WORKER}", self._worker, allow_head=False),
            web.get("/health", self._health, allow_head=True),
            web.get("/metrics", self._metrics, allow_head=False),
            *self.further_routes,
        ]

    def page(self) -> bytes:
        """Returns the page, which can be installed."""
        return page_to_install()

    def drop_people(self, people: Collection[str]) -> None:
        """Drops the links of *people*: their pages reconnect, and are refused with a reason."""
        for link in [*self._links]:
            if link.person in people:
                link.drop()

    def key_hashes(self) -> set[str]:
        """Returns the hashes of the keys by which the people of open pages came."""
        return {link.key_hash for link in self._guest_links() if link.key_hash}

    def drop_devices(self, gone: Collection[str]) -> None:
        """Drops the links of devices that were taken away, or got another key; *gone* are the
        hashes of their keys. A page that reconnects by such a key is of a new person."""
        for link in self._guest_links():
            if link.key_hash in gone:
                link.drop()

    def tell_additions(self, additions: Iterable[Addition]) -> None:
        """Tells the other pages of each person what was added to his devices and ways back."""
        of_person = defaultdict[str, list[Addition]](list)
        for each in additions:
            of_person[each.person].append(each)
        for link in self._guest_links() if of_person else ():
            for each in of_person.get(link.person, ()):
                if each.by != link.key_hash:
                    with spoken(link.language):
                        link.say({"notice": each.notice()})

    def remind(self, reminders: Iterable[Reminder]) -> None:
        """Reminds the pages of people of the hours of their duels, each page once of each."""
        for each in reminders:
            for link in self._guest_links():
                if each.is_for(link.person) and each.key not in link.reminders:
                    link.reminders.add(each.key)
                    with spoken(link.language):
                        link.say({"notice": each.notice(link.person)})

    def _guest_links(self) -> list[GuestLink]:
        return [link for link in self._links if isinstance(link, GuestLink)]

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
        link = GuestLink(name, socket, self._clock, address, self._budget, self._figures, is_led)
        link.user_agent = request.headers.get("User-Agent", "")[:LONGEST_HEADER]
        link.origin = request.headers.get("Origin", "")[:LONGEST_HEADER]
        wanted = request.headers.get("Accept-Language", "")[:LONGEST_HEADER]
        link.browser_language = language_of_browser(wanted)
        return link

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

    async def _worker(self, request: web.Request) -> web.Response:
        """Answers with the service worker. It stands at the root, for it is one for all pages of
        the host; no browser caches it, so that a new one comes at the next visit."""
        return web.Response(text=worker_code(), content_type="text/javascript", charset="utf-8")

    # ---- for the operator of a host ------------------------------------------------------------

    async def _health(self, request: web.Request) -> web.Response:
        """Answers 200 and ``ok`` with a line for each warning, or 503 and a line for each fault.

        A proxy leads nobody here after a 503, so what only slows some people down is a warning.
        """
        trouble, warnings = self._find_trouble(), self.find_warnings()
        if self._door.is_from_outside(request):
            trouble, warnings = [_("This server is not well.")] if trouble else [], []
        text = "\n".join([*(trouble or ["ok"]), *warnings])
        return web.Response(text=f"{text}\n", status=503 if trouble else 200)

    async def _metrics(self, request: web.Request) -> web.Response:
        if self._door.is_from_outside(request):
            raise web.HTTPNotFound(text=_("There is nothing here."))
        body, kind = await self._figures.render()
        return web.Response(body=body, headers={"Content-Type": kind})


WORKER: Final = "notice-worker.js"
"""The file of the service worker that shows notices, in the folder ``page``."""


@cache
def worker_code() -> str:
    """Returns the code of that worker; it is read once."""
    return without_comments((files("gipf_meta.host") / "page" / WORKER).read_text("utf-8"))


BY_ADDRESS: Final = "X-Rooms-By-Address"
"""The header of a proxy that leads sockets to processes by the room in their address."""
TERMINAL: Final = "aiohttp"
"""The word in ``User-Agent`` by which terminals are known."""
KEEPS_KEYS: Final = 2
"""The revision since which a terminal keeps a key that it gets later, and knows the message."""
LONGEST_HEADER: Final = 500
"""The most letters that are read of ``User-Agent``, ``Origin`` and ``Accept-Language``."""
MOST_WAITING: Final = 1 << 20
"""Characters that may wait for a page; beyond it the link is dropped, and the page reconnects."""
TOLD_AGAIN: Final = 0.2
"""The fraction by which a lag must have changed before its page is told again."""


class GuestBook(Protocol):
    """The registry of people, found by their secrets."""

    def identify(self, hello: PageMessage, network: str, label: str) -> tuple[str, Visitor]:
        """Returns the id of the person who says *hello* from *network*, by a device that is listed
        as *label*, and the facts for his page.

        An unknown secret makes a new person. Raises ``GipfMetaError``.
        """
        ...

    def is_known(self, secret: object) -> bool:
        """Returns whether a device has this *secret*."""
        ...


def language_of_browser(header: str) -> str:
    """Returns the language to speak with a browser that sends the *header* ``Accept-Language``: the
    first of its languages; ``""`` if it names none."""
    wanted = header.partition(",")[0].partition(";")[0].strip()
    return known_language(wanted.replace("-", "_")) if wanted.strip("*") else ""


class GuestLink(SocketLink):
    """A link to the page of a guest at *address*, whose messages count against the *budget*.

    ``key_hash`` is the hash of the key by which he came, ``label`` that of his device;
    ``user_agent`` and ``origin`` are headers of his browser. ``is_old_terminal``: his program keeps
    no key that it gets later. *is_by_address*: he came through a proxy that leads him by the room
    in his socket's address. ``reminders`` has the rooms and hours of which the page was told.
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
        self.key_hash = self.label = self.user_agent = self.origin = ""
        self.is_old_terminal = False
        self._sent_lag_ms: int | None = None
        self.reminders = set[tuple[str, int]]()

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
        self._links: dict[str, GuestLink] = {}

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
        self._links[link.name] = link
        self._sockets[link.address] += 1

    def go(self, link: GuestLink) -> None:
        """Removes the socket of *link*."""
        del self._links[link.name]
        self._sockets[link.address] -= 1
        if not self._sockets[link.address]:
            del self._sockets[link.address]

    def charge_replay(self, link: str, person: str) -> None:
        """Charges an import to *person* and to the address of *link*. Raises ``TooMany``."""
        found = self._links.get(link)
        self._budget.charge_replay(person, found.address if found is not None else "")

    def keeper_of(self, link: str) -> Asker:
        """Returns the device at *link*, if it keeps the keys that it gets later. Raises
        ``IdentityError``, also if its page is gone."""
        asker = self.asker_of(link)
        if (found := self._links.get(link)) is not None and found.is_old_terminal:
            raise IdentityError(_("Your program is too old for this: install a newer one."))
        return asker

    def asker_of(self, link: str) -> Asker:
        """Returns the device at *link*. Raises ``IdentityError`` if its page is gone."""
        if (found := self._links.get(link)) is None or not found.person:
            raise IdentityError(_("This page is not connected any more."))
        about = found.label, found.address, found.language, found.origin
        return Asker(found.person, found.key_hash, *about)

    def tell_key(self, link: str, fresh: SignedIn) -> None:
        """Sends a page the fresh key of its device."""
        if (found := self._links.get(link)) is not None:
            found.say({"signed_in": {"secret": fresh.secret, "name": fresh.name}})

    def identify(self, hello: PageMessage, link: driver.PageLink) -> tuple[str, Visitor]:
        """Returns the id of the person who says *hello* at *link*, and the facts for his page.

        Raises ``KeyForgotten`` if he says that he is known and is not, ``TooMany`` if too many new
        people come from the address, and what ``people`` raises.
        """
        assert isinstance(link, GuestLink)
        keys = hello.get("renew"), hello.get("secret")
        is_known = any(self._people.is_known(key) for key in keys)
        if hello.get("known") is True and hello.get("secret") and not is_known:
            raise KeyForgotten(_("This device is not known here any more: it was taken away."))
        if not is_known and not self._budget.people.has_left(link.address):
            raise TooMany(
                _("Many people have come from your address in the last hour; wait a while.")
            )
        label = label_of(hello, link.user_agent)
        person, about = self._people.identify(hello, link.address, label)
        link.label = label
        is_terminal = TERMINAL in link.user_agent
        link.is_old_terminal = is_terminal and revision_said(hello) < KEEPS_KEYS
        link.key_hash = hash_secret(
            next((str(key) for key in keys if key), about.get("secret", ""))
        )
        if not is_known:
            self._budget.people.take(link.address)
            self._budget.newcomers.note(person, link.address)
        link.note_arrival(is_known)
        leading: Visitor = {"by_address": True} if link.is_by_address else {}
        return person, {**about, **leading, "site": self._site}
