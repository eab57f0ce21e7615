"""The specimens of PÜNCT for the tests of all games: matches, pictures and options."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

JUMP: Final = ("Te5:e6,f6", "Ef10:f11,f12", "Ee9:e10,e11", "Tm13:m14,n14", "e5-e9:e10,f10")
BRIDGE: Final = ("Te5:d4,d5", "Te7:e8,f8", "Ee2:c2,d2", "Tm13:m14,n14", "e2-e5:e6,e7")

SPECIMENS: Final = Specimens(
    scenarios=34,
    symmetries=12,
    pictures=(
        Picture("punct-start", "punct", "The start", hints=False),
        Picture("punct-jump", "punct", "A triangle on two pieces", JUMP, hints=False),
        Picture("punct-bridge", "punct", "A bridge above e6", BRIDGE, sides=False, hints=False),
    ),
    boards={"punct-jump": "punct-jump"},
    alike=(Alike("13b95bd95a3f6501"),),
    playouts=("variant=basic",),
    inside=({},),
    wrong_turns=(("Te5", "Te5"), ("Tz9:a3,b3", "z9"), ("Ta2:z3,b3", "z3")),
    is_long=True,
    soak_share=25,  # a position has a thousand turns and more
    soaks=("tests.punct.counts",),
    set_up={"punct-jump": (10, 0), "punct-bridge": (13, 0)},
)
