"""Who may come in: one browser, from this machine, with the token that only its user was told."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

ADDRESS = "127.0.0.1"


class Door:
    """The door of a server at *port*: a token that works once, and the cookie it is changed for.

    Both are new for every server. Cookies know no ports, so the cookie's name has it.
    """

    def __init__(self, port: int) -> None:
        self.hosts = (f"{ADDRESS}:{port}", f"localhost:{port}")
        self.cookie = f"gipf_meta_{port}"
        self.secret = secrets.token_urlsafe(32)
        self._token: str | None = secrets.token_urlsafe(32)

    @property
    def url(self) -> str:
        """Where the first visit goes."""
        return f"http://{self.hosts[0]}/?token={self._token or ''}"

    def stranger(self, headers: Mapping[str, str], *, must_say: bool = False) -> str:
        """Why a request comes from somewhere else; empty if it does not.

        A page of another site says so in ``Origin``; a name that was made to point here, in
        ``Host``. *must_say*: without ``Origin`` it is a stranger, too.
        """
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self.hosts:
            return f"This server is only at http://{self.hosts[0]}."
        if origin != f"http://{host}" and (must_say or origin is not None):
            return "Only pages of this server may ask it for anything."
        return ""

    def knows(self, cookies: Mapping[str, str]) -> bool:
        """Whether a request comes from the browser that was let in."""
        return _same(cookies.get(self.cookie, ""), self.secret)

    def let_in(self, token: str) -> bool:
        """Whether *token* is right; from then on it is worthless."""
        if self._token is None or not _same(token, self._token):
            return False
        self._token = None
        return True


def _same(said: str, right: str) -> bool:
    """Compares in a time that tells nothing of where the two differ."""
    return hmac.compare_digest(said.encode(), right.encode())
