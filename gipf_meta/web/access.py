"""Access to the server: for one person on this machine, with the token that was printed."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping

from gipf_meta.base.texts import _

ADDRESS = "127.0.0.1"


class Access:
    """Access to a server at *port*: a token, and the cookie it is exchanged for.

    Both are new for every server and last as long as it runs, so that a browser which has lost its
    cookie gets in again. Cookies know no ports, so the name of the cookie has the port.
    """

    def __init__(self, port: int) -> None:
        self.hosts = (f"{ADDRESS}:{port}", f"localhost:{port}")
        self.cookie = f"gipf_meta_{port}"
        self.secret = secrets.token_urlsafe(32)
        self._token = secrets.token_urlsafe(32)

    @property
    def url(self) -> str:
        """The address with the token."""
        return f"http://{self.hosts[0]}/?token={self._token}"

    def refusal(self, headers: Mapping[str, str], *, must_say: bool = False) -> str:
        """A sentence that says why a request with *headers* is refused; empty if it is not.

        ``Origin`` names the site of a page, ``Host`` the name under which it found this server;
        both must be this server's own. With *must_say*, a request without ``Origin`` is refused.
        """
        host, origin = headers.get("Host", ""), headers.get("Origin")
        if host not in self.hosts:
            return _("This server is only at {address}.").format(address=f"http://{self.hosts[0]}")
        if origin != f"http://{host}" and (must_say or origin is not None):
            return _("Only pages of this server may ask it for anything.")
        return ""

    def is_known(self, cookies: Mapping[str, str]) -> bool:
        """Whether *cookies* are those of a browser that has access."""
        return _is_equal(cookies.get(self.cookie, ""), self.secret)

    def is_token(self, token: str) -> bool:
        """Whether *token* gives access."""
        return _is_equal(token, self._token)


def _is_equal(given: str, right: str) -> bool:
    """Compares in constant time, which reveals nothing of *right*.

    aiohttp reads bytes that are no UTF-8 as surrogates; they become question marks, which no secret
    has.
    """
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())
