"""The sentence on the end of a match says what the loser has not got any more."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, last_view, why


@pytest.mark.parametrize("variant", ["basic", "standard", "tournament"])
@pytest.mark.parametrize("seed", range(4))
def test_the_end_says_which_pieces_are_gone(variant: str, seed: int) -> None:
    match = ended_match("gipf", seed, variant=variant)
    reason, end = why(match), match.result
    assert end is not None
    loser = 1 - end.winners[0]
    colour, view = ("white", "black")[loser], last_view(match)
    if end.reason == "no_move":
        assert reason == f"no {colour} piece is left to enter"
        (tray,) = (each for each in view.trays if each.seat == loser)
        assert not any(item.count for item in tray.items if item.id == f"{'WB'[loser]}:basic")
    else:
        assert reason == f"the last {colour} GIPF-piece is gone"
        left = [one for one in view.pieces if one.role == f"p{loser + 1}" and "G" in one.badge]
        assert not left
