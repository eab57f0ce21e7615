"""Notes beside a match stay where it goes on: from Python, in rooms, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.base.clock import StillClock
from gipf_meta.hub.hub import Hub
from gipf_meta.library.store import Library
from gipf_meta.line.local_ledger import LocalLedger
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Record
from gipf_meta.records.record_files import load
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.rooms.ledger import Ledger
from gipf_meta.table.openings import Opening
from gipf_meta.web.kept_ledger import KeptLedger
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture

SHEET = '[White "Anna"]\n[Event "Club"]\n1. Wd4,d1! {The middle.} Bd7,a4 (2. Bd6,a4 {quiet})\n'


@pytest.fixture(autouse=True)
def _one_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("play", "given_games", "library"):
        monkeypatch.setattr(f"gipf_meta.commands.{module}.load_plugins", installed_plugins)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "kept.sqlite") as library:
        yield library


def brought() -> Record:
    """The record of the sheet."""
    installed = installed_plugins()
    [found] = read_games(SHEET, installed.all_readers(), installed.find)
    assert isinstance(found, FoundGame)
    return found.record


def assert_noted(record: Record, turns: int) -> None:
    """Asserts that *record* has so many turns, and all that the sheet says beside them."""
    first, second = record.turns[:2]
    assert len(record.turns) == turns
    assert (record.people[0].name, record.about["event"]) == ("Anna", "Club")
    assert (first.signs, first.comment) == ("!", "The middle.")
    assert [[turn.comment for turn in line] for line in second.variations] == [["quiet"]]


def play_on(ledger: Ledger, room: str) -> Record:
    """A turn more in a room that goes on with the sheet; returns what a file of it would hold."""
    hub = Hub(ledger, installed_plugins().find)
    hub.open_room(room, Opening.of_record(brought()), "anna", 0)
    hub.connect("page", "anna", "en")
    for text in ("Gc5", "g1"):
        seen = hub.room(room).number
        message = {"do": "play", "id": text, "room": room, "text": text, "seen": seen}
        hub.receive("page", message, 0)
    record = hub.room(room).record()
    ledger.release(room)
    return record


def test_a_loaded_match_keeps_them_when_it_is_played_on_and_saved(tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)
    match = gm.load(tmp_path / "sheet.txt")
    match.play("Gc5,g1").undo().play("g2").resign(0).save(tmp_path / "match.json")
    assert_noted(load(tmp_path / "match.json"), 3)
    assert match == gm.new_match("zertz", names=["Anna", "Player 2"], seed=match.seed).play(
        "Wd4,d1"
    ).play("Bd7,a4")


def test_a_room_of_the_page_keeps_them_in_the_library(library: Library) -> None:
    room = library.reserve_number()
    ledger = KeptLedger(library, installed_plugins().find, StillClock(), "anna")
    assert_noted(play_on(ledger, str(room)), 3)
    assert_noted(library.record(room), 3)


def test_a_room_of_the_terminal_keeps_them_in_the_library(library: Library) -> None:
    assert_noted(play_on(LocalLedger(library), "here"), 3)
    assert_noted(library.record(1), 3)


def test_resume_goes_on_with_a_game_of_others_in_the_library(
    gipf_meta: Command, tmp_path: Path
) -> None:
    (tmp_path / "sheet.txt").write_text(SHEET)
    done = gipf_meta("resume", "sheet.txt", typed="Gc5,g1\nquit\n")
    assert "Kept as match 1" in done.out
    assert_noted(Library().record(1), 3)
    assert (tmp_path / "sheet.txt").read_text() == SHEET


def test_resume_says_that_a_game_of_others_is_over(gipf_meta: Command, tmp_path: Path) -> None:
    (tmp_path / "sheet.txt").write_text(f"{SHEET}White resigns\n")
    words = "The match in sheet.txt is over; gipf-meta replay sheet.txt shows it."
    assert refused(gipf_meta("resume", "sheet.txt")) == words
    assert Library().entries() == []
