"""DVONN as it is told to somebody who plays it: he is *You*, and others have names."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_dvonn.game import Dvonn
from tests.told_by_hand import faults

WRONG = ("a1", "c3-d4", "-")


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("options", [{}, {"setup": "random"}])
def test_players_are_you_and_a_name_in_all_that_is_told(options: dict[str, Any], seed: int) -> None:
    assert not faults(Dvonn(**options), seed, WRONG)
