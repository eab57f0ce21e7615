"""The desk at a host: a person's tables, seats that stay free, the person's key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.desk.context import ListedRoom, SeatInList, WaitingRooms
from gipf_meta.desk.match_cards import MatchInList
from gipf_meta.desk.parts import Picture
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.record_files import link_of
from tests.desk.conftest import Page, buttons, fields, new_page, parts, texts_of, values_of
from tests.desk.test_setup import room_of
from tests.web.begun import BEGUN

NOW_MS = 1_700_000_000_000
BOARD = Picture(box=(0, 0, 8, 8), markup="<circle/>")


def listed(room: str, game: str, seats: Sequence[SeatInList], **values: Any) -> ListedRoom:
    """A table as a list shows it, with *values* that are not as usual."""
    usual = {"player": 0, "turns": 3, "number": 1, "changed_ms": NOW_MS - 180_000}
    return ListedRoom(room, game, tuple(seats), **{**usual, **values})


@dataclass
class TablesInMemory:
    """A ``Tables`` whose tables a test sets."""

    own: list[ListedRoom] = field(default_factory=list)
    open: list[ListedRoom] = field(default_factory=list)
    waiting: list[ListedRoom] = field(default_factory=list)
    questions: dict[str, str] = field(default_factory=dict)

    def now_ms(self) -> int:
        return NOW_MS

    def waiting_for(self, person: str) -> WaitingRooms:
        waiting = self.waiting if person == "ann" else []
        return WaitingRooms(waiting[:200], len(waiting), NOW_MS)

    def tables_of(self, person: str) -> Sequence[ListedRoom]:
        return self.own if person == "ann" else []

    def open_tables(self, person: str = "") -> Sequence[ListedRoom]:
        return self.open

    def agreed(self, table: ListedRoom) -> str:
        return "Who leaves may lose it." if table.room == "agreed" else ""

    def standing(self, table: ListedRoom, person: str) -> MatchInList:
        winners = table.room[:1] == "w" and (int(table.room[1:]),)
        duel, question = "GIPF" if table.turns == 9 else "", self.questions.get(table.room, "")
        return MatchInList(BOARD, duel, winners=winners or None, question=question)


ANN, BOB = SeatInList(0, "Ann", "ann"), SeatInList(1, "Bob", "bob")


@pytest.fixture
def page() -> Page:
    """Ann's page at a desk of a host without tables."""
    page = new_page(None, installed_plugins(), Settings(name="Ann", name_asked=True))
    page.context.tables = TablesInMemory()
    page.context.now = lambda: moment_of(NOW_MS)
    return page


def lay(page: Page, own: Sequence[ListedRoom] = (), open: Sequence[ListedRoom] = ()) -> None:
    """Sets the tables that *page* shows."""
    page.context.tables = TablesInMemory([*own], [*open])


def rows_below(screen: dict[str, Any], heading: str) -> list[dict[str, Any]]:
    """The rows of the list that follows a heading."""
    told = screen["parts"]
    place = next((n for n, part in enumerate(told) if part.get("text") == heading), len(told))
    return list(told[place + 1]["rows"]) if place < len(told) else []


# ---- tables -------------------------------------------------------------------------------------


@pytest.mark.needs("zertz")
def test_my_tables_are_listed_and_whose_turn_it_is_mine_first(page: Page) -> None:
    theirs = listed("r1", "zertz", [ANN, BOB], player=1, turns=4)
    mine = listed("r2", "zertz", [replace(ANN, waits=True), BOB], player=0, turns=9)
    over = listed("r3", "zertz", [ANN, BOB], player=None, is_over=True)
    lay(page, [theirs, over, mine])
    rows = page.open("tables")["parts"][0]["rows"]
    assert [row["cells"] for row in rows] == [
        ["ZÈRTZ: You against Bob", "a duel in GIPF runs · your move · 3 minutes ago"],
        ["ZÈRTZ: You against Bob", "Bob's move · 3 minutes ago"],
    ]
    (go_on,) = rows[0]["buttons"]
    assert go_on["primary"]
    assert page.send(**go_on["do"])[0] == {"go": "room/r2"}
    assert "primary" not in rows[1]["buttons"][0]


@pytest.mark.needs("zertz")
def test_tables_that_wait_are_boards_a_bounded_number_of_them_and_what_is_over_is_none(
    page: Page,
) -> None:
    waiting = [listed(f"r{n}", "zertz", [ANN, BOB]) for n in range(20)]
    over = listed("s", "zertz", [ANN, BOB], player=None, is_over=True)
    lay(page, [over, *waiting])
    for screen, boards, others in (("launcher", 8, 0), ("tables", 12, 9)):
        lists = [part for part in parts(page.open(screen)) if part["part"] == "rows"]
        rows = [row for each in lists for row in each["rows"] if "ZÈRTZ: You" in row["cells"][0]]
        drawn = [row for row in rows if row.get("picture", {}).get("markup") == BOARD.markup]
        assert (len(drawn), len(rows) - len(drawn)) == (boards, others)
        assert lists[0]["look"] == "boards"


@pytest.mark.needs("zertz")
def test_all_my_tables_are_on_a_screen_of_their_own_those_that_are_over_too(page: Page) -> None:
    lay(page, [listed("r3", "zertz", [ANN, BOB], player=None, is_over=True)])
    screen = page.open("tables")
    (row,) = next(part["rows"] for part in parts(screen) if part["part"] == "rows")
    assert row["cells"][1] == "over after turn 3 · 3 minutes ago"
    assert row["buttons"][0]["text"] == "Look at it"


@pytest.mark.needs("zertz")
def test_a_table_that_is_over_says_who_won_and_leads_to_its_review(page: Page) -> None:
    mia = SeatInList(1, "beginner", "", "beginner")
    seats = {"w0": [ANN, BOB], "w1": [ANN, mia]}
    lay(page, [listed(name, "zertz", seats[name], player=None, is_over=True) for name in seats])
    (first, second) = next(part for part in parts(page.open("tables")) if "rows" in part)["rows"]
    assert first["cells"] == ["Won against Bob", "ZÈRTZ · 3 moves · 3 minutes ago"]
    assert second["cells"][0] == "Lost to Mia"
    assert first["picture"]["markup"] == BOARD.markup
    assert second["picture"]["markup"].startswith(BOARD.markup + "<g"), "with the face of Mia"
    assert [button["text"] for button in first["buttons"]] == ["Review", "Look at it"]
    review = first["buttons"][0]["do"]
    assert review["about"] == {"room": "w0", "at": "review"}
    assert page.send(**review)[0] == {"go": "room/w0"}


def test_the_tables_are_a_place_where_others_have_matches(page: Page) -> None:
    places = page.desk.hello()["places"]
    assert [each["screen"] for each in places] == ["launcher", "lessons", "tables", "settings"]


@pytest.mark.needs("zertz", "zatre")
def test_at_an_open_table_every_free_seat_can_be_taken(page: Page) -> None:
    free = [SeatInList(0, "Bob", "bob"), SeatInList(1, "Black")]
    four = [
        SeatInList(0, "Bob", "bob"),
        SeatInList(1, "B"),
        SeatInList(2, "C"),
        SeatInList(3, "easy", "", "easy"),
    ]
    own = [SeatInList(0, "Ann", "ann"), SeatInList(1, "Black")]
    lay(
        page,
        open=[
            listed("r1", "zertz", free, turns=0, is_from_position=True),
            listed("r2", "zatre", four, turns=0),
            listed("r3", "zertz", own, turns=0),
        ],
    )
    rows = rows_below(page.open("launcher"), "Open tables")
    told = [
        (row["cells"][0], button["text"], button["do"]) for row in rows for button in row["buttons"]
    ]
    watched = [do["about"]["room"] for _table, words, do in told if words == "Watch"]
    assert watched == ["r1", "r2"]
    assert [each for each in told if each[1] != "Watch"] == [
        (
            "ZÈRTZ (from a position): Bob against a free seat",
            "Take a seat",
            {"do": "sit", "room": "r1", "player": 1},
        ),
        (
            "Zatre: Bob against a free seat, a free seat, Oskar",
            "Take a seat: Player 2",
            {"do": "sit", "room": "r2", "player": 1},
        ),
        (
            "Zatre: Bob against a free seat, a free seat, Oskar",
            "Take a seat: Player 3",
            {"do": "sit", "room": "r2", "player": 2},
        ),
    ]


def test_a_table_of_a_game_that_is_not_here_is_listed_all_the_same(page: Page) -> None:
    lay(page, [listed("r1", "gone", [ANN, SeatInList(1, "?")])])
    (row,) = rows_below(page.open("launcher"), "Your tables")
    assert row["cells"] == [
        "gone: You against a free seat",
        "waits for somebody to sit down · turn 3 · 3 minutes ago",
    ]


@pytest.mark.parametrize("room", ["", "a b", "../x", "r" * 81])
def test_no_table_has_an_address_that_means_something_else(page: Page, room: str) -> None:
    page.why(page.send(do="submit", screen="table", about={"room": room}))


def test_where_one_person_plays_alone_nobody_else_is_spoken_of() -> None:
    page = new_page(None, installed_plugins())
    for screen in (page.open("launcher"), page.open("settings"), page.open("setup", game="die")):
        words = " ".join(texts_of(screen))
        assert not [
            word for word in ("table", "invite", "your key", "watch") if word in words.lower()
        ]


# ---- a new match --------------------------------------------------------------------------------


@pytest.mark.needs("zertz")
def test_the_first_match_leaves_the_other_seat_to_somebody_who_is_invited(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    entries = fields(screen)
    assert (entries["opponent"]["value"], entries["side"]["value"]) == ("invited", "0")
    assert [value for value, _words in entries["opponent"]["choices"][:2]] == ["invited", "anybody"]
    assert "other" not in entries
    room = room_of(page, page.submit(screen))
    assert room.seats.holders == {0: "ann"}
    assert [(player.kind, player.name) for player in room.table.players] == [
        ("human", "Ann"),
        ("human", "Player 2"),
    ]
    assert room.opening.is_private
    assert not room.opening.is_open


@pytest.mark.needs("zatre")
def test_a_first_match_has_no_more_seats_than_it_needs(page: Page) -> None:
    screen = page.open("setup", game="zatre")
    values = values_of(page.screen_of(page.submit(screen, "opponent", opponent="each")))
    assert [values[f"seat-{n}"] for n in range(6)] == ["human", "invited", *["none"] * 4]


@pytest.mark.needs("zertz")
def test_a_table_with_a_seat_for_anybody_is_open_and_seen_by_all(page: Page) -> None:
    room = room_of(page, page.submit(page.open("setup", game="zertz"), opponent="anybody"))
    assert (room.opening.is_open, room.opening.is_private) == (True, False)
    again = values_of(page.open("setup", game="zertz"))
    assert (again["opponent"], again["watched"]) == ("anybody", False)


@pytest.mark.needs("zertz")
def test_a_match_is_private_unless_others_may_watch(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    assert room_of(page, page.submit(screen, opponent="easy")).opening.is_private
    room = room_of(page, page.submit(screen, opponent="easy", watched=True))
    assert not room.opening.is_private
    assert values_of(page.open("setup", game="zertz"))["watched"] is True


@pytest.mark.needs("gipf", "zertz")
def test_a_first_duel_is_nobody_elses(page: Page) -> None:
    room = room_of(page, page.send(do="submit", screen="first_duel"))
    assert room.opening.is_private


@pytest.mark.needs("zertz")
def test_a_lot_may_seat_me_anywhere_and_the_other_seat_stays_free(page: Page) -> None:
    seats = set()
    for seed in range(20):
        page.context.new_seed = lambda seed=seed: seed  # type: ignore[misc]
        answers = page.submit(page.open("setup", game="zertz"), side="lot")
        holders = room_of(page, answers).seats.holders
        assert list(holders.values()) == ["ann"]
        seats.update(holders)
    assert seats == {0, 1}


def test_a_seat_for_somebody_else_cannot_be_asked_for_where_one_plays_alone() -> None:
    page = new_page(None, installed_plugins())
    screen = page.open("setup", game="die")
    (refusal,) = page.submit(screen, opponent="invited")
    assert refusal["field"] == "opponent"


@pytest.mark.needs("zertz")
def test_a_match_from_elsewhere_is_played_on_with_somebody_who_is_invited(page: Page) -> None:
    screen = page.open("shared_match", match=link_of(BEGUN))
    assert values_of(screen) == {"seat-0": "invited", "seat-1": "human"}
    room = room_of(page, page.submit(screen))
    assert room.seats.holders == {1: "ann"}
    assert [player.kind for player in room.table.players] == ["human", "human"]
    assert room.opening.is_private


# ---- the settings -------------------------------------------------------------------------------


def test_the_settings_lead_to_who_i_am_and_have_no_choice_that_is_one_for_all(page: Page) -> None:
    screen = page.open("settings")
    assert "me" in [button["do"].get("screen") for button in buttons(screen)]
    assert "thinking_s" not in fields(screen)
    refused = page.send(do="submit", screen="settings", values={"thinking_s": "2"})
    assert page.why(refused)


@pytest.mark.needs("zertz")
def test_a_study_waits_for_nobody_at_a_seat(page: Page) -> None:
    seats = [SeatInList(0, "Player 1"), SeatInList(1, "Player 2")]
    lay(page, own=[listed("r1", "zertz", seats, is_study=True)])
    (row,) = rows_below(page.open("launcher"), "Your tables")
    assert row["cells"] == ["ZÈRTZ: a study", "turn 3 · 3 minutes ago"]


# ---- time ----------------------------------------------------------------------------------------


@pytest.mark.needs("gipf")
def test_how_long_one_may_be_away_is_asked_for_where_others_play(page: Page) -> None:
    screen = page.open("setup", game="gipf")
    screen = page.screen_of(page.submit(screen, "preset", preset="three_and_three"))
    alone = fields(page.screen_of(page.submit(screen, "opponent", opponent="medium")))
    assert "away" not in alone
    invites = {"opponent": "invited"}
    asked = fields(page.screen_of(page.submit(screen, "opponent", **invites)))["away"]
    assert asked["choices"][0] == ["", "as usual: 1 day"]
    timed = fields(page.screen_of(page.submit(screen, "clock", **invites, clock="10m")))
    assert timed["away"]["choices"][0] == ["", "as usual: 10 minutes"]
    assert timed["duel_clock"]["choices"][0] == ["", "as that of the match"]
    slow = fields(page.screen_of(page.submit(screen, "clock", **invites, clock="1440m/turn")))
    assert "away" not in slow
    chosen = {**invites, "clock": "10m", "duel_clock": "none", "away": "3600000", "name": "Ann"}
    (go,) = (each["go"] for each in page.submit(screen, **chosen) if "go" in each)
    opening = page.context.hub.room(go.removeprefix("room/")).opening
    assert (opening.duel_control, opening.away_ms) == ("none", 3_600_000)
    again = fields(page.open("setup", game="gipf"))
    assert again["away"]["value"] == "3600000"


@pytest.mark.needs("gipf")
def test_a_match_with_others_may_have_a_clock_of_days_which_stands_in_the_form_as_it_is_told(
    page: Page,
) -> None:
    screen, alone = page.open("setup", game="gipf"), {"opponent": "medium"}
    asked = fields(page.screen_of(page.submit(screen, "opponent", **alone)))["clock"]
    assert not any("d" in text for text, _words in asked["choices"])
    invites = {"opponent": "invited"}
    asked = fields(page.screen_of(page.submit(screen, "opponent", **invites)))["clock"]
    assert asked["choices"][-3:] == [
        ["3d/turn", "3 days a turn"], ["7d/turn", "7 days a turn"],
        ["7d+1d", "7 days + 1 day a turn"],
    ]  # fmt: skip
    typed = fields(page.screen_of(page.submit(screen, "clock", **invites, clock="2 days a turn")))
    assert typed["clock"]["note"].startswith("Play when you like: time begins when every seat")
    chosen = {**invites, "clock": "3 days a turn", "name": "Ann"}
    (go,) = (each["go"] for each in page.submit(screen, **chosen) if "go" in each)
    assert page.context.hub.room(go.removeprefix("room/")).opening.control == "4320m/turn"
    assert fields(page.open("setup", game="gipf"))["clock"]["value"] == "3d/turn"
    (refused,) = page.submit(screen, **{**chosen, "clock": "70d"})
    assert refused["field"] == "clock"
    assert "at most 69 days" in refused["why"]


@pytest.mark.needs("zertz")
def test_what_is_agreed_on_time_stands_in_the_lobby_before_one_sits_down(page: Page) -> None:
    free = [SeatInList(0, "Bob", "bob"), SeatInList(1, "Player 2")]
    lay(page, open=[listed("agreed", "zertz", free), listed("other", "zertz", free)])
    agreed, other = rows_below(page.open("launcher"), "Open tables")
    assert agreed["cells"][2:] == ["Who leaves may lose it."]
    assert other["cells"][2:] == []
