"""Positions of real games in which one turn decides: a hint finds it.

A search over 400,000 positions has found each, with ``python -m tuning.decisive``.
"""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta.narration.advice import advise
from gipf_meta.search.budget import Budget
from gipf_meta_dvonn.game import Dvonn
from tests.tiers import slow

GAME = Dvonn()
FEW = "w D0W0B0 DWa1,DWa3,WWb1,Wb2,BWb4,BBWc2,Wd2,WBWd4,BDWWBWe4,WWf5"
MANY = [
    (
        (
            "w D0W0B0 Wa1,Ba2,Wa3,Bb1,Wb2,Bb3,Wb4,Wc1,Bc2,Wc3,Bc4,Wd1,WBd5,Be1,Bf1,BDWBWf3,Bg1,Wg2,"
            "DWg3,Bh1,Wh2,BWWBWBh4,Wi1,Wi2,Wi3,Bj2,Bj3,DWBj5,Bk3,WBk5"
        ),
        "g3-e1",
    ),
    (
        (
            "b D0W0B0 BWa1,Wb1,Wc1,Dc3,Wd1,BWBWBWWBWd3,We1,We2,Bf1,Wf2,Wf3,Wf4,Bg1,Wg2,Wg3,Wg4,"
            "BWh3,Wh4,BWh5,Bi1,DBi2,Bi3,Wi4,Bi5,Bj2,DBj3,Bj4,Bj5,Bk3,Bk5"
        ),
        "i3-j3",
    ),
]
"""Positions in which a thousand positions, as hints once looked at, found another turn."""


@pytest.mark.parametrize("case", [(FEW, "c2-f5"), *slow(*MANY)])
def test_a_hint_finds_what_decides(case: tuple[str, str]) -> None:
    position, turn = case
    hint = advise(GAME, GAME.from_text(position), 2, Budget(20_000), Random(0))
    assert hint.steps[0][0] == turn
