"""The words of the interface in the language of the player: gettext, and English by default."""

from __future__ import annotations

import gettext
import os
from importlib.resources import as_file, files

_DOMAIN = "gipf_meta"
_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def speak(language: str = "") -> None:
    """Chooses the *language* (``cs``, ``en``); by default the one of the environment."""
    global _catalogue
    languages = [language] if language else _of_environment()
    with as_file(files("gipf_meta.tui") / "locale") as folder:
        _catalogue = gettext.translation(_DOMAIN, folder, languages, fallback=True)


def _of_environment() -> list[str]:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return [part.partition(".")[0] for part in value.split(":")]
    return ["en"]


def _(words: str) -> str:
    """*words* in the player's language."""
    return _catalogue.gettext(words)
