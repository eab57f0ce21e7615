"""Attempts on the list of what waits and the way to the next match: none gets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.host.database import Database
from gipf_meta.host.room_lists import Lists, LiveLists
from tests.host.hosting import Visitor, hosted, visitor


async def next_of(who: Visitor, **about: str) -> str:
    """Where ``next`` leads *who*, or the sentence that he is told instead."""
    told = await who.page.ask({"do": "submit", "screen": "next", "about": about})
    said = next(each for each in told if each.keys() & {"go", "notice", "refused"})
    return str(said.get("go") or said.get("notice") or said.get("why"))


async def test_next_leads_to_no_room_of_others_whatever_is_named(file_url: str) -> None:
    async with (
        hosted(file_url) as host,
        visitor(host, name="Ann") as ann,
        visitor(host, name="Bob") as bob,
        visitor(host, name="Eve") as eve,
    ):
        room = host.open_room("r", ann.person, bob.person)
        for named in (room, ann.person, "../r", "r" * 200, "__proto__", "room/r"):
            assert await next_of(eve, room=named) == "Nothing waits for you now."
            assert await next_of(ann, room=named if named != room else "") == "room/r"
        assert await next_of(ann, room=room) == "Nothing else waits for you now."
        assert await next_of(eve, person=ann.person) == "Nothing waits for you now."


async def test_a_match_waits_no_more_at_any_process_once_the_move_is_answered(url: str) -> None:
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(other, secret=ann.hello["secret"]) as again,
        visitor(other, name="Bob") as bob,
    ):
        room = one.open_room("r", ann.person, bob.person)
        assert await next_of(again) == "room/r"
        assert await next_of(bob) == "Nothing waits for you now."
        await ann.page.watch(room)
        await ann.page.play(room, "claim", one.served.hub.room(room).number)
        waits = [await next_of(again), await next_of(bob)]
        player = one.served.hub.room(room).table.player
        assert waits == [
            "room/r" if player == place else "Nothing waits for you now." for place in (0, 1)
        ]


class Desks:
    """A source of lists that counts how often it is asked."""

    def __init__(self) -> None:
        self.count = 0

    def live_parts(self, person: str, screen: str) -> list[dict[str, object]]:
        """A list that differs each time."""
        self.count += 1
        return [{"part": "text", "text": f"{person} {self.count}"}]


@pytest.mark.parametrize("languages", [("en",), ("en", "cs")])
async def test_many_tabs_of_a_person_cost_one_list_a_language(
    database: Database, languages: tuple[str, ...]
) -> None:
    desks, told = Desks(), list[Any]()
    live = LiveLists(Lists(database), desks)
    pages = [f"page {n}" for n in range(40)]
    shown: Any = {"screen": {"name": "launcher", "title": "", "parts": [], "live": 0}}
    for page in pages:
        live.note_answers(page, "ann", [shown])
    for n in range(12):  # twelve matches change in one second
        live.note(f"r{n}")

    def tell(link: str, make: Callable[[], Any]) -> bool:
        with spoken(languages[pages.index(link) % len(languages)]):
            told.append(make())
        return True

    live.forget_room("r0")
    await live.tell(tell)
    assert len(told) == 40
    assert desks.count == len(languages)


async def test_what_somebody_is_invited_to_no_more_leaves_his_list_by_itself(
    database: Database,
) -> None:
    desks, told = Desks(), list[str]()
    live = LiveLists(Lists(database), desks)
    do = {"do": "submit", "screen": "table", "about": {"room": "r1"}, "values": {}}
    parts = [{"part": "rows", "rows": [{"cells": ["x"], "buttons": [{"text": "x", "do": do}]}]}]
    for page, shown_parts in (("has it", parts), ("has none", [])):
        screen: Any = {"name": "launcher", "title": "", "parts": shown_parts, "live": 1}
        live.note_answers(page, "nobody of the room", [{"screen": screen}])

    def tell(link: str, make: Callable[[], Any]) -> bool:
        told.append(link)
        return bool(make())

    live.note("r0")
    await live.tell(tell)
    told.clear()  # the first time all pages are told
    for page, shown_parts in (("has it", parts), ("has none", [])):
        screen = {"name": "launcher", "title": "", "parts": shown_parts, "live": 1}
        live.note_answers(page, "nobody of the room", [{"screen": screen}])
    live.note("r2")
    await live.tell(tell)
    assert told == []
    live.note("r1")
    await live.tell(tell)
    assert told == ["has it"]
