"""What a record may hold so that it can be read again: looked at before it is written anywhere.

Reading checks every value. Values that were put beside turns one by one have been checked by
nobody, so whoever writes a record asks here first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gipf_meta.base.json_text import MOST_ENTRIES
from gipf_meta.base.texts import _
from gipf_meta.records.models import (
    LONGEST_NAME,
    LONGEST_PERSON,
    LONGEST_SIGNS,
    LONGEST_TEXT,
    MOST_ABOUT,
    PlayedTurn,
    Record,
    RecordError,
)


def require_readable(record: Record) -> None:
    """Raises ``RecordError`` if *record* holds more than can be read again."""
    _require_head(record)
    require_turns(record.turns)


def _require_head(record: Record) -> None:
    require_comment(record.comment)
    about = record.about
    if len(about) > MOST_ABOUT or any(
        len(name) > LONGEST_NAME or len(words) > LONGEST_TEXT for name, words in about.items()
    ):
        words = _("A record says at most {count} things about its match, in {most} letters each.")
        raise RecordError(words.format(count=MOST_ABOUT, most=LONGEST_TEXT))
    for words in (*about, *about.values()):
        _require_whole_letters(words)
    if any(not 0 < len(seat.name) <= LONGEST_PERSON for seat in record.people):
        raise RecordError(_("A name has 1 to 60 letters, and none that cannot be printed."))
    if any(len(each) > MOST_ENTRIES for each in _objects(record.options)):
        raise RecordError(_("An option has at most {most} entries.").format(most=MOST_ENTRIES))


def require_turns(turns: Iterable[PlayedTurn]) -> None:
    """Raises ``RecordError`` if *turns*, their variations and duels hold more than can be read
    again."""
    waiting = list(turns)
    while waiting:
        turn = waiting.pop()
        require_comment(turn.comment)
        if len(turn.signs) > LONGEST_SIGNS:
            words = _("Signs such as !? have no blanks, and at most {most} letters.")
            raise RecordError(words.format(most=LONGEST_SIGNS))
        if len(turn.text) > LONGEST_TEXT:
            raise RecordError(_("A turn has at most {most} letters.").format(most=LONGEST_TEXT))
        for line in turn.variations:
            waiting += line
        for decision in turn.decisions:
            if decision.duel is not None:
                _require_head(decision.duel)
                waiting += decision.duel.turns


def require_comment(words: str) -> None:
    """Raises ``RecordError`` if no record can hold this comment."""
    if len(words) > LONGEST_TEXT:
        raise RecordError(_("A comment has at most {most} letters.").format(most=LONGEST_TEXT))
    _require_whole_letters(words)


def _require_whole_letters(words: str) -> None:
    if words.isascii():
        return
    try:
        words.encode()
    except UnicodeEncodeError:
        raise RecordError(_("A record cannot hold half a letter.")) from None


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects of the JSON *value*."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each
