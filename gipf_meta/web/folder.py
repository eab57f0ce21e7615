"""The folder of a running server: what its tabs remember, and the file that opens the browser."""

from __future__ import annotations

import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gipf_meta.web.access import ADDRESS

PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={url}">
<link rel="icon" href="{icon}">
<title>gipf_meta</title>
<a href="{url}">gipf_meta</a>
"""
"""A page that leads on to *url*. It names an *icon*, or browsers would ask for one."""


@contextmanager
def open_folder(port: int) -> Iterator[Path]:
    """A folder that only this user can read, for the server that listens at *port*.

    It is removed at the end; if the server is killed, the next one removes it.
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


def write_redirect(folder: Path, url: str) -> Path:
    """Writes a page that leads to *url*, readable by this user alone; its path.

    A browser is given the path: everybody sees the arguments of a program, and *url* has the token.
    """
    file = folder / "open.html"
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as page:
        page.write(PAGE.format(url=url, icon="data:,"))
    return file
