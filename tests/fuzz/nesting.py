"""Variations inside each other, in every form in which people bring them: sheets, SGF, our records.

Whatever the depth, a text is refused in a sentence, or else what was made of it is kept and read
again: in a library, in a file of the door, as a study, at the desk and by a link.
"""

from __future__ import annotations

import os
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import gipf_meta as gm
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.desk.imported_games import Brought, read_brought
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.record_files import dumps, link_of, record_of_link
from gipf_meta.records.text_formats import without_names
from gipf_meta.records.writer import to_record
from tests.fuzz.keeping import Unsound, count_kept, played

DEPTHS: Final = (
    *range(1, 13),
    24,
    25,
    32,
    33,
    34,
    99,
    100,
    101,
    250,
    400,
    999,
    1_000,
    1_001,
    5_000,
)
"""The numbers of variations inside each other; those around limits are among them."""
TURNS: Final = 12
"""The number of turns of a game, which are taken again and again."""


@cache
def _record(game: str) -> Record:
    return to_record(played(game, TURNS))


@cache
def _sgf(game: str) -> str:
    """The game as SGF; empty where boardspace.net has no words for it."""
    with suppress(RecordError):
        return to_boardspace(_record(game), installed_plugins().find).strip()
    return ""


def make_nested(rng: Random, games: tuple[str, ...], depths: tuple[int, ...] = DEPTHS) -> bytes:
    """A text with variations inside each other, in one of the forms."""
    game, depth = rng.choice(games), rng.choice(depths)
    kinds = [_nested_sheet, _nested_record]
    if _sgf(game):
        kinds.append(_nested_sgf)
    text = rng.choice(kinds)(rng, _record(game), depth)
    if rng.random() < 0.2:  # the brackets do not match
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", "(", ")", "[", "]", "{", "}")) + text[at + 1 :]
    return text.encode()


def _nested_sheet(rng: Random, record: Record, depth: int) -> str:
    """A sheet in which each variation varies the first turn of the one around it, or its last."""
    turns = [turn.text for turn in record.turns]
    is_first = rng.random() < 0.5
    opened = [f'[Game "{record.game}"]\n1. {turns[0]} ']
    for level in range(depth):
        at = 0 if is_first else level % (len(turns) - 1)
        begun = f"({at + 1}. {turns[at]} "
        opened.append(begun if is_first else f"{begun}{at + 2}. {turns[at + 1]} ")
        opened.append(rng.choice(("", "{so} ", "! ", "\n")))
    return "".join(opened) + ")" * depth + f"\n2. {turns[1]}\n"


def _nested_record(rng: Random, record: Record, depth: int) -> str:
    """A record, or a study, in which each variation varies the first turn of the one around it."""
    turns = [turn.model_dump_json(exclude_defaults=True) for turn in record.turns]
    deep = f'{turns[0][:-1]},"variations":[['
    head = dumps(record.model_copy(update={"turns": (), "study": rng.random() < 0.5}))
    inside = deep * depth + turns[0] + "]]}" * depth
    rest = rng.choice(("", *turns[1:2]))
    return f'{head.rstrip()[:-1]},"turns":[{inside}{"," * bool(rest)}{rest}]}}'


def _nested_sgf(rng: Random, record: Record, depth: int) -> str:
    """A game in which each line, or each variation, holds the next ones."""
    head, *nodes = _sgf(record.game)[1:-1].split("\n;")
    nodes = [f"\n;{node}" for node in nodes]
    per = max(1, len(nodes) // min(depth, len(nodes)))
    parts = ["".join(nodes[at : at + per]) for at in range(0, len(nodes), per)]
    is_main = rng.random() < 0.5
    opened, closed = [f"({head}"], []
    for level in range(depth):
        part, following = (parts[n % len(parts)] for n in (level, level + 1))
        opened.append(f"{part}(" if is_main else f"{part}({following})(")
        closed.append(f")({following})" if is_main else ")")
    return "".join(opened) + parts[depth % len(parts)] + "".join(reversed(closed)) + ")"


def feed_nested(folder: Path, content: bytes) -> None:
    """Brings the text everywhere. Raises ``Unsound``, and ``GipfMetaError`` for a refusal."""
    text = content.decode()
    count_kept(folder, text)
    path = folder / f"nested-{os.getpid()}"
    path.write_text(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        match = gm.load(path)
        study = gm.study(path)
    again = path.with_suffix(".json")
    for what in (match, study):
        what.save(again)
        try:
            kept = (gm.load if isinstance(what, gm.Match) else gm.study)(again)
        except GipfMetaError as error:
            raise Unsound(f"what was saved is refused: {error}") from None
        if kept.turns != what.turns:
            raise Unsound("what was saved has other turns")
    without_names(match._record(), match._stack.sessions[0].game.seat_names)
    brought = read_brought(Brought(text, is_file=True), None, installed_plugins().find)
    if dumps(record_of_link(link_of(brought.record))) != dumps(brought.record):
        raise Unsound("a record is another one behind its link")
