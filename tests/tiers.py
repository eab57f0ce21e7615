"""The tiers of the tests: ``make test`` leaves out what is marked ``slow``, ``make test-slow`` runs
nothing else but what is left to ``make soak``: it is marked ``soak``, too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SECOND_BROWSER = "firefox"


def slow(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make test-slow`` runs."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def soak(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make soak`` runs."""
    return [pytest.param(value, marks=[pytest.mark.slow, pytest.mark.soak]) for value in values]


def leave_second_browser_to_soak(items: Iterable[pytest.Item]) -> None:
    """Of *items* those in the second browser, except where it differs from the first."""
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if SECOND_BROWSER in parameters and not item.get_closest_marker("both_browsers"):
            item.add_marker(pytest.mark.soak)
