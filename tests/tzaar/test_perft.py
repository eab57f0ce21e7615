"""The numbers of legal turns of docs/reference/tzaar.md §11 (scenario 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta_tzaar.game import Tzaar
from tests.perft import Count, check, tiered

CASES = tiered(Path(__file__).with_name("tzaar.perft"), 3_000, 100_000)


@pytest.mark.parametrize("told", CASES, ids=lambda told: f"line {told.line}")
def test_perft(told: Count) -> None:
    check(Tzaar, told)
