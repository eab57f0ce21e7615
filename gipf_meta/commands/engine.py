"""``engine``: a bot of ours answers the lines of the engine protocol."""

from __future__ import annotations

import argparse
import sys
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from gipf_meta.base.texts import ENGLISH, _, speak
from gipf_meta.base.version import __version__
from gipf_meta.bots.answering import AnsweringEngine
from gipf_meta.commands.arguments import add_command
from gipf_meta.plugins.loading import load_plugins


def add_commands(commands: Any) -> None:
    """Adds ``engine`` to the program."""
    engine = add_command(
        commands, "engine", _engine, _("a bot as an engine, for other programs (docs/engines.md)")
    )
    engine.add_argument(
        "--bot", default="expert", metavar="BOT", help=_("who answers; default: expert")
    )


def _engine(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    engine = AnsweringEngine(arguments.bot, installed.games, installed.find, __version__)
    speak(ENGLISH)  # programs read it
    lines = _HostLines()
    for line, cancelled in iter(lines.next, None):
        for said in engine.answer(line, cancelled):
            print(said, flush=True)
    return 0


class _HostLines:
    """The lines that a host says, read in a thread of their own, so that ``stop`` comes at once."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[tuple[str, Event] | None] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()

    def next(self) -> tuple[str, Event] | None:
        """The next line, and what is set when its answer is to end; ``None``: no line follows."""
        return self._lines.get()

    def _read(self) -> None:
        cancelled, said = Event(), ""
        for line in iter(sys.stdin.readline, ""):
            word = line.strip()
            if word == "stop":
                cancelled.set()
            elif word == "quit":
                break
            elif word:
                cancelled, said = Event(), word
                self._lines.put((word, cancelled))
        if "forever" in said:  # nobody is there any more to say that it is enough
            cancelled.set()
        self._lines.put(None)
