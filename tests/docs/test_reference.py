"""The rule sheets of docs/reference: every numbered scenario is proved by a test that it names.

A sheet's scenarios are numbered in its section "Test scenarios"; below them it lists the tests,
file by file, as ``numbers `name`, `name`; …``.  A test carries the numbers of its name
(``test_scenario_7_…``, ``test_04_05_…``, ``test_11_to_14_…``) and of the ids of its cases.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.specimens import find_specimens

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
GAMES = {game: said.scenarios for game, said in find_specimens().items()}
NUMBERS = r"\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*"
OUTSIDE = re.compile(r"\.\./shared|shared/(?:data|rules|prototypes)|/work/|[\"']shared[\"']")
#: the whole collection of real games, and a wheel of before, are too large for the project; their
#: tests are optional
MAY_LOOK_OUTSIDE = {
    *(f"tests/{folder}/test_real_games.py" for folder in (*GAMES, "tuning")),
    "tests/host/program_of_before.py",
}


class Proof(NamedTuple):
    """A sheet's claim that these tests, in this file, prove these scenarios."""

    file: Path
    numbers: frozenset[int]
    tests: tuple[str, ...]


def section(game: str) -> str:
    """The section "Test scenarios" of a sheet."""
    sheet = (REFERENCE / f"{game}.md").read_text(encoding="utf-8")
    match = re.search(r"^## \d+\. Test scenarios\n(.*?)(?=^## |\Z)", sheet, re.M | re.S)
    assert match, f"{game}.md has no section of test scenarios"
    return match[1]


def scenarios(text: str) -> list[int]:
    """The numbers of the scenarios, in order: each one is the first ``N.`` after its predecessor.

    That rule keeps the ends of sentences such as ``M = 1734.`` apart from numbers.
    """
    found: list[int] = []
    for match in re.finditer(r"(?<!\S)(?<!= )(\d+)(?:[-–](\d+))?\. ", text):
        first, last = int(match[1]), int(match[2] or match[1])
        if first == len(found) + 1:
            found += range(first, last + 1)
    return found


def spans(text: str) -> frozenset[int]:
    """``1-3, 7`` as numbers."""
    found: set[int] = set()
    for part in text.split(", "):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return frozenset(found)


def proofs(text: str) -> Iterator[Proof]:
    """The list of tests below the scenarios."""
    for item in re.findall(r"^\* (.*?)(?=^\* |\Z)", text, re.M | re.S):
        flat = " ".join(item.split())
        link = re.match(r"\[[\w/.]+\]\((\S+)\)", flat)
        assert link, f"this names no file: {flat}"
        file = (REFERENCE / link[1]).resolve()
        clauses = re.findall(rf"({NUMBERS}) (`\w+`(?:, `\w+`)*)[;.]", flat)
        assert clauses, f"this names no test: {flat}"
        for numbers, tests in clauses:
            yield Proof(file, spans(numbers), tuple(re.findall(r"\w+", tests)))


@cache
def carried(source: str) -> dict[str, set[int]]:
    """The tests of a file, with the scenario numbers in their names and in the ids of their cases.

    Ids are read where they are written: ``id="7"``, ``ids=["7"]``, or ``ids=NAME`` for a dictionary
    or list of the module.
    """
    module = ast.parse(source)
    values = {
        target.id: node.value
        for node in module.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    tests: dict[str, set[int]] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            tests[node.name] = of_name(node.name)
            for decorator in node.decorator_list:
                tests[node.name] |= of_ids(decorator, values)
    return tests


def of_name(name: str) -> set[int]:
    """``test_04_05_starts``: 4 and 5; ``test_scenarios_1_to_6_starts``: 1 to 6."""
    match = re.match(r"test_(?:scenarios?_)?(\d+)(?:_to_(\d+))?((?:_\d+)*)(?=_|$)", name)
    if not match:
        return set()
    first = int(match[1])
    return {*range(first, int(match[2] or first) + 1), *map(int, re.findall(r"\d+", match[3]))}


def of_ids(decorator: ast.expr, values: dict[str, ast.expr]) -> set[int]:
    """The ids of a ``parametrize`` that are numbers."""
    found: set[int] = set()
    for word in ast.walk(decorator):
        if isinstance(word, ast.keyword) and word.arg in ("id", "ids"):
            ids = values.get(word.value.id) if isinstance(word.value, ast.Name) else word.value
            listed: list[ast.expr | None] = [ids]
            if isinstance(ids, ast.Dict):
                listed = list(ids.keys)
            elif isinstance(ids, ast.List | ast.Tuple):
                listed = list(ids.elts)
            texts = [str(one.value) for one in listed if isinstance(one, ast.Constant)]
            found.update(int(text) for text in texts if text.isdecimal())
    return found


@pytest.mark.parametrize(("game", "count"), GAMES.items(), ids=GAMES)
def test_every_scenario_has_a_test(game: str, count: int) -> None:
    text = section(game)
    numbered = scenarios(text)
    assert numbered == list(range(1, len(numbered) + 1))
    assert len(numbered) >= count, f"scenario {len(numbered) + 1} of {game}.md cannot be found"
    proved = {number for proof in proofs(text) for number in proof.numbers}
    assert set(numbered) - proved == set(), f"{game}.md names no test for these"
    assert proved - set(numbered) == set(), f"{game}.md names tests for what it does not tell"


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_that_are_named_exist_and_carry_the_number(game: str) -> None:
    for proof in proofs(section(game)):
        assert proof.file.is_file(), f"{game}.md names {proof.file}"
        tests = carried(proof.file.read_text(encoding="utf-8"))
        for name in proof.tests:
            assert name in tests, f"{game}.md names {name}, which {proof.file.name} does not have"
            missing = proof.numbers - tests[name]
            assert not missing, f"{name} does not carry {sorted(missing)}, as {game}.md says"


@pytest.mark.parametrize("game", GAMES)
def test_every_test_with_a_number_is_named(game: str) -> None:
    named: dict[Path, set[tuple[int, str]]] = {}
    for proof in proofs(section(game)):
        pairs = {(number, name) for number in proof.numbers for name in proof.tests}
        named.setdefault(proof.file, set()).update(pairs)
    for file, pairs in named.items():
        tests = carried(file.read_text(encoding="utf-8"))
        written = {(number, name) for name, numbers in tests.items() for number in numbers}
        assert written - pairs == set(), f"{game}.md leaves these of {file.name} out"


def pages() -> list[Path]:
    """Everything people and programs read, but this file."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    for folder in ("gipf_meta", "plugins", "tests"):
        found += [page for kind in ("md", "py") for page in ROOT.glob(f"{folder}/**/*.{kind}")]
    return sorted(set(found) - {Path(__file__)})


def test_nothing_points_outside_the_project() -> None:
    outside = {
        page.relative_to(ROOT).as_posix()
        for page in pages()
        if OUTSIDE.search(page.read_text(encoding="utf-8"))
    }
    assert outside <= MAY_LOOK_OUTSIDE


class TestReadingASheet:
    def test_numbers_of_scenarios(self) -> None:
        text = "1–3. Start, M = 4.\n4. Five. It costs 5, 6. 5. M = 6. 7-8. Not yet. 6. Last: -7. "
        assert scenarios(text) == [1, 2, 3, 4, 5, 6]

    def test_numbers_of_tests(self) -> None:
        source = (
            'CASES = {"8": 1, "x": 2}\n'
            "@pytest.mark.parametrize('a', CASES.values(), ids=CASES)\n"
            "def test_of_a_name(a): pass\n"
            "@pytest.mark.parametrize('a', [pytest.param(40, id='9'), pytest.param('41')])\n"
            "def test_scenario_10_and_cases(a): pass\n"
            "@pytest.mark.parametrize('a', [12], ids=['11'])\n"
            "class TestThem:\n"
            "    def test_04_05_two(self): pass\n"
            "def test_11_to_14_e1_to_e4(): pass\n"
            "def test_the_2_of_them(): pass\n"
        )
        assert carried(source) == {
            "test_of_a_name": {8},
            "test_scenario_10_and_cases": {9, 10},
            "test_04_05_two": {4, 5},
            "test_11_to_14_e1_to_e4": {11, 12, 13, 14},
            "test_the_2_of_them": set(),
        }

    def test_lists_of_tests(self) -> None:
        text = (
            "1. One.\n\n* [a/b.py](../b.py), where `test_x` is all:\n"
            "  1-2, 4 `test_a`,\n  `test_b`; 5 `test_c`.\n"
        )
        assert list(proofs(text)) == [
            Proof((REFERENCE / "../b.py").resolve(), frozenset({1, 2, 4}), ("test_a", "test_b")),
            Proof((REFERENCE / "../b.py").resolve(), frozenset({5}), ("test_c",)),
        ]
