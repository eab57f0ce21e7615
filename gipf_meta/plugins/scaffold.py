"""Writes a new plugin to start from: a whole distribution with a small game that works, or one of
the examples of docs/write-a-plugin.md."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.files import whole_folder
from gipf_meta.base.sentences import system_reason
from gipf_meta.base.texts import _
from gipf_meta.base.version import __version__
from gipf_meta.protocol.game import PROTOCOL

#: where each template goes; ``$name`` is the game's id
PLACES: Final[Mapping[str, str]] = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "gitignore.txt": ".gitignore",
    "init.py.txt": "gipf_meta_$name/__init__.py",
    "game.py.txt": "gipf_meta_$name/game.py",
    "test.py.txt": "tests/test_$name.py",
    "ci.yml.txt": ".github/workflows/ci.yml",
}
EXAMPLES: Final = ("tictactoe", "pig", "cairn")
"""The ids of the games of examples, in the order of docs/write-a-plugin.md."""


class NewPluginError(GipfMetaError, ValueError):
    """No plugin can be made of that name, or in that folder; one sentence."""


def new_plugin(name: str, folder: Path) -> list[Path]:
    """Writes a plugin for the game *name* into a new *folder*; returns its files.

    The folder is whole, or is not there. Raises ``NewPluginError`` if *name* is no id, or if
    *folder* exists or cannot be written.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,29}", name) or keyword.iskeyword(name):
        raise NewPluginError(
            _(
                "{name!r} is no id for a game: write up to 30 lower-case letters, digits and _,"
                " a letter first."
            ).format(name=name)
        )
    words = name.split("_")
    values = {
        "name": name,
        "dashed": name.replace("_", "-").strip("-"),
        "title": " ".join(words).strip().capitalize(),
        "class_name": "".join(word.capitalize() for word in words),
        "host": __version__,
        "protocol": PROTOCOL,
    }
    places = {name: Template(place).substitute(values) for name, place in PLACES.items()}
    template = files("gipf_meta.plugins") / "template"
    texts = {
        place: Template((template / name).read_text(encoding="utf-8")).substitute(values)
        for name, place in places.items()
    }
    return _write(texts, folder)


def copy_example(name: str, folder: Path) -> list[Path]:
    """Writes the example *name*, one of ``EXAMPLES``, into a new *folder*; returns its files. The
    folder and errors are those of ``new_plugin``."""
    if name not in EXAMPLES:
        raise NewPluginError(
            _("There is no example {name!r}; the examples are {names}.").format(
                name=name, names=", ".join(EXAMPLES)
            )
        )
    source = Path(__file__).with_name("examples")
    if not source.is_dir():  # the sources are run: there it stands beside the packages
        source = Path(__file__).resolve().parents[2] / "examples"
    found = {
        path.relative_to(source / name).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((source / name).rglob("*"))
        if path.suffix in (".md", ".py", ".toml")
    }
    return _write(found, folder)


def _write(texts: Mapping[str, str], folder: Path) -> list[Path]:
    """Writes *texts* by their places in a new *folder*; returns the files."""
    if folder.exists():
        raise NewPluginError(
            _("{path} exists already; give another folder with --to.").format(path=folder)
        )
    try:
        with whole_folder(folder) as fresh:
            for place, text in texts.items():
                path = fresh / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise NewPluginError(
            _("{path} cannot be written: {why}.").format(path=folder, why=system_reason(error))
        ) from error
    return [folder / place for place in texts]
