"""Dates of matches: people read them in their own time, programs with the distance from UTC."""

from __future__ import annotations

import json
import time  # noqa: TID251  # the time zone of this process
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.base import clock
from gipf_meta.base.clock import local_date, with_offset
from gipf_meta.base.dates import read_zone
from gipf_meta.cli import run
from gipf_meta.library.store import Library

Zone = Callable[[str], None]


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[Zone]:
    """Lets this machine stand elsewhere."""

    def move(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


def test_a_date_is_read_in_the_time_of_who_reads_it(zone: Zone) -> None:
    zone("CET-1CEST,M3.5.0,M10.5.0/3")
    assert local_date("2026-01-31 23:30:00+00:00") == "2026-02-01 00:30:00"
    assert local_date("2026-07-01 12:00:00+00:00") == "2026-07-01 14:00:00"
    zone("PST8")
    assert local_date("2026-01-31 23:30:00+01:00") == "2026-01-31 14:30:00"


def test_dates_of_older_libraries_are_local_time(zone: Zone) -> None:
    zone("CET-1CEST,M3.5.0,M10.5.0/3")
    assert local_date("2026-01-31 23:30:00") == "2026-01-31 23:30:00"
    assert with_offset("2026-01-31 23:30:00") == "2026-01-31 23:30:00+01:00"
    assert with_offset("2026-07-01 23:30:00") == "2026-07-01 23:30:00+02:00"


@pytest.mark.parametrize("damaged", ["", "soon", "b'x'", "0001-01-01 00:00:00", "2026-13-01"])
def test_a_text_that_is_no_date_stays_as_it_is(zone: Zone, damaged: str) -> None:
    zone("CET-1")
    assert local_date(damaged) in (damaged, "0001-01-01 00:00:00")
    assert with_offset(damaged).startswith(damaged)


def test_lists_are_in_local_time_and_programs_are_told_the_offset(
    zone: Zone,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "match.json"
    gm.new_match("zertz", seed=1, names=["Ann", "Bob"]).save(path)
    zone("CET-1")
    monkeypatch.setattr(clock, "date", lambda: "2026-01-31 23:30:00+01:00")
    assert run(["library", "import", str(path)]) == 0
    capsys.readouterr()
    zone("JST-9")
    assert run(["library", "list"]) == 0
    assert "2026-02-01 07:30:00  zertz" in capsys.readouterr().out
    assert run(["library", "list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["changed"] == "2026-01-31 23:30:00+01:00"
    with Library() as library:
        assert library.entries()[0].begun == "2026-01-31 23:30:00+01:00"


def test_this_moment_has_its_offset(zone: Zone) -> None:
    zone("XXX-5:45")
    assert clock.date().endswith("+05:45")
    assert with_offset(clock.date()).endswith("+05:45")


def test_the_zone_of_this_machine_is_one_that_a_host_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", ":America/New_York")
    assert clock.zone_here() == "America/New_York"
    monkeypatch.delenv("TZ")
    monkeypatch.setattr("os.path.realpath", lambda path: "/usr/share/zoneinfo/Europe/Prague")
    assert clock.zone_here() == "Europe/Prague"
    monkeypatch.setattr("os.path.realpath", lambda path: "/etc/localtime")
    assert read_zone(clock.zone_here())
