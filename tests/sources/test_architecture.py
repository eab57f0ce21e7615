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

from tests.parsed import imported_by_call, nodes_of, parsed

ROOT = Path(__file__).parents[2]
HOST = ROOT / "gipf_meta"
PLUGINS = sorted(ROOT.glob("plugins/*/gipf_meta_*"))
READ_ALONE = ("board", "state", "rules", "notation", "positions", "view")
"""The modules of a plugin that are read without what makes its bots strong."""
STRONG = {"game", "reasons"}
"""The modules that use what makes bots strong: ``game`` for the host, ``reasons`` as a measure."""
LONGEST_FILE, LONGEST_CLASS = 500, 400
"""In lines; those of a class count along its bases."""
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


def test_the_page_of_the_house_names_every_module_of_the_page_in_the_browser_once() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    table = page.partition("## The page")[2].partition("## Words")[0].partition("|---|")[2]
    named = re.findall(r"`(\w+)`", table)
    assert sorted(named) == sorted(path.stem for path in (HOST / "web/page").glob("*.js"))


def test_there_are_few_rooms() -> None:
    assert len(list(HOST.glob("*.py"))) <= 6
    assert len(rooms()) <= 29


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also for types alone, inside functions and by their names
    (``import_module``)."""
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom):
            assert node.module, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        yield from filter(None, imported_by_call(node))


def module_of(path: Path) -> str:
    """The name under which a file of the program is imported; a package is its ``__init__``."""
    root = next((top.parent for top in PLUGINS if path.is_relative_to(top)), ROOT)
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def host_modules() -> dict[str, Path]:
    """The modules of the host by name."""
    return {module_of(path): path for path in HOST.rglob("*.py")}


@cache
def arrows() -> dict[str, set[str]]:
    """The imports between modules of the host, the public names in the root left aside."""
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


DOORS = {
    "gipf_meta/__init__.py": "names are imported where they stand, when somebody asks for one",
    "gipf_meta/testing/__init__.py": "so are those of the kit",
    "gipf_meta/testing/laws/pure.py": "a game is played again in another process, by its module",
}
"""Files that import modules by computed names, and why: such imports nobody sees."""


def test_modules_are_imported_by_names_that_are_written_there_but_for_doors() -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in sources()
        if any(None in imported_by_call(node) for node in nodes_of(path))
    }
    assert found == set(DOORS)


@pytest.mark.parametrize(
    "line",
    [
        "import_module('gipf_meta.plugins.loading')",
        "importlib.import_module('gipf_meta.plugins.loading').Installed",
        "__import__('gipf_meta.plugins.loading')",
        "pkgutil.resolve_name('gipf_meta.plugins.loading:Installed')",
        "from gipf_meta.plugins.loading import Installed",
        "import gipf_meta.plugins.loading",
    ],
)
def test_an_import_is_seen_however_it_is_written(line: str, tmp_path: Path) -> None:
    file = tmp_path / "file.py"
    file.write_text(f"def find():\n    return 1\n    {line}\n")
    (seen,) = imported(file)
    assert seen.startswith("gipf_meta.plugins.loading")


def test_there_is_no_circle_types_included() -> None:
    def folder_of(module: str) -> str:
        path = host_modules()[module]
        return str(path.parent) if path.parent != HOST else module

    def top_of(module: str) -> str:
        return module.split(".")[1]

    for room_of in (str, folder_of, top_of):
        graph: dict[str, set[str]] = {}
        for name, targets in arrows().items():
            graph.setdefault(room_of(name), set()).update(room_of(target) for target in targets)
        for here, there in graph.items():
            there.discard(here)
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as circle:
            pytest.fail(" -> ".join(circle.args[1]))


def sources() -> list[Path]:
    """The files of the program."""
    return [*HOST.rglob("*.py"), *(path for folder in PLUGINS for path in folder.rglob("*.py"))]


def test_files_are_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources()
        if path.name not in RULE_SHEETS
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


@cache
def classes() -> dict[str, tuple[Path, int, list[str]]]:
    """The classes of the program by module and name: file, lines, and bases by the same names."""
    found = {}
    for path in sources():
        tree, module = parsed(path), module_of(path)
        known = {
            alias.asname or alias.name: f"{node.module}.{alias.name}"
            for node in nodes_of(path)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.end_lineno is not None:
                plain = (b.value if isinstance(b, ast.Subscript) else b for b in node.bases)
                names = [
                    known.get(b.id, f"{module}.{b.id}") for b in plain if isinstance(b, ast.Name)
                ]
                found[f"{module}.{node.name}"] = path, node.end_lineno - node.lineno + 1, names
    return found


def with_bases(name: str) -> set[str]:
    """A class of the program and those that it inherits from."""
    _path, _lines, bases = classes()[name]
    return {name}.union(*(with_bases(base) for base in bases if base in classes()))


def test_classes_are_short_along_their_bases() -> None:
    """Inherited lines count as well: a limit is not met by a base class."""
    long = {
        name: lines
        for name, (path, _lines, _bases) in classes().items()
        if path.name not in RULE_SHEETS
        if (lines := sum(classes()[each][1] for each in with_bases(name))) > LONGEST_CLASS
    }
    assert long == {}, "split it"


def arrows_of_plugin(folder: Path) -> dict[str, set[str]]:
    """The imports between modules of a plugin, by their names inside it."""
    modules = {module_of(path).removeprefix(folder.name)[1:]: path for path in folder.rglob("*.py")}
    drawn = {}
    for name, path in modules.items():
        own = (target for target in imported(path) if target.startswith(f"{folder.name}."))
        targets = {target.removeprefix(f"{folder.name}.") for target in own}
        drawn[name] = {t if t in modules else t.rpartition(".")[0] for t in targets} & {*modules}
    return drawn


@pytest.mark.parametrize("folder", PLUGINS, ids=lambda folder: folder.name)
def test_only_the_game_and_its_reasons_know_what_makes_bots_strong(folder: Path) -> None:
    users = {
        name
        for name, targets in arrows_of_plugin(folder).items()
        if not name.startswith("strength") and any(t.startswith("strength") for t in targets)
    }
    assert "game" in users
    assert users <= STRONG


@pytest.mark.parametrize("folder", PLUGINS, ids=lambda folder: folder.name)
def test_rules_and_pictures_are_read_without_what_makes_bots_strong(folder: Path) -> None:
    drawn = arrows_of_plugin(folder)
    seen: set[str] = set()
    ahead = {*READ_ALONE}
    while ahead:
        seen |= ahead
        ahead = set().union(*(drawn[name] for name in ahead)) - seen
    assert {name for name in seen if name in STRONG or name.startswith("strength")} == set()


FORMS = (
    HOST / "protocol", HOST / "bots", HOST / "base" / "clock.py", HOST / "deeds" / "deed.py",
    HOST / "rooms" / "consequences.py",
)  # fmt: skip
"""Modules that declare methods for others to implement; their docstrings stand there."""


def functions(path: Path) -> Iterator[tuple[str, ast.AST]]:
    """The public classes, functions and methods of a file, with their names."""

    def look(body: list[ast.stmt], inside: str) -> Iterator[tuple[str, ast.AST]]:
        for node in body:
            kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
            if isinstance(node, kinds) and not node.name.startswith("_"):
                yield inside + node.name, node
                if isinstance(node, ast.ClassDef):
                    yield from look(node.body, f"{node.name}.")

    return look(parsed(path).body, "")


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
