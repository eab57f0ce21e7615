"""Ten thousand damaged texts of every form: each is read or refused in a sentence, what is kept of
it is a sound match, and no turn of it is swallowed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Final, NamedTuple

import pytest

from gipf_meta.base.sentences import show_unprintable
from gipf_meta.match.match import DuelUnavailable
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.encodings import BadEncoding, decode
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.reader import replay
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.sheet_writer import to_sheet
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from tests.fuzz.keeping import played
from tests.fuzz.mutation import mutated_bytes, mutated_text
from tests.specimens import find_specimens
from tests.tiers import soak

BATCH: Final = 100
ENCODINGS: Final = ("utf-8", "utf-8", "utf-8", "latin-1", "cp1251", "utf-16", "shift_jis")


class Specimen(NamedTuple):
    """A *text* of a form; *turns* are those that a record of it tells, in the game's notation,
    where they stand like that in the text."""

    form: str
    text: str
    turns: tuple[str, ...] = ()


@cache
def specimens() -> tuple[Specimen, ...]:
    """A small text of every form that is known."""
    return tuple(_specimens())


def _specimens() -> Iterator[Specimen]:
    installed = installed_plugins()
    for name in find_specimens():
        record = to_record(played(name, 6))
        yield Specimen(f"{name}: own", dumps(record))
        for form, write in (("sheet", to_sheet), ("SGF", to_boardspace)):
            try:
                text = write(record, installed.find)
            except RecordError:
                continue  # this game is not written so
            turns = tuple(turn.text for turn in record.turns) if form == "sheet" else ()
            yield Specimen(f"{name}: {form}", text, turns)
            yield Specimen(f"{name}: two of {form}", f"{text}\n{text}")
    for reader in installed.readers.values():
        if reader.example:
            yield Specimen(reader.name, reader.example)


def damaged(rng: Random, text: str) -> bytes:
    """*text*, changed in a few places, in some encoding."""
    others = [each.text for each in specimens()]
    start, end = sorted(rng.choices(range(len(text) + 1), k=2))
    match rng.randrange(6):
        case 0:
            text = text[:start]
        case 1:
            text = text[:end] + text[start:end] + text[end:]
        case 2:
            lines = text.splitlines(keepends=True)
            one, other = rng.choices(range(len(lines)), k=2)
            lines[one], lines[other] = lines[other], lines[one]
            text = "".join(lines)
        case 3:
            letter = rng.choice(text)
            text = "".join(each for each in text if each != letter or rng.random() < 0.7)
        case _:
            text = mutated_text(rng, text, others)
    content = text.encode(rng.choice(ENCODINGS), "replace")
    return mutated_bytes(rng, content) if rng.random() < 0.15 else content


def read_damaged(content: bytes) -> list[FoundGame | RecordError]:
    """The games of *content*, each of which is sound; or why there are none."""
    installed = installed_plugins()
    try:
        text = decode(content).text
        games = list(read_games(text, installed.all_readers(), installed.find))
    except (RecordError, BadEncoding) as error:
        return [RecordError(str(error))]
    for game in games:
        said = str(game) if isinstance(game, RecordError) else "\n".join((game.cut, *game.told))
        assert "failed (" not in said, said
        assert said.replace("\n", "") == show_unprintable(said.replace("\n", "")), said
        if isinstance(game, FoundGame) and game.reader:  # our own are what they are
            require_kept(game.record)
    return games


def require_kept(record: Record) -> None:
    """Asserts that *record* is written, read again and replayed as it is."""
    again = loads(dumps(record))
    assert again == record
    with suppress(DuelUnavailable):
        replay(again, installed_plugins().find)


def swallowed(turns: tuple[str, ...], content: bytes, games: list[FoundGame | RecordError]) -> str:
    """A turn of *turns* that *content* has on a line of its own, and nobody keeps or tells."""
    is_told = any(
        isinstance(game, RecordError) or game.cut or game.told or game.doubt for game in games
    )
    if is_told:
        return ""
    kept = "\n".join(dumps(game.record) for game in games if isinstance(game, FoundGame))
    text = decode(content).text
    for turn in turns:
        line = re.search(rf"^[0-9]+\. {re.escape(turn)}$", text, re.MULTILINE)
        if line and f'"{turn}"' not in kept and turn not in kept:
            return turn
    return ""


@pytest.mark.parametrize("batch", [0, 1, *soak(*range(2, 100))])
def test_no_damage_is_an_error_or_loses_a_turn_in_silence(batch: int) -> None:
    rng = Random(f"texts {batch}")
    for number in range(BATCH):
        specimen = rng.choice(specimens())
        content = damaged(rng, specimen.text)
        try:
            games = read_damaged(content)
            lost = swallowed(specimen.turns, content, games)
        except Exception as error:
            raise AssertionError(f"{specimen.form}, text {number}: {content!r:.2000}") from error
        assert not lost, (specimen.form, number, lost, content)


@pytest.mark.parametrize("specimen", specimens(), ids=lambda specimen: specimen.form)
def test_what_is_whole_is_read_whole(specimen: Specimen) -> None:
    for game in read_damaged(specimen.text.encode()):
        assert isinstance(game, FoundGame), game
        assert (game.cut, game.told) == ("", ())
