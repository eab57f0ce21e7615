"""The page's server with a library of its own, for pages to visit: beside the test, or a process.

To start a process costs four seconds of processor time, so a test takes one only if it kills it,
lets it show the terminal, or has games of somebody else.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

import pytest

from gipf_meta.base.clock import CalendarClock
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.cli import run
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.server import page_site_of
from tests.web.beside import KNOWN, beside
from tests.web.browsers import Page, until_gone
from tests.web.conftest import running
from tests.web.walking import enter, keep

SESSIONS = 4

OPENER = """#!/bin/sh
echo "$1" > "$0.asked"
"""
"""A browser that notes what it is given."""


class Served(NamedTuple):
    """A server of the page, by the address that it tells."""

    told: str

    @property
    def address(self) -> str:
        """The address without the token."""
        return self.told.partition("/?")[0]


class Serving(NamedTuple):
    """``gipf-meta serve``: the process, the address that it prints, the file that it opens."""

    process: Popen[str]
    told: str
    file: str

    @property
    def address(self) -> str:
        """The address without the token."""
        return Served(self.told).address


def _settle_in(folder: Path, *, toured: bool) -> dict[str, str]:
    """The variables by which library and settings are in *folder*.

    Unless settings are there, they say whether somebody has been *toured* already.
    """
    settings = folder / "CONFIG" / "gipf-meta" / "settings.json"
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(json.dumps({"toured": toured}))
    return {f"XDG_{name}_HOME": str(folder / name) for name in ("DATA", "CONFIG")}


@contextmanager
def serving_here(
    folder: Path, *, language: str = ENGLISH, toured: bool = True, port: int = 0
) -> Iterator[Served]:
    """The server of ``gipf-meta serve``, beside the test; library and settings are in *folder*.

    It listens at *port*; 0: at a free one.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name, value in _settle_in(folder, toured=toured).items():
            patch.setenv(name, value)
        speak(language)
        with beside(_keeping_matches(port)) as served, until_gone(served.address):
            yield served


@asynccontextmanager
async def _keeping_matches(port: int) -> AsyncIterator[Served]:
    """The server of the page with this user's library, by the real clock."""
    with Library() as library:
        make = page_site_of(SESSIONS, installed_plugins(), library, load_settings(), KNOWN)
        async with running(SESSIONS, make, CalendarClock(), port) as served:
            yield Served(str(served.url))


def refusal_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """The one sentence with which *command* refuses to begin."""
    assert run(command) == 2
    said = capsys.readouterr()
    assert not said.out
    (line,) = said.err.splitlines()
    return line


def printed_address(process: Popen[str]) -> str:
    """The address that a server prints in its first line."""
    assert process.stdout is not None
    said = process.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+/\S*", said)
    assert address, said
    return address[0]


@contextmanager
def serving(
    folder: Path, *words: str, language: str = ENGLISH, toured: bool = True
) -> Iterator[Serving]:
    """``gipf-meta serve`` with the arguments *words*; its library and settings are in *folder*."""
    homes = _settle_in(folder, toured=toured)
    opener, asked = folder / "opener", folder / "opener.asked"
    opener.write_text(OPENER)
    opener.chmod(0o755)
    asked.unlink(missing_ok=True)
    os.mkfifo(asked)
    shown = {"LANGUAGE": language, "DISPLAY": ":9", "BROWSER": f"{opener} %s"}
    process = Popen(
        [sys.executable, "-m", "gipf_meta", "serve", *words],
        env={**os.environ, **homes, **shown},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )
    with process:
        try:
            served = Serving(process, printed_address(process), asked.read_text().strip())
            with until_gone(served.address):
                yield served
        finally:
            process.terminate()


@contextmanager
def entered(page: Page, folder: Path, match: Match, *kinds: str) -> Iterator[None]:
    """*page* in the room of *match*, which a server in *folder* keeps; *kinds* say who plays."""
    hash = keep(folder, match, *kinds)
    with serving_here(folder) as served:
        enter(page, served.told, hash)
        yield
        page.close()
