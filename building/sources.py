"""The packages, entry points and compiled modules of this repository, found in its folders.

``setup.py`` builds wheels from this; ``compiled.py`` finds by it whether the compiled program is up
to date. It needs only the standard library.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COMPILE: Final = "# mypyc: compile\n"
"""The first line of a module that is compiled."""


def top_packages(root: Path = ROOT) -> list[Path]:
    """Returns the folders of host and plugins: ``gipf_meta``, ``plugins/*/gipf_meta_*``."""
    folders = [root / "gipf_meta", *sorted(root.glob("plugins/*/gipf_meta_*"))]
    return [folder for folder in folders if (folder / "__init__.py").is_file()]


def packages(root: Path = ROOT) -> dict[str, str]:
    """Returns the folder, relative to *root*, of each package and inner package, by dotted name."""
    return {
        ".".join(init.relative_to(top.parent).parent.parts): _name(init.parent, root)
        for top in top_packages(root)
        for init in sorted(top.rglob("__init__.py"))
    }


def plugins(root: Path = ROOT) -> dict[str, str]:
    """Returns the packages of the plugins by their names, which are the ids of their games."""
    names = [top.name for top in top_packages(root)]
    return {name.removeprefix("gipf_meta_"): name for name in names if name != "gipf_meta"}


def entry_points(root: Path = ROOT) -> list[str]:
    """Returns the entry points of plugins, ``zertz = gipf_meta_zertz``, and of the host's duels."""
    found = {**plugins(root), "duels": "gipf_meta.duels"}
    return [f"{name} = {package}" for name, package in found.items()]


def kinds_of_potentials(root: Path = ROOT) -> list[str]:
    """Returns GIPF's entry points of potentials: ``zertz = gipf_meta_gipf.kinds.zertz:KIND``."""
    modules = sorted(root.glob("plugins/gipf/gipf_meta_gipf/kinds/*.py"))
    found = [path for path in modules if "\nKIND: " in path.read_text(encoding="utf-8")]
    return [f"{path.stem} = gipf_meta_gipf.kinds.{path.stem}:KIND" for path in found]


def compiled_modules(root: Path = ROOT) -> list[str]:
    """Returns the modules that are marked by ``COMPILE``, as paths relative to *root*."""
    return [
        _name(path, root)
        for top in top_packages(root)
        for path in sorted(top.rglob("*.py"))
        if _first_line(path) == COMPILE
    ]


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _first_line(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline()
