"""The published numbers of legal turns of LYNGK, counted by both engines."""

from __future__ import annotations

import pytest

from gipf_meta_lyngk import Lyngk
from tests.lyngk.naive import Naive
from tests.perft import Case, check, check_other, tiered


@pytest.mark.parametrize("case", tiered(Lyngk, 300, 8_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Lyngk, case)


@pytest.mark.parametrize("case", tiered(Lyngk, 60, 1_000, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position = case.benchmark.position
    naive = Naive(**case.benchmark.options)
    assert position is not None
    check_other(case, naive.turns, naive.read(position))
