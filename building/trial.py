"""Tests wheels as players get them: builds them, and installs them into a bare environment.

``python -m building.trial PYTHON…`` (``make wheels``) builds a wheel with each *PYTHON* into
``dist/``, installs it into an environment where nothing else is, and lets the rules' part of the
suite run on it, far from the sources. Without an argument the suite runs on the wheel that is
installed here: cibuildwheel runs it so on other systems (pyproject.toml).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from building.sources import ROOT, plugins

DIST: Final = ROOT / "dist"
"""The folder of finished wheels."""

MARKED: Final = "not slow and not soak and not interpreted"
"""The marker expression of the tests that run on a wheel."""


class TrialError(Exception):
    """A wheel is faulty, or a command has failed; one sentence."""


def try_python(python: str) -> Path:
    """Builds a wheel with *python*, tests it, and returns its path. Raises ``TrialError``."""
    with TemporaryDirectory() as folder:
        made, bare = Path(folder, "made"), Path(folder, "bare")
        _run(python, "-m", "venv", bare)
        at_home = bare / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        _run(at_home, "-m", "pip", "wheel", "-qq", "--no-deps", f"--wheel-dir={made}", ROOT)
        (wheel,) = made.glob("*.whl")
        _run(at_home, "-m", "pip", "install", "-qq", f"{wheel}[test]")
        far = Path(folder, "far")
        copy_tests(far)
        _run(at_home, "-m", "building.trial", inside=far)
        DIST.mkdir(exist_ok=True)
        return Path(shutil.copy(wheel, DIST))


def copy_tests(far: Path) -> None:
    """Copies to *far* the files that cibuildwheel copies: tests and their data, but no program."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    far.mkdir()
    for name in config["tool"]["cibuildwheel"]["test-sources"]:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, far / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, far / name)


def try_installed() -> None:
    """Runs the tests of the rules on the installed program. Raises ``TrialError``."""
    check_compiled()
    folders = sorted(
        f"tests/{name}" for name in {*plugins(), "search"} if Path("tests", name).is_dir()
    )
    _run(sys.executable, "-m", "pytest", "-n", "2", "-m", MARKED, *folders)


def check_compiled() -> None:
    """Raises ``TrialError`` unless everything of ours is installed from a wheel, and compiled."""
    import gipf_meta
    from gipf_meta.commands.installation import what_runs_compiled

    if ROOT in Path(gipf_meta.__file__).parents:
        raise TrialError(f"The program of {ROOT} runs here, and not that of a wheel.")
    plain = [name for name, is_compiled in what_runs_compiled().items() if not is_compiled]
    if plain:
        raise TrialError(f"These are not compiled: {', '.join(plain)}.")


def _run(*command: str | Path, inside: Path = ROOT) -> None:
    """Runs *command*. Raises ``TrialError`` if it fails; it has printed the reason itself."""
    done = subprocess.run(command, cwd=inside, check=False)
    if done.returncode != 0:
        raise TrialError(f"This has failed: {' '.join(map(str, command))}.")


if __name__ == "__main__":
    try:
        for python in sys.argv[1:]:
            print(
                f"{try_python(python).relative_to(ROOT)} is compiled and keeps the rules.",
                flush=True,
            )
        if not sys.argv[1:]:
            try_installed()
    except TrialError as error:
        sys.exit(str(error))
