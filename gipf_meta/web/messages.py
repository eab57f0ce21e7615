"""The frames of the page's socket: one JSON object each, read carefully."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import show_in_json
from gipf_meta.base.texts import _
from gipf_meta.rooms.shared_message import SharedMessage

LONGEST_FRAME: Final = 1 << 18
"""Characters of a frame that is read."""

_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


class BadFrame(GipfMetaError, ValueError):
    """A frame that no page sends; one sentence."""


def read_frame(text: str) -> dict[str, Any]:
    """The message in the *text* of a frame. Raises ``BadFrame``."""
    if len(text) > LONGEST_FRAME:
        raise BadFrame(_("A message of the page was too long."))
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(message, ensure_ascii=False).encode()  # half of a letter is no text
    except (ValueError, RecursionError):
        raise BadFrame(_not_understood()) from None
    if not isinstance(message, dict):
        raise BadFrame(_not_understood())
    return message


def write_frame(message: dict[str, Any]) -> str:
    """The text of the frame that says *message*."""
    return message.text(_write) if isinstance(message, SharedMessage) else _write(message)


def _write(message: dict[str, Any]) -> str:
    return show_in_json(_WRITER.encode(message))


def id_of(message: dict[str, Any]) -> str:
    """The id of a *message*, for its refusal; empty if it has none."""
    given = message.get("id")
    return given if isinstance(given, str) and _ID.fullmatch(given) else ""


def refusal(message: dict[str, Any], why: str) -> dict[str, Any]:
    """The answer that refuses *message*."""
    return {"refused": id_of(message), "why": why}


def server_failed() -> str:
    """What is answered after an error that is no sentence."""
    return _("The server has failed; it says why where gipf-meta serve runs.")


def _refuse_constant(word: str) -> None:
    raise ValueError(word)


def _not_understood() -> str:
    return _("The page has said something that nobody here understands.")
