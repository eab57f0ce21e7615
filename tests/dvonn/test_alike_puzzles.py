"""Puzzles of DVONN that are alike: the board turned, pieces moved."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.workshop.puzzles.alike import are_alike, pieces_of, ways_to_turn

pytestmark = [pytest.mark.fast, pytest.mark.needs("dvonn")]


def test_a_turned_board_is_alike_and_three_moved_pieces_are_not() -> None:
    dvonn: Any = configure(load_plugins().find("dvonn"), {})
    ways = ways_to_turn(dvonn)
    assert len(ways) == 4
    one = pieces_of(dvonn, dvonn.from_text("w D0W0B0 WWa1,Bb1,Db2,Wc2,Bd4,We3"))
    for places in ways[1:]:
        turned = frozenset((places.get(at, at), piece) for at, piece in one)
        assert turned != one
        assert are_alike(one, turned, ways)
    for moved, alike in (("WWa1,Bb1,Db2,Wc2,Bd5,We4", True), ("WWa1,Bb1,Db3,Wc1,Bd5,We4", False)):
        other = pieces_of(dvonn, dvonn.from_text(f"w D0W0B0 {moved}"))
        assert are_alike(one, other, ways) is alike
