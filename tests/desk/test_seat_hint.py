"""The line about ways back on the first screen of a host: for guests with seats, and newcomers."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk.identity import ListedWay
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import Installed
from tests.desk.conftest import Page, buttons, new_page
from tests.desk.people_of_host import FakeIdentity
from tests.desk.test_open_tables import ANN, BOB, TablesInMemory, listed


@pytest.fixture
def people() -> FakeIdentity:
    """The people of a host."""
    return FakeIdentity()


@pytest.fixture
def page(people: FakeIdentity) -> Page:
    """Ann's page at a host where she has a seat."""
    page = new_page(None, Installed(()), Settings())
    page.context.tables = TablesInMemory([listed("r1", "die", [ANN, BOB])])
    page.context.identity = people
    return page


def hints(screen: dict[str, Any]) -> list[str]:
    """The buttons of the hints on the first screen."""
    texts = [button["text"] for button in buttons(screen)]
    return [text for text in texts if text in ("Keep them", "Not now", "Come back")]


def test_who_has_a_seat_and_no_way_back_reads_how_to_keep_it(
    page: Page, people: FakeIdentity
) -> None:
    screen = page.open("launcher")
    assert hints(screen) == ["Keep them", "Not now"]
    assert page.screen_of(page.press(screen, "Keep them"))["name"] == "me"
    people.ways_listed = [ListedWay("p1", "passkey", "", 0, "old.example")]
    assert hints(page.open("launcher")) == ["Keep them", "Not now"]
    people.ways_listed = [ListedWay("w1", "words", "", 0)]
    assert hints(page.open("launcher")) == []


def test_the_line_is_gone_for_good_once_it_is_dismissed(page: Page) -> None:
    answers = page.press(page.open("launcher"), "Not now")
    assert hints(page.screen_of(answers)) == []
    assert page.saved[-1].hint_dismissed
    assert hints(page.open("launcher")) == []


def test_who_is_new_reads_how_to_come_back(page: Page) -> None:
    page.context.tables = TablesInMemory()
    screen = page.open("launcher")
    assert hints(screen) == ["Come back"]
    assert page.screen_of(page.press(screen, "Come back"))["name"] == "sign_in"


def test_the_lists_that_a_page_gets_by_themselves_have_no_hint(page: Page) -> None:
    screen = page.open("launcher")
    live = screen["parts"][: screen["live"]]
    assert len(page.desk.live_parts("ann", "launcher")) == len(live)
    assert hints({"parts": live}) == []


def test_a_page_that_has_a_seat_is_told_once_how_to_keep_it(
    page: Page, people: FakeIdentity
) -> None:
    def told() -> list[str]:
        answers = page.send(do="open", screen="seat_hint")
        return [answer["notice"] for answer in answers if "notice" in answer]

    people.ways_listed = [ListedWay("w1", "words", "", 0)]
    assert told() == []
    people.ways_listed = []
    (words,) = told()
    assert words.startswith("Only this device knows your seat")
    assert told() == []


def test_who_has_dismissed_the_line_is_not_told_either(page: Page) -> None:
    page.press(page.open("launcher"), "Not now")
    assert page.send(do="open", screen="seat_hint") == [{"done": "m2", "number": 0}]


def test_without_a_host_there_is_no_hint(page: Page) -> None:
    page.context.tables = page.context.identity = None
    assert hints(page.open("launcher")) == []
