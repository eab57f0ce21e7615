"""Specimens of ZÈRTZ for the tests of all games."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

CHAIN: Final = ("Wb2,a1", "Wd5,g1", "Ge2,f1", "Bg4,d7", "Bd3,d1")
TWO_FOR_ONE: Final = (*CHAIN, "x e2Bc3", "x b2Gd4Wd6")
LONELY: Final = ("Gd7,b1", "Wa1,c1", "Bg4,c2", "Gd4,b2", "Gf3")

SPECIMENS: Final = Specimens(
    scenarios=58,
    symmetries=12,
    pictures=(
        Picture("zertz-start", "zertz", "The start", hints=False),
        Picture("zertz-chain", "zertz", "The grey marble on e2 must jump", CHAIN, sides=False),
        Picture("zertz-answer", "zertz", "Two marbles for one", TWO_FOR_ONE, hints=False),
        Picture("zertz-isolation", "zertz", "Only a2 holds a1 to the board", LONELY, sides=False),
    ),
    boards={
        "zertz": "zertz-chain",
        "zertz-isolation": "zertz-isolation",
        "zertz-48": Picture("zertz-48", "zertz", "", options={"board": "48"}),
        "zertz-61": Picture("zertz-61", "zertz", "", options={"board": "61"}),
    },
    alike=(Alike("e25a0d7b5001390c"),),
    playouts=("",),
    more_playouts=(
        "no_marbles=pass pool=2/2/2",
        "board=61 board_full=both_lose_if_no_captures pool=30/30/30 goals=30/30/30/20",
        "isolation_scope=spare_largest isolation_claim=optional",
        "capture_enforcement=on_demand",
    ),
    transcripts=(({}, 2), ({"board": 48}, 2)),
    worded={"capture_enforcement": "on_demand", "isolation_claim": "optional"},
    inside=({"isolation_claim": "optional"},),
    clicked={"zertz": {}, "zertz on demand": {"capture_enforcement": "on_demand"}},
    wrong_turns=(("We9,b1", "e9"), ("Wd4,b9", "b9"), ("e9,Wd4", "e9"), ("Wd4,d4", "d4")),
    lists_turns=True,
    set_up={"zertz-chain": (16, 0), "zertz-isolation": (16, 0)},
)
