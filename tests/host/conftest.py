"""What the tests of the host share: a few games, found by id as an installation finds them."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from gipf_meta import Game
from gipf_meta.duels import Die, Elsewhere
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from tests.host.fuse import Fuse
from tests.host.wager import Wager

GAMES: dict[str, type[Game[Any, Any]]] = {
    "die": Die,
    "elsewhere": Elsewhere,
    "wager": Wager,
    "fuse": Fuse,
}


def find(name: str) -> type[Game[Any, Any]]:
    """The game of that id, or ``LookupError`` as a finder raises it."""
    if name not in GAMES:
        raise LookupError(f"There is no game {name!r} here.")
    return GAMES[name]


@pytest.fixture
def begin() -> Callable[..., Match]:
    """Begins a match of Wager with the given options."""

    def begun(seed: int = 1, **options: Any) -> Match:
        return Match.begin(Wager(**options), 2, find, seed)

    return begun


def played(match: Match, *moves: str) -> Match:
    """The match after *moves*, each by whoever is asked."""
    for move in moves:
        match = match.play(move)
    return match


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of an ordinary user, who runs the test: nothing is read-only to root."""
    with TemporaryDirectory() as name:
        root = os.geteuid() == 0
        # Python may lie where only root reads, and remembers what it could not find
        for codec in ("ascii", "utf-8-sig"):
            codecs.lookup(codec)
        installed_plugins()
        if root:
            os.chown(name, 65534, 65534)
            os.seteuid(65534)
        try:
            yield Path(name)
        finally:
            if root:
                os.seteuid(0)
            os.chmod(name, 0o700)
