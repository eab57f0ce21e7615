"""The published numbers of legal turns of TZAAR, counted by both engines."""

from __future__ import annotations

import pytest

from gipf_meta_tzaar import Tzaar
from tests.perft import Case, check, check_other, tiered
from tests.tzaar.naive import Naive, read


@pytest.mark.parametrize("case", tiered(Tzaar, 1_000, 40_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Tzaar, case)


@pytest.mark.parametrize("case", tiered(Tzaar, 60, 600, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position = case.benchmark.position
    naive = Naive(**case.benchmark.options)
    check_other(case, naive.turns, naive.start() if position is None else read(position))
