"""Texts that hold games: our own records, and those of others, told apart by what they hold.

The name of a file says nothing here. Readers of others are plugins, so each is contained: one that
fails is a sentence, and the games that it has read before stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import error_text, one_line
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import work_limit
from gipf_meta.match.match import GameFinder
from gipf_meta.protocol.failures import describe_failure, failure
from gipf_meta.protocol.readers import AnyReader, Reader, RefusedGame, SgfReader, WrittenGame
from gipf_meta.records.files import FileName, loads
from gipf_meta.records.found_file import FoundFile
from gipf_meta.records.found_files import first_file
from gipf_meta.records.models import LONGEST_TEXT, PlayedTurn, Record, RecordError, map_turns
from gipf_meta.records.retelling import retell

READING_MS: Final = 20_000
"""How many milliseconds of the processor a reader may take for a text."""
MOST_GAMES: Final = 200_000
"""The most games of a text."""

_JSON: Final = re.compile(r'\s*[\[{]\s*["\[{}\]]|\s*[{\[]\s*$')
_OWN: Final = re.compile(r'\s*\{\s*"format"\s*:\s*[0-9]+\s*,\s*"game"\s*:')


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that a text holds: its *record*, legal to its last turn.

    *reader* is the name of who read it, empty for our own. *cut* says where and why the rest is
    missing, *kind* is that fault without its place, *doubt* what the text contradicts.
    """

    record: Record
    reader: str = ""
    cut: str = ""
    kind: str = ""
    doubt: str = ""


def is_own(text: str) -> bool:
    """Whether *text* begins as a record of this program."""
    return _OWN.match(text) is not None


def find_reader(text: str, readers: Iterable[AnyReader]) -> Reader | None:
    """The first of *readers* that knows *text*; one that fails does not know it."""
    for reader in readers:
        if isinstance(reader, SgfReader):
            continue
        try:
            with work_limit(READING_MS, _("Looking at it")):
                if reader.looks_like(text):
                    return reader
        except stops():
            raise
        except BaseException:
            continue
    return None


def read_games(
    text: str, readers: Sequence[AnyReader], finder: GameFinder, name: str = ""
) -> Iterator[FoundGame | RecordError]:
    """The games that *text*, which errors call *name*, holds; an error for each that is refused.

    Raises ``RecordError`` where nothing is known of the text, or its reader fails at once.
    """
    name = name or _("The text")
    reader = None if is_own(text) else find_reader(text, readers)
    if reader is None:
        if not text.strip():
            raise RecordError(_("{name} is no record: it is empty.").format(name=name))
        if not _JSON.match(text):
            raise RecordError(_("{name} is no record that is known here.").format(name=name))
        try:
            record = loads(text, name)
        except Exception as error:
            raise refusal(name, error) from None
        yield FoundGame(record)
        return
    for written in _written_games(text, reader, name):
        if isinstance(written, RecordError):
            yield written
            continue
        try:
            retold = retell(written, finder)
        except stops():
            raise
        except BaseException as error:  # a game may fail in any way
            yield refusal(name, error)
        else:
            yield FoundGame(retold.record, reader.name, retold.cut, retold.kind, retold.doubt)


def refusal(name: str, error: BaseException) -> RecordError:
    """Why the text called *name*, or a game of it, cannot be read: the sentence of *error*, or one
    on a failure of this program or of a plugin, which is that text's alone."""
    if isinstance(error, RecordError):
        return error
    if isinstance(error, GipfMetaError):
        return RecordError(_("{name} cannot be read: {why}").format(name=name, why=error))
    return RecordError(_("{name} cannot be read: {why}").format(name=name, why=failure(error)))


def game_in_file(
    name: FileName, readers: Sequence[AnyReader], finder: GameFinder, nth: int = 1
) -> FoundGame:
    """The *nth* game of the file *name*, or of the text that it is (which has more than a line), as
    far as it is legal. Raises ``RecordError``."""
    is_text = isinstance(name, str) and "\n" in name
    file = FoundFile(_("The text"), str(name)) if is_text else first_file(name)
    return nth_game(file, readers, finder, nth)[0]


def nth_game(
    file: FoundFile, readers: Sequence[AnyReader], finder: GameFinder, nth: int = 1
) -> tuple[FoundGame, bool]:
    """The *nth* game of a *file*, from 1, and whether more follow. Raises ``RecordError``."""
    if file.why:
        raise RecordError(file.why)
    games = read_games(file.text, readers, finder, file.name)
    found = next(islice(games, nth - 1, None), None)
    if found is None:
        raise RecordError(_("{file} has no game {number}.").format(file=file.name, number=nth))
    if isinstance(found, RecordError):
        raise found
    return found, next(games, None) is not None


def _written_games(text: str, reader: Reader, name: str) -> Iterator[WrittenGame | RecordError]:
    """What *reader* says of *text*; an error where it fails."""
    games: Iterator[WrittenGame | RefusedGame] | None = None
    for _number in range(MOST_GAMES):
        try:
            with work_limit(READING_MS, _("Reading it")):
                if games is None:
                    games = iter(reader.read(text))
                written = next(games, None)
            if written is None:
                return
            if isinstance(written, RefusedGame):
                yield RecordError(
                    _("{name} cannot be read: {why}").format(name=name, why=written.why)
                )
                continue
            if not isinstance(written, WrittenGame):
                raise TypeError(f"it read {one_line(repr(written), 60)}, which is no WrittenGame")
        except stops():
            raise
        except BaseException as error:
            yield RecordError(_why(reader, name, error))
            return
        yield written


def _why(reader: Reader, name: str, error: BaseException) -> str:
    """The sentence on a *reader* that could not read the text called *name*."""
    if isinstance(error, ValueError) and str(error):
        return _("{name} cannot be read: {why}").format(name=name, why=error_text(error))
    return _("{name} cannot be read: the reader {reader} failed ({why}).").format(
        name=name, reader=reader.name, why=describe_failure(error)
    )


_NAMES_NOBODY: Final = ("date", "event", "place", "round", "rated", "clock", "site")
"""What is said about a match that names none of its players."""


def without_names(record: Record, seats: Sequence[str]) -> Record:
    """*record* with the names of its *seats* in place of those of its players, in comments too."""
    named = {seat.name: seats[n] for n, seat in enumerate(record.people) if seat.name != seats[n]}
    names = sorted(named, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, names)) or r"(?!)", re.IGNORECASE)
    folded = {name.casefold(): seat for name, seat in named.items()}

    def hidden(words: str) -> str:
        said = pattern.sub(lambda found: folded.get(found[0].casefold(), "…"), words)
        return said[:LONGEST_TEXT]  # a seat may have a longer name than who sat there

    def hidden_turn(turn: PlayedTurn) -> PlayedTurn:
        if not turn.comment:
            return turn
        return turn.model_copy(update={"comment": hidden(turn.comment)})

    about = {name: hidden(words) for name, words in record.about.items() if name in _NAMES_NOBODY}
    people = tuple(
        seat.model_copy(update={"name": seats[n]}) for n, seat in enumerate(record.people)
    )
    turns = map_turns(record.turns, hidden_turn)
    own = {"people": people, "about": about, "turns": turns, "comment": hidden(record.comment)}
    return record.model_copy(update=own)
