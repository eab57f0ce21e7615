"""Passkeys: a person is recognized by a key pair of his device, of which the host has one half.

A passkey is *discoverable*: the browser offers it without a name being typed, so the host answers
alike whoever asks. Its owner proves to the device that it is he (a finger, a PIN). Each challenge
is a ticket: it belongs to the device and the purpose for which it was issued, ends after five
minutes, and is used up by the first answer, right or wrong.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    options_to_json_dict,
    parse_attestation_object,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.structs import (
    AttestationFormat,
    AuthenticatorSelectionCriteria,
    CredentialDeviceType,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from gipf_meta.base.json_text import read_object
from gipf_meta.base.texts import _
from gipf_meta.host.identity.devices import IdentityError
from gipf_meta.host.identity.tickets import Ticket, Tickets
from gipf_meta.host.identity.ways import WayBack, WaysBack

LASTS_MS: Final = 300_000
"""Milliseconds until a challenge ends."""
MOST: Final = 20
"""The most passkeys of a person."""
LONGEST: Final = 20_000
"""The most letters of a browser's answer; usual ones have a tenth of them."""
LONGEST_ID: Final = 1023
"""The most bytes of the id of a passkey, by the standard."""
ID: Final = re.compile(r"[A-Za-z0-9_-]{1,1364}")
"""The form of such an id as text."""
ADD: Final = "passkey_add"
"""The kind of the tickets of challenges to add a passkey."""
SIGN_IN: Final = "passkey_sign_in"
"""The kind of the tickets of challenges to sign in."""
SITE_NAME: Final = "GIPF Meta"
"""The name of the site in the lists of passkeys that browsers show."""
RSA_BITS: Final = range(2048, 4097)
"""The lengths of keys of RSA, bits: shorter ones are guessed, longer ones cost the host time."""
RSA_EXPONENT: Final = 65537
"""The exponent of keys of RSA."""
FORMATS: Final = frozenset({AttestationFormat.NONE, AttestationFormat.PACKED})
"""The formats of attestation that are read; browsers send no other, as none is demanded."""


@dataclass(frozen=True, slots=True)
class PasskeySite:
    """The site to which passkeys belong: the *origin* of a page, and its host's name, *rp_id*."""

    origin: str
    rp_id: str


def why_no_passkeys(origin: str) -> str:
    """The sentence why the page of *origin* can have no passkeys; ``""`` if it can."""
    name, scheme, port = _parts_of(origin)
    if not name:
        return _("Passkeys are for pages in a browser.")
    is_here = name == "localhost" or name.endswith(".localhost")
    if _is_address(name):
        if ip_address(name).is_loopback:
            here = f"{scheme}://localhost{port}/"
            return _("Passkeys need the name localhost: open {address}.").format(address=here)
        return _("Passkeys need an address with a name and https, which this one is not.")
    if scheme != "https" and not is_here:
        return _("Passkeys need https, which this address does not have.")
    return ""


def site_of(origin: str) -> PasskeySite:
    """Returns the site of a page of *origin*. Raises ``IdentityError`` if it can have no
    passkeys."""
    if why := why_no_passkeys(origin):
        raise IdentityError(why)
    return PasskeySite(origin, _parts_of(origin)[0])


def rp_ids_of(origins: Collection[str], names: Collection[str]) -> frozenset[str]:
    """Returns the names at which the passkeys of a host work: of its *origins*; without any, those
    of this machine's *names* that need no https."""
    sites = origins or [f"http://{name}" for name in names]
    return frozenset(_parts_of(site)[0] for site in sites if not why_no_passkeys(site))


class Passkeys:
    """The passkeys among the *ways* back of people; *tickets* keeps the challenges."""

    def __init__(self, ways: WaysBack, tickets: Tickets) -> None:
        self._ways, self._tickets = ways, tickets

    def options_to_add(
        self, person: str, name: str, device: str, site: PasskeySite
    ) -> dict[str, Any]:
        """Returns the options by which a browser makes a passkey for *person*, who asks from
        *device* (a hash). Raises ``IdentityError`` and ``DatabaseError``."""
        ids = [way.key for way in self._ways.list(person) if way.kind == "passkey"]
        if len(ids) >= MOST:
            raise IdentityError(
                _("You have {count} passkeys: take one away first.").format(count=MOST)
            )
        options = generate_registration_options(
            rp_id=site.rp_id,
            rp_name=SITE_NAME,
            user_id=user_handle(person),
            user_name=name or _("Somebody"),
            challenge=self._challenge(ADD, device, person),
            timeout=LASTS_MS,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.REQUIRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(id)) for id in ids
            ],
        )
        return options_to_json_dict(options)

    def options_to_sign_in(self, device: str, site: PasskeySite) -> dict[str, Any]:
        """Returns the options by which a browser offers the passkeys of *site*, whoever asks from
        *device* (a hash). Raises ``DatabaseError``."""
        options = generate_authentication_options(
            rp_id=site.rp_id,
            challenge=self._challenge(SIGN_IN, device),
            timeout=LASTS_MS,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return options_to_json_dict(options)

    def add(self, person: str, device: str, site: PasskeySite, answer: str, label: str) -> None:
        """Adds the passkey of a browser's *answer*, called *label*, to the ways back of *person*,
        who was asked at *device*. Raises ``IdentityError`` and ``DatabaseError``."""
        read = _Answer(answer)
        challenge = self._take(read, ADD, device, person)
        try:
            attested = read.bytes_of("attestationObject")
            if parse_attestation_object(attested).fmt not in FORMATS:
                raise _not_valid()
            made = verify_registration_response(
                credential=read.credential,
                expected_challenge=challenge,
                expected_rp_id=site.rp_id,
                expected_origin=site.origin,
                require_user_verification=True,
            )
            if len(made.credential_id) > LONGEST_ID or not _is_sound(made.credential_public_key):
                raise _not_valid()
        except Exception as error:  # the library raises whatever its parsers raise
            raise _not_valid() from error
        key = {
            "rp_id": site.rp_id,
            "key": bytes_to_base64url(made.credential_public_key),
            "is_synced": made.credential_device_type is CredentialDeviceType.MULTI_DEVICE,
        }
        self._ways.add(
            person,
            "passkey",
            bytes_to_base64url(made.credential_id),
            label,
            public_key=json.dumps(key),
            sign_count=made.sign_count,
        )

    def recognize(self, device: str, site: PasskeySite, answer: str) -> WayBack:
        """Returns the passkey that has signed a browser's *answer* at *device*, and is used now.

        Raises ``IdentityError``, by one sentence for all that is wrong, and ``DatabaseError``.
        """
        read = _Answer(answer)
        challenge = self._take(read, SIGN_IN, device)
        way = self._ways.find("passkey", read.id)
        if way is None:
            raise _not_valid()
        key = read_object(way.public_key) or {}
        try:
            if key["rp_id"] != site.rp_id or read.bytes_of("userHandle") != user_handle(way.person):
                raise _not_valid()
            used = verify_authentication_response(
                credential=read.credential,
                expected_challenge=challenge,
                expected_rp_id=site.rp_id,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(key["key"]),
                credential_current_sign_count=way.sign_count,
                require_user_verification=True,
            )
        except Exception as error:  # the library raises whatever its parsers raise
            raise _not_valid() from error
        is_synced = used.credential_device_type is CredentialDeviceType.MULTI_DEVICE
        if is_synced != key["is_synced"]:
            raise _not_valid()
        if not self._ways.use(way.id, used.new_sign_count):
            raise _not_valid()
        return way

    def _challenge(self, kind: str, device: str, person: str = "") -> bytes:
        """Returns a new challenge of that *kind* for *device*: the token of a ticket."""
        return self._tickets.issue(kind, LASTS_MS, person=person, bound=device).encode()

    def _take(self, read: _Answer, kind: str, device: str, person: str = "") -> bytes:
        """Uses up the challenge that was answered, and returns it. Raises ``IdentityError`` if it
        was issued to another device or person, or is none any more."""
        ticket: Ticket | None = self._tickets.take(read.token, kind)
        if ticket is None or (ticket.bound, ticket.person) != (device, person):
            raise _not_valid()
        return read.token.encode()


class _Answer:
    """A browser's answer in JSON, of which nothing is proved yet. Raises ``IdentityError``."""

    def __init__(self, answer: str) -> None:
        read = read_object(answer) if len(answer) <= LONGEST else None
        response = read.get("response") if read else None
        if read is None or not isinstance(response, dict):
            raise _not_valid()
        # the extensions that a browser adds, and all else, are nothing to the host
        self.credential: dict[str, Any] = {
            "id": read.get("id"),
            "rawId": read.get("rawId"),
            "type": read.get("type"),
            "response": response,
        }
        self.id = str(read.get("id"))
        if not ID.fullmatch(self.id):
            raise _not_valid()
        self._response: Mapping[str, Any] = response
        about = read_object(self._text_of("clientDataJSON")) or {}
        if about.get("crossOrigin") or "topOrigin" in about:  # the page stood in one of another
            raise _not_valid()
        try:
            self.token = base64url_to_bytes(str(about.get("challenge"))).decode("ascii")
        except ValueError:
            raise _not_valid() from None

    def bytes_of(self, field: str) -> bytes:
        """Returns the bytes of a *field* of the response. Raises ``IdentityError``."""
        text = self._response.get(field)
        try:
            return base64url_to_bytes(text if isinstance(text, str) else "")
        except ValueError:
            raise _not_valid() from None

    def _text_of(self, field: str) -> str:
        try:
            return self.bytes_of(field).decode("utf-8")
        except ValueError:
            raise _not_valid() from None


def user_handle(person: str) -> bytes:
    """Returns the 32 bytes by which authenticators know *person*: no other place has them."""
    return hashlib.sha256(f"passkey of {person}".encode()).digest()


def _is_sound(public_key: bytes) -> bool:
    """Whether *public_key* (in COSE) is one that cannot be guessed. Raises whatever its parsers
    raise."""
    described = decode_credential_public_key(public_key)
    key = decoded_public_key_to_cryptography(described)
    match described.alg:
        case COSEAlgorithmIdentifier.EDDSA:
            return isinstance(key, Ed25519PublicKey)
        case COSEAlgorithmIdentifier.ECDSA_SHA_256:
            return isinstance(key, EllipticCurvePublicKey) and isinstance(key.curve, SECP256R1)
        case COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256:
            return (
                isinstance(key, RSAPublicKey)
                and key.key_size in RSA_BITS
                and key.public_numbers().e == RSA_EXPONENT
            )
    return False


def _parts_of(origin: str) -> tuple[str, str, str]:
    """Returns name, scheme and port of *origin*: ``""`` for all where it is none, the port with its
    colon."""
    try:
        parts = urlsplit(origin)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        return "", "", ""
    return parts.hostname or "", parts.scheme, port


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _not_valid() -> IdentityError:
    return IdentityError(_("This passkey is not valid here, or came too late: try once more."))
