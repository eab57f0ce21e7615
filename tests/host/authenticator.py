"""An authenticator in software: it makes passkeys and signs by them, as a browser answers a host.

Each step can be done wrongly, for attacks: the fields of a ``Ceremony`` say how.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field, replace
from typing import Any, Final

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT: Final = 0x01
VERIFIED: Final = 0x04
SYNCABLE: Final = 0x08
SYNCED: Final = 0x10
HAS_KEY: Final = 0x40


@dataclass(frozen=True)
class Ceremony:
    """One use of an authenticator by a page at *origin*, for the site *rp_id*. Flags and client
    data are as given; a *sign_count* is that of the passkey where it is ``None``."""

    origin: str
    rp_id: str
    flags: int = PRESENT | VERIFIED
    sign_count: int | None = None
    kind: str = ""
    challenge: str = ""
    more: dict[str, Any] = field(default_factory=dict)


@dataclass
class Passkey:
    """A passkey: its private key, its *id*, the *handle* of its person, and how often it signed."""

    id: bytes
    handle: bytes
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    sign_count: int = 0

    def cose(self) -> dict[int, Any]:
        """The public key."""
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        return {1: 2, 3: -7, -1: 1, -2: x, -3: y}


class Authenticator:
    """Makes passkeys, and keeps them."""

    def __init__(self) -> None:
        self.passkeys: list[Passkey] = []

    def make(
        self,
        options: dict[str, Any],
        about: Ceremony,
        *,
        id: bytes | None = None,
        cose: dict[int, Any] | None = None,
        statement: dict[str, Any] | None = None,
    ) -> str:
        """The answer to *options* with a new passkey; of an *id*, a public key and an attestation
        of one's own."""
        made = Passkey(id or secrets.token_bytes(32), base64url_to_bytes(options["user"]["id"]))
        self.passkeys.append(made)
        key = cbor2.dumps(made.cose() if cose is None else cose)
        described = bytes(16) + len(made.id).to_bytes(2, "big") + made.id + key
        data = _data(about, about.flags | HAS_KEY, about.sign_count or 0) + described
        attested = {"fmt": "none", "attStmt": {}, "authData": data, **(statement or {})}
        client = _client(replace(about, kind=about.kind or "webauthn.create"), options)
        return _answer(made, clientDataJSON=client, attestationObject=cbor2.dumps(attested))

    def sign(
        self,
        options: dict[str, Any],
        about: Ceremony,
        *,
        by: Passkey | None = None,
        id: bytes | None = None,
        handle: bytes | None = None,
    ) -> str:
        """The answer to *options* by a passkey, the last one if none is named; under an *id* and
        for a *handle* of one's own."""
        passkey = by or self.passkeys[-1]
        if about.sign_count is None and passkey.sign_count:
            passkey.sign_count += 1
        count = passkey.sign_count if about.sign_count is None else about.sign_count
        client = _client(replace(about, kind=about.kind or "webauthn.get"), options)
        data = _data(about, about.flags, count)
        signed = passkey.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return _answer(
            replace(passkey, id=id or passkey.id),
            clientDataJSON=client,
            authenticatorData=data,
            signature=signed,
            userHandle=passkey.handle if handle is None else handle,
        )


def _data(about: Ceremony, flags: int, count: int) -> bytes:
    """The data that an authenticator signs."""
    return hashlib.sha256(about.rp_id.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")


def _client(about: Ceremony, options: dict[str, Any]) -> bytes:
    """The data that a browser adds."""
    challenge = about.challenge or options["challenge"]
    told = {"type": about.kind, "challenge": challenge, "origin": about.origin}
    return json.dumps({**told, "crossOrigin": False, **about.more}).encode()


def _answer(passkey: Passkey, **response: bytes) -> str:
    id = bytes_to_base64url(passkey.id)
    written = {name: bytes_to_base64url(each) for name, each in response.items()}
    return json.dumps({"id": id, "rawId": id, "type": "public-key", "response": written})
