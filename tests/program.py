"""The program ``gipf-meta`` in the process of a test, with plugins that pip did not install."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from importlib import invalidate_caches
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from docs.draw import EXAMPLES
from gipf_meta import cli

ROOT = Path(__file__).parents[1]
MY_GAME = "gipf-meta-my-game"
"""The folder that ``gipf-meta new-plugin my_game`` makes."""


class Done(NamedTuple):
    """The result of a command."""

    status: int
    out: str
    err: str


def installed(folder: Path) -> str:
    """A PYTHONPATH on which the examples, and ``my_game`` in *folder*, are installed.

    pip would write the same about them; nothing is built, so no test waits for it.
    """
    plugins: dict[Path, Mapping[str, Any]] = {
        folder / MY_GAME: {
            "name": MY_GAME,
            "version": "0.1.0",
            "entry-points": {"gipf_meta": {"my_game": "gipf_meta_my_game"}},
        }
    }
    for name in EXAMPLES:
        place = ROOT / "examples" / name
        plugins[place] = tomllib.loads((place / "pyproject.toml").read_text("utf-8"))["project"]
    about = folder / "home" / "installed"
    for project in plugins.values():
        name, version = project["name"], project["version"]
        info = about / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        points = project["entry-points"]["gipf_meta"].items()
        lines = ["[gipf_meta]", *(f"{name} = {module}" for name, module in points)]
        (info / "entry_points.txt").write_text("\n".join(lines))
    return os.pathsep.join(map(str, (about, *plugins)))


def variables(folder: Path, python_path: str) -> dict[str, str]:
    """The environment of a command in *folder*, far from the user's own files."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    places = {f"XDG_{name}_HOME": str(home / name) for name in ("DATA", "STATE", "CONFIG", "CACHE")}
    return {
        **places,
        "HOME": str(home),
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "PYTHONPATH": python_path,
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
    }


def gipf_meta(words: list[str], folder: Path, python_path: str = "", typed: str = "") -> Done:
    """Runs ``gipf-meta`` with *words* in *folder*, with *typed* on its standard input."""
    out, err, modules = StringIO(), StringIO(), {*sys.modules}
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name, value in variables(folder, python_path).items():
            patch.setenv(name, value)
        patch.setattr("sys.path", [*filter(None, python_path.split(os.pathsep)), *sys.path])
        patch.setattr("sys.stdin", StringIO(typed))
        patch.chdir(folder)
        invalidate_caches()
        try:
            status = cli.run(words)
        except SystemExit as leaving:
            status = int(leaving.code or 0)
    for name in {*sys.modules} - modules:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
            del sys.modules[name]  # another folder may bring another module of this name
    return Done(status, out.getvalue(), err.getvalue())
