"""The house is as docs/architecture.md draws it: folders, layers and arrows, types included."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOST = ROOT / "gipf_meta"
PLUGINS = sorted(ROOT.glob("plugins/*/gipf_meta_*"))
PLUGIN_MODULES = {
    "board", "bot", "game", "lessons", "notation", "playout", "positions", "rules", "state",
    "texts", "view",
}  # fmt: skip
LONGEST_FILE, LONGEST_CLASS = 500, 350
RULE_SHEETS = ("rules.py", "notation.py")
"""Files of the games that mirror the rule sheets, and may be as long as these."""


def rooms() -> set[str]:
    """The folders and modules at the top of the host, but for its public names."""
    folders = {path.parent.name for path in HOST.glob("*/*.py")}
    return folders | {path.stem for path in HOST.glob("*.py")} - {"__init__"}


def layers_of_checks() -> list[set[str]]:
    """The layers that import-linter enforces, the highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (
        contract
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract.get("containers") == ["gipf_meta"]
    )
    assert contract["exhaustive"]
    return [set(line.split(" | ")) for line in contract["layers"]]


def layers_of_page() -> list[set[str]]:
    """The layers that the page draws, the highest first."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = re.search(r"^## Layers$.*?^```text\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert block
    return [set(line.split(" | ")) for line in block[1].splitlines()]


def test_the_folders_are_the_layers_that_are_checked_and_drawn() -> None:
    assert layers_of_page() == layers_of_checks()
    assert set().union(*layers_of_checks()) == rooms()


def test_the_page_says_of_every_folder_what_is_inside() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## What is where")[2].partition("## Layers")[0]
    named = set(re.findall(r"`(\w+)(?:/|\.py)`", table))
    assert rooms() <= named


def test_there_are_few_rooms() -> None:
    assert len(list(HOST.glob("*.py"))) <= 6
    assert len(rooms()) <= 26


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also for types alone and inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@cache
def host_modules() -> dict[str, Path]:
    """The modules of the host by name; a package is its ``__init__``."""
    named = {}
    for path in HOST.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


def arrows() -> dict[str, set[str]]:
    """Which module of the host imports which, the public names in the root left aside."""
    modules = host_modules()
    drawn: dict[str, set[str]] = {}
    for name, path in modules.items():
        found = set()
        for target in imported(path):
            module = target if target in modules else target.rpartition(".")[0]
            if module in modules:
                found.add(module)
        drawn[name] = found - {name}
    del drawn["gipf_meta"]
    return drawn


def test_no_file_of_the_host_imports_the_public_names() -> None:
    assert [name for name, targets in arrows().items() if "gipf_meta" in targets] == []


@pytest.mark.parametrize("grain", ["module", "folder", "top folder"])
def test_there_is_no_circle_types_included(grain: str) -> None:
    def room(module: str) -> str:
        parts = module.split(".")
        if grain == "module":
            return module
        if grain == "top folder":
            return parts[1]
        path = host_modules()[module]
        return str(path.parent) if path.parent != HOST else module

    graph: dict[str, set[str]] = {}
    for name, targets in arrows().items():
        graph.setdefault(room(name), set()).update(room(target) for target in targets)
    for here, there in graph.items():
        there.discard(here)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def sources() -> list[Path]:
    """The files of the program."""
    return [*HOST.rglob("*.py"), *(path for folder in PLUGINS for path in folder.rglob("*.py"))]


def test_files_and_classes_are_short() -> None:
    long = []
    for path in sources():
        text = path.read_text(encoding="utf-8")
        lines = len(text.splitlines())
        if path.name in RULE_SHEETS:
            continue
        if lines > LONGEST_FILE:
            long.append(f"{path.relative_to(ROOT)}: {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef) and node.end_lineno is not None:
                size = node.end_lineno - node.lineno + 1
                if size > LONGEST_CLASS:
                    long.append(f"{path.relative_to(ROOT)}: class {node.name}, {size} lines")
    assert long == []


@pytest.mark.parametrize("folder", PLUGINS, ids=lambda folder: folder.name)
def test_plugins_have_the_same_modules(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.py")} >= PLUGIN_MODULES


FORMS = (HOST / "protocol", HOST / "bots", HOST / "base" / "clock.py")
"""Where methods are declared that others fill in: what they do is said there."""


def functions(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """The public classes, functions and methods of a file, with their names."""

    def look(body: list[ast.stmt], inside: str) -> Iterator[tuple[str, ast.AST]]:
        for node in body:
            kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
            if isinstance(node, kinds) and not node.name.startswith("_"):
                yield inside + node.name, node
                if isinstance(node, ast.ClassDef):
                    yield from look(node.body, f"{node.name}.")

    return look(ast.parse(path.read_text(encoding="utf-8")).body, "")


def declared() -> set[str]:
    """The names of the methods that are documented where they are declared."""
    places = [path for form in FORMS for path in (form.glob("*.py") if form.is_dir() else [form])]
    return {
        name.partition(".")[2]
        for path in places
        for name, node in functions(path)
        if "." in name and ast.get_docstring(node)  # type: ignore[arg-type]
    }


def test_every_public_function_says_what_it_does() -> None:
    known, silent = declared(), []
    for path in sources():
        for name, node in functions(path):
            owner, _dot, method = name.rpartition(".")
            is_filled_in = owner and (method in known or method.startswith(("on_", "compose")))
            if ast.get_docstring(node) is None and not is_filled_in:  # type: ignore[arg-type]
                silent.append(f"{path.relative_to(ROOT)}: {name}")
    assert silent == []
