"""Input that sets up a board of PÜNCT."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta import MoveError
from gipf_meta.plugins.playable import setting_up
from tests.plugins.test_setting_up import edited, read_edit


@pytest.mark.parametrize("name", ["2", "B", "black"])
def test_whose_turn_it_is_has_common_names(name: str) -> None:
    assert read_edit("punct", f"turn={name}") == "turn=b"


def test_capitals_are_read_and_what_is_no_step_is_refused() -> None:
    board = setting_up("punct", "{}", "")
    assert board.parse(board.start(1), 0, "again=TOP") == "again=top"
    with pytest.raises(MoveError, match="write one of it begins, T, Ta2, e5, e5-e9"):
        board.parse(board.start(1), 0, "step=Z")


def test_pieces_turn_clockwise_and_back() -> None:
    board = setting_up("punct", "{}", "")
    turned: list[Any] = [edited(board, "empty", "e5=WT").draft.pieces]
    state = edited(board, "empty", "e5=WT")
    for _turn in range(6):
        state = board.apply(state, board.parse(state, 0, "e5=WT"))
        turned.append(state.draft.pieces)
    assert turned[6] == turned[0]
    assert len(set(turned)) == 6
    state = board.apply(state, "again=back")
    for before in reversed(turned[:6]):
        state = board.apply(state, board.parse(state, 0, "e5=WT"))
        assert state.draft.pieces == before
