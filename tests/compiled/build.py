"""The program as a wheel brings it: compiled once for its sources, and kept in .cache/compiled."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from setup import COMPILED, try_the_compiler

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".cache" / "compiled"
PACKAGES = (ROOT / "gipf_meta", *sorted(ROOT.glob("plugins/*/gipf_meta_*")))
SOURCES = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "gipf_meta", "plugins")


def wheel_in(folder: Path) -> Path:
    """Fills *folder* with the packages, compiled modules beside their sources, and returns it.

    Skips the test where there is no C compiler.
    """
    extensions = _extensions()
    for package in PACKAGES:
        shutil.copytree(package, folder / package.name, ignore=_LEFTOVERS)
    shutil.copytree(extensions, folder, dirs_exist_ok=True)
    return folder


def _extensions() -> Path:
    """The folder of the compiled modules, made by whichever process needs it first."""
    kept = KEPT / _key()
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            try:
                try_the_compiler()
            except Exception as fault:
                pytest.skip(f"nothing can be compiled here: {fault}")
            for stale in KEPT.glob("*/"):
                shutil.rmtree(stale)
            _make(kept)
    return kept


def _key() -> str:
    """What the compiled modules depend on."""
    parts = [sys.version, version("mypy"), version("setuptools")]
    parts += [(ROOT / name).read_text(encoding="utf-8") for name in ("setup.py", *COMPILED)]
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


def _make(kept: Path) -> None:
    with TemporaryDirectory(dir=KEPT) as folder:
        # a copy, because compiling leaves things beside what is compiled
        for name in SOURCES:
            source, to = ROOT / name, Path(folder) / name
            if source.is_dir():
                shutil.copytree(source, to, ignore=_LEFTOVERS)
            else:
                shutil.copy(source, to)
        command = [sys.executable, "setup.py", "build_ext", "--build-lib", "lib"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        lib = Path(folder) / "lib"
        made = {path.name.partition(".")[0] for path in lib.glob("*/**/*.*") if path.is_file()}
        missing = [name for name in COMPILED if Path(name).stem not in made]
        assert not missing, f"not compiled: {missing}\n{done.stdout}{done.stderr}"
        lib.rename(kept)


_LEFTOVERS = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
