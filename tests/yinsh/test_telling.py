"""The sentence on the end of a match counts the rings that were removed."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, held, last_view, numbers, why


@pytest.mark.parametrize("seed", range(8))
def test_the_end_says_how_many_rings_each_has_removed(seed: int) -> None:
    match = ended_match("yinsh", seed)
    reason, end = why(match), match.result
    assert end is not None
    if end.reason == "no_move":
        assert reason == f"no {('white', 'black')[1 - end.winners[0]]} ring can move"
        return
    removed = sorted(count for each in held(last_view(match)) for count in each.values())
    assert numbers(reason) == sorted({*removed}, reverse=True)
    assert ("used up" in reason) == (end.reason == "markers")
