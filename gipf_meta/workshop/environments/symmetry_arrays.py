"""The symmetries of a match as arrays of NumPy, by which a position counts several times."""

from __future__ import annotations

from math import prod
from typing import Any, NamedTuple

import numpy as np

from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.symmetries import UNCHANGED, Symmetric, Symmetry, inverse_of
from gipf_meta.workshop.environments.numbered_match import NumberedMatch, numbered


class RowSymmetry(NamedTuple):
    """A way to turn or to mirror the board of a *game*, by *name*, as arrays of indices.

    ``flat[:, observation]`` are rows of observations after it, each flat, and
    ``masks[:, decisions]`` their masks, or shares of numbers; ``numbers[chosen]`` are the numbers
    that were chosen.
    """

    name: str
    game: str
    observation: Any
    decisions: Any
    numbers: Any


def symmetries_of_match(match: NumberedMatch) -> tuple[RowSymmetry, ...]:
    """The symmetries of the game of *match*, the one that changes nothing first; then those of each
    game that may decide a duel in it, which leave all others as they are."""
    games = match.all_games
    parts = [numbered(game, 2 if at else match.seats) for at, game in enumerate(games)]
    bits, count = (
        sum(prod(part.observation_shape) for part in parts),
        sum(part.decision_count for part in parts),
    )
    nothing = Symmetry(UNCHANGED, {}, (), ())
    found = [_in_rows(games[0], nothing, (0, 0), (bits, count))]
    first_bit = first_number = 0
    for game, part in zip(games, parts, strict=True):
        if isinstance(game, Symmetric):
            firsts = first_bit, first_number
            found += [_in_rows(game, one, firsts, (bits, count)) for one in game.symmetries()[1:]]
        first_bit += prod(part.observation_shape)
        first_number += part.decision_count
    return tuple(found)


def _in_rows(
    game: AnyGame, symmetry: Symmetry, firsts: tuple[int, int], sizes: tuple[int, int]
) -> RowSymmetry:
    """A *symmetry* of *game*, whose first bit and first number are *firsts*, in rows of *sizes*
    bits and numbers."""
    inner = symmetry.observation, symmetry.decisions, inverse_of(symmetry.decisions)
    arrays = []
    places = (firsts[0], sizes[0]), (firsts[1], sizes[1]), (firsts[1], sizes[1])
    for array, (first, size) in zip(inner, places, strict=True):
        indices: Any = np.arange(size)
        indices[first : first + len(array)] = first + np.array(array, indices.dtype)
        arrays.append(indices)
    return RowSymmetry(symmetry.name, game.id, *arrays)
