"""LYNGK as it is told to somebody who plays it: he is *You*, and others have names."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_lyngk.game import Lyngk
from tests.told_by_hand import faults

WRONG = ("R,c3-c4", "a1-b2", "-")


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("options", [{}, {"variant": "stack6"}, {"obstacles": "taken"}])
def test_players_are_you_and_a_name_in_all_that_is_told(options: dict[str, Any], seed: int) -> None:
    assert not faults(Lyngk(**options), seed, WRONG)
