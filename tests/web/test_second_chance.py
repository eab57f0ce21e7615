"""A browser that is late is waited for once more; what is wrong is wrong at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOOKS = """
from tests.web.second_chance import give_second_chances, tell_second_chances

def pytest_collection_modifyitems(items):
    give_second_chances(items)

def pytest_terminal_summary(terminalreporter):
    tell_second_chances(terminalreporter)
"""
TESTS = """
import pytest
from tests.web.browsers import BrowserError, LateError

runs = []

@pytest.fixture
def driver():
    return None

@pytest.fixture
def browser(driver):
    return None

def fail(name, error, times=9):
    runs.append(name)
    if runs.count(name) <= times:
        raise error

def test_late_once(browser):
    fail("once", LateError("no board"), times=1)

def test_late_twice(browser):
    fail("twice", LateError("no board"))

def test_wrong(browser):
    runs.append("wrong")
    assert runs == []

def test_logged_errors(browser):
    fail("logged", BrowserError("The page has logged errors"))

def test_late_without_a_browser():
    fail("elsewhere", LateError("no board"))

def test_runs():
    assert runs == ["once", "once", "twice", "twice", "wrong", "logged", "elsewhere"]
"""


@pytest.mark.slow
def test_only_a_test_whose_browser_was_late_is_run_again_and_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(HOOKS)
    (tmp_path / "test_them.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert "4 failed, 2 passed, 2 rerun" in said
    told = [line for line in said.splitlines() if line.startswith("A browser was late")]
    assert [line.split("::")[1].split(":")[0] for line in told] == [
        "test_late_once",
        "test_late_twice",
    ]
