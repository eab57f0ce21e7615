"""Imports: a match, several games or a position that a person brings by a link, as a file or
pasted.

A match is replayed by the rules. That takes as long as its author likes, so another process may do
it: the import, and the values read from it, can be pickled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, TypeAlias

from gipf_meta.base.addresses import is_address
from gipf_meta.base.texts import _
from gipf_meta.deeds.thoughts import find_nothing
from gipf_meta.desk.parts import About, FieldValue
from gipf_meta.desk.requests import DeskError, not_understood
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.plugins.loading import Installed, installed_plugins
from gipf_meta.protocol.game import title_of
from gipf_meta.protocol.options import changed_options
from gipf_meta.records.decoded_file import FoundFile, text_in
from gipf_meta.records.models import Record, RecordError, count_decisions
from gipf_meta.records.pasted_positions import FoundPosition, positions_in
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import link_of, record_of_link
from gipf_meta.records.soundness import sound_record
from gipf_meta.records.text_formats import FoundGame, notices_of, read_games

FILE: Final = "file"
"""The name of the form's field for the file."""
BYTES: Final = "\0"
"""The first character of a file's text that is not UTF-8: a page knows few encodings, and sends
such a file undecoded."""
LETTERS_EACH: Final = 400
"""The most letters for each decision in a file, where the number of decisions is limited."""
MOST_LISTED: Final = 50
"""The most games of a text that are listed to choose from."""
MOST_TOLD: Final = 5
"""The most sentences on games in a list that are shown."""


@dataclass(frozen=True)
class Brought:
    """An import that is not read yet: the *text* of a link, or that of a file."""

    text: str
    is_file: bool = False


@dataclass(frozen=True)
class BroughtMatch:
    """An imported match: its *record*, the *link* to it, and the match *before* a duel or luck
    follows.

    That match finds no games. *notices* are sentences on content of the file that is not in the
    match.
    """

    link: str
    record: Record
    before: Match
    notices: tuple[str, ...] = ()

    def match(self, finder: GameFinder) -> Match:
        """The match, ready for the next decision. Raises ``DuelUnavailable``."""
        return replace(self.before, finder=finder).resolve()


@dataclass(frozen=True)
class ListedGame:
    """One of several imported games, described in *words*, with the *link* to it."""

    words: tuple[str, ...]
    link: str


@dataclass(frozen=True)
class BroughtGames:
    """Several imported *games*; *notices* are sentences on those that could not be read."""

    games: tuple[ListedGame, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class BroughtPosition:
    """An imported position: the parameters of its screen, one value for each game that can read
    it."""

    readings: tuple[About, ...]


AnyBrought: TypeAlias = BroughtMatch | BroughtGames | BroughtPosition


class ReadElsewhere(Exception):
    """Raised while another process has to read what was *brought*; the desk handles the message
    again then."""

    def __init__(self, brought: Brought) -> None:
        super().__init__(brought)
        self.brought = brought


def file_in(values: Mapping[str, FieldValue]) -> Brought | None:
    """The file among the *values* of a form, if one was chosen and is no address."""
    text = values.get(FILE, "")
    if not (isinstance(text, str) and text.strip()) or is_address(text):
        return None
    return Brought(text, is_file=True)


def link_in(about: About) -> Brought:
    """The link that a screen is *about*. Raises ``DeskError``."""
    if "match" not in about:
        raise DeskError(_("This screen needs a match."))
    return Brought(about["match"])


def read_brought(brought: Brought, most: int | None, finder: GameFinder) -> AnyBrought:
    """Reads an import whose matches have at most so many decisions; ``None``: any number.

    Raises ``GipfMetaError``, and whatever a game raises while its match is replayed.
    """
    if brought.is_file:
        if most is not None and len(brought.text) > most * LETTERS_EACH:
            raise _too_long(most)
        return _read_text(brought.text, most, installed_plugins(), finder)
    link = brought.text
    record = record_of_link(link) if most is None else record_of_link(link, most * LETTERS_EACH)
    return _read_record(record, link, most, finder)


def _read_record(
    record: Record, link: str, most: int | None, finder: GameFinder, notices: tuple[str, ...] = ()
) -> BroughtMatch:
    """The match of *record*. Raises as ``read_brought``."""
    if most is not None and count_decisions(record.turns) > most:
        raise _too_long(most)
    before = read_match(record, finder)
    before.resolve()  # fails here, and not later, if the match cannot go on
    record = sound_record(record, before, finder)
    return BroughtMatch(link, record, replace(before, finder=find_nothing), notices)


def _read_text(text: str, most: int | None, installed: Installed, finder: GameFinder) -> AnyBrought:
    """The match, the games or the position that *text* holds. Raises as ``read_brought``."""
    file = _found(text)
    if file.why:
        raise RecordError(file.why)
    text = file.text
    try:
        found = read_games(text, installed.all_readers(), finder, file.name)
        games = [*islice(found, MOST_LISTED + 1)]
    except RecordError:
        if readings := positions_in(text, installed.games.values()):
            return BroughtPosition(tuple(map(_about, readings)))
        raise
    sound = [each for each in games if isinstance(each, FoundGame)]
    refused = [each for each in games if isinstance(each, RecordError)]
    if not sound:
        raise refused[0] if refused else RecordError(_("The text holds no game."))
    if len(games) == 1:
        record = sound[0].record
        notices = (*file.notices, *notices_of(sound[0]))
        return _read_record(record, link_of(record), most, finder, notices)
    notices = (*file.notices, *_on_the_others(games, refused))
    return BroughtGames(tuple(_listed(sound[:MOST_LISTED], finder)), notices)


def _found(text: str) -> FoundFile:
    """The file of a page. A file that is not UTF-8 comes as its bytes, written as letters of
    Windows-1252, where the five bytes without a letter stand for themselves."""
    name = _("The text")
    if not text.startswith(BYTES):
        return FoundFile(name, text)
    letters = text.removeprefix(BYTES)
    try:
        content = bytes(
            ord(each) if ord(each) < 256 else each.encode("cp1252")[0] for each in letters
        )
    except UnicodeEncodeError:
        raise DeskError(not_understood(), FILE) from None
    return text_in(name, content)


def _listed(games: list[FoundGame], finder: GameFinder) -> Iterator[ListedGame]:
    """The *games* described in words; a game that is too long for a link has an empty link."""
    for found in games:
        record = found.record
        try:
            link = link_of(record)
        except RecordError:
            link = ""
        names = " – ".join(seat.name for seat in record.people)
        turns = _.many("{count} turn", "{count} turns", len(record.turns))
        words = (
            names or title_of(finder(record.game)),
            turns.format(count=len(record.turns)),
            *filter(None, (title_of(finder(record.game)), record.about.get("date", ""))),
        )
        yield ListedGame(words, link)


def _on_the_others(
    games: list[FoundGame | RecordError], refused: list[RecordError]
) -> Iterator[str]:
    if refused:
        words = _.many(
            "{count} game cannot be read: {why}",
            "{count} games cannot be read; of the first: {why}",
            len(refused),
        )
        yield words.format(count=len(refused), why=refused[0])
    said = [
        _("Game {number}: {words}").format(number=found.nth, words=words)
        for found in games[:MOST_LISTED]
        if isinstance(found, FoundGame)
        for words in notices_of(found)
    ]
    yield from said[:MOST_TOLD]
    if len(games) > MOST_LISTED:
        yield _("These are the first {count} games.").format(count=MOST_LISTED)
    yield _("All of them come into the library by: gipf-meta library import FILE")


def _about(reading: FoundPosition) -> About:
    """The parameters of the screen that shows the position in *reading*."""
    options = json.dumps(changed_options(reading.game), sort_keys=True)
    return {"game": reading.game.id, "options": options, "position": reading.text}


def _too_long(most: int) -> DeskError:
    words = _("A match that is brought to this server has at most {count} decisions.")
    return DeskError(words.format(count=most))
