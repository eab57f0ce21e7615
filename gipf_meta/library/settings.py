"""What the interface remembers until the next day: looks, and the last set-up of each game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from gipf_meta.records.files import write_whole
from gipf_meta.records.models import RecordError


@dataclass(frozen=True)
class Settings:
    """*graphics*, *theme* and *language* are empty where nothing was chosen.

    *motion*: pieces move, bots wait a moment. *confirm*: a decision is played when it is said
    twice.
    *set_ups* holds for each game what its form told the last time.
    """

    graphics: str = ""
    theme: str = ""
    language: str = ""
    motion: bool = True
    confirm: bool = False
    set_ups: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    lessons_done: list[str] = field(default_factory=list)

    def remembering(self, key: str, told: Mapping[str, Any]) -> Settings:
        """With the last set-up of a game: what its form *told*."""
        return replace(self, set_ups={**self.set_ups, key: told})

    def having_done(self, game: str, lesson: str) -> Settings:
        """With a lesson that was taken to its end."""
        if self.has_done(game, lesson):
            return self
        return replace(self, lessons_done=[*self.lessons_done, f"{game}/{lesson}"])

    def has_done(self, game: str, lesson: str) -> bool:
        """Whether a lesson was taken to its end."""
        return f"{game}/{lesson}" in self.lessons_done


def settings_path() -> Path:
    """Where they are kept."""
    return platformdirs.user_config_path("gipf-meta", appauthor=False) / "settings.json"


def load_settings(path: Path | None = None) -> Settings:
    """What was kept; whatever cannot be read is as if it had never been chosen."""
    try:
        kept = json.loads((path or settings_path()).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    default = Settings()
    sound: dict[str, Any] = {
        name: value
        for name, value in (kept.items() if isinstance(kept, dict) else ())
        if isinstance(value, type(getattr(default, name, None)))
    }
    return Settings(**sound)


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Keeps them; returns a sentence if that cannot be done."""
    content = json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n"
    try:
        write_whole(content.encode(), path or settings_path())
    except RecordError as error:
        return str(error)
    return ""
