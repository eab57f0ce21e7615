"""The sentence on the end of a match counts the points of each."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, numbers, why


@pytest.mark.parametrize("seed", range(2))
def test_the_end_counts_the_points_of_two(seed: int) -> None:
    match = ended_match("zatre", seed, short_game=3)
    end = match.result
    assert end is not None
    assert end.scores is not None
    assert numbers(why(match)) == sorted({*end.scores}, reverse=True)


@pytest.mark.parametrize(("seats", "teams"), [(3, "off"), (4, "on")])
def test_the_end_says_who_of_several_has_how_many_points(seats: int, teams: str) -> None:
    match = ended_match("zatre", 3, seats, short_game=3, teams=teams)
    reason, end = why(match), match.result
    assert end is not None
    assert end.scores is not None
    if teams == "on":
        assert numbers(reason) == sorted(end.scores, reverse=True)
        return
    told = {n: points for n, points in enumerate(end.scores) if n not in end.winners}
    for seat, points in told.items():
        assert f"Player {seat + 1} {points}" in reason
    assert reason.startswith(f"{max(end.scores)} point")
