"""The settings of the interface: looks, the last set-up of each game, and the finished lessons."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import platformdirs

from gipf_meta.base.files import regular
from gipf_meta.base.json_text import LARGEST, read_json
from gipf_meta.base.names import BadName, check_name, clean_name
from gipf_meta.base.texts import N_
from gipf_meta.records.models import RecordError
from gipf_meta.records.record_files import write_whole

THEMES: Final = (N_("dark"), N_("light"), N_("high-contrast"), N_("colour-blind"))
"""The names of the themes that can be chosen."""
MADE_OF: Final = (N_("wood"), N_("plain"))
"""The materials of which all boards or all pieces can be chosen to be."""
GRAPHICS: Final = ("sextant", "quadrant", "glyphs")
"""The sets of characters with which a terminal draws boards, the finest first."""
THINKING_S: Final = (2, 4, 8, 15, 25)
"""The seconds of thinking that can be chosen."""
SHORTEST_S, LONGEST_S = 1, 25
"""The limits of ``Settings.thinking_s``; a bot that takes longer counts as one that hangs."""


@dataclass(frozen=True)
class Settings:
    """The settings of one user. *graphics*, *theme* and *language* are empty until they are chosen.

    *boards* and *pieces* are one of ``MADE_OF``; empty: each game has its own.
    *name* is the user's own name, empty for none; *name_asked*: he was asked for it. *motion*:
    pieces move and bots wait a moment. *sound*: a page in a browser plays sounds. *confirm*: a
    decision must be made twice before it is played. *chances*: those of all players are shown
    while one plays against bots alone. *faces*: bots have portraits and say something now and
    then. *cursor*: a terminal shows its own cursor, too, for magnifiers. *thinking_s* are the
    seconds that a bot may think about a turn. *set_ups* has the last set-up of each game, as its
    form returned it. *lessons_done* has the finished lessons, each as
    ``game/lesson``, *lessons_begun* the page at which others were left, counted from 0. *toured*:
    the page in the browser has shown its tour. *hint_dismissed*: a host no longer says how to keep
    a seat. *notices_offered*: a host has said that it can tell him what waits.
    """

    graphics: str = ""
    theme: str = ""
    boards: str = ""
    pieces: str = ""
    language: str = ""
    name: str = ""
    name_asked: bool = False
    motion: bool = True
    sound: bool = True
    confirm: bool = False
    chances: bool = False
    faces: bool = True
    cursor: bool = False
    thinking_s: int = 8
    set_ups: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lessons_done: list[str] = field(default_factory=list)
    lessons_begun: Mapping[str, int] = field(default_factory=dict)
    toured: bool = False
    hint_dismissed: bool = False
    notices_offered: bool = False

    @property
    def patience_ms(self) -> int:
        """The most milliseconds that people wait for a turn of a bot."""
        return 1000 * min(max(self.thinking_s, SHORTEST_S), LONGEST_S)

    @property
    def thinking_choices_s(self) -> list[int]:
        """The seconds of thinking that can be chosen, with those that are chosen."""
        return sorted({*THINKING_S, self.patience_ms // 1000})

    def with_set_up(self, key: str, values: Mapping[str, Any]) -> Settings:
        """These settings, with the *values* of its form as the last set-up of game *key*, which
        comes last of all."""
        others = {each: form for each, form in self.set_ups.items() if each != key}
        return replace(self, set_ups={**others, key: values})

    def with_name(self, name: str) -> Settings:
        """These settings after the user was asked for his name: with *name*, or ``""`` if no player
        can have that."""
        try:
            return replace(self, name=check_name(name), name_asked=True)
        except BadName:
            return replace(self, name="", name_asked=True)

    def with_lesson_done(self, game: str, lesson: str) -> Settings:
        """These settings with one more finished lesson, which begins at its first page again."""
        left = self.with_lesson_page(game, lesson, 0)
        if self.has_done(game, lesson):
            return left
        return replace(left, lessons_done=[*self.lessons_done, f"{game}/{lesson}"])

    def with_lesson_page(self, game: str, lesson: str, page: int) -> Settings:
        """These settings with the *page* at which a lesson was left, counted from 0."""
        key = f"{game}/{lesson}"
        others = {each: number for each, number in self.lessons_begun.items() if each != key}
        begun = {**others, key: page} if page else others
        return self if begun == self.lessons_begun else replace(self, lessons_begun=begun)

    def lesson_page(self, game: str, lesson: str) -> int:
        """The page at which the user has left the lesson, counted from 0."""
        return self.lessons_begun.get(f"{game}/{lesson}", 0)

    def has_done(self, game: str, lesson: str) -> bool:
        """Whether the user has finished the lesson."""
        return f"{game}/{lesson}" in self.lessons_done


def settings_path() -> Path:
    """The file of this user's settings."""
    return platformdirs.user_config_path("gipf-meta", appauthor=False) / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """Reads the settings. Anything that cannot be read has its default."""
    try:
        with open(path or settings_path(), "rb", opener=regular) as file:
            return read_settings(read_json(file.read(LARGEST).decode()))
    except (OSError, ValueError):
        return Settings()


def read_settings(values: Any) -> Settings:
    """The settings of *values*, as ``asdict`` has them; a value of another type has its default."""
    default = Settings()
    sound: dict[str, Any] = {
        name: value
        for name, value in (values.items() if isinstance(values, dict) else ())
        if isinstance(value, type(getattr(default, name, None)))
    }
    set_ups = sound.get("set_ups", {})
    sound["set_ups"] = {key: form for key, form in set_ups.items() if isinstance(form, dict)}
    begun = sound.get("lessons_begun", {})
    sound["lessons_begun"] = {key: n for key, n in begun.items() if type(n) is int and n > 0}
    settings = Settings(**sound)
    return replace(settings, name=clean_name(settings.name))


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Writes the settings; returns a sentence if that fails, else ``""``."""
    content = json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n"
    try:
        write_whole(content.encode(), path or settings_path())
    except RecordError as error:
        return str(error)
    return ""
