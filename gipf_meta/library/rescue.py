"""The rescue of a damaged library: its readable parts are written into a new file.

The damaged file is copied aside first and never changed. Its rows are read page by page, and hashes
decide which of them belong together, so no damaged row passes for a sound one.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from gipf_meta.base import clock
from gipf_meta.base.texts import _
from gipf_meta.library.schema import (
    LedgerRow,
    connect,
    hash_chain,
    ledger_chain,
    names_of,
    seal,
    transaction,
    write_entry,
    write_ledger,
    write_match,
)
from gipf_meta.library.sqlite_pages import DatabaseRow, read_rows
from gipf_meta.practice.entry_rows import number_of_entry

MOST_NUMBERS: Final = 1_000_000
"""The highest number of a match that is accepted from a damaged file."""


@dataclass
class _Parts:
    """The parts of one match that were read, each as often as it stands in the file."""

    heads: list[tuple[Any, ...]] = field(default_factory=list)
    starts: list[str] = field(default_factory=list)
    turns: dict[int, list[tuple[str, str]]] = field(default_factory=dict)


_Ledger: TypeAlias = dict[int, list[tuple[LedgerRow, str]]]
"""The rows of a room's ledger by their numbers, each with its hash, as often as it stands there."""


@dataclass
class _Found:
    """All parts that were read of a file: *entries* are those of the practice, *last* is the
    highest number of a match in it."""

    matches: dict[int, _Parts] = field(default_factory=dict)
    ledgers: dict[int, _Ledger] = field(default_factory=dict)
    entries: set[str] = field(default_factory=set)
    last: int = 0


@dataclass
class _Tally:
    """The numbers of the matches by the outcome of their rescue."""

    whole: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    cut: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)


def replace(path: Path) -> str:
    """Sets a damaged file aside and replaces it by its readable parts; returns a sentence on it.

    A link stays a link: the file it leads to is replaced. Raises ``OSError`` and
    ``sqlite3.Error``.
    """
    path = path.resolve()
    aside, rescued = _free_name(path), path.with_name(f"{path.stem}-rescued{path.suffix}")
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{suffix}", f"{aside}{suffix}")
        Path(f"{rescued}{suffix}").unlink(missing_ok=True)
    found = _collect(aside)
    parts = found.matches
    tally = _Tally()
    with closing(connect(rescued)) as fresh:
        with transaction(fresh):
            for number in sorted(parts, key=lambda n: (_last_change(parts[n]), n)):
                _write(fresh, number, parts[number], tally)
            for number, ledger in found.ledgers.items():
                if number not in (*tally.changed, *tally.cut):
                    _write_ledger(fresh, number, ledger)
            for text in sorted(found.entries):
                write_entry(fresh, text)
            # the number of a lost match is never given to another one
            fresh.execute("DELETE FROM sqlite_sequence")
            fresh.execute("INSERT INTO sqlite_sequence VALUES ('match', ?)", (found.last,))
        fresh.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm"):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
    os.replace(rescued, path)
    return _sentence(aside, tally)


def _free_name(path: Path) -> Path:
    name = f"{path.stem}-damaged-{clock.stamp()}"
    aside, n = path.with_name(f"{name}{path.suffix}"), 1
    while aside.exists():
        n += 1
        aside = path.with_name(f"{name}-{n}{path.suffix}")
    return aside


def _sentence(aside: Path, tally: _Tally) -> str:
    read = len(tally.whole) + len(tally.changed) + len(tally.cut)
    rescue = _.many(
        "The library was damaged. It is set aside as {aside}; {count} match could be read and"
        " taken over{more}.",
        "The library was damaged. It is set aside as {aside}; {count} matches could be read and"
        " taken over{more}.",
        read,
    )
    more = ""
    if tally.cut:
        more += _("; only in part: {numbers}").format(numbers=_list(tally.cut))
    if tally.changed:
        more += _("; with damage inside: {numbers}").format(numbers=_list(tally.changed))
    if tally.lost:
        more += _("; lost: {numbers}").format(numbers=_list(tally.lost))
    return rescue.format(aside=aside, count=read, more=more)


def _list(numbers: Sequence[int]) -> str:
    return ", ".join(str(number) for number in sorted(numbers))


# ---- reading -----------------------------------------------------------------------------------


def _collect(path: Path) -> _Found:
    """The parts of each match and each room in the file."""
    found = _Found()

    def of(number: object) -> _Parts | None:
        if not isinstance(number, int) or not 0 < number <= MOST_NUMBERS:
            return None
        return found.matches.setdefault(number, _Parts())

    for row in read_rows(path):
        match row:
            case DatabaseRow(
                int() as number, (None, str(), str(), str(), int(), int(), str(), str(), *_)
            ):
                if known := of(number):
                    known.heads.append(row.values[1:])
            case DatabaseRow(int() as number, (None, str() as head, str() as sealed)):
                if (known := of(number)) and seal(head, "") == sealed:
                    known.starts.append(head)
            case DatabaseRow(None, (int() as number, int() as n, str() as text, str() as hashed)):
                if known := of(number):
                    known.turns.setdefault(n, []).append((text, hashed))
            case DatabaseRow(
                None, (int() as number, int(), str(), str(), str(), str(), str() as hashed)
            ):
                if 0 < number <= MOST_NUMBERS:
                    entry = LedgerRow(*row.values[1:-1])  # type: ignore[arg-type]
                    rows = found.ledgers.setdefault(number, {})
                    rows.setdefault(entry.number, []).append((entry, hashed))
            case DatabaseRow(int() as number, (None, str() as text)):
                if number_of_entry(text) == number:
                    found.entries.add(text)
            case DatabaseRow(_, ("match", int() as number)) if 0 < number <= MOST_NUMBERS:
                found.last = max(found.last, number)
    found.last = max(found.last, *found.matches, *found.ledgers, 0)
    return found


def _last_change(parts: _Parts) -> int:
    """The place of the match in the order of last changes; 0 if that is not known."""
    changes = [row[8] for row in parts.heads if len(row) > 8 and isinstance(row[8], int)]
    return max(changes, default=0)


# ---- writing -----------------------------------------------------------------------------------


def _write(fresh: sqlite3.Connection, number: int, parts: _Parts, tally: _Tally) -> None:
    """Writes the rest of a match, and adds its number to *tally* by how much is left."""
    texts, last = _longest_chain(parts.turns)
    for head, _game, _names, turns, _over, begun, changed, *more in parts.heads:
        fits = more[0] == seal(head, last) if more else turns == len(texts)
        if fits and _try(fresh, number, head, texts, begun, changed):
            tally.whole.append(number)
            return
    for row in parts.heads:
        if _is_complete(parts, row) and _try_as_it_is(fresh, number, parts, row):
            tally.changed.append(number)
            return
    now = clock.date()
    heads = [(row[0], row[5], row[6]) for row in parts.heads]
    for head, begun, changed in (*heads, *((start, now, now) for start in parts.starts)):
        if texts and _try(fresh, number, _cut_head(head, texts), texts, begun, changed):
            tally.cut.append(number)
            return
    tally.lost.append(number)


def _write_ledger(fresh: sqlite3.Connection, room: int, ledger: _Ledger) -> None:
    """Writes the rows of a ledger, from the first one on, as far as their hashes fit."""
    last, rows = "", list[LedgerRow]()
    for number in sorted(ledger):
        fitting = ((row, h) for row, h in ledger[number] if [h] == [*ledger_chain([row], last)])
        row, last = next(fitting, (None, ""))
        if row is None:
            break
        rows.append(row)
    with suppress(sqlite3.Error):
        write_ledger(fresh, room, rows)


def _longest_chain(turns: dict[int, list[tuple[str, str]]]) -> tuple[list[str], str]:
    """The turns, from the first one on, as far as their hashes fit, and the hash of the last."""
    texts: list[str] = []
    last = ""
    while True:
        for text, hashed in turns.get(len(texts), ()):
            *_, expected = hash_chain(last, [text])
            if expected == hashed:
                texts.append(text)
                last = hashed
                break
        else:
            return texts, last


def _try(
    fresh: sqlite3.Connection, number: int, head: str, texts: Sequence[str], begun: str, date: str
) -> bool:
    """Writes a match with new hashes; returns whether that succeeded."""
    with suppress(sqlite3.Error, ValueError, KeyError, TypeError, AttributeError):
        write_match(fresh, number, head, texts, begun=begun, changed=date)
        return True
    return False


def _is_complete(parts: _Parts, row: tuple[Any, ...]) -> bool:
    """Whether every turn is there that the *row* of the match counts."""
    turns = row[3]
    return len(parts.turns) >= turns >= 0 and all(n in parts.turns for n in range(turns))


def _try_as_it_is(
    fresh: sqlite3.Connection, number: int, parts: _Parts, row: tuple[Any, ...]
) -> bool:
    """Writes a match with the hashes it had, so that ``verify`` finds its faults; returns whether
    that succeeded."""
    head, _game, _names, turns, _over, begun, changed, *more = row
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        names_of(head)
        texts = [parts.turns[n][0] for n in range(turns)]
        write_match(fresh, number, head, [text for text, _ in texts], begun=begun, changed=changed)
        for n, (_text, hashed) in enumerate(texts):
            fresh.execute("UPDATE turn SET hash = ? WHERE match = ? AND n = ?", (hashed, number, n))
        fresh.execute(
            "UPDATE match SET hash = ? WHERE id = ?", (str(more[0]) if more else "", number)
        )
        return True
    return False


def _cut_head(head: str, texts: Sequence[str]) -> str:
    """The head of a match of which only the turns *texts* are left."""
    with suppress(ValueError, KeyError, TypeError, IndexError, AttributeError):
        top: dict[str, Any] = json.loads(head)
        top.pop("result", None)
        top["time"] = max(
            (decision.get("at", 0) for turn in texts for decision in json.loads(turn)["decisions"]),
            default=0,
        )
        return json.dumps(top, ensure_ascii=False)
    return head
