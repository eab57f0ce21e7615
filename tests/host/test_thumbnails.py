"""Thumbnails: boards of tables as each person may see them, drawn once, and never waited for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest

from gipf_meta import Piece, Point, View
from gipf_meta.desk.context import ListedRoom
from gipf_meta.desk.match_cards import COMING, UNSEEN
from gipf_meta.host import thumbnails
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.room_lists import Lists
from gipf_meta.host.serving import host_server
from gipf_meta.host.tables import DatabaseError
from gipf_meta.host.thumbnails import TablesWithBoards
from gipf_meta.hub.hub import Hub
from gipf_meta.rooms.rebuilding import RoomAhead
from tests.host.conftest import make_tables
from tests.host.hosting import SmallGames, hosted, visitor
from tests.hub.test_hub import opening, play
from tests.rooms.cards import Cards, Laid
from tests.small_games.finding import find


class Dealt(Cards):
    """Cards whose hands lie on the board, for those who may see them."""

    id: ClassVar[str] = "dealt"
    views: ClassVar[list[int | None]] = []

    def view(self, state: Laid, seat: int | None) -> View:
        self.views.append(seat)
        shown = super().view(state, seat)
        hand = [item.label for tray in shown.trays for item in tray.items]
        return replace(
            shown,
            points=tuple(Point(f"{n}", n, 0, "hex") for n in range(3)),
            pieces=tuple(Piece(f"{n}", "tile", "neutral", label) for n, label in enumerate(hand)),
        )


class DealtGames(SmallGames):
    """The games of the tests, and that one."""

    def find(self, game: str) -> type[Cards]:
        return Dealt if game == "dealt" else find(game)  # type: ignore[return-value]


class Tables(NamedTuple):
    """Tables with thumbnails of a hub; *asked* has the callbacks that wait for a room, *drawn*
    the rooms that were drawn."""

    hub: Hub
    tables: TablesWithBoards
    asked: dict[str, Callable[[], object]]
    drawn: list[str]

    def of(self, person: str) -> ListedRoom:
        """The one table of *person*."""
        (table,) = self.tables.tables_of(person)
        return table

    def markup(self, person: str) -> str:
        """The board that *person* sees in his list."""
        picture = self.tables.standing(self.of(person), person).picture
        return picture.markup if picture is not None else ""


@pytest.fixture
def here(tmp_path: Path) -> Tables:
    """Tables of an empty database, where rooms are rebuilt when a test wants it."""
    database = Database.open(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    hub = Hub(DatabaseLedger(database), DealtGames().find, pauses_alone=False)
    hub.connect("ann", "ann", "")
    here = Tables(hub, TablesWithBoards(Lists(database), hub.rooms), {}, [])
    here.tables.do_in = here.asked.__setitem__
    here.tables.note_drawn = here.drawn.append
    Dealt.views.clear()
    return here


def deal(here: Tables, **values: bool) -> None:
    """Opens the room ``r``, in which Ann and Eve hold hands that the other one does not see."""
    here.hub.open_room(
        "r", opening("dealt", "human", "human", **values), "ann", others={1: "eve", 0: "ann"}
    )


def test_everybody_sees_what_his_seat_may_see(here: Tables) -> None:
    deal(here)
    shown = {person: here.markup(person) for person in ("ann", "eve")}
    assert all(f">{card}<" in shown["ann"] for card in (3, 8))
    assert all(f">{card}<" in shown["eve"] for card in (5, 6))
    assert not any(f">{card}<" in shown["ann"] for card in (5, 6))
    stranger = here.tables.standing(here.of("ann"), "bob").picture
    assert stranger is not None
    assert not any(f">{card}<" in stranger.markup for card in (3, 5, 6, 8))


def test_a_private_table_has_no_board_for_a_stranger(here: Tables) -> None:
    deal(here, is_private=True)
    assert here.markup("ann")
    assert here.tables.standing(here.of("ann"), "bob") == UNSEEN


def test_a_board_is_drawn_when_something_has_happened(
    here: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal(here)
    drawn = []
    real = thumbnails.standing_of
    monkeypatch.setattr(thumbnails, "standing_of", lambda *a: drawn.append(1) or real(*a))  # type: ignore[func-returns-value]
    assert here.markup("ann") == here.markup("ann")
    assert len(drawn) == 1
    play(here.hub, "8")
    assert here.tables.standing(here.of("ann"), "ann").player == 1
    assert len(drawn) == 2


def test_a_room_that_is_not_open_is_rebuilt_once_and_let_go_of(here: Tables) -> None:
    deal(here)
    play(here.hub, "8")
    here.hub.close_room("r")
    ask = here.tables.standing
    assert [ask(here.of("ann"), "ann") for _ in range(2)] == [COMING, COMING]
    rooms = here.hub.rooms
    work = rooms.ahead.work("r")
    assert work is not None
    rooms.ahead.take("r", work(lambda: True))
    here.asked.pop("r")()
    rooms.ahead.take("r")
    assert here.drawn == ["r"]
    assert here.markup("ann")
    assert (here.asked, len(here.hub.open_rooms)) == ({}, 0)


def test_a_room_that_cannot_be_rebuilt_is_not_asked_for_again(here: Tables) -> None:
    deal(here)
    here.hub.close_room("r")
    here.tables.standing(here.of("ann"), "ann")
    here.asked.pop("r")()
    assert here.tables.standing(here.of("ann"), "ann") == UNSEEN
    assert here.asked == {}


async def test_the_board_of_a_room_that_was_not_open_comes_to_the_page_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_server, "LISTS_S", 0.01)

    url = make_tables(f"sqlite:///{tmp_path / 'rooms.sqlite'}")
    async with (
        hosted(url, installed=DealtGames()) as host,
        visitor(host, name="Ann") as ann,
    ):
        host.open_room("r", ann.person, "eve", game="dealt")
        host.served.hub.close_room("r")
        told = await ann.page.ask({"do": "open", "screen": "tables", "about": {}})
        (rows, *_more) = told[-2]["screen"]["parts"]
        assert rows["look"] == "boards"
        assert "markup" not in rows["rows"][0]["picture"]
        (live,) = (await ann.page.next())["live"]["parts"]
        assert ">8<" in live["rows"][0]["picture"]["markup"]
        assert live["rows"][0]["cells"][1] == "your move · just now"
        assert len(host.served.hub.open_rooms) == 0
        host.open_room("s", ann.person, "eve", game="dealt")
        (live,) = (await ann.page.next())["live"]["parts"]
        new, same = (row["picture"] for row in live["rows"])
        assert new["key"] == same["key"]  # it looks alike, and the page has it
        assert not {"markup"} & {*new, *same}


def test_a_board_that_could_not_be_read_for_a_moment_is_asked_for_again(here: Tables) -> None:
    deal(here)
    here.hub.close_room("r")
    away = RoomAhead(error=DatabaseError("The database cannot be used: it is busy."))
    for found, drawn in ((away, COMING), (RoomAhead(error=ZeroDivisionError()), UNSEEN)):
        assert here.tables.standing(here.of("ann"), "ann") == COMING
        act = here.asked.pop("r")
        here.hub.rooms.ahead.take("r", found)
        act()
        here.hub.rooms.ahead.take("r")
        assert here.tables.standing(here.of("ann"), "ann") == drawn
    assert here.asked == {}
