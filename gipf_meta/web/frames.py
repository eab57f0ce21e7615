"""The frames of the page's socket: one JSON object each, read carefully."""

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
"""Letters of a frame that is read."""
LONGEST_MOVE: Final = 4096
"""Letters of a frame that holds no match, and of what stands outside the texts of any frame."""
MOST_TEXTS: Final = 1_000
"""Texts in a frame that is longer: names of fields, what stands in them."""
LARGE: Final = frozenset({"open", "submit", "walk", "write_beside", "promote", "delete_turn"})
"""What a longer frame may ``do``: bring a match, as one text, or name a turn deep in a tree and
write a comment beside it."""

_WRITER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_SAID_ID: Final = re.compile(r'"id"\s*+:\s*+"([A-Za-z0-9_-]{1,64})"')
_TEXT: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
"""A text of JSON; one without an end reaches to the end, so that all are found in one pass."""


PageMessage: TypeAlias = Mapping[str, object]
"""A message of a page, of which nothing is known but that it is a JSON object."""


class Visitor(TypedDict, total=False):
    """What a page must know of who has said hello: his *name*, and the *secret* by which he is
    known from now on, if it is new; whether it took the place of another one, *renewed*.

    *site* is the address for links to others.
    """

    name: str
    secret: str
    renewed: bool
    site: str


class HelloBody(Visitor, Greeting):
    """Who came in, with what a page must know first. *software* is the version of the program."""

    version: int
    person: str
    software: str


class HelloMessage(Answering):
    """The answer to ``hello``."""

    hello: HelloBody


class HelloRefused(RefusedMessage):
    """``hello`` was refused; a page of another *version* must be loaded again."""

    version: NotRequired[int]


class LagBody(TypedDict):
    """How many *ms* a message and its answer are on their way."""

    ms: int


class LagMessage(TypedDict):
    """At a host, as soon as it is known, and when it has changed."""

    lag: LagBody


Frame: TypeAlias = RoomMessage | DeskMessage | HelloMessage | HelloRefused | LagMessage
"""What is said to a page."""


class BadFrame(GipfMetaError, ValueError):
    """A frame that no page sends; one sentence."""


def read_frame(text: str) -> PageMessage:
    """The message in the *text* of a frame. Raises ``BadFrame``.

    Only a short *text* may be anything: of a longer one it is looked first how much work it is.
    """
    if len(text) > LONGEST_FRAME:
        raise BadFrame(_too_long())
    if len(text) > LONGEST_MOVE and not _is_short_outside_texts(text):
        raise BadFrame(_too_long())
    try:
        message = json.loads(text, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(message, ensure_ascii=False).encode()  # half of a letter is no text
    except (ValueError, RecursionError):
        raise BadFrame(_not_understood()) from None
    if not isinstance(message, dict):
        raise BadFrame(_not_understood())
    if len(text) > LONGEST_MOVE and str(message.get("do")) not in LARGE:
        raise BadFrame(_too_long())
    return message


def _is_short_outside_texts(text: str) -> bool:
    """Whether reading a *text* of JSON makes few values, however long the texts in it are."""
    outside = end = 0
    for count, found in enumerate(_TEXT.finditer(text)):
        outside += found.start() - end
        end = found.end()
        if outside > LONGEST_MOVE or count >= MOST_TEXTS:
            return False
    return outside + len(text) - end <= LONGEST_MOVE


def find_id(text: str) -> str:
    """The id of the message in the *text* of a frame that is not read; empty if it is not found."""
    found = _SAID_ID.search(text, 0, LONGEST_MOVE)
    return found[1] if found else ""


def write_frame(message: Mapping[str, object]) -> str:
    """The text of the frame that says *message*."""
    return message.text(_write) if isinstance(message, SharedMessage) else _write(message)


def _write(message: Mapping[str, object]) -> str:
    return show_in_json(_WRITER.encode(message))


def id_of(message: PageMessage) -> str:
    """The id of a *message*, for its refusal; empty if it has none."""
    given = message.get("id")
    return given if isinstance(given, str) and _ID.fullmatch(given) else ""


def refusal(message: PageMessage, why: str) -> RefusedMessage:
    """The answer that refuses *message*."""
    id = id_of(message)
    refused: RefusedMessage = {"refused": id, "why": why}
    return answering(id, [refused])[0]


def server_failed() -> str:
    """What is answered after an error that is no sentence."""
    return _("The server has failed; it says why where gipf-meta serve runs.")


def _refuse_constant(word: str) -> None:
    raise ValueError(word)


def _too_long() -> str:
    return _("A message of the page was too long.")


def _not_understood() -> str:
    return _("The page has said something that nobody here understands.")
