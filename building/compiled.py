"""Builds the compiled program beside the sources: for ``launch.py``, ``make bench`` and tests.

It builds the wheel of a copy of the sources and extracts the compiled modules to ``.compiled/KEY``,
among links to the sources: with this folder first on its path, Python runs the compiled program. A
folder appears whole or not at all, and two builds never run at once.

*KEY* is a hash of the dependencies of compiled modules: the sources of their packages,
``setup.py``, and the Python that runs them. Other sources are only linked: a change there needs no
build.
"""

from __future__ import annotations

import fcntl
import os
import platform
import resource
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeAlias
from zipfile import ZipFile

from building import sources

PACKAGED: Final = (
    "setup.py",
    "building",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "gipf_meta",
    "plugins",
    "examples",
)
"""The files and folders from which a wheel is built."""
LEFTOVERS: Final = ("__pycache__", "*.so", "*.pyd", "build", "*.egg-info")
FOLDER: Final = ".compiled"
"""The folder of compiled programs; not in ``.cache``, which is emptied when the site is built."""
LOG: Final = f"{FOLDER}/build.log"
"""The output of the last build."""
BUILD_TOOK: Final = "The build took {} s of processor time."
"""The last line of the log of a build."""
KEPT: Final = 3
"""The number of compiled programs that are not deleted: older ones may still be running."""

OLDEST_SETUPTOOLS: Final = 77
"""The oldest major version that builds our wheels, as ``pyproject.toml`` says."""

MakeWheel: TypeAlias = Callable[[Path, Path], Path]
"""Builds a wheel of the sources in a folder, beside that folder, and returns its path; writes into
a log. Raises ``BuildError``."""


class BuildError(Exception):
    """The reason why nothing was compiled, a sentence. *is_final*: the same sources fail again."""

    def __init__(self, sentence: str, is_final: bool) -> None:
        super().__init__(sentence)
        self.is_final = is_final


class Builds:
    """The compiled programs of the sources in *root*."""

    def __init__(self, root: Path = sources.ROOT) -> None:
        self.root = root
        self.folder = root / FOLDER
        self.log = root / LOG
        self._fault = self.folder / "fault.txt"

    def program(self) -> Path | None:
        """Returns the folder with the program of the present sources; ``None``: it is not built."""
        folder = self.folder / key(self.root)
        return folder if folder.is_dir() else None

    def fault(self) -> BuildError | None:
        """Returns the failure of the last build, ``None`` after a success; not final if the sources
        have changed since."""
        try:
            failed, sentence = self._fault.read_text(encoding="utf-8").split(maxsplit=1)
        except (OSError, ValueError):
            return None
        return BuildError(sentence, is_final=failed == key(self.root))

    def is_building(self) -> bool:
        """Returns whether a process is building now."""
        try:
            with self._lock(fcntl.LOCK_NB):
                return False
        except BlockingIOError:
            return True

    def build(self, make_wheel: MakeWheel) -> Path:
        """Builds the program of the present sources, unless it is there, and returns its folder.

        Waits while another process builds. Raises ``BuildError``.
        """
        with self._lock():
            work = self.folder / "building"
            shutil.rmtree(work, ignore_errors=True)  # a build that was killed leaves it behind
            copy_sources(self.root, work / "source")
            target = self.folder / key(work / "source")
            try:
                if not target.is_dir():
                    wheel = make_wheel(work / "source", self.log)
                    link_sources(self.root, work / "program", target)
                    unpack_extensions(wheel, work / "program")
                    (work / "program").rename(target)
            except BuildError as fault:
                failed = target.name if fault.is_final else "-"
                self._fault.write_text(f"{failed} {fault}", encoding="utf-8")
                raise
            finally:
                shutil.rmtree(work, ignore_errors=True)
            self._fault.unlink(missing_ok=True)
            self._drop_old(target)
        return target

    def _drop_old(self, newest: Path) -> None:
        newest.touch()
        programs = sorted(self.folder.glob("*/"), key=lambda path: path.stat().st_mtime)
        for folder in programs[:-KEPT]:
            shutil.rmtree(folder)

    @contextmanager
    def _lock(self, how: int = 0) -> Iterator[None]:
        """Holds the lock of builds; child processes inherit it, and hold it until they end.

        Raises ``BlockingIOError`` if another process has it and *how* is ``LOCK_NB``.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("w") as file:
            os.set_inheritable(file.fileno(), True)
            fcntl.flock(file, fcntl.LOCK_EX | how)
            yield


# ---- the sources and the program ---------------------------------------------------------------


def key(root: Path) -> str:
    """Returns the hash of the dependencies of compiled modules of the sources in *root*."""
    parts = [sys.version, platform.machine(), EXTENSION_SUFFIXES[0]]
    parts += [
        (root / name).read_text(encoding="utf-8") for name in ("setup.py", "building/sources.py")
    ]
    for folder in compiled_packages(root).values():
        for path in entries(folder):
            parts.append(path.relative_to(root).as_posix())
            if path.suffix == ".py":
                parts.append(path.read_text(encoding="utf-8"))
    return sha256("\0".join(parts).encode()).hexdigest()[:16]


def compiled_packages(root: Path) -> dict[str, Path]:
    """Returns the packages with a compiled module in or below them: dotted names and folders."""
    modules = sources.compiled_modules(root)
    return {
        name: root / folder
        for name, folder in sources.packages(root).items()
        if any(module.startswith(f"{folder}/") for module in modules)
    }


def entries(folder: Path) -> list[Path]:
    """Returns the files and folders in the folder of a package, without ``__pycache__``."""
    return sorted(path for path in folder.iterdir() if path.name != "__pycache__")


def copy_sources(root: Path, to: Path) -> None:
    """Copies the sources of a wheel, without leftovers, which would get into the wheel."""
    to.mkdir(parents=True)
    for name in PACKAGED:
        if (root / name).is_dir():
            shutil.copytree(root / name, to / name, ignore=shutil.ignore_patterns(*LEFTOVERS))
        else:
            shutil.copy(root / name, to)


def link_sources(root: Path, program: Path, target: Path) -> None:
    """Fills the folder *program*, which is renamed to *target* later, with links to the sources."""
    packages = compiled_packages(root)
    for name, folder in packages.items():
        inside = Path(*name.split("."))
        (program / inside).mkdir(parents=True)
        for path in entries(folder):
            if path not in packages.values():
                link = os.path.relpath(path, target / inside)
                (program / inside / path.name).symlink_to(link)


def unpack_extensions(wheel: Path, folder: Path) -> None:
    """Unpacks the compiled modules of a *wheel*. Raises ``BuildError`` if it has none."""
    with ZipFile(wheel) as file:
        modules = [name for name in file.namelist() if name.endswith(tuple(EXTENSION_SUFFIXES))]
        file.extractall(folder, modules)
    if not modules:
        raise BuildError(f"The rules could not be compiled (see {LOG}).", is_final=True)


# ---- making the wheel --------------------------------------------------------------------------


def check_compiler() -> None:
    """Raises ``BuildError`` where there is no C compiler, or no header of Python."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        raise BuildError(f"There is no C compiler here ({compiler}).", is_final=True)
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise BuildError("Python's headers are not installed here (Python.h).", is_final=True)


def has_backend() -> bool:
    """Returns whether the installed setuptools can build our wheels, so that none is fetched.

    The one that Python 3.11 puts into new environments is too old for our ``pyproject.toml``.
    """
    from importlib.metadata import PackageNotFoundError, version  # most starts build nothing

    try:
        major, _dot, _rest = version("setuptools").partition(".")
    except PackageNotFoundError:
        return False
    return int(major) >= OLDEST_SETUPTOOLS


def children_s() -> float:
    """Returns the processor time of the ended child processes of this one, s."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def make_wheel_with_pip(source: Path, log: Path) -> Path:
    """Builds a wheel of *source* with pip, which fetches mypy unless it is installed.

    Raises ``BuildError``.
    """
    check_compiler()
    # what the developers' environment has need not be fetched: tests build without a network
    is_equipped = find_spec("mypyc") is not None and has_backend()
    temporary, wheels = source.parent / "temporary", source.parent / "wheels"
    temporary.mkdir()
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", f"--wheel-dir={wheels}"]
    before_s = children_s()
    with log.open("w", encoding="utf-8") as output:
        done = subprocess.run(
            [*command, *(["--no-build-isolation"] if is_equipped else []), str(source)],
            env={**os.environ, "TMPDIR": str(temporary)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            close_fds=False,  # the child inherits the lock
            check=False,
        )
        print(BUILD_TOOK.format(f"{children_s() - before_s:.1f}"), file=output)
    if done.returncode != 0:
        raise BuildError(f"pip could not build the compiled rules (see {LOG}).", is_final=False)
    return next(wheels.glob("*.whl"))


if __name__ == "__main__":
    try:
        Builds().build(make_wheel_with_pip)
    except BuildError as error:
        sys.exit(str(error))
