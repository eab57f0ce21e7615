"""The sentences of ZÈRTZ to who plays it: he is *you*, and asked by what his hand can do."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.protocol.options import configure
from gipf_meta_zertz.game import Zertz
from tests.addressed import faults, prompt
from tests.whole_turns import play

GAME = Zertz()


@pytest.mark.parametrize(
    "options",
    [{}, {"isolation_claim": "optional"}, {"capture_enforcement": "on_demand"}],
    ids=" ".join,
)
def test_who_plays_is_you_in_every_sentence(options: dict[str, Any]) -> None:
    assert faults(configure(Zertz, options)) == []


def test_who_places_a_marble_is_asked_by_his_hand() -> None:
    assert [prompt(GAME, GAME.start(2), hand) for hand in ("", "mouse", "keys", "typed")] == [
        "Place a marble from the pool on a vacant ring.",
        "Take a marble from the pool, then choose a vacant ring.",
        "Choose a marble from the pool, then a vacant ring.",
        "Place a marble from the pool on a vacant ring, such as Wa1.",
    ]


def test_who_must_capture_is_asked_by_his_hand() -> None:
    state = play(GAME, GAME.start(2), "Wd4,a1", "Bd5,g4")
    why = "You must capture: a jump is possible."
    assert [prompt(GAME, state, hand) for hand in ("", "mouse", "typed")] == [
        why,
        f"{why} Choose a marble circled in green, then where it lands.",
        f"{why} Type a jump, such as x d4Bd6.",
    ]


def test_the_other_player_has_his_name_where_he_may_demand_a_capture() -> None:
    game = configure(Zertz, {"capture_enforcement": "on_demand"})
    state = play(game, game.start(2), "Wd4,a1", "Bd5,g4")
    assert prompt(game, state, "mouse").startswith("Capture, or Mia may demand it; or take a")
