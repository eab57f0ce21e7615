"""The specimens of TZAAR for the tests of all games: matches, pictures and options."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

PLAYED: Final = """
h3xg3 g6xg5;c3-d4 f5xf6;g4-i2 e6xd6;f3-f4 c2xc4;d3-b1 d6xc5;e7-c5 e4xg2;b1xf4 c5xc6;c6xi2
g2xh2;e3-g3 h1xh2;i2-h2 g3xg5;f4-f6 h2xh4;g1-i1 g5xg7;f6xh4 b2xd2;d4-a1 d7xe8;h4-i4 e9xe8;f1xe2
h5xh6;b5-d5 b3xc4;d2-a2
"""
"""The first turns of a game between two bots."""
TURNS: Final = tuple(PLAYED.split())
FIXED: Final = {"setup": "fixed"}

SPECIMENS: Final = Specimens(
    scenarios=32,
    symmetries=12,
    pictures=(
        Picture("tzaar-start", "tzaar", "The fixed start", options=FIXED, hints=False),
        Picture(
            "tzaar-stacks", "tzaar", "In the middle of a game", TURNS, options=FIXED, hints=False
        ),
    ),
    boards={"tzaar": "tzaar-stacks"},
    alike=(Alike("8ebf839de3de55a5", FIXED),),
    playouts=("setup=fixed",),
    more_playouts=("", "setup=place", "setup=fixed cover_last=forbid"),
    transcripts=((FIXED, 2), ({"setup": "random"}, 2)),
    worded={"setup": "place"},
    told=FIXED,
    inside=(FIXED,),
    set_up={"tzaar-stacks": (41, 0)},
)
