"""The published numbers of legal turns of DVONN, counted by both engines."""

from __future__ import annotations

import pytest

from gipf_meta_dvonn import Dvonn
from tests.dvonn import naive
from tests.perft import Case, check, check_other, tiered


@pytest.mark.parametrize("case", tiered(Dvonn, 5_000, 120_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Dvonn, case)


@pytest.mark.parametrize("case", tiered(Dvonn, 100, 3_000, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position = case.benchmark.position
    state = naive.start() if position is None else naive.read(position)
    check_other(case, naive.turns, state)
