"""The numbers of legal turns of docs/reference/lyngk.md §11 (scenario 4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta_lyngk.game import Lyngk
from tests.perft import Count, check, tiered

CASES = tiered(Path(__file__).with_name("lyngk.perft"), 500, 60_000)


@pytest.mark.parametrize("told", CASES, ids=lambda told: f"line {told.line}")
def test_perft(told: Count) -> None:
    check(Lyngk, told)
