"""Joins a match at a host by its address, and makes invitations for others."""

from __future__ import annotations

import json
import os
import re
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from yarl import URL

from gipf_meta.base.clock import Clock
from gipf_meta.base.files import regular
from gipf_meta.base.json_text import read_json
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _, language
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.line.host_line import HostLine
from gipf_meta.line.line import JoinError, Message
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.game import seat_name
from gipf_meta.rooms.state import RoomState

_PLACE: Final = re.compile(
    r"(?:|room/(?P<room>[\w-]{1,80})|enter/(?P<to>[\w-]{1,80})/(?P<key>[\w-]{22,64})"
    r"|person/(?P<person>[\w-]{22,128}))",
    re.ASCII,
)
"""The part of an address after ``#``."""
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""The form of a person's secret."""


@dataclass(frozen=True)
class Address:
    """A host's *site*, and the aim there: a *room*, perhaps with the *key* of an invitation.

    *secret* is the key of a person who comes from another device.
    """

    site: URL
    room: str = ""
    key: str = ""
    secret: str = ""

    @classmethod
    def parse(cls, words: str) -> Self:
        """Reads an address as it stands in a browser. Raises ``JoinError``."""
        try:
            url = URL(words if "://" in words else f"http://{words}")
            is_site = url.scheme in ("http", "https") and url.host and url.path in ("", "/")
            place = _PLACE.fullmatch(url.fragment)
            is_odd = any(letter.isspace() for letter in words)
            if is_odd or not is_site or place is None or url.user or url.query_string:
                raise ValueError
        except ValueError:
            raise JoinError(
                _("{words!r} is no address of a host, as http://192.168.1.5:8064.").format(
                    words=words
                )
            ) from None
        room = place["room"] or place["to"] or ""
        return cls(url.origin(), room, place["key"] or "", place["person"] or "")

    def of_room(self, room: str) -> str:
        """The address of a *room* at this host."""
        return str(self.site.with_fragment(f"room/{room}"))


class KnownHosts:
    """The secrets by which hosts recognise the person here, in the file at *path*, which nobody
    else may read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def secret_at(self, site: URL) -> str | None:
        """The secret for the host at *site*; ``None``: there is none yet."""
        secret = self._read().get(str(site))
        return secret if isinstance(secret, str) and _SECRET.fullmatch(secret) else None

    def keep(self, site: URL, secret: str) -> None:
        """Stores the *secret* for the host at *site*. Raises ``JoinError``."""
        content = json.dumps({**self._read(), str(site): secret}, indent=1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent)  # nobody else may read it
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(content)
            os.replace(name, self._path)
        except OSError as error:
            raise JoinError(
                _("{path} cannot be used: {why}.").format(path=self._path, why=system_reason(error))
            ) from None

    def _read(self) -> dict[str, Any]:
        try:
            with open(self._path, encoding="utf-8", opener=regular) as file:
                known = read_json(file.read())
        except (OSError, ValueError):
            return {}
        return known if isinstance(known, dict) else {}


@dataclass
class Joining:
    """A person with a *name* who joins hosts; ``""``: *ask_name* asks for it where he is new.

    *finder* finds the games.
    """

    known: KnownHosts
    finder: GameFinder
    clock: Clock
    name: str = ""
    ask_name: Callable[[], str] = lambda: ""

    @contextmanager
    def open_line(self, address: Address) -> Iterator[HostLine]:
        """Opens a line to the host at *address*, and enters by the key in it. Raises
        ``JoinError``."""
        with HostLine(address.site, self._hello(address), self.finder, self.clock) as host:
            if address.key:
                host.ask("enter", room=address.room, key=address.key)
            yield host

    def _hello(self, address: Address) -> Message:
        """The fields of the hello that are the person's. Asks for a name if he is new at the
        host."""
        secret = address.secret or self.known.secret_at(address.site)
        if secret is None:
            secret = secrets.token_urlsafe(24)
            self.name = self.name or self.ask_name()
        if secret != self.known.secret_at(address.site):
            self.known.keep(address.site, secret)
        hello = {"secret": secret, "language": language()}
        return {**hello, "name": self.name} if self.name else hello


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
        players: list[int | None] = [*([] if room.table.over else room.free_seats)]
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
