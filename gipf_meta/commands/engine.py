"""``engine`` and ``engine-check``: a bot of ours as an engine, and what an engine does wrong."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any

from gipf_meta.base.texts import ENGLISH, _, speak
from gipf_meta.base.version import __version__
from gipf_meta.bots.answering import AnsweringEngine
from gipf_meta.commands.arguments import (
    add_command,
    add_json,
    print_json,
    read_number,
    read_seed,
)
from gipf_meta.commands.author import print_finding
from gipf_meta.plugins.loading import load_plugins


def add_commands(commands: Any) -> None:
    """Adds ``engine`` and ``engine-check`` to the program."""
    engine = add_command(
        commands, "engine", _engine, _("a bot as an engine, for other programs (docs/engines.md)")
    )
    engine.add_argument(
        "--bot", default="expert", metavar="BOT", help=_("who answers; default: expert")
    )
    checking = add_command(
        commands, "engine-check", _check, _("try to refute an engine, with advice for its author")
    )
    checking.add_argument("command", metavar="COMMAND", help=_("what starts it, as one word"))
    checking.add_argument(
        "games", nargs="*", metavar="GAME", help=_("only these games; default: those it names")
    )
    checking.add_argument(
        "--walks",
        type=read_number(10_000),
        metavar="N",
        help=_("how many games are walked through, by chance and by a bot; default: 4"),
    )
    checking.add_argument("--seed", type=read_seed, default=1, help=_("default: 1"))
    add_json(checking)


def _engine(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    engine = AnsweringEngine(arguments.bot, installed.games, installed.find, __version__)
    speak(ENGLISH)  # programs read it
    lines = _HostLines()
    for line, cancelled in iter(lines.next, None):
        for said in engine.answer(line, cancelled):
            print(said, flush=True)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from gipf_meta.testing.engines import GAMES, check_engine  # slow to import, rarely wanted

    installed, broken = load_plugins(), 0
    for game in arguments.games:
        installed.find(game)
    for finding in check_engine(
        arguments.command,
        installed.find,
        arguments.games,
        count=arguments.walks or GAMES,
        seed=arguments.seed,
    ):
        broken += not finding.ok
        if arguments.json:
            print_json(asdict(finding))
        else:
            print_finding(finding, finding.repeat, finding.game)
        sys.stdout.flush()  # each law as it is answered
    if not arguments.json:
        words = _.many("{count} law is broken.", "{count} laws are broken.", broken)
        print(words.format(count=broken) if broken else _("Every law holds."))
    return 2 if broken else 0


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
