"""The sentence on the end of a match names the kind that is lost."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, last_view, why


@pytest.mark.parametrize("seed", range(8))
def test_the_end_says_which_kind_is_lost_or_that_one_cannot_capture(seed: int) -> None:
    match = ended_match("tzaar", seed)
    reason, end = why(match), match.result
    assert end is not None
    loser = ("white", "black")[1 - end.winners[0]]
    if end.reason == "no_capture":
        assert reason == f"no {loser} stack can capture"
        return
    (sheet,) = last_view(match).sheets
    left = {row[0]: row[2 - end.winners[0]] for row in sheet.rows}
    assert f"last {loser} " in reason
    kind = reason.split(f"last {loser} ")[1].split()[0]
    assert left[f"{kind}s"] == "0"
    assert reason.endswith(" is captured") == (end.reason == "captured")
