"""The numbers of legal turns that both engines agree on."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta_zertz import Zertz
from tests.perft import Count, check, counts


@pytest.mark.parametrize(
    "told", [*counts(Path(__file__).with_name("zertz.perft"))], ids=lambda told: f"line {told.line}"
)
def test_perft(told: Count) -> None:
    check(Zertz, told)
