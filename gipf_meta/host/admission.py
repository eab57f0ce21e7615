"""Admission to a host: any person may connect, but only from its own pages and by its own names."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from gipf_meta.base.texts import _
from gipf_meta.web.connections import Connections
from gipf_meta.web.door import connection_of, is_ambiguous


@dataclass(frozen=True)
class HostDoor:
    """The check of every request. *origins* are the public sites of the host: ``https://…``.

    Without *origins*, the host answers to the addresses and the *names* of this machine.
    *is_behind_proxy*: requests come from a proxy, which names the client in ``X-Forwarded-For``.
    """

    origins: tuple[str, ...] = ()
    is_behind_proxy: bool = False
    names: frozenset[str] = frozenset()

    def refusal(self, headers: Mapping[str, str], *, must_say: bool = False) -> str:
        """The reason why a request with *headers* is refused, a sentence, or ``""``.

        ``Origin`` names the site of a page. With *must_say*, a request without it is refused.
        """
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if not self.origins and not self._is_ours(host):
            # a foreign name that was made to point here, to use the pages of people in this network
            return _("This server has another name; whoever runs it says it with --origin.")
        known = self.origins or (f"http://{host}",)
        if origin not in known and (must_say or origin is not None):
            return _("Only pages of this server may ask it for anything.")
        return ""

    def _is_ours(self, host: str) -> bool:
        """Whether *host* is an address, or a name of this machine, with or without a port."""
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in self.names or _is_address(name)

    def address_of(self, request: web.Request) -> str:
        """Returns the client's address; behind a proxy, the one that the proxy names."""
        if self.is_behind_proxy and (said := request.headers.getall("X-Forwarded-For", ())):
            # the client itself may have written whatever stands before the last address
            return said[-1].rpartition(",")[2].strip()
        return request.remote or ""

    def is_from_outside(self, request: web.Request) -> bool:
        """Whether *request* does not come from this machine or its network."""
        if self.is_behind_proxy and "X-Forwarded-For" in request.headers:
            return True
        address = request.remote or ""
        return not _is_address(address) or ip_address(address).is_global

    def guard(self, connections: Connections) -> Middleware:
        """Returns the middleware that checks every request, and refuses with 403 or 400."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            why = self.refusal(request.headers, must_say="Upgrade" in request.headers)
            connections.note_request(connection_of(request), is_known=not why)
            if why:
                refused = web.HTTPForbidden(text=why)
                refused.force_close()
                raise refused
            if is_ambiguous(request):
                raise connections.malformed()
            response: web.StreamResponse = await handler(request)
            return response

        return check


def names_of_machine() -> frozenset[str]:
    """Returns the names by which this machine is known in its network, in small letters."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name.partition('.')[0]}.local"})


def address_in_network() -> str:
    """Returns the address of this machine in its local network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only looks for a way
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def socket_addresses(sites: Iterable[str]) -> list[str]:
    """Returns the addresses of the sockets of *sites*: ``wss://…`` for ``https://…``."""
    return [f"ws{site.removeprefix('http')}" for site in sites]


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
