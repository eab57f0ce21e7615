"""The sentences of TAMSK to who plays it: he is *you*, and asked by what his hand can do."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.protocol.options import configure
from gipf_meta_tamsk import Tamsk
from tests.addressed import HANDS, faults, prompt
from tests.whole_turns import play


@pytest.mark.parametrize(
    "options",
    [
        {"level": 1},
        {"level": 3},
        {"start": "placement", "sand_ms": 20_000, "rings": 4},
        {"level": 2, "time_mode": "metronome", "allow_wait": True, "zero_rings": "stop"},
    ],
    ids=" ".join,
)
def test_who_plays_is_you_in_every_sentence(options: dict[str, Any]) -> None:
    assert faults(configure(Tamsk, options)) == []


def test_who_moves_a_glass_is_asked_by_his_hand() -> None:
    game = configure(Tamsk, {"level": 1})
    asked = [prompt(game, game.start(2), hand) for hand in HANDS]
    assert [each.partition(". ")[0] for each in asked] == [
        "Move a glass to a vacant space next to it that is not full",
        "Choose a glass circled in green, then a vacant space next to it that is not full",
        "Choose a glass, then a vacant space next to it that is not full",
        "Move a glass to a vacant space next to it that is not full, such as a1-a2",
    ]


def test_an_example_does_not_lose_the_game() -> None:
    """§4: a glass on a full space loses; a ring at the rim fills it."""
    game = configure(Tamsk, {"level": 1})
    state = play(game, game.start(2), "R:a1-a2", "B:d1-c1", "R:a2-a1", "B:c1-d1")
    assert "such as a1-b1" in prompt(game, state, "typed")


def test_the_question_leaves_room_for_whose_turn_it_is() -> None:
    """A terminal of 80 columns has two rows for it; before it stands whose turn it is."""
    game = Tamsk()
    for hand in HANDS:
        assert len(prompt(game, game.start(2), hand)) <= 140
