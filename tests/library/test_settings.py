"""Saved settings: written whole, read leniently, never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.library.settings import (
    Settings,
    load_settings,
    save_settings,
    settings_path,
)


def test_settings_come_back_as_they_were_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings = Settings(theme="light", graphics="glyphs", motion=False, boards="wood")
    settings = settings.with_set_up("zertz", {"options": {"variant": "blitz"}})
    assert save_settings(settings, path) == ""
    assert load_settings(path) == settings


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "7", '{"theme": 7, "motion": "no", "unknown": 1}', "\xff"),
        *(100_000 * "[", '{"set_ups": {"zertz": 5}}', '{"theme": ' + 5000 * "9" + "}"),
    ],
    ids=lambda content: content[:20],
)
def test_what_cannot_be_read_is_as_if_it_had_never_been_chosen(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content, encoding="latin-1")
    assert load_settings(path) == Settings()


def test_without_a_file_nothing_was_chosen(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none.json") == Settings()


def test_settings_that_cannot_be_kept_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    why = save_settings(Settings(), tmp_path / "file" / "settings.json")
    assert why.endswith(".")
    assert "cannot be written" in why


def test_they_are_where_the_user_keeps_his_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_path() == tmp_path / "gipf-meta" / "settings.json"
