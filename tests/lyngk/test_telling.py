"""The sentence on the end of a match says who has how many of which stacks."""

from __future__ import annotations

import pytest

from tests.ended_matches import ended_match, last_view, numbers, why


@pytest.mark.parametrize("seed", range(10))
def test_the_end_says_who_has_more_of_which_stacks(seed: int) -> None:
    """It said "more of the highest stacks on the board, 2:2": 2:2 was what they had taken."""
    match = ended_match("lyngk", seed)
    reason, end = why(match), match.result
    assert end is not None
    (sheet,) = last_view(match).sheets
    rows = [(row[0], int(row[1]), int(row[2])) for row in sheet.rows]
    _taken, white, black = rows[0]
    if white != black:
        assert numbers(reason) == [max(white, black), min(white, black)]
        assert end.reason == "stacks"
    elif end.winners:
        name, *counts = next(row for row in rows if row[1] != row[2])
        high = int(name.split()[0])
        assert numbers(reason) == [white, max(counts), high, min(counts)]
        assert end.winners == (counts.index(max(counts)),)
    else:
        assert numbers(reason) == [white]
