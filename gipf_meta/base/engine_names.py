"""Engines as they are named: ``engine:COMMAND`` in records and commands, a short name to people."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable
from typing import Final

PREFIX: Final = "engine:"
"""Begins the name of such a bot."""

_RUNNER: Final = re.compile(
    r"(python|pypy|node|deno|bun|java|ruby|perl|lua|php|mono|dotnet|(ba|da|z)?sh|env|wine|nice)w?"
    r"[0-9.]*(\.exe)?"
)
"""A program that runs the one written behind it."""
_ENDING: Final = re.compile(r"(?<=.)\.[A-Za-z]{1,5}$")


def is_engine(words: str) -> bool:
    """Whether *words* name an engine."""
    return words.lower().startswith(PREFIX)


def command_of(words: str) -> str:
    """The command of the engine that *words* name."""
    return words[len(PREFIX) :].strip()


def engine_name(command: str) -> str:
    """The name of the engine that *command* starts: its program, without folder and ending.

    ``python3 engines/prima.py ./player`` is ``prima``.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        words = command.split()
    files = [re.split(r"[/\\]", word)[-1] for word in words if not word.startswith("-")]
    programs = [file for file in files if file and not _RUNNER.fullmatch(file)] or files
    return _ENDING.sub("", programs[0]) if programs and programs[0] else command


def bot_names(bots: Iterable[str]) -> dict[str, str]:
    """The name of each of the *bots* among the others: an engine has its own, unless another one
    has the same."""
    names = {bot: engine_name(command_of(bot)) if is_engine(bot) else bot for bot in bots}
    counts = Counter(names.values())
    return {bot: name if counts[name] == 1 else bot for bot, name in names.items()}
