"""The program ``gipf-meta``: reads the command line, prints one sentence for an error.

Exit status 0 when it did what was asked, 2 for bad input, with one sentence on stderr.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from functools import cache
from io import TextIOWrapper
from typing import TextIO

from gipf_meta.base.engine_names import PREFIX
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import error_text, one_line, printable_streams, system_reason
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import ENGLISH, _, languages, speak
from gipf_meta.bots.analyst import appoint_analyst
from gipf_meta.bots.engine_bot import allow_engine
from gipf_meta.bots.levels import BOTS, make_bot
from gipf_meta.commands import (
    arena,
    author,
    completion,
    engine,
    game_tools,
    host,
    installation,
    join,
    learn,
    library,
    opening_duel,
    play,
    puzzle,
    puzzle_making,
    rate,
    replay,
    serve,
    study,
    train,
    wait,
)
from gipf_meta.commands.mistakes import unknown_words
from gipf_meta.commands.parser import (
    BadArguments,
    Parser,
    add_group_of_commands,
    translate_argparse,
)
from gipf_meta.library.settings import load_settings
from gipf_meta.plugins.containing import keep_streams, keep_streams_open, take_crashed_plugins
from gipf_meta.plugins.loading import leave_out
from gipf_meta.plugins.single_files import bring_file, is_plugin_path
from gipf_meta.protocol.failures import failing_method, failure

BAD_INPUT = 2


def run(arguments: Sequence[str]) -> int:
    """Runs the command in *arguments* and returns the exit status."""
    _open_streams()
    keep_streams_open()
    with printable_streams():
        return _run(arguments)


def _run(arguments: Sequence[str]) -> int:
    parsed = None
    try:
        # programs read English, people their own language, --help and refusals too
        spoken = load_settings().language
        speak(ENGLISH if "--json" in arguments else spoken)
        parsed = _read_arguments(arguments)
        speak(ENGLISH if parsed.json else spoken)
        _tell_crashes(parsed.without)
        if parsed.without:
            leave_out(parsed.without)
        for command in parsed.engines:
            make_bot(f"{PREFIX}{command}")  # refuses an impossible command
            allow_engine(f"{PREFIX}{command}")
        if parsed.analyst is not None:
            appoint_analyst(f"{PREFIX}{parsed.analyst}")
        for file in (*parsed.brought, *filter(is_plugin_path, _named_games(parsed))):
            bring_file(file)
        with keep_streams():  # a game may replace them: the sentence below must be seen
            status: int = (installation.tell_version if parsed.version else parsed.do)(parsed)
        sys.stdout.flush()
    except GipfMetaError as error:
        return _end(error_text(error))
    except (*stops(), EOFError):
        return _end(_("stopped."))
    except BrokenPipeError:
        _drop(sys.stdout)  # the reader has seen enough
        return 0
    except OSError as error:
        return _end(failure(error) if failing_method(error) else f"{_os_error(error)}.")
    except BaseException as error:  # the last net: one sentence says where the program failed
        if parsed is None and isinstance(error, SystemExit):
            raise  # --help has answered
        return _end(failure(error))
    return status


def _named_games(arguments: argparse.Namespace) -> list[str]:
    """The arguments that are ids of games."""
    games = getattr(arguments, "games", ())  # elsewhere a number of games
    named = (getattr(arguments, "game", None), *(games if isinstance(games, list) else ()))
    return [*filter(None, named)]


def _os_error(error: OSError) -> str:
    """One line with the system's reason for *error*, and the file that it is about."""
    why = system_reason(error)
    return one_line(why if error.filename is None else f"{error.filename}: {why}")


def _tell_crashes(without: Sequence[str]) -> None:
    """Prints which plugin was loading when the program crashed, and how to start without it."""
    for name in take_crashed_plugins():
        if name not in without:
            words = _(
                "The program ended while the plugin {name} was loading; gipf-meta --without"
                " {typed} starts without it."
            ).format(name=name, typed=shlex.quote(name))
            print(f"gipf-meta: {words}", file=sys.stderr)


def _read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """The command and its arguments; a FILE may stand before or after the options.

    Raises ``UsageError``.
    """
    parser = _program_with(languages(), tuple(BOTS))
    try:
        parsed, rest = parser.parse_known_args(arguments)
    except BadArguments:
        _refuse_unknown_option(parser, arguments)
        raise
    if len(rest) == 1 and _is_file(rest[0]) and getattr(parsed, "file", "") is None:
        parsed.file = rest.pop()
    if rest:
        command: Parser = parsed.parser
        raise BadArguments(unknown_words(rest, command.prog, command.options(), parsed))
    _complete_seed(parsed)
    return parsed


def _refuse_unknown_option(program: Parser, arguments: Sequence[str]) -> None:
    """Raises ``BadArguments`` if an option is unknown: that says more than that its value is no
    command, or that something is missing behind it."""
    parser, options = program, [*program.options()]
    for word in arguments:
        name = word.partition("=")[0]
        if word in (commands := parser.commands()):
            parser = commands[word]
            options += parser.options()
        elif name.startswith("--") and not any(each.startswith(name) for each in options):
            nothing = argparse.Namespace()
            raise BadArguments(unknown_words([word], parser.prog, parser.options(), nothing))


def _is_file(word: str) -> bool:
    """Whether *word* may be the name of a file that stands behind the options."""
    return not word.startswith("-") and ("=" not in word or os.path.exists(word))


def _complete_seed(parsed: argparse.Namespace) -> None:
    """Puts the usual seed of the command where none is given, before it or behind it.

    Raises ``BadArguments`` for a command without chance.
    """
    if parsed.seed is None:
        parsed.seed = getattr(parsed, "usual_seed", None)
    elif "--seed" not in parsed.parser.options():
        words = _("{program} draws nothing from a seed; leave --seed out.")
        raise BadArguments(words.format(program=parsed.parser.prog))


def _open_streams() -> None:
    """Replaces closed streams; lets the others replace letters that they cannot encode or
    decode."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _end(sentence: str) -> int:
    """Prints why the program ends; returns the exit status."""
    for stream, last in ((sys.stdout, ""), (sys.stderr, f"gipf-meta: {sentence}\n")):
        try:
            stream.write(last)
            stream.flush()
        except OSError:
            _drop(stream)
    return BAD_INPUT


def _drop(stream: TextIO) -> None:
    """Redirects *stream* to the null device, also for the flush at exit: it has no reader."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@cache
def _program_with(_languages: tuple[str, ...], _bots: tuple[str, ...]) -> Parser:
    """The parser with its help in these languages and with these bots, cached for a process that
    reads several command lines."""
    return program()


def program() -> Parser:
    """The parser of the command line: all commands, with help in the user's language."""
    translate_argparse()
    parser = Parser(
        prog="gipf-meta",
        description=_(
            "The GIPF project, unofficial: its games, and GIPF with potentials and duels."
        ),
        epilog=_(
            "Without a command: a menu, or the demo where there is neither a terminal nor --plain."
        ),
    )
    words = _("show the version and what is compiled, and exit")
    parser.add_argument("--version", action="store_true", help=words)
    words = _("do not load this plugin; may be repeated, and stands before the command")
    parser.add_argument("--without", action="append", default=[], metavar="NAME", help=words)
    words = _("load this file as a plugin, too; may be repeated, and stands before the command")
    parser.add_argument(
        "--with", action="append", default=[], metavar="FILE", dest="brought", help=words
    )
    words = _("let this engine sit at seats; may be repeated, and stands before the command")
    parser.add_argument(
        "--engine", action="append", default=[], metavar="COMMAND", dest="engines", help=words
    )
    words = _("let this engine analyse, review and give hints; stands before the command")
    parser.add_argument("--analyst", metavar="COMMAND", help=words)
    parser.examples = (
        "gipf-meta play zertz --seats human easy",
        "gipf-meta learn zertz",
        "gipf-meta games",
    )
    parser.set_defaults(do=play.launch, json=False, program=parser, parser=parser)
    play.add_display(parser, is_program=True)
    play.add_seed(parser, is_program=True)
    commands = add_group_of_commands(parser)

    modules = (
        play, opening_duel, learn, puzzle, serve, library, replay, study, host, join, wait,
        game_tools, arena, rate, engine, train, puzzle_making, author, completion,
    )  # fmt: skip
    for module in modules:
        module.add_commands(commands)
    return parser
