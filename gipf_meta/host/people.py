"""The people of a host: each comes by the secret key of a device of his, without a password."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_json
from gipf_meta.base.names import BadName, check_name, clean_name, why_no_name
from gipf_meta.base.texts import _
from gipf_meta.host.database import Database
from gipf_meta.host.identity.devices import Devices, hash_secret, new_secret
from gipf_meta.host.tables import DEVICE, HELD, PERSON, TICKET, WAY_BACK
from gipf_meta.web.frames import PageMessage, Visitor

SECRET: Final = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""The form of a secret: base64url, at least 128 random bits."""
SEEN_MS: Final = 60_000
"""The precision of ``seen_ms``, ms: not every reload of a page costs a commit."""
HOUR_MS: Final = 3_600_000
"""Milliseconds of an hour."""
NEW_MS: Final = 24 * HOUR_MS
"""Milliseconds before a ban: people whose first visit was within them count as new."""
THIS_MACHINE: Final = ("127.0.0.1", "::1")
"""The addresses of clients on the host's own machine."""
LONGEST_SETTINGS: Final = 100_000
"""The most letters of the settings of a person, as JSON."""


class PeopleError(GipfMetaError, ValueError):
    """A secret, an id or a name was refused, or the person is banned; one sentence."""


class Banned(NamedTuple):
    """The number of banned *people*, and whether their address *is_held* off for new people."""

    people: int
    is_held: bool


@dataclass(frozen=True, slots=True)
class Guest:
    """A person as the operator lists him, with the number of his devices; times are milliseconds of
    the database."""

    id: str
    name: str
    created_ms: int
    seen_ms: int
    is_banned: bool
    devices: int


class DatabasePeople:
    """The people in *database*. Every method raises ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._devices = Devices(database)

    def identify(
        self, hello: PageMessage, network: str = "", label: str = ""
    ) -> tuple[str, Visitor]:
        """Returns the id of the person who says *hello*, and the facts that his page must know.

        He comes from *network* (``""``: unknown), by a device that is listed as *label*. If *hello*
        has a secret under ``renew``, it replaces the old one of this device, also a second time:
        the first answer may have been lost.

        Without a secret the person is new and gets one; an unknown secret makes a new person, so a
        page that says the same twice is one person. An invalid name is ignored. Raises
        ``PeopleError`` for a secret of another form, and for a banned person.
        """
        secret, name = hello.get("secret"), hello.get("name")
        about: Visitor = {}
        if secret is None:
            secret = about["secret"] = new_secret()
        secret = check_secret(secret)
        name = "" if why_no_name(name if isinstance(name, str) else "") else _check_name(name)
        hashed = hash_secret(secret)

        found = self._database.read(lambda db: db.execute(self._find(hashed)).one_or_none())
        if (renewed := hello.get("renew")) is not None:
            found = self._renew_once(found, check_secret(renewed))
            about = {"renewed": True}
        if found is None:
            self._require_let_in(network)
            found = self._database.write(lambda db: self._add(db, hashed, name, network, label))
        if found.is_banned:
            raise PeopleError(_("You may not come in here any more."))
        moved = bool(network) and network != found.network
        called = bool(label) and label != found.label
        renamed = bool(name) and name != found.name
        is_changed = bool(found.replaces) or moved or called or renamed
        if max(found.ago_ms, found.device_ago_ms) > SEEN_MS or is_changed:
            self._note_visit(found, network, label, name)
        return found.id, {"name": name or clean_name(found.name), **about}

    def _note_visit(self, found: sa.Row[Any], network: str, label: str, name: str) -> None:
        """Updates the rows of the person *found* and of his device; empty values change nothing."""
        seen = {"seen_ms": self._database.now}
        person = sa.update(PERSON).where(PERSON.c.id == found.id)
        person = person.values(**seen, network=network or found.network, name=name or found.name)
        device = sa.update(DEVICE).where(DEVICE.c.id == found.device)
        device = device.values(**seen, label=label or found.label)

        def change(db: Connection) -> None:
            db.execute(person)
            db.execute(device)
            if found.replaces:
                self._devices.end_replaced(db, found.device, found.replaces)

        self._database.write(change)

    def _renew_once(self, found: sa.Row[Any] | None, secret: str) -> sa.Row[Any]:
        """Gives the device *found* by the old secret the new *secret*, unless it is known already.

        Returns its row. Raises ``PeopleError`` if neither secret belongs to a device.
        """
        hashed = hash_secret(secret)
        query = self._find(hashed)
        renewed = self._database.read(lambda db: db.execute(query).one_or_none())
        if renewed is None and found is not None and not found.is_banned:
            changed = {"secret_hash": hashed, "renewed_ms": self._database.now}
            is_same = DEVICE.c.id == found.device, DEVICE.c.secret_hash == found.secret_hash
            change = sa.update(DEVICE).where(*is_same).values(**changed)
            if self._database.write(lambda db: db.execute(change).rowcount):
                renewed = found
        if renewed is None:
            raise PeopleError(_("Nobody has the key that is to be renewed."))
        return renewed

    def renew(self, person: str) -> str:
        """Takes all devices and ways back of *person* away, and returns the secret of a new device:
        whoever had a key may have added ways of his own.

        Raises ``PeopleError`` for an unknown id.
        """
        secret = new_secret()

        def change(db: Connection) -> bool:
            known = sa.select(PERSON.c.id).where(PERSON.c.id == person)
            if db.execute(known.with_for_update()).one_or_none() is None:
                return False
            for table in (DEVICE, WAY_BACK, TICKET):
                db.execute(sa.delete(table).where(table.c.person == person))
            return self._devices.insert(db, person, hash_secret(secret), "")

        if not self._database.write(change):
            raise PeopleError(_("Nobody here has the id {person}.").format(person=person))
        return secret

    def is_known(self, secret: object) -> bool:
        """Returns whether a device has this *secret*."""
        if not isinstance(secret, str) or not SECRET.fullmatch(secret):
            return False
        return self._devices.find(hash_secret(secret)) is not None

    def _find(self, hashed: str) -> sa.Select[Any]:
        """Returns the query for a device and its person, by the hash of the device's secret."""
        now = self._database.now
        return (
            sa.select(
                PERSON.c.id,
                PERSON.c.name,
                PERSON.c.is_banned,
                PERSON.c.network,
                (now - PERSON.c.seen_ms).label("ago_ms"),
                DEVICE.c.id.label("device"),
                DEVICE.c.label,
                DEVICE.c.secret_hash,
                DEVICE.c.replaces,
                (now - DEVICE.c.seen_ms).label("device_ago_ms"),
            )
            .join_from(DEVICE, PERSON, DEVICE.c.person == PERSON.c.id)
            .where(DEVICE.c.secret_hash == hashed)
        )

    def _add(self, db: Connection, hashed: str, name: str, network: str, label: str) -> sa.Row[Any]:
        """Adds a new person with a device, unless another page of his was first; returns the row of
        both."""
        now, person = self._database.now, f"p{secrets.token_hex(8)}"
        if self._devices.insert(db, person, hashed, label):
            new = self._database.insert(PERSON).values(
                id=person,
                name=name,
                settings="{}",
                created_ms=now,
                seen_ms=now,
                is_banned=False,
                network=network,
            )
            db.execute(new)
        return db.execute(self._find(hashed)).one()

    def name_of(self, person: str) -> str:
        """Returns the name of *person*; ``""`` for one who is unknown, or has no name."""
        query = sa.select(PERSON.c.name).where(PERSON.c.id == person)
        name = self._database.read(lambda db: db.execute(query).scalar())
        return clean_name(name or "")

    def rename(self, person: str, name: str) -> str:
        """Gives *person* the name *name*, and returns it as stored. Raises ``PeopleError``."""
        checked = _check_name(name)
        self._change(person, name=checked)
        return checked

    def settings_of(self, person: str) -> dict[str, Any]:
        """Returns the settings of *person*; ``{}`` if he has none."""
        query = sa.select(PERSON.c.settings).where(PERSON.c.id == person)
        text = self._database.read(lambda db: db.execute(query).scalar())
        try:
            settings = read_json(text or "{}")
        except ValueError:
            return {}
        return settings if isinstance(settings, dict) else {}

    def keep_settings(self, person: str, settings: dict[str, Any]) -> None:
        """Stores the *settings* of *person*. Raises ``PeopleError`` if they are too long."""
        text = json.dumps(settings)
        if len(text) > LONGEST_SETTINGS:
            raise PeopleError(_("These settings are too long to be kept."))
        self._change(person, settings=text)

    def ban(self, person: str, hold_ms: int = 0, newcomers: bool = False) -> Banned:
        """Bans *person*; returns how many were banned, and whether his address is held off.

        For *hold_ms* no new person may come from his last address, unless that is this machine;
        otherwise he would come back as a new person. With *newcomers* all whose first visit was
        from there in the day before are banned, too. Raises ``PeopleError`` for an unknown id.
        """
        self._change(person, is_banned=True)
        network = self._network_of(person)
        if not network or _is_this_machine(network):
            return Banned(1, False)
        now = self._database.now
        until = {"until_ms": now + hold_ms}
        row = self._database.insert(HELD).values(network=network, **until)
        hold = row.on_conflict_do_update(index_elements=["network"], set_=until)
        is_new = PERSON.c.created_ms > now - NEW_MS
        others = sa.update(PERSON).where(PERSON.c.network == network, is_new, ~PERSON.c.is_banned)

        def change(db: Connection) -> Banned:
            if hold_ms:
                db.execute(hold)
            count = db.execute(others.values(is_banned=True)).rowcount if newcomers else 0
            return Banned(1 + count, hold_ms > 0)

        return self._database.write(change)

    def lift_ban(self, person: str) -> None:
        """Lifts the ban of *person*, and the hold on new people from his last address.

        Raises ``PeopleError`` for an unknown id.
        """
        self._change(person, is_banned=False)
        lift = sa.delete(HELD).where(HELD.c.network == self._network_of(person))
        self._database.write(lambda db: db.execute(lift))

    def _network_of(self, person: str) -> str:
        query = sa.select(PERSON.c.network).where(PERSON.c.id == person)
        return self._database.read(lambda db: db.execute(query).scalar()) or ""

    def _require_let_in(self, network: str) -> None:
        """Raises ``PeopleError`` while new people from *network* are held off."""
        is_held = sa.and_(HELD.c.network == network, HELD.c.until_ms > self._database.now)
        query = sa.select(HELD.c.until_ms - self._database.now).where(is_held)
        left_ms = self._database.read(lambda db: db.execute(query).scalar())
        if left_ms is not None:
            raise PeopleError(
                _.many(
                    "Nobody new comes in from your address now, for somebody there was banned; who"
                    " has a key comes in. Come again in {count} hour.",
                    "Nobody new comes in from your address now, for somebody there was banned; who"
                    " has a key comes in. Come again in {count} hours.",
                    hours := -(-left_ms // HOUR_MS),
                ).format(count=hours)
            )

    def banned(self) -> frozenset[str]:
        """Returns the ids of banned people."""
        query = sa.select(PERSON.c.id).where(PERSON.c.is_banned)
        return self._database.read(lambda db: frozenset(db.execute(query).scalars()))

    def list(self, most: int = 1000) -> list[Guest]:
        """Returns at most *most* people, the one who was here last first."""
        columns = PERSON.c.id, PERSON.c.name, PERSON.c.created_ms, PERSON.c.seen_ms
        count = sa.select(sa.func.count()).where(DEVICE.c.person == PERSON.c.id).scalar_subquery()
        query = sa.select(*columns, PERSON.c.is_banned, count)
        query = query.order_by(PERSON.c.seen_ms.desc(), PERSON.c.id).limit(most)
        return self._database.read(lambda db: [Guest(*row) for row in db.execute(query)])

    def _change(self, person: str, **values: Any) -> None:
        """Updates the row of *person*. Raises ``PeopleError`` for an unknown id."""
        statement = sa.update(PERSON).where(PERSON.c.id == person).values(**values)
        if not self._database.write(lambda db: db.execute(statement).rowcount):
            raise PeopleError(_("Nobody here has the id {person}.").format(person=person))


def check_secret(secret: object) -> str:
    """Returns *secret* if it has the form of one. Raises ``PeopleError``."""
    if not isinstance(secret, str) or not SECRET.fullmatch(secret):
        raise PeopleError(_("That is no key: copy it once more, to its last letter."))
    return secret


def _is_this_machine(network: str) -> bool:
    """Returns whether *network* is this machine: its clients sit at it, or come by a proxy that the
    host was not told of."""
    try:
        return any(ip_address(each) in ip_network(network) for each in THIS_MACHINE)
    except ValueError:
        return False


def _check_name(name: Any) -> str:
    """Returns *name* as it is stored. Raises ``PeopleError`` if it is not allowed."""
    try:
        return check_name(name if isinstance(name, str) else "")
    except BadName as error:
        raise PeopleError(str(error)) from None
