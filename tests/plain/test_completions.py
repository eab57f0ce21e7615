"""Completions in line mode: words with what may follow them, decisions, lines of the desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.plain.completions import match_completions
from gipf_meta.plain.line_editor import completed
from gipf_meta.plain.play_loop import PlainMatch
from tests.plain import lines

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
        ("save no", ["save notes.json"]),
        ("people", []),
        ("list", []),
        ("xyzzy", []),
    ],
)
def test_a_line_of_a_match_is_completed(
    match: PlainMatch, begun: str, found: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.json").touch()
    (tmp_path / ".notes").touch()
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
