"""The specimens of LYNGK for the tests of all games: matches, pictures and options."""

from __future__ import annotations

from typing import Final

from tests.specimens import Alike, Picture, Specimens

DRAWN: Final = (
    "Ia1 Bb1 Rb2 Gb3 Kb4 Jc1 Ic2 Bc3 Rc4 Gc5 Kc6 Ic7 Bd1 Rd2 Gd3 Kd4 Id5 Bd6 Re1 Ge2 Ke3 Je4 Ie5"
    " Be6 Re7 Gf1 Kf2 If3 Bf4 Rf5 Gf6 Kg1 Ig2 Bg3 Rg4 Gg5 Kg6 Jg7 Ih1 Bh2 Rh3 Gh4 Ki1"
)
"""A start that luck may draw: the first one of docs/reference/lyngk.md §11."""
PLAYED: Final = (
    "B,g3-h1 R,c4-b1 I,c2-b1 K,f2-h2 f3-e3 i1-h1 e3-d2 h1-e4 d2-d3 e4-b2 d1-d3 h2-h3 b1-b3 c6-b3"
    " c3-g4 h3-g5"
)
"""The first turns of a game between two bots."""
LUCK: Final = tuple(DRAWN.split())

SPECIMENS: Final = Specimens(
    scenarios=40,
    symmetries=12,
    pictures=(
        Picture("lyngk-start", "lyngk", "The start", luck=LUCK, hints=False),
        Picture(
            "lyngk-stacks", "lyngk", "In the middle of a game", tuple(PLAYED.split()), LUCK,
            hints=False,
        ),
    ),
    boards={"lyngk": "lyngk-stacks"},
    alike=(Alike("4d198bef6d62f906"),),
    playouts=("",),
    more_playouts=("variant=stack6", "obstacles=taken"),
    transcripts=(({}, 2), ({"variant": "stack6"}, 2)),
)  # fmt: skip
