"""The sentence on the end of a match tells the connection, or counts the centre."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, last_view, numbers, why


@pytest.mark.parametrize("seed", range(3))
def test_the_end_says_how_many_dots_each_shows_in_the_centre(seed: int) -> None:
    match = ended_match("punct", seed)
    reason, end = why(match), match.result
    assert end is not None
    if end.reason == "connection":
        colours = ("white", "black")
        assert reason == f"{colours[end.winners[0]]} pieces connect two opposite sides"
        return
    seen = numbers(last_view(match).caption)[-2:]  # the caption counts them, too
    assert numbers(reason) == sorted({*seen}, reverse=True)
