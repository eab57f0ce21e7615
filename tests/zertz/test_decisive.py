"""Positions of real games in which one turn decides: a hint finds it.

A search over 400,000 positions has found each, with ``python -m tuning.decisive``.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta.narration.advice import advise
from gipf_meta.protocol.options import configure
from gipf_meta.search.budget import Budget
from gipf_meta_zertz.game import Zertz
from tests.tiers import slow

MISSED = (
    "48",
    (
        "c2,Gc3,c4,c6,c7,d1,d2,d3,d4,d5,d6,d7,d8,e1,e2,e3,e4,e5,e6,e7,f2,Gf3,f4,f5,f6,g1,g2,g3,g4,g5,"
        "h1,h2,h3 1/4/6 2/2/2 3/0/2 2"
    ),
    "Bf2",
    ("c2",),
)
"""A thousand positions, as hints once looked at, find ``g1``, and that nothing is decided."""
FOUND = [
    (
        "61",
        (
            "Wa1,a4,Wa5,b2,b3,b4,b5,Wc1,c2,c3,c4,c5,c6,c7,d2,d3,d4,d5,d6,d7,d8,e3,e4,e5,e6,e7,e8,e9,"
            "f3,f4,f5,f6,f7,f8,g3,g4,g5,Bg6,g7,h3,h4,h5,h6,i3,i4,i5 0/5/6 3/0/0 0/3/3 1"
        ),
        "",
        ("Gg7", "b3"),
    ),
    (
        "48",
        (
            "a5,b4,b5,b6,Bc3,c4,c5,c6,c7,d3,d4,d5,d6,d7,Ge2,e3,e4,e5,e6,e7,f1,f2,f3,f4,f6 "
            "0/4/1 3/2/4 3/1/4 1"
        ),
        "",
        ("Gf1", "b6"),
    ),
    (
        "37",
        (
            "a1,a2,a3,a4,b1,b2,b3,b4,b5,c1,c2,c3,c4,c5,d1,d2,d3,Gd4,d5,d6,e2,e3,e4,e5,f2,f3,Wf4 "
            "1/5/8 1/0/1 3/2/1 2"
        ),
        "Be5",
        ("e2",),
    ),
    (
        "37",
        "a1,a2,a3,b1,b2,Bb3,b4,b5,c1,c2,c3,c4,d1,d2,d3,d4,e1,e2,e3,Be4 3/4/3 3/0/0 0/4/5 1",
        "We3",
        ("a3",),
    ),
]
"""The rings of the board, a position, what was placed since, and the turn that decides."""


@pytest.mark.parametrize("case", [*FOUND, *slow(MISSED)])
def test_a_hint_finds_what_decides_and_says_that_it_wins(
    case: tuple[str, str, str, tuple[str, ...]],
) -> None:
    board, position, since, turn = case
    game: Any = configure(Zertz, {"board": board})
    state = game.from_text(position)
    if since:
        state = game.apply(state, game.parse(state, state.seat, since))
    hint = advise(game, state, 2, Budget(5000), Random(0))
    assert tuple(decision for decision, _places in hint.steps) == turn
    assert hint.sentences[-1].endswith(" wins.")
