"""Where a module is, its tests are found by name: the folders of tests are those of the sources."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from building import sources

TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
HOST: Final = ROOT / "gipf_meta"
BESIDE: Final = {
    "compiled": "compiled modules beside their sources",
    "corpus": "inputs that failed once",
    "czech": "every screen and command in Czech",
    "equal": "the same seed plays the same everywhere",
    "fuzz": "attacks with inputs that nobody meant",
    "gate": "games that fail, through every face",
    "puzzles": "puzzles that are shipped, checked by another hand",
    "small_games": "games for tests",
    "sources": "rules of the sources themselves",
    "transcripts": "matches played line by line, as they were recorded",
}
"""The folders of tests that are about no folder of the sources."""
NOT_CODE: Final = {"locale"}


def folders_of_host() -> set[str]:
    """The folders of the host that hold modules."""
    return {path.parent.name for path in HOST.glob("*/*.py")} - NOT_CODE


def test_each_folder_of_tests_is_one_of_the_sources() -> None:
    beside = {"building", "docs", "tuning"}
    files = (path for path in TESTS.glob("*/**/*") if path.is_file() and path.suffix != ".pyc")
    folders = {path.relative_to(TESTS).parts[0] for path in files}
    games = folders - folders_of_host() - beside - BESIDE.keys()
    assert games <= {*sources.plugins()}
    assert BESIDE.keys() <= folders


def test_each_folder_of_the_host_has_tests() -> None:
    assert {
        name for name in folders_of_host() if not any((TESTS / name).rglob("test_*.py"))
    } == set()


def test_a_test_stands_where_the_module_is_after_which_it_is_named() -> None:
    homes: dict[str, set[str]] = {}
    for path in (*HOST.glob("*/**/*.py"), *HOST.glob("*/**/*.js")):
        homes.setdefault(path.stem, set()).add(path.relative_to(HOST).parts[0])
    away = {
        str(path.relative_to(TESTS))
        for name in folders_of_host()
        for path in (TESTS / name).rglob("test_*.py")
        if name not in homes.get(path.stem.removeprefix("test_"), {name})
    }
    assert away == set()
