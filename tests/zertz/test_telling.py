"""The sentence on the end of a match counts the marbles that the winner holds."""

from __future__ import annotations

import re

import pytest

from tests.ended_matches import ended_match, held, last_view, why

GOALS = {
    "standard": {"white": 4, "grey": 5, "black": 6, "each": 3},
    "blitz": {"white": 3, "grey": 4, "black": 5, "each": 2},
}


@pytest.mark.parametrize("variant", GOALS)
@pytest.mark.parametrize("seed", range(8))
def test_the_end_says_which_goal_set_is_complete(variant: str, seed: int) -> None:
    """It said for each of them "a goal set is complete"."""
    match, goals = ended_match("zertz", seed, variant=variant), GOALS[variant]
    reason, end = why(match), match.result
    assert end is not None
    if end.reason != "goal":
        return
    told = {colour: int(count) for count, colour in re.findall(r"(\d+) (\w+)", reason)}
    captured = held(last_view(match))[end.winners[0]]
    if len(told) == 3:
        assert set(told.values()) == {goals["each"]}
        assert all(captured[colour] >= goals["each"] for colour in told)
    else:
        ((colour, count),) = told.items()
        assert captured[colour] == count >= goals[colour]


@pytest.mark.parametrize("reader", [0, 1])
def test_the_winner_is_you_for_himself_alone(reader: int) -> None:
    assert "marble" in why(ended_match("zertz", 1), reader)


def test_other_ends_have_words_of_their_own() -> None:
    full = ended_match("zertz", 2, goals="40/40/40/40", board_full="goal_only")
    assert why(full) in (
        "the board is full, and nobody has a goal set",
        "the position has come back",
        "the other player has no marble to place and no capture",
    )
