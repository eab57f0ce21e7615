"""A match as the file of the library holds it: texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from gipf_meta.library.tables import LibraryError, hash_chain, seal
from gipf_meta.records.files import require_readable, to_data
from gipf_meta.records.lines import FLAT
from gipf_meta.records.models import FORMAT_OF_LINES, PlayedTurn, Record, RecordError, turn_to_data

IS_STUDY: Final = json.dumps({"study": True})[1:-1]
"""What stands in the head of a study, and in no other: in a text, a sign stands before quotes."""


def hash_of(record: Record) -> str:
    """The hash that the library gives to *record*."""
    head, texts = match_rows(record)
    *_, last = hash_chain("", texts)
    return seal(head, last)


def match_rows(record: Record) -> tuple[str, list[str]]:
    """The head of *record* and its turns, as the library holds them."""
    texts = turn_texts(record.turns)
    return head_text(record, has_lines=any(FLAT in text for text in texts)), texts


def head_text(record: Record, *, has_lines: bool) -> str:
    """The head of a record, as JSON; of one whose turns *has_lines* in place of nested
    variations."""
    data = to_data(record.model_copy(update={"turns": ()}))
    if has_lines:
        data["format"] = FORMAT_OF_LINES
    return json.dumps(data, ensure_ascii=False)


def record_text(head: str, texts: Sequence[str]) -> str:
    """The record of a *head* and *texts* of turns, as JSON."""
    return f'{head[:-1]}, "turns": [{",".join(texts)}]}}'


def require_kept(head: str, texts: Sequence[str]) -> None:
    """Raises ``LibraryError`` for a match that could not be read again: it is not kept."""
    try:
        require_readable(record_text(head, texts))
    except RecordError as error:
        raise LibraryError(str(error)) from None


def turn_texts(turns: Sequence[PlayedTurn]) -> list[str]:
    """The *turns*, each as JSON."""
    return [_turn_text(turn) for turn in turns]


def _turn_text(turn: PlayedTurn) -> str:
    if turn.variations:
        return json.dumps(turn_to_data(turn), ensure_ascii=False, separators=(",", ":"))
    return turn.model_dump_json(exclude_defaults=True)
