"""A few matches killed at random instants: nothing that was shown is lost.

``python -m tests.kill`` kills hundreds.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from gipf_meta.library.store import Library
from tests.kill import Kill, Tally, Whole, decisions, new_match
from tests.tiers import soak

A_WHOLE_MATCH = Whole(start_s=0.4, play_s=0.2, statements=150)
"""About what one takes, so that nothing has to be measured first."""


@pytest.mark.parametrize("name", ["gipf", *soak("zertz", "tamsk", "zatre4")])
@pytest.mark.slow
def test_a_killed_match_goes_on_with_every_decision_that_was_shown(
    tmp_path: Path, name: str
) -> None:
    """As many matches as it takes to kill two children."""
    tally, rng = Tally(), Random(f"kill {name}")
    while tally.kills < 2:
        kill = Kill(tmp_path / "library.sqlite", name, tally.matches)
        tally += kill.survived(rng, A_WHOLE_MATCH, kills=2 - tally.kills)
        assert tally.faults == []
        assert tally.sound
    with Library(tmp_path / "library.sqlite") as library:
        assert [entry.over for entry in library.entries()] == [True] * tally.matches


def test_what_is_counted_as_lost_or_misplaced() -> None:
    """The comparison itself: it must see each kind of fault."""
    kill = Kill(Path("nowhere"), "zertz", seed=1)
    kill.kept = ["0 0 0 a", "0 1 0 b"]
    kill.compare([], ["0 0 0 0 a", "1 0 1 0 b"])
    assert kill.tally == Tally(matches=1)
    kill.compare(["0 0 0 a"], ["1 0 1 0 b", "2 0 0 0 c", "3 0 1 0 d"])
    assert kill.tally.shown_decisions_lost == 2
    kill.compare(["0 1 0 b"], [])
    assert kill.tally.decisions_twice_or_out_of_order == 1
    kill.compare(["0 0 0 a"], ["0 0 0 0 a"])
    assert kill.tally.decisions_twice_or_out_of_order == 3
    assert not kill.tally.sound
    assert len(kill.tally.faults) == 4


def test_decisions_are_told_in_the_order_in_which_they_were_made() -> None:
    match, _ = new_match("zertz", 1)
    first = match.play("Wd4,d1").play("Bd5,a1")
    assert decisions(first) == ["0 0 0 Wd4", "0 0 0 d1", "0 1 0 Bd5", "0 1 0 a1"]
