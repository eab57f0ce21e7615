"""The tiers of the tests: ``make test`` leaves out what is marked ``slow``, ``make test-slow``
runs nothing else, and what is marked ``soak`` is run by ``make soak`` alone, before a release."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

SECOND_BROWSER = "firefox"
_left_out = set[str]()
"""The tiers of which this run makes no cases."""


def make_only(expression: str) -> None:
    """Makes no cases of the tier ``soak`` where the *expression* of ``-m`` takes none: there are
    four times as many as of both others, and to collect them takes as long as to run hundreds."""
    if "not soak" in expression:
        _left_out.add("soak")


def slow(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make test-slow`` runs."""
    return [_marked(value, pytest.mark.slow) for value in values]


def spread(values: Iterable[Any], fast: int) -> list[Any]:
    """Parameters of a test of which so many are *fast*, from the first to the last in equal steps;
    only ``make test-slow`` runs the others, which go through the same function."""
    return _mark_others(values, fast, pytest.mark.slow)


def thinned(values: Iterable[Any], kept: int) -> list[Any]:
    """Parameters of a test of which so many are *kept*, from the first to the last in equal steps;
    only ``make soak`` runs the others, which go through the same function."""
    return _mark_others(values, kept, pytest.mark.soak)


def _mark_others(values: Iterable[Any], count: int, mark: pytest.MarkDecorator) -> list[Any]:
    """All *values*, with the *mark* all but so many."""
    each = list(values)
    kept = _in_equal_steps(len(each), count)
    return [
        value if n in kept else _marked(value, mark)
        for n, value in enumerate(each)
        if n in kept or mark.name not in _left_out
    ]


def _in_equal_steps(length: int, count: int) -> set[int]:
    """The indices of *count* items of a list of that *length*, evenly from first to last."""
    return {round(n * (length - 1) / max(count - 1, 1)) for n in range(count)}


def soak(*values: Any) -> list[Any]:
    """Parameters of a test that only ``make soak`` runs: they prove more of the same."""
    return [] if "soak" in _left_out else [_marked(value, pytest.mark.soak) for value in values]


def _marked(value: Any, mark: pytest.MarkDecorator) -> Any:
    """A parameter with one *mark* more; it may be one of ``pytest.param`` already."""
    if not isinstance(value, ParameterSet):
        return pytest.param(value, marks=mark)
    return pytest.param(*value.values, marks=[*value.marks, mark], id=value.id)


def leave_what_is_not_sampled(items: Iterable[pytest.Item]) -> None:
    """Of the fast cases of each test with the mark ``sample(count)`` so many stay, from the first
    to the last in equal steps; the others get the mark *tier*, ``soak`` unless it says otherwise.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        is_fast = not (item.get_closest_marker("slow") or item.get_closest_marker("soak"))
        if is_fast and item.get_closest_marker("sample"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for each in cases.values():
        mark = each[0].get_closest_marker("sample")
        assert mark is not None
        count, tier = (*mark.args, "soak")[:2]
        kept = _in_equal_steps(len(each), count)
        for n, item in enumerate(each):
            if n not in kept:
                item.add_marker(tier)


def leave_second_browser_to_soak(items: Iterable[pytest.Item]) -> None:
    """Leaves tests in the second browser to ``make soak``, except where it differs."""
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if SECOND_BROWSER in parameters and not item.get_closest_marker("both_browsers"):
            item.add_marker(pytest.mark.soak)
