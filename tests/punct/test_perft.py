"""The counts of docs/reference/punct.md §11."""

from __future__ import annotations

from collections import Counter

import pytest

from gipf_meta_punct.board import DOT, KIND, MINOR, OTHER
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import LIE, State


def count_turns(game: Punct, state: State) -> int:
    """The legal turns of a player who has nothing to move."""
    rules, count = game.rules, 0
    for kind in rules.legal_moves(state):
        chosen = rules.apply(state, kind)
        count += sum(len(rules.lying(chosen, space)) for space in rules.targets(chosen))
    return count


@pytest.mark.parametrize(
    ("variant", "count"),
    [
        pytest.param("standard", 23_841_810, marks=pytest.mark.slow),
        pytest.param("basic", 28_499_958, marks=pytest.mark.soak),
    ],
)
def test_two_turns(variant: str, count: int) -> None:
    """All first turns that cover the same spaces are followed by the same number of turns."""
    game = Punct.model_validate({"variant": variant})
    start = game.start(2)
    first: dict[frozenset[int], tuple[State, int]] = {}
    weights: Counter[frozenset[int]] = Counter()
    for kind in range(6):
        chosen = game.apply(start, kind)
        for space in game.rules.targets(chosen):
            for placement in game.rules.lying(chosen, space):
                dots = frozenset((DOT[placement], MINOR[placement], OTHER[placement]))
                weights[dots] += 1
                first[dots] = (chosen, placement)
    assert len(first) == 318 + 444 + 900
    total = 0
    for dots, (chosen, placement) in first.items():
        assert KIND[placement] == chosen.kind
        aimed = game.apply(chosen, 512 + DOT[placement])
        after = game.apply(aimed, LIE + placement) if aimed.kind >= 0 else aimed
        total += weights[dots] * count_turns(game, after)
    assert total == count
