"""Access to the server, for one person on this machine: the token, the cookie, and their page."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from gipf_meta.base.texts import _

ADDRESS = "127.0.0.1"


class Access:
    """Access to a server at *port*: a token, and the cookie it is exchanged for.

    Both are new for every server and last as long as it runs, so that a browser which has lost its
    cookie gets in again; so is the *key* by which it proves who it is. Cookies know no ports, so
    the name of the cookie has the port.
    """

    def __init__(self, port: int) -> None:
        self.hosts = (f"{ADDRESS}:{port}", f"localhost:{port}")
        self.port = port
        self.cookie = f"gipf_meta_{port}"
        self.secret = secrets.token_urlsafe(32)
        self.token = secrets.token_urlsafe(32)
        self.key = secrets.token_urlsafe(32)

    @property
    def url(self) -> str:
        """The URL of the server with the token."""
        return url_at(self.port, self.token)

    def refusal(self, headers: Mapping[str, str], *, must_say: bool = False) -> str:
        """The reason why a request with *headers* is refused, a sentence, or ``""``.

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
        """Returns whether *cookies* are those of a browser that has access."""
        return _is_equal(cookies.get(self.cookie, ""), self.secret)

    def is_token(self, token: str) -> bool:
        """Returns whether *token* gives access."""
        return _is_equal(token, self.token)

    def proof(self, nonce: str) -> str:
        """The proof that this is the server which has the key, for a *nonce* of 64 hexadecimal
        digits; ``""`` for anything else."""
        return proof_of(self.key, self.port, nonce) if _NONCE.fullmatch(nonce) else ""


_NONCE: Final = re.compile(r"[0-9a-f]{64}")


def url_at(port: int, token: str) -> str:
    """The URL of the server at *port*, with its *token*."""
    return f"http://{ADDRESS}:{port}/?token={token}"


def proof_of(key: str, port: int, nonce: str) -> str:
    """The proof of the server at *port* that it knows *key*, for this *nonce* alone."""
    words = f"gipf-meta serve {port} {nonce}".encode()
    return hmac.new(key.encode(), words, hashlib.sha256).hexdigest()


def _is_equal(given: str, right: str) -> bool:
    """Returns whether *given* is *right*; compares in constant time, which reveals nothing.

    aiohttp reads bytes that are no UTF-8 as surrogates; they become question marks, which no secret
    has.
    """
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())


PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={url}">
<link rel="icon" href="{icon}">
<title>gipf_meta</title>
<a href="{url}">gipf_meta</a>
"""
"""A page that redirects to *url*. It names an *icon*, or browsers would request one."""


@contextmanager
def open_folder(port: int) -> Iterator[Path]:
    """Makes a folder that only this user can read, for the server that listens at *port*.

    The folder is removed at the end; if the server is killed, the next one removes it.
    """
    _remove_leftovers(port)
    folder = tempfile.mkdtemp(prefix=f"gipf-meta-{port}-")
    try:
        yield Path(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(mine: int) -> None:
    """Removes the folders of servers that no longer listen. *mine* is the port of this server."""
    for folder in Path(tempfile.gettempdir()).glob("gipf-meta-*"):
        match = re.fullmatch(r"gipf-meta-([0-9]{1,5})-\w{8}", folder.name)
        if match and _is_ours(folder) and (int(match[1]) == mine or _is_unused(int(match[1]))):
            shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Whether *folder* is a folder of this user, and no link."""
    try:
        about = folder.lstat()
    except OSError:
        return False
    is_mine = not hasattr(os, "getuid") or about.st_uid == os.getuid()
    return is_mine and folder.is_dir() and not folder.is_symlink()


def _is_unused(port: int) -> bool:
    """Whether no server listens at *port*."""
    try:
        with socket.create_server((ADDRESS, port)):
            return True
    except (OSError, OverflowError):
        return False


def write_redirect(folder: Path, url: str, name: str = "open.html") -> Path:
    """Writes a page, called *name*, that redirects to *url*; returns its path.

    Only this user can read it. A browser is given the path: everybody sees the arguments of a
    program, and *url* has the token.
    """
    file = folder / name
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as page:
        page.write(PAGE.format(url=url, icon="data:,"))
    return file
