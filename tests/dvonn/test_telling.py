"""The sentence on the end of a match counts the pieces in the stacks of each colour."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, last_view, numbers, why


@pytest.mark.parametrize("seed", range(6))
def test_the_end_says_how_many_pieces_each_has(seed: int) -> None:
    match = ended_match("dvonn", seed, setup="random")
    reason, high = why(match), {"white": 0, "black": 0}
    for piece in last_view(match).pieces:
        if piece.role in high:
            high[piece.role] += piece.stack
    assert reason.startswith("nobody can move, with ")
    assert numbers(reason) == [*({high["white"]} if len({*high.values()}) == 1 else high.values())]
