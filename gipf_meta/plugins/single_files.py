"""Plugins that are one file, or a folder that is not installed: a game is played while it is
being written. A folder stands for the file of its module.

A file is imported under its own name from the end of the path of modules, so every process of a
start finds the same module: bots think in other processes, and states travel there.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tomllib
from importlib import invalidate_caches
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.files import near_name, regular
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame, Game
from gipf_meta.protocol.hookspecs import PROJECT

FILES: Final = "GIPF_META_WITH"
"""The variable that names the files, between ``os.pathsep``: all processes of a start see it."""
SUFFIX: Final = ".py"
PACKAGE: Final = "__init__.py"
"""The file of a module that is a package."""
SIGNS_OF_FOLDERS: Final = frozenset("/\\~.-")
"""The signs of which a name of a folder has one, and no id of a game."""
SIGNS_OF_PATHS: Final = frozenset("./\\~")
"""Signs in the name of a file, which no game has in its own."""
MOST_NAMED: Final = 3
"""The most files in a folder that a sentence names."""
PREFIX: Final = "gipf_meta_"
"""The beginning of the names of packages of plugins."""


class NoPluginFile(GipfMetaError, ValueError):
    """A file cannot be taken as a plugin; one sentence."""


def is_plugin_file(words: str) -> bool:
    """Whether *words* name a file where the id of a game may stand: no id has a dot."""
    return words.endswith(SUFFIX)


def is_plugin_path(words: str) -> bool:
    """Whether *words* name a file, or a folder that is there, where the id of a game may stand."""
    if is_plugin_file(words):
        return True
    if not set(words) & SIGNS_OF_FOLDERS and not words.startswith(PREFIX):
        return False
    try:
        return Path(words).expanduser().is_dir()
    except (OSError, ValueError, RuntimeError):
        return False


def is_folder(words: str) -> bool:
    """Whether *words*, which are no path by their signs, are the name of a folder that is here."""
    try:
        return bool(words) and Path(words).is_dir()
    except (OSError, ValueError):
        return False


def holds_plugin(words: str) -> bool:
    """Whether the folder *words* is that of a plugin."""
    try:
        return bool(paths_of(words))
    except (OSError, ValueError, RuntimeError):
        return False


def why_no_path(words: str) -> str:
    """The reason why *words*, which have a sign of a path, name no plugin; ``""`` where nothing
    but a dot is such a sign and no file has that name."""
    try:
        Path(words).expanduser().stat()
    except OSError as error:
        if not set(words) & SIGNS_OF_PATHS - {"."}:
            return ""
        why = _("{path} cannot be read: {why}.").format(path=words, why=system_reason(error))
        return why + near_name(error)
    except (ValueError, RuntimeError):
        return ""
    return _no_plugin_file(words)


def paths_of(words: str) -> tuple[Path, ...]:
    """The file that *words* name, or those of the modules of the folder that they name, from the
    root on. Raises what the system answers, ``ValueError`` and ``RuntimeError``; ``NoPluginFile``
    for a folder of no plugin."""
    path = Path(words).expanduser().resolve()
    is_file = is_plugin_file(words) or not path.is_dir()
    return (path,) if is_file else _modules_of_folder(path, words)


def module_of(path: Path) -> str:
    """The name of the module that the file *path* is."""
    return path.parent.name if path.name == PACKAGE else path.stem


def _modules_of_folder(folder: Path, words: str) -> tuple[Path, ...]:
    """The files of the modules that the project or package in *folder* is. Raises
    ``NoPluginFile``."""
    package = folder / PACKAGE
    modules = {name: _module_in(folder, name) for name in _names_in(folder, words)}
    found = tuple(dict.fromkeys(path for path in modules.values() if path is not None))
    if len(found) < len(modules) and not package.is_file():
        raise NoPluginFile(
            _(
                "{path}/pyproject.toml names the module {module}, which is not in that folder."
            ).format(path=words.rstrip("/"), module=next(n for n in modules if not modules[n]))
        )
    if found or package.is_file():
        return found or (package,)
    why = _(
        "{path} is no folder of a plugin: such a folder has a pyproject.toml that names a"
        " module in it under [project.entry-points.gipf_meta], or it is a package with"
        " __init__.py."
    ).format(path=words)
    if loose := sorted(os.path.join(words, each.name) for each in folder.glob(f"*{SUFFIX}")):
        files = ", ".join(loose[:MOST_NAMED])
        why += _(" Or name a file in it: {files}.").format(files=files)
    raise NoPluginFile(why)


def _names_in(folder: Path, words: str) -> list[str]:
    """The modules that the project in *folder* names as plugins. Raises ``NoPluginFile`` for a
    project that is no TOML."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        values = project["project"]["entry-points"][PROJECT].values()
    except ValueError as error:
        path = words.rstrip("/")
        sentence = _("{path}/pyproject.toml is no TOML: {why}.").format(path=path, why=error)
        raise NoPluginFile(sentence) from None
    except (OSError, KeyError, TypeError, AttributeError):
        return []  # no project, or one that names no plugin
    return [str(value).partition(":")[0].strip() for value in values]


def _module_in(folder: Path, name: str) -> Path | None:
    """The file of the module *name* of the project in *folder*."""
    inside = Path(*name.split("."))
    for top in (folder, folder / "src"):
        for path in (top / inside / PACKAGE, top / f"{inside}{SUFFIX}"):
            if path.is_file():
                return path
    return None


def _no_plugin_file(words: str) -> str:
    return _(
        "{path} is no plugin in a file: name it by letters, digits and _, with .py at its"
        " end, like my_game.py."
    ).format(path=words)


def bring_file(words: str) -> None:
    """Loads the plugins in the file or folder *words*, too, here and in every process started from
    here.

    Raises ``NoPluginFile`` if there is no such file, or none that can be imported by its name.
    """
    try:
        paths = paths_of(words)
        for path in paths:
            open(path, "rb", opener=regular).close()
    except NoPluginFile:
        raise
    except (OSError, ValueError, RuntimeError) as error:
        why = system_reason(error) if isinstance(error, OSError) else str(error)
        near = near_name(error) if isinstance(error, OSError) else ""
        near = near or _(" gipf-meta games lists the games that have a name.")
        sentence = _("{path} cannot be read: {why}.").format(path=words, why=why)
        raise NoPluginFile(sentence + near) from None
    for path in paths:
        _bring_module(path, words)


def _bring_module(path: Path, words: str) -> None:
    """Loads the plugin in the file *path*, which *words* name. Raises ``NoPluginFile``."""
    name = module_of(path)
    if not is_plugin_file(path.name) or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
        raise NoPluginFile(_no_plugin_file(words))
    _add_folder(path)
    invalidate_caches()  # the file may be younger than what was found in its folder
    found = find_spec(name)
    if found is None or found.origin is None or Path(found.origin).resolve() != path:
        raise NoPluginFile(
            _("There is a module {name} already; give {path} another name.").format(
                name=name, path=words
            )
        )
    if path not in brought_files():
        os.environ[FILES] = os.pathsep.join(map(str, (*brought_files(), path)))


def brought_files() -> tuple[Path, ...]:
    """The files that are loaded beside the installed plugins."""
    return tuple(Path(each) for each in os.environ.get(FILES, "").split(os.pathsep) if each)


def point_of_file(path: Path) -> EntryPoint:
    """An entry point for a file, as if a package brought it."""
    _add_folder(path)
    return EntryPoint(module_of(path), module_of(path), PROJECT)


def is_of(point: EntryPoint, path: Path) -> bool:
    """Whether the module of the installed entry *point* is the file *path*."""
    if point.module != module_of(path):
        return False
    found = find_spec(point.module)
    return found is not None and found.origin is not None and Path(found.origin).resolve() == path


def games_in(module: object) -> list[type[AnyGame]]:
    """The games that *module* itself defines: those of a file without the hook ``games``."""
    name = getattr(module, "__name__", "")
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Game)
        and each.__module__ == name
        and "id" in vars(each)
    ]


def program() -> str:
    """The command of the program, with the options that load the same files again."""
    files = (word for path in brought_files() for word in ("--with", str(path)))
    return shlex.join(["gipf-meta", *files])


def _add_folder(path: Path) -> None:
    """Lets modules be imported from the folder of *path*, after all others."""
    folder = path.parent.parent if path.name == PACKAGE else path.parent
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
