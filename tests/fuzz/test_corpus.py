"""Inputs that failed once are taken or refused in one sentence, within their limits.

``make fuzz`` writes what fails into ``tests/corpus``; it stays there when it is mended.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gipf_meta.base.clock import RealClock, cpu_ms
from gipf_meta.base.errors import GipfMetaError
from tests.fuzz import worker
from tests.fuzz.targets import TARGETS, Broken, Target
from tests.fuzz.worker import CORPUS, Report, attack, failure_of
from tests.tiers import slow

INPUTS = sorted(CORPUS.glob("*/*"))
DEAR = sorted(CORPUS.glob("nesting/*"))
"""Texts of many levels, read at each depth."""
Feed = Callable[[bytes], None]


@pytest.mark.needs("zertz", "tamsk", "zatre", "gipf")
@pytest.mark.parametrize(
    "path",
    [*(path for path in INPUTS if path not in DEAR), *slow(*DEAR)],
    ids=lambda path: f"{path.parent.name}-{path.name}",
)
def test_what_failed_once_is_taken_or_refused_in_a_sentence(path: Path) -> None:
    assert failure_of(path.parent.name, path.read_bytes()) is None


@pytest.mark.needs("zertz", "tamsk", "zatre", "gipf")
@pytest.mark.parametrize("target", [name for name in TARGETS if name != "libraries"])
def test_the_same_seed_makes_the_same_inputs(target: str) -> None:
    one, two = ([TARGETS[target].make(rng) for _ in range(8)] for rng in (Random(7), Random(7)))
    assert one == two
    assert len(set(one)) > 3


def raise_lookup_error(content: bytes) -> None:
    raise LookupError("nothing there")


def say_two_lines(content: bytes) -> None:
    raise GipfMetaError("one\ntwo")


def find_a_fault(content: bytes) -> None:
    raise Broken("a match is lost")


def work_too_long(content: bytes) -> None:
    begun = cpu_ms()
    while cpu_ms() < begun + 60:
        pass


def refuse(content: bytes) -> None:
    raise GipfMetaError("It is no record.")


def hang(content: bytes) -> None:
    while True:
        pass


def exit_at_once(content: bytes) -> None:
    os._exit(9)


@pytest.mark.parametrize(
    ("feed", "why"),
    [
        (raise_lookup_error, "LookupError in test_corpus.py"),
        (say_two_lines, "GipfMetaError says 'one"),
        (find_a_fault, "a match is lost"),
        (work_too_long, "50 are allowed"),
        (refuse, "None"),
    ],
)
def test_each_kind_of_failure_is_seen(
    monkeypatch: pytest.MonkeyPatch, feed: Feed, why: str
) -> None:
    monkeypatch.setitem(TARGETS, "frames", Target(lambda _: b"x", feed, 50))
    assert why in str(failure_of("frames", b"x"))


@pytest.mark.parametrize(
    ("feed", "why"), [(hang, "by the wall clock"), (exit_at_once, "ended with status 9")]
)
def test_an_input_that_ends_or_stops_its_process_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, feed: Feed, why: str
) -> None:
    monkeypatch.setitem(TARGETS, "frames", Target(lambda _: b"fatal", feed, 50))
    monkeypatch.setattr(worker, "CORPUS", tmp_path)
    report = Report("frames")
    attack("frames", 1, RealClock().now_ms() + 20_000, report, 1)
    (said,) = report.failures
    assert why in said
    assert [path.read_bytes() for path in tmp_path.glob("frames/*")] == [b"fatal"]
