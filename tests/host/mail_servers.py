"""Mail servers in this process: one that takes letters, and those that fail."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import SimpleQueue
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from gipf_meta.web.access import ADDRESS


@dataclass
class Sink:
    """The handler of a mail server that keeps all letters, or answers as it is told to."""

    letters: list[EmailMessage] = field(default_factory=list)
    recipients: list[list[str]] = field(default_factory=list)
    peers: int = 0
    signed_in: list[tuple[str, str]] = field(default_factory=list)
    to_sender: str = ""
    to_recipient: dict[str, str] = field(default_factory=dict)
    to_letter: str = ""
    dies_at_letter: bool = False
    port: int = 0
    arrived: SimpleQueue[EmailMessage] = field(default_factory=SimpleQueue)

    async def handle_EHLO(
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        hostname: str,
        responses: list[str],
    ) -> list[str]:
        session.host_name = hostname
        return responses

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.to_sender or "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.to_recipient:
            return self.to_recipient[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.dies_at_letter:
            assert server.transport is not None
            server.transport.abort()
            return "250 OK"
        if self.to_letter:
            return self.to_letter
        assert isinstance(envelope.content, bytes)
        letter = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(letter, EmailMessage)
        self.letters.append(letter)
        self.arrived.put(letter)
        self.recipients.append(envelope.rcpt_tos)
        return "250 OK"

    def sign_in(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, about: Any
    ) -> AuthResult:
        self.signed_in.append((about.login.decode(), about.password.decode()))
        return AuthResult(success=about.password == b"opensesame", handled=False)


@asynccontextmanager
async def mail_server(
    context: ssl.SSLContext | None = None, *, is_encrypted: bool = False, wants_user: bool = False
) -> AsyncIterator[Sink]:
    """A mail server at ``Sink.port``; with a *context* it offers STARTTLS, or *is_encrypted*."""
    sink = Sink()

    def make() -> SMTP:
        sink.peers += 1
        return SMTP(
            sink,
            hostname="mail.example",
            tls_context=None if is_encrypted else context,
            authenticator=sink.sign_in if wants_user else None,
            auth_require_tls=False,
        )

    loop = asyncio.get_running_loop()
    server = await loop.create_server(make, ADDRESS, 0, ssl=context if is_encrypted else None)
    async with server:
        sink.port = server.sockets[0].getsockname()[1]
        yield sink


@asynccontextmanager
async def talking(
    talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[object]],
) -> AsyncIterator[int]:
    """The port of a server that *talk* is."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await talk(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(answer, ADDRESS, 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
