"""Input that sets up a board of LYNGK, piece by piece."""

from __future__ import annotations

from functools import reduce

import pytest

from gipf_meta.plugins.playable import setting_up
from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.setting_up import LyngkEditor
from tests.lyngk.boards import GAME, SIX
from tests.plugins.test_setting_up import read_edit

EDITOR = LyngkEditor()


@pytest.mark.parametrize("name", ["2", "B", "black"])
def test_whose_turn_it_is_has_common_names(name: str) -> None:
    assert read_edit("lyngk", f"turn={name}") == "turn=b"


def test_the_first_piece_may_lie_anywhere_though_luck_would_fill_the_board() -> None:
    board = setting_up("lyngk", "{}", "")
    state = board.start(1)
    for edit in ("c2=R", "c3=G"):
        state = board.apply(state, board.parse(state, 0, edit))
    assert board.position_of(state)[0] == "w -/- 0,0 Rc2,Gc3"


def test_from_the_board_that_luck_fills_luck_goes_on() -> None:
    board = setting_up("lyngk", "{}", "")
    state = board.apply(board.start(1), "start")
    assert board.view(state, 0).prompt.startswith("You can play from here: luck goes on.")
    state = board.apply(state, board.parse(state, 0, "c2=R"))
    assert "turn=w" in board.view(state, 0).prompt


def test_a_stack_of_six_is_won_or_not_and_none_is_taken() -> None:
    def values(game: Lyngk) -> dict[str, list[str]]:
        fields = game.editor.fields(EDITOR.empty())
        return {each.id: [value for value, _name in each.values] for each in fields}

    assert values(SIX)["taken.w"] == values(SIX)["taken.b"] == ["0", "1"]
    assert len(values(GAME)["taken.w"]) == 9


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
