"""The numbers of legal turns that the sheet names (§12)."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta_yinsh import Yinsh
from tests.perft import Count, check, counts


@pytest.mark.parametrize(
    "told", [*counts(Path(__file__).with_name("yinsh.perft"))], ids=lambda told: f"line {told.line}"
)
def test_perft(told: Count) -> None:
    check(Yinsh, told)
