"""A stand-in for the people of a host: one person, his devices and ways back, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from gipf_meta.desk.acquaintance import (
    Acquaintance,
    GameResults,
    OpenTo,
    OwnSettings,
    Profile,
)
from gipf_meta.desk.identity import (
    ListedDevice,
    ListedWay,
    MailOffer,
    Purpose,
    SignedIn,
    WayKind,
)
from gipf_meta.desk.own_notices import ListedNoticeWay, MailAddress, MailHours, NoticeWayKind
from gipf_meta.desk.own_vacations import ListedVacation, OwnVacations, WantedVacation
from gipf_meta.desk.requests import DeskError

SECRET = "s" * 22
WORDS = "abandon ability able about above absent absorb abstract absurd abuse access accident"
NUMBERED = " ".join(f"{n}.\N{NO-BREAK SPACE}{word}" for n, word in enumerate(WORDS.split(), 1))
CODE = "BCDF-GHJK"
DAY_MS = 86_400_000
NOW_MS = 1_796_000_000_000
"""2026-11-30 02:33 in Prague."""


@dataclass
class FakeIdentity:
    """Ann's account as a host keeps it; *done* is what was asked of it, *refusal* the sentence with
    which it refuses everything."""

    ways_listed: list[ListedWay] = field(default_factory=list)
    devices_listed: list[ListedDevice] = field(
        default_factory=lambda: [
            ListedDevice("d1", "Firefox on Linux", DAY_MS, True),
            ListedDevice("d2", "a terminal on thinkpad", DAY_MS, False),
        ]
    )
    missing: dict[WayKind, str] = field(default_factory=dict)
    done: list[tuple[str, ...]] = field(default_factory=list)
    refusal: str = ""
    is_paired: bool = False
    purpose: Purpose = "sign_in"

    def _note(self, *what: str) -> None:
        self.done.append(what)
        if self.refusal:
            raise DeskError(self.refusal)

    def devices(self, link: str) -> list[ListedDevice]:
        """The devices that were set."""
        return self.devices_listed

    def remove_device(self, link: str, id: str) -> None:
        """Takes it off the list."""
        self._note("remove_device", id)
        self.devices_listed = [each for each in self.devices_listed if each.id != id]

    def ways(self, link: str) -> list[ListedWay]:
        """The ways that were set."""
        return self.ways_listed

    def remove_way(self, link: str, id: str) -> None:
        """Takes it off the list."""
        self._note("remove_way", id)
        if id != "later":
            self.ways_listed = [each for each in self.ways_listed if each.id != id]

    def why_not(self, link: str, kind: WayKind) -> str:
        """The sentence that was set."""
        return self.missing.get(kind, "")

    def make_words(self, link: str) -> str:
        """The same words each time."""
        self._note("make_words")
        self.ways_listed.append(ListedWay("w1", "words", "twelve words", DAY_MS))
        return WORDS

    def sign_in_by_words(self, link: str, words: str) -> SignedIn:
        """Ann."""
        self._note("sign_in_by_words", words)
        return SignedIn(SECRET, "Ann")

    def send_mail(self, link: str, address: str, purpose: Purpose) -> None:
        """Notes it."""
        self._note("send_mail", address, purpose)

    def mail_of(self, link: str, token: str) -> MailOffer:
        """An offer for the purpose that was set."""
        self._note("mail_of", token)
        return MailOffer(self.purpose, "Ann")

    def use_mail(self, link: str, token_or_code: str) -> SignedIn | None:
        """Ann, or the address was added."""
        self._note("use_mail", token_or_code)
        return None if self.purpose == "add" else SignedIn(SECRET, "Ann")

    def passkey_options(self, link: str, purpose: Purpose) -> dict[str, JsonValue]:
        """A challenge."""
        self._note("passkey_options", purpose)
        return {"challenge": "Y2hhbGxlbmdl"}

    def use_passkey(self, link: str, purpose: Purpose, answer: str) -> SignedIn | None:
        """Ann, or the passkey was added."""
        self._note("use_passkey", purpose, answer)
        return None if purpose == "add" else SignedIn(SECRET, "")

    def begin_pairing(self, link: str) -> str:
        """The same code each time."""
        self._note("begin_pairing")
        return CODE

    def pairing_of(self, link: str, code: str) -> str:
        """A device."""
        self._note("pairing_of", code)
        return "a terminal on thinkpad, from this address"

    def confirm_pairing(self, link: str, code: str) -> None:
        """Notes it."""
        self._note("confirm_pairing", code)

    def finish_pairing(self, link: str) -> SignedIn | None:
        """Ann, once she is paired."""
        self._note("finish_pairing")
        return SignedIn(SECRET, "Ann") if self.is_paired else None

    def decline(self, link: str, secret: str) -> None:
        """Notes it."""
        self._note("decline", secret)

    def own_data(self, link: str) -> str:
        """A small file."""
        self._note("own_data")
        return '{"name": "Ann"}'

    def delete_me(self, link: str, confirmed: str) -> None:
        """Notes it."""
        self._note("delete_me", confirmed)


@dataclass
class FakeAcquaintances:
    """The people whom Ann knows; *done* is what was asked of it, *refusal* the sentence with which
    it refuses everything about them."""

    known: list[Acquaintance] = field(
        default_factory=lambda: [
            Acquaintance("p1", "Xaver", 2, DAY_MS, is_favourite=True),
            Acquaintance("p2", "Ignaz", 1, DAY_MS),
            Acquaintance("p3", "Zdena", is_blocked=True),
        ]
    )
    own: OwnSettings = field(default_factory=lambda: OwnSettings("anybody", False))
    done: list[tuple[object, ...]] = field(default_factory=list)
    refusal: str = ""

    def _note(self, *what: object) -> None:
        self.done.append(what)
        if self.refusal:
            raise DeskError(self.refusal)

    def people(self, link: str) -> list[Acquaintance]:
        """Those that were set."""
        return self.known

    def profile(self, link: str, person: str) -> Profile:
        """A profile with results; a stranger has none."""
        if not person:
            return Profile(Acquaintance("p0", "Xaver"), "2026-11", is_own=True)
        for each in self.known:
            if each.person == person:
                results = (GameResults("die", 3, 2, 1),)
                return Profile(each, "2026-10", results, results)
        raise DeskError("There is nobody here whom you may see.")

    def person_at(self, link: str, room: str, player: int) -> str:
        """The first one."""
        self._note("person_at", room, player)
        return "p1"

    def may_ask(self, link: str, person: str) -> None:
        """Refuses as it was set."""
        self._note("may_ask", person)

    def ask(self, link: str, people: Sequence[str]) -> None:
        """Refuses as it was set."""
        self._note("ask", *people)

    def end_invitation(self, link: str, room: str) -> None:
        """Notes it."""
        self._note("end_invitation", room)

    def mark(
        self, link: str, person: str, *, favourite: bool | None = None, blocked: bool | None = None
    ) -> None:
        """Notes it."""
        self._note("mark", person, favourite, blocked)

    def settings(self, link: str) -> OwnSettings:
        """Those that were set."""
        return self.own

    def set_open_to(self, link: str, open_to: OpenTo) -> None:
        """Sets it."""
        self.own = OwnSettings(open_to, self.own.is_hidden)

    def set_hidden(self, link: str, hidden: bool) -> None:
        """Sets it."""
        self.own = OwnSettings(self.own.open_to, hidden)


@dataclass
class FakeVacations:
    """Ann's vacations, in memory; *done* is what was asked."""

    listed: list[ListedVacation] = field(default_factory=list)
    done: list[tuple[Any, ...]] = field(default_factory=list)

    def own(self, link: str) -> OwnVacations:
        """Those that were set."""
        return OwnVacations(tuple(self.listed), 21, NOW_MS)

    def announce(self, link: str, wanted: WantedVacation) -> None:
        """Notes it."""
        self.done.append(("announce", wanted))

    def move(self, link: str, id: str, wanted: WantedVacation) -> None:
        """Notes it."""
        self.done.append(("move", id, wanted))

    def end(self, link: str, id: str) -> None:
        """Takes it off the list."""
        self.done.append(("end", id))
        self.listed = [each for each in self.listed if each.id != id]


@dataclass
class FakeNoticeWays:
    """Ann's ways of being told, in memory; *done* is what was asked, *missing* why a kind is not
    offered."""

    listed: list[ListedNoticeWay] = field(default_factory=list)
    free: list[MailAddress] = field(default_factory=list)
    missing: dict[NoticeWayKind, str] = field(default_factory=dict)
    done: list[tuple[Any, ...]] = field(default_factory=list)

    def own(self, link: str) -> list[ListedNoticeWay]:
        """Those that were set."""
        return self.listed

    def why_not(self, link: str, kind: NoticeWayKind) -> str:
        """The sentence that was set."""
        return self.missing.get(kind, "")

    def push_key(self) -> str:
        """The same key each time."""
        return "BKEY"

    def add_push(self, link: str, endpoint: str, p256dh: str, auth: str, label: str = "") -> None:
        """Notes it."""
        self.done.append(("push", endpoint, p256dh, auth))
        self.listed.append(ListedNoticeWay("n9", "push", "Firefox on Linux", NOW_MS, is_this=True))

    def addresses(self, link: str) -> list[MailAddress]:
        """Those that were set."""
        return self.free

    def add_mail(self, link: str, way_back: str, hours: MailHours) -> None:
        """Notes it."""
        self.done.append(("mail", way_back, hours))

    def change_mail(self, link: str, id: str, hours: MailHours) -> None:
        """Notes it."""
        self.done.append(("change", id, hours))

    def make_feed(self, link: str) -> str:
        """The same address each time."""
        self.done.append(("feed",))
        return "https://games.example/feed/abc"

    def make_calendar(self, link: str) -> str:
        """The same address each time."""
        self.done.append(("calendar",))
        return "https://games.example/calendar/abc.ics"

    def send_trial(self, link: str, id: str) -> None:
        """Notes it."""
        self.done.append(("trial", id))

    def remove(self, link: str, id: str) -> None:
        """Takes it off the list."""
        self.done.append(("remove", id))
        self.listed = [each for each in self.listed if each.id != id]
