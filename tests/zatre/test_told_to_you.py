"""The sentences of Zatre to who plays it: he is *you*, and asked by what his hand can do."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.protocol.options import configure
from gipf_meta_zatre.game import Zatre
from gipf_meta_zatre.pad import ZatrePad
from tests.addressed import HANDS, faults, prompt


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"short_game": "3"}),
        (3, {"short_game": "3", "preset": "amigo"}),
        (4, {"short_game": "2", "teams": True}),
        (2, {"short_game": "3", "start": "random", "leftover_draw": "optional"}),
    ],
)
def test_who_plays_is_you_in_every_sentence(seats: int, options: dict[str, Any]) -> None:
    assert faults(configure(Zatre, options), seats) == []


def test_who_keeps_the_sheets_is_asked_by_his_hand() -> None:
    pad = ZatrePad()
    assert [prompt(pad, pad.start(3), hand, 3) for hand in HANDS[1:]] == [
        "What did your turn make? Count it, then done.",
        "What did your turn make? Count it, then done.",
        "What did your turn make? Type it: 10x1 12x3 X2, - for nothing, end when the game is over.",
    ]
