"""DVONN read aloud: each thing is told once."""

from __future__ import annotations

import re

from tests.said_aloud import listen


def test_what_ones_own_move_removes_is_told_with_it_alone() -> None:
    heard_lines = " ".join(" ".join(listen("dvonn").heard).split())
    removed = re.findall(r"You move from [^.]*, removing ([a-k0-9 ]+)\.", heard_lines)
    assert removed
    for places in removed:
        assert f"The stacks on {places.replace(' ', ', ')} have lost" not in heard_lines
        assert f"The stack on {places} has lost" not in heard_lines
