"""``--version`` and ``completion``: the installed version, and completions for shells."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from gipf_meta.base.texts import N_, _
from gipf_meta.base.version import __version__
from gipf_meta.bots.levels import BOTS
from gipf_meta.commands.parser import BUILDING, add_command
from gipf_meta.library.settings import settings_path
from gipf_meta.library.store import library_path
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.search.bench import is_compiled
from gipf_meta.search.mcts import TreeSearch

SHELLS: Final = ("bash", "zsh", "fish", "tcsh", "powershell")
"""The shells for which completions are made."""

GAMES: Final = {"game", "games"}
PLAYERS: Final = {"seats", "bots", "bot"}
FILES: Final = {"brought", "file", "files", "journal", "record", "records", "table", "to", "what"}
FOLDERS: Final = {"folder"}
"""The values of ``dest`` of the arguments that take games, players, files and folders: for
completions the metavars are no help, because they are translated."""


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


def add_commands(commands: Any) -> None:
    """Adds ``completion`` to the program."""
    words = _("print what lets a shell complete commands, options, games and files")
    example = "completion bash"
    completing = add_command(commands, "completion", _complete, words, example, title=BUILDING)
    completing.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def _complete(arguments: argparse.Namespace) -> int:
    import shtab  # no other command waits for it

    games = sorted(load_plugins().games)
    program: argparse.ArgumentParser = deepcopy(arguments.program)  # others read by it, too
    for action in _actions(program):
        if action.dest in GAMES and action.type is None:
            action.choices = games
        elif action.dest in PLAYERS:
            action.choices = ["human", *BOTS]
        elif action.dest in FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.dest in FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    print(shtab.complete(program, arguments.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of *parser* and of all its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
