"""The tiers of the tests: ``make test`` leaves out what is marked ``slow``, ``make test-slow``
runs nothing else, and what is marked ``soak`` is run by ``make soak`` alone, before a release."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def slow(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make test-slow`` runs."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def soak(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make soak`` runs: they prove more of the same."""
    return [pytest.param(value, marks=pytest.mark.soak) for value in values]


def keep_apart(items: Iterable[pytest.Item]) -> None:
    """Leaves to ``make soak`` alone what is marked for it, whatever else it is marked for."""
    for item in items:
        if item.get_closest_marker("soak"):
            item.own_markers[:] = [mark for mark in item.own_markers if mark.name != "slow"]
