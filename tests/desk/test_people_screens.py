"""The screens on other people: whom one knows, profiles, asking for a match, blocking."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk.acquaintance import OPEN_TO
from gipf_meta.rooms.people_events import INVITED_MS
from tests.desk.conftest import Page, buttons, fields
from tests.desk.people_of_host import FakeAcquaintances, FakeIdentity
from tests.desk.test_open_tables import TablesInMemory, rows_below


@pytest.fixture
def known() -> FakeAcquaintances:
    return FakeAcquaintances()


@pytest.fixture
def here(page: Page, known: FakeAcquaintances) -> Page:
    """A page at a host where Ann knows three people."""
    page.context.tables, page.context.identity = TablesInMemory(), FakeIdentity()
    page.context.acquaintances = known
    return page


def rows(screen: Any) -> list[list[str]]:
    """The cells of all rows of *screen*."""
    return [
        row["cells"] for part in screen["parts"] if part["part"] == "rows" for row in part["rows"]
    ]


def do_of(screen: Any, text: str) -> Any:
    """The message of the first button with that *text*."""
    return next(each["do"] for each in buttons(screen) if each["text"] == text)


def test_people_are_listed_with_how_well_one_knows_them_and_the_blocked_apart(here: Page) -> None:
    screen = here.open("people")
    assert rows(screen)[:2] == [
        ["Xaver", "a favourite · 2 matches with you"],
        ["Ignaz", "1 match with you"],
    ]
    assert [row["cells"] for row in rows_below(screen, "Blocked")] == [["Zdena"]]


def test_from_a_person_the_form_of_a_game_opens_with_him_chosen(
    here: Page, known: FakeAcquaintances
) -> None:
    asking = here.screen_of(here.send(**do_of(here.open("people"), "Ask for a match")))
    assert asking["title"] == "A match with Xaver"
    form = next(
        each["do"] for each in buttons(asking) if each["do"]["about"].get("game") == "zertz"
    )
    screen = here.screen_of(here.send(**form))
    opponent = fields(screen)["opponent"]
    assert opponent["value"] == "person:p1"
    assert [choice for choice in opponent["choices"] if choice[0].startswith("person:")] == [
        ["person:p1", "Xaver"],
        ["person:p2", "Ignaz"],
    ]


@pytest.mark.parametrize("lot", [False, True])
def test_the_match_reserves_the_seat_for_the_person_for_two_weeks(
    here: Page, known: FakeAcquaintances, lot: bool
) -> None:
    values = {"opponent": "person:p2", **({"side": "lot"} if lot else {"side": "1"})}
    answers = here.send(do="submit", screen="setup", about={"game": "zertz"}, values=values)
    (room,) = [each["go"].removeprefix("room/") for each in answers if "go" in each]
    state = here.context.hub.room(room)
    ((player, invitation),) = state.admission.invited.items()
    assert state.free_seats == (player,)
    assert invitation == ("p2", state.at_ms + INVITED_MS)
    assert lot or player == 0
    assert state.admission.is_private
    assert known.done[-1] == ("ask", "p2")
    # the next form has a seat for any guest
    screen = here.open("setup", game="zertz")
    opponent = fields(screen)["opponent"]
    assert opponent["value"] in ("invited", "each")


def test_who_may_not_be_asked_is_a_sentence_and_no_match_is_opened(
    here: Page, known: FakeAcquaintances
) -> None:
    known.refusal = "This person takes no invitation from you now."
    values = {"opponent": "person:p2"}
    (answer,) = here.send(do="submit", screen="setup", about={"game": "zertz"}, values=values)
    assert answer["why"] == known.refusal
    assert [*here.context.hub.open_rooms] == []


@pytest.mark.parametrize("kind", ["person:", "person:p9", "person:p3%", "person:" + "x" * 300])
def test_a_stranger_is_no_opponent_of_the_form(here: Page, kind: str) -> None:
    (answer,) = here.send(
        do="submit", screen="setup", about={"game": "zertz"}, values={"opponent": kind}
    )
    assert answer["why"] == "The field opponent cannot have that value."


def test_a_profile_has_results_against_people_and_against_the_reader(here: Page) -> None:
    screen = here.open("profile", room="r", player="1")
    assert screen["title"] == "Xaver"
    assert screen["about"] == {"person": "p1"}
    (mine,) = rows_below(screen, "You against Xaver")
    assert mine["cells"][1:] == ["2", "1", "3"]
    (his,) = rows_below(screen, "Against people")
    assert his["cells"][1:] == ["3", "1", "2"]


def test_blocking_is_asked_once_more(here: Page, known: FakeAcquaintances) -> None:
    question = here.screen_of(here.send(**do_of(here.open("profile", person="p1"), "Block …")))
    assert question["title"] == "Block Xaver?"
    assert known.done == []
    here.send(**do_of(question, "Block"))
    here.send(**do_of(here.open("profile", person="p2"), "Make a favourite"))
    here.send(**do_of(here.open("people"), "Block no more"))
    marks = [each for each in known.done if each[0] == "mark"]
    assert marks == [
        ("mark", "p1", None, True),
        ("mark", "p2", True, None),
        ("mark", "p3", None, False),
    ]


@pytest.mark.parametrize("screen", ["people", "me"])
def test_who_may_ask_and_who_sees_the_profile_is_set_among_people_and_in_who_i_am(
    here: Page, known: FakeAcquaintances, screen: str
) -> None:
    field = fields(here.open(screen))["open_to"]
    assert [value for value, _words in field["choices"]] == [value for value, _words in OPEN_TO]
    values = {"step": "others", "open_to": "nobody", "is_hidden": True}
    here.send(do="submit", screen=screen, values=values, changed="open_to")
    assert (known.own.open_to, known.own.is_hidden) == ("nobody", True)


def test_where_one_plays_alone_there_are_no_people(page: Page) -> None:
    for screen in ("people", "profile", "ask", "block"):
        (answer,) = page.send(do="open", screen=screen)
        assert answer["why"] == "There is nobody else here: you play alone."
