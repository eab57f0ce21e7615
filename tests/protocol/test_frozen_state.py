"""``FrozenParts``: the dataclasses in the states of a stranger's game."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

from gipf_meta import FrozenParts


@dataclass(frozen=True)
class Score(FrozenParts):
    points: tuple[int, ...]
    bonus: int = 0


@dataclass(frozen=True, slots=True)
class Ending(FrozenParts):
    winner: int
    score: Score


@pytest.mark.parametrize("part", [Score((1, 2)), Ending(0, Score((3,), 4))])
def test_parts_are_pickled_by_their_fields(part: FrozenParts) -> None:
    kind, fields = part.__reduce__()
    assert kind is type(part)
    assert pickle.loads(pickle.dumps(part)) == part == kind(*fields)
