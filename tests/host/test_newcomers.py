"""A newcomer's path through the house is there: the travels of docs/architecture.md, file by file
and function by function, and the day's path of CONTRIBUTING.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.parsed import parsed

ROOT = Path(__file__).parents[2]
HOST = ROOT / "gipf_meta"
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
PLACE = re.compile(r"`([\w/.-]+\.(?:py|js))`:((?:\s+`[#\w.]+`,?)+)")
"""A file, and the functions in it that are called, one after the other."""
FEWEST_PLACES = 8
"""In a travel; in fewer nobody sees where it goes."""
DAY = range(6_500, 9_501)
"""Lines that somebody reads in a day."""


@cache
def travels() -> dict[str, str]:
    """Each travel by its heading."""
    told = r"^## (How an? [^\n]* travels)$(.*?)(?=^## )"
    return dict(re.findall(told, PAGE, re.DOTALL | re.MULTILINE))


def places(text: str) -> Iterator[tuple[str, str]]:
    """The files that a travel names, each with a function; those of the host without its folder."""
    for file, names in PLACE.findall(text):
        for name in re.findall(r"`([^`]+)`", names):
            yield file, name


def file_of(name: str) -> Path:
    """The file of the host, or of a plugin, that a travel calls *name*."""
    return HOST / name if (HOST / name).is_file() else ROOT / name


def defined(path: Path) -> set[str]:
    """The classes, functions and methods of a file, ``Class.method`` for one of a class."""
    if path.suffix == ".js":
        return set(_defined_in_page(path.read_text(encoding="utf-8")))
    found = set()
    for node in parsed(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            methods += [each for each in node.body if isinstance(each, ast.AsyncFunctionDef)]
            found |= {f"{node.name}.{each.name}" for each in methods}
    return found


def _defined_in_page(text: str) -> Iterator[str]:
    owner = ""
    for line in text.splitlines():
        if found := re.match(r"(?:export )?class (\w+)", line):
            owner = found[1]
        elif found := re.match(r"(?:export )?(?:async )?function (\w+)\(", line):
            yield found[1]
        elif found := re.match(r"  (?:async )?(#?\w+)\(.*\) \{$", line):
            yield f"{owner}.{found[1]}"


def test_the_page_tells_six_travels() -> None:
    assert len(travels()) == 6
    for title, text in travels().items():
        assert len({*places(text)}) >= FEWEST_PLACES, title
        assert len(re.findall(r"`[\w/.-]+\.(?:py|js)`", text)) == len(PLACE.findall(text)), title


@pytest.mark.parametrize("title", travels())
def test_each_travel_names_files_and_functions_that_are_there(title: str) -> None:
    there = {file: defined(file_of(file)) for file, _name in places(travels()[title])}
    missing = [(file, name) for file, name in places(travels()[title]) if name not in there[file]]
    assert missing == []


def path_of_a_day() -> list[tuple[str, list[str]]]:
    """The parts of the day's path of CONTRIBUTING.md: a heading, and the files that it names."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = page.partition("\n## A day's path\n")[2].partition("\n## ")[0]
    headings = re.split(r"^### (.*)$", part, flags=re.MULTILINE)[1:]
    return [
        (title, re.findall(r"^\d+\. `([^`]+)`", text, re.MULTILINE))
        for title, text in zip(headings[::2], headings[1::2], strict=True)
    ]


def test_the_path_of_a_day_leads_to_files_that_are_there_and_is_read_in_a_day() -> None:
    thirds = path_of_a_day()
    files = [file for _title, each in thirds for file in each]
    assert [file for file in files if not (ROOT / file).is_file()] == []
    assert len(files) == len({*files})
    lengths = [
        sum(len((ROOT / file).read_text(encoding="utf-8").splitlines()) for file in each)
        for _title, each in thirds
    ]
    assert len(lengths) == 3
    assert sum(lengths) in DAY
    assert max(lengths) < 2 * min(lengths), "no third takes twice as long as another"
