"""Sheets and records of others that go into a library: what was kept is sound, and stays so.

What is kept is read again as it was, ``library verify`` finds nothing, and each form in which it is
exported is read as the same turns, and is sound in its turn.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.library.bulk_import import Adder
from gipf_meta.library.store import Library, LibraryError
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.records.encodings import decode
from gipf_meta.records.exporting import SGF, WRITERS, export
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.reader import idle_premoves
from gipf_meta.records.record_files import dumps
from gipf_meta.records.sheet_writer import to_sheet
from gipf_meta.records.soundness import contradiction
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.fuzz.mutation import mutated_bytes, mutated_text

TURNS: Final = (0, 1, 2, 5, 12, 40)
"""The number of decisions in a match before its sheet is changed."""
FAILED: Final = ("failed (", "more than this machine can hold")
"""The beginnings of messages for a text that a reader has not refused, but has failed at."""
OWN: Final = ""
"""The form in which this program saves a match."""


class Unsound(Exception):
    """A record in the library is not sound, or is not the one that was put in."""


@cache
def _sheets(game: str) -> list[str]:
    """Sheets of matches of *game*, those with duels as our own records."""
    installed, sheets = installed_plugins(), []
    for seed, most in enumerate(TURNS):
        record = to_record(played(game, most, seed))
        try:
            sheets.append(to_sheet(record, installed.find))
        except RecordError:
            sheets.append(export(record, installed.find))
    return sheets


def played(game: str, decisions: int, seed: int = 1) -> Match:
    """A match of *game* for two of that many random decisions, or fewer."""
    find, rng = installed_plugins().find, Random(seed)
    match = Match.begin(find(game)(), 2, find, seed=seed)
    for _ in range(decisions):
        now = match.top.status
        if not isinstance(now, Turn):
            break
        moves = list(match.top.game.turn_moves(match.top.state, now.seat))
        match = match.play_move(now.seat, rng.choice(moves))
    return match


def make_sheet(rng: Random, games: Sequence[str]) -> bytes:
    """A sheet of a game of *games*, changed in a few places."""
    sheets = _sheets(rng.choice(games))
    content = mutated_text(rng, rng.choice(sheets), sheets).encode("utf-8", "surrogatepass")
    return mutated_bytes(rng, content) if rng.random() < 0.2 else content


def feed_sheet(folder: Path, content: bytes) -> None:
    """Imports the sheet into a library in *folder*. Raises ``Unsound``, and whatever reading does.

    A game that is refused is none that was kept.
    """
    text = decode(content).text
    count_kept(folder, text)


def count_kept(folder: Path, text: str) -> int:
    """The number of games of *text* that a library in *folder* keeps, each of them sound.

    Raises ``Unsound``.
    """
    kept = 0
    with Library(folder / f"kept-{os.getpid()}.sqlite") as library:
        for found in _games(text):
            [(number, _is_new)] = Adder(library).add([(found.record, False)])
            require_kept(library, number, found.record)
            library.delete(number)
            kept += 1
    return kept


def _games(text: str) -> Iterator[FoundGame]:
    """The games in *text* that are not refused."""
    installed = installed_plugins()
    for found in read_games(text, installed.all_readers(), installed.find):
        if isinstance(found, RecordError):
            if any(words in str(found) for words in FAILED):
                raise Unsound(str(found))
        elif found.reader or not _is_refused(found.record):
            yield found


def _is_refused(record: Record) -> bool:
    """Whether import refuses a *record* of our own form."""
    return bool(idle_premoves(record) or contradiction(record, installed_plugins().find))


def require_kept(library: Library, number: int, given: Record) -> None:
    """Raises ``Unsound`` unless match *number* of *library* is *given*, and sound in all forms."""
    find = installed_plugins().find
    try:
        kept = library.record(number)
    except LibraryError as error:
        raise Unsound(f"what was kept is refused: {error}") from None
    if dumps(kept) != dumps(given):  # ``==`` would go as deep as their variations
        raise Unsound("a record is another one when it is read from the library")
    if not library.is_intact(number):
        raise Unsound("a record has other hashes when it is read from the library")
    _require_sound(kept)
    for form in (OWN, *WRITERS):
        try:
            text = export(kept, find, form)
        except RecordError:
            continue  # what a form cannot tell, it refuses
        _require_same(kept, text, form)


def _require_sound(record: Record) -> None:
    place = idle_premoves(record) or contradiction(record, installed_plugins().find)
    if place:
        raise Unsound(f"a match that was kept is not sound: {place}")


def _require_same(kept: Record, text: str, form: str) -> None:
    """Raises ``Unsound`` unless *text*, *kept* in that *form*, is read as the same turns."""
    try:
        again = next(_games(text), None)
    except GipfMetaError as error:
        raise Unsound(f"exported as {form or 'ours'}, it is refused: {error}") from None
    if again is None or again.cut:
        raise Unsound(f"exported as {form or 'ours'}, it is cut: {again and again.cut}")
    if form == OWN and dumps(again.record) != text:
        raise Unsound("exported and imported it is another one")
    here, there = ([turn.text for turn in record.turns] for record in (kept, again.record))
    if form == SGF and len(there) == len(here) - 1:
        here.pop()  # boardspace.net knows no turn that was only begun
    elif form == SGF and here and there[-1:] != here[-1:]:
        # what follows by itself in a turn that was begun has no word there, and is read with it
        here[-1] = there[-1] if there[-1].startswith(here[-1]) else here[-1]
    if here != there:
        raise Unsound(f"exported as {form}, it has other turns")
    _require_sound(again.record)
