"""The server of this user that runs already: a file that only he can read leads to it.

The file has the token, and a key by which the server proves itself first: a program that has taken
the port of a killed server is never given the token. docs/security.md lists the attacks.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
import socket
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import platformdirs

from gipf_meta.base.version import __version__
from gipf_meta.web.access import ADDRESS, Access, proof_of, url_at, write_redirect

_FOREIGN: Final = 0o077
"""The rights of everybody but the owner."""
_MOST_BYTES: Final = 4096
_MOST_READS: Final = 8
_TIMEOUT_S: Final = 1.0
"""Seconds for each read of a proof: what listens there may be anything."""
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class RunningServer:
    """A server at *port*, for so many *sessions*: its *token*, and the *key* of its proof."""

    port: int
    sessions: int
    token: str
    key: str
    version: str = __version__

    @property
    def url(self) -> str:
        """The URL of the server with the token."""
        return url_at(self.port, self.token)


def find_server(library: Path) -> RunningServer | None:
    """The server of this user and this version for *library*, if it runs and has proved itself."""
    server = _read(_file_for(library))
    return server if server is not None and _proves_itself(server) else None


def write_page(library: Path, server: RunningServer) -> Path | None:
    """Writes a page that leads a browser to *server*, which removes it with the first visit;
    ``None``: it cannot be written."""
    page = _page_for(library)
    with suppress(OSError):
        page.unlink(missing_ok=True)
        return write_redirect(page.parent, server.url, page.name)
    return None


@contextmanager
def registered(access: Access, sessions: int, library: Path) -> Iterator[Path | None]:
    """Lets the server of *access* be found for *library* within the block; gives the path of the
    page by which it is opened again. ``None``: the file cannot be written safely, and none is."""
    file, page = _file_for(library), _page_for(library)
    server = RunningServer(access.port, sessions, access.token, access.key)
    if not _write(file, server):
        yield None
        return
    try:
        yield page
    finally:
        if _read(file) == server:
            with suppress(OSError):
                file.unlink()
                page.unlink(missing_ok=True)


# ---- the file ----------------------------------------------------------------------------------


def _file_for(library: Path) -> Path:
    """The file of the server for *library*."""
    name = hashlib.sha256(os.fsencode(library.absolute())).hexdigest()[:16]
    return platformdirs.user_state_path("gipf-meta", appauthor=False) / "serve" / f"{name}.json"


def _page_for(library: Path) -> Path:
    return _file_for(library).with_suffix(".html")


def _is_private(about: os.stat_result) -> bool:
    """Whether a file or folder is this user's, and nobody else has any right to it."""
    if not hasattr(os, "getuid"):  # its folder is the user's own there
        return True
    return about.st_uid == os.getuid() and not stat.S_IMODE(about.st_mode) & _FOREIGN


def _is_private_folder(folder: Path) -> bool:
    """Whether *folder* is a private folder, and no link to one."""
    about = folder.lstat()
    return stat.S_ISDIR(about.st_mode) and _is_private(about)


def _write(file: Path, server: RunningServer) -> bool:
    """Writes *server* to *file* in one step; ``False`` if its folder cannot be made private."""
    with suppress(OSError):
        folder = file.parent
        folder.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            folder.mkdir(0o700)
        if stat.S_ISDIR(folder.lstat().st_mode):  # a link is followed nowhere
            folder.chmod(0o700)
        if not _is_private_folder(folder):
            return False
        handle, fresh = tempfile.mkstemp(dir=folder)
        with open(handle, "w", encoding="utf-8") as written:
            json.dump(asdict(server), written)
        os.replace(fresh, file)
        return True
    return False


def _read(file: Path) -> RunningServer | None:
    """The server that *file* names, if nobody but this user can have written or read it."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with suppress(OSError, ValueError, RecursionError):
        if not _is_private_folder(file.parent):
            return None
        with open(os.open(file, flags), "rb") as opened:
            about = os.fstat(opened.fileno())
            if not stat.S_ISREG(about.st_mode) or not _is_private(about):
                return None
            return _server_in(json.loads(opened.read(_MOST_BYTES)))
    return None


def _server_in(about: object) -> RunningServer | None:
    """The server that JSON is *about*; ``None`` if it is anything else, or of another version."""
    if not isinstance(about, Mapping) or about.keys() != RunningServer.__annotations__.keys():
        return None
    numbers = (about["port"], about["sessions"])
    secret = (about["token"], about["key"])
    is_sound = (
        about["version"] == __version__
        and all(type(number) is int and 0 < number < 1 << 16 for number in numbers)
        and all(isinstance(text, str) and _SECRET.fullmatch(text) for text in secret)
    )
    return RunningServer(*numbers, *secret) if is_sound else None


# ---- the proof ---------------------------------------------------------------------------------


def _proves_itself(server: RunningServer) -> bool:
    """Whether what listens at the port of *server* knows its key; it is told neither key nor
    token."""
    nonce = secrets.token_hex(32)
    request = (
        f"GET /proof?nonce={nonce} HTTP/1.1\r\nHost: {ADDRESS}:{server.port}\r\n"
        "Connection: close\r\n\r\n"
    )
    answer = b""
    with suppress(OSError), socket.create_connection((ADDRESS, server.port), _TIMEOUT_S) as line:
        line.sendall(request.encode())
        for _ in range(_MOST_READS):
            answer += (more := line.recv(_MOST_BYTES))
            if not more:
                break
    right = proof_of(server.key, server.port, nonce).encode()
    return hmac.compare_digest(answer.rpartition(b"\r\n\r\n")[2].strip(), right)
