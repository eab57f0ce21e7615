"""``engine`` and ``engine-check``: one of the bots as an engine, and a check of an engine."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from typing import Any

from gipf_meta.base.engine_names import PREFIX
from gipf_meta.base.texts import ENGLISH, _, speak
from gipf_meta.base.version import __version__
from gipf_meta.bots.engine_server import AnsweringEngine
from gipf_meta.bots.host_lines import answer_host
from gipf_meta.bots.levels import make_bot
from gipf_meta.commands.arguments import (
    add_json,
    add_usual_seed,
    print_json,
    read_number,
)
from gipf_meta.commands.author import print_finding
from gipf_meta.commands.parser import BUILDING, UsageError, add_command
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure


def add_commands(commands: Any) -> None:
    """Adds ``engine`` and ``engine-check`` to the program."""
    words = _("a bot as an engine, for other programs (docs/engines.md)")
    example = "gipf-meta engine --bot medium"
    engine = add_command(commands, "engine", _engine, words, example, title=BUILDING)
    engine.add_argument(
        "--bot", default="expert", metavar="BOT", help=_("who answers; default: expert")
    )
    words = _("try to refute an engine, with advice for its author")
    example = "gipf-meta engine-check 'gipf-meta engine --bot random' die"
    checking = add_command(commands, "engine-check", _check, words, example, title=BUILDING)
    checking.add_argument("command", metavar="COMMAND", help=_("what starts it, as one word"))
    checking.add_argument(
        "games", nargs="*", metavar="GAME", help=_("only these games; default: those it names")
    )
    words = _("how many games are walked through, by chance and by a bot; default: 4")
    checking.add_argument("--walks", type=read_number(10_000), metavar="N", help=words)
    words = _("games that it is told, too: a file, a folder, a zip or gz of them")
    checking.add_argument("--records", nargs="+", metavar="FILE", help=words)
    add_usual_seed(checking, 1, _("default: 1"))
    add_json(checking)


def _engine(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    engine = AnsweringEngine(arguments.bot, installed.games, installed.find, __version__)
    speak(ENGLISH)  # programs read it
    answer_host(engine, iter(sys.stdin.readline, ""), sys.stdout)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    # slow to import, rarely wanted
    from gipf_meta.commands.given_games import read_given_matches
    from gipf_meta.workshop.engine_checks.match_laws import sessions_in
    from gipf_meta.workshop.engine_checks.refutation import GAMES, check_engine

    make_bot(f"{PREFIX}{arguments.command}")  # refuses an impossible command
    installed, broken, held = load_plugins(), 0, set[str]()
    kinds = [installed.find_typed(game) for game in arguments.games]
    chosen: Any = configure(kinds[0], {}) if len(kinds) == 1 else None
    matches = read_given_matches(arguments.records or (), installed, chosen)
    sessions = (session for match in matches for session in sessions_in(match))
    recorded = [session for session in sessions if session.steps]
    if arguments.records and not recorded:
        raise UsageError(_("No game is recorded there."))
    for finding in check_engine(
        arguments.command,
        installed.find,
        arguments.games,
        count=arguments.walks or GAMES,
        seed=arguments.seed,
        recorded=recorded,
    ):
        broken += not finding.ok
        if finding.asked and finding.ok:
            held.add(finding.game)
        if arguments.json:
            print_json(asdict(finding))
        else:
            print_finding(finding, finding.repeat, finding.game)
        sys.stdout.flush()  # each law as it is answered
    games = held - {""}
    if not arguments.json:
        words = _.many("{count} law is broken.", "{count} laws are broken.", broken)
        if broken:
            print(words.format(count=broken))
        elif games:
            print(_("Every law holds."))
        else:
            print(_("No game was asked about."))
    return 0 if games and not broken else 2
