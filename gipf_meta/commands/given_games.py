"""The games in a command's arguments: matches of the library by their numbers; or files, our own
records or those of others."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import read_chosen_game, read_number
from gipf_meta.commands.parser import UsageError
from gipf_meta.library.store import Library
from gipf_meta.match.match import DuelUnavailable, Match
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.records.encodings import find_codec
from gipf_meta.records.game_files import first_file, found_files
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.text_formats import MOST_GAMES, FoundGame, nth_game, read_games, refusal

if TYPE_CHECKING:
    from gipf_meta.commands.parser import Parser


def add_given_game(command: argparse.ArgumentParser, words: str = "") -> None:
    """Adds the argument that ``read_given_game`` reads; *words* describe it."""
    words = words or _("a file, or a match of the library; default: standard input")
    command.add_argument("record", nargs="?", metavar=_("RECORD or ID"), help=words)


def add_which_game(command: Parser) -> None:
    """Adds the number of the game in a file, and the game by whose rules it is read."""
    command.add_argument(
        "--game", metavar="GAME", help=_("which game it is, where the turns do not say so")
    )
    add_place_in_file(command)


def add_place_in_file(command: Parser) -> None:
    """Adds the number of the game in a file, and the encoding of the file."""
    command.rare.add_argument(
        "--nth", type=read_number(MOST_GAMES), default=1, metavar="N",
        help=_("the Nth game of a file that holds several"),
    )  # fmt: skip
    add_encoding(command.rare)


def add_encoding(command: argparse._ActionsContainer) -> None:
    """Adds the encoding of files that do not name theirs."""
    command.add_argument(
        "--encoding", type=read_encoding, metavar="NAME",
        help=_("the encoding of a text that has no byte order mark: windows-1251, shift_jis, …"),
    )  # fmt: skip


def read_encoding(words: str) -> str:
    """The name of an encoding. Raises what argparse expects."""
    if find_codec(words) is None:
        raise argparse.ArgumentTypeError(
            _("{words!r} is no encoding that is known here; such are utf-8 and shift_jis").format(
                words=words
            )
        )
    return words


def number_in_library(words: str | None) -> int | None:
    """The number of the library's match in *words*; ``None``: they name a file, or standard input.
    A file with the name ``3`` is ``./3``."""
    return read_whole(words or "")


def read_given_game(words: str | None, arguments: argparse.Namespace) -> FoundGame:
    """The game that *words* name: a match of the library, one in a file, or one in standard input
    (``-`` or none). Raises ``RecordError`` and ``LibraryError``.

    Prints notices on standard error: how it was decoded, contradictions in it, content that no
    record holds, further games.
    """
    installed = load_plugins()
    chosen = read_chosen_game(installed, arguments)
    nth: int = getattr(arguments, "nth", 1)
    if (number := number_in_library(words)) is not None:
        if nth != 1 or chosen is not None:
            words = _("Match {number} of the library is one game: --game and --nth are for files.")
            raise UsageError(words.format(number=number))
        with Library() as library:
            return FoundGame(library.record(number))
    encoding: str = getattr(arguments, "encoding", None) or ""
    if words in (None, "-"):
        given = next(found_files(["-"], encoding))
    else:
        given = first_file(str(words), encoding)
    readers = installed.all_readers(chosen)
    found, are_more = nth_game(given, readers, installed.find, nth)
    for words in filter(None, (*found.told, found.doubt)):
        _tell(words)
    if nth == 1 and are_more:
        _tell(_("{file} holds more games; --nth says which.").format(file=given.name))
    return found


def read_given_matches(
    files: Sequence[str], installed: Installed, chosen: AnyGame | None
) -> Iterator[Match]:
    """The matches in *files*, folders and archives; *chosen* is the game of texts that do not name
    theirs. Prints on standard error which files cannot be read, and why."""
    readers = installed.all_readers(chosen)
    for file in found_files(files):
        for found in _games_in(file, installed, readers):
            try:
                if isinstance(found, RecordError):
                    raise found
                if found.cut:
                    _tell_of(file, found.cut)
                with Gate(found.record.game):
                    match = replay_known(found.record, installed)
            except GipfMetaError as error:
                _tell_of(file, refusal(file.name, error))
                continue
            yield match


def _games_in(
    file: FoundFile, installed: Installed, readers: Sequence[Any]
) -> Iterator[FoundGame | RecordError]:
    """The games in *file*, or the errors for those that cannot be read."""
    if file.why:
        yield RecordError(file.why)
        return
    try:
        yield from read_games(file.text, readers, installed.find, file.name)
    except RecordError as error:
        yield error


def replay_known(record: Record, installed: Installed) -> Match:
    """The match of a record; without its last duel, if that game is not installed."""
    try:
        return replay(record, installed.find)
    except DuelUnavailable as error:
        return error.match


def _tell_of(file: FoundFile, why: object) -> None:
    words = str(why)
    _tell(words if file.name in words else f"{file.name}: {words}")


def _tell(words: str) -> None:
    print(show_unprintable(words), file=sys.stderr)
