"""The ``gipf-meta`` command: what a user may ask, and the way each answer is found.

Exit status 0 when it did what was asked, 2 for bad input, with one sentence on stderr.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TextIO

from gipf_meta import __version__, library, story
from gipf_meta.bench import speed
from gipf_meta.bots import BOTS, UnknownBot
from gipf_meta.clock import Clock, RealClock, StillClock
from gipf_meta.game import Adaptable, AnyGame, MoveError, Positions
from gipf_meta.hookspecs import Showcase
from gipf_meta.match import DuelUnavailable, Match
from gipf_meta.menu import choose_match
from gipf_meta.options import OptionError, configure, read_settings
from gipf_meta.plain import PlainGame
from gipf_meta.playthrough import PlaythroughError, playthrough
from gipf_meta.plugins import Installed, UnknownGame, load_plugins
from gipf_meta.record import RecordError, Seat, dumps, load, read, replay
from gipf_meta.render import text
from gipf_meta.store import FileKeeper, Keeper, Library, LibraryError, LibraryKeeper
from gipf_meta.table import GameFailed, Player, Table, playable, seats_of
from gipf_meta.terminal import LONGEST, Line
from gipf_meta.timecontrol import TimeControl, TimeControlError
from gipf_meta.turns import LuckDue, legal_turns, perft, perft_decisions, ways_on, whole_turns

BAD_INPUT = 2


class UsageError(ValueError):
    """A command line that asks for nothing this program does; one sentence."""


#: errors whose text is a sentence for the user
FAULTS = (
    UsageError,
    OptionError,
    UnknownGame,
    UnknownBot,
    MoveError,
    RecordError,
    PlaythroughError,
    DuelUnavailable,
    GameFailed,
    LibraryError,
    LuckDue,
)


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one sentence, raised instead of printed."""

    def error(self, message: str) -> NoReturn:
        words = f"{message[:1].upper()}{message[1:]}".rstrip(".")
        raise UsageError(f"{words}; see {self.prog} --help.")


def run(arguments: Sequence[str]) -> int:
    """Does what *arguments* ask and returns the exit status."""
    _open_streams()
    try:
        asked = _asked(arguments)
        status: int = asked.do(asked)
        sys.stdout.flush()
    except FAULTS as fault:
        _flush()
        print(f"gipf-meta: {text.one_line(str(fault))}", file=sys.stderr)
        return BAD_INPUT
    except (KeyboardInterrupt, EOFError):
        _flush()
        print("gipf-meta: stopped.", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # the reader has seen enough; nothing more may be written, not even at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"gipf-meta: {error.strerror or error}.", file=sys.stderr)
        return BAD_INPUT
    except (RecursionError, MemoryError):
        print("gipf-meta: That is more than this machine can hold.", file=sys.stderr)
        return BAD_INPUT
    return status


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    """The command and what belongs to it; a FILE may stand before or after the options."""
    parser = _parser()
    asked, rest = parser.parse_known_args(arguments)
    if len(rest) == 1 and not rest[0].startswith("-") and getattr(asked, "file", "") is None:
        asked.file = rest.pop()
    if rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return asked


def _open_streams() -> None:
    """Makes do with streams that were closed, or that cannot show or read every letter."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        pass


# ---- what may be asked -------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="gipf-meta",
        description="The GIPF project in one program, unofficial: single games, and GIPF with"
        " potentials, challenges and duels.",
        epilog="Without a command: a menu, or the demo where there is no terminal.",
    )
    parser.add_argument("--version", action="version", version=f"gipf-meta {__version__}")
    parser.set_defaults(do=_launch)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)

    def command(name: str, do: Callable[[argparse.Namespace], int], help: str) -> Any:
        added = commands.add_parser(name, help=help, description=help)
        added.set_defaults(do=do)
        return added

    games = command("games", _games, "what can be played")
    plugins = command("plugins", _plugins, "what is installed, and what is wrong with it")
    for listing in (games, plugins):
        listing.add_argument("--json", action="store_true", help="one object a line")

    play = command("play", _play, "play a game")
    _add_game(play)
    play.add_argument(
        "--seats",
        nargs="+",
        metavar="WHO",
        help=f"human or {' or '.join(BOTS)}, seat by seat; greedy:500 needs 500 ms to react",
    )
    play.add_argument(
        "--names", nargs="+", metavar="NAME", type=_name, help="who they are, for the library"
    )
    play.add_argument("--seed", type=_seed, help="makes luck and bots reproducible")
    play.add_argument(
        "--clock",
        type=_control,
        metavar="TIME",
        help="10m+5s: ten minutes each, five seconds more a turn; 30s/turn; default: no clock",
    )
    play.add_argument("--plain", action="store_true", help="line by line (the only way so far)")

    demo = command("demo", _demo, "a match with potentials, challenges and duels between bots")
    demo.add_argument("--seed", type=_seed, default=7, help="another seed is another match")
    demo.add_argument("--json", action="store_true", help="print the record instead")

    through = command("playthrough", _playthrough, "replay a game written in its notation")
    _add_game(through)
    through.add_argument("file", nargs="?", metavar="FILE", help="default: standard input")

    count = command("perft", _perft, "count the legal sequences of turns")
    _add_game(count)
    count.add_argument("depth", type=int, metavar="DEPTH")
    count.add_argument("--position", metavar="TEXT", help="count from this position")
    count.add_argument("--moves", action="store_true", help="count single decisions")
    count.add_argument("--divide", action="store_true", help="count behind each first turn")
    count.add_argument("--json", action="store_true", help="one object")

    legal = command("legal", _legal, "all legal turns of a position")
    _add_game(legal)
    legal.add_argument("--position", metavar="TEXT", help="the position; default: the start")
    legal.add_argument("--json", action="store_true", help="one object")

    again = command("replay", _replay, "tell a saved game, in and out of its duels")
    again.add_argument("record", nargs="?", metavar="RECORD", help="default: standard input")
    again.add_argument("--boards", action="store_true", help="with a board after each turn")
    again.add_argument("--json", action="store_true", help="one object a turn")

    bench = command("bench", _bench, "the speed of the rules on this machine")
    bench.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    _add_settings(bench)
    bench.add_argument("--seconds", type=float, default=2.0, help="for each game")
    bench.add_argument("--json", action="store_true", help="one object a line")

    library.add_commands(commands, _Parser)

    resume = command("resume", _resume, "go on with a saved match")
    resume.add_argument(
        "record",
        nargs="?",
        metavar="RECORD or ID",
        help="a file, or a match of the library; default: the unfinished one played last",
    )
    resume.add_argument("--plain", action="store_true", help="line by line (the only way so far)")
    return parser


def _seed(words: str) -> int:
    """A seed that fits everywhere it is written."""
    try:
        if len(words) <= 18:
            return int(words)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("a seed is a whole number of at most 18 digits")


def _name(words: str) -> str:
    try:
        return Seat(name=words).name
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{words!r} is no name: it has 1 to 60 letters and no line breaks"
        ) from None


def _control(words: str) -> TimeControl:
    try:
        return TimeControl.read(words)
    except TimeControlError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="its id, as `gipf-meta games` lists it")
    _add_settings(command)
    command.add_argument("--players", type=int, metavar="N", help="how many play")


def _add_settings(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        dest="settings",
        help="an option of the game; may be repeated",
    )


# ---- the answers -------------------------------------------------------------------------------


def _launch(asked: argparse.Namespace) -> int:
    line = Line()
    if not line.live:
        return _demo(argparse.Namespace(seed=7, json=False))
    installed = load_plugins()
    chosen = choose_match(installed, line)
    if chosen is None:
        return 0
    game, kinds = chosen
    return _sit_down(installed, line, game, kinds, None)


def _games(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    for name, game in sorted(installed.games.items()):
        counts = list(game.seat_counts)
        if asked.json:
            _print_json({"id": name, "title": game.title, "players": counts, "about": game.tagline})
        else:
            seats = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}-{counts[-1]}"
            print(f"{name:<11} {game.title:<10} {seats:<4} {game.tagline}")
    return 0


def _plugins(asked: argparse.Namespace) -> int:
    for plugin in load_plugins().plugins:
        if asked.json:
            _print_json(
                {
                    "name": plugin.name,
                    "from": plugin.source,
                    "games": list(plugin.games),
                    "fault": plugin.fault or None,
                }
            )
        else:
            brings = ", ".join(plugin.games) or "nothing"
            fault = f"; NOT USED: {plugin.fault}" if plugin.fault else ""
            print(f"{plugin.name:<11} {plugin.source:<20} brings {brings}{fault}")
    return 0


def _play(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    game = _configured(installed, asked)
    seats = len(asked.seats) if asked.seats and asked.players is None else _seats(game, asked)
    kinds = asked.seats or ["human"] * seats
    if len(kinds) != seats:
        raise UsageError(f"{len(kinds)} seats are named for {seats} players.")
    names = asked.names or game.seat_names[:seats]
    if len(names) != seats or len(set(names)) != seats:
        raise UsageError(f"Give {seats} different names, one for each seat.")
    return _sit_down(installed, Line(), game, kinds, asked.seed, asked.clock, names)


def _sit_down(
    installed: Installed,
    line: Line,
    game: AnyGame,
    kinds: Sequence[str],
    seed: int | None,
    control: TimeControl | None = None,
    names: Sequence[str] = (),
) -> int:
    game, notices = playable(game, sorted(installed.games))
    for notice in notices:
        line.tell(notice)
    _check_duels(installed, game)
    if seed is None:
        seed = secrets.randbelow(2**31)
    with _sentences():
        match = Match.begin(game, len(kinds), installed.find, seed, control)
    players = [
        Player.of_kind(kind, name)
        for kind, name in zip(kinds, names or game.seat_names, strict=False)
    ]
    table = Table(match, players, _clock(line), keeper=_keeper(line, players))
    with closing(table):
        return PlainGame(table, installed, line).run()


def _check_duels(installed: Installed, game: AnyGame) -> None:
    """Options of a duel are checked when the match is set up, not when the duel begins."""
    for name, options in game.duels() if isinstance(game, Adaptable) else ():
        configure(installed.find(name), options)


def _clock(line: Line) -> Clock:
    return RealClock() if line.live else StillClock()


def _resume(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    line = Line()
    number: int | None = None
    if asked.record is not None and not re.fullmatch("[0-9]{1,9}", asked.record):
        path = Path(asked.record)
        record = load(path)
        keeper: Keeper = FileKeeper(path, record.people)
    else:
        matches = Library()
        number = int(asked.record) if asked.record else matches.last()
        record, keeper = matches.go_on(number)
    table = Table.resume(record, installed.find, _clock(line), keeper)
    with closing(table):
        if table.over is not None and number is not None:
            raise UsageError(f"Match {number} is over; gipf-meta library show {number} tells it.")
        return PlainGame(table, installed, line).run()


def _keeper(line: Line, players: Sequence[Player]) -> Keeper | None:
    """What keeps a new match in the library; where there is none, the player is told."""
    try:
        return LibraryKeeper(Library(), seats_of(players))
    except LibraryError as error:
        line.tell(f"{error} The match is not kept; save FILE keeps it elsewhere.")
        return None


def _demo(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    try:
        show = installed.showcase()
    except Exception as error:
        raise UsageError(f"The plugin that has a match to show failed: {error}") from error
    if not isinstance(show, Showcase) or len(show.seats) not in show.game.seat_counts:
        raise UsageError("No installed plugin has a match to show.")
    game, notices = playable(show.game, sorted(installed.games))
    names = game.seat_names[: len(show.seats)]
    match = Match.begin(game, len(show.seats), installed.find, asked.seed)
    players = [Player.of_kind(kind, name) for kind, name in zip(show.seats, names, strict=True)]
    table = Table(match, players, StillClock())
    while table.over is None:
        table.play_bot()
        if table.trouble:
            raise UsageError(table.trouble)
    if asked.json:
        sys.stdout.write(dumps(table.record()))
        return 0
    who = [f"{name} ({kind})" for name, kind in zip(names, show.seats, strict=True)]
    print(f"{show.title}, seed {asked.seed}: {' against '.join(who)}")
    for notice in notices:
        Line().tell(notice)
    for told in story.match_story(table.match, names):
        print(told)
    return 0


def _playthrough(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    game = _configured(installed, asked)
    with _lines(asked.file) as lines, _sentences():
        for told in playthrough(game, _seats(game, asked), lines):
            _print_json(told)
    return 0


def _perft(asked: argparse.Namespace) -> int:
    if asked.depth < 0:
        raise UsageError("DEPTH is a whole number of turns, 0 or more.")
    game, state = _position(asked)
    count = perft_decisions if asked.moves else perft
    if not asked.divide or asked.depth == 0:
        total = count(game, state, asked.depth)
        if asked.json:
            _print_json({"depth": asked.depth, "count": total})
        else:
            print(total)
        return 0
    below: dict[str, int] = {}
    for first, after in _firsts(game, state, asked.moves):
        if first not in below:
            below[first] = count(game, after, asked.depth - 1)
    if asked.json:
        _print_json({"depth": asked.depth, "count": sum(below.values()), "divide": below})
        return 0
    for first, number in below.items():
        print(f"{first}: {number}")
    print(f"total: {sum(below.values())}")
    return 0


def _firsts(game: AnyGame, state: Any, decisions: bool) -> Iterator[tuple[str, Any]]:
    """The first turns, or decisions, with the states after them."""
    if not decisions:
        for path, after in whole_turns(game, state):
            yield game.format_turn(state, path), after
        return
    for move, after in ways_on(game, state):
        yield game.format(state, move), after


def _bench(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    if not asked.seconds > 0:
        raise UsageError("Give more than 0 seconds.")
    for name in asked.games or sorted(installed.games):
        game: AnyGame = configure(installed.find(name), read_settings(asked.settings))
        games, decisions = speed(game, int(1000 * asked.seconds))
        if asked.json:
            told = {"game": name, "games_per_s": round(games), "decisions_per_s": round(decisions)}
            _print_json(told)
        else:
            print(f"{name:<11} {games:9,.0f} random games/s {decisions:11,.0f} decisions/s")
    return 0


def _legal(asked: argparse.Namespace) -> int:
    game, state = _position(asked)
    turns = legal_turns(game, state)
    if asked.json:
        _print_json({"count": len(turns), "turns": list(turns)})
        return 0
    for turn in turns:
        print(turn)
    return 0


def _position(asked: argparse.Namespace) -> tuple[AnyGame, Any]:
    game = _configured(load_plugins(), asked)
    seats = _seats(game, asked)
    if asked.position is None:
        with _sentences():
            return game, game.start(seats)
    if not isinstance(game, Positions):
        raise UsageError(f"{game.title} has no positions on one line.")
    return game, game.from_text(asked.position)


def _replay(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    record = read(asked.record)
    fault: RecordError | None = None
    try:
        match = replay(record, installed.find)
    except DuelUnavailable as error:
        match = error.match
    except RecordError as error:
        if error.match is None:
            raise
        fault, match = error, error.match
    names = story.names_of(record.people, match)
    if asked.json:
        for told in _turns_as_json(match):
            _print_json(told)
    else:
        for line in story.match_story(match, names, asked.boards):
            print(line)
        if match.result is None and fault is None:
            print(text.page(match.top.game.view(match.top.state)))
            print("The match is not over; gipf-meta resume goes on with it.")
    if fault is not None:
        raise fault
    return 0


def _turns_as_json(match: Match) -> Iterator[dict[str, Any]]:
    for depth, session in enumerate(match.sessions):
        yield from _session_as_json(session, depth)


def _session_as_json(session: Any, depth: int) -> Iterator[dict[str, Any]]:
    for turn in session.turns():
        for step in turn:
            if step.duel is not None and hasattr(step.duel, "turns"):
                yield from _session_as_json(step.duel, depth + 1)
        yield {
            "depth": depth,
            "game": session.game.id,
            "turn": turn[0].number,
            "text": session.turn_text(turn),
        }


# ---- shared by the answers ---------------------------------------------------------------------


def _configured(installed: Installed, asked: argparse.Namespace) -> AnyGame:
    game: AnyGame = configure(installed.find(asked.game), read_settings(asked.settings))
    return game


def _seats(game: AnyGame, asked: argparse.Namespace) -> int:
    seats = asked.players if asked.players is not None else game.seat_counts[0]
    if seats not in game.seat_counts:
        raise UsageError(f"{game.title} is not for {seats} players.")
    return int(seats)


@contextmanager
def _lines(file: str | None) -> Iterator[Iterable[str]]:
    """The lines of a file, or of standard input."""
    if file is None:
        yield _short_lines(sys.stdin)
        return
    try:
        with open(file, encoding="utf-8-sig") as lines:
            yield _short_lines(lines)
    except UnicodeDecodeError:
        raise UsageError(f"{file} is no text.") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}.") from None


def _short_lines(stream: TextIO) -> Iterator[str]:
    while line := stream.readline(LONGEST):
        yield line


@contextmanager
def _sentences() -> Iterator[None]:
    """Options that only show to be impossible when a game starts are the user's fault, too."""
    try:
        yield
    except FAULTS:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))
