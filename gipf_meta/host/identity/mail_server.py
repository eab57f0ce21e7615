"""The mail server of a host, as its operator writes it, and the address that sends its mails."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from gipf_meta.base.texts import _
from gipf_meta.host.identity.mail_address import MailError, read_address

Encryption: TypeAlias = Literal["tls", "starttls", "none"]
"""How a line to a mail server is encrypted: from its first byte, after a command, not at all."""
PORTS: Final[dict[Encryption, int]] = {"tls": 465, "starttls": 587, "none": 25}
"""The usual port of each."""
THIS_MACHINE: Final = ("localhost", "127.0.0.1", "::1")
"""The names of this machine, to which a line needs no encryption."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """A mail server, and the *user* as whom letters are handed to it (``""``: nobody).

    *context* replaces the certificates that this machine trusts.
    """

    host: str
    port: int
    encryption: Encryption
    user: str = ""
    password: str = field(default="", repr=False)
    context: ssl.SSLContext | None = field(default=None, repr=False)


def read_server(url: str) -> MailServer:
    """Returns the mail server of *url*, as ``smtp://user:password@mail.example:587``.

    ``smtps`` encrypts from the first byte; ``smtp`` demands STARTTLS, unless the server is this
    machine, or *url* ends in ``?tls=no``. Raises ``MailError``, never with the password.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
        encryption = _encryption(parts, host)
    except ValueError:
        host, port, encryption = "", None, None
    if not host or encryption is None or parts.path not in ("", "/") or parts.fragment:
        raise MailError(
            _("That is no mail server, as smtp://user:password@mail.example:587 or smtps://….")
        )
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        raise MailError(_("A mail server needs user and password, or neither of them."))
    if password and encryption == "none" and host not in THIS_MACHINE:
        raise MailError(_("No password is sent to a mail server without encryption."))
    return MailServer(host, port or PORTS[encryption], encryption, user, password)


def _encryption(parts: SplitResult, host: str) -> Encryption | None:
    """Returns how the line to *host* is encrypted by the address *parts*; ``None`` for another
    kind of address. Raises ``ValueError``."""
    query = parse_qsl(parts.query, strict_parsing=True) if parts.query else []
    if parts.scheme == "smtps" and not query:
        return "tls"
    if parts.scheme != "smtp" or query not in ([], [("tls", "no")], [("tls", "yes")]):
        return None
    is_plain = query == [("tls", "no")] or (not query and host in THIS_MACHINE)
    return "none" if is_plain else "starttls"


class OutgoingMail(NamedTuple):
    """The mail *server* of a host, the address *sender* of its mails, and the *origin* to which
    their links lead."""

    server: MailServer
    sender: str
    origin: str

    @property
    def site(self) -> str:
        """The name of the machine in ``origin``."""
        return urlsplit(self.origin).hostname or ""


def read_outgoing(url: str, sender: str, origins: Sequence[str]) -> OutgoingMail:
    """Returns the mail of a host at *origins* by the server at *url*.

    *sender* is its address; ``""``: the server's user, or else ``gipf-meta`` at the host. Raises
    ``MailError``.
    """
    server = read_server(url)
    if not origins:
        raise MailError(_("Mails need --origin, the address to which their links lead."))
    origin = origins[0]
    outgoing = OutgoingMail(server, "", origin)
    if not origin.startswith("https://") and outgoing.site not in THIS_MACHINE:
        raise MailError(
            _("Mails need an --origin with https, for who reads a link comes in by it.")
        )
    usual = server.user if "@" in server.user else f"gipf-meta@{outgoing.site}"
    try:
        return outgoing._replace(sender=read_address(sender or usual))
    except MailError:
        raise MailError(
            _("{address} is no address to send mails from; name one by --mail-from.").format(
                address=sender or usual
            )
        ) from None
