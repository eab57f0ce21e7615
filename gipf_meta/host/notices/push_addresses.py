"""The addresses to which pushes may be sent: those of known services, and never of this network.

A browser says itself where its pushes go, so whoever says that could have the host ask anything of
the machines around it. Hence an address must be of a known service, at the usual port of https; its
name is looked up once for each sending, every address of the answer must be public, and the line
goes to those addresses and to no others.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from base64 import urlsafe_b64decode
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _

KNOWN_SERVICES: Final = (
    "fcm.googleapis.com",  # Chrome, Edge on telephones, Opera, Brave, Samsung's
    "notify.windows.com",  # Edge
    "push.apple.com",  # Safari
    "push.services.mozilla.com",  # Firefox
)
"""The services of browsers; each stands for all names below it, too."""
HTTPS_PORT: Final = 443
"""The port of https."""
LONGEST_ENDPOINT: Final = 2_000
"""The most letters of an address; usual ones have two hundred to five hundred."""
POINT_BYTES: Final = 65
"""The bytes of a public key, an uncompressed point of P-256."""
AUTH_BYTES: Final = 16
"""The bytes of the secret that a browser shares with the host."""
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME: Final = re.compile(rf"(?:{_LABEL}\.)+(?=[a-z0-9-]*[a-z]){_LABEL}")
_ENDPOINT: Final = re.compile(
    rf"https://((?:{_LABEL}\.)+{_LABEL})(?::([1-9][0-9]{{0,4}}))?(/[!\"$-\[\]-~]*)"
)
"""Small letters without user, fragment, backslash or anything that two readers understand in two
ways: browsers write addresses so themselves."""
_NAT64: Final = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48")))
"""The networks whose last 32 bits are an address of the older kind."""
_GLOBAL: Final = IPv6Network("2000::/3")
"""The addresses of the newer kind that are given to the public: of the others, which the libraries
do not all know, some lead into this network."""

Resolve: TypeAlias = Callable[[str, int], Awaitable[list[str]]]
"""Looks a name up: the addresses of the machines that have it. Raises ``OSError``."""


class PushError(GipfMetaError, ValueError):
    """A subscription to pushes that is not taken; one sentence."""


class NotPublicError(OSError):
    """A name leads to an address that is not public."""


async def look_up(name: str, port: int) -> list[str]:
    """Returns the addresses of *name*, as the system knows them. Raises ``OSError``."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


def is_public(address: str) -> bool:
    """Whether *address* is of the public network; also what it holds of an older address is."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return all(map(_is_given_to_the_public, _meant_by(found)))


def _is_given_to_the_public(address: IPv4Address | IPv6Address) -> bool:
    is_known = isinstance(address, IPv4Address) or address in _GLOBAL
    return is_known and address.is_global and not address.is_multicast


def _meant_by(address: IPv4Address | IPv6Address) -> Iterable[IPv4Address | IPv6Address]:
    """The *address*, and those of the older kind that are written into it."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return (address.ipv4_mapped,)
        inside = [address.sixtofour, *(address.teredo or ())]
        if any(address in network for network in _NAT64):
            inside.append(IPv4Address(int(address) & 0xFFFFFFFF))
            return [each for each in inside if each is not None]
        return [address, *(each for each in inside if each is not None)]
    return (address,)


@dataclass(frozen=True, slots=True)
class PushServices:
    """The services to which pushes are sent, by their *names*, at *port*.

    *resolve* looks names up, *is_allowed* says whether a line may go to an address. *context*
    encrypts lines; ``None``: as this machine does.
    """

    names: tuple[str, ...] = KNOWN_SERVICES
    port: int = HTTPS_PORT
    resolve: Resolve = look_up
    is_allowed: Callable[[str], bool] = is_public
    context: ssl.SSLContext | None = None

    def knows(self, endpoint: str) -> bool:
        """Whether *endpoint* is an address of one of these services, by its letters alone."""
        found = _ENDPOINT.fullmatch(endpoint)
        if found is None or len(endpoint) > LONGEST_ENDPOINT:
            return False
        name, port = found[1], int(found[2] or HTTPS_PORT)
        is_known = any(name == known or name.endswith(f".{known}") for known in self.names)
        return is_known and port == self.port

    def check(self, endpoint: str, p256dh: str, auth: str) -> None:
        """Raises ``PushError`` unless *endpoint* is an address of one of these services, and a
        browser's public key *p256dh* and secret *auth* are some, in base64url."""
        if not self.knows(endpoint):
            raise PushError(
                _("This browser gets its notices from a service that this server does not know.")
            )
        try:
            point = read_bytes(p256dh, POINT_BYTES)
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
            read_bytes(auth, AUTH_BYTES)
        except ValueError:
            raise PushError(
                _("The browser's answer cannot be understood: turn its notices on once more.")
            ) from None

    async def addresses_of(self, name: str, port: int) -> list[str]:
        """Returns the addresses of *name*. Raises ``OSError``, ``NotPublicError`` if a line may
        not go to one of them."""
        found = await self.resolve(name, port)
        if not found or not all(map(self.is_allowed, found)):
            raise NotPublicError(name)
        return found


def services_with(names: Iterable[str]) -> PushServices:
    """Returns the known services, and those of *names*."""
    return PushServices((*KNOWN_SERVICES, *names))


def check_service(name: str) -> str:
    """Returns the *name* of a further service. Raises ``PushError``."""
    if not _NAME.fullmatch(name):
        raise PushError(
            _("{name!r} is no name of a push service, as push.example.org").format(name=name)
        )
    return name


def read_bytes(text: str, count: int) -> bytes:
    """Returns the *count* bytes that *text* is in base64url. Raises ``ValueError``."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+={0,2}", text):
        raise ValueError(text)
    bare = text.rstrip("=")
    found = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    if len(found) != count:
        raise ValueError(text)
    return found


def host_info(name: str, port: int, address: str) -> Any:
    """Returns *address* as aiohttp's resolvers tell it."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    about = {"hostname": name, "host": address, "port": port}
    return {**about, "family": family, "proto": 0, "flags": flags}
