"""What somebody brings, by a link, as a file or pasted: a match, several games, a position.

A match is told again by the rules. That takes as long as whoever made it likes, so it may be done
elsewhere: what is brought, and what comes of it, can be pickled.
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
"""The field of the file."""
BYTES: Final = "\0"
"""The mark of a file that is no UTF-8: a page knows few encodings, and leaves it as it is."""
LETTERS_EACH: Final = 400
"""The most letters of a decision in a file, where matches have at most so many decisions."""
MOST_LISTED: Final = 50
"""The most games of a text from which one is chosen."""
MOST_TOLD: Final = 5
"""So many sentences on games in a list are told."""


@dataclass(frozen=True)
class Brought:
    """The *text* of a link, or that of a file, which holds what somebody brings."""

    text: str
    is_file: bool = False


@dataclass(frozen=True)
class BroughtMatch:
    """The *record* that was brought, the *link* to it, and its match *before* anything follows.

    That match finds no games. *notices* are sentences on what the file says and the match does not.
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
    """One of several games that were brought, in *words*, and the *link* to it."""

    words: tuple[str, ...]
    link: str


@dataclass(frozen=True)
class BroughtGames:
    """Several *games*; *notices* are sentences on those that are not among them."""

    games: tuple[ListedGame, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class BroughtPosition:
    """A position: what a screen is about that shows it, as each game that can read it has it."""

    readings: tuple[About, ...]


AnyBrought: TypeAlias = BroughtMatch | BroughtGames | BroughtPosition


class ReadElsewhere(Exception):
    """What was *brought* is read elsewhere: the desk is asked again when that is done."""

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
    """What was *brought*, its matches of at most so many decisions; ``None``: of any number.

    Raises ``GipfMetaError``, and whatever a game raises while its match is told again.
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
    before.resolve()  # whoever can tell it again can also go on with it
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
    """The file of a page; what is no UTF-8 comes as its bytes, as letters of Windows-1252, where
    the five that it has not are themselves."""
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
    """The *games* in words; one that is too long for a link leads nowhere."""
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
    """What a screen is about that shows the position that was read."""
    options = json.dumps(changed_options(reading.game), sort_keys=True)
    return {"game": reading.game.id, "options": options, "position": reading.text}


def _too_long(most: int) -> DeskError:
    words = _("A match that is brought to this server has at most {count} decisions.")
    return DeskError(words.format(count=most))
