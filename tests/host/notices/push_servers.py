"""A push service in this process, with https and a certificate of its own, that reads what it gets
as a browser does; and a browser's keys."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import ssl
import subprocess
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Any

import http_ece
import pytest
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from gipf_meta.host.notices.push_addresses import PushServices
from gipf_meta.host.notices.push_keys import letters_of
from gipf_meta.web.access import ADDRESS

NAME = "service.push.example"
"""The name of the service, for which its certificate is."""


class BrowserKeys:
    """The keys of a browser's subscription, by which it reads what is sent to it."""

    def __init__(self) -> None:
        self._secret = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._secret.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        self.p256dh, self.auth = letters_of(point), letters_of(self._auth)

    @property
    def about(self) -> dict[str, str]:
        """The keys as a subscription tells them."""
        return {"p256dh": self.p256dh, "auth": self.auth}

    def read(self, body: bytes) -> Any:
        """Reads *body*, which is decrypted (RFC 8291)."""
        plain = http_ece.decrypt(
            body, private_key=self._secret, auth_secret=self._auth, version="aes128gcm"
        )
        return json.loads(plain)


@dataclass
class Pushed:
    """A request to the service."""

    path: str
    headers: dict[str, str]
    body: bytes

    def claims(self) -> dict[str, Any]:
        """The claims of the signed token (RFC 8292); the signature is checked."""
        said = self.headers["Authorization"]
        assert Vapid02.verify(said)
        claims = said.partition("t=")[2].split(".")[1]
        found: dict[str, Any] = json.loads(urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        return found

    def key(self) -> str:
        """The public key of the signature."""
        return self.headers["Authorization"].partition("k=")[2]


@dataclass
class PushService:
    """The service at *port*: it answers with *status* and *headers*, and keeps what it got; it
    *hangs*, or answers without an end."""

    port: int = 0
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False
    is_endless: bool = False
    got: list[Pushed] = field(default_factory=list)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    arrived: SimpleQueue[Pushed] = field(default_factory=SimpleQueue)
    looked_up: list[str] = field(default_factory=list)
    addresses: list[list[str]] = field(default_factory=list)
    """The addresses that the next look-ups of the name find, in turn; then this machine."""

    @property
    def endpoint(self) -> str:
        return f"https://{NAME}:{self.port}/send/a-b_c:1"

    def services(self, is_allowed: Callable[[str], bool] = lambda address: True) -> PushServices:
        """The service as the only one that the host knows; *is_allowed* says where lines go."""

        async def resolve(name: str, port: int) -> list[str]:
            self.looked_up.append(name)
            return self.addresses.pop(0) if self.addresses else [ADDRESS]

        names = (NAME.partition(".")[2],)
        return PushServices(names, self.port, resolve, is_allowed, contexts()[1])

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        pushed = Pushed(request.path, dict(request.headers), await request.read())
        self.got.append(pushed)
        self.arrived.put(pushed)
        if self.hangs:
            await self.is_over.wait()
        if not self.is_endless:
            return web.Response(status=self.status, headers=self.headers)
        endless = web.StreamResponse(status=self.status)
        await endless.prepare(request)
        while True:
            await endless.write(b"x" * 65536)


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """A push service that runs."""
    service = PushService()
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", service._answer)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, ADDRESS, 0, ssl_context=contexts()[0])
        await site.start()
        service.port = runner.addresses[0][1]
        yield service
    finally:
        service.is_over.set()
        await runner.cleanup()


@cache
def contexts() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The certificate of the service, and what a client needs that trusts it."""
    if shutil.which("openssl") is None:
        pytest.skip("Install openssl to try encrypted lines to a push service.")
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2"]
    names = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},DNS:localhost"]
    with TemporaryDirectory() as folder:
        key, made = Path(folder) / "k.pem", Path(folder) / "c.pem"
        files = ["-keyout", str(key), "-out", str(made)]
        words = ["openssl", "req", "-x509", "-nodes", *kind, *names, *files]
        subprocess.run(words, check=True, capture_output=True)
        served.load_cert_chain(made, key)
        return served, ssl.create_default_context(cafile=made)
