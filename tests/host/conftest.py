"""What the tests of the host share: a few games, found by id as an installation finds them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta import Game
from gipf_meta.duels import Die, Elsewhere
from gipf_meta.match.match import Match
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
