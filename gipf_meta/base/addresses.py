"""Addresses of screens and rooms: rooms write them to send a person there, and faces read them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, unquote

_PLACE: Final = re.compile(
    r"(?:[a-z]{1,9}:[^\s#]*#|#)?((?:screen/\w{1,40}(?:/\S*)?)|(?:room/[\w-]{1,80}(?:/\S*)?))",
    re.ASCII,
)
"""The address of a screen or a room, with that of its page or without it."""
_MATCH: Final = re.compile(r"(?:[a-z]{1,9}:[^\s#]*#|#)?match=([\w-]+)", re.ASCII)
"""The shorter address of a match."""


def address_of_screen(screen: str, about: Mapping[str, str]) -> str:
    """The address of a *screen* that is *about* something: ``screen/setup/%7B…``."""
    return f"screen/{screen}/{quote(json.dumps(dict(about), ensure_ascii=False), safe='')}"


def screen_at(place: str) -> tuple[str, dict[str, str]]:
    """The name of the screen at *place*, an address without ``screen/``, and its ``about``."""
    screen, _slash, about = place.partition("/")
    return screen, json.loads(unquote(about)) if about else {}


def is_address(text: str) -> bool:
    """Whether *text* is the address of a screen or a room, on any page, damaged or not."""
    address = text.strip()
    return any(pattern.fullmatch(address) for pattern in (_MATCH, _PLACE))


def place_in(text: str) -> str:
    """The place to which the address *text* leads, on any page, as ``go`` names it: ``screen/…`` or
    ``room/…``; ``""`` if *text* is no such address, or a damaged one."""
    address = text.strip()
    if (found := _MATCH.fullmatch(address)) is not None:
        return address_of_screen("shared_match", {"match": found[1]})
    found = _PLACE.fullmatch(address)
    if found is None:
        return ""
    kind, _slash, place = found[1].partition("/")
    if kind == "room":
        return f"room/{place.partition('/')[0]}"
    try:
        screen, about = screen_at(place)
    except (ValueError, RecursionError):
        return ""
    sound = isinstance(about, dict) and all(isinstance(each, str) for each in about.values())
    return address_of_screen(screen, about) if sound else ""
