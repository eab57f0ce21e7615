"""``study``: opens a study of a match, a record, a position or a game, to walk in its tree and try
variations."""

from __future__ import annotations

import argparse
import os
import re
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import (
    add_players,
    add_settings,
    read_given_options,
    read_seats,
    state_of_position,
)
from gipf_meta.commands.given_games import add_which_game, number_in_library, read_given_game
from gipf_meta.commands.parser import LEARNING, add_command
from gipf_meta.commands.play import ROOM, Begin, add_display, open_library, play_in
from gipf_meta.library.store import FileKeeper, Keeper, Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed, UnknownGame, load_plugins
from gipf_meta.plugins.playable import configure_here
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import read_name
from gipf_meta.records.soundness import sound_record
from gipf_meta.records.study import Study
from gipf_meta.records.writer import to_record
from gipf_meta.table.openings import Opening


def add_commands(commands: Any) -> None:
    """Adds ``study`` to the program."""
    words = _("try other moves in a game, write beside them, keep them")
    examples = ("gipf-meta study zertz", "gipf-meta study match.json", "gipf-meta study 1")
    study = add_command(commands, "study", _study, words, *examples, title=LEARNING)
    words = _("a game from its start, a file with a match, or a match of the library")
    study.add_argument("what", metavar=_("GAME, FILE or ID"), help=words)
    add_settings(study)
    add_players(study)
    study.add_argument(
        "--position", metavar="TEXT", help=_("where it begins; default: the start of the game")
    )
    add_which_game(study)
    add_display(study)


def _study(arguments: argparse.Namespace) -> int:
    installed, terminal = load_plugins(), Terminal()
    number = number_in_library(arguments.what)
    if number is None:
        library = open_library(terminal)
        begin = _in_game_or_file(arguments, installed)
    else:
        library = Library()
        begin = _in_library(library, number, installed)
    return play_in(arguments, installed, terminal, library, begin)


def _in_library(library: Library, number: int, installed: Installed) -> Begin:
    """Resumes the study *number* of the *library*, or begins one of that match."""
    record = library.record(number)
    if record.study:
        return _resuming(*library.go_on(number))
    return _beginning(Study.of(_legal(record, installed)))


def _in_game_or_file(arguments: argparse.Namespace, installed: Installed) -> Begin:
    """Begins a study of the game that is named, or of the match in a file; or resumes the one in
    the file."""
    game = _game(installed, arguments)
    if game is not None:
        return _beginning(_begun(game, arguments, installed))
    record = _legal(read_given_game(arguments.what, arguments).record, installed)
    if record.study:
        return _resuming(record, FileKeeper(read_name(arguments.what), record.people))
    return _beginning(Study.of(record))


def _beginning(study: Study) -> Begin:
    """Opens a *study* that is not saved yet."""

    def begin(line: LocalLine) -> str:
        line.open(ROOM, Opening.of_record(study.record))
        return ROOM

    return begin


def _resuming(record: Record, keeper: Keeper) -> Begin:
    """Opens the study of *record*, which *keeper* saves already."""

    def begin(line: LocalLine) -> str:
        line.resume(ROOM, record, keeper)
        return ROOM

    return begin


def _game(installed: Installed, arguments: argparse.Namespace) -> type[AnyGame] | None:
    """The game that the arguments name; ``None``: they name a file."""
    try:
        return installed.find_typed(arguments.what)
    except UnknownGame:
        has_options = arguments.settings or arguments.preset or arguments.players
        is_word = re.fullmatch(r"[\w-]+", arguments.what) and not os.path.exists(arguments.what)
        if arguments.position is not None or has_options or is_word:
            raise
        return None


def _begun(kind: type[AnyGame], arguments: argparse.Namespace, installed: Installed) -> Study:
    """A study of *kind* without turns, in the position that the arguments name."""
    options = read_given_options(kind, arguments, installed)
    game = configure_here(kind, options, installed)
    if arguments.position is None:
        seats = read_seats(game, arguments)
    else:
        seats = state_of_position(game, arguments.position, arguments.players)[1]
    return Study.begin(game, seats, installed.find, position=arguments.position or "")


def _legal(record: Record, installed: Installed) -> Record:
    """*record* as far as it is legal, as its replayed match writes it.

    Raises ``RecordError`` if nothing of it can be read.
    """
    try:
        return sound_record(record, read_match(record, installed.find), installed.find)
    except RecordError as error:
        if error.match is None:
            raise
        notes = Notes.of(record)
        return notes.beside(to_record(error.match, record.people))
