"""The law of types: each message has the keys of its type, all of them and no others.

And the law of answers: what answers a command bears its id, in the same place, and what nobody
asked for bears none. Those who hear rooms, desks and servers in tests check both: simulations,
pages, programs at a host.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from docs.wire import Beside
from gipf_meta.deeds.messages import Answer, Answering, EventMessage
from gipf_meta.rooms.events import EVENT
from gipf_meta.web.frames import write_frame

_MEMBERS: Final = [each for each in get_args(Answer | Beside) if each is not EventMessage]
_KEYS: Final = {key for each in _MEMBERS for key in each.__required_keys__}


def _named(key: str) -> TypeAdapter[Any]:
    return TypeAdapter(reduce(or_, [each for each in _MEMBERS if key in each.__required_keys__]))


_ADAPTERS: Final = {key: _named(key) for key in _KEYS}
"""The types of message that have this key, by key."""


UNASKED: Final = frozenset({"scene", "view", "event", "present", "live", "lag", "news", "awaits"})
"""Keys of messages that answer no command: watchers get them."""
ENVELOPE: Final = Answering.__annotations__.keys()
"""The keys of all answers to commands."""


def check_said(message: Mapping[str, Any]) -> None:
    """Raises ``ValueError`` unless *message* fits its type, and ``AssertionError`` unless it bears
    the id of the command that it answers."""
    check_id(message)
    if "event" in message:
        assert isinstance(message["room"], str)
        event = {key: value for key, value in message.items() if key != "room"}
        EVENT.validate_json(write_frame(event), strict=True)
        return
    key = next((each for each in message if each in _ADAPTERS), None)
    assert key is not None, f"nobody says {[*message]}"
    _ADAPTERS[key].validate_json(write_frame(message), strict=True)


def check_id(message: Mapping[str, Any]) -> None:
    """Raises ``AssertionError`` unless *message* bears the id of the command that it answers, last,
    and that which it has said elsewhere since 0.2.0."""
    about = next(iter(message))
    assert about not in ENVELOPE, message
    if UNASKED & message.keys():
        assert not ENVELOPE & message.keys(), message
        return
    body = message[about]
    inside = body if about in ("done", "refused") else isinstance(body, dict) and body.get("id")
    if about in ("notice", "hello", "signed_in") or body in ("", "hello"):
        assert "more" not in message or "id" in message, message
    elif inside:
        assert message.get("id") == inside, message
    else:
        assert message.get("id"), message
    assert message.get("more", True) is True, message
    assert "id" not in message or [*message][-1] == "id", message


def bare(messages: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The content of *messages*, without the envelope, which the law has looked at."""
    return [{key: each[key] for key in each if key not in ENVELOPE} for each in messages]


class Asked:
    """The commands at one link, each once, and whether it has had its last answer."""

    def __init__(self) -> None:
        self._asked: dict[str, bool] = {}

    def ask(self, id: str) -> None:
        """Notes a command."""
        self._asked[id] = False

    def hear(self, message: Mapping[str, Any]) -> None:
        """Raises ``AssertionError`` if *message* answers what nobody has asked, or what has had its
        last answer."""
        if (id := message.get("id")) is not None:
            assert id in self._asked, f"nobody has asked: {message}"
            assert not self._asked[id], f"it came after the last answer: {message}"
            self._asked[id] = "more" not in message

    def check(self) -> None:
        """Raises ``AssertionError`` unless each command has had its last answer."""
        open = [id for id, is_answered in self._asked.items() if not is_answered]
        assert not open, f"not answered to the end: {open}"
