"""Pairings: a device that waits shows a code, and a device of a person confirms it there.

As in RFC 8628: the code alone gives nothing. The key of the new device goes to the connection whose
device began the pairing, once, and only while the device that confirmed it is still the person's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

import sqlalchemy as sa
from pydantic import JsonValue
from sqlalchemy import Connection

from gipf_meta.base.json_text import read_object
from gipf_meta.base.names import clean_name
from gipf_meta.base.texts import _
from gipf_meta.desk.identity import SignedIn
from gipf_meta.host.identity.devices import Devices, IdentityError, hash_secret, new_secret
from gipf_meta.host.identity.identity_tables import DEVICE, PERSON, TICKET, Store
from gipf_meta.host.identity.sign_ins import HOUR_MS, Asker, SignIn
from gipf_meta.host.identity.tickets import LETTERS, Tickets, hash_token, new_code
from gipf_meta.host.identity.ways import WaysBack

KIND: Final = "pairing"
"""The kind of the ticket of a pairing."""
QUOTES: Final = frozenset('“”„‟«»‹›"')
"""Signs that no label keeps when it is quoted."""
GROUPS: Final = 2
"""The number of groups of four letters of a code: 34 bits. Whoever reads its hash could find it,
and with it only make a device that waits his own."""
VALID_MS: Final = 600_000
"""Milliseconds for which a code can be confirmed, and what was confirmed be fetched."""
BEGUN_BY_DEVICE: Final = 20
"""The most codes that a device shows in an hour."""
BEGUN_AT_NETWORK: Final = 200
"""The most codes that the devices of a network show in an hour."""
BEGUN_AT_HOST: Final = 20_000
"""The most codes that all devices show in an hour."""
GUESSED_BY_DEVICE: Final = 10
"""The most codes that a device types in an hour."""
GUESSED_BY_PERSON: Final = 20
"""The most codes that the devices of a person type in an hour."""
GUESSED_AT_NETWORK: Final = 100
"""The most codes that the devices of a network type in an hour."""
AROUND: Final = 4
"""How many times as much the networks around a network may do as that one: of IPv6 a /48."""
GUESSED_AT_HOST: Final = 5_000
"""The most codes that all devices type in an hour: one of 20⁸ that waits is then found once in six
centuries."""


@dataclass(frozen=True, slots=True)
class WaitingDevice:
    """A device that shows a code: its *label*, and the *network* from which it asks."""

    label: str
    network: str

    def describe(self, asker: Asker) -> str:
        """Returns the words by which the device of *asker* shows it: what it says it is, and from
        where it asks."""
        label = "".join(letter for letter in self.label if letter not in QUOTES)
        # what it says of itself must not read as what the host says of it
        device = _("“{label}”").format(label=label) if label else _("a device without a name")
        if self.network == asker.network:
            return _("{device}, at the same address as you").format(device=device)
        return _("{device}, at the address {network}").format(device=device, network=self.network)


class Pairings:
    """The pairings in *database*. Every method raises ``DatabaseError``, and ``TooOften`` where
    *tickets* allow no more.

    *sign_in* says whether a device may let others in; *ways* lock a person, and *devices* are
    those of all people.
    """

    def __init__(
        self,
        database: Store,
        tickets: Tickets,
        devices: Devices,
        ways: WaysBack,
        sign_in: SignIn,
    ) -> None:
        self._database, self._tickets, self._devices = database, tickets, devices
        self._ways, self._sign_in = ways, sign_in

    def begin(self, asker: Asker) -> str:
        """Lets the device of *asker* wait, and returns the code that it shows. A code that it has
        shown before is void."""
        self._charge("begun", asker, BEGUN_BY_DEVICE, BEGUN_AT_NETWORK, BEGUN_AT_HOST)
        about: dict[str, JsonValue] = {
            "label": clean_name(asker.label),
            "network": asker.network,
        }
        before = sa.delete(TICKET).where(TICKET.c.kind == KIND, TICKET.c.bound == asker.key_hash)
        while True:
            code = new_code(GROUPS)
            new = self._tickets.new(
                read_code(code), KIND, VALID_MS, bound=asker.key_hash, about=about
            )
            # PostgreSQL counts no rows here
            adding = new.on_conflict_do_nothing(index_elements=["hash"]).returning(TICKET.c.hash)

            def change(db: Connection, adding: Any = adding) -> bool:
                db.execute(before)
                return db.execute(adding).one_or_none() is not None

            if self._database.write(change):
                return code

    def find(self, asker: Asker, code: str) -> WaitingDevice:
        """Returns the device that shows *code*, for the device of *asker*, which may confirm it.

        Raises ``IdentityError``.
        """
        found = self._tickets.peek(self._read_guess(asker, code), KIND)
        if found is None or found.person:
            raise _no_such_code()
        if found.bound == asker.key_hash:
            raise IdentityError(
                _("This is the code of this device itself: type it on one that is signed in.")
            )
        label, network = found.about.get("label", ""), found.about.get("network", "")
        return WaitingDevice(str(label), str(network))

    def confirm(self, asker: Asker, code: str) -> None:
        """Lets the device that shows *code* become one of the person of *asker*.

        Raises ``IdentityError``, as ``SignIn.require`` does.
        """
        waits = self._waits(self._read_guess(asker, code))
        query = sa.select(TICKET.c.about).where(*waits, TICKET.c.bound != asker.key_hash)

        def change(db: Connection) -> bool:
            about = read_object(db.execute(query).scalar() or "")
            if about is None:
                return False
            self._ways.lock(db, asker.person)
            self._sign_in.require(db, asker)
            confirmed = json.dumps({**about, "by": asker.key_hash})
            taken = sa.update(TICKET).where(*waits)
            return bool(db.execute(taken.values(person=asker.person, about=confirmed)).rowcount)

        if not self._database.write(change):
            raise _no_such_code()

    def finish(self, asker: Asker) -> SignedIn | None:
        """Returns the fresh secret of the device of *asker* once somebody has confirmed its code;
        ``None`` while nobody has.

        The device gets it once. It gets nothing if the device that confirmed the code was taken
        away meanwhile, or its person banned. Raises ``IdentityError`` if no code is valid any more.
        """
        own = TICKET.c.kind == KIND, TICKET.c.bound == asker.key_hash
        valid = TICKET.c.expires_ms > self._database.now
        query = sa.select(TICKET.c.person).where(*own, valid)
        person = self._database.read(lambda db: db.execute(query).scalar())
        if person is None:
            raise IdentityError(_("The code is valid no more; let this device show a new one."))
        if not person:
            return None
        take = sa.delete(TICKET).where(*own, valid, TICKET.c.person != "")
        secret = new_secret()

        def change(db: Connection) -> str | None:
            taken = db.execute(take.returning(TICKET.c.person, TICKET.c.about)).one_or_none()
            by = str((read_object(taken.about) or {}).get("by", "")) if taken is not None else ""
            if taken is None or (name := self._name_of_owner(db, by, taken.person)) is None:
                return None
            replaces = self._sign_in.device_of(db, asker, taken.person)
            label, hashed = clean_name(asker.label), hash_secret(secret)
            self._devices.insert(db, taken.person, hashed, label, replaces=replaces)
            return name

        if (name := self._database.write(change)) is None:
            raise IdentityError(
                _("The device that confirmed the code was taken away; nothing was signed in.")
            )
        return SignedIn(secret, name)

    def _waits(self, code: str) -> tuple[sa.ColumnElement[bool], ...]:
        """Returns the conditions for the pairing of a *code*, while it waits."""
        is_same = TICKET.c.hash == hash_token(KIND, code), TICKET.c.kind == KIND
        return *is_same, TICKET.c.person == "", TICKET.c.expires_ms > self._database.now

    def _name_of_owner(self, db: Connection, key_hash: str, person: str) -> str | None:
        """Returns the name of *person*, if that key is still of a device of his, and he is not
        banned; he waits for this transaction then."""
        query = (
            sa.select(PERSON.c.name)
            .join(DEVICE, PERSON.c.id == DEVICE.c.person)
            .where(DEVICE.c.secret_hash == key_hash, PERSON.c.id == person, ~PERSON.c.is_banned)
        )
        name = db.execute(query.with_for_update()).scalar()
        return None if name is None else clean_name(name)

    def _read_guess(self, asker: Asker, typed: str) -> str:
        """Charges a guess to *asker*, and returns the letters of the code that was *typed*."""
        code = read_code(typed)
        self._tickets.charge(f"pairing of {asker.person}", GUESSED_BY_PERSON, HOUR_MS)
        self._charge("typed", asker, GUESSED_BY_DEVICE, GUESSED_AT_NETWORK, GUESSED_AT_HOST)
        return code

    def _charge(self, deed: str, asker: Asker, device: int, network: int, host: int) -> None:
        """Charges a *deed* to the device, the network, the networks around it, and the host: nobody
        with many networks beside each other uses up what all have."""
        self._tickets.charge(f"pairing {deed} by {asker.key_hash}", device, HOUR_MS)
        self._tickets.charge(f"pairing {deed} at {asker.network}", network, HOUR_MS)
        self._tickets.charge(f"pairing {deed} around {asker.around}", AROUND * network, HOUR_MS)
        self._tickets.charge(f"pairing {deed}", host, HOUR_MS)


def read_code(typed: str) -> str:
    """Returns the letters of a code as it was *typed*, in capitals or not, with or without signs
    between. Raises ``IdentityError`` if it is none."""
    letters = re.sub(r"[\s.·–—_-]", "", typed[:100]).upper()
    if len(letters) != 4 * GROUPS or not set(letters) <= set(LETTERS):
        raise IdentityError(
            _("A code has eight letters, as BCDF-GHJK, and neither vowels nor digits.")
        )
    return letters


def _no_such_code() -> IdentityError:
    return IdentityError(
        _("No device waits with this code: compare the letters, or let it show a new one.")
    )
