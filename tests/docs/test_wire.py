"""The page on the wire tells the truth, and shows every message."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from docs.wire import ANSWER, BESIDE, wire_schema
from gipf_meta.deeds.commands import COMMAND, OFFERED, Command
from gipf_meta.deeds.deed import Deed
from gipf_meta.deeds.messages import Answer
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.consequences import FOLLOWING
from gipf_meta.rooms.events import EVENT, Event
from tests.rooms.law_of_types import ENVELOPE, check_id

PAGE = (Path(__file__).parents[2] / "docs" / "rooms.md").read_text(encoding="utf-8")
SAID_BESIDE = {"hello", "open", "submit", "screen", "drawn", "live", "done", "waits", "awaits"}
"""The messages that belong to no room."""


def examples(title: str) -> list[dict[str, Any]]:
    """The messages that the section *title* of the page shows."""
    section = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    return [json.loads(line) for block in blocks for line in block.splitlines()]


def members(union: Any) -> set[type[Any]]:
    """The classes of a union, which may be annotated."""
    args = get_args(union)
    return set(get_args(args[0]) if not isinstance(args[0], type) else args)


def test_the_schema_refers_to_what_it_describes() -> None:
    text = json.dumps(wire_schema())
    assert {*re.findall(r'"#/\$defs/(\w+)"', text)} <= wire_schema()["$defs"].keys()


def test_every_command_is_shown() -> None:
    shown = {type(COMMAND.validate_python(each)) for each in examples("Commands")}
    assert shown == members(Command)


def test_every_command_is_done_somewhere_and_what_scenes_offer_are_commands() -> None:
    """Each command overrides ``act`` or ``step``, or stands in the table of the hub."""
    table = set(re.findall(r"case (\w+)\(\)", inspect.getsource(Hub._answer)))
    for deed in members(Command):
        is_done = any(getattr(deed, way) is not getattr(Deed, way) for way in ("act", "step"))
        assert is_done or table & {kind.__name__ for kind in deed.__mro__}, deed
    assert set(OFFERED) <= members(Command)
    assert len({deed.named() for deed in OFFERED}) == len(OFFERED)


def test_every_answer_is_shown() -> None:
    said = examples("Answers")
    for each in said:
        ANSWER.validate_python(each)
        check_id(each)
    for member in members(Answer):
        named = member.__required_keys__ - ENVELOPE
        assert any(set(each) >= named for each in said), member


def test_every_event_is_shown_those_that_follow_apart() -> None:
    events = [EVENT.validate_python(each) for each in examples("Events")]
    assert {type(event) for event in events} == members(Event)
    follow = [isinstance(event, FOLLOWING) for event in events]
    assert follow == sorted(follow)
    assert [event.number for event in events] == list(range(1, len(events) + 1))


def test_what_is_said_beside_the_rooms_has_no_room() -> None:
    for message in examples("Beside the rooms"):
        assert "room" not in message
        assert message.get("do", next(iter(message))) in SAID_BESIDE
        if "do" not in message:
            check_id(message)
        if "do" not in message and "hello" not in message:  # whose settings are not shown
            BESIDE.validate_python(message)


@pytest.mark.parametrize("event", list(examples("Events")), ids=lambda e: e["event"])
def test_an_event_comes_back_as_it_went(event: dict[str, Any]) -> None:
    read = EVENT.validate_python(event)
    assert EVENT.validate_json(EVENT.dump_json(read)) == read
    ANSWER.validate_python({"room": "17", **EVENT.dump_python(read, mode="json")})
