"""The messages of a host: how they are read from frames, and what is no message of a host."""

from __future__ import annotations

import json
from typing import Any, Final, get_args

from aiohttp import (
    ClientConnectionError,
    ClientConnectorDNSError,
    ClientConnectorError,
    ClientResponseError,
    TraceConfig,
    WebSocketError,
    WSMessage,
    WSMsgType,
)
from pydantic import ConfigDict, TypeAdapter

from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import Answer, Answering
from gipf_meta.desk.responses import DeskMessage
from gipf_meta.line.line import Message
from gipf_meta.line.replica import read_event
from gipf_meta.web.frames import HelloMessage, HelloRefused, LagMessage

LARGEST: Final = 1 << 26
"""The most bytes of a message of a host: a match has ten million characters at most."""

_Said = Answer | DeskMessage | HelloMessage | HelloRefused | LagMessage
_SAID: Final = TypeAdapter[Any](_Said, config=ConfigDict(defer_build=True))
_ABOUT: Final = frozenset(
    next(name for name in each.__annotations__ if name not in Answering.__annotations__)
    for each in get_args(_Said)
)
"""The first field of its own of each kind of message, by which the kind is known."""


class NoHost(ValueError):
    """A message is none of a host of this version."""


def text_of(frame: WSMessage) -> str:
    """The text of *frame*. Raises ``NoHost`` if no host sends such a frame, and
    ``ClientConnectionError`` if the line has ended."""
    if frame.type is WSMsgType.TEXT:
        return str(frame.data)
    if frame.type is WSMsgType.BINARY or isinstance(frame.data, WebSocketError):
        raise NoHost
    raise ClientConnectionError


def read_said(text: str) -> dict[str, Any]:
    """The JSON object in *text*, of any version. Raises ``NoHost``."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        raise NoHost from None
    if not isinstance(said, dict):
        raise NoHost
    return said


def check_said(said: Message, text: str) -> None:
    """Raises ``NoHost`` if *said*, which was read from *text*, is no message of a host."""
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
    # hosts until 0.2.0 send the id in no other field
    return str(said.get("id") or said.get("done") or said.get("refused") or "")


def no_redirects() -> TraceConfig:
    """A watch over requests that follows none to another host, which would be told the secret."""

    async def refuse(*_about: object) -> None:
        raise NoHost

    watch = TraceConfig()
    watch.on_request_redirect.append(refuse)
    return watch


def why_no_line(error: Exception) -> str:
    """The reason why there is no line, without the words of libraries."""
    if isinstance(error, ClientConnectorDNSError):
        return _("this name is not known")
    if isinstance(error, ClientConnectorError):
        return _("nothing answers there")
    if isinstance(error, NoHost | ClientResponseError):
        return _("what answers there is no host")
    if isinstance(error, TimeoutError):
        return _("it does not answer")
    return _("the line was broken off")
