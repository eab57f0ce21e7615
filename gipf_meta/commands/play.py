"""``gipf-meta`` without a command, ``play``, ``resume`` and ``demo``: play a match."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from gipf_meta.base.clock import RealClock, StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import have_same_name, match_id
from gipf_meta.base.sentences import describe_error, show_unprintable
from gipf_meta.base.texts import _, speak
from gipf_meta.bots.engine_bot import allow_engine
from gipf_meta.bots.levels import BOTS
from gipf_meta.commands.arguments import (
    add_game,
    add_json,
    add_usual_seed,
    print_record,
    read_apart,
    read_game,
    read_name,
    read_seats,
    read_seed,
    state_of_position,
)
from gipf_meta.commands.given_games import add_which_game, number_in_library, read_given_game
from gipf_meta.commands.parser import PLAYING, Parser, UsageError, add_command
from gipf_meta.library.saved_drafts import as_it_was_left, kept_board
from gipf_meta.library.settings import GRAPHICS, load_settings
from gipf_meta.library.store import (
    FileKeeper,
    Library,
    LibraryError,
    is_first_match,
)
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.clock_texts import TimeControlError
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import NO_CLOCK, TimeControl
from gipf_meta.narration import story
from gipf_meta.narration.clock_words import understood_clock
from gipf_meta.plain.desk_prompts import PlainDesk
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.plugins.playable import playable, setting_up
from gipf_meta.protocol.failures import origin_of
from gipf_meta.protocol.first_match import gentle_game, gentle_words_of
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.models import RecordError, duels_of
from gipf_meta.records.notes import Notes
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.record_files import load, shown
from gipf_meta.records.record_files import read_name as read_file_name
from gipf_meta.search.bench import how_rules_run
from gipf_meta.table.new_table import draw_seats, new_seed, take_seats
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import players_of, seats_of
from gipf_meta.table.table import Table

ROOM = "match"
"""The id of the room of a match that the command line names."""
DEMO_SEED = 18
"""The seed of the demo: its match is short, and has one duel."""
DEMOS = 50
"""The number of matches that a demo tries in order to find one with a duel."""


def add_commands(commands: Any) -> None:
    """Adds ``play``, ``demo`` and ``resume`` to the program."""
    examples = (
        "gipf-meta play zertz --seats human easy",
        "gipf-meta play gipf --seats human human --names Ann Bob --clock 10m+5s",
        "gipf-meta play zertz --set board=48 --set-up",
    )
    play = add_command(commands, "play", _play, _("play a game"), *examples, title=PLAYING)
    add_game(play, "--seats human easy")
    play.add_argument(
        "--seats",
        nargs="+",
        metavar="WHO",
        type=read_apart,
        help=_("{kinds}, seat by seat; greedy:500 needs 500 ms to react").format(
            kinds=_(" or ").join(("human", *BOTS))
        ),
    )
    words = _("who they are, for the library")
    play.rare.add_argument("--names", nargs="+", metavar="NAME", type=read_name, help=words)
    play.rare.add_argument(
        "--lot", action="store_true", help=_("a lot, drawn from the seed, says who begins")
    )
    add_seed(play)
    play.rare.add_argument(
        "--position", metavar="TEXT", help=_("where it begins; default: the start of the game")
    )
    play.add_argument(
        "--set-up", action="store_true", help=_("put the pieces on the board yourself first")
    )
    words = _(
        "10m+5s: ten minutes each, five seconds more a turn; 30s/turn; 3d/turn: three days a turn;"
        " default: no clock"
    )
    play.add_argument("--clock", type=_read_clock, metavar="TIME", help=words)
    words = _("as --clock; none, the default: it stops in duels")
    play.add_argument("--duel-clock", type=_read_duel_clock, metavar="TIME", help=words)
    add_display(play)

    words = _("a match with potentials, challenges and duels between bots")
    demo = add_command(
        commands, "demo", _demo, words, "gipf-meta demo", "gipf-meta demo --seed 3", title=PLAYING
    )
    add_usual_seed(demo, DEMO_SEED, _("another seed is another match"))
    add_json(demo, _("print the record instead"))

    examples = ("gipf-meta resume", "gipf-meta resume 3", "gipf-meta resume match.json")
    words = _("go on with a saved match")
    resume = add_command(commands, "resume", _resume, words, *examples, title=PLAYING)
    words = _("a file, or a match of the library; default: the unfinished one played last")
    resume.add_argument("record", nargs="?", metavar=_("RECORD or ID"), help=words)
    add_which_game(resume)
    add_display(resume)


def _read_clock(words: str) -> str:
    """The text of a time control, as it was typed. Raises what argparse expects."""
    try:
        TimeControl.read(words)
    except TimeControlError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return words


def _read_duel_clock(words: str) -> str:
    """The text of the time control of a duel. Raises what argparse expects."""
    if words.strip().lower() == NO_CLOCK:
        return NO_CLOCK
    try:
        return _read_clock(words)
    except argparse.ArgumentTypeError as error:
        why = _("{why} Without a clock in duels: {none}.")
        raise argparse.ArgumentTypeError(why.format(why=error, none=NO_CLOCK)) from None


def add_seed(command: Parser, *, is_program: bool = False) -> None:
    """Adds ``--seed``, from which lots, dice and bots come.

    For a command, not the whole program, the default does not overwrite a value given before it.
    """
    words = _("makes luck and bots reproducible")
    command.rare.add_argument(
        "--seed", type=read_seed, default=None if is_program else argparse.SUPPRESS, help=words
    )


def add_display(command: Parser, *, is_program: bool = False) -> None:
    """Adds ``--plain`` and ``--graphics``, how boards are shown, as ``add_seed`` does."""
    words = _("line by line: for pipes and screen readers")
    command.add_argument(
        "--plain",
        action="store_true",
        default=False if is_program else argparse.SUPPRESS,
        help=words,
    )
    words = _("how finely boards are drawn; default: what the terminal can")
    command.rare.add_argument(
        "--graphics",
        choices=GRAPHICS,
        default="" if is_program else argparse.SUPPRESS,
        metavar="NAME",
        help=_("{forms}: {words}").format(words=words, forms=_(" or ").join(GRAPHICS)),
    )


def launch(arguments: argparse.Namespace) -> int:
    """Runs ``gipf-meta`` without a command: the launcher; the demo on a pipe without
    ``--plain``."""
    terminal = Terminal()
    if not terminal.is_interactive and not arguments.plain:
        return _demo(argparse.Namespace(seed=DEMO_SEED, json=False))
    installed = load_plugins()
    library = open_library(terminal)
    if not is_plain(arguments, terminal):
        return open_interface(arguments, installed, library)
    terminal.say(_("gipf_meta: the GIPF project, unofficial."), how_rules_run())
    line = line_for_lines(installed, library, terminal, arguments.seed)
    with closing(line):
        return PlainDesk(line, terminal, installed).run()


def is_plain(arguments: argparse.Namespace, terminal: Terminal) -> bool:
    """Whether to use line mode: because the user wants it, or the terminal cannot do more."""
    return (
        arguments.plain or not terminal.is_interactive or os.environ.get("TERM", "dumb") == "dumb"
    )


Begin: TypeAlias = Callable[[LocalLine], str]
"""Opens a match, and returns the id of its room. Raises ``GipfMetaError``."""


def beginning(opening: Opening) -> Begin:
    """The function that opens the match of *opening*."""

    def begin(line: LocalLine) -> str:
        line.open(ROOM, opening)
        return ROOM

    return begin


def open_interface(
    arguments: argparse.Namespace,
    installed: Installed,
    library: Library | None,
    begin: Begin | None = None,
    first: Any = None,
) -> int:
    """Opens the interface, in the match that *begin* opens, or on the screen *first*; returns the
    exit status. Raises ``GipfMetaError``."""
    settings = load_settings()
    speak(settings.language)
    # Textual is slow to import and not needed line by line; its keys are translated on import,
    # after the language is chosen
    from gipf_meta.tui.start_up import run

    return run(installed, library, settings, arguments.graphics, begin, first)


def line_for_lines(
    installed: Installed, library: Library | None, terminal: Terminal, seed: int | None = None
) -> LocalLine:
    """The line to matches in line mode; *seed* is that of matches begun at the desk, ``None``: each
    has its own."""
    settings = load_settings()
    seeds = new_seed if seed is None else lambda: seed
    if terminal.is_interactive:
        patience_ms = settings.patience_ms
        line = LocalLine(
            installed, library, settings, RealClock(), patience_ms=patience_ms, new_seed=seeds
        )
        line.hub.rooms.is_seeded = seed is not None
        return line
    # on a pipe bots count positions: the same seed plays the same match
    line = LocalLine(installed, library, settings, StillClock(), new_seed=seeds)
    line.ledger.keeps_boards = False  # and setting up begins with an empty board
    return line


def play_in(
    arguments: argparse.Namespace,
    installed: Installed,
    terminal: Terminal,
    library: Library | None,
    begin: Begin,
) -> int:
    """Plays until the match is over or the person leaves; returns the exit status."""
    if not is_plain(arguments, terminal):
        return open_interface(arguments, installed, library, begin)
    line = line_for_lines(installed, library, terminal)
    with closing(line):
        return PlainDesk(line, terminal, installed).run(begin(line))


def _play(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    game = read_game(installed, arguments)
    clock = TimeControl.with_duels(arguments.clock, arguments.duel_clock)
    if arguments.set_up:
        return _set_up(arguments, installed, game)
    seats = _read_seats(game, arguments)
    kinds = arguments.seats or ["human"] * seats
    if len(kinds) != seats:
        raise UsageError(
            _("{count} seats are named for {seats} players.").format(count=len(kinds), seats=seats)
        )
    names = arguments.names or own_names(kinds, load_settings().name)
    if len(names) != seats or (arguments.names and have_same_name(names)):
        words = _("Give {seats} different names, one for each seat.").format(seats=seats)
        apart = _(" Write a space between them, and no comma.")
        raise UsageError(words + (apart if any("," in name for name in names) else ""))
    terminal, settings = Terminal(), load_settings()
    position = arguments.position or ""
    game, notices = playable(game, installed, is_new=not position)
    for notice in notices:
        terminal.tell(notice)
    understood = understood_clock(arguments.clock, arguments.duel_clock)
    if understood and terminal.is_interactive:
        terminal.tell(understood)
    seed = new_seed() if arguments.seed is None else arguments.seed
    if arguments.lot:
        seating = draw_seats(game, kinds, names, seed, settings.name)
        terminal.tell(seating.sentence)
    else:
        seating = take_seats(game, kinds, names)
    for kind in seating.kinds:
        allow_engine(kind)
    players = players_of(seating.kinds, seating.names)
    library = open_library(terminal)
    if (
        is_plain(arguments, terminal)
        and terminal.is_interactive
        and not all(p.bot for p in players)
        and not position
    ):
        game = _offer_gentle_start(terminal, library, game)
    opening = Opening.of_match(
        game, seats_of(players), seed, clock, as_chosen=not position, position=position
    )
    if arguments.seed is not None:
        opening = opening.model_copy(update={"thinking": "positions"})
    return play_in(arguments, installed, terminal, library, beginning(opening))


def _set_up(arguments: argparse.Namespace, installed: Installed, game: AnyGame) -> int:
    """Opens a board of *game* to be set up."""
    from gipf_meta.desk.board_setup import board_opening  # the desk is slow to import

    terminal = Terminal()
    options = json.dumps(changed_options(game))
    board = setting_up(game.id, options, arguments.position or "")
    library, record = open_library(terminal), None
    if terminal.is_interactive and not arguments.position:
        record = kept_board(library, board, installed.find)
    if record is not None and is_plain(arguments, terminal):
        terminal.tell(as_it_was_left())
    opening = board_opening(board, load_settings().name, record)
    return play_in(arguments, installed, terminal, library, beginning(opening))


def _read_seats(game: AnyGame, arguments: argparse.Namespace) -> int:
    """The number of players: as named, or as in the position. Raises ``UsageError``."""
    named = len(arguments.seats) if arguments.seats and arguments.players is None else None
    if arguments.position is not None:
        wanted = arguments.players if named is None else named
        return state_of_position(game, arguments.position, wanted)[1]
    return read_seats(game, arguments) if named is None else named


def _offer_gentle_start(terminal: Terminal, library: Library | None, game: AnyGame) -> AnyGame:
    """*game*, or its gentle start if it was never played here and the player accepts the offer."""
    gentle = gentle_game(game)
    if gentle is None or not is_first_match(library, game.id):
        return game
    terminal.tell(_("Your first match of {game}").format(game=title_of(game)) + ".")
    terminal.tell(gentle_words_of(game))
    typed = terminal.ask(_("Type gentle for that, Enter to play as it was set up: "))
    return gentle if typed.lower() == "gentle" else game


def own_names(kinds: Sequence[str], own: str) -> tuple[str, ...]:
    """A name for each seat, ``""`` for none: *own*, the user's, for the first seat whose kind is a
    person, in any case of letters."""
    people = [seat for seat, kind in enumerate(kinds) if match_id(kind, [PERSON]) == PERSON]
    return tuple(own if seat in people[:1] else "" for seat in range(len(kinds)))


def _resume(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    terminal = Terminal()
    library: Library | None
    number = number_in_library(arguments.record)
    if arguments.record is not None and number is None:
        return _resume_file(arguments, installed, terminal)
    library = Library()
    number = library.last() if number is None else number
    record, keeper = library.go_on(number)

    def begin(line: LocalLine) -> str:
        line.resume(ROOM, record, keeper)
        if line.hub.room(ROOM).is_ended:
            words = _("Match {number} is over; gipf-meta library show {number} shows it.")
            raise UsageError(words.format(number=number))
        return ROOM

    return play_in(arguments, installed, terminal, library, begin)


def _resume_file(arguments: argparse.Namespace, installed: Installed, terminal: Terminal) -> int:
    """Resumes the match in a file: in that file, if it is our own record; games of others, and
    those in an archive, are resumed in the library, because such a file is never written."""
    path = read_file_name(arguments.record)
    try:
        record = load(path)
    except RecordError:  # not our own record; the next reader raises what is wrong with it
        return _resume_found(arguments, installed, terminal, path)
    library = None if is_plain(arguments, terminal) else open_library(terminal)

    def begin(line: LocalLine) -> str:
        line.resume(ROOM, record, FileKeeper(path, record.people, Notes.of(record)))
        return ROOM

    return play_in(arguments, installed, terminal, library, begin)


def _resume_found(
    arguments: argparse.Namespace, installed: Installed, terminal: Terminal, path: Path
) -> int:
    """Resumes, in the library, a match that is read from the file *path*."""
    found = read_given_game(arguments.record, arguments)
    if found.record.result is not None:
        words = _("The match in {file} is over; gipf-meta replay {file} shows it.")
        raise UsageError(words.format(file=shown(path)))
    if found.cut:
        terminal.tell(found.cut)
    begin = beginning(Opening.of_record(found.record))
    return play_in(arguments, installed, terminal, open_library(terminal), begin)


def open_library(terminal: Terminal) -> Library | None:
    """The library; ``None``, with a printed reason, where it cannot be used."""
    try:
        return Library()
    except LibraryError as error:
        terminal.tell(
            _("{error} The match is not kept; save FILE keeps it elsewhere.").format(error=error)
        )
        return None


def _seeds(first: int) -> Iterator[int]:
    """The *first* seed, and those to try if its match has no duel."""
    yield first
    rng = Random(first)
    for _attempt in range(DEMOS - 1):
        yield rng.randrange(10**9)


def _play_demo(show: Showcase, game: AnyGame, installed: Installed, seed: int) -> Table:
    """The table of a match that bots have played to its end. Raises ``UsageError``."""
    match = Match.begin(game, len(show.seats), installed.find, seed)
    table = Table(match, players_of(show.seats, game.seat_names), StillClock())
    table.play_bots()
    if table.over is None:
        raise UsageError(table.trouble or _("The match that is shown has no end."))
    return table


def _demo(arguments: argparse.Namespace) -> int:
    installed = load_plugins()
    try:
        with Gate("showcase"):
            show = installed.showcase()
    except GipfMetaError as error:
        raise UsageError(
            _("The plugin that has a match to show failed: {error}").format(
                error=describe_error(origin_of(error))
            )
        ) from error
    if not isinstance(show, Showcase) or len(show.seats) not in show.game.seat_counts:
        raise UsageError(_("No installed plugin has a match to show."))
    game, notices = playable(show.game, installed)
    for seed in _seeds(arguments.seed):
        table = _play_demo(show, game, installed, seed)
        record = table.record()
        if not show.duel or any(duels_of(record)):
            break
    if arguments.json:
        print_record(record)
        return 0
    names = story.names_of(table.seats, table.match)
    who = [f"{name} ({kind})" for name, kind in zip(names, show.seats, strict=True)]
    print(
        _("{title}, seed {seed}: {who}").format(
            title=show.title, seed=arguments.seed, who=_(" against ").join(who)
        )
    )
    for notice in notices:
        Terminal().tell(notice)
    for line in story.match_story(table.match, names):
        print(show_unprintable(line))
    return 0
