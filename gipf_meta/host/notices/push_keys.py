"""The key pair by which push services know the host (RFC 8292): made once, for all processes.

A browser binds its subscription to the public key. After new keys were made, the subscriptions to
the old ones are worth nothing: their owners turn notices on again.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Final

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import Connection

from gipf_meta.host.database import Database
from gipf_meta.host.notice_tables import HOST_KEY, NOTICE_WAY
from gipf_meta.host.notices.host_keys import shared_key
from gipf_meta.host.notices.push_addresses import read_bytes

NAME: Final = "push"
"""The name of the pair among the keys of the host."""
SECRET_BYTES: Final = 32
"""The bytes of a secret key of P-256."""


@dataclass(frozen=True, slots=True)
class PushPair:
    """A key pair: the *secret* signs, *public* is what browsers are told, in base64url."""

    secret: ec.EllipticCurvePrivateKey
    public: str


class PushKeys:
    """The key pair of the host in *database*. Every method raises ``DatabaseError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def pair(self) -> PushPair:
        """Returns the pair, and makes it the first time. It is read each time: another process may
        have renewed it."""
        self._database.commit_unfinished()
        return _pair_of(shared_key(self._database, NAME, _new_secret))

    def public(self) -> str:
        """Returns the public key."""
        return self.pair().public

    def renew(self) -> int:
        """Makes a new pair; returns the number of browsers whose subscriptions end by it."""
        values = {"value": _new_secret(), "created_ms": self._database.now}
        row = self._database.insert(HOST_KEY).values(name=NAME, **values)
        upsert = row.on_conflict_do_update(index_elements=["name"], set_=values)
        bound = sa.select(sa.func.count()).where(
            NOTICE_WAY.c.kind == "push", NOTICE_WAY.c.trouble == ""
        )

        def change(db: Connection) -> int:
            db.execute(upsert)
            return int(db.execute(bound).scalar_one())

        return self._database.write(change)


def _new_secret() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return letters_of(number.to_bytes(SECRET_BYTES, "big"))


def _pair_of(value: str) -> PushPair:
    number = int.from_bytes(read_bytes(value, SECRET_BYTES), "big")
    secret = ec.derive_private_key(number, ec.SECP256R1())
    point = secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return PushPair(secret, letters_of(point))


def letters_of(data: bytes) -> str:
    """Returns *data* in base64url."""
    return urlsafe_b64encode(data).decode().rstrip("=")
