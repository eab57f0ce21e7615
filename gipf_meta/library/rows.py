"""A match as the texts that the file of the library holds."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.base import clock
from gipf_meta.base.json_text import require_size
from gipf_meta.library.schema import LibraryError, hash_chain, seal
from gipf_meta.records.lines import FLAT
from gipf_meta.records.models import FORMAT_OF_LINES, PlayedTurn, Record, RecordError, turn_to_data
from gipf_meta.records.player_names import PERSON
from gipf_meta.records.record_files import cannot_be_kept, require_readable, to_data

IS_STUDY: Final = json.dumps({"study": True})[1:-1]
"""The mark in the head of a study, and in no other: in a text, a sign stands before quotes."""


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
    """Raises ``LibraryError`` for a match that could not be read again, before it is saved. Where
    *texts* are only the new turns, *everything* has those of all turns."""
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


# ---- a match in lists ---------------------------------------------------------------------------


@dataclass(frozen=True)
class LibraryEntry:
    """A match as the list shows it. *result* names winners and reason, if the match is over.

    *begun* and *changed* are dates with their distance from UTC, *turns* is a number. *kinds* has
    ``human`` or the bot for each player; *winners* are their indices in *names*. *position*
    is where the match began, empty for the start of its game. A *study* is never over. A match
    whose row is damaged is over for the list, and its *result* is ``damaged``.
    """

    id: int
    game: str
    names: tuple[str, ...]
    turns: int
    over: bool
    result: str
    begun: str
    changed: str
    kinds: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    reason: str = ""
    position: str = ""
    study: bool = False


def read_entry(row: tuple[Any, ...]) -> LibraryEntry:
    """The entry of a *row* with the number, game, head, count of turns, end and both dates."""
    number, game, head, turns, over, begun, changed = row
    try:
        data = json.loads(head)
        people = data.get("people", ())
        names = tuple(seat["name"] for seat in people)
        kinds = tuple(seat.get("player", PERSON) for seat in people)
        result = _result(data["result"], names) if over else ""
        winners, reason = (), ""
        study = data.get("study", False)
        if over:
            winners, reason = tuple(data["result"]["winners"]), data["result"]["reason"]
        position = data.get("position", "")
        texts = (game, *names, *kinds, result, begun, changed, reason, position)
        stated = data["game"], "result" in data
        if not all(isinstance(text, str) for text in texts) or stated != (game, over):
            raise ValueError("the parts of the row contradict each other")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        count = turns if isinstance(turns, int) else 0
        dates = clock.with_offset(str(begun)), clock.with_offset(str(changed))
        return LibraryEntry(number, str(game), (), count, True, "damaged", *dates)
    dates = clock.with_offset(begun), clock.with_offset(changed)
    if study is True:
        own = game, names, turns, False, "", *dates, kinds
        return LibraryEntry(number, *own, position=position, study=True)
    found = game, names, turns, bool(over), result, *dates
    return LibraryEntry(number, *found, kinds, winners, reason, position)


def _result(end: Any, names: Sequence[str]) -> str:
    """The winners and the reason. Raises ``KeyError`` or ``TypeError`` if *end* is no result."""
    winners = [names[seat] if seat < len(names) else f"seat {seat}" for seat in end["winners"]]
    return f"{' and '.join(winners) or 'nobody'} ({end['reason']})"
