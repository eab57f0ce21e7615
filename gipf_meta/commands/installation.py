"""``--version``: the installed version, what is compiled of it, and where its files are."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from gipf_meta.base.texts import N_, _
from gipf_meta.base.version import __version__
from gipf_meta.library.settings import settings_path
from gipf_meta.library.store import library_path
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.search.bench import is_compiled
from gipf_meta.search.mcts import TreeSearch


def tell_version(_arguments: argparse.Namespace) -> int:
    """Runs ``--version``: prints the number on a line of its own, then what is compiled and what is
    not, and the paths of this user's files."""
    print(*version_lines(), sep="\n")
    return 0


def version_lines() -> Iterator[str]:
    """The lines of ``--version``: the number, what is compiled and what is not, and the paths of
    matches and settings."""
    yield f"gipf-meta {__version__}"
    runs = what_runs_compiled()
    if compiled := [_(name) for name, is_so in runs.items() if is_so]:
        yield _("Compiled: {names}.").format(names=", ".join(compiled))
    if others := [_(name) for name, is_so in runs.items() if not is_so]:
        yield _("Not compiled: {names}.").format(names=", ".join(others))
    yield _("Matches: {path}").format(path=library_path())
    yield _("Settings: {path}").format(path=settings_path())


def what_runs_compiled() -> dict[str, bool]:
    """Whether the search is compiled, and whether each game is. The host's own duels have nothing
    to compile."""
    modules = {N_("search"): TreeSearch.__module__}
    for game in load_plugins().games.values():
        if not game.__module__.startswith("gipf_meta."):
            modules[game.id] = game.__module__
    return {name: is_compiled(module) for name, module in modules.items()}
