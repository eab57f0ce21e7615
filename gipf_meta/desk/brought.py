"""A match that somebody brings, by a link or as a file: read, and told again by the rules.

That takes as long as whoever made it likes, so it may be done elsewhere: what is brought, and what
comes of it, can be pickled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.messages import DeskError, Open, Submit
from gipf_meta.desk.parts import About, FieldValue
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.files import link_of, record_of_link
from gipf_meta.records.found_file import FoundFile
from gipf_meta.records.models import Record, count_decisions
from gipf_meta.records.others import nth_game
from gipf_meta.records.reader import read_match
from gipf_meta.records.soundness import sound_record
from gipf_meta.rooms.thoughts import find_nothing

FILE: Final = "file"
"""The field of the file."""
LETTERS_EACH: Final = 400
"""The most letters of a decision in a file, where matches have at most so many decisions."""


@dataclass(frozen=True)
class Brought:
    """The *text* of a link, or that of a file, which holds a match of somebody."""

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


def brought_by(message: Open | Submit) -> Brought | None:
    """What a *message* to the desk brings, if it brings a match."""
    if message.screen in ("shared_match", "study") and "match" in message.about:
        return Brought(message.about["match"])
    if message.screen == "open_match" and isinstance(message, Submit):
        return file_in(message.values)
    return None


def file_in(values: Mapping[str, FieldValue]) -> Brought | None:
    """The file among the *values* of a form, if one was chosen."""
    text = values.get(FILE, "")
    return Brought(text, is_file=True) if isinstance(text, str) and text.strip() else None


def link_in(about: About) -> Brought:
    """The link that a screen is *about*. Raises ``DeskError``."""
    if "match" not in about:
        raise DeskError(_("This screen needs a match."))
    return Brought(about["match"])


def read_brought(brought: Brought, most: int | None, finder: GameFinder) -> BroughtMatch:
    """The match that was *brought*, of at most so many decisions; ``None``: of any number.

    Raises ``GipfMetaError``, and whatever a game raises while its match is told again.
    """
    notices: tuple[str, ...] = ()
    if brought.is_file:
        if most is not None and len(brought.text) > most * LETTERS_EACH:
            raise _too_long(most)
        readers = installed_plugins().all_readers()
        file = FoundFile(_("The file"), brought.text)
        found, are_more = nth_game(file, readers, finder)
        record, notices = found.record, tuple(filter(None, (found.cut, found.doubt)))
        if are_more:
            notices = (*notices, _("The file holds more games: this is the first."))
        link = link_of(record)
    else:
        link = brought.text
        record = record_of_link(link) if most is None else record_of_link(link, most * LETTERS_EACH)
    if most is not None and count_decisions(record.turns) > most:
        raise _too_long(most)
    before = read_match(record, finder)
    before.resolve()  # whoever can tell it again can also go on with it
    record = sound_record(record, before, finder)
    return BroughtMatch(link, record, replace(before, finder=find_nothing), notices)


def _too_long(most: int) -> DeskError:
    words = _("A match that is brought to this server has at most {count} decisions.")
    return DeskError(words.format(count=most))
