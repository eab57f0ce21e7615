"""Plugins that are one file, without a package: a game is played while it is being written.

A file is imported under its own name from the end of the path of modules, so every process of a
start finds the same module: bots think in other processes, and states travel there.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
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


class NoPluginFile(GipfMetaError, ValueError):
    """A file cannot be taken as a plugin; one sentence."""


def is_plugin_file(words: str) -> bool:
    """Whether *words* name a file where the id of a game may stand: no id has a dot."""
    return words.endswith(SUFFIX)


def path_of(words: str) -> Path:
    """The file that *words* name, from the root on. Raises what the system answers,
    ``ValueError`` and ``RuntimeError``."""
    return Path(words).expanduser().resolve()


def bring_file(words: str) -> None:
    """Loads the plugin in the file *words*, too, here and in every process started from here.

    Raises ``NoPluginFile`` if there is no such file, or none that can be imported by its name.
    """
    try:
        path = path_of(words)
        open(path, "rb", opener=regular).close()
    except (OSError, ValueError, RuntimeError) as error:
        why = system_reason(error) if isinstance(error, OSError) else str(error)
        near = near_name(error) if isinstance(error, OSError) else ""
        near = near or _(" gipf-meta games lists the games that have a name.")
        sentence = _("{path} cannot be read: {why}.").format(path=words, why=why)
        raise NoPluginFile(sentence + near) from None
    name = path.stem
    if not is_plugin_file(path.name) or not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", name):
        raise NoPluginFile(
            _(
                "{path} is no plugin in a file: name it by letters, digits and _, with .py at its"
                " end, like my_game.py."
            ).format(path=words)
        )
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
    return EntryPoint(path.stem, path.stem, PROJECT)


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
    if (folder := str(path.parent)) not in sys.path:
        sys.path.append(folder)
