"""``gipf-meta`` alone, ``play``, ``resume`` and ``demo``: a match is played."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

from gipf_meta.base.clock import Clock, RealClock, StillClock
from gipf_meta.base.names import have_same_name
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import describe_error, show_unprintable
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _, speak
from gipf_meta.bots.levels import BOTS
from gipf_meta.commands.arguments import (
    UsageError,
    add_command,
    add_game,
    add_json,
    print_record,
    read_game,
    read_name,
    read_seats,
    read_seed,
)
from gipf_meta.library.settings import load_settings
from gipf_meta.library.store import (
    FileKeeper,
    Keeper,
    Library,
    LibraryError,
    is_first_match,
)
from gipf_meta.match.match import Match
from gipf_meta.match.timecontrol import TimeControl, TimeControlError
from gipf_meta.narration import story
from gipf_meta.plain.menu import Form, choose_match, own_names
from gipf_meta.plain.play import PlainGame
from gipf_meta.plain.terminal import Line
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.first_match import gentle_game, gentle_words_of
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.records.file_names import read_name as read_file_name
from gipf_meta.records.files import load
from gipf_meta.records.models import duels_of
from gipf_meta.table.lot import draw_seats, take_seats
from gipf_meta.table.players import players_of
from gipf_meta.table.table import Table, new_seed

DEMO_SEED = 18
"""Its match is short, and has one duel."""
DEMOS = 50
"""How many matches a demo tries to find one with a duel."""


def add_commands(commands: Any) -> None:
    """Adds ``play``, ``demo`` and ``resume`` to the program."""
    play = add_command(commands, "play", _play, _("play a game"))
    add_game(play)
    play.add_argument(
        "--seats",
        nargs="+",
        metavar="WHO",
        help=_("{kinds}, seat by seat; greedy:500 needs 500 ms to react").format(
            kinds=_(" or ").join(("human", *BOTS))
        ),
    )
    play.add_argument(
        "--names",
        nargs="+",
        metavar="NAME",
        type=read_name,
        help=_("who they are, for the library"),
    )
    play.add_argument(
        "--lot", action="store_true", help=_("a lot, drawn from the seed, says who begins")
    )
    add_seed(play)
    play.add_argument(
        "--clock",
        type=_read_control,
        metavar="TIME",
        help=_("10m+5s: ten minutes each, five seconds more a turn; 30s/turn; default: no clock"),
    )
    add_display(play)

    words = _("a match with potentials, challenges and duels between bots")
    demo = add_command(commands, "demo", _demo, words)
    demo.add_argument(
        "--seed", type=read_seed, default=DEMO_SEED, help=_("another seed is another match")
    )
    add_json(demo, _("print the record instead"))

    resume = add_command(commands, "resume", _resume, _("go on with a saved match"))
    resume.add_argument(
        "record",
        nargs="?",
        metavar=_("RECORD or ID"),
        help=_("a file, or a match of the library; default: the unfinished one played last"),
    )
    add_display(resume)


def _read_control(words: str) -> TimeControl:
    """A time control. Raises what argparse expects."""
    try:
        return TimeControl.read(words)
    except TimeControlError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_seed(command: argparse.ArgumentParser) -> None:
    """Adds ``--seed``, from which lots, dice and bots come."""
    command.add_argument("--seed", type=read_seed, help=_("makes luck and bots reproducible"))


def add_display(command: argparse.ArgumentParser) -> None:
    """Adds ``--plain`` and ``--graphics``: how boards are shown."""
    command.add_argument(
        "--plain", action="store_true", help=_("line by line: for pipes and screen readers")
    )
    command.add_argument(
        "--graphics",
        choices=("sextant", "quadrant", "glyphs"),
        default="",
        help=_("how finely boards are drawn; default: what the terminal can"),
    )


def launch(asked: argparse.Namespace) -> int:
    """``gipf-meta`` alone: the launcher; the demo on a pipe without ``--plain``."""
    line = Line()
    if not line.is_interactive and not asked.plain:
        return _demo(argparse.Namespace(seed=DEMO_SEED, json=False))
    installed = load_plugins()
    if not is_plain(asked, line):
        return open_interface(asked, installed, open_library(line))
    chosen = choose_match(installed, line)
    if chosen is None:
        return 0
    return _begin_match(asked, installed, line, chosen, asked.seed)


def is_plain(asked: argparse.Namespace, line: Line) -> bool:
    """Whether to play line by line: as the user asks, or because the terminal can do no more."""
    return asked.plain or not line.is_interactive or os.environ.get("TERM", "dumb") == "dumb"


def open_interface(
    asked: argparse.Namespace,
    installed: Installed,
    library: Library | None,
    table: Table | None = None,
    first: Any = None,
) -> int:
    """Opens the interface, on the screen *first* if one is given; returns the exit status."""
    settings = load_settings()
    speak(settings.language)
    # Textual is slow to import and not needed line by line; its keys are translated on import,
    # after the language is chosen
    from gipf_meta.tui.app import run

    return run(installed, library, settings, asked.graphics, table, first)


def _play_on(
    asked: argparse.Namespace,
    installed: Installed,
    line: Line,
    library: Library | None,
    table: Table,
) -> int:
    """Plays until the match is over or somebody leaves; returns the exit status."""
    if not is_plain(asked, line):
        return open_interface(asked, installed, library, table)
    if line.is_interactive:  # on a pipe bots count positions: the same seed plays the same match
        table.patience.ms = load_settings().patience_ms
    with closing(table):
        return PlainGame(table, installed, line).run()


def _play(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    game = read_game(installed, asked)
    seats = len(asked.seats) if asked.seats and asked.players is None else read_seats(game, asked)
    kinds = asked.seats or ["human"] * seats
    if len(kinds) != seats:
        raise UsageError(
            _("{count} seats are named for {seats} players.").format(count=len(kinds), seats=seats)
        )
    names = asked.names or own_names(kinds, load_settings().name)
    if len(names) != seats or (asked.names and have_same_name(names)):
        raise UsageError(_("Give {seats} different names, one for each seat.").format(seats=seats))
    form = Form(game, tuple(kinds), tuple(names), lot=asked.lot)
    return _begin_match(asked, installed, Line(), form, asked.seed, asked.clock)


def _begin_match(
    asked: argparse.Namespace,
    installed: Installed,
    line: Line,
    form: Form,
    seed: int | None,
    control: TimeControl | None = None,
) -> int:
    game, notices = playable(form.game, installed)
    for notice in notices:
        line.tell(notice)
    seed = new_seed() if seed is None else seed
    if form.lot:
        seating = draw_seats(game, form.kinds, form.names, seed, load_settings().name)
        line.tell(seating.sentence)
    else:
        seating = take_seats(game, form.kinds, form.names)
    players = players_of(seating.kinds, seating.names)
    library = open_library(line)
    if is_plain(asked, line) and line.is_interactive and any(not each.bot for each in players):
        game = _offer_gentle_start(line, library, game)
    table = Table.begin(
        game,
        players,
        installed.find,
        _clock(line),
        seed=seed,
        control=control,
        library=library,
    )
    return _play_on(asked, installed, line, library, table)


def _offer_gentle_start(line: Line, library: Library | None, game: AnyGame) -> AnyGame:
    """*game*, or its gentle start if nobody has played it here and the player asks for that."""
    gentle = gentle_game(game)
    if gentle is None or not is_first_match(library, game.id):
        return game
    line.tell(_("Your first match of {game}").format(game=title_of(game)) + ".")
    line.tell(gentle_words_of(game))
    typed = line.ask(_("Type gentle for that, Enter to play as it was set up: "))
    return gentle if typed.lower() == "gentle" else game


def _clock(line: Line) -> Clock:
    return RealClock() if line.is_interactive else StillClock()


def _resume(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    line = Line()
    library: Library | None
    number = read_whole(asked.record or "")
    if asked.record is not None and number is None:
        path = read_file_name(asked.record)
        record = load(path)
        keeper: Keeper = FileKeeper(path, record.people)
        library = None if is_plain(asked, line) else open_library(line)
    else:
        library = Library()
        number = library.last() if number is None else number
        record, keeper = library.go_on(number)
    table = Table.resume(record, installed.find, _clock(line), keeper)
    if table.over is not None and number is not None:
        table.close()
        raise UsageError(
            _("Match {number} is over; gipf-meta library show {number} tells it.").format(
                number=number
            )
        )
    return _play_on(asked, installed, line, library, table)


def open_library(line: Line) -> Library | None:
    """The library; ``None``, and the player reads why, where it cannot be used."""
    try:
        return Library()
    except LibraryError as error:
        line.tell(
            _("{error} The match is not kept; save FILE keeps it elsewhere.").format(error=error)
        )
        return None


def _seeds(asked: int) -> Iterator[int]:
    """The seed that was *asked* for, and those to try next if its match has no duel."""
    yield asked
    rng = Random(asked)
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


def _demo(asked: argparse.Namespace) -> int:
    installed = load_plugins()
    try:
        show = installed.showcase()
    except stops():
        raise
    except BaseException as error:
        raise UsageError(
            _("The plugin that has a match to show failed: {error}").format(
                error=describe_error(error)
            )
        ) from error
    if not isinstance(show, Showcase) or len(show.seats) not in show.game.seat_counts:
        raise UsageError(_("No installed plugin has a match to show."))
    game, notices = playable(show.game, installed)
    for seed in _seeds(asked.seed):
        table = _play_demo(show, game, installed, seed)
        record = table.record()
        if not show.duel or any(duels_of(record)):
            break
    if asked.json:
        print_record(record)
        return 0
    names = story.names_of(table.seats, table.match)
    who = [f"{name} ({kind})" for name, kind in zip(names, show.seats, strict=True)]
    print(
        _("{title}, seed {seed}: {who}").format(
            title=show.title, seed=asked.seed, who=_(" against ").join(who)
        )
    )
    for notice in notices:
        Line().tell(notice)
    for told in story.match_story(table.match, names):
        print(show_unprintable(told))
    return 0
