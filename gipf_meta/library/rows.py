"""A match as the file of the library holds it: texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from gipf_meta.library.tables import LibraryError, hash_chain, seal
from gipf_meta.records.files import to_data
from gipf_meta.records.limits import require_turns
from gipf_meta.records.models import PlayedTurn, Record, RecordError

IS_STUDY: Final = json.dumps({"study": True})[1:-1]
"""What stands in the head of a study, and in no other: in a text, a sign stands before quotes."""


def hash_of(record: Record) -> str:
    """The hash that the library gives to *record*."""
    *_, last = hash_chain("", turn_texts(record.turns))
    return seal(head_text(record), last)


def match_rows(record: Record) -> tuple[str, list[str]]:
    """The head of *record* and its turns, as the library holds them. Raises ``LibraryError``."""
    return head_text(record), turn_texts(record.turns)


def head_text(record: Record) -> str:
    """The head of a record, as JSON. Raises ``LibraryError`` for what could not be read again."""
    try:
        data = to_data(record.model_copy(update={"turns": ()}))
    except RecordError as error:
        raise LibraryError(str(error)) from None
    return json.dumps(data, ensure_ascii=False)


def turn_texts(turns: Sequence[PlayedTurn]) -> list[str]:
    """The *turns*, each as JSON. Raises ``LibraryError`` for what could not be read again."""
    try:
        require_turns(turns)
    except RecordError as error:
        raise LibraryError(str(error)) from None
    return [turn.model_dump_json(exclude_defaults=True) for turn in turns]
