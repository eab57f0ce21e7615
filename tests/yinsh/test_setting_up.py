"""Input that sets up a board of YINSH."""

from __future__ import annotations

import pytest

from gipf_meta.plugins.playable import setting_up


@pytest.mark.parametrize("name", ["2", "B", "black"])
def test_whose_turn_it_is_has_common_names(name: str) -> None:
    board = setting_up("yinsh", "{}", "")
    assert board.parse(board.start(1), 0, f"turn={name}") == "turn=b"
