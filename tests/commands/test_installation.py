"""The version that an installation prints, its completions, and the files that it contains."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

import gipf_meta
from building import sources
from building.compiled import PACKAGED
from building.trial import TrialError, check_compiled
from docs.man import PAGE, manual_page
from gipf_meta.base.version import __version__
from gipf_meta.cli import run
from gipf_meta.commands import installation
from gipf_meta.library.settings import settings_path
from gipf_meta.library.store import library_path
from gipf_meta.plugins.loading import LEFT_OUT, load_plugins

ROOT = Path(__file__).parents[2]


def version(capsys: pytest.CaptureFixture[str], *before: str) -> list[str]:
    assert run([*before, "--version"]) == 0
    *lines, matches, settings = capsys.readouterr().out.splitlines()
    assert (matches, settings) == (f"Matches: {library_path()}", f"Settings: {settings_path()}")
    return lines


def test_the_version_stands_alone_and_what_is_compiled_below_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["search", *(game for game in load_plugins().games if game not in ("die", "elsewhere"))]
    monkeypatch.setattr(installation, "is_compiled", lambda module: False)
    assert version(capsys) == [
        f"gipf-meta {__version__}", f"Not compiled: {', '.join(names)}."
    ]  # fmt: skip
    monkeypatch.setattr(installation, "is_compiled", lambda module: "zertz" in module)
    names.remove("zertz")
    assert version(capsys)[1:] == ["Compiled: zertz.", f"Not compiled: {', '.join(names)}."]
    monkeypatch.setattr(installation, "is_compiled", lambda module: True)
    assert len(version(capsys)) == 2


def test_a_game_that_is_left_out_is_not_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LEFT_OUT, "")
    assert "zertz" in version(capsys)[1]
    assert "zertz" not in version(capsys, "--without", "zertz")[1]


def test_sources_and_compiled_modules_are_not_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mixture arises where Python starts in a clone whose wheel is installed; the process used
    to end without a word."""
    (tmp_path / "gipf_meta__mypyc.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError, match=f"in {tmp_path}, compiled, .* in {ROOT} first"):
        gipf_meta._refuse_a_mixture()
    monkeypatch.setattr(gipf_meta, "__file__", str(tmp_path / "gipf_meta" / "__init__.py"))
    gipf_meta._refuse_a_mixture()


def test_the_manual_page_tells_the_commands_as_they_are() -> None:
    assert PAGE.read_text(encoding="utf-8") == manual_page(), "make man writes it"


def test_sources_do_not_pass_for_a_wheel() -> None:
    with pytest.raises(TrialError, match="and not that of a wheel"):
        check_compiled()


def test_a_wheel_is_tried_with_all_that_its_tests_read() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert all((ROOT / name).exists() for name in config["tool"]["cibuildwheel"]["test-sources"])


def test_an_image_is_built_without_what_git_does_not_keep() -> None:
    unkept, left_out = (
        (ROOT / name).read_text(encoding="utf-8").splitlines()
        for name in (".gitignore", ".dockerignore")
    )
    at_root = [line.strip("/") for line in unkept if line.startswith("/")]
    anywhere = [f"**/{line.rstrip('/')}" for line in unkept if not line.startswith("/")]
    assert {".git", *at_root, *anywhere} < set(left_out)


# ---- where things are, and what they are made of -------------------------------------------------


@pytest.mark.parametrize(("system", "row"), [(Unix, "Linux, BSD"), (MacOS, "macOS")])
def test_the_page_names_the_folders_in_which_the_program_keeps_things(
    system: Any, row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8")
    (line,) = (line for line in page.splitlines() if line.startswith(f"| {row} |"))
    told = [cell.strip().strip("`") for cell in line.split("|")[2:5]]
    told = [told[0] if cell == "the same" else cell for cell in told]
    places = system("gipf-meta", appauthor=False)
    kept = (places.user_data_path, places.user_config_path, places.user_state_path)
    assert [Path(cell).expanduser() for cell in told] == [*kept]


def pattern_of(glob: str) -> re.Pattern[str]:
    """The pattern that a glob of uv stands for: ``**/`` any folders, ``*`` no slash, ``{a,b}``
    either."""
    signs = {"**/": "(?:.*/)?", "*": "[^/]*", "{": "(?:", "}": ")", ",": "|"}
    parts = re.split(r"(\*\*/|[*{},])", glob)
    return re.compile("".join(signs.get(part) or re.escape(part) for part in parts))


def test_uv_builds_anew_when_anything_changes_that_a_wheel_is_made_of() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    keys = project["uv"]["cache-keys"]
    globs = [pattern_of(key["file"]) for key in keys if "file" in key]
    packages = [ROOT / folder for folder in sources.packages().values()]
    kinds = project["setuptools"]["package-data"]["*"]
    made_of = {path for folder in packages for path in folder.glob("*.py")}
    made_of |= {path for folder in packages for kind in kinds for path in folder.glob(kind)}
    made_of |= {ROOT / name for name in PACKAGED if (ROOT / name).is_file()}
    made_of |= {*(ROOT / "building").glob("*.py"), PAGE}
    names = {path.relative_to(ROOT).as_posix() for path in made_of if path.is_file()}
    assert len(names) > 600
    assert {name for name in names if not any(each.fullmatch(name) for each in globs)} == set()
    assert not any(each.fullmatch("gipf_meta/__pycache__/cli.cpython-311.pyc") for each in globs)
    assert {"env": "GIPF_META_PURE"} in keys
    assert {"git": {"commit": True}} in keys, "what is gone has no date"


@pytest.mark.slow
def test_a_module_that_is_gone_is_in_no_later_wheel_and_no_build_stays_in_the_sources(
    tmp_path: Path,
) -> None:
    root, wheels = tmp_path / "sources", tmp_path / "wheels"
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "building"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        root.mkdir(exist_ok=True)
        copy(ROOT / name, root / name)
    for name in ("__init__.py", "base/__init__.py", "old/__init__.py", "old/gone.py"):
        (root / "gipf_meta" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "gipf_meta" / name).touch()
    shutil.copy(ROOT / "gipf_meta/base/version.py", root / "gipf_meta/base")

    def packed() -> set[str]:
        command = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation")
        subprocess.run(
            [*command, f"--wheel-dir={wheels}", str(root)],
            check=True,
            env={**os.environ, "GIPF_META_PURE": "1"},
        )
        (wheel,) = wheels.glob("*.whl")
        with ZipFile(wheel) as file:
            return {name for name in file.namelist() if name.startswith("gipf_meta/")}

    assert "gipf_meta/old/gone.py" in packed()
    (root / "gipf_meta/old/gone.py").unlink()
    assert "gipf_meta/old/gone.py" not in packed()
    shutil.rmtree(root / "gipf_meta/old")
    assert packed() == {
        f"gipf_meta/{name}" for name in ("__init__.py", "base/__init__.py", "base/version.py")
    }
    assert not (root / "build").exists()
