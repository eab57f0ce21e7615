"""The files of a tab as packs, the bytecode in them, and the code that is known."""

from __future__ import annotations

import ast
import collections
import dataclasses
import gzip
import importlib
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from building.bytecode import without_docstrings
from building.packing import write_pack
from building.sources import ROOT
from gipf_meta.web.tab import bytecode_cache, later_files

FILES = {
    "late_one/__init__.py": b"from late_one.far import FAR\n",
    "late_one/far.py": b"FAR = 7\n",
    "late_one/words.txt": "\u010de\u0161tina".encode(),
}


def test_a_pack_is_unpacked_as_it_was(tmp_path: Path) -> None:
    write_pack(tmp_path / "x.pack", FILES)
    later_files.unpack(gzip.decompress((tmp_path / "x.pack").read_bytes()), tmp_path / "out")
    found = {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    assert found == FILES


def test_what_is_left_out_at_first_is_fetched_once_where_it_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pack(tmp_path / "x.pack", FILES)
    fetched = []

    def fetch() -> bytes:
        fetched.append(1)
        return (tmp_path / "x.pack").read_bytes()

    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / "out")])
    finder = later_files._RestFinder(["late_one", "late_one.far"], fetch, tmp_path / "out")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, finder])
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("nobody_has_it")
    assert fetched == []
    try:
        assert importlib.import_module("late_one").FAR == 7
    finally:
        for name in ("late_one", "late_one.far"):
            sys.modules.pop(name, None)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("late_one.never")
    assert fetched == [1]


def test_docstrings_are_left_out_and_nothing_else() -> None:
    source = (
        '"""Module."""\nfrom __future__ import annotations\n'
        'class A:\n    """Class."""\n    def f(self):\n        """Says."""\n'
        "def g():\n    'only this'\nasync def h():\n    return 'kept'\n"
    )
    space: dict[str, object] = {}
    exec(compile(without_docstrings(ast.parse(source)), "x", "exec"), space)
    one, two = space["A"], space["g"]
    assert space.get("__doc__") is None
    assert one.__doc__ == "."
    assert one.f.__doc__ is None  # type: ignore[attr-defined]
    assert two.__doc__ is None
    assert two() is None  # type: ignore[operator]


def test_a_class_compiles_nothing_that_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bytecode_cache, "CODES", {})
    monkeypatch.setattr(dataclasses, "exec", None, raising=False)
    monkeypatch.setattr(collections, "eval", None, raising=False)
    bytecode_cache.know()
    for make in (partial(dataclasses.make_dataclass, order=True), collections.namedtuple):
        first = make("Pair", ["a", "b"])
        known = len(bytecode_cache.CODES)
        assert known > 0
        second = make("Pair", ["a", "b"])
        assert len(bytecode_cache.CODES) == known
        assert str(first(1, 2)) == str(second(1, 2)) == "Pair(a=1, b=2)"
        assert second(1, 2) < second(1, 3)


@pytest.mark.slow
def test_a_start_compiles_nothing(tab_folder: Path, tmp_path: Path) -> None:
    """In the runtime of the tab, as its worker begins."""
    script = tmp_path / "begin.py"
    script.write_text(BEGIN, "utf-8")
    command = ["node", str(ROOT / "building" / "pyodide.mjs"), str(tab_folder), str(script)]
    sees = {**os.environ, "PYODIDE_SEES": str(tmp_path)}
    done = subprocess.run(
        command, cwd=tmp_path, env=sees, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")


BEGIN = """
from gipf_meta.web.tab.bytecode_cache import CODES
before = len(CODES)
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.web.tab import rooms_worker
assert all(not each.fault for each in installed_plugins().plugins)
print(len(CODES) - before)
"""
