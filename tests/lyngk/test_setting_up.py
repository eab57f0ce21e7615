"""What is typed to set a board of LYNGK up, piece by piece."""

from __future__ import annotations

from functools import reduce

import pytest

from gipf_meta.plugins.setting_up import setting_up
from gipf_meta_lyngk.setting_up import LyngkEditor

EDITOR = LyngkEditor()


@pytest.mark.parametrize("name", ["2", "B", "black"])
def test_whose_turn_it_is_has_common_names(name: str) -> None:
    board = setting_up("lyngk", "{}", "")
    assert board.parse(board.start(1), 0, f"turn={name}") == "turn=b"


def test_the_board_that_luck_fills_can_be_played_from_and_is_nobodys_turn() -> None:
    board = setting_up("lyngk", "{}", "")
    prompt = board.view(board.start(1), 0).prompt
    assert prompt.startswith("This can be played from. ")


def test_a_piece_lies_on_top_of_what_is_there() -> None:
    draft = reduce(lambda draft, piece: EDITOR.put(draft, "a1", piece), "RJG", EDITOR.empty())
    assert draft.at("a1") == "RJG"
    assert EDITOR.take(draft, "a1").at("a1") == "RJ"


def test_a_stack_moves_whole_and_the_position_is_put_together() -> None:
    text = "b R/G 1,0 RJGa1,Kb2"
    draft = EDITOR.take_apart(text)
    assert EDITOR.put_together(draft) == text
    assert EDITOR.put_together(EDITOR.move(draft, "b2", "a1")) == "b R/G 1,0 RJGKa1"
    assert EDITOR.put_together(EDITOR.move(draft, "a1", "")) == "b R/G 1,0 Kb2"
