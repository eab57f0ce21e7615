"""The next puzzle for a person: one that was not solved, about as hard as he is strong."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from gipf_meta.practice.practice import Practice
from gipf_meta.protocol.puzzles import Puzzle

NEAREST: Final = 6
"""The number of puzzles, nearest to the rating, among which one is drawn."""


def choose_next(puzzles: Iterable[Puzzle], practice: Practice, rng: Random) -> Puzzle | None:
    """A puzzle of *puzzles* that comes next after *practice*; ``None``: all of them are solved.

    Those that were never tried come before those that were tried in vain.
    """
    unsolved = [each for each in puzzles if each.id not in practice.solved]
    new = [each for each in unsolved if each.id not in practice.tried]

    def distance(puzzle: Puzzle) -> tuple[float, str, int]:
        rating = practice.rating_in(puzzle.game).value
        return abs(puzzle.rating - rating), puzzle.game, puzzle.number

    nearest = sorted(new or unsolved, key=distance)[:NEAREST]
    return rng.choice(nearest) if nearest else None
