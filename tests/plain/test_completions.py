"""Completions in line mode: words with what may follow them, decisions, lines of the desk."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.desk.parts import Button
from gipf_meta.line.desk_lines import Item
from gipf_meta.match.match import Match
from gipf_meta.plain.completions import desk_completions, match_completions
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
    assert match_completions(match.played, begun) == found


def test_nothing_typed_lists_the_words_alone_and_what_is_whole_gets_nothing(
    match: PlainMatch,
) -> None:
    listed = match_completions(match.played, "")
    assert {"help", "undo", "quit"} <= {*listed}
    assert not any(each.startswith("W") for each in listed)
    assert completed("Wd4", lambda begun: match_completions(match.played, begun)) == []


def test_words_are_completed_in_the_language_of_the_program(match: PlainMatch) -> None:
    with spoken("cs"):
        assert match_completions(match.played, "nápo") == ["nápověda"]
        assert match_completions(match.played, "napo") == ["nápověda"]
        assert match_completions(match.played, "hel") == ["help"]


def test_lines_of_the_desk_are_completed_and_files_to_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.json").touch()
    (tmp_path / ".notes").touch()
    do = {"do": "open", "screen": "lessons"}
    items = [Item("", (Button(text="Play", do=do), Button(text="Lessons", do=do)), names=NAMES)]
    assert desk_completions(items, "no") == ["notes.json"]
    assert desk_completions(items, "zer") == ["zertz"]
    assert desk_completions(items, "zertz ") == ["zertz play", "zertz lessons"]
    assert desk_completions(items, "1 l") == ["1 lessons"]
    assert desk_completions(items, "qu") == ["quit"]
    assert "zertz" in desk_completions(items, "")
