"""Rooms are matches of the library, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.library.store import Library, LibraryKeeper
from gipf_meta.match.match import Match
from gipf_meta.records.models import Seat
from gipf_meta.records.writer import to_record
from tests.kept_table import KeptTable
from tests.small_games.finding import find, played
from tests.small_games.wager import Wager
from tests.web.pages import page_of, served_page
from tests.web.sites import in_library


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite") as library:
        yield library


async def test_what_is_played_is_in_the_list_at_once(library: Library) -> None:
    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        room = await page.begin()
        await page.watch(room)
        assert library.entries() == []
        await page.play(room, "claim", 3)
        (entry,) = library.entries()
        assert (str(entry.id), entry.names) == (room, ("0 human", "1 human"))


async def test_a_server_that_is_started_again_goes_on_where_it_was(library: Library) -> None:
    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        room = await page.begin()
        *first, _done = await page.watch(room)
        *played, _done = await page.play(room, "claim", 3)
    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        *again, _done = await page.watch(room)
        assert again == [*first, *played]
        await page.play(room, "allow", 4)
        assert library.entries()[0].turns == 1


async def test_a_match_that_was_played_on_in_the_terminal_goes_on_from_there(
    library: Library,
) -> None:
    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        room = await page.begin()
        await page.watch(room)
        await page.play(room, "claim", 3)
        await page.ask({"do": "unwatch", "room": room})
        record, keeper = library.go_on(int(room))
        table = KeptTable.resume(record, find, StillClock(), keeper)
        table.go_on()
        table.play("allow")
        (refused,) = await page.watch(room)
        assert "is being played in another window" in refused["why"]
        table.close()
        *events, _done = await page.watch(room, since=4)
        assert (events[0]["event"], events[0]["number"]) == ("opened", 5)
        *events, _done = await page.play(room, "two", events[-1]["number"])
        assert events[0]["text"] == "two"
        assert library.record(int(room)).turns[0].text == "claim,allow,two"


async def test_a_match_of_a_library_without_a_ledger_is_opened(library: Library) -> None:
    keeper = LibraryKeeper(library, (Seat(name="Ann"), Seat(name="Bob", player="random")))
    keeper.keep(played(Match.begin(Wager(), 2, find, 1), "claim"))
    keeper.close()

    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        *events, _done = await page.watch("1")
        assert [each["event"] for each in events[:2]] == ["opened", "seat_given"]
        assert events[0]["opening"]["record"]["people"][0]["name"] == "Ann"
        assert not events[0]["opening"]["record"].get("seed"), "it is a secret"


async def test_players_whom_a_match_does_not_name_are_called_like_their_seats(
    library: Library,
) -> None:
    library.add(to_record(played(Match.begin(Wager(), 2, find, 1), "claim")))
    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        opened, *_events = await page.watch("1")
        names = [seat["name"] for seat in opened["opening"]["players"]]
        assert names == [*Wager.seat_names[:2]]


@pytest.mark.parametrize("room", ["2", "x", "0", "00", "-1", "9" * 30, "²"])
async def test_there_is_no_room_without_a_match(room: str, library: Library) -> None:
    async with (
        served_page(in_library(library)) as (_served, visitor),
        page_of(visitor) as page,
    ):
        (refused,) = await page.watch(room)
        assert refused["why"]


async def test_what_cannot_be_written_is_refused_with_a_sentence_and_can_be_played_later(
    library: Library,
) -> None:
    async with (
        served_page(in_library(library)) as (served, visitor),
        page_of(visitor) as page,
    ):
        room = await page.begin()
        await page.watch(room)
        library.database.connection.execute("PRAGMA query_only = ON")
        (refused,) = await page.play(room, "claim", 3)
        assert refused["why"].endswith("cannot be used: it may only be read.")
        library.database.connection.execute("PRAGMA query_only = OFF")
        *events, _done = await page.play(room, "claim", 3)
        assert [event["number"] for event in events] == [4]
        assert served.said == []
