"""Matches are stored and read again, however deep variations stand inside each other; also those
that 0.2.0 stored too deep to read."""

from __future__ import annotations

import lzma
import pickle
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from gipf_meta.base.json_text import read_deep_json, read_json
from gipf_meta.commands.library import _finding_of
from gipf_meta.hub.scenes import tree_turns
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.narration.note_lines import note_lines, tree_lines
from gipf_meta.protocol.readers import DEEPEST_VARIATIONS
from gipf_meta.records import tree
from gipf_meta.records.boardspace_writer import to_boardspace
from gipf_meta.records.lines import TreeLine, variations_from
from gipf_meta.records.models import FORMAT_OF_LINES, Record, RecordError, all_lines
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import read_match, replay
from gipf_meta.records.record_files import dumps, load, loads, save
from gipf_meta.records.sheet_writer import to_sheet
from gipf_meta.records.study import Study
from gipf_meta.records.text_formats import FoundGame, read_games, without_names
from gipf_meta.rooms.events import Opened
from gipf_meta.rooms.ledger import read_events, write_events
from gipf_meta.table.openings import Opening
from tests.records.deep import DEPTHS, INSTALLED, read_sheet, sheet, walked_study
from tests.tiers import slow

KEPT = Path(__file__).parent / "kept_too_deep"
"""A library and a host's database that 0.2.0 has written."""
KEPT_DEPTHS = (40, 31, 32, 60, 70, 120, 240)
"""The depths of the studies in them; the host refused the last two."""


def depth_of(record: Record) -> int:
    """The number of variations of *record* that stand inside each other."""
    return max((len(node) // 2 for node in tree.nodes(record.turns)), default=0)


def read_text(text: str) -> Record:
    """The game that a *text* of another form holds, whole."""
    found = next(iter(read_games(text, INSTALLED.all_readers(), INSTALLED.find)))
    assert isinstance(found, FoundGame)
    assert not found.cut
    return found.record


def by_file(record: Record, folder: Path) -> Record:
    save(record, folder / "match.json")
    return load(folder / "match.json")


def by_library(record: Record, folder: Path) -> Record:
    with Library(folder / "library.sqlite") as library:
        number = library.add(record)
        assert library.is_intact(number)
        assert _finding_of(library.record(number), INSTALLED) == "sound"
        return library.record(number)


def by_keeper(record: Record, folder: Path) -> Record:
    study = Study.of(record)
    with Library(folder / "library.sqlite") as library:
        keeper = LibraryKeeper(library, record.people)
        keeper.keep(study.match(INSTALLED.find), study.record)
        keeper.close()
        return library.record(1).model_copy(update={"study": record.study, "clock": record.clock})


def by_match(record: Record, folder: Path) -> Record:
    """Kept as the notes beside a match that goes on."""
    with Library(folder / "library.sqlite") as library:
        keeper = LibraryKeeper(library, record.people)
        keeper.notes = Notes.of(record)
        keeper.keep(replay(record, INSTALLED.find))
        keeper.close()
        return library.record(1)


def by_ledger(record: Record, folder: Path) -> Record:
    [event] = read_events(
        write_events([Opened(number=1, at_ms=0, opening=Opening.of_record(record))])
    )
    assert isinstance(event, Opened)
    assert event.opening.record is not None
    return event.opening.record


WAYS: Mapping[str, Callable[[Record, Path], Record]] = {
    "file": by_file,
    "library": by_library,
    "keeper": by_keeper,
    "match": by_match,
    "ledger": by_ledger,
    "text": lambda record, folder: loads(dumps(record)),
    "pickle": lambda record, folder: pickle.loads(pickle.dumps(record)),
    "sheet": lambda record, folder: read_text(to_sheet(record, INSTALLED.find)),
    "boardspace": lambda record, folder: read_text(to_boardspace(record, INSTALLED.find)),
}
"""All ways in which a record is kept, each with its way back."""


@pytest.mark.parametrize("depth", [*DEPTHS, *slow(1_000)])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.sample(18)
def test_what_is_kept_is_read_again_at_any_depth(way: str, depth: int, tmp_path: Path) -> None:
    record = read_sheet(depth)
    again = WAYS[way](record, tmp_path)
    assert again.turns == record.turns
    assert depth_of(again) == depth
    read_match(again, INSTALLED.find)


@pytest.mark.parametrize("rounds", [31, 32, 40])
def test_a_study_that_was_walked_to_and_fro_is_kept(rounds: int, tmp_path: Path) -> None:
    study = walked_study(rounds)
    assert len(study.node) // 2 == rounds
    for way in (by_file, by_library, by_keeper, by_ledger):
        folder = tmp_path / way.__name__
        folder.mkdir()
        assert way(study.record, folder).turns == study.turns


@pytest.mark.parametrize("depth", DEPTHS)
def test_whatever_goes_through_a_tree_does_it_at_any_depth(depth: int) -> None:
    record = read_sheet(depth)
    study = Study.of(record)
    deepest = max(tree.nodes(study.turns), key=len)
    assert len([*tree_lines(study)]) == len(tree_turns(record.turns)) == depth + 2
    assert "".join(note_lines(Notes.of(record), 1, "Wd4,a1")).count("(") == depth - 1
    line = tree.line_to(study.turns, deepest)
    found = tree.find_line(study.turns, line)
    assert found is not None
    assert tree.line_to(study.turns, found) == line
    assert study.write(deepest, comment="here").turns != study.turns
    promoted = study.promote(deepest, INSTALLED.find)
    assert len([*tree.nodes(promoted.turns)]) == depth + 2
    assert len([*tree.nodes(study.delete(deepest, INSTALLED.find).turns)]) == depth + 1
    hidden = without_names(record, ("One", "Two"))
    assert hidden.turns == record.turns


@pytest.mark.parametrize(("depth", "said"), [(1, 1), (31, 1), (32, FORMAT_OF_LINES)])
def test_the_first_format_is_written_wherever_it_can_be_read(
    depth: int, said: int | str, tmp_path: Path
) -> None:
    record = read_sheet(depth)
    text = dumps(record)
    assert f'"format": {said}' in text.replace(f'"{said}"', str(said))
    with Library(tmp_path / "library.sqlite") as library:
        number = library.add(record)
        head = library._read_match(number)[0]
    assert read_json(head)["format"] == said
    if said == 1:
        read_json(text)  # no deeper than 0.2.0 reads it


def test_what_was_read_too_deep_is_left_out_and_said() -> None:
    text = sheet(DEEPEST_VARIATIONS + 1)
    [found] = read_games(text, INSTALLED.all_readers(), INSTALLED.find)
    assert isinstance(found, FoundGame)
    assert found.cut == "Line 2: variations stand inside each other 2000 deep at most."
    assert len(found.record.turns) == 2
    assert depth_of(found.record) == DEEPEST_VARIATIONS


def test_lines_and_variations_are_inverse() -> None:
    turn = read_sheet(33).turns[0]
    lines = all_lines((turn,))
    assert [line.of for line in lines[:3]] == [None, (0, 0), (1, 0)]
    assert variations_from(lines, lambda own, found: own) is not None
    with pytest.raises(ValueError, match="3, 0"):
        variations_from([TreeLine((3, 0), [turn])], lambda own, found: own)


@pytest.mark.parametrize(
    "lines",
    [
        '{"lines": [{"of": [5, 0], "turns": []}]}',
        '{"lines": [{"of": [0, 9], "turns": []}]}',
        '{"lines": [{"of": "x", "turns": []}]}',
        '{"lines": [{"turns": 3}]}',
        '{"lines": [3]}',
        '{"lines": 3}',
        '{"lies": []}',
        "3",
        "[3]",
        "[[3]]",
    ],
)
def test_damaged_variations_are_a_sentence(lines: str) -> None:
    turn = '{"number": 1, "text": "", "decisions": [{"by": 0, "move": "x"}], "variations": %s}'
    for within in (turn, turn % "[[%s]]" % turn):
        text = '{"format": 1, "game": "zertz", "players": [0, 1], "turns": [%s]}' % (within % lines)
        with pytest.raises(RecordError, match=r"^The text is damaged at turns\.0\.variations"):
            loads(text)


# ---- of 0.2.0 ----------------------------------------------------------------------------------


def test_studies_that_were_kept_too_deep_in_a_library_are_read(tmp_path: Path) -> None:
    file = tmp_path / "library.sqlite"
    file.write_bytes(lzma.decompress((KEPT / "library.sqlite.xz").read_bytes()))
    with Library(file) as library:
        for number, depth in enumerate(KEPT_DEPTHS, 1):
            record = library.record(number)
            assert depth_of(record) == depth
            assert library.is_intact(number)
            assert _finding_of(record, INSTALLED) == "sound"
            assert by_file(record, tmp_path) == record


# ---- JSON that is deep -------------------------------------------------------------------------


@pytest.mark.parametrize("text", ['[{"a": [1, -2.5e3, "x\\n\\u00e9", null, true]}]', "[]", "{}"])
def test_deep_json_is_read_as_python_reads_it(text: str) -> None:
    value = read_deep_json("[" * 5_000 + text + "]" * 5_000)
    for _level in range(5_000):
        [value] = value
    assert value == read_json(text)


@pytest.mark.parametrize(
    "text",
    ["[1,]", '{"a"}', "[1 2]", '{"a": 1,}', "[", "[}", '{"a": 1 "b": 2}', "[tru]", "1 2", "{1: 2}",
     ",", "[,1]", '["a]', "[1]]", '{"a":: 1}', "[NaN]", '["\\ud800"]', f"[{'9' * 26}]"],
)  # fmt: skip
def test_deep_json_with_a_fault_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="it "):
        read_deep_json("[" * 5_000 + text + "]" * 5_000)
