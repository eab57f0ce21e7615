"""The numbers of legal turns of docs/reference/lyngk.md §11 (scenario 4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gipf_meta_lyngk.game import Lyngk
from tests.perft import Count, check, counts
from tests.tiers import slow, soak

DEAR, DEAREST = 500, 60_000
"""So many turns take longer to count than a fast test may, and than a slow one."""


def cases() -> list[Any]:
    """All counts; the dear ones are slow."""
    told = [*counts(Path(__file__).with_name("lyngk.perft"))]
    return [
        *(each for each in told if each.count <= DEAR),
        *slow(*(each for each in told if DEAR < each.count <= DEAREST)),
        *soak(*(each for each in told if each.count > DEAREST)),
    ]


@pytest.mark.parametrize("told", cases(), ids=lambda told: f"line {told.line}")
def test_perft(told: Count) -> None:
    check(Lyngk, told)
