"""The specimens of DVONN for the tests of all games: matches, pictures and options."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

STACKING: Final = """
b1 h4 e4 h5 i5 g4 h3 d4 f5 f4 d3 i4 g3 c2 c1 b2 a1 e5 e3 f1 f3 d2 g5 d1 a2 a3 e1 d5 e2 c3 j5 c5
c4 b4 b3 g2 k5 i3 h2 f2 j4 k4 j3 h1 g1 j2 i2 i1 k3 g5-f4 e5-f5 e1-f2 h5-i5 j5-i4 g4-h4 f2-h4
c5-c4 e2-d2 g2-g3 h2-i3 c4-e4 e3-e4 d4-e4 d3-e4 b4-b3 e4-k4 f5-f3 f4-h4 f1-g1 a2-b3 f3-c3 a1-b2
g1-i3 i2-i3
"""
"""A game between two people, from boardspace.net."""
STACKS: Final = tuple(STACKING.split())

SPECIMENS: Final = Specimens(
    scenarios=34,
    symmetries=4,
    pictures=(
        Picture("dvonn-start", "dvonn", "The start", hints=False),
        Picture("dvonn-stacks", "dvonn", "In the middle of a game", STACKS, hints=False),
    ),
    boards={"dvonn": "dvonn-stacks"},
    alike=(Alike("16e2e995afa8a36c"),),
    playouts=("",),
    more_playouts=("setup=symmetric",),
    worded={"setup": "symmetric"},
    lists_turns=True,
    set_up={"dvonn-stacks": (57, 0)},
)
