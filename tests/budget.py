"""Runs commands and says what they cost: processor time, that of all their processes together.

``python -m tests.budget "make test" 480 "make check" "pytest …"`` is what ``make test`` does. The
budget is in seconds of a machine whose reference loop (``gipf-meta bench``) makes ``ROUNDS`` rounds
a second. Machines differ by nearly two, so it is compared in rounds of that loop, which is timed
before and after each command and, in between, by every worker of pytest. All of it is processor
time: on a busy machine a run takes longer, and costs the same.

The status is that of the first command that fails, which ends the run. If none fails, it is 1 when
the budget is exceeded by half. A command that runs no tests and fills mypy's cache, a minute in a
fresh clone, is not counted, but said.

``.ci/run`` ends as such a run: it becomes this process after ``make play``, without which there is
no Python to measure by, and hands over how long that took (``--after "make play" 61``). What that
has cost stands in the resources of the process. The build that it begins outlives it, and tells
what it has cost in its log. A run inside another, as ``make test`` is there, hands its tests on.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import fmean
from tempfile import TemporaryDirectory
from timeit import default_timer
from typing import Final, NamedTuple

import pytest

from building.compiled import BUILD_TOOK, LOG, children_s
from gipf_meta.search.bench import reference

ROUNDS: Final = 4000
"""Rounds of the reference loop in a second, on the machine for which budgets are given."""
RED: Final = 1.5
"""The factor by which a run exceeds its budget and fails."""
LISTED: Final = 10
"""The number of the dearest tests, and of the dearest files, that are listed."""
LOOK_MS: Final = 50
"""The time for which the loop is timed each time."""
EVERY_S: Final = 10.0
"""The processor time after which a worker of pytest times the loop again."""
CACHE: Final = Path(".mypy_cache")
BUILD: Final = "the build that it has begun"
DEAREST: Final = "dearest"
"""The name by which pytest knows the plugin ``Dearest``."""
TO: Final = "GIPF_META_TESTS_COST"
"""Names the file that pytest writes the costs of its tests to."""


class Costs(NamedTuple):
    """The costs of a run so far.

    *commands* has seconds of processor time of each command, *beside* those of them that are not
    counted. *tests* has seconds of each test, *rates* the reference loop's rounds in a second, as
    they were measured. *took* has the seconds that passed during each command.
    """

    commands: dict[str, float]
    beside: dict[str, float]
    tests: dict[str, float]
    rates: tuple[float, ...]
    took: dict[str, float] = {}

    @property
    def counted_s(self) -> float:
        """Seconds of processor time that the budget is for."""
        return sum(self.commands.values()) - sum(self.beside.values())

    def share_of(self, budget_s: float) -> float:
        """The share of a budget that is spent, compared in rounds of the reference loop."""
        return self.counted_s * fmean(self.rates) / (budget_s * ROUNDS)


def processor_s() -> float:
    """Seconds of processor time of this process and of its children that have ended."""
    own = getrusage(RUSAGE_SELF)
    return own.ru_utime + own.ru_stime + children_s()


# ---- in pytest -----------------------------------------------------------------------------------


class Dearest:
    """A plugin of pytest, which adds up what each test costs, in all workers.

    A worker tells it with the reports of a test. Everything since its last report belongs to a
    test: what its fixtures do and the processes that it waited for, too. What many tests have used
    and the last one ends is told ``apart``, by its own name.
    """

    def __init__(self) -> None:
        self.tests: defaultdict[str, float] = defaultdict(float)
        self.rates: list[float] = []
        self._apart: dict[str, float] = {}
        self._told_s = self._looked_s = processor_s()

    @contextmanager
    def apart(self, name: str) -> Iterator[None]:
        """Counts as *name*, and not to a test, what is done meanwhile and what ends meanwhile."""
        before_s = processor_s()
        yield
        self._apart[name] = spent_s = processor_s() - before_s
        self._told_s += spent_s

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        now = processor_s()
        vars(report)["cost_s"] = now - self._told_s
        vars(report)["apart"], self._apart = self._apart, {}
        if now - self._looked_s > EVERY_S:
            vars(report)["loop_rate"] = reference(LOOK_MS)
            now = self._looked_s = processor_s()
        self._told_s = now
        return report

    def pytest_collection_finish(self) -> None:
        self._told_s = self._looked_s = processor_s()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = vars(report)
        self.tests[report.nodeid] += told.get("cost_s", 0.0)
        for name, seconds in told.get("apart", {}).items():
            self.tests[name] += seconds
        self.rates += [told["loop_rate"]] if "loop_rate" in told else []

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if not hasattr(session.config, "workerinput"):
            hand_on(self.tests, self.rates, 0)


def hand_on(tests: Mapping[str, float], rates: Sequence[float], beside_s: float) -> None:
    """Writes what each of the *tests* has cost, and how many seconds are not counted, where the run
    around this one looks for it."""
    if to := os.environ.get(TO):
        told = {"tests": {**tests}, "rates": [*rates], "beside_s": beside_s}
        Path(to).write_text(json.dumps(told), encoding="utf-8")


# ---- around commands -----------------------------------------------------------------------------


def build_s(since_s: float) -> float:
    """Seconds of processor time of the build whose log was written since *since_s*; 0 if none was.

    *since_s* is in seconds since 1970.
    """
    log = Path(LOG)
    if not log.exists() or log.stat().st_mtime < since_s:
        return 0.0
    found = re.search(BUILD_TOOK.format(r"([\d.]+)"), log.read_text(encoding="utf-8"))
    return float(found[1]) if found else 0.0


def run(
    commands: Sequence[str], after: str | None = None, after_s: float = 0.0
) -> tuple[int, Costs]:
    """Runs *commands* in a shell, one after the other, until one fails; its status, or 0.

    *after* is what this process has run before, in *after_s* seconds.
    """
    spent: dict[str, float] = {after: processor_s()} if after else {}
    took: dict[str, float] = {after: after_s} if after else {}
    beside: dict[str, float] = {}
    tests: dict[str, float] = {}
    rates = [reference(LOOK_MS)]
    status = 0
    with TemporaryDirectory() as folder:
        began_s = Path(folder).stat().st_mtime - after_s
        to = Path(folder) / "costs.json"
        for command in commands:
            began, clock_s, had_cache = processor_s(), default_timer(), CACHE.exists()
            status = subprocess.run(command, shell=True, env={**os.environ, TO: str(to)}).returncode
            spent[command], took[command] = processor_s() - began, default_timer() - clock_s
            not_counted_s = spent[command] if CACHE.exists() and not had_cache else 0.0
            rates.append(reference(LOOK_MS))
            if to.exists():
                told = json.loads(to.read_text(encoding="utf-8"))
                tests |= told["tests"]
                rates += told["rates"]
                not_counted_s = told["beside_s"]
                to.unlink()
            if not_counted_s:
                beside[command] = not_counted_s
            if status:
                break
    if after and (seconds := build_s(began_s)):
        spent[BUILD] = seconds
    return status, Costs(spent, beside, tests, tuple(rates), took)


def report(name: str, budget_s: float, costs: Costs) -> str:
    """The costs of a run in words, the dearest tests and files first."""
    share, rate = costs.share_of(budget_s), fmean(costs.rates)
    files: defaultdict[str, float] = defaultdict(float)
    for test, seconds in costs.tests.items():
        files[test.partition("::")[0]] += seconds
    lines = [*_dearest("tests", costs.tests), *_dearest("files", files)]
    for command, seconds in costs.commands.items():
        beside_s = costs.beside.get(command)
        aside = f"; {beside_s:.0f} s filled mypy's cache and are not counted" if beside_s else ""
        passed = f", in {costs.took[command]:.0f} s" if command in costs.took else ""
        lines.append(f"{seconds:8.1f} s  {command}{passed}{aside}")
    lines.append(
        f"{name} took {costs.counted_s:.0f} s of processor time, {share:.0%} of its budget: "
        f"{costs.counted_s * rate / 1000:,.0f} thousand rounds of the loop of `gipf-meta bench`, "
        f"which made {rate:,.0f} a second meanwhile; the budget is {budget_s * ROUNDS / 1000:,.0f} "
        f"thousand ({budget_s:g} s where it makes {ROUNDS:,})."
    )
    if share > RED:
        lines.append(
            f"That is more than {RED:g} times the budget: mark what proves more of the same `slow`,"
            " or leave it to `make soak` (CONTRIBUTING.md)."
        )
    return "\n".join(lines)


def _dearest(what: str, costs: Mapping[str, float]) -> list[str]:
    """Those that cost most, and above them a line that says *what* they are."""
    dearest = sorted(costs.items(), key=lambda each: -each[1])[:LISTED]
    lines = [f"{seconds:8.2f} s  {name}" for name, seconds in dearest]
    return [f"The {what} that took the most processor time:", *lines] if lines else []


def main(told: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="what the run is called")
    parser.add_argument("budget", type=float, help="seconds of processor time")
    parser.add_argument("commands", nargs="+")
    parser.add_argument(
        "--after", nargs=2, metavar=("COMMAND", "SECONDS"), help="what this process has run before"
    )
    asked = parser.parse_args(told)
    after, after_s = asked.after or (None, 0)
    status, costs = run(asked.commands, after, float(after_s))
    hand_on(costs.tests, costs.rates, sum(costs.beside.values()))
    print(report(asked.name, asked.budget, costs), flush=True)
    return status or (1 if costs.share_of(asked.budget) > RED else 0)


if __name__ == "__main__":
    sys.exit(main())
