"""Who comes in, from where, and how much each may ask."""

from __future__ import annotations

from collections import Counter
from typing import Final, Protocol

from aiohttp import web

from gipf_meta.base.clock import Clock, measured_s
from gipf_meta.base.texts import _
from gipf_meta.host.figures import Figures
from gipf_meta.host.limits import Budget, TooMany
from gipf_meta.host.people import hash_secret
from gipf_meta.web import driver
from gipf_meta.web.link import Link
from gipf_meta.web.messages import Frame, Heard, Visitor

MOST_WAITING: Final = 1 << 20
"""Characters that may wait for a page. One that reads no more is dropped, and comes back."""
TOLD_AGAIN: Final = 0.2
"""The part by which a lag must have changed before its page is told again."""


class People(Protocol):
    """Knows people by their secrets."""

    def identify(self, hello: Heard, network: str) -> tuple[str, Visitor]:
        """The person who says *hello* from *network*, and what his page must know of him.

        Somebody new is made where nobody has the secret. Raises ``GipfMetaError``.
        """
        ...

    def is_known(self, secret: object) -> bool:
        """Whether somebody has this *secret*."""
        ...


class GuestLink(Link):
    """A link to the page of a guest at *address*, whose messages count against the *budget*.

    *key_hash* is that of the key by which he came.
    """

    def __init__(
        self,
        name: str,
        socket: web.WebSocketResponse,
        clock: Clock,
        address: str,
        budget: Budget,
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

    def __init__(self, people: People, budget: Budget, site: str = "") -> None:
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

    def identify(self, hello: Heard, link: driver.Link) -> tuple[str, Visitor]:
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
