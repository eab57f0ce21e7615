"""Texts that hold games, own records and those of others, recognized by their content.

The name of a file does not matter here. Readers are plugins, so each is contained: the failure of
one becomes a sentence, and the games that it has read before stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.sgf import holds_sgf
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import work_limit
from gipf_meta.match.match import GameFinder
from gipf_meta.match.written_games import NAME as NOTATION
from gipf_meta.protocol.failures import GameFailed, failure
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.readers import AnyReader, Reader, RefusedGame, SgfReader, WrittenGame
from gipf_meta.records.decoded_file import FoundFile
from gipf_meta.records.game_files import first_file
from gipf_meta.records.models import LONGEST_TEXT, PlayedTurn, Record, RecordError, map_turns
from gipf_meta.records.record_files import FileName, loads
from gipf_meta.records.record_from_game import retell
from gipf_meta.records.sgf_games import READING_MS, Read, read_sgf_games, why_unread

MOST_GAMES: Final = 200_000
"""The most games of a text."""

_JSON: Final = re.compile(r'\s*[\[{]\s*["\[{}\]]|\s*[{\[]\s*$')
_OWN: Final = re.compile(r'\s*\{\s*"format"\s*:\s*[0-9]+\s*,\s*"game"\s*:')


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that a text holds: its *record*, legal to its last turn.

    *reader* is the name of the reader, ``""`` for an own record. *cut* is a sentence on where and
    why the rest is missing, *kind* that fault without its place, *doubt* a sentence on a result
    that contradicts the rules. *told* are sentences on parts of the text that the record does not
    hold. *nth* is its number, from 1, among several games of a text; 0 where it is the only one.
    """

    record: Record
    reader: str = ""
    cut: str = ""
    kind: str = ""
    doubt: str = ""
    told: tuple[str, ...] = ()
    nth: int = 0


class GameRefused(RecordError):
    """The reason why game *nth* of several of a text is refused."""

    def __init__(self, why: str, nth: int) -> None:
        super().__init__(why)
        self.nth = nth


def name_game(name: str, nth: int) -> str:
    """A game of the text called *name*, for a sentence; *nth* is 0 where it is the only one."""
    return _("{file}, game {number}").format(file=name, number=nth) if nth else name


def notices_of(found: FoundGame) -> tuple[str, ...]:
    """Sentences on parts of the text that the record of the *found* game does not hold: every face
    shows them beside the match."""
    return tuple(filter(None, (found.cut, found.doubt, *found.told)))


def is_own(text: str) -> bool:
    """Whether *text* begins as a record of this program."""
    return _OWN.match(text) is not None


_Source: TypeAlias = Callable[[], Iterator[Read]]
"""A function that reads the games of a text."""


def find_source(text: str, readers: Sequence[AnyReader]) -> _Source | None:
    """The function that reads *text*: by the first of *readers* that knows it; where it is SGF,
    game by game; ``None``: none knows it.

    A reader that fails does not know it. The own notation comes last: it tries every game.
    """
    plain = [each for each in readers if isinstance(each, Reader)]
    for_trees = [each for each in readers if isinstance(each, SgfReader)]
    for reader in plain:
        if reader.name != NOTATION and _looks_like(reader, text):
            return partial(_read_by, reader, text)
    if for_trees and holds_sgf(text):
        return partial(read_sgf_games, text, for_trees)
    for reader in plain:
        if reader.name == NOTATION and _looks_like(reader, text):
            return partial(_read_by, reader, text)
    return None


def _looks_like(reader: Reader, text: str) -> bool:
    """Whether *reader* knows *text*; one that fails does not."""
    try:
        with Gate(reader.name), work_limit(READING_MS, _("Looking at it")):
            return bool(reader.looks_like(text))
    except GipfMetaError:
        return False


class UnknownText(RecordError):
    """The text is of no kind that any reader knows."""


def read_games(
    text: str, readers: Sequence[AnyReader], finder: GameFinder, name: str = "", first: int = 1
) -> Iterator[FoundGame | RecordError]:
    """The games in *text*, which errors call *name*, from the *first* on; an error for each that is
    refused.

    Raises ``RecordError`` where no reader knows the text, or its reader fails at once.
    """
    name = name or _("The text")
    text = unquoted(text)
    source = None if is_own(text) else find_source(text, readers)
    if source is None:
        if not text.strip():
            raise RecordError(_("{name} is no record: it is empty.").format(name=name))
        if not _JSON.match(text):
            raise UnknownText(_("{name} is no record that is known here.").format(name=name))
        try:
            record = loads(text, name)
        except Exception as error:
            raise refusal(name, error) from None
        if first == 1:
            yield FoundGame(record)
        return
    games = source()
    waiting = next(games, None)  # whether there are several is known by the next
    nth = 0
    while waiting is not None:
        following = next(games, None)
        nth += bool(nth or following)
        if nth > MOST_GAMES:
            words = _("{name} holds more than {most} games: the others are not read.")
            yield GameRefused(words.format(name=name, most=MOST_GAMES), nth)
            return
        if max(nth, 1) >= first:
            yield _told_again(waiting, finder, name, nth)
        waiting = following


def _told_again(read: Read, finder: GameFinder, name: str, nth: int) -> FoundGame | RecordError:
    """The game that was *read* from the text called *name*, replayed by its rules."""
    reader, written = read
    place = name_game(name, nth)
    try:
        if isinstance(written, RefusedGame):
            words = _("{name} cannot be read: {why}")
            raise RecordError(words.format(name=place, why=written.why))
        with Gate(written.game):
            retold = retell(written, finder)
    except GipfMetaError as error:
        why = refusal(place, error)
        if not nth:
            return why
        words = str(why)
        return GameRefused(words if place in words else f"{place}: {words}", nth)
    notices = (*written.told, *retold.notices)
    return FoundGame(retold.record, reader, retold.cut, retold.kind, retold.doubt, notices, nth)


def refusal(name: str, error: BaseException) -> RecordError:
    """The reason why the text called *name*, or a game of it, cannot be read: the sentence of
    *error*, or one on a failure of this program or of a plugin, which is that text's alone."""
    if isinstance(error, RecordError):
        return error
    if isinstance(error, GipfMetaError) and not isinstance(error, GameFailed):
        return RecordError(_("{name} cannot be read: {why}").format(name=name, why=error))
    return RecordError(_("{name} cannot be read: {why}").format(name=name, why=failure(error)))


def game_in_file(
    name: FileName,
    readers: Sequence[AnyReader],
    finder: GameFinder,
    nth: int = 1,
    encoding: str = "",
) -> FoundGame:
    """The *nth* game of the file *name*, or of *name* itself where it is a text of several lines,
    as far as it is legal; *encoding* as in ``found_files``. Raises ``RecordError``."""
    is_text = isinstance(name, str) and "\n" in name
    file = FoundFile(_("The text"), str(name)) if is_text else first_file(name, encoding)
    return nth_game(file, readers, finder, nth)[0]


def nth_game(
    file: FoundFile, readers: Sequence[AnyReader], finder: GameFinder, nth: int = 1
) -> tuple[FoundGame, bool]:
    """The *nth* game of a *file*, from 1, and whether more follow. The notices of the file are
    added to those of the game. Raises ``RecordError``."""
    if file.why:
        raise RecordError(file.why)
    games = read_games(file.text, readers, finder, file.name, nth)
    found = next(games, None)
    if found is None:
        raise RecordError(_("{file} has no game {number}.").format(file=file.name, number=nth))
    if isinstance(found, RecordError):
        raise found
    return replace(found, told=(*file.notices, *found.told)), next(games, None) is not None


def _read_by(reader: Reader, text: str) -> Iterator[Read]:
    """The games of *text* by *reader*, each behind its name; a ``RefusedGame`` where it fails."""
    games: Iterator[WrittenGame | RefusedGame] | None = None
    while True:
        try:
            with Gate(reader.name, ValueError), work_limit(READING_MS, _("Reading it")):
                if games is None:
                    games = iter(reader.read(text))
                read = next(games, None)
                if read is not None and not isinstance(read, WrittenGame | RefusedGame):
                    raise TypeError(f"it read {one_line(repr(read), 60)}, which is no WrittenGame")
        except (GipfMetaError, ValueError) as error:
            yield reader.name, RefusedGame(why_unread(reader, error))
            return
        if read is None:
            return
        yield reader.name, read


_NAMES_NOBODY: Final = ("date", "event", "place", "round", "rated", "clock", "site")
"""The keys of facts about a match that name none of its players."""


def without_names(record: Record, seats: Sequence[str]) -> Record:
    """*record* with the names of its *seats* in place of those of its players, in comments too."""
    named = {seat.name: seats[n] for n, seat in enumerate(record.people) if seat.name != seats[n]}
    names = sorted(named, key=len, reverse=True)
    pattern = re.compile("|".join(map(re.escape, names)) or r"(?!)", re.IGNORECASE)
    folded = {name.casefold(): seat for name, seat in named.items()}

    def hidden(words: str) -> str:
        said = pattern.sub(lambda found: folded.get(found[0].casefold(), "…"), words)
        return said[:LONGEST_TEXT]  # a seat may have a longer name than its player

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


# ---- texts as mails quote them -------------------------------------------------------------------

_MARK: Final = re.compile(r"(?m)^[^\S\n]*>[^\S\n]?")
_BARE: Final = re.compile(r"(?m)^(?![^\S\n]*(?:>|$))")
"""The begin of a line that is neither blank nor quoted."""
DEEPEST: Final = 20
"""The most times that a mail is quoted."""


def unquoted(text: str) -> str:
    """*text* without the signs that quote it, if all its lines have one; else itself. A sign on one
    line alone is the mark of a study's cursor."""
    for _depth in range(DEEPEST):
        if _BARE.search(text.removeprefix("\ufeff")) or len(_MARK.findall(text)) < 2:
            break
        text = _MARK.sub("", text.removeprefix("\ufeff"))
    return text
