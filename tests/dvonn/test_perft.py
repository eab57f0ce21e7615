"""The numbers of legal turns of docs/reference/dvonn.md §11 (scenario 4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta_dvonn import Dvonn
from tests.perft import Count, check, counts


@pytest.mark.parametrize(
    "told", [*counts(Path(__file__).with_name("dvonn.perft"))], ids=lambda told: f"line {told.line}"
)
def test_perft(told: Count) -> None:
    check(Dvonn, told)
