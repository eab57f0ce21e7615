"""Completions: words with what may follow them, decisions, lines of the desk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.desk.parts import Button
from gipf_meta.line.desk_lines import Item, typed_lines
from gipf_meta.line.typed_completion import Completion, desk_completions, match_completions
from gipf_meta.match.match import Match
from gipf_meta.plain.line_editor import completed
from gipf_meta.plain.play_loop import PlainMatch
from tests.plain import lines

NAMES: Final = frozenset({"zertz"})
pytestmark = pytest.mark.needs("zertz")


@pytest.fixture(scope="module")
def match() -> PlainMatch:
    line = lines.open_line()
    game = Match.begin(line.installed.find("zertz")(), 2, line.installed.find, 1)
    lines.begin(line, game, ["human", "human"])
    opened = PlainMatch(line, lines.ROOM, line.installed, lines.pipe())
    opened._begin()
    return opened


@pytest.mark.parametrize(
    ("begun", "found"),
    [
        ("sc", ["score"]),
        (":un", [":undo"]),
        ("board ", ["board on", "board off"]),
        ("moves d1", ["moves d1"]),
        ("wd4", ["Wd4"]),
        ("Wd4,d", ["Wd4,d1", "Wd4,d7"]),
        ("copy po", ["copy position"]),
        ("save ze", ["save zertz.json", "save zertz.svg", "save zertz.png"]),
        ("people", []),
        ("list", []),
        ("xyzzy", []),
    ],
)
def test_a_line_of_a_match_is_completed(match: PlainMatch, begun: str, found: list[str]) -> None:
    assert match.commands.completions(begun) == found


def test_nothing_typed_lists_the_words_alone_and_what_is_whole_gets_nothing(
    match: PlainMatch,
) -> None:
    listed = match.commands.completions("")
    assert {"help", "undo", "quit"} <= {*listed}
    assert not any(each.startswith("W") for each in listed)
    assert completed("Wd4", match.commands.completions) == []


def test_words_are_completed_in_the_language_of_the_program(match: PlainMatch) -> None:
    with spoken("cs"):
        assert match.commands.completions("nápo") == ["nápověda"]
        assert match.commands.completions("napo") == ["nápověda"]
        assert match.commands.completions("hel") == ["help"]


def test_lines_of_the_desk_are_completed_and_files_to_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.json").touch()
    (tmp_path / ".notes").touch()
    do = {"do": "open", "screen": "lessons"}
    items = [Item("", (Button(text="Play", do=do), Button(text="Lessons", do=do)), names=NAMES)]

    def found(typed: str) -> list[str]:
        return desk_completions(typed, map(Completion, typed_lines(items, typed))).lines

    assert found("no") == ["notes.json"]
    assert found("zer") == ["zertz"]
    assert found("zertz ") == ["zertz play", "zertz lessons"]
    assert found("1 l") == ["1 lessons"]
    assert found("qu") == ["quit"]
    assert "zertz" in found("")


def test_what_is_typed_stays_where_names_differ_in_accents_alone() -> None:
    lines = [Completion("zertz"), Completion("Z\N{LATIN SMALL LETTER E WITH GRAVE}RTZ: a match")]
    assert desk_completions("ze", lines).lines == ["zertz"]
    assert desk_completions("ze", lines[1:]).lines == [lines[1].line]


def test_the_decisions_that_go_on_are_moves_not_words(match: PlainMatch) -> None:
    played = match.played
    found = match_completions(played, "Wd4,d", played.choices())
    assert [each.line for each in found.moves] == ["Wd4,d1", "Wd4,d7"]
    assert not found.words
