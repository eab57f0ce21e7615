"""The sentence on the end of a match counts the rings that are left."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, held, last_view, numbers, why


@pytest.mark.parametrize("seed", range(6))
def test_the_end_says_how_many_rings_each_has_left(seed: int) -> None:
    match = ended_match("tamsk", seed)
    reason, end = why(match), match.result
    assert end is not None
    left = [count for each in held(last_view(match)) for count in each.values()]
    if end.reason == "full_space":
        assert reason == f"a {('red', 'black')[1 - end.winners[0]]} glass was put on a full space"
    else:
        assert numbers(reason) == sorted({*left})
