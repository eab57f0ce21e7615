"""TZAAR as it is told to somebody who plays it: he is *You*, and others have names."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_tzaar.game import Tzaar
from tests.told_by_hand import faults

WRONG = ("Ta1", "c3xc4", "c5-c6", "-")


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("options", [{}, {"setup": "place"}])
def test_players_are_you_and_a_name_in_all_that_is_told(options: dict[str, Any], seed: int) -> None:
    assert not faults(Tzaar(**options), seed, WRONG)
