"""Specimens of Zatre for the tests of all games."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

THREE_TURNS: Final = ("h8=4 h9=6 i9=5", "i8=6", "i10=1 j10=4!")
DRAWN: Final = ("+4", "+6", "+5", "+5", "+6", "+1", "+4")
FIXED: Final = {"start": "fixed"}

SPECIMENS: Final = Specimens(
    scenarios=45,
    symmetries=8,
    pictures=(
        Picture("zatre-start", "zatre", "The start", options=FIXED),
        Picture("zatre-cross", "zatre", "An 11, and a cross", THREE_TURNS[:1], DRAWN, FIXED),
        Picture("zatre-exception", "zatre", "After three turns", THREE_TURNS, DRAWN, FIXED),
    ),
    boards={
        "zatre": "zatre-exception",
        "zatre-start": "zatre-start",
        "zatre_pad": Picture("zatre_pad", "zatre_pad", ""),
    },
    alike=(Alike("c0eefee9da288ffb"), Alike(players=4)),
    # all of them for 2 to 6 players: 14 s, and test_playout.py compares each draw and placement
    more_playouts=(
        "short_game=1 scoring_unit=line_once leftover_draw=optional leftover_topup=on",
        "short_game=1 center_cross=if_line_scores end=bag_short teams=on",
        "short_game=1 preset=amigo own_contact=needs_foreign",
    ),
    transcripts=(({}, 2), ({"teams": True}, 4)),
    worded={"short_game": "8"},
    inside=({"leftover_draw": "optional", "leftover_topup": "on"}, {"start": "random"}),
    set_up={"zatre-exception": (26, 0)},
)
