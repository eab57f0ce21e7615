"""Signing in: how a device becomes one of a person's, and what a device may change about him.

Whoever signs in gets a fresh key: nobody who knew the key of the device before has it. A device may
change ways back and other devices as long as the person has had no way back for ``OLD_MS``. Then it
must have used such a way in the last ``PROOF_MS``: who has stolen a device can neither shut its
owner out nor come in again. What is younger than ``OLD_MS`` is taken away by any older device, for
it may be a thief's, unless it came by an older way itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Network, ip_network
from typing import Any, Final, Literal

import sqlalchemy as sa
from sqlalchemy import Connection

from gipf_meta.base.names import clean_name
from gipf_meta.base.texts import _
from gipf_meta.desk.identity import SignedIn, WayKind
from gipf_meta.host.identity.devices import Device, Devices, IdentityError, hash_secret, new_secret
from gipf_meta.host.identity.identity_tables import DEVICE, PERSON, WAY_BACK, Store
from gipf_meta.host.identity.tickets import Tickets
from gipf_meta.host.identity.ways import OLD_MS, WayBack, WaysBack

HOUR_MS: Final = 3_600_000
"""Milliseconds of an hour."""
PROOF_MS: Final = 600_000
"""Milliseconds for which a device may make changes after a way back was used on it."""
SENT_MS: Final = 60_000
"""Milliseconds for which a device that was sent a fresh key is sent no other one."""
SIGN_INS: Final = 20
"""The most new keys that a person gets in an hour."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The device that asks something: its *person*, the *key_hash* of its key, its *label*, its
    *network*, its reader's *language*, and the *origin* of its page (``""``: it is no page)."""

    person: str
    key_hash: str
    label: str = ""
    network: str = ""
    language: str = ""
    origin: str = ""

    @property
    def around(self) -> str:
        """The networks around its network: a /24, of IPv6 a /48; a text that is no network is all
        there is around it."""
        try:
            found = ip_network(self.network)
        except ValueError:
            return self.network
        return str(found.supernet(new_prefix=24 if isinstance(found, IPv4Network) else 48))


class NotProved(IdentityError):
    """A device must first show that it is its person's, by a way back; one sentence."""


class SignIn:
    """The people in *database*, and how devices become theirs. Every method raises
    ``DatabaseError``."""

    def __init__(self, database: Store, devices: Devices, ways: WaysBack, tickets: Tickets) -> None:
        self._database, self._devices = database, devices
        self._ways, self._tickets = ways, tickets

    def become(self, asker: Asker, way: WayBack) -> SignedIn:
        """Makes the device of *asker* one of the person with that *way* back, which he has just
        used. If it is one already, its old key ends when the new one comes.

        Raises ``IdentityError``.
        """
        self._tickets.charge(f"sign-ins of {way.person}", SIGN_INS, HOUR_MS)
        secret, hashed = self._new_key()
        there = sa.select(WAY_BACK.c.id).where(WAY_BACK.c.id == way.id)

        def change(db: Connection) -> str:
            self._ways.lock(db, way.person)
            if db.execute(there).one_or_none() is None:
                raise IdentityError(_("You have no such way back any more."))
            replaces = self.device_of(db, asker, way.person)
            is_old = way.id in self._ways.old(db, way.person)
            self._devices.insert(
                db,
                way.person,
                hashed,
                asker.label,
                replaces=replaces,
                proved_by=way.id,
                makes_room=is_old,
            )
            return self.name_of(db, way.person)

        return SignedIn(secret, self._database.write(change))

    def change_key(self, asker: Asker) -> SignedIn | None:
        """Returns a fresh key for the device of *asker*, if its present one is older than the first
        way back of his person: somebody may have copied it before. The old one ends when the fresh
        one comes."""
        now: Any = self._database.now
        own = DEVICE.c.secret_hash == asker.key_hash, DEVICE.c.person == asker.person
        first = sa.select(sa.func.min(WAY_BACK.c.created_ms)).where(
            WAY_BACK.c.person == asker.person
        )
        is_old = sa.and_(
            DEVICE.c.created_ms <= first.scalar_subquery(),
            DEVICE.c.renewed_ms <= first.scalar_subquery(),
        )
        query = sa.select(DEVICE.c.id).where(*own, is_old)
        if self._database.read(lambda db: db.execute(query).scalar()) is None:
            return None
        secret, hashed = self._new_key()

        def change(db: Connection) -> str | None:
            self._ways.lock(db, asker.person)
            id = db.execute(query).scalar()
            is_sent = DEVICE.c.replaces == id, DEVICE.c.seen_ms > now - SENT_MS
            if id is None or db.execute(sa.select(DEVICE.c.id).where(*is_sent)).first():
                return None
            self._devices.insert(db, asker.person, hashed, asker.label, replaces=id)
            return self.name_of(db, asker.person)

        name = self._database.write(change)
        return None if name is None else SignedIn(secret, name)

    def _new_key(self) -> tuple[str, str]:
        secret = new_secret()
        return secret, hash_secret(secret)

    def device_of(self, db: Connection, asker: Asker, person: str) -> str:
        """Returns the id of the device of *asker*, if it is one of *person*; else ``""``."""
        own = DEVICE.c.secret_hash == asker.key_hash, DEVICE.c.person == person
        return str(db.execute(sa.select(DEVICE.c.id).where(*own)).scalar() or "")

    def name_of(self, db: Connection, person: str) -> str:
        """Returns the name of *person*; ``""`` if he has none."""
        name = db.execute(sa.select(PERSON.c.name).where(PERSON.c.id == person)).scalar()
        return clean_name(name or "")

    # ---- what a device may change ---------------------------------------------------------------

    def require(
        self, db: Connection, asker: Asker, created_ms: int | None = None
    ) -> WayKind | Literal[""]:
        """Returns the kind of way back by which the device of *asker* may change something now;
        ``""``: it needs none.

        It is about what has been there since *created_ms*, or (``None``) is new. It is called in
        the transaction that makes the change, which holds the lock of the person. Raises
        ``NotProved``, and ``IdentityError`` if the device was taken away.
        """
        now: Any = self._database.now
        own = DEVICE.c.secret_hash == asker.key_hash, DEVICE.c.person == asker.person
        is_fresh = (DEVICE.c.proved_ms > now - PROOF_MS).label("is_fresh")
        is_young = (sa.literal(created_ms or 0) > now - OLD_MS).label("is_young")
        query = sa.select(DEVICE.c.created_ms, DEVICE.c.proved_by, is_fresh, is_young).where(*own)
        device = db.execute(query).one_or_none()
        if device is None:
            raise IdentityError(_("This device was taken away; it is nobody's any more."))
        old = self._ways.old(db, asker.person)
        if not old:
            return ""
        if created_ms is not None and device.is_young and device.created_ms < created_ms:
            return ""
        if not device.is_fresh or device.proved_by not in old:
            raise NotProved(
                _(
                    "Show first that it is you: come back once more on this device, by a way that"
                    " you have had for three days. Then do this within ten minutes."
                )
            )
        return old[device.proved_by]

    def came_by_old_way(self, db: Connection, device: Device) -> bool:
        """Returns whether *device* came by an old way back, and so may be its person's though it is
        young: else a stolen device would take each one away with which he comes back.

        A mail counts only for who has nothing better: his mailbox may have been stolen, too.
        """
        query = sa.select(DEVICE.c.proved_by).where(DEVICE.c.id == device.id)
        old = self._ways.old(db, device.person)
        kind = old.get(str(db.execute(query).scalar()))
        return kind is not None and (kind != "mail" or {*old.values()} == {"mail"})

    def prove(self, asker: Asker) -> str:
        """Returns the name of the person, if the device of *asker* may do what concerns the whole
        person, such as confirm another device. Raises as ``require`` does."""

        def check(db: Connection) -> str:
            self.require(db, asker)
            return self.name_of(db, asker.person)

        return self._database.write(check)
