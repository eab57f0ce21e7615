"""Messages over a line to a host, read carefully: anybody may answer at an address."""

from __future__ import annotations

import json
from typing import Any, Final, get_args

from aiohttp import ClientConnectionError, WebSocketError, WSMessage, WSMsgType
from pydantic import ConfigDict, TypeAdapter

from gipf_meta.deeds.messages import Answer, Answering
from gipf_meta.desk.responses import DeskMessage
from gipf_meta.line.line import Message
from gipf_meta.line.replica import read_event
from gipf_meta.web.frames import HelloMessage, HelloRefused, LagMessage

LARGEST: Final = 1 << 26
"""The most bytes that a host says at a time: a match has ten million letters at most."""

_Said = Answer | DeskMessage | HelloMessage | HelloRefused | LagMessage
_SAID: Final = TypeAdapter[Any](_Said, config=ConfigDict(defer_build=True))
_ABOUT: Final = frozenset(
    next(name for name in each.__annotations__ if name not in Answering.__annotations__)
    for each in get_args(_Said)
)
"""The first field of each message of its own: it says what the message is about."""


class NoHost(ValueError):
    """No host of this version says what was said."""


def text_of(frame: WSMessage) -> str:
    """The text of *frame*. Raises ``NoHost`` if no host sends it, and ``ClientConnectionError`` if
    the line has ended."""
    if frame.type is WSMsgType.TEXT:
        return str(frame.data)
    if frame.type is WSMsgType.BINARY or isinstance(frame.data, WebSocketError):
        raise NoHost
    raise ClientConnectionError


def read(text: str) -> dict[str, Any]:
    """The JSON object in *text*, of any version. Raises ``NoHost``."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise NoHost from None
    if not isinstance(said, dict):
        raise NoHost
    return said


def check(said: Message, text: str) -> None:
    """Raises ``NoHost`` if *said*, which stands in *text*, is nothing that hosts say."""
    if len(said.keys() & _ABOUT) != 1:
        raise NoHost
    try:
        _SAID.validate_json(text, strict=True)
        if "event" in said:
            read_event(said)
    except (ValueError, RecursionError):
        raise NoHost from None


def ended_by(said: Message) -> str:
    """The id of the command to which *said* is the last answer; ``""``: to none."""
    if said.get("more"):
        return ""
    # hosts until 0.2.0 say the id nowhere else
    return str(said.get("id") or said.get("done") or said.get("refused") or "")
