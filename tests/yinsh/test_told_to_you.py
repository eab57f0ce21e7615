"""YINSH as it is told to somebody who plays it: he is *You*, and others have names."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.base.addressee import Addressee, seated, told_to
from gipf_meta_yinsh.game import Yinsh
from tests.told_by_hand import NAMES, faults
from tests.whole_turns import play

from .boards import place

WRONG = ("a2", "xa2-a6", "f5-e5", "-")


@pytest.mark.parametrize("seed", [0, 4, 8])
@pytest.mark.parametrize("options", [{}, {"variant": "blitz"}])
def test_players_are_you_and_a_name_in_all_that_is_told(options: dict[str, Any], seed: int) -> None:
    assert not faults(Yinsh(**options), seed, WRONG)


@pytest.mark.parametrize(
    ("you", "told"),
    [
        (None, "Anna wins: none of Mia's rings can move."),
        (0, "You win: none of Mia's rings can move."),
        (1, "Anna wins: none of your rings can move."),
    ],
)
def test_the_end_for_want_of_a_move_is_told_to_both(you: int | None, told: str) -> None:
    game = Yinsh(no_move="lose")
    before = place(game.rules, "b2 a4 b4 c3 d4", "a2 a3 b3", removed=(0, 2))
    state = play(game, before, "d4-c4")
    with told_to(Addressee(NAMES, you=you)), seated((0, 1), lambda: game.seat_names):
        assert game.view(state, you).prompt == told
