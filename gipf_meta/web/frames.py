"""The frames of a page's socket, a JSON object each: limits, parsing, writing, refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, NotRequired, TypeAlias

from typing_extensions import TypedDict

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import show_in_json
from gipf_meta.base.texts import _
from gipf_meta.deeds.messages import (
    Answering,
    RefusedMessage,
    RoomMessage,
    SharedMessage,
    answering,
)
from gipf_meta.desk.responses import DeskMessage, Greeting

LONGEST_FRAME: Final = 1 << 18
"""The most letters of a frame."""
LONGEST_MOVE: Final = 4096
"""The most letters of a frame that is not in ``LARGE``, and outside the strings of any frame."""
MOST_TEXTS: Final = 1_000
"""The most strings in a longer frame, with the names of fields."""
LARGE: Final = frozenset(
    {"open", "submit", "walk", "write_beside", "mark", "promote", "delete_turn"}
)
"""The commands of frames that may be longer: they import a match as one string, or name a turn deep
in a tree and write a comment to it."""

_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SAID_ID: Final = re.compile(r'"id"\s*+:\s*+"([A-Za-z0-9_-]{1,64})"')
_TEXT: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""A JSON string; one without an end reaches to the end, so that all are found in one pass."""


PageMessage: TypeAlias = Mapping[str, object]
"""A message of a page: a JSON object that has not been validated."""


class Visitor(TypedDict, total=False):
    """The facts that a page must know of its person: his *name*; his *secret*, if it is new;
    whether the secret has replaced an old one, *renewed*.

    *site* is the base URL of links that he sends to others. *by_address*: a proxy leads sockets to
    the process of a room by the room in their address.
    """

    name: str
    secret: str
    renewed: bool
    site: str
    by_address: bool


class HelloBody(Visitor, Greeting):
    """The body of the answer to ``hello``: person, greeting, version of the protocol and of the
    program (*software*)."""

    version: int
    person: str
    software: str


class HelloMessage(Answering):
    """The answer to ``hello``."""

    hello: HelloBody


class HelloRefused(RefusedMessage):
    """The refusal of ``hello``; a page of another *version* must be loaded again. *unknown*: no
    device has that secret any more."""

    version: NotRequired[int]
    unknown: NotRequired[bool]


class LagBody(TypedDict):
    """The round-trip time between host and page, *ms*."""

    ms: int


class LagMessage(TypedDict):
    """The lag of the page; only a host sends it, when it is measured first and when it changes."""

    lag: LagBody


Frame: TypeAlias = RoomMessage | DeskMessage | HelloMessage | HelloRefused | LagMessage
"""A message from the server to a page."""


class KeyForgotten(GipfMetaError, ValueError):
    """A client says that it is known, and no device has its secret any more; one sentence."""


class BadFrame(GipfMetaError, ValueError):
    """A frame is malformed or too long; one sentence."""


def read_frame(text: str) -> PageMessage:
    """Returns the message in the *text* of a frame. Raises ``BadFrame``.

    A *text* longer than ``LONGEST_MOVE`` is parsed only if it makes few values.
    """
    if len(text) > LONGEST_FRAME:
        raise BadFrame(_too_long())
    if len(text) > LONGEST_MOVE and not _is_short_outside_texts(text):
        raise BadFrame(_too_long())
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(message, ensure_ascii=False).encode()  # raises for half of a surrogate pair
    except (ValueError, RecursionError):
        raise BadFrame(_not_understood()) from None
    if not isinstance(message, dict):
        raise BadFrame(_not_understood())
    if len(text) > LONGEST_MOVE and str(message.get("do")) not in LARGE:
        raise BadFrame(_too_long())
    return message


def _is_short_outside_texts(text: str) -> bool:
    """Returns whether parsing the JSON *text* makes few values, however long its strings are."""
    outside = end = 0
    for count, found in enumerate(_TEXT.finditer(text)):
        outside += found.start() - end
        end = found.end()
        if outside > LONGEST_MOVE or count >= MOST_TEXTS:
            return False
    return outside + len(text) - end <= LONGEST_MOVE


def find_id(text: str) -> str:
    """Returns the id of the message in the *text* of a frame, without parsing it; ``""`` if there
    is none."""
    found = _SAID_ID.search(text, 0, LONGEST_MOVE)
    return found[1] if found else ""


def write_frame(message: Mapping[str, object]) -> str:
    """Returns the text of the frame of *message*."""
    return message.text(_write) if isinstance(message, SharedMessage) else _write(message)


def _write(message: Mapping[str, object]) -> str:
    return show_in_json(_WRITER.encode(message))


def id_of(message: PageMessage) -> str:
    """Returns the id of *message*, for its refusal; ``""`` if it has no valid one."""
    given = message.get("id")
    return given if isinstance(given, str) and _ID.fullmatch(given) else ""


def refusal(message: PageMessage, why: str) -> RefusedMessage:
    """Returns the answer that refuses *message* for the reason *why*."""
    id = id_of(message)
    refused: RefusedMessage = {"refused": id, "why": why}
    return answering(id, [refused])[0]


def server_failed() -> str:
    """Returns the answer after an error that is no sentence for people."""
    return _("The server has failed; it says why where gipf-meta serve runs.")


def _refuse_constant(word: str) -> None:
    raise ValueError(word)


def _too_long() -> str:
    return _("A message of the page was too long.")


def _not_understood() -> str:
    return _("The page has said something that nobody here understands.")
