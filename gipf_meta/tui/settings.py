"""What the interface remembers until the next day: looks, and the last set-up of each game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs

from gipf_meta.record import RecordError, write_whole


@dataclass(frozen=True)
class Settings:
    """*graphics*, *theme* and *language* are empty where nothing was chosen.

    *set_ups* holds for each game the options and seats that were played last.
    """

    graphics: str = ""
    theme: str = ""
    language: str = ""
    motion: bool = True
    set_ups: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def remembering(self, game: str, options: Mapping[str, Any], seats: list[str]) -> Settings:
        """With the last set-up of *game*."""
        return replace(self, set_ups={**self.set_ups, game: {"options": options, "seats": seats}})


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
