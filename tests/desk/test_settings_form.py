"""The settings of a page: saved at once, in the file that the terminal reads, too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.library.settings import THEMES, Settings, load_settings, save_settings
from gipf_meta.render import theme
from gipf_meta.tui.parts import looks
from tests.desk.conftest import Page, fields, values_of


def test_every_setting_is_kept_at_once_and_told_to_the_page(page: Page) -> None:
    wanted: dict[str, Any] = {
        "name": " Ann ", "theme": "high-contrast", "language": "cs", "motion": False,
        "sound": False, "confirm": True, "chances": True, "faces": False, "thinking_s": "15",
        "boards": "wood", "pieces": "plain",
    }  # fmt: skip
    for name, value in wanted.items():
        screen = page.open("settings")
        answers = page.submit(screen, name, **{name: value})
        (told,) = [answer["settings"] for answer in answers if "settings" in answer]
        assert told == page.desk.hello()["settings"]
    kept = page.saved[-1]
    assert kept == Settings(
        name="Ann", name_asked=True, theme="high-contrast", language="cs", motion=False,
        sound=False, confirm=True, chances=True, faces=False, thinking_s=15,
        boards="wood", pieces="plain",
    )  # fmt: skip
    assert values_of(page.open("settings")) == {**wanted, "name": "Ann"}
    assert page.desk.hello()["settings"]["theme"] == "high-contrast"


def test_a_setting_that_is_sent_again_is_answered_in_the_language_of_now(page: Page) -> None:
    message = {"id": "a", "do": "submit", "screen": "settings", "values": {"language": "cs"}}
    assert page.screen_of(page.send(**message))["title"] == "Settings"
    speak("cs")
    assert page.screen_of(page.send(**message))["title"] == "Nastavení"


def test_bots_of_matches_that_are_open_think_as_long_as_is_chosen(page: Page) -> None:
    def patience(answers: Any) -> Any:
        return page.context.hub.room(answers[0]["go"][5:]).table.pilots.patience.ms

    begun = page.submit(page.open("setup", game="die"))
    page.submit(page.open("settings"), "thinking_s", thinking_s="15")
    assert patience(begun) == 15_000
    assert patience(page.submit(page.open("setup", game="die"))) == 15_000


@pytest.mark.parametrize(
    "values",
    [
        {"name": "x" * 61}, {"name": "\x1b"}, {"theme": "pink"}, {"theme": True}, {"motion": "on"},
        {"thinking_s": "1000"}, {"thinking_s": ""}, {"language": "xx"}, {"set_ups": "x"},
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_is_refused_and_nothing_is_kept(
    page: Page, values: dict[str, Any]
) -> None:
    assert page.why(page.send(do="submit", screen="settings", about={}, values=values))
    assert page.saved == []


def test_a_file_that_cannot_be_written_is_told_and_the_setting_holds(page: Page) -> None:
    page.context.save = lambda settings: "The file cannot be written."
    answers = page.submit(page.open("settings"), "motion", motion=False)
    assert {"notice": "The file cannot be written."} in answers
    assert page.context.settings.motion is False


def test_every_field_is_live_so_no_button_is_needed(page: Page) -> None:
    assert all(entry["live"] for entry in fields(page.open("settings")).values())


def test_an_old_file_of_settings_is_read_and_a_new_one_by_old_programs(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"theme": "light", "motion": False, "thinking_s": 4}))
    old = load_settings(path)
    assert (old.theme, old.motion, old.sound, old.thinking_s) == ("light", False, True, 4)
    assert save_settings(Settings(sound=False), path) == ""
    assert load_settings(path).sound is False


def test_the_terminal_has_the_same_themes() -> None:
    assert set(looks.THEMES) == set(THEMES)


def test_every_theme_of_the_settings_is_one_of_the_pictures() -> None:
    assert set(THEMES) == set(theme.THEMES)


def test_the_tour_is_shown_once(page: Page) -> None:
    assert page.desk.hello()["settings"]["toured"] is False
    assert page.send(do="submit", screen="tour", id="t") == [{"done": "t", "number": 0}]
    assert page.saved[-1].toured
    assert page.desk.hello()["settings"]["toured"] is True
