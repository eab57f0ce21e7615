"""Lists of rooms: the tables of each person, and the open tables."""

from __future__ import annotations

import pytest

from gipf_meta.desk.context import SeatInList
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.people import DatabasePeople
from gipf_meta.host.room_lists import Lists
from gipf_meta.hub.hub import Hub
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.plugins.playable import setting_up
from gipf_meta.records.models import Seat
from gipf_meta.rooms import events as told
from gipf_meta.rooms.ledger import Batch
from gipf_meta.table.openings import Opening
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import opening, play, say


@pytest.fixture
def lists(database: Database) -> Lists:
    """The lists of an empty database."""
    return Lists(database)


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub on that database, with connections of ann and eve."""
    return new_hub_on(DatabaseLedger(database))


def test_a_room_is_listed_for_those_who_hold_its_seats(hub: Hub, lists: Lists) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    hub.open_room("s", opening("wager", "human", "random"), "eve")
    (listed,) = lists.tables_of("ann")
    assert (listed.room, listed.game, listed.turns, listed.is_over) == ("r", "wager", 0, False)
    assert listed.seats == (
        SeatInList(0, "p0", "ann", waits=True),
        SeatInList(1, "p1", "eve"),
    )
    assert 0 < listed.opened_ms <= listed.changed_ms
    assert {each.room for each in lists.tables_of("eve")} == {"r", "s"}
    assert lists.tables_of("bob") == []
    bots = next(each for each in lists.all_rooms() if each.room == "s")
    assert bots.seats[1] == SeatInList(1, "p1", kind="random")
    assert not bots.seats[1].is_free


def test_the_list_follows_the_match(hub: Hub, lists: Lists) -> None:
    room = hub.open_room("r", opening("wager", "human", "human"), "ann")
    assert lists.tables_of("ann")[0].player == room.table.match.player
    play(hub, "claim")
    (listed,) = lists.tables_of("ann")
    assert (listed.number, listed.turns) == (
        room.number,
        len(room.table.match.sessions[0].turns()),
    )
    say(hub, "resign")
    (listed,) = lists.tables_of("ann")
    assert listed.is_over == (room.table.over is not None)


def test_the_tables_of_one_visitor_bury_those_of_nobody(
    hub: Hub, lists: Lists, database: Database
) -> None:
    people = DatabasePeople(database)
    eve = people.identify({"secret": "e" * 22})[0]
    table = opening("wager", "human", "human", is_open=True)
    hub.open_room("ann", table, "ann", others={1: ""})
    for n in range(4):
        hub.open_room(f"eve{n}", table, eve, others={1: ""})
    hub.open_room("bob", table, "bob", others={1: ""})
    listed = [each.room for each in lists.open_tables()]
    assert sorted(listed[:3])[:2] == ["ann", "bob"]
    assert [each[:3] for each in listed[3:]] == ["eve"] * 3
    assert {"ann", "bob"} < {each.room for each in lists.open_tables(most=3)}
    assert lists.count_open([eve]) == 4
    assert lists.count_open(["ann", "bob"]) == 2
    assert lists.count_all_unfinished() == 6
    people.ban(eve)
    assert {each.room for each in lists.open_tables()} == {"ann", "bob"}


def test_who_leaves_the_room_that_he_has_opened_has_it_in_no_list_any_more(
    hub: Hub, lists: Lists
) -> None:
    people = opening("wager", "human", "human", is_private=True)
    hub.open_room("r", people, "ann", others={0: "", 1: "eve"})
    assert [each.by for each in lists.tables_of("ann")] == ["ann"]
    say(hub, "leave")
    assert lists.tables_of("ann") == []
    assert [each.by for each in lists.tables_of("eve")] == [""]


def test_who_gives_his_seat_up_has_it_in_no_list_any_more(database: Database, lists: Lists) -> None:
    ledger = DatabaseLedger(database)
    hub = new_hub_on(ledger)
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: "eve"})
    room = hub.rooms.find("r").room
    room.emit(told.SeatGiven, player=1, person="bob")
    ledger.append(Batch("r", room.take_emitted(), room.summary()))
    assert lists.tables_of("eve") == []
    assert [seat.person for seat in lists.tables_of("bob")[0].seats] == ["ann", "bob"]


def test_what_has_changed_last_comes_first(hub: Hub, lists: Lists) -> None:
    for id in ("a", "b", "c"):
        hub.open_room(id, opening("wager", "human", "human"), "ann")
    changed = [each.changed_ms for each in lists.all_rooms()]
    assert changed == sorted(changed, reverse=True)
    assert len(lists.all_rooms(2)) == 2


def test_rooms_that_are_not_open_are_in_no_list_of_open_ones(hub: Hub, lists: Lists) -> None:
    hub.open_room("r", opening("wager", "human", "human"), "ann", others={1: ""})
    assert lists.open_tables() == []


def test_an_open_table_whose_last_free_seat_is_somebodys_is_not_listed(
    hub: Hub, lists: Lists
) -> None:
    people = opening("wager", "human", "human", is_open=True)
    hub.open_room("r", people, "ann", others={1: ""})
    say(hub, "invite", player=1, key="k" * 22)
    assert lists.open_tables() == []
    assert [seat.is_reserved for seat in lists.tables_of("ann")[0].seats] == [False, True]
    say(hub, "uninvite", player=1)
    assert [each.room for each in lists.open_tables()] == ["r"]


@pytest.mark.needs("zertz")
def test_lists_say_which_matches_began_from_a_position(hub: Hub, lists: Lists) -> None:
    position = "a4,c2,c3,Wc4,Wc5,d3,d4 0/3/1 3/2/4 1/2/3 2"
    hub.open_room("r", opening("zertz", "human", "human", position=position), "ann")
    hub.open_room("s", opening("zertz", "human", "human"), "ann")
    assert {each.room: each.is_from_position for each in lists.all_rooms()} == {
        "r": True,
        "s": False,
    }


@pytest.mark.needs("zertz")
def test_a_study_is_among_the_tables_of_who_was_let_in(hub: Hub, lists: Lists) -> None:
    record = hub.open_room("r", opening("zertz", "human", "human"), "ann").table.record()
    study = Opening.of_record(record.model_copy(update={"study": True}))
    hub.open_room("s", study.model_copy(update={"is_private": True}), "ann")
    say(hub, "invite", room="s", player=None, key="k" * 22)
    assert lists.tables_of("eve") == []
    say(hub, "enter", "eve", room="s", key="k" * 22)
    (listed,) = lists.tables_of("eve")
    assert (listed.room, listed.is_study, listed.is_over) == ("s", True, False)
    assert lists.people_of(["s"]) >= {"ann", "eve"}
    assert {each.room: each.is_study for each in lists.tables_of("ann")} == {"r": False, "s": True}
    assert lists.count_unfinished(["ann"]) == 1
    assert lists.count_all_unfinished() == 1
    say(hub, "leave", "eve", room="s")
    assert lists.tables_of("eve") == []


@pytest.mark.needs("zertz")
def test_a_board_that_is_set_up_is_no_table(database: Database, lists: Lists) -> None:
    hub = Hub(DatabaseLedger(database), installed_plugins().find, patience_ms=None)
    board = setting_up("zertz", "{}", "")
    hub.open_room("r", Opening.of_match(board, [Seat(name="Ann")], 0), "ann")
    assert lists.tables_of("ann") == []
    assert lists.count_unfinished(["ann"]) == 0
    assert [each.room for each in lists.all_rooms()] == ["r"]
