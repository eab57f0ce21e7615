"""The two tiers of the tests: ``make test`` leaves out what is marked ``slow``, ``make test-slow``
runs nothing else."""

from __future__ import annotations

from typing import Any

import pytest


def slow(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make test-slow`` runs."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
