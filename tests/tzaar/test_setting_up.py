"""Input that sets up a board of TZAAR, piece by piece."""

from __future__ import annotations

from functools import reduce

import pytest

from gipf_meta.plugins.playable import setting_up
from gipf_meta_tzaar.setting_up import TzaarEditor

EDITOR = TzaarEditor()


@pytest.mark.parametrize("name", ["2", "B", "black"])
def test_whose_turn_it_is_has_common_names(name: str) -> None:
    board = setting_up("tzaar", "{}", "")
    assert board.parse(board.start(1), 0, f"turn={name}") == "turn=b"


@pytest.mark.parametrize(
    ("pieces", "stack"), [("WT WA", "WTA"), ("WT WA BZ", "BZ"), ("BZ BZ BT WT WT", "WTT")]
)
def test_a_piece_lies_on_its_own_colour_and_takes_the_place_of_the_other(
    pieces: str, stack: str
) -> None:
    draft = reduce(
        lambda draft, piece: EDITOR.put(draft, "a1", piece), pieces.split(), EDITOR.empty()
    )
    assert draft.at("a1") == stack


def test_the_top_is_taken_first_and_a_stack_moves_whole() -> None:
    draft = EDITOR.take_apart("w - W:TAa1,Zb1 B:Ti1")
    assert EDITOR.take(draft, "a1").at("a1") == "WT"
    moved = EDITOR.move(draft, "a1", "b1")
    assert (moved.at("a1"), moved.at("b1")) == ("", "WZTA")
    assert EDITOR.move(draft, "a1", "i1").at("i1") == "WTA"
    assert EDITOR.put_together(moved) == "w - W:ZTAb1 B:Ti1"
