"""The numbers of legal turns, with and without rings: worked out from the rules.

From the start each of the nine moves can be made in two ways, and three moves deep no space is both
full and vacant, so the scenarios 3 and 26 of docs/reference/tamsk.md §11 give the counts.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta_tamsk import Tamsk
from tests.perft import Count, check, counts


@pytest.mark.parametrize(
    "told", [*counts(Path(__file__).with_name("tamsk.perft"))], ids=lambda told: f"line {told.line}"
)
def test_perft(told: Count) -> None:
    check(Tamsk, told)
