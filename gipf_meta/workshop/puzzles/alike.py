"""Positions that are alike: up to a symmetry of the board, and up to two pieces.

Nobody wants to find the same thing twice, turned by 60 degrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from gipf_meta.protocol.game import NOBODY, AnyGame
from gipf_meta.protocol.symmetries import Symmetric

MOVED: Final = 2
"""The pieces that may stand elsewhere in positions that are alike."""
Pieces: TypeAlias = frozenset[tuple[str, str]]
"""Pieces, each with the place where it stands."""


def pieces_of(game: AnyGame, state: Any) -> Pieces:
    """The pieces on the board of *state*."""
    return frozenset(
        (piece.at, f"{piece.kind} {piece.role} {piece.stack} {piece.badge} {piece.layers}")
        for piece in game.view(state, NOBODY).pieces
    )


def ways_to_turn(game: AnyGame) -> list[Mapping[str, str]]:
    """The place to which each goes, for each symmetry of the board of *game* that leaves pieces as
    they are; a place that stays may be left out."""
    if not isinstance(game, Symmetric):
        return [{}]
    return [each.places for each in game.symmetries() if not each.letters]


def are_alike(one: Pieces, other: Pieces, ways: Iterable[Mapping[str, str]]) -> bool:
    """Whether *one* position, turned one of the *ways*, and the *other* differ by two pieces at
    most."""
    if abs(len(one) - len(other)) > MOVED:
        return False
    for places in ways:
        turned = {(places.get(at, at), piece) for at, piece in one}
        if max(len(turned - other), len(other - turned)) <= MOVED:
            return True
    return False
