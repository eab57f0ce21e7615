"""The last board of each game that was set up here is kept, however it is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from gipf_meta.library.saved_drafts import board_file
from gipf_meta.library.store import Library
from gipf_meta.line.local_line import LocalLine
from gipf_meta.plugins.setting_up import SettingUp
from gipf_meta.protocol.drafts import Draft
from tests.line.rooms_here import Sitting, library_in, open_line

pytestmark = pytest.mark.needs("zertz")
ZERTZ = {"game": "zertz"}


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """An empty library."""
    with library_in(tmp_path) as library:
        yield library


class SetUp(Sitting):
    """A person at a board that the desk of *line* has opened; *said* beside it."""

    def __init__(self, line: LocalLine, about: Mapping[str, str]) -> None:
        messages = line.ask("submit", screen="board_setup", about=about, values={})
        self.said = [message["notice"] for message in messages if "notice" in message]
        super().__init__(line, next(each["go"] for each in messages if "go" in each)[5:])

    @property
    def draft(self) -> Draft:
        """The board as it stands."""
        assert isinstance(self.match.sessions[0].game, SettingUp)
        draft: Draft = self.match.top.state.draft
        return draft


def leave_edited(library: Library, about: Mapping[str, str], *edits: str) -> Draft:
    """Sets a board up by *edits*, and lets the process be killed there; the board."""
    sitting = SetUp(open_line(library), about)
    for edit in edits:
        assert sitting.play(edit) == ""
    return sitting.draft


def test_a_board_comes_back_as_it_was_left_even_if_it_is_impossible(library: Library) -> None:
    left = leave_edited(library, ZERTZ, "W", "d4", "p1.W=4")
    back = SetUp(open_line(library), ZERTZ)
    assert back.draft == left
    assert back.said == ["The board is as you left it; start deals it anew."]
    assert back.say("take_back", seen=back.played.room.number) == ""
    assert back.draft.field("p1.W") == "0"
    assert library.entries() == []


@pytest.mark.parametrize(
    "about",
    [
        {**ZERTZ, "position": "a4,c2,c3,Wc4,Wc5,d3,d4 0/3/1 3/2/4 1/2/3 2"},
        {**ZERTZ, "options": '{"variant": "blitz"}'},
    ],
    ids=["from a position", "with other options"],
)
def test_another_board_begins_as_it_was_asked_for(
    library: Library, about: Mapping[str, str]
) -> None:
    left = leave_edited(library, ZERTZ, "d4=W")
    other = SetUp(open_line(library), about)
    assert (other.draft == left, other.said) == (False, [])
    other.line.close()  # nothing was edited: the board that was left stays
    assert SetUp(open_line(library), ZERTZ).draft == left


def test_a_board_on_which_nothing_was_changed_is_no_board_that_was_left(library: Library) -> None:
    leave_edited(library, ZERTZ, "W", "hand")
    assert SetUp(open_line(library), ZERTZ).said == []


def test_what_is_only_taken_in_hand_overwrites_no_board_that_was_left(library: Library) -> None:
    left = leave_edited(library, ZERTZ, "d4=W")
    leave_edited(library, {**ZERTZ, "options": '{"variant": "blitz"}'}, "W")
    assert SetUp(open_line(library), ZERTZ).draft == left


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_board_whose_every_edit_was_taken_back_is_none(library: Library, goes_on: bool) -> None:
    sitting = SetUp(open_line(library), ZERTZ)
    assert sitting.played.local_room is not None
    assert sitting.played.local_room.kept_match.place == ""
    sitting.play("d4=W")
    if goes_on:
        sitting = SetUp(open_line(library), ZERTZ)
    assert sitting.say("take_back", seen=sitting.played.room.number) == ""
    assert SetUp(open_line(library), ZERTZ).said == []


def test_a_board_that_was_damaged_begins_anew(library: Library) -> None:
    left = leave_edited(library, ZERTZ, "d4=W")
    board_file(library, "zertz").write_text("{")
    assert SetUp(open_line(library), ZERTZ).draft != left


def test_a_page_and_a_line_that_keeps_no_boards_leave_it_alone(library: Library) -> None:
    line = open_line(library)
    line.ledger.keeps_boards = False
    SetUp(line, ZERTZ).play("d4=W")
    assert not board_file(library, "zertz").exists()
    leave_edited(library, ZERTZ, "d4=W")
    line = open_line(library)
    line.face = "page"
    assert SetUp(line, ZERTZ).draft.at("d4") != "W"
