"""The law of types: whatever is said has the keys of its type, all of them and no others.

Those who hear rooms, desks and servers in tests check it: simulations, pages, programs at a host.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from docs.wire import Beside
from gipf_meta.deeds.answers import Answer, EventMessage
from gipf_meta.rooms.events import EVENT
from gipf_meta.web.messages import write_frame

_MEMBERS: Final = [each for each in get_args(Answer | Beside) if each is not EventMessage]
_KEYS: Final = {key for each in _MEMBERS for key in each.__required_keys__}


def _named(key: str) -> TypeAdapter[Any]:
    return TypeAdapter(reduce(or_, [each for each in _MEMBERS if key in each.__required_keys__]))


_ADAPTERS: Final = {key: _named(key) for key in _KEYS}
"""What a message may be that has this key."""


def check_said(message: Mapping[str, Any]) -> None:
    """Raises ``ValueError`` unless *message* fits its type."""
    if "event" in message:
        assert isinstance(message["room"], str)
        event = {key: value for key, value in message.items() if key != "room"}
        EVENT.validate_json(write_frame(event), strict=True)
        return
    key = next((each for each in message if each in _ADAPTERS), None)
    assert key is not None, f"nobody says {[*message]}"
    _ADAPTERS[key].validate_json(write_frame(message), strict=True)
