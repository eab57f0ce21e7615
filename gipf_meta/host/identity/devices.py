"""The devices of people: browsers and terminals, each with a secret key of its own.

The database has only the SHA-256 of each secret, so a reader of it can impersonate nobody.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import check_name, why_no_name
from gipf_meta.base.texts import _
from gipf_meta.host.identity.identity_tables import DEVICE, PERSON, TICKET, Store
from gipf_meta.web.frames import PageMessage

MOST_DEVICES: Final = 30
"""The most devices of a person. Of more, those leave that were away for ``AWAY_MS``: a browser that
empties its storage leaves one behind each time. None leaves that is used: so no new one, which may
be a thief's, makes it leave."""
AWAY_MS: Final = 30 * 24 * 3_600_000
"""Milliseconds after which a device that did not come makes room for another."""
ROOM_MS: Final = 24 * 3_600_000
"""The same for who comes by a way back of three days, who may take any device away: else who always
begins with an empty browser would stand before the door one day."""
NOTED_MS: Final = 6 * 3_600_000
"""Milliseconds after which it is noted once more that a device is here."""
UNUSED_MS: Final = 24 * 3_600_000
"""Milliseconds after which a new key that was never used is deleted; the old one stays."""
LONGEST_LABEL: Final = 60
"""The most letters of a device's label."""
AT_ONCE: Final = 500
"""The number of keys that one statement names."""


class IdentityError(GipfMetaError, ValueError):
    """A device, a way back to a person, or what signs in by it, was refused; one sentence."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device of a *person*, found by the *secret_hash* of its key; times are milliseconds of the
    database."""

    id: str
    person: str
    secret_hash: str
    label: str
    created_ms: int
    seen_ms: int


class Devices:
    """The devices of all people in *database*. Every method raises ``DatabaseError``."""

    def __init__(self, database: Store) -> None:
        self._database = database
        #: deletes what ends with the devices of a person, once one of them is gone
        self.forget_with: Callable[[Connection, str], object] = lambda db, person: None

    def add(self, person: str, label: str) -> str:
        """Gives *person* a new device, and returns its secret, which nobody had before."""
        secret = new_secret()
        hashed = hash_secret(secret)
        self._database.write(lambda db: self.insert(db, person, hashed, label))
        return secret

    def insert(
        self,
        db: Connection,
        person: str,
        hashed: str,
        label: str,
        *,
        replaces: str = "",
        proved_by: str = "",
        makes_room: bool = False,
    ) -> bool:
        """Adds a device with the *hashed* secret to *person*, within a transaction.

        It is that of the device *replaces*, which ends when this one comes first; *proved_by* is
        the way back that was used on it. With *makes_room* it takes, if there are too many, the
        place of one that was away for a day. Returns false, and changes nothing, if a device has
        that secret already. Raises ``IdentityError`` if *person* has too many.
        """
        now = self._database.now
        since = sa.select(DEVICE.c.created_ms).where(DEVICE.c.id == replaces).scalar_subquery()
        new = self._database.insert(DEVICE).values(
            id=f"d{secrets.token_hex(8)}",
            person=person,
            secret_hash=hashed,
            label=label[:LONGEST_LABEL],
            created_ms=sa.func.coalesce(since, now) if replaces else now,
            seen_ms=now,
            renewed_ms=now if replaces else 0,
            replaces=replaces,
            proved_ms=now if proved_by else 0,
            proved_by=proved_by,
        )
        new_row = new.on_conflict_do_nothing(index_elements=["secret_hash"])
        # PostgreSQL counts no rows here
        if db.execute(new_row.returning(DEVICE.c.id)).one_or_none() is None:
            return False
        own = DEVICE.c.person == person, DEVICE.c.replaces == ""
        count = sa.select(sa.func.count()).where(*own)
        excess = db.execute(count).scalar_one() - MOST_DEVICES
        if excess > 0:
            away_ms = ROOM_MS if makes_room else AWAY_MS
            away = sa.select(DEVICE.c.id).where(*own, DEVICE.c.seen_ms < now - away_ms)
            old = db.execute(away.order_by(DEVICE.c.seen_ms).limit(excess)).scalars().all()
            if len(old) < excess:
                raise IdentityError(_("You have many devices: take one away first."))
            db.execute(sa.delete(DEVICE).where(DEVICE.c.id.in_(old)))
            self.forget_with(db, person)
        return True

    def end_replaced(self, db: Connection, id: str, replaces: str) -> None:
        """Ends the old key of the device *replaces*: the new one has come, and its row, stored as
        *id*, is that device from now on."""
        db.execute(sa.delete(DEVICE).where(DEVICE.c.id == replaces))
        new = sa.update(DEVICE).where(DEVICE.c.id == id)
        db.execute(new.values(id=replaces, replaces=""))

    def end_key(self, secret: str) -> None:
        """Ends the key *secret*; the key that it was to replace stays. Nothing happens if no device
        has it."""
        own = DEVICE.c.secret_hash == hash_secret(secret)
        self._database.write(lambda db: db.execute(sa.delete(DEVICE).where(own)))

    def sweep(self) -> None:
        """Deletes new keys that were never used."""
        unused = DEVICE.c.replaces != "", DEVICE.c.seen_ms < self._database.now - UNUSED_MS
        self._database.write(lambda db: db.execute(sa.delete(DEVICE).where(*unused)))

    def list(self, person: str) -> Sequence[Device]:
        """Returns the devices of *person*, the one that was here last first."""
        query = _select().where(DEVICE.c.person == person, DEVICE.c.replaces == "")
        query = query.order_by(DEVICE.c.seen_ms.desc(), DEVICE.c.created_ms.desc(), DEVICE.c.id)
        return self._database.read(lambda db: [Device(*row) for row in db.execute(query)])

    def find(self, hashed: str) -> Device | None:
        """Returns the device whose secret has the hash *hashed*."""
        query = _select().where(DEVICE.c.secret_hash == hashed)
        row = self._database.read(lambda db: db.execute(query).one_or_none())
        return None if row is None else Device(*row)

    def remove(
        self, person: str, id: str, check: Callable[[Connection, Device], object] | None = None
    ) -> None:
        """Takes the device *id* of *person* away: its key is void.

        *check* is called before, in the same transaction, and raises where it may not be. Raises
        ``IdentityError`` if he has no such device.
        """
        own = DEVICE.c.id == id, DEVICE.c.person == person

        def change(db: Connection) -> None:
            row = db.execute(_select().where(*own)).one_or_none()
            if row is None:
                raise IdentityError(_("You have no such device any more."))
            device = Device(*row)
            if check is not None:
                check(db, device)
            db.execute(sa.delete(DEVICE).where(sa.or_(DEVICE.c.id == id, DEVICE.c.replaces == id)))
            db.execute(sa.delete(TICKET).where(TICKET.c.bound == device.secret_hash))
            self.forget_with(db, person)

        self._database.write(change)

    def added(self, since_ms: int) -> Sequence[Device]:
        """Returns the devices that were added to people, beside those that they had, after
        *since_ms*."""
        is_later = DEVICE.c.created_ms > PERSON.c.created_ms
        query = _select().join_from(DEVICE, PERSON, DEVICE.c.person == PERSON.c.id)
        query = query.where(DEVICE.c.created_ms > since_ms, is_later).order_by(DEVICE.c.created_ms)
        return self._database.read(lambda db: [Device(*row) for row in db.execute(query)])

    def note_present(self, hashes: Collection[str]) -> None:
        """Notes that the devices whose secrets have these *hashes* are here, and so are their
        people, if that was noted long ago: a page may be open for months."""
        wanted = sorted(hashes)
        for start in range(0, len(wanted), AT_ONCE):
            own = DEVICE.c.secret_hash.in_(wanted[start : start + AT_ONCE])
            is_old = DEVICE.c.seen_ms < self._database.now - NOTED_MS
            query = sa.select(DEVICE.c.id, DEVICE.c.person).where(own, is_old)
            rows = self._database.read(lambda db, query=query: db.execute(query).all())  # type: ignore[misc]
            seen = {"seen_ms": self._database.now}
            for table, ids in (
                (DEVICE, [row.id for row in rows]),
                (PERSON, [row.person for row in rows]),
            ):
                if ids:
                    here = sa.update(table).where(table.c.id.in_(ids)).values(**seen)
                    self._database.write(lambda db, here=here: db.execute(here))  # type: ignore[misc]

    def gone(self, hashes: Collection[str]) -> set[str]:
        """Returns those of *hashes* that are of no device any more."""
        known, wanted = set[str](), list(hashes)
        for start in range(0, len(wanted), AT_ONCE):
            known.update(self._find_known(wanted[start : start + AT_ONCE]))
        return {*wanted} - known

    def _find_known(self, hashes: Sequence[str]) -> Sequence[str]:
        query = sa.select(DEVICE.c.secret_hash).where(DEVICE.c.secret_hash.in_(hashes))
        return self._database.read(lambda db: db.execute(query).scalars().all())


def _select() -> sa.Select[Any]:
    columns = DEVICE.c.id, DEVICE.c.person, DEVICE.c.secret_hash, DEVICE.c.label
    return sa.select(*columns, DEVICE.c.created_ms, DEVICE.c.seen_ms)


BROWSERS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
"""The names of browsers by a word in ``User-Agent``; the first word counts, for most browsers call
themselves by the names of others, too."""
SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}
"""The names of systems, likewise."""


def label_of(hello: PageMessage, user_agent: str) -> str:
    """Returns the label of the device that says *hello*: its own ``device``, or else its browser
    and system as in the header *user_agent*; ``""`` if neither is known.

    It has no version and no address: only its person reads it, and he knows his devices.
    """
    called = hello.get("device")
    if isinstance(called, str) and len(called) <= LONGEST_LABEL and not why_no_name(called):
        return check_name(called)
    browser = next((name for word, name in BROWSERS.items() if word in user_agent), "")
    system = next((name for word, name in SYSTEMS.items() if word in user_agent), "")
    if browser and system:
        return _("{browser} on {system}").format(browser=browser, system=system)
    return browser or system


def new_secret() -> str:
    """Returns a new secret, of 192 random bits."""
    return secrets.token_urlsafe(24)


def hash_secret(secret: str) -> str:
    """Returns the SHA-256 of *secret*, in hex; a secret is random, so it needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
