"""Printed matches are read back: ``replay``'s text, a study's list of turns."""

from __future__ import annotations

from typing import Final

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.match.printed_match import NOT_OVER
from gipf_meta.narration.note_lines import tree_lines
from gipf_meta.narration.story import match_story, names_of
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import PlayedTurn, Record, Seat
from gipf_meta.records.notes import Notes
from gipf_meta.records.reader import replay
from gipf_meta.records.study import Study
from gipf_meta.records.text_formats import FoundGame, read_games
from gipf_meta.records.writer import to_record
from gipf_meta.render.text import page
from tests.match.test_playthrough_same_text import GAMES, SEEDS, drawn
from tests.records.conftest import Read
from tests.records.test_boardspace_writer import variations_of_zertz

NOTED: Final = ("Fine.", "two\nlines", "a } brace", "", "why not e4: because")
SIGNS: Final = ("!", "?!", "", "!?", "!!", "??")


def noted(record: Record) -> Record:
    """*record* with signs, and with comments beside its turns."""

    def with_notes(n: int, turn: PlayedTurn) -> PlayedTurn:
        words = {"comment": NOTED[n % len(NOTED)], "signs": SIGNS[n % len(SIGNS)]}
        return turn.model_copy(update=words)

    turns = tuple(with_notes(n, turn) for n, turn in enumerate(record.turns))
    about = {"date": "2008-06-14", "event": "Spring"}
    return record.model_copy(update={"turns": turns, "about": about, "comment": "A game."})


def story_of(match: Match, record: Record, boards: bool) -> str:
    """The text that ``replay`` prints of *match*."""
    notes, names = Notes.of(record), names_of(record.people, match)
    lines = [*match_story(match, names, boards, notes=notes)]
    if match.result is None:
        lines += [page(match.top.view(None)), NOT_OVER]
    return "\n".join(lines)


def read_back(text: str, match: Match) -> Record:
    installed = installed_plugins()
    readers = installed.all_readers(match.sessions[0].game)
    (found,) = read_games(text, readers, installed.find)
    assert isinstance(found, FoundGame), found
    assert not found.cut, found.cut
    return found.record


def signs_of(record: Record) -> list[str]:
    """The signs of the turns whose notation has no ``!`` itself."""
    return [turn.signs for turn in record.turns if "!" not in turn.text]


@pytest.mark.parametrize("boards", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(6)
def test_what_replay_prints_is_the_same_match(game: str, seed: int, boards: bool) -> None:
    match = drawn(game, seed)
    people = (Seat(name="Anna"), Seat(name="Bob Hill"))
    record = noted(to_record(match, people))
    text = story_of(match, record, boards)
    again = read_back(text, match)
    assert [turn.text for turn in again.turns] == [turn.text for turn in record.turns]
    if (
        "Anna as" in text and "Hill as" in text
    ):  # luck begins each turn of Zatre, and nobody is named
        assert again.people == record.people
    assert signs_of(again) == signs_of(record)
    assert [turn.comment for turn in again.turns] == [turn.comment for turn in record.turns]
    assert (again.result, again.about, again.comment) == (record.result, record.about, "A game.")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(3, "slow")
def test_it_is_read_in_czech_too(game: str) -> None:
    match = drawn(game, 0)
    record = noted(to_record(match, (Seat(name="Anna"), Seat(name="Bob Hill"))))
    with spoken("cs"):
        text = story_of(match, record, False)
    again = read_back(text, match)
    if "Anna jako" in text and "Hill jako" in text:
        assert again.people == record.people
    assert [(each.text, each.comment) for each in again.turns] == [
        (each.text, each.comment) for each in record.turns
    ]
    assert again.about == record.about


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_a_study_is_read_back(game: str) -> None:
    match = drawn(game, 0)
    record = noted(to_record(match, ()))
    again = read_back("\n".join(tree_lines(Study.of(record))), match)
    assert signs_of(again) == signs_of(record)
    assert [(each.text, each.comment) for each in again.turns] == [
        (each.text, each.comment) for each in record.turns
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. Wd4,d1 {Anna: good} Bd7,a4",
        '[Game "ZERTZ"]\n1. Wd4,d1 {Anna: good} Bd7,a4\n',
        '[Game "ZERTZ"]\n1. Wd4,d1 Bd7,a4 ; note: fine\n',
        '[Game "ZERTZ"]\n1. Wd4,d1 {a: b}\n2. Bd7,a4 {c: d}\n',
        '[Game "ZERTZ"]\n1. Wd4,d1 Black: Bd7,a4',
        '[White "Anna"]\n1. White: Wd4,d1\n2. Black: Bd7,a4\n',
        "1. Wd4,d1 Bd7,a4 White: resigns",
    ],
)
def test_a_sheet_whose_lines_hold_a_colon_is_no_match_that_the_program_told(
    read: Read, text: str
) -> None:
    (found,) = read(text)
    assert isinstance(found, FoundGame), found
    assert [turn.text for turn in found.record.turns] == ["Wd4,d1", "Bd7,a4"]
    assert "[" not in found.record.comment
    assert (found.record.people[0].name == "Anna") == ("[White" in text)


@pytest.mark.parametrize("as_list", [False, True])
def test_variations_and_empty_lines_are_read_back(as_list: bool) -> None:
    installed = installed_plugins()
    record = variations_of_zertz(installed)
    match = replay(record, installed.find)
    listed = "\n".join(tree_lines(Study.of(record)))
    again = read_back(listed if as_list else story_of(match, record, False), match)
    assert again.turns == record.turns
    if not as_list:
        assert (again.about, again.comment) == (record.about, record.comment)
