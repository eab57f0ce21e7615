"""News of what waits for people, told to their open pages and programs as it changes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.host.followed_waiting import FollowedWaiting
from gipf_meta.host.room_lists import MOST_AT_ONCE
from gipf_meta.host.serving import host_server
from tests.host.hosting import hosted, visitor
from tests.host.test_room_lists_lobby import open_table


class Club:
    """People for whom rooms wait, and links, each of which may watch one room."""

    def __init__(self) -> None:
        self.rooms: dict[str, list[str]] = {}
        self.seats: dict[str, set[str]] = {}
        self.at: dict[str, str] = {}
        self.made = self.asked = 0
        self.told: dict[str, list[Any]] = {}
        self.gone = set[str]()
        self.followed = FollowedWaiting(self, self, lambda link, room: self.at.get(link) == room)

    def rooms_by_person(self, rooms: Collection[str]) -> Mapping[str, Collection[str]]:
        """The seats that were set."""
        self.asked += 1
        return {person: his.intersection(rooms) for person, his in self.seats.items()}

    def waiting(self, person: str) -> Any:
        """The rooms that were set."""
        self.made += 1
        rows = [{"room": room, "title": room} for room in self.rooms.get(person, [])]
        return {"waits": rows, "count": len(rows), "now_ms": 7}

    def follow(self, link: str, person: str) -> None:
        """*link* asks to be told."""
        answer: Any = {**self.waiting(person), "follows": True}
        self.followed.note_answers(link, person, [answer])
        self.made -= 1

    def wait(self, person: str, *rooms: str) -> None:
        """These rooms wait for *person* from now on, and no others; all have changed."""
        before = self.rooms.get(person, [])
        self.rooms[person] = [*rooms]
        self.seats.setdefault(person, set()).update(rooms)
        for room in {*before} ^ {*rooms}:
            self.followed.note(room)

    async def tell(self) -> dict[str, list[Any]]:
        """The messages that each link gets now."""
        self.told = {}
        await self.followed.tell(self._tell)
        return self.told

    def _tell(self, link: str, make: Callable[[], Any]) -> bool:
        if link in self.gone:
            return False
        if (said := make()) is not None:
            self.told.setdefault(link, []).append(said)
        return True


@pytest.fixture
def club() -> Club:
    """Ann, who follows what waits for her: nothing yet."""
    club = Club()
    club.follow("a", "ann")
    return club


def said(*rooms: str, count: int) -> list[Any]:
    """A message on rooms that have begun to wait."""
    rows = [{"room": room, "title": room} for room in rooms]
    return [{"awaits": {"waits": rows, "count": count, "now_ms": 7}}]


async def test_what_begins_to_wait_is_told_once(club: Club) -> None:
    club.wait("ann", "r1")
    assert await club.tell() == {"a": said("r1", count=1)}
    assert await club.tell() == {}
    club.followed.note("r1")  # something else happens there
    assert await club.tell() == {}
    club.wait("ann", "r1", "r2")
    assert await club.tell() == {"a": said("r2", count=2)}


async def test_what_waits_no_more_is_only_counted(club: Club) -> None:
    club.wait("ann", "r1", "r2")
    await club.tell()
    club.wait("ann", "r2")
    assert await club.tell() == {"a": said(count=1)}
    club.wait("ann", "r1", "r2")
    assert await club.tell() == {"a": said("r1", count=2)}


async def test_what_waited_before_is_no_news(club: Club) -> None:
    club.wait("bob", "r1")
    club.follow("b", "bob")
    await club.tell()
    club.wait("bob", "r1", "r2")
    assert await club.tell() == {"b": said("r2", count=2)}


async def test_an_invitation_that_is_taken_back_is_counted_away(club: Club) -> None:
    club.wait("ann", "r1")
    await club.tell()
    club.rooms["ann"], club.seats["ann"] = [], set()
    club.followed.note("r1")
    assert await club.tell() == {"a": said(count=0)}


async def test_a_match_at_whose_board_one_sits_costs_nothing(club: Club) -> None:
    club.at["a"] = "r1"
    for turn in range(10):
        club.wait("ann", *(["r1"] if turn % 2 == 0 else []))
        assert await club.tell() == {}
    assert club.made == 0


async def test_what_was_seen_at_the_board_is_no_news_after_it(club: Club) -> None:
    club.at["a"] = "r1"
    club.wait("ann", "r1")
    await club.tell()
    del club.at["a"]
    assert await club.tell() == {"a": said(count=1)}
    club.wait("ann", "r1", "r2")
    assert await club.tell() == {"a": said("r2", count=2)}


async def test_the_answer_that_comes_after_one_has_left_is_news(club: Club) -> None:
    club.wait("ann", "r1")
    await club.tell()
    club.at["a"] = "r1"
    club.wait("ann")  # her move
    await club.tell()
    del club.at["a"]
    assert await club.tell() == {"a": said(count=0)}
    club.wait("ann", "r1")
    assert await club.tell() == {"a": said("r1", count=1)}


async def test_another_match_is_news_at_a_board(club: Club) -> None:
    club.at["a"] = "r1"
    club.wait("ann", "r1", "r2")
    assert await club.tell() == {"a": said("r2", count=1)}
    del club.at["a"]
    assert await club.tell() == {"a": said(count=2)}


async def test_the_match_to_which_one_goes_is_not_counted_there(club: Club) -> None:
    club.wait("ann", "r1", "r2")
    await club.tell()
    club.at["a"] = "r1"
    club.followed.note_place("a")
    assert await club.tell() == {"a": said(count=1)}
    assert await club.tell() == {}
    del club.at["a"]
    assert await club.tell() == {"a": said(count=2)}


async def test_many_tabs_of_a_person_cost_one_list_a_language(club: Club) -> None:
    for number in range(40):
        club.follow(f"a{number}", "ann")
    club.wait("ann", "r1")
    with spoken("en"):
        assert len(await club.tell()) == 41
    assert (club.made, club.asked) == (1, 1)


async def test_nothing_is_asked_where_nobody_follows() -> None:
    club = Club()
    club.wait("ann", "r1")
    assert await club.tell() == {}
    assert (club.made, club.asked) == (0, 0)


async def test_a_link_that_is_gone_is_forgotten(club: Club) -> None:
    club.gone.add("a")
    club.wait("ann", "r1")
    await club.tell()
    club.gone.clear()
    club.wait("ann", "r1", "r2")
    assert await club.tell() == {}


async def test_a_crowd_is_told_a_part_at_a_time(club: Club) -> None:
    for number in range(MOST_AT_ONCE + 10):
        club.follow(f"b{number}", "bob")
    club.wait("bob", "r1")
    first = await club.tell()
    second = await club.tell()
    assert (len(first), len(second)) == (MOST_AT_ONCE, 10)
    assert not first.keys() & second.keys()


async def test_programs_are_told_by_any_process(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_server, "LISTS_S", 0.01)
    async with (
        hosted(url) as one,
        hosted(url) as other,
        visitor(one, name="Ann") as ann,
        visitor(other, name="Bob") as bob,
        visitor(one, name="Ann") as elsewhere,
    ):
        room = await open_table(ann, opponent="anybody")
        about = {"follow": "yes"}
        heard = await bob.page.ask({"do": "open", "screen": "waiting", "about": about})
        assert heard[0]["waits"] == []
        assert heard[0]["follows"]
        plain = await elsewhere.page.ask({"do": "open", "screen": "waiting", "about": {}})
        assert "follows" not in plain[0]
        await bob.page.ask({"do": "sit", "room": room, "player": 1})
        await ann.page.watch(room)
        await ann.page.play(room, "claim", one.served.hub.room(room).number)
        news = await bob.page.next()
        while not news.get("awaits", {}).get("waits"):
            news = await bob.page.next()
        assert [row["room"] for row in news["awaits"]["waits"]] == [room]
        assert news["awaits"]["count"] == 1
