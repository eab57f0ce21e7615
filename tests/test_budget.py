"""The cost of a run is added up over all its processes, and held against its budget."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from building.compiled import BUILD_TOOK, LOG
from building.sources import ROOT
from tests import budget
from tests.budget import BUILD, ROUNDS, Costs, Dearest, report, run

WORKS_S = 0.1
WORK = f"import time\nwhile time.process_time() < {WORKS_S}: pass"


def python(code: str) -> str:
    """A command that runs *code*."""
    return shlex.join([sys.executable, "-S", "-c", code])


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Begins in a folder where mypy was never run, and looks at the loop for a moment only."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(budget, "LOOK_MS", 1)


def test_what_the_processes_of_a_command_work_is_counted() -> None:
    status, costs = run([f"{python(WORK)}; {python(WORK)}", "true"])
    assert status == 0
    working, idle = costs.commands.values()
    assert working >= 2 * WORKS_S
    assert costs.counted_s == working + idle
    assert len(costs.rates) == 3


def test_what_fills_the_cache_of_mypy_is_said_and_not_counted() -> None:
    _status, costs = run(["mkdir .mypy_cache", "true"])
    assert costs.beside == {"mkdir .mypy_cache": costs.commands["mkdir .mypy_cache"]}
    assert costs.counted_s == pytest.approx(costs.commands["true"])
    assert "s filled mypy's cache and are not counted" in report("make test", 480, costs)
    assert not run(["mkdir -p .mypy_cache"])[1].beside


def test_the_first_command_that_fails_ends_the_run_and_is_its_status() -> None:
    status, costs = run(["true", "exit 3", "touch never"])
    assert status == 3
    assert list(costs.commands) == ["true", "exit 3"]
    assert not Path("never").exists()
    assert budget.main(["make test", "480", "exit 3"]) == 3


def test_a_budget_is_compared_in_rounds_of_the_loop() -> None:
    costs = Costs({"pytest": 100.0}, {}, {}, (ROUNDS / 4, ROUNDS * 3 / 4))
    assert costs.share_of(50) == 1
    assert costs._replace(rates=(ROUNDS * 2.0,)).share_of(50) == 4


@pytest.mark.parametrize(("share", "status"), [(1.4, 0), (1.6, 1)])
def test_what_exceeds_its_budget_by_half_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], share: float, status: int
) -> None:
    costs = Costs({"pytest": share * 480}, {}, {"dear": 9.0, "cheap": 1.0}, (ROUNDS,))
    monkeypatch.setattr(budget, "run", lambda *_asked: (0, costs))
    assert budget.main(["make test", "480", "pytest"]) == status
    said = capsys.readouterr().out
    assert said.index("dear") < said.index("cheap")
    assert f"make test took {share * 480:.0f} s of processor time, {share:.0%}" in said
    assert ("more than 1.5 times" in said) == bool(status)


def test_each_test_is_told_with_what_its_fixtures_and_processes_cost(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = tmp_path / "costs.json"
    monkeypatch.setenv(budget.TO, str(told))
    monkeypatch.setattr(budget, "EVERY_S", WORKS_S)
    (tmp_path / "test_it.py").write_text(
        "import pytest, subprocess\n"
        f"def work(): subprocess.run({python(WORK)!r}, shell=True)\n"
        "@pytest.fixture\n"
        "def worked(): work(); yield; work()\n"
        "def test_dear(worked): work()\n"
        "def test_cheap(): pass\n"
    )
    options = ["-qq", "-p", "no:cacheprovider", "-p", "no:unraisableexception"]  # looks for garbage
    options += ["-c", "/dev/null", "--rootdir", str(tmp_path)]
    assert pytest.main([*options, "test_it.py"], [Dearest()]) == 0
    costs = json.loads(told.read_text())
    assert costs["tests"]["test_it.py::test_dear"] >= 3 * WORKS_S
    assert costs["tests"]["test_it.py::test_cheap"] < WORKS_S
    assert costs["rates"]


def test_what_many_tests_have_used_is_not_charged_to_the_last_of_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = tmp_path / "costs.json"
    monkeypatch.setenv(budget.TO, str(told))
    (tmp_path / "conftest.py").write_text(
        "import pytest, subprocess\n"
        "@pytest.fixture(scope='session')\n"
        "def common(request):\n"
        "    yield\n"
        f"    with request.config.pluginmanager.get_plugin({budget.DEAREST!r}).apart('common'):\n"
        f"        subprocess.run({python(WORK)!r}, shell=True)\n"
    )
    (tmp_path / "test_that.py").write_text("def test_last(common): pass\n")
    options = ["-qq", "-p", "no:cacheprovider", "-p", "no:unraisableexception"]
    options += ["-c", "/dev/null", "--rootdir", str(tmp_path)]

    class Named:
        def pytest_configure(self, config: pytest.Config) -> None:
            config.pluginmanager.register(Dearest(), budget.DEAREST)

    assert pytest.main([*options, "test_that.py"], [Named()]) == 0
    costs = json.loads(told.read_text())["tests"]
    assert costs["common"] >= WORKS_S
    assert costs["test_that.py::test_last"] < WORKS_S


def test_the_dearest_files_are_told_beside_the_dearest_tests() -> None:
    tests = {"one.py::test_a": 2.0, "one.py::test_b": 2.0, "other.py::test_c": 3.0}
    _tests, files = report("it", 480, Costs({}, {}, tests, (ROUNDS,))).split("The files that")
    assert files.index("4.00 s  one.py\n") < files.index("3.00 s  other.py\n")


def test_what_was_run_before_counts_and_the_build_that_it_has_begun() -> None:
    status, costs = run(["true"], "make play", after_s=61)
    assert status == 0
    assert list(costs.commands) == ["make play", "true"]
    assert costs.commands["make play"] > WORKS_S, "this process has worked"
    assert "make play, in 61 s" in report(".ci/run", 2400, costs)
    log = Path(LOG)
    log.parent.mkdir()
    log.write_text(f"words of pip\n{BUILD_TOOK.format(150.5)}\n")
    assert run(["true"], "make play", after_s=61)[1].commands[BUILD] == 150.5
    assert BUILD not in run(["true"])[1].commands
    os.utime(log, (0, 0))
    assert BUILD not in run(["true"], "make play", after_s=61)[1].commands, "it is an older one"


@pytest.mark.slow
def test_a_run_inside_another_hands_on_its_tests_and_what_is_not_counted() -> None:
    """Only what fills mypy's cache is not counted: no tests that run after it, or do it."""
    told = json.dumps({"tests": {"dear": 9.0}, "rates": [ROUNDS], "beside_s": 0})
    inner = f"{python(WORK)}; printf %s {shlex.quote(told)} > ${budget.TO}"
    commands = shlex.join([f"{python(WORK)}; mkdir .mypy_cache", inner])
    outer = f"PYTHONPATH={ROOT} {sys.executable} -m tests.budget inner 9 {commands}"
    status, costs = run([outer])
    assert status == 0
    assert costs.tests == {"dear": 9.0}
    assert len(costs.rates) > 5
    assert WORKS_S <= costs.beside[outer] <= costs.commands[outer] - WORKS_S


@pytest.mark.slow
@pytest.mark.parametrize("fails", ["", "test"])
def test_ci_ends_by_telling_what_each_step_and_all_of_it_took(tmp_path: Path, fails: str) -> None:
    """With a ``make`` that does nothing, or fails where it is told to."""
    for folder in (".ci", "bin", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    make = tmp_path / "bin" / "make"
    make.write_text(f'#!/bin/sh\n[ "$1" != "{fails}" ]\n')
    make.chmod(0o755)
    path = os.pathsep.join([str(make.parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", tmp_path / ".ci" / "run"],
        env={**os.environ, "PATH": path, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (1 if fails else 0), done.stderr
    steps = ["play", "browsers", "test", *([] if fails else ["test-slow", "site"])]
    *lines, whole = done.stdout.splitlines()
    told = [re.fullmatch(r" *[\d.]+ s  make (.+), in \d+ s", line) for line in lines]
    assert [line and line[1] for line in told] == steps
    assert whole.startswith(".ci/run took ")
    assert "thousand rounds of the loop" in whole
    assert "the budget is 9,600 thousand" in whole
