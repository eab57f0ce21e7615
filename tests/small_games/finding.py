"""A few small games, found by id as an installation finds them."""

from __future__ import annotations

from typing import Any

from gipf_meta import Game
from gipf_meta.duels import Die, Elsewhere
from gipf_meta.match.match import Match
from tests.small_games.fuse import Fuse
from tests.small_games.wager import Wager

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


def played(match: Match, *moves: str) -> Match:
    """The match after *moves*, each by the player who is to decide."""
    for move in moves:
        match = match.play(move)
    return match
