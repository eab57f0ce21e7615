"""The published numbers of legal turns of YINSH, counted by both engines."""

from __future__ import annotations

import pytest

from gipf_meta_yinsh import Yinsh
from tests.perft import Case, check, check_other, tiered
from tests.yinsh.naive import Naive


@pytest.mark.parametrize("case", tiered(Yinsh, 3_000, 60_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Yinsh, case)


@pytest.mark.parametrize("case", tiered(Yinsh, 40, 1_500, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position = case.benchmark.position
    naive = Naive(**case.benchmark.options)
    check_other(case, naive.turns, naive.start() if position is None else naive.read(position))
