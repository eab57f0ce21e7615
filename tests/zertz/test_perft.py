"""The published numbers of legal turns of ZÈRTZ, counted by both engines."""

from __future__ import annotations

import pytest

from gipf_meta_zertz import Zertz
from tests.perft import Case, check, check_other, tiered
from tests.zertz.naive import Naive


@pytest.mark.parametrize("case", tiered(Zertz, 10_000, 200_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Zertz, case)


@pytest.mark.parametrize("case", tiered(Zertz, 100, 3_000, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position = case.benchmark.position
    naive = Naive(**case.benchmark.options)
    check_other(case, naive.turns, naive.start() if position is None else naive.read(position))
