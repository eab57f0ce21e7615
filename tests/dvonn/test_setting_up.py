"""Input that sets up a board of DVONN."""

from __future__ import annotations

import pytest

from gipf_meta.plugins.playable import setting_up
from tests.plugins.test_setting_up import edited


@pytest.mark.parametrize("name", ["2", "B", "Black"])
def test_whose_turn_it_is_has_common_names(name: str) -> None:
    board = setting_up("dvonn", "{}", "")
    assert board.parse(board.start(1), 0, f"turn={name}") == "turn=b"


@pytest.mark.parametrize(
    ("typed", "meant"), [("a1=D,b1=W", "a1=D,b1=W"), ("a1 a2=D+W b1=-", "a1,a2=D+W,b1=-")]
)
def test_what_is_clear_is_taken(typed: str, meant: str) -> None:
    board = setting_up("dvonn", "{}", "")
    assert board.parse(board.start(1), 0, typed) == meant


@pytest.mark.parametrize(
    ("edits", "wanted"),
    [
        (("a1=D", "a2=D", "a2-off"), {"hand.D": "2", "hand.W": "23"}),
        (("empty", "a1=D", "a1=-"), {"hand.D": "0"}),
    ],
)
def test_reserves_follow_while_pieces_are_placed(
    edits: tuple[str, ...], wanted: dict[str, str]
) -> None:
    draft = edited(setting_up("dvonn", "{}", ""), *edits).draft
    assert {field: draft.field(field) for field in wanted} == wanted


def test_a_stack_is_taken_as_a_whole() -> None:
    board = setting_up("dvonn", "{}", "")
    assert edited(board, "empty", "a1=D+W+B", "a1=-").draft.pieces == ()
