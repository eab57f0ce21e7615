"""The published numbers of legal turns of GIPF, counted by both engines."""

from __future__ import annotations

import pytest

from gipf_meta_gipf import Gipf
from tests.gipf.naive import Naive
from tests.perft import Case, check, check_other, tiered


@pytest.mark.parametrize("case", tiered(Gipf, 1_500, 3_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Gipf, case)


@pytest.mark.parametrize("case", tiered(Gipf, 26, 700, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position = case.benchmark.position
    naive = Naive(**case.benchmark.options)
    check_other(case, naive.turns, naive.start() if position is None else naive.read(position))
