"""The addresses of screens, as rooms say where somebody goes and faces read it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote, unquote


def address_of_screen(screen: str, about: Mapping[str, str]) -> str:
    """Where a *screen* that is *about* something stands: ``screen/setup/%7B…``."""
    return f"screen/{screen}/{quote(json.dumps(dict(about), ensure_ascii=False), safe='')}"


def screen_at(place: str) -> tuple[str, dict[str, str]]:
    """The screen that stands at *place*, as ``go`` says it behind ``screen/``, and its about."""
    screen, _slash, about = place.partition("/")
    return screen, json.loads(unquote(about)) if about else {}
