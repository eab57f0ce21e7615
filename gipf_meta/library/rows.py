"""A match as the file of the library holds it: texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from gipf_meta.base.json_text import require_size
from gipf_meta.library.tables import LibraryError, hash_chain, seal
from gipf_meta.records.files import cannot_be_kept, require_readable, to_data
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
    return head_text(record, texts), texts


def head_text(record: Record, texts: Sequence[str]) -> str:
    """The head of a record, whose turns are these *texts*, as JSON."""
    data = to_data(record.model_copy(update={"turns": ()}))
    if any(FLAT in text for text in texts):
        data["format"] = FORMAT_OF_LINES
    return json.dumps(data, ensure_ascii=False)


def record_text(head: str, texts: Sequence[str]) -> str:
    """The record of a *head* and *texts* of turns, as JSON."""
    return f'{head[:-1]}, "turns": [{",".join(texts)}]}}'


def require_kept(head: str, texts: Sequence[str], everything: Sequence[str] = ()) -> None:
    """Raises ``LibraryError`` for a match that could not be read again: it is not kept. Where only
    *texts* of its turns are new, *everything* is all of them."""
    try:
        require_readable(record_text(head, texts))
        if len(everything) > len(texts):
            require_size([head, "," * len(everything), *everything])
    except RecordError as error:
        raise LibraryError(str(error)) from None
    except ValueError as error:
        raise LibraryError(cannot_be_kept(error)) from None


def turn_texts(turns: Sequence[PlayedTurn]) -> list[str]:
    """The *turns*, each as JSON."""
    return [_turn_text(turn) for turn in turns]


def _turn_text(turn: PlayedTurn) -> str:
    if turn.variations:
        return json.dumps(turn_to_data(turn), ensure_ascii=False, separators=(",", ":"))
    return turn.model_dump_json(exclude_defaults=True)
