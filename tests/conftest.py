"""Tests speak English, whatever the developer's machine speaks and has chosen, and do the same in
every run.

The tests of a game whose plugin is not in ``plugins/`` are left out: its folder is not collected,
and a test of another folder that fails is skipped if it, its failure or its mark ``needs`` names
such a game.
"""

from __future__ import annotations

import asyncio
import codecs
import gc
import io
import os
import re
import signal
from collections.abc import Callable, Generator, Iterator
from inspect import getsource, iscoroutinefunction
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings

from building import sources
from gipf_meta.base import stops
from gipf_meta.base.texts import ENGLISH, speak
from gipf_meta.cli import run
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.table import new_table
from tests.budget import DEAREST, Dearest
from tests.few_positions import few_positions
from tests.small_games.finding import find
from tests.small_games.wager import Wager
from tests.tiers import leave_second_browser_to_soak, leave_what_is_not_sampled, make_only
from tests.web.browsers import SKIPPED, find_missing
from tests.web.second_chance import give_second_chances, tell_second_chances

HERE = Path(__file__).parent
MISSING = {folder.parent.name for folder in HERE.glob("*/test_against_naive.py")}.difference(
    sources.plugins()
)
"""The games that have tests but no plugin."""
_numbers = count()
collect_ignore = sorted(MISSING)

settings.register_profile("the same in every run", derandomize=True)
settings.load_profile("the same in every run")

# started in the background a shell ignores Ctrl-C, and so would the programs that tests interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Lets ``make test`` know which tests cost most. While thousands of tests are collected there
    is no garbage to look for, which would take a fifth of the time."""
    config.pluginmanager.register(Dearest(), DEAREST)
    make_only(config.option.markexpr)
    gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets tests in browsers run once more if the browser was late, and most of them in one; puts
    the cases of a test that prove more of the same into another tier."""
    give_second_chances(items)
    leave_second_browser_to_soak(items)
    leave_what_is_not_sampled(items)


def pytest_collection_finish() -> None:
    """Thousands of tests wait to be run, and none of them is garbage: no look at them again and
    again, which takes a third of the time of the interface's tests."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs a test that is written as ``async def`` in a loop of its own."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(pyfuncitem.obj(**given))
    return True


@pytest.fixture(autouse=True)
def english(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """No language, settings or matches from outside, and none are left there; whoever spoke another
    language is heard no more."""
    monkeypatch.setenv("LANGUAGE", ENGLISH)
    fresh = tmp_path_factory.getbasetemp() / f"home-{next(_numbers)}"
    for kind in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(fresh / kind.lower()))
    yield
    speak(ENGLISH)


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hints, analyses and ``expert`` look at few positions: their worth is tested where they are
    long."""
    monkeypatch.setattr(new_table, "ANALYSIS_NODES", 4000)
    with few_positions():
        yield


@pytest.fixture
def ctrl_c_told_apart(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in the program Ctrl-C raises a class of its own."""
    monkeypatch.setattr(stops, "_is_told_apart", True)
    before = signal.signal(signal.SIGINT, stops.raise_ctrl_c)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Skips a test that has failed for want of a game."""
    report = yield
    if report.failed and MISSING:
        code = getsource(item.function) if isinstance(item, pytest.Function) else ""
        needed = [game for mark in item.iter_markers("needs") for game in mark.args or MISSING]
        _skip_for_want_of(report, f"{item.name} {needed} {code} {report.longrepr}", item.path)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skips a module that cannot be imported for want of a game."""
    report = yield
    if report.failed and MISSING:
        _skip_for_want_of(report, str(report.longrepr), collector.path)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints once what to install if tests in browsers were skipped, and which were run again."""
    tell_second_chances(terminalreporter)
    if any(SKIPPED in str(test.longrepr) for test in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(find_missing() or SKIPPED)


def _skip_for_want_of(
    report: pytest.TestReport | pytest.CollectReport, words: str, path: Path
) -> None:
    """Makes a failed *report* one of a test that was skipped, if *words* name a missing game."""
    # "gipf" and "plays_gipf", but neither "gipf-meta" nor "gipf_meta"
    pattern = r"(?<![a-z]){}(?![a-z]|[-_]meta)"
    named = sorted(g for g in MISSING if re.search(pattern.format(g), words, re.IGNORECASE))
    if named:
        report.outcome = "skipped"
        report.longrepr = (str(path), 0, f"Skipped: it needs {', '.join(named)}")


@pytest.fixture
def begin() -> Callable[..., Match]:
    """Begins a match of Wager with the given options."""

    def begun(seed: int = 1, **options: Any) -> Match:
        return Match.begin(Wager(**options), 2, find, seed)

    return begun


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of an ordinary user, who runs the test: nothing is read-only to root."""
    with TemporaryDirectory() as name:
        root = os.geteuid() == 0
        # Python may lie where only root reads, and remembers what it could not find
        for codec in ("ascii", "utf-8-sig"):
            codecs.lookup(codec)
        installed_plugins()
        if root:
            os.chown(name, 65534, 65534)
            os.seteuid(65534)
        try:
            yield Path(name)
        finally:
            if root:
                os.seteuid(0)
            os.chmod(name, 0o700)


@pytest.fixture
def said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """A function that runs a command in a folder of its own: its exit status, output and errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def say(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return (run(arguments), *capsys.readouterr())

    return say
