"""``library import``: adds games from files, folders and archives to the library.

Each file with a single game gets a line; where there are many games, a table at the end has the
numbers of those read, legal to their end, cut short, and refused, with the reasons. Where a file
holds several games, each of them is accepted or refused by itself.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import error_text, one_line, show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.commands.arguments import print_json, read_chosen_game
from gipf_meta.commands.given_games import add_encoding
from gipf_meta.commands.parser import Parser
from gipf_meta.commands.progress import progress_bar
from gipf_meta.library.bulk_import import Adder, is_of_library
from gipf_meta.library.store import Library
from gipf_meta.match.match import GameFinder
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.gate import Gate
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.records.game_files import count_files, found_files
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.reader import idle_premoves
from gipf_meta.records.record_from_game import kind_of
from gipf_meta.records.soundness import contradiction
from gipf_meta.records.text_formats import (
    FoundGame,
    GameRefused,
    name_game,
    read_games,
    refusal,
    without_names,
)

BATCH: Final = 500
"""The number of games that are written in one transaction."""
EXAMPLES: Final = 2
"""The number of files that are named for each kind of fault."""


def add_arguments(command: Parser) -> None:
    """Adds the arguments of ``library import`` to its *command*."""
    words = _("a file, a folder, a zip or gz of them; - is standard input")
    command.add_argument("files", nargs="+", metavar="FILE", help=words)
    command.add_argument(
        "--game", metavar="GAME", help=_("which game it is, where the turns do not say so")
    )
    add_encoding(command.rare)
    command.add_argument("--anonymous", action="store_true", help=_("leave the names out"))


def answer(library: Library, arguments: argparse.Namespace) -> int:
    """Reads and adds the games of the files in *arguments*; returns the exit status: 2 if any was
    refused."""
    importing = _Import(library, load_plugins(), arguments)
    with progress_bar(lambda: count_files(arguments.files)) as advance:
        for file in found_files(arguments.files, arguments.encoding or ""):
            importing.take(file)
            advance()
    importing.finish()
    return 2 if importing.count.refused else 0


@dataclass
class _Count:
    """The counts of an import: the games by outcome, and for each kind of fault its number and
    examples."""

    read: int = 0
    whole: int = 0
    again: int = 0
    cut: Counter[tuple[str, str]] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    refused_files: int = 0
    notices: Counter[str] = field(default_factory=Counter)
    doubts: Counter[str] = field(default_factory=Counter)
    encodings: Counter[str] = field(default_factory=Counter)
    examples: dict[object, list[str]] = field(default_factory=dict)

    def note(self, counter: Counter[Any], kind: Any, example: str) -> None:
        """Counts one of *kind*, and stores *example* if it is among the first."""
        counter[kind] += 1
        known = self.examples.setdefault((id(counter), kind), [])
        if len(known) < EXAMPLES:
            known.append(example)

    def examples_of(self, counter: Counter[Any], kind: Any) -> list[str]:
        """The first examples of *kind*."""
        return self.examples.get((id(counter), kind), [])


class _Import:
    """An import that reads file after file, and writes their games in batches."""

    def __init__(
        self, library: Library, installed: Installed, arguments: argparse.Namespace
    ) -> None:
        self.installed, self.arguments = installed, arguments
        self.adder = Adder(library)
        self.count = _Count()
        chosen = read_chosen_game(installed, arguments)
        self.readers = installed.all_readers(chosen)
        self.waiting: list[tuple[FoundFile, FoundGame, bool]] = []
        self.is_told_by_line = True
        """Whether each file so far got a line of its own, because it held one game."""

    def take(self, file: FoundFile) -> None:
        """Reads the games of *file*; writes them when there are enough of them."""
        if not file.is_named:
            self.is_told_by_line = False
        if file.why:
            self._refuse(file, file.why)
            return
        if file.encoding:
            self.count.encodings[file.encoding] += 1
        if self.is_told_by_line and not self.arguments.json:
            for words in file.notices:
                print(show_unprintable(words), file=sys.stderr)
        for games, found in enumerate(self._games_in(file), 1):
            self.is_told_by_line &= games == 1
            if isinstance(found, RecordError):
                nth = found.nth if isinstance(found, GameRefused) else 0
                self._refuse(file, str(found), nth)
            else:
                # a named file with our own record is added even if the library has it
                self.waiting.append((file, found, bool(found.reader) or not file.is_named))
            if not self.is_told_by_line and len(self.waiting) >= BATCH:
                self.write()
        if self.is_told_by_line or len(self.waiting) >= BATCH:
            self.write()

    def _games_in(self, file: FoundFile) -> Iterator[FoundGame | RecordError]:
        """The games of *file*, ready to be written; an error for each game that is refused, and one
        where reading the whole file fails in any way."""
        games = read_games(file.text, self.readers, self.installed.find, file.name)
        while True:
            found: FoundGame | RecordError | None
            try:
                with Gate(file.name):
                    found = next(games, None)
                    if isinstance(found, FoundGame):
                        found = self._as_wanted(file, found)
            except GipfMetaError as error:
                found = refusal(file.name, error)
            if found is None:
                return
            yield found

    def _as_wanted(self, file: FoundFile, found: FoundGame) -> FoundGame:
        """The game that was *found* in *file*, without names if the arguments say so. Raises
        ``RecordError`` for our own record that is not sound."""
        if not found.reader:
            require_sound(found.record, self.installed.find, file.name)
        if not self.arguments.anonymous:
            return found
        game = self.installed.find(found.record.game)
        return replace(found, record=without_names(found.record, game.seat_names))

    def _refuse(self, file: FoundFile, why: str, nth: int = 0) -> None:
        """Counts a refused *file*, or its refused game *nth*, and prints why."""
        place = name_game(file.name, nth)
        kind = why.replace(place, "…") if place else why
        self.count.note(self.count.refused, one_line(kind, 120), place)
        self.count.refused_files += not nth
        if self.arguments.json:
            which = {"nth": nth} if nth else {}
            print_json({"file": file.name, **which, "refused": why})
        elif file.is_named:
            print(f"gipf-meta: {show_unprintable(why)}", file=sys.stderr)

    def write(self) -> None:
        """Writes the waiting games; one that cannot be written is refused, and the others are
        written. Raises ``LibraryError`` where the library accepts none."""
        waiting, self.waiting = self.waiting, []
        try:
            added = self.adder.add([(found.record, once) for _file, found, once in waiting])
        except Exception as error:  # no plugin takes part in writing
            if is_of_library(error):
                raise
            self._write_each(waiting)
            return
        for (file, found, _once), (number, is_new) in zip(waiting, added, strict=True):
            self._tell(file, found, number, is_new)

    def _write_each(self, waiting: Sequence[tuple[FoundFile, FoundGame, bool]]) -> None:
        """Writes the games that are *waiting* one by one. Raises as ``write``."""
        for file, found, once in waiting:
            try:
                [(number, is_new)] = self.adder.add([(found.record, once)])
            except Exception as error:
                if is_of_library(error):
                    raise
                why = error_text(error) if isinstance(error, GipfMetaError) else failure(error)
                words = _("{file} cannot be kept: {why}")
                place = name_game(file.name, found.nth)
                self._refuse(file, words.format(file=place, why=why), found.nth)
            else:
                self._tell(file, found, number, is_new)

    def _tell(self, file: FoundFile, found: FoundGame, number: int, is_new: bool) -> None:
        """Counts a game that is match *number* of the library now, and prints it."""
        count = self.count
        count.read += 1
        count.again += not is_new
        count.whole += not found.cut
        place = name_game(file.name, found.nth)
        if found.cut:
            count.note(count.cut, (found.record.game, found.kind), f"{place}: {found.cut}")
        if found.doubt:
            count.note(count.doubts, found.doubt, place)
        for words in found.told:
            count.note(count.notices, kind_of(words), f"{place}: {words}")
        if self.arguments.json:
            game: dict[str, Any] = {"id": number}
            if found.reader:
                game |= {"file": file.name, "game": found.record.game, "reader": found.reader}
                game |= {"new": is_new, "cut": found.cut or None, "doubt": found.doubt or None}
                game |= {"nth": found.nth or 1, "told": [*file.notices, *found.told]}
            print_json(game)
        elif self.is_told_by_line:
            print(_("{file} is match {number}.").format(file=file.name, number=number))
            for words in filter(None, (found.cut, found.doubt, *found.told)):
                print(show_unprintable(words))

    def finish(self) -> None:
        """Writes the rest, and prints the table where it is needed."""
        is_table = not self.is_told_by_line
        self.write()
        if not self.count.read and not self.count.refused:
            names = ", ".join(self.arguments.files)
            raise RecordError(_("There is no file in {names}.").format(names=one_line(names, 200)))
        if is_table and not self.arguments.json:
            for line in _table(self.count):
                print(show_unprintable(line))
            files = self.count.refused_files
            if files:
                words = _.many("{count} file was refused.", "{count} files were refused.", files)
                print(f"gipf-meta: {words.format(count=files)}", file=sys.stderr)
            if games := self.count.refused.total() - files:
                words = _.many("{count} game was refused.", "{count} games were refused.", games)
                print(f"gipf-meta: {words.format(count=games)}", file=sys.stderr)


def _table(count: _Count) -> Iterator[str]:
    """The lines of the table at the end of an import."""
    cut, refused = count.cut.total(), count.refused.total()
    rows: list[tuple[int, str]] = [
        (count.read, _("games read")),
        (count.whole, _("legal to the end")),
        (cut, _("cut short")),
        (count.again, _("were in the library already")),
        (refused, _("refused")),
    ]
    rows += [(n, _("read as {encoding}").format(encoding=e)) for e, n in count.encodings.items()]
    wide = max(len(str(number)) for number, _words in rows)
    for number, words in rows:
        yield f"{number:>{wide}} {words}"
    for title, counter in (
        (_("Cut short:"), count.cut),
        (_("Refused:"), count.refused),
        (_("Said otherwise:"), count.doubts),
        (_("Not kept:"), count.notices),
    ):
        if counter:
            yield title
            yield from _kinds(count, counter)


def _kinds(count: _Count, counter: Counter[Any]) -> Iterator[str]:
    """The kinds of a *counter*, the most frequent first, with examples."""
    wide = max(len(str(number)) for number in counter.values())
    for kind, number in counter.most_common():
        words = ": ".join(kind) if isinstance(kind, tuple) else kind
        yield f"  {number:>{wide}} {words}"
        for example in count.examples_of(counter, kind):
            yield f"  {'':>{wide}}   {one_line(example, 300)}"
        if number > EXAMPLES:
            more = _.many(
                "and {count} more, which --json tells",
                "and {count} more, which --json tells",
                number - EXAMPLES,
            )
            yield f"  {'':>{wide}}   {more.format(count=number - EXAMPLES)}"


# ---- our own records ---------------------------------------------------------------------------


def require_sound(record: Record, finder: GameFinder, file: str) -> None:
    """Raises ``RecordError`` for a *file* whose match ``verify`` would report as damaged."""
    if place := idle_premoves(record):
        why = _("{file}, {place}: nobody but a seat decides something beforehand (then).")
        raise RecordError(why.format(file=file, place=place))
    if place := contradiction(record, finder):
        why = _("{file}, {place}: replaying it comes to something else.")
        raise RecordError(why.format(file=file, place=place))
