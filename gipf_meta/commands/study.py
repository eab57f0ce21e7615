"""``study``: walking in a match, a record, a position or nothing, and trying what else there is."""

from __future__ import annotations

import argparse
from typing import Any

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import (
    add_command,
    add_players,
    add_settings,
    read_given_options,
    read_seats,
    state_of_position,
)
from gipf_meta.commands.given_games import read_given_game
from gipf_meta.commands.play import ROOM, add_display, open_library, play_in
from gipf_meta.library.store import FileKeeper, Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed, UnknownGame, load_plugins
from gipf_meta.plugins.playable import configure_here
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.records.files import read_name
from gipf_meta.records.models import Record, RecordError, Seat
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import read_match
from gipf_meta.records.study import Study
from gipf_meta.records.writer import head, to_record
from gipf_meta.rooms.openings import Opening


def add_commands(commands: Any) -> None:
    """Adds ``study`` to the program."""
    words = _("walk in a game, try other moves, write beside them, keep all lines")
    study = add_command(commands, "study", _study, words)
    study.add_argument(
        "what",
        metavar=_("GAME, FILE or ID"),
        help=_("a game from its start, a file with a match, or a match of the library"),
    )
    add_settings(study)
    add_players(study)
    study.add_argument(
        "--position", metavar="TEXT", help=_("where it begins; default: the start of the game")
    )
    add_display(study)


def _study(arguments: argparse.Namespace) -> int:
    installed, terminal = load_plugins(), Terminal()
    number = read_whole(arguments.what)
    if number is not None:
        library: Library | None = Library()
        assert library is not None, "it was opened"
        record = library.record(number)
        if record.study:
            record, keeper = library.go_on(number)
            return play_in(arguments, installed, terminal, library, _resuming(record, keeper))
    else:
        library = open_library(terminal)
        found = _game(installed, arguments)
        if found is not None:
            record = _begun(found, arguments, installed)
        else:
            record = _legal(read_given_game(arguments.what, _no_game(arguments)).record, installed)
            if record.study:
                path = read_name(arguments.what)
                keeper_of_file = FileKeeper(path, record.people)
                begin = _resuming(record, keeper_of_file)
                return play_in(arguments, installed, terminal, library, begin)
    study = Study.of(_legal(record, installed))

    def begin_new(line: LocalLine) -> str:
        line.open(ROOM, Opening.of_record(study.record))
        return ROOM

    return play_in(arguments, installed, terminal, library, begin_new)


def _resuming(record: Record, keeper: Any) -> Any:
    """Opens the study of *record* where it is kept already."""

    def begin(line: LocalLine) -> str:
        line.resume(ROOM, record, keeper)
        return ROOM

    return begin


def _no_game(arguments: argparse.Namespace) -> argparse.Namespace:
    """*arguments*, without a game of turns that do not say which it is."""
    return argparse.Namespace(**vars(arguments), game=None)


def _game(installed: Installed, arguments: argparse.Namespace) -> type[AnyGame] | None:
    """The game that is named; ``None``: a file is."""
    try:
        return installed.find_typed(arguments.what)
    except UnknownGame:
        has_options = arguments.settings or arguments.preset or arguments.players
        if arguments.position is not None or has_options:
            raise
        return None


def _begun(kind: type[AnyGame], arguments: argparse.Namespace, installed: Installed) -> Record:
    """The record of a match of *kind* that begins, in the position that is named."""
    options = read_given_options(kind, arguments, installed)
    game = configure_here(kind, options, installed)
    if arguments.position is None:
        seats = read_seats(game, arguments)
    else:
        seats = state_of_position(game, arguments.position, arguments.players)[1]
    position = arguments.position or ""
    match = Match.begin(game, seats, installed.find, position=position)
    return head(match, tuple(Seat(name=seat_name(game, seat)) for seat in range(seats)))


def _legal(record: Record, installed: Installed) -> Record:
    """*record* as far as it is legal. Raises ``RecordError`` if nothing of it can be read."""
    try:
        read_match(record, installed.find)
    except DuelUnavailable:
        pass
    except RecordError as error:
        if error.match is None:
            raise
        notes = Notes.of(record)
        return notes.beside(to_record(error.match, record.people))
    return record
