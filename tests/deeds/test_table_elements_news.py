"""News of a match are found in its room: those that a player has not answered, and all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

from gipf_meta.deeds import commands as asked
from gipf_meta.deeds.table_elements import all_news, unread_news
from gipf_meta.hub.scenes import room_scene
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Seat
from gipf_meta.rooms.rebuilding import rebuild
from gipf_meta.rooms.room import Room
from gipf_meta.table.openings import Opening
from tests.rooms.simulation import carry_out

pytestmark = pytest.mark.needs("zertz")

FIND = installed_plugins().find


def open_room() -> Room:
    """ZÈRTZ for Ann and Bob."""
    seats = tuple(Seat(name=name, player="human") for name in ("Ann", "Bob"))
    opening = Opening(game="zertz", players=seats, seed=3)
    return Room.open("r", opening, FIND, "ann", others={0: "ann", 1: "bob"})


def say(room: Room, person: str, do: str, **values: Any) -> None:
    """Lets *person* say a command."""
    command = {"id": "c", "room": "r", "do": do, "seen": room.state.number, **values}
    carry_out(room, asked.COMMAND.validate_python(command), person, 0)


def begun(sentences: Iterable[str]) -> list[str]:
    """*sentences* up to what they tell of a move."""
    return [re.split(r"(?<=places)|(?<=You place)|:", sentence)[0] for sentence in sentences]


def said(room: Room, person: str) -> list[str]:
    """The beginnings of what stands beside the board of *person*."""
    lines = room_scene(room.state, person)["said"]["lines"]  # type: ignore[index, typeddict-item]
    return begun(lines)


def test_what_was_done_to_an_offer_is_there_until_the_next_decision() -> None:
    room = open_room()
    say(room, "ann", "play", text="Wd4,d1")
    say(room, "bob", "play", text="Bd7,a4")
    say(room, "ann", "offer")
    assert said(room, "ann") == ["Bob places", "You offer a draw."]
    say(room, "bob", "answer", accept=False)
    offered = ["Ann offers a draw.", "You decline the draw."]
    assert said(room, "ann") == ["Bob places", "You offer a draw.", "Bob declines the draw."]
    assert said(room, "bob") == ["You place", *offered]
    say(room, "ann", "play", text="Gg1,g4")
    assert said(room, "ann") == ["You place"]  # until Bob answers
    assert said(room, "bob") == ["Ann places", *offered]


def test_all_that_was_said_is_the_same_where_the_room_is_rebuilt() -> None:
    room = open_room()
    say(room, "ann", "play", text="Wd4,d1")
    say(room, "bob", "play", text="Bd7,a4")
    say(room, "ann", "offer")
    say(room, "bob", "answer", accept=False)
    say(room, "ann", "play", text="Gg1,g4")
    say(room, "ann", "take_back")
    say(room, "bob", "answer", accept=True)
    say(room, "ann", "play", text="g4")
    say(room, "bob", "resign")
    again = rebuild("r", room.take_emitted(), FIND)
    for person in ("ann", "bob", "eve"):
        turns = all_news(room.state, person)
        assert turns == all_news(again.state, person)
        assert unread_news(room.state, person) == unread_news(again.state, person)
        sentences = [sentence for turn in turns for sentence in turn.sentences]
        assert begun(sentences[:-1]) == [
            "Ann" if person == "ann" else "Ann places",
            "Bob" if person == "bob" else "Bob places",
            "Ann offers a draw.",
            "Bob declines the draw.",
            "Ann asks to take back the last decision.",
            "Bob agrees.",
            "Ann" if person == "ann" else "Ann places",
        ]
        assert sentences[-1].endswith("resigned.")
