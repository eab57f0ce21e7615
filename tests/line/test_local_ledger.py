"""Places that store the matches of this process: memory first, a library or a file behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.library.store import FileKeeper, Library, LibraryError
from gipf_meta.line.line import JoinError
from gipf_meta.records.models import RecordError
from gipf_meta.records.reader import read_match
from gipf_meta.records.record_files import load
from gipf_meta.records.writer import to_record
from gipf_meta.table.history import have_same_decisions
from gipf_meta.table.openings import Opening
from tests.line.rooms_here import (
    FOUND,
    ROOM,
    SEED,
    Notepad,
    Sitting,
    library_in,
    open_line,
    opening,
    sit,
)
from tests.small_games.wager import Wager

FULL = "The disk is full."


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with library_in(tmp_path) as library:
        yield library


def test_a_match_is_kept_from_its_first_decision_on_and_each_is_kept_at_once(
    library: Library,
) -> None:
    sitting = sit(Wager(), library=library)
    assert library.entries() == []
    for turns in (1, 1, 1):
        sitting.play_first(turns)
        kept = sitting.line.ledger.kept_match(ROOM)
        (entry,) = library.entries()
        assert (kept.place, kept.error) == (str(entry.id), "")
        there = read_match(library.record(entry.id), FOUND.find)
        assert have_same_decisions(there, sitting.match)


def test_a_match_in_which_nothing_was_played_leaves_no_entry(library: Library) -> None:
    sitting = sit(Wager(), library=library, clock="5m")
    sitting.clock.ms += 60_000
    sitting.line.pass_time()
    sitting.say("pause")
    sitting.line.unwatch()
    assert library.entries() == []


def test_who_leaves_in_a_hurry_has_kept_the_time_before_anything_else_ends(
    library: Library,
) -> None:
    sitting = sit(Wager(), library=library, clock="5m")
    sitting.play_first()
    sitting.clock.ms += 60_000
    sitting.line.keep()
    (entry,) = library.entries()
    there = read_match(library.record(entry.id), FOUND.find)
    assert there.top.time_ms == sitting.match.top.time_ms
    assert there.top.time_ms >= 60_000


def test_a_place_that_fails_refuses_nothing_and_gets_the_whole_match_later() -> None:
    line, notepad = open_line(), Notepad(fails=FULL)
    line.ledger.expect(ROOM, notepad)
    line.open(ROOM, opening(Wager()))
    sitting = Sitting(line)
    for do in ("claim", "allow"):
        assert sitting.play(do) == ""
        kept = sitting.seen.kept_match
        assert (kept.error, kept.place, notepad.kept) == (FULL, "", None)
        assert sitting.played.trouble_with_place == FULL
    assert sitting.say("take_back") == ""
    assert sitting.seen.kept_match.error == FULL
    notepad.fails = ""
    assert sitting.say("play_again") == ""
    assert (sitting.seen.kept_match.error, sitting.seen.kept_match.place) == ("", "notepad")
    assert notepad.kept is sitting.match
    assert [step.text for step in sitting.match.top.steps] == ["claim", "allow"]


def test_who_is_seated_anew_is_kept_and_tried_again_where_that_fails() -> None:
    line, notepad = open_line(), Notepad()
    line.ledger.expect(ROOM, notepad)
    line.open(ROOM, opening(Wager()))
    sitting = Sitting(line)
    sitting.play_first()
    notepad.fails, notepad.kept = FULL, None
    assert sitting.say("seat", player=1, kind="random") == ""
    assert (sitting.seen.kept_match.error, notepad.people[1].player) == (FULL, "random")
    notepad.fails = ""
    sitting.let_bots_decide()
    assert notepad.kept is sitting.match


def test_a_match_that_fails_to_be_kept_is_kept_when_it_is_left() -> None:
    line, notepad = open_line(), Notepad(fails=FULL)
    line.ledger.expect(ROOM, notepad)
    line.open(ROOM, opening(Wager()))
    sitting = Sitting(line)
    sitting.play_first()
    notepad.fails = ""
    line.unwatch()
    assert (notepad.kept, notepad.is_closed) == (sitting.match, True)


def test_what_branches_off_another_match_is_kept_at_once(library: Library) -> None:
    sitting = sit(Wager(), library=library)
    sitting.play_first(2)
    record = to_record(sitting.match, sitting.table.seats)
    line = open_line(library)
    line.open("branch", Opening.of_record(record))
    assert Sitting(line, "branch").seen.kept_match.place == "2"
    assert len(library.entries()) == 2


def test_a_match_that_is_left_is_kept_with_its_time_and_others_may_play_it(
    library: Library,
) -> None:
    sitting = sit(Wager(), library=library, clock="5m")
    sitting.play_first()
    others = library_in(library.path.parent)
    with pytest.raises(LibraryError, match="another"):
        others.go_on(1)
    sitting.clock.ms += 7_000
    sitting.line.pass_time()
    sitting.line.unwatch()
    record, keeper = others.go_on(1)
    keeper.close()
    assert record.time == 7_000
    assert read_match(record, FOUND.find).top.steps[-1].text == sitting.match.top.steps[-1].text


def test_a_match_of_the_library_goes_on_in_its_entry_by_its_number(library: Library) -> None:
    sitting = sit(Wager(), library=library)
    sitting.play_first(2)
    before = sitting.match
    sitting.line.unwatch()
    again = Sitting(open_line(library), "1")
    assert again.refused == ""
    assert have_same_decisions(again.match, before)
    again.play_first()
    (entry,) = library.entries()
    there = read_match(library.record(entry.id), FOUND.find)
    assert have_same_decisions(there, again.match)
    assert again.match.seed == SEED


def test_a_match_that_was_only_looked_at_is_not_written_again(library: Library) -> None:
    sitting = sit(Wager(), library=library)
    sitting.play_first()
    record = to_record(sitting.match, sitting.table.seats)
    notepad, line = Notepad(), open_line()
    line.resume(ROOM, record, notepad)
    again = Sitting(line)
    again.clock.ms += 5_000
    again.played.tick()
    line.unwatch()
    assert (notepad.kept, notepad.is_closed) == (None, True)
    line.resume(ROOM, record, notepad)
    Sitting(line).play_first()
    assert notepad.kept is not None


def test_a_number_that_no_match_has_and_one_that_another_plays_are_refused(
    library: Library,
) -> None:
    line = open_line(library)
    _seen, asked = line.watch("17")
    why = "There is no match 17 in the library: it is empty."
    assert line.receive() == {"refused": asked, "why": why, "id": asked}
    sitting = sit(Wager(), library=library)
    sitting.play_first()
    _seen, asked = line.watch("1")
    said = line.receive()
    assert said is not None
    assert (said["refused"], "another" in said["why"]) == (asked, True)


def test_a_match_of_a_file_goes_on_in_that_file(library: Library, tmp_path: Path) -> None:
    sitting = sit(Wager())
    sitting.play_first()
    path = tmp_path / "mine.json"
    record = to_record(sitting.match, sitting.table.seats)
    line = open_line(library)
    line.resume(ROOM, record, FileKeeper(path, record.people))
    again = Sitting(line)
    again.play_first()
    assert again.seen.kept_match.place == str(path)
    assert have_same_decisions(read_match(load(path), FOUND.find), again.match)
    assert library.entries() == [], "the file keeps it"


def test_a_record_that_cannot_be_played_lets_go_of_its_place() -> None:
    sitting = sit(Wager())
    sitting.play_first()
    record = to_record(sitting.match, sitting.table.seats)
    notepad, line = Notepad(), open_line()
    with pytest.raises(RecordError, match="no game 'gone'"):
        line.resume(ROOM, record.model_copy(update={"game": "gone"}), notepad)
    assert notepad.is_closed


def test_asking_the_desk_for_what_it_refuses_is_an_error_in_one_sentence() -> None:
    with pytest.raises(JoinError) as refused:
        open_line().ask("nonsense")
    assert str(refused.value).endswith(".")
