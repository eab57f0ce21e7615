"""The ways by which the people of a host are told what waits for them.

A push ends with its device, a mail with its way back. The key of a feed or a calendar is shown
once; the database has its SHA-256.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import JsonValue
from sqlalchemy import Connection

from gipf_meta.base.dates import read_zone, zone_name
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_object
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.desk.own_notices import (
    MODES,
    NOTICE_WAY_KINDS,
    ListedNoticeWay,
    MailAddress,
    MailHours,
    NoticeWayKind,
)
from gipf_meta.host.identity.devices import LONGEST_LABEL
from gipf_meta.host.identity.identity_tables import DEVICE, WAY_BACK, Store
from gipf_meta.host.identity.sign_ins import Asker
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.identity.ways import WaysBack
from gipf_meta.host.limits import TooMany
from gipf_meta.host.notice_tables import NOTICE_WAY, OUTBOX
from gipf_meta.host.notices.notice_rows import WAY_COLUMNS, way_of
from gipf_meta.host.notices.push_addresses import PushServices
from gipf_meta.host.notices.sending import TRIAL, TRIAL_MS, NoticeWay
from gipf_meta.match.timecontrol import DAY_MS

MOST_OF_KIND: Final[Mapping[NoticeWayKind, int]] = {"push": 10, "mail": 5, "feed": 5, "calendar": 5}
"""The most ways of each kind that a person has."""
CHANGES_IN_A_DAY: Final = 60
"""The most changes of his ways that a person makes in a day."""
TRIALS_IN_AN_HOUR: Final = 5
"""The most notices that a person sends himself in an hour to try his ways."""
ADDRESSES: Final[Mapping[NoticeWayKind, str]] = {
    "feed": "feed/{key}",
    "calendar": "calendar/{key}.ics",
}
"""The ends of the addresses that are fetched, behind that of the host."""
HOURS: Final[Mapping[str, int]] = {"each": 0, "daily": 1, "twice": 2}
"""The number of hours that belongs to each mode of mails."""
LONGEST_KEY: Final = 100
"""The most letters of the key of a feed; a longer one is none."""


class NoticeError(GipfMetaError, ValueError):
    """A way of being told is not possible so; one sentence."""


class DatabaseNoticeWays:
    """The ways in *database*: it is the desk's ``NoticeWays``.

    *asker_of* returns the device at a link, *ways_back* are those of all people. *site* is the
    address of the host for who does not come by a browser, *services* take pushes. Every method
    raises ``GipfMetaError``.
    """

    def __init__(
        self,
        database: Store,
        asker_of: Callable[[str], Asker],
        ways_back: WaysBack,
        site: str = "",
        services: PushServices | None = None,
    ) -> None:
        self._database, self._asker_of, self._ways_back = database, asker_of, ways_back
        self._site, self._services = site, services or PushServices()
        self._tickets = Tickets(database)
        #: returns the public key for pushes; ``""``: none are sent
        self.key_of_pushes: Callable[[], str] = lambda: ""
        #: returns the sentence why no mails are sent, or ``""``
        self.why_no_mails: Callable[[], str] = lambda: _("This host sends no mails.")
        #: whether notices are written; a calendar follows from the rooms
        self.are_written = True

    # ---- looking --------------------------------------------------------------------------------

    def own(self, link: str) -> list[ListedNoticeWay]:
        """Returns the ways of the person at *link*, pushes first, of each kind the oldest first."""
        asker = self._asker_of(link)
        labels = (
            sa.select(WAY_BACK.c.label)
            .where(WAY_BACK.c.id == NOTICE_WAY.c.key, NOTICE_WAY.c.kind == "mail")
            .scalar_subquery()
        )
        query = sa.select(*WAY_COLUMNS, labels).where(
            NOTICE_WAY.c.person == asker.person, ~self._is_orphan()
        )

        def ask(db: Connection) -> list[ListedNoticeWay]:
            this = self._device(db, asker)
            return [_listed(way_of(row[:-1]), row[-1] or "", this) for row in db.execute(query)]

        found = self._database.read(ask)
        return sorted(
            found, key=lambda way: (NOTICE_WAY_KINDS.index(way.kind), way.made_ms, way.id)
        )

    def why_not(self, link: str, kind: NoticeWayKind) -> str:
        """Returns the sentence why a *kind* of way is not offered at *link*, or ``""``."""
        if not self.are_written and kind != "calendar":
            return _("This host tells nobody what waits: come and look now and then.")
        if kind == "mail":
            return self.why_no_mails()
        if kind == "push":
            if not self.push_key():
                return _("This host sends no notices to browsers.")
            return _why_no_pushes(self._asker_of(link).origin)
        return ""

    def push_key(self) -> str:
        """Returns the public key to which a browser binds its pushes; ``""``: none are sent."""
        return self.key_of_pushes()

    def addresses(self, link: str) -> list[MailAddress]:
        """Returns the mail addresses of the person at *link* that get no notices yet."""
        person = self._asker_of(link).person
        own = NOTICE_WAY.c.person == person, NOTICE_WAY.c.kind == "mail"
        query = sa.select(NOTICE_WAY.c.key).where(*own)
        used = self._database.read(lambda db: {*db.execute(query).scalars()})
        return [
            MailAddress(way.id, way.label)
            for way in self._ways_back.list(person)
            if way.kind == "mail" and way.id not in used
        ]

    def way_of_key(self, kind: Literal["feed", "calendar"], key: str) -> NoticeWay | None:
        """Returns the feed or the calendar with that *key*; ``None``: there is none."""
        if len(key) > LONGEST_KEY:
            return None
        own = NOTICE_WAY.c.kind == kind, NOTICE_WAY.c.key == _hash(key)
        query = sa.select(*WAY_COLUMNS).where(*own)
        row = self._database.read(lambda db: db.execute(query).one_or_none())
        return None if row is None else way_of(row)

    # ---- adding ---------------------------------------------------------------------------------

    def add_push(self, link: str, endpoint: str, p256dh: str, auth: str, label: str = "") -> None:
        """Tells the person at *link* by pushes to *endpoint*, which belong to his device from now
        on: whoever had it before has signed out of that browser."""
        asker = self._asker_of(link)
        if why := self.why_not(link, "push"):
            raise NoticeError(why)
        about = self._about_push(endpoint, p256dh, auth)
        label = one_line(label or asker.label, LONGEST_LABEL)
        self._add(asker, "push", endpoint, about, label, of_device=True)

    def renew_push(self, was: str, was_auth: str, endpoint: str, p256dh: str, auth: str) -> bool:
        """Leads the pushes to the endpoint that *was* to another one from now on, if *was_auth* is
        its secret; returns whether it is. Whose they are, and on which device, does not change."""
        about = self._about_push(endpoint, p256dh, auth)
        del about["host_key"]  # it is bound to the same key as before
        own = NOTICE_WAY.c.kind == "push", NOTICE_WAY.c.key == was
        query = sa.select(NOTICE_WAY.c.about).where(*own, ~self._is_orphan())
        taken = sa.select(NOTICE_WAY.c.id).where(own[0], NOTICE_WAY.c.key == endpoint)

        def change(db: Connection) -> bool:
            before = read_object(db.execute(query).scalar() or "") or {}
            secret = str(before.get("auth", ""))
            if not secret or not hmac.compare_digest(secret.encode(), was_auth.encode()):
                return False
            if was != endpoint and db.execute(taken).first():
                return False
            values = {"about": json.dumps({**before, **about}), "failures": 0, "trouble": ""}
            db.execute(sa.update(NOTICE_WAY).where(*own).values(key=endpoint, **values))
            return True

        return self._database.write(change)

    def _about_push(self, endpoint: str, p256dh: str, auth: str) -> dict[str, JsonValue]:
        """Returns what a way notes of a push to *endpoint*. Raises ``GipfMetaError``."""
        self._services.check(endpoint, p256dh, auth)
        # by the key of the host a sender knows a subscription that has ended with an older one
        return {"p256dh": p256dh, "auth": auth, "host_key": self.push_key()}

    def add_mail(self, link: str, way_back: str, hours: MailHours) -> None:
        """Sends notices to the address of that *way_back* of the person at *link*, too."""
        asker = self._asker_of(link)
        if why := self.why_not(link, "mail"):
            raise NoticeError(why)
        if all(way_back != each.id for each in self.addresses(link)):
            raise NoticeError(_("That is no mail address of yours that could get notices."))
        self._add(asker, "mail", way_back, _about_mail(hours))

    def change_mail(self, link: str, id: str, hours: MailHours) -> None:
        """Sends the mails of the way *id* of the person at *link* at other hours."""
        asker = self._asker_of(link)
        about = {**_about_mail(hours), "language": asker.language}
        own = self._own(asker, id), NOTICE_WAY.c.kind == "mail"
        changing = sa.update(NOTICE_WAY).where(*own).values(about=json.dumps(about))
        self._charge(asker)
        if not self._database.write(lambda db: db.execute(changing).rowcount):
            raise _gone()

    def make_feed(self, link: str) -> str:
        """Makes a feed for the person at *link*; returns its address, this once."""
        return self._make(link, "feed")

    def make_calendar(self, link: str) -> str:
        """Makes a calendar for the person at *link*; returns its address, this once."""
        return self._make(link, "calendar")

    def _make(self, link: str, kind: Literal["feed", "calendar"]) -> str:
        if why := self.why_not(link, kind):
            raise NoticeError(why)
        asker, key = self._asker_of(link), secrets.token_urlsafe(24)
        self._add(asker, kind, _hash(key), {})
        site = f"{asker.origin}/" if asker.origin else self._site
        return site + ADDRESSES[kind].format(key=key)

    def _add(
        self,
        asker: Asker,
        kind: NoticeWayKind,
        key: str,
        about: Mapping[str, JsonValue],
        label: str = "",
        *,
        of_device: bool = False,
    ) -> None:
        """Adds a way to the person of *asker*, or replaces the one with that *key*. It notes his
        language, and his zone if *about* has none."""
        noted = {"language": asker.language, "zone": zone_name() or "", **about}
        values = {
            "id": f"n{secrets.token_hex(8)}",
            "person": asker.person,
            "kind": kind,
            "key": key,
            "about": json.dumps(noted),
            "label": label,
            "used_ms": 0,
            "failures": 0,
            "trouble": "",
        }
        self._charge(asker)
        same = NOTICE_WAY.c.kind == kind, NOTICE_WAY.c.key == key
        of_kind = NOTICE_WAY.c.person == asker.person, NOTICE_WAY.c.kind == kind
        count = sa.select(sa.func.count()).where(*of_kind)

        def change(db: Connection) -> None:
            self._ways_back.lock(db, asker.person)
            device = self._device(db, asker) if of_device else ""
            if of_device and not device:
                raise NoticeError(_("This device was taken away; it is nobody's any more."))
            self._delete(db, *same)
            if device:  # a browser has one address for pushes
                self._delete(db, NOTICE_WAY.c.device == device)
            self.forget_orphans(db, asker.person)
            if db.execute(count).scalar_one() >= MOST_OF_KIND[kind]:
                raise TooMany(_("You have many of these already: take one away first."))
            new = self._database.insert(NOTICE_WAY).values(**values, device=device)
            db.execute(new.values(created_ms=self._database.now))
            if kind == "mail" and self.forget_orphans(db, asker.person):
                raise NoticeError(_("That is no mail address of yours that could get notices."))

        self._database.write(change)

    def _charge(self, asker: Asker) -> None:
        self._tickets.charge(f"notice ways of {asker.person}", CHANGES_IN_A_DAY, DAY_MS)

    def send_trial(self, link: str, id: str) -> None:
        """Sends one notice on the way *id* of the person at *link*, for him to see how it looks."""
        asker = self._asker_of(link)
        own = self._own(asker, id), NOTICE_WAY.c.kind.in_(("push", "mail"))
        query = sa.select(NOTICE_WAY.c.trouble).where(*own)
        if (trouble := self._database.read(lambda db: db.execute(query).scalar())) is None:
            raise _gone()
        if trouble:
            raise NoticeError(_("Nothing is sent there any more; take it away and add it anew."))
        self._tickets.charge(f"trials of {asker.person}", TRIALS_IN_AN_HOUR, TRIAL_MS)
        now = self._database.now
        values: dict[str, Any] = {column.name: 0 for column in OUTBOX.c}
        texts = ("room", "held_by", "parcel", "result")
        values |= {"way": id, "kind": TRIAL, "person": asker.person, **dict.fromkeys(texts, "")}
        values |= {"number": now, "created_ms": now, "due_ms": now, "hour_ms": None}
        new = self._database.insert(OUTBOX).values(**values).on_conflict_do_nothing()
        self._database.write(lambda db: db.execute(new))

    # ---- taking away ----------------------------------------------------------------------------

    def remove(self, link: str, id: str) -> None:
        """Takes the way *id* of the person at *link* away, with what waits to be sent on it."""
        own = self._own(self._asker_of(link), id)
        if not self._database.write(lambda db: self._delete(db, own)):
            raise _gone()

    def leave(self, asker: Asker) -> None:
        """Ends the pushes to the device of *asker*, which becomes another person's."""
        own = DEVICE.c.secret_hash == asker.key_hash, DEVICE.c.person == asker.person
        device = sa.select(_id_of_device()).where(*own).scalar_subquery()
        pushes = NOTICE_WAY.c.person == asker.person, NOTICE_WAY.c.device == device
        self._database.write(lambda db: self._delete(db, *pushes))

    def forget_orphans(self, db: Connection, person: str = "") -> int:
        """Deletes, within a transaction, the pushes of *person* to devices that are gone, and the
        mails to addresses that are; without *person* those of everybody. Returns their number."""
        own = (NOTICE_WAY.c.person == person,) if person else ()
        return self._delete(db, self._is_orphan(), *own)

    def sweep(self) -> None:
        """Deletes the ways whose devices and addresses are gone."""
        self._database.write(self.forget_orphans)

    def _is_orphan(self) -> sa.ColumnElement[bool]:
        device = sa.select(DEVICE.c.id).where(
            DEVICE.c.id == NOTICE_WAY.c.device, DEVICE.c.person == NOTICE_WAY.c.person
        )
        stays = sa.or_(WAY_BACK.c.ends_ms == 0, WAY_BACK.c.ends_ms > self._database.now)
        address = sa.select(WAY_BACK.c.id).where(
            WAY_BACK.c.id == NOTICE_WAY.c.key,
            WAY_BACK.c.person == NOTICE_WAY.c.person,
            WAY_BACK.c.kind == "mail",
            stays,
        )
        return sa.or_(
            sa.and_(NOTICE_WAY.c.device != "", ~device.exists()),
            sa.and_(NOTICE_WAY.c.kind == "mail", ~address.exists()),
        )

    def _delete(self, db: Connection, *which: sa.ColumnElement[bool]) -> int:
        """Deletes ways with their rows of the outbox, and returns their number."""
        ids = db.execute(sa.delete(NOTICE_WAY).where(*which).returning(NOTICE_WAY.c.id))
        if gone := ids.scalars().all():
            db.execute(sa.delete(OUTBOX).where(OUTBOX.c.way.in_(gone)))
        return len(gone)

    def _own(self, asker: Asker, id: str) -> sa.ColumnElement[bool]:
        return sa.and_(NOTICE_WAY.c.person == asker.person, NOTICE_WAY.c.id == id)

    def _device(self, db: Connection, asker: Asker) -> str:
        """Returns the id of the device of *asker*; ``""``: it was taken away."""
        own = DEVICE.c.secret_hash == asker.key_hash, DEVICE.c.person == asker.person
        return str(db.execute(sa.select(_id_of_device()).where(*own)).scalar() or "")


def hours_of(about: Mapping[str, Any]) -> MailHours:
    """Returns the hours of mails that a way notes in *about*; by default those of one a day."""
    default = MailHours()
    try:
        quiet = about["quiet"] and tuple(about["quiet"])
        zone = read_zone(about["zone"])  # it may be gone from the machine's: then it is UTC
        hours = MailHours(about["mode"], tuple(about["hours"]), quiet, zone)
        return default if _why_no_hours(hours) else hours
    except (KeyError, TypeError):
        return default


def _listed(way: NoticeWay, address: str, device: str) -> ListedNoticeWay:
    is_mail = way.kind == "mail"
    return ListedNoticeWay(
        way.id,
        way.kind,
        address if is_mail else way.label,
        way.created_ms,
        way.used_ms,
        way.failures,
        way.trouble,
        bool(way.device) and way.device == device,
        way.key if is_mail else "",
        hours_of(way.about) if is_mail else None,
    )


def _about_mail(hours: MailHours) -> dict[str, JsonValue]:
    """Returns *hours* as a way notes them. Raises ``NoticeError``."""
    if why := _why_no_hours(hours):
        raise NoticeError(why)
    return asdict(hours)


def _why_no_hours(hours: MailHours) -> str:
    """Returns the sentence why mails cannot come at *hours*, or ``""``."""
    if hours.mode not in MODES or len(hours.hours) != HOURS[hours.mode]:
        return _("Mails come each by itself, once a day, or twice a day.")
    pair = () if hours.quiet is None else hours.quiet
    if not all(_is_hour(each) for each in (*hours.hours, *pair)):
        return _("An hour is a number from 0 to 23.")
    if len({*hours.hours}) < len(hours.hours):
        return _("Two mails a day come at two different hours.")
    if hours.quiet is not None and (len(pair) != 2 or pair[0] == pair[1]):
        return _("Quiet hours begin and end at different hours.")
    if hours.zone and read_zone(hours.zone) != hours.zone:
        return _("That time zone is not known here.")
    return ""


def _is_hour(said: object) -> bool:
    return isinstance(said, int) and not isinstance(said, bool) and 0 <= said < 24


def _id_of_device() -> sa.ColumnElement[str]:
    """The id under which a device stays: a fresh key gets that of the device that it replaces."""
    return sa.case((DEVICE.c.replaces != "", DEVICE.c.replaces), else_=DEVICE.c.id)


def _why_no_pushes(origin: str) -> str:
    """Returns the sentence why the page of *origin* can get no pushes, or ``""``."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return _("Notices of a browser are for pages.")
    name = parts.hostname or ""
    if not name:
        return _("Notices of a browser are for pages.")
    is_here = name in ("localhost", "127.0.0.1", "::1") or name.endswith(".localhost")
    if parts.scheme != "https" and not is_here:
        return _("Browsers show notices only of https addresses, which this one is not.")
    return ""


def _hash(key: str) -> str:
    return hashlib.sha256(f"notices {key}".encode()).hexdigest()


def _gone() -> NoticeError:
    return NoticeError(_("That is gone already."))
