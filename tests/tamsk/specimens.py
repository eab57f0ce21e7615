"""Specimens of TAMSK for the tests of all games."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

SAND: Final = (
    *("@1000 R:a1-b2", "@5000 B:d1-d2", "@9000 R:d7-d6", "@12000 B:a4-b4"),
    *("@20000 R:g1-f2", "@25000 B:g4-f4", "@61000 R:b2-c3"),
)

SPECIMENS: Final = Specimens(
    scenarios=45,
    symmetries=12,
    pictures=(
        Picture("tamsk-start", "tamsk", "The start", options={"level": "1"}, hints=False),
        Picture("tamsk-sand", "tamsk", "One minute of sand on c3", SAND, options={"level": "2"}),
        Picture("tamsk-timer", "tamsk", "Black hurries Red", ("@2000 B:F",)),
    ),
    boards={"tamsk": "tamsk-sand", "tamsk-start": "tamsk-start"},
    alike=(Alike("681b3581ea3c6406"), Alike(options={"level": 1})),
    playouts=("",),
    more_playouts=(
        "time_mode=metronome",
        "level=1 voluntary_pass=free full_space=reject",
        "start=placement sand_ms=20000 full_space=reject",
    ),
    transcripts=(({"level": 1}, 2), ({"level": 3}, 2)),
    told={"level": 3},
    clicked={"tamsk": {}, "tamsk 1": {"level": 1}},
    set_up={"tamsk-sand": (20, 6), "tamsk-timer": (11, 1)},
)
