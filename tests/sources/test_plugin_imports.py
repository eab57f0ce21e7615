"""Imports that plugins may have, checked for every plugin (docs/architecture.md, "Layers").

``make check`` proves the layers of the host; import-linter can look for no packages by a pattern.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import gipf_meta
import gipf_meta.testing
from building import sources
from tests.parsed import imported_by_call, nodes_of

HOST, *PLUGINS = sources.top_packages()
FRAMEWORKS = {"pydantic": {"game", "options"}, "pluggy": set[str]()}
"""The modules of a plugin that may import each: those that declare options, and none."""


def imports(module: Path) -> Iterator[tuple[str, str]]:
    """Yields the imports of *module*, also for types: the module, and the name from it or ""."""
    for node in nodes_of(module):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports are hard to follow"
            yield from ((node.module or "", alias.name) for alias in node.names)
        yield from ((name, "") for name in filter(None, imported_by_call(node)))


def imports_of(package: Path) -> list[tuple[Path, str, str]]:
    return [(path, *found) for path in sorted(package.rglob("*.py")) for found in imports(path)]


def test_the_host_names_no_plugin() -> None:
    plugins = {plugin.name for plugin in PLUGINS}
    imported = imports_of(HOST)
    assert imported
    assert [each for each in imported if each[1].split(".")[0] in plugins] == []


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
def test_a_plugin_uses_public_names_of_the_host_and_no_other_plugin(plugin: Path) -> None:
    public = {"gipf_meta": gipf_meta.__all__, "gipf_meta.testing": gipf_meta.testing.__all__}
    used = [(path, name, taken) for path, name, taken in imports_of(plugin) if "gipf_meta" in name]
    assert any(name == "gipf_meta" for _, name, _ in used)
    for path, name, taken in used:
        is_own = name.split(".")[0] == plugin.name
        assert is_own or taken in public.get(name, ()), f"{path} imports {taken} from {name}"


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.name)
def test_only_modules_that_declare_options_know_pydantic(plugin: Path) -> None:
    for path, name, _ in imports_of(plugin):
        allowed = FRAMEWORKS.get(name.split(".")[0])
        assert allowed is None or path.stem in allowed, f"{path} imports {name}"
