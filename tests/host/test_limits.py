"""The memory of limits: a host remembers people and addresses only while that changes an answer."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from building.sources import ROOT
from gipf_meta.base.clock import StillClock
from gipf_meta.host import limits
from gipf_meta.host.limits import NEW_MS, Allowances, Limits, Newcomers
from gipf_meta.web.link import Allowance


def test_the_new_people_of_an_address_are_those_of_the_last_day() -> None:
    clock = StillClock()
    newcomers = Newcomers(clock)
    for at_ms, person, address in ((0, "ann", "here"), (5, "bob", "here"), (9, "cyd", "there")):
        clock.ms = at_ms
        newcomers.note(person, address)
        newcomers.note(person, "elsewhere")  # who comes again is where he came first
    for at_ms, new in (
        (NEW_MS, {"ann": {"ann", "bob"}, "bob": {"ann", "bob"}, "cyd": {"cyd"}}),
        (NEW_MS + 1, {"bob": {"bob"}, "cyd": {"cyd"}}),
        (NEW_MS + 6, {"cyd": {"cyd"}}),
        (NEW_MS + 10, {}),
    ):
        clock.ms = at_ms
        told = {person: {*newcomers.beside(person)} for person in ("ann", "bob", "cyd")}
        assert {person: beside for person, beside in told.items() if beside} == new


def test_of_a_crowd_of_new_people_the_latest_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_NEW", 2)
    newcomers = Newcomers(StillClock())
    for person in ("ann", "bob", "cyd"):
        newcomers.note(person, "here")
    assert not newcomers.beside("ann")
    assert {*newcomers.beside("cyd")} == {"bob", "cyd"}


def test_only_who_has_asked_for_something_lately_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "SOME_KEYS", 2)
    clock = StillClock()
    allowances = Allowances(clock, 2, 1.0)
    assert allowances.take("ann", 2)
    assert allowances.take("bob", 1)
    clock.ms = 1000
    assert allowances.has_left("cyd")
    assert [*allowances._known] == ["ann", "cyd"]
    assert not allowances.take("ann", 2), "she has one again"


def test_who_has_all_again_is_not_remembered_however_few_there_are() -> None:
    """The memory grows with the people of the present, not with all who ever came."""
    clock = StillClock()
    allowances = Allowances(clock, 2, 1.0)
    for n in range(20 * limits.SOME_KEYS):
        allowances.take(f"person {n}")
        clock.ms += 1_000
    assert len(allowances) <= limits.SOME_KEYS


def test_a_crowd_that_has_used_something_up_is_remembered_at_a_cost_that_does_not_grow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new key does not cause a scan of all keys."""
    looked = 0

    class Counted(Allowance):
        @property
        def is_full(self) -> bool:
            nonlocal looked
            looked += 1
            return super().is_full

    monkeypatch.setattr(limits, "Allowance", Counted)
    monkeypatch.setattr(limits, "SOME_KEYS", 10)
    allowances = Allowances(StillClock(), 2, 1.0)
    for n in range(1_000):
        assert allowances.take(f"person {n}", 2)
    assert not any(allowances.has_left(f"person {n}") for n in range(1_000))
    assert looked < 2 * len(allowances)


def test_each_limit_is_told_to_whoever_runs_a_host() -> None:
    told = re.findall(r"`([a-z_]+)`", (ROOT / "docs/host.md").read_text())
    assert [each.name for each in fields(Limits) if each.name not in told] == []
