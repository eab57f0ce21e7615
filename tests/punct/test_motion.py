"""The motions of pieces in PÜNCT (docs/reference/punct.md §4)."""

from __future__ import annotations

import pytest

from gipf_meta_punct.game import Punct
from tests.motions import moved_by

from .boards import at

GAME = Punct()


def test_a_new_piece_comes_from_its_heap_when_it_is_known_how_it_lies() -> None:
    """§4.1: three dots together; what is chosen before moves nothing."""
    assert moved_by(GAME, GAME.start(2), "Te5:e6,f6") == [
        [],
        [],
        ["w:T-e5 w:T-e6 w:T-f6"],
    ]


TURNED = {
    "T, by a sixth": ("WTi5:i6,j6", "i5-i5:j5,j6", "i6-j6 j6-j5"),
    "C, the short way": ("WCe5:e4,e6", "e5-e5:d5,f5", "e4-d5 e6-f5"),
    "E, the far dot stays the far one": ("WEe5:e6,e7", "e5-e5:c5,d5", "e6-d5 e7-c5"),
    "M, whose PÜNCT is in the middle": ("WMe5:e6,f5", "e5-e5:e4,f6", "e6-f6 f5-e4"),
}


@pytest.mark.parametrize(("piece", "turn", "way"), TURNED.values(), ids=TURNED)
def test_a_piece_turns_in_place(piece: str, turn: str, way: str) -> None:
    """§4.3: its PÜNCT stays, and each of the other dots keeps its place in the piece."""
    assert moved_by(GAME, at(piece), turn)[-1] == [way]


def test_a_piece_climbs() -> None:
    """§4.4: onto an own one; where only one way is legal, it needs no third decision."""
    state = at("WTe5:e6,f6 WTe9:e10,f10")
    assert moved_by(GAME, state, "e5-e9:e10,f10") == [[], ["e5-e9 e6-e10 f6-f10"]]


def test_a_piece_comes_down_and_uncovers_one_that_looks_alike() -> None:
    """§4.5: what lay below stays."""
    state = at("WTe9:e10,f10 WTe9:e10,f10^1")
    assert moved_by(GAME, state, "e9-e3:e4,f4")[-1] == ["e9-e3 e10-e4 f10-f4"]


def test_the_chain_that_connects_two_sides_lights_up() -> None:
    """§5.1: from side to side, when the piece that makes it lies there."""
    line = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj8:k8,l8 WCn8:m8,o8"
    assert moved_by(GAME, at(line), "Tp9:p10,q10") == [
        [],
        [],
        [
            "w:T-p9 w:T-p10 w:T-q10",
            "lights a8 b8 c8 d8 e8 f8 g8 h8 i8 j8 k8 l8 m8 n8 o8 p9 q10",
        ],
    ]
