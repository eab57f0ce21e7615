"""Simulated power cuts: no decision that was shown is lost.

``python -m tests.power_cut`` simulates hundreds.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.power_cut import Operation, cut_power, disk_after
from tests.tiers import slow


@pytest.mark.parametrize("cuts", [15, *slow(200)])
def test_a_power_cut_loses_no_decision_that_was_shown(cuts: int) -> None:
    assert cut_power(cuts, seed=cuts) == []


def test_the_simulation_sees_what_a_library_loses_that_does_not_sync() -> None:
    assert cut_power(15, seed=1, synchronous="NORMAL") != []


def test_what_was_synced_survives_every_power_cut() -> None:
    operations = [
        Operation("write", "f", 0, b"a" * 1024),
        Operation("sync", "f"),
        Operation("write", "f", 512, b"b" * 512),
    ]
    disks = [disk_after(operations, Random(seed))["f"] for seed in range(50)]
    assert {disk[:512] for disk in disks} == {b"a" * 512}
    assert {disk[512:] for disk in disks} == {b"a" * 512, b"b" * 512}
