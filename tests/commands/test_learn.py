"""``gipf-meta learn`` line by line: a lesson goes on where it was left."""

from __future__ import annotations

import io

import pytest

from gipf_meta.cli import run
from gipf_meta.library.settings import load_settings

pytestmark = pytest.mark.needs("zertz")


def learn(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *words: str
) -> str:
    """The sentences that are said while the lines *typed* are read, and then nothing more."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert run(["learn", "zertz", *words, "--plain"]) == 0
    return capsys.readouterr().out


def test_a_lesson_goes_on_where_it_was_left_until_it_is_begun_anew(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = learn(capsys, monkeypatch, "x a3Bc5\n", "first")
    assert "where you left it" not in said
    assert load_settings().lesson_page("zertz", "first") == 1
    assert "(page 2 of " in learn(capsys, monkeypatch, "")
    said = learn(capsys, monkeypatch, "", "first")
    assert "You go on where you left it; with --again you begin anew." in said
    assert ", 2 of " in said
    assert ", 1 of " not in said
    said = learn(capsys, monkeypatch, "", "first", "--again")
    assert ", 1 of " in said
