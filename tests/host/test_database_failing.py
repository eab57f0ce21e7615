"""Failures of a database of all kinds: no acknowledged command is lost, everybody is told in the
end what has happened, and the host is well again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest

from tests.host.conftest import make_tables
from tests.host.evening import spend_at
from tests.host.faults import Fault, Faults
from tests.tiers import slow, soak

Fails = Callable[[int, str], bool]
AWAY_S = 10.0
"""For how many seconds a database is away."""


def each_once(nth: int) -> Fails:
    """The *nth* time that a place asks, it fails: an evening with each *nth* misses no call."""
    counts = Counter[str]()

    def fails(_number: int, place: str) -> bool:
        counts[place] += 1
        return counts[place] == nth

    return fails


def for_long(first: int) -> Fails:
    """From the call of that number on everything fails for ten seconds."""
    until_s = list[float]()

    def fails(number: int, _place: str) -> bool:
        now_s = asyncio.get_running_loop().time()
        if number >= first and not until_s:
            until_s.append(now_s + AWAY_S)
        return bool(until_s) and now_s < until_s[0]

    return fails


def spend_failing(
    url: str, monkeypatch: pytest.MonkeyPatch, how: Fault, make: Callable[[int], Fails]
) -> None:
    """An evening in which the database fails as *make* says, which hears how many calls were made
    before people came."""
    faults = Faults()
    faults.how = how

    def begin() -> None:
        faults.fails = make(len(faults.asked))

    def end() -> None:
        faults.fails = lambda _number, _place: False

    with faults.installed(monkeypatch):
        spend_at(make_tables(url), monkeypatch, begin, end)
    assert faults.failed


@pytest.mark.parametrize(
    "fault",
    [
        ("refused", 1),
        *slow(("refused", 2), ("unheard", 1), ("unheard", 2), ("lost", 1)),
        *soak(*(("refused", nth) for nth in range(3, 30))),
        *soak(*(("unheard", nth) for nth in range(3, 12))),
        *soak(*(("lost", nth) for nth in range(2, 30))),
    ],
    ids=lambda fault: f"{fault[0]} {fault[1]}" if isinstance(fault, tuple) else None,
)
def test_what_fails_once_is_done_again_and_told(
    fault: tuple[Fault, int], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    how, nth = fault
    spend_failing(url, monkeypatch, how, lambda _before: each_once(nth))


@pytest.mark.parametrize("first", [250, *slow(100), *soak(*range(3, 340, 5))])
def test_a_database_that_is_away_for_ten_seconds_is_waited_for(
    first: int, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spend_failing(url, monkeypatch, "lost", lambda before: for_long(before + first))
