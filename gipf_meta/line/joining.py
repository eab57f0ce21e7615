"""Joins a match at a host by its address, and makes invitations for others."""

from __future__ import annotations

import platform
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, Final, NamedTuple, Self

from yarl import URL

from gipf_meta.base.clock import Clock
from gipf_meta.base.names import clean_name
from gipf_meta.base.sentences import cut_to_cells
from gipf_meta.base.texts import _, language
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.line.host_line import HostLine
from gipf_meta.line.known_hosts import KeptSecret, KnownHosts
from gipf_meta.line.line import JoinError, Message, OtherHosts
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.game import seat_name
from gipf_meta.rooms.state import RoomState

_PLACE: Final = re.compile(
    r"(?:|room/(?P<room>[\w-]{1,80})|enter/(?P<to>[\w-]{1,80})/(?P<key>[\w-]{22,64})"
    r"|person/(?P<person>[\w-]{22,128})|me|sign-in(?:/(?P<token>[\w-]{16,128}))?"
    r"|pair(?:/(?P<code>[A-Za-z-]{4,16}))?)",
    re.ASCII,
)
"""The part of an address after ``#``."""
_SCREENS: Final = {"me": "me", "sign-in": "sign_in", "pair": "pair"}
"""The screens of the desk to which an address leads, by its first word there."""
_LOCAL_NAMES: Final = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa")
"""The ends of names that only machines nearby have."""
_LONGEST_MACHINE: Final = 30
"""The most cells of the machine's name in that of a device."""


@dataclass(frozen=True)
class Address:
    """A host's *site*, and the aim there: a *room*, perhaps with the *key* of an invitation, or a
    *screen* of the desk, with its parameters *about*.

    *secret* is the key of a person who comes from another device. *hidden* is the part that nobody
    else on this machine may read. The code of another device has to be typed: who sends it in an
    address may want to play as somebody else.
    """

    site: URL
    room: str = ""
    key: str = ""
    secret: str = ""
    screen: str = ""
    about: Mapping[str, str] = field(default_factory=dict)
    hidden: str = ""

    @classmethod
    def parse(cls, words: str) -> Self:
        """Reads an address as it stands in a browser. Raises ``JoinError``."""
        try:
            url = URL(words if "://" in words else f"http://{words}")
            is_site = url.scheme in ("http", "https") and url.host and url.path in ("", "/")
            place = _PLACE.fullmatch(url.fragment)
            is_odd = any(letter.isspace() for letter in words)
            if is_odd or not is_site or url.user or url.query_string:
                raise ValueError
            if place is None:
                _refuse_incomplete(url.fragment)
                raise ValueError
        except ValueError:
            raise JoinError(
                _("{words!r} is no address of a host, as http://192.168.1.5:8064.").format(
                    words=words
                )
            ) from None
        room = place["room"] or place["to"] or ""
        key, secret, token = place["key"] or "", place["person"] or "", place["token"] or ""
        about = {"token": token} if token else {}
        screen = _SCREENS.get(url.fragment.partition("/")[0], "")
        hidden = secret or token or place["code"] or ""
        return cls(url.origin(), room, key, secret, screen, about, hidden)

    @property
    def is_exposed(self) -> bool:
        """Whether what is said to the host, such as a key, goes through the Internet as it is."""
        host = self.site.host or ""
        if self.site.scheme != "http":
            return False
        try:
            return ip_address(host).is_global
        except ValueError:
            return "." in host and not host.endswith(_LOCAL_NAMES)

    def of_room(self, room: str) -> str:
        """The address of a *room* at this host."""
        return str(self.site.with_fragment(f"room/{room}"))


def _refuse_incomplete(fragment: str) -> None:
    """Raises ``JoinError`` if *fragment* begins as a link of a host does, but is none."""
    if fragment.partition("/")[0] in (*_SCREENS, "room", "enter", "person"):
        raise JoinError(_("That link is not complete: copy all of it, to its last letter."))


@dataclass
class Joining:
    """A person with a *name* who joins hosts; ``""``: *ask_name* asks for it where he is new.

    *comes_back*: he has been at the host before, and signs in; *ask_whether_back* asks for that
    where no secret is known. *finder* finds the games. *others* are his other hosts.
    *was_let_in*: a host has accepted him.
    """

    known: KnownHosts
    finder: GameFinder
    clock: Clock
    name: str = ""
    ask_name: Callable[[], str] = lambda: ""
    ask_whether_back: Callable[[], bool] = lambda: False
    comes_back: bool = False
    others: OtherHosts | None = None
    was_let_in: bool = field(default=False, init=False)

    @contextmanager
    def open_line(self, address: Address) -> Iterator[HostLine]:
        """Opens a line to the host at *address*, and enters by the key in it. Raises
        ``JoinError``."""
        hello, keeper = self._hello(address), KeptSecret(self.known, address.site)
        with HostLine(address.site, hello, self.finder, self.clock, keeper) as host:
            self.was_let_in, host.others = True, self.others
            with suppress(JoinError):  # it only orders the list of hosts
                self.known.note_visit(address.site)
            if address.key:
                enter = {"do": "enter", "room": address.room, "key": address.key}
                host.say_when_anew(enter) if self.comes_back else host.ask(**enter)
            yield host

    def first_screen(self, address: Address) -> tuple[str, dict[str, str]] | None:
        """The screen of the desk that comes before anything else, and its parameters; ``None``:
        there is none."""
        if address.screen:
            return address.screen, {**address.about}
        return ("sign_in", {}) if self.comes_back else None

    def _hello(self, address: Address) -> Message:
        """The fields of the hello that are the person's. Asks for a name if he is new at the
        host."""
        before = self.known.secret_at(address.site)
        secret = address.secret or before
        is_known = secret is not None
        if secret is None:
            secret = secrets.token_urlsafe(24)
            is_back = self.comes_back or address.screen == "sign_in"
            self.comes_back = is_back or self.ask_whether_back()
            if not self.comes_back:
                self.name = self.name or self.ask_name()
        if secret != before:
            self.known.keep(address.site, secret)
        hello: dict[str, Any] = {"secret": secret, "language": language(), "device": _this_device()}
        if is_known:
            hello["known"] = True
        return hello if self.comes_back or not self.name else {**hello, "name": self.name}


def _this_device() -> str:
    """The name by which a person's list of devices shows this one."""
    machine = cut_to_cells(clean_name(platform.node()), _LONGEST_MACHINE).strip()
    return _("A terminal on {machine}").format(machine=machine) if machine else _("A terminal")


class Invitation(NamedTuple):
    """A *link*, and its purpose in *words*. *command* makes it valid; ``None``: it is already."""

    words: str
    link: str
    command: Message | None


class Invitations:
    """The invitations of a person at a host, whose address is *site*."""

    def __init__(self, site: URL) -> None:
        self.site = site
        self._keys: dict[tuple[str, int | None], str] = {}

    def offer(self, room: RoomState, only: int | None = None) -> list[Invitation]:
        """The invitations to *room*, or that to the seat of player *only*, even if somebody holds
        it. Those that were sent already stay valid."""
        if only is not None:
            return [self._invitation(room, only)]
        free = [one for one in room.free_seats if one not in room.admission.invited]
        players: list[int | None] = [*([] if room.table.over else free)]
        if room.admission.is_private:
            players.append(None)
        return [self._invitation(room, player) for player in players]

    def _invitation(self, room: RoomState, player: int | None) -> Invitation:
        key, command = self._keys.get((room.id, player), ""), None
        if not key or player not in room.admission.keys:
            key = self._keys[room.id, player] = secrets.token_urlsafe(18)
            command = {"do": "invite", "room": room.id, "player": player, "key": key}
        words = words_of_people()
        words_of_link = words["link_to_watch" if room.study is None else "link_to_study"]
        if player is not None:
            game = room.table.match.sessions[0].game
            words_of_link = words["link_to_play"].format(seat=seat_name(game, player))
        return Invitation(
            words_of_link, str(self.site.with_fragment(f"enter/{room.id}/{key}")), command
        )
