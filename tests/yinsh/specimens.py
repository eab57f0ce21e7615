"""The specimens of YINSH for the tests of all games: matches, pictures and options."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

LINED_UP: Final = (
    *("f5", "a2", "f6", "a5", "f7", "e1", "f8", "k7", "f9", "k10"),
    *("f5-e5", "a2-a3", "f6-e6", "a3-a4", "f7-e7", "k7-k8", "f8-e8", "k8-k9"),
)
BESIDE: Final = (
    *("f3", "f6", "b3", "f7", "b5", "f8", "j7", "a4", "j8", "k9"),
    *("b3-b4", "f6-e6", "b5-b6", "f7-e7", "j7-j6", "f8-e8"),
)

SPECIMENS: Final = Specimens(
    scenarios=33,
    symmetries=12,
    pictures=(
        Picture("yinsh-start", "yinsh", "The start", hints=False),
        Picture("yinsh-jump", "yinsh", "The ring on f3 can jump to f9", BESIDE, sides=False),
        Picture("yinsh-row", "yinsh", "White has a row", (*LINED_UP, "f9-e9"), sides=False),
    ),
    boards={"yinsh": "yinsh-jump", "yinsh-row": "yinsh-row"},
    alike=(Alike("707b8698715d961b"),),
    playouts=("",),
    more_playouts=("variant=blitz markers=20 no_move=lose", "max_turns=40 exhausted=draw"),
    transcripts=(({}, 2), ({"variant": "blitz"}, 2)),
    worded={"markers": "20"},
    inside=({},),
    wrong_turns=(("z9;a1", "z9"),),
    is_long=True,
    set_up={"yinsh-row": (26, 0)},
)
