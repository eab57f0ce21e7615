"""A match as the file of the library holds it: texts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from gipf_meta.library.tables import hash_chain, seal
from gipf_meta.records.files import to_data
from gipf_meta.records.models import PlayedTurn, Record

IS_STUDY: Final = json.dumps({"study": True})[1:-1]
"""What stands in the head of a study, and in no other: in a text, a sign stands before quotes."""


def hash_of(record: Record) -> str:
    """The hash that the library gives to *record*."""
    *_, last = hash_chain("", turn_texts(record.turns))
    return seal(head_text(record), last)


def match_rows(record: Record) -> tuple[str, list[str]]:
    """The head of *record* and its turns, as the library holds them."""
    return head_text(record), turn_texts(record.turns)


def head_text(record: Record) -> str:
    """The head of a record, as JSON."""
    return json.dumps(to_data(record.model_copy(update={"turns": ()})), ensure_ascii=False)


def turn_texts(turns: Sequence[PlayedTurn]) -> list[str]:
    """The *turns*, each as JSON."""
    return [turn.model_dump_json(exclude_defaults=True) for turn in turns]
