"""The screen "Notices": the ways by which one is told, how each works, and the hours of mails."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.base.dates import in_zone
from gipf_meta.desk.context import ListedRoom
from gipf_meta.desk.own_notices import (
    NOTICE_WAY_KINDS,
    ListedNoticeWay,
    MailAddress,
    MailHours,
)
from gipf_meta.desk.parts import Screen
from gipf_meta.library.settings import Settings
from gipf_meta.line.person_screens import for_terminal
from gipf_meta.plugins.loading import Installed
from tests.desk.conftest import Page, buttons, new_page, texts_of, values_of
from tests.desk.people_of_host import NOW_MS, FakeIdentity, FakeNoticeWays, FakeVacations
from tests.desk.test_open_tables import ANN, BOB, TablesInMemory, listed

HOUR_MS = 3_600_000
NOON_MS = NOW_MS + 10 * HOUR_MS
KEYS = {"p256dh": "P", "auth": "A"}


@pytest.fixture(autouse=True)
def prague() -> Iterator[None]:
    """The reader is in Prague."""
    with in_zone("Europe/Prague"):
        yield


@pytest.fixture
def ways() -> FakeNoticeWays:
    """None yet, and one mail address."""
    return FakeNoticeWays(free=[MailAddress("w1", "a…@home.example")])


@pytest.fixture
def page(ways: FakeNoticeWays) -> Page:
    """Ann's page at a host."""
    page = new_page(None, Installed([]), Settings(name="Ann", name_asked=True))
    page.context.tables, page.context.identity = TablesInMemory(), FakeIdentity()
    page.context.notice_ways, page.context.vacations = ways, FakeVacations()
    page.context.now = lambda: moment_of(NOON_MS)
    return page


def rows(screen: dict[str, Any]) -> list[list[str]]:
    """The cells of all rows of *screen*."""
    found = [part["rows"] for part in screen["parts"] if part["part"] == "rows"]
    return [row["cells"] for each in found for row in each]


def submit(page: Page, screen: str, about: dict[str, str] | None = None, **values: Any) -> Any:
    """The answers to a submission."""
    changed = values.pop("changed", "")
    message = {"do": "submit", "screen": screen, "about": about or {}, "values": values}
    return page.send(**message, changed=changed)


def notices(answers: Any) -> list[str]:
    """The sentences beside the screen."""
    return [each["notice"] for each in answers if "notice" in each]


def test_whoever_has_nothing_may_add_each_kind(page: Page) -> None:
    screen = page.open("notices")
    assert "So far you see what waits only when you come here." in [*texts_of(screen)]
    assert [row[0] for row in rows(screen)] == [
        "This browser", "Mails to a…@home.example", "A feed", "A calendar",
    ]  # fmt: skip
    turn_on, *_others = buttons(screen)
    assert turn_on["do"] == {"do": "push", "key": "BKEY"}


def test_a_host_that_cannot_says_why(page: Page, ways: FakeNoticeWays) -> None:
    ways.missing = {"push": "No https here.", "mail": "This host sends no mails."}
    screen = page.open("notices")
    assert rows(screen)[:2] == [
        ["This browser", "No https here."], ["Mails", "This host sends no mails."],
    ]  # fmt: skip
    assert [each["text"] for each in buttons(screen)] == ["Make one", "Make one"]


def test_a_host_without_notices_says_so_and_offers_nothing(
    page: Page, ways: FakeNoticeWays
) -> None:
    ways.missing = dict.fromkeys(NOTICE_WAY_KINDS, "This host sends no notices.")
    screen = page.open("notices")
    assert [*texts_of(screen)] == ["Notices", "This host sends no notices."]
    assert [*buttons(screen), *rows(screen)] == []
    ways.listed = [ListedNoticeWay("n1", "feed", "", NOW_MS)]
    assert [each["text"] for each in buttons(page.open("notices"))] == ["Take away"]


def test_who_has_no_mail_address_is_led_to_add_one(page: Page, ways: FakeNoticeWays) -> None:
    ways.free = []
    (add,) = [
        each for each in buttons(page.open("notices")) if each["text"] == "Add a mail address"
    ]
    screen = page.screen_of(page.send(**add["do"]))
    assert screen["name"] == "mail_address"
    assert screen["back"]["screen"] == "notices"


def test_who_adds_an_address_for_notices_comes_back_to_them(page: Page) -> None:
    page.context.identity = people = FakeIdentity()
    people.purpose = "add"
    about = {"next": "notices"}
    sent = page.screen_of(submit(page, "mail_address", about, step="send_mail", address="a@b.cz"))
    (form,) = [part for part in sent["parts"] if part["part"] == "form"]
    assert form["do"]["about"] == about
    added = submit(page, "mail_address", about, step="use_mail", code="123456")
    assert {"go": "screen/notices"} in added
    assert {"go": "screen/me"} in submit(page, "mail_address", step="use_mail", code="123456")


@pytest.mark.parametrize(
    ("way", "cells"),
    [
        (
            ListedNoticeWay("n", "push", "Firefox on Linux", 0, is_this=True),
            ["Firefox on Linux, this one", "nothing sent yet"],
        ),
        (
            ListedNoticeWay("n", "push", "", 0, NOON_MS - 2 * HOUR_MS),
            ["a browser", "last delivered 2 hours ago"],
        ),
        (
            ListedNoticeWay("n", "push", "Firefox on Linux", 0, NOON_MS - HOUR_MS, failures=3),
            ["Firefox on Linux", "the last one failed; it is tried again"],
        ),
        (
            ListedNoticeWay("n", "push", "Firefox", 0, NOW_MS, 3, "The browser is gone."),
            ["Firefox", "given up: The browser is gone."],
        ),
        (
            ListedNoticeWay("n", "mail", "a…@b.c", 0, mails=MailHours("daily", (18,))),
            ["Mails to a…@b.c", "one a day at 18:00", "nothing sent yet"],
        ),
        (
            ListedNoticeWay("n", "mail", "a…@b.c", 0, mails=MailHours("twice", (8, 18))),
            ["Mails to a…@b.c", "two a day at 8:00 and 18:00", "nothing sent yet"],
        ),
        (
            ListedNoticeWay("n", "mail", "a…@b.c", 0, mails=MailHours("each", (), (22, 7))),
            [
                "Mails to a…@b.c",
                "one for each notice, none from 22:00 to 7:00",
                "nothing sent yet",
            ],
        ),
        (
            ListedNoticeWay("n", "mail", "a…@b.c", 0, mails=MailHours("each", (), None)),
            ["Mails to a…@b.c", "one for each notice", "nothing sent yet"],
        ),
        (ListedNoticeWay("n", "feed", "", 0), ["A feed", "not read yet"]),
        (
            ListedNoticeWay("n", "calendar", "", 0, NOON_MS - 60_000),
            ["A calendar", "last read 1 minute ago"],
        ),
    ],
)
def test_each_way_says_how_it_works(
    page: Page, ways: FakeNoticeWays, way: ListedNoticeWay, cells: list[str]
) -> None:
    ways.listed = [way]
    assert rows(page.open("notices"))[0] == cells


def test_this_browser_is_offered_once(page: Page, ways: FakeNoticeWays) -> None:
    ways.listed = [ListedNoticeWay("n", "push", "Firefox", 0, is_this=True)]
    assert "This browser" not in [row[0] for row in rows(page.open("notices"))]
    ways.listed = [ListedNoticeWay("n", "push", "Firefox", 0, is_this=True, trouble="Gone.")]
    assert "This browser" in [row[0] for row in rows(page.open("notices"))]


def test_a_browser_says_its_address(page: Page, ways: FakeNoticeWays) -> None:
    said = json.dumps({"endpoint": "https://push.example/1", "keys": KEYS, "key": "BKEY"})
    answers = submit(page, "notices", step="push", answer=said)
    assert ways.done == [("push", "https://push.example/1", "P", "A")]
    assert notices(answers) == ["This browser tells you from now on."]
    assert page.screen_of(answers)["name"] == "notices"


def test_a_browser_with_a_new_address_is_shown_no_screen(page: Page, ways: FakeNoticeWays) -> None:
    ways.listed = [ListedNoticeWay("n", "push", "Firefox", 0, is_this=True)]
    said = json.dumps({"endpoint": "https://push.example/2", "keys": KEYS, "key": "BKEY"})
    answers = submit(page, "notices", step="push", answer=said)
    assert [*answers[0]] == ["done", "number"]
    assert len(ways.done) == 1


def test_a_browser_bound_to_another_key_is_refused(page: Page, ways: FakeNoticeWays) -> None:
    said = json.dumps({"endpoint": "https://push.example/1", "keys": KEYS, "key": "OLD"})
    why = page.why(submit(page, "notices", step="push", answer=said))
    assert why == "The key of this host has changed: turn the notices on once more."
    assert ways.done == []


@pytest.mark.parametrize(
    "said", ["", "[]", "{", '{"endpoint": 1, "keys": 2}', '{"keys": {"auth": 3}}']
)
def test_nonsense_of_a_browser_is_no_address(page: Page, ways: FakeNoticeWays, said: str) -> None:
    submit(page, "notices", step="push", answer=said)
    assert ways.done == [("push", "", "", "")]  # which the host refuses


@pytest.mark.parametrize(("kind", "end"), [("feed", ""), ("calendar", ".ics")])
def test_an_address_is_shown_once(page: Page, kind: str, end: str) -> None:
    made = page.screen_of(submit(page, "notices", step=kind))
    assert f"https://games.example/{kind}/abc{end}" in [*texts_of(made)]
    assert "https://games.example" not in str(page.open("notices"))


def test_a_way_is_taken_away(page: Page, ways: FakeNoticeWays) -> None:
    ways.listed = [ListedNoticeWay("n1", "feed", "", 0)]
    take = next(each for each in buttons(page.open("notices")) if each["text"] == "Take away")
    answers = page.send(**take["do"])
    assert ways.done == [("remove", "n1")]
    assert notices(answers) == ["That is taken away; nothing more comes there."]


def test_a_way_that_is_delivered_to_can_be_tried(page: Page, ways: FakeNoticeWays) -> None:
    ways.listed = [
        ListedNoticeWay("n1", "push", "Firefox", 0),
        ListedNoticeWay("n2", "mail", "a…@b.c", 0, mails=MailHours()),
        ListedNoticeWay("n3", "push", "Chrome", 0, trouble="Gone."),
        ListedNoticeWay("n4", "feed", "", 0),
    ]
    tries = [each for each in buttons(page.open("notices")) if each["text"] == "Send one to try"]
    assert [each["do"]["about"]["way"] for each in tries] == ["n1", "n2"]
    answers = page.send(**tries[0]["do"])
    assert ways.done == [("trial", "n1")]
    assert notices(answers) == ["It is on its way: it should be there within a minute."]
    assert page.screen_of(answers)["name"] == "notices"


def test_a_host_that_sends_no_mails_offers_none_to_try(page: Page, ways: FakeNoticeWays) -> None:
    ways.listed = [ListedNoticeWay("n2", "mail", "a…@b.c", 0, mails=MailHours())]
    ways.missing = {"mail": "This host sends no mails."}
    assert "Send one to try" not in [each["text"] for each in buttons(page.open("notices"))]


# ---- mails --------------------------------------------------------------------------------------

ADDRESS = {"address": "w1"}


def test_mails_come_once_a_day_unless_one_chooses(page: Page, ways: FakeNoticeWays) -> None:
    form = page.open("notice_mail", **ADDRESS)
    assert values_of(form) == {"mode": "daily", "hour": "18"}
    assert "Hours are those of Europe/Prague." in [*texts_of(form)]
    submit(page, "notice_mail", ADDRESS, step="hours", mode="daily", hour="7")
    assert ways.done == [("mail", "w1", MailHours("daily", (7,), None, "Europe/Prague"))]


def test_another_mode_has_other_fields(page: Page, ways: FakeNoticeWays) -> None:
    values = {"step": "hours", "mode": "twice", "hour": "18"}
    form = page.screen_of(submit(page, "notice_mail", ADDRESS, changed="mode", **values))
    shown = values_of(form)
    assert shown == {"mode": "twice", "hour": "8", "other": "18"}
    submit(page, "notice_mail", ADDRESS, step="hours", mode="twice", hour="8", other="20")
    assert ways.done == [("mail", "w1", MailHours("twice", (8, 20), None, "Europe/Prague"))]


@pytest.mark.parametrize(
    ("values", "quiet"),
    [
        ({"quiet": "23", "until": "6"}, (23, 6)),
        ({"quiet": "no", "until": "6"}, None),
        ({}, (22, 7)),
    ],
)
def test_single_mails_know_quiet_hours(
    page: Page, ways: FakeNoticeWays, values: dict[str, str], quiet: tuple[int, int] | None
) -> None:
    submit(page, "notice_mail", ADDRESS, step="hours", mode="each", **values)
    assert ways.done == [("mail", "w1", MailHours("each", (), quiet, "Europe/Prague"))]


def test_hours_are_changed(page: Page, ways: FakeNoticeWays) -> None:
    hours = MailHours("each", (), None, "Europe/London")
    ways.listed = [ListedNoticeWay("n1", "mail", "a…@b.c", 0, mails=hours)]
    form = page.open("notice_mail", way="n1")
    shown = values_of(form)
    assert shown == {"mode": "each", "quiet": "no", "until": "7"}
    submit(page, "notice_mail", {"way": "n1"}, step="hours", mode="daily", hour="12")
    assert ways.done == [("change", "n1", MailHours("daily", (12,), None, "Europe/Prague"))]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"mode": "hourly"}, "mode"),
        ({}, "mode"),
        ({"mode": "daily", "hour": "24"}, "hour"),
        ({"mode": "daily", "hour": "-1"}, "hour"),
        ({"mode": "daily", "hour": "noon"}, "hour"),
        ({"mode": "twice", "hour": "8", "other": ""}, "other"),
        ({"mode": "each", "quiet": "x"}, "quiet"),
        ({"mode": "each", "quiet": "22", "until": "99"}, "until"),
    ],
)
def test_what_is_no_hour_is_refused_at_its_field(
    page: Page, ways: FakeNoticeWays, values: dict[str, str], field: str
) -> None:
    (refused,) = submit(page, "notice_mail", ADDRESS, step="hours", **values)
    assert refused["field"] == field
    assert ways.done == []


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("", "Your program does not tell in which time zone you are: hours are those of UTC."),
        ("330", "Hours are those of UTC+5:30."),
        ("-60", "Hours are those of UTC-1:00."),
    ],
)
def test_the_form_says_whose_hours_are_meant(page: Page, zone: str, words: str) -> None:
    with in_zone(zone):
        assert words in [*texts_of(page.open("notice_mail", **ADDRESS))]


def test_a_way_that_is_gone_has_no_hours(page: Page) -> None:
    answers = page.send(do="open", screen="notice_mail", about={"way": "n1"})
    assert page.why(answers) == "That is gone already."


# ---- the way to the screen ----------------------------------------------------------------------


def test_the_screen_is_reached_from_the_settings_and_from_who_one_is(page: Page) -> None:
    for place in ("settings", "me"):
        assert "notices" in [each["do"].get("screen") for each in buttons(page.open(place))]


def test_who_plays_alone_has_no_notices() -> None:
    page = new_page(None, Installed([]), Settings())
    for place in ("settings", "me"):
        assert "notices" not in [each["do"].get("screen") for each in buttons(page.open(place))]
    assert page.why(page.send(do="open", screen="notices", about={})) == (
        "There is nobody else here: you play alone."
    )


def test_a_terminal_does_what_it_can(page: Page, ways: FakeNoticeWays) -> None:
    screen = for_terminal(Screen.model_validate(page.open("notices")))
    shown = screen.model_dump(mode="json")
    assert rows(shown)[0] == ["This browser", "only in a browser"]
    assert {each["do"]["do"] for each in buttons(shown)} == {"open", "submit"}


@pytest.mark.parametrize("step", ["", "nothing", "by_words"])
def test_a_step_that_is_none_is_refused(page: Page, step: str) -> None:
    assert "nobody here understands" in page.why(submit(page, "notices", step=step))


# ---- the offer in a match of days ---------------------------------------------------------------

SLOW = listed("r1", "zertz", [ANN, BOB], is_slow=True)
OFFER = "You may go: Notices, under Who I am, tell you when it is your move again."


def told(page: Page, room: str = "r1") -> list[str]:
    """The sentences for a page whose reader has just made his move in *room*."""
    return notices(page.send(do="open", screen="next", about={"room": room}))


def test_it_is_offered_once_in_a_match_of_days(page: Page) -> None:
    page.context.tables = TablesInMemory([SLOW])
    assert told(page) == [OFFER]
    assert told(page) == []
    assert page.saved[-1].notices_offered


@pytest.mark.parametrize(
    "table", [replace(SLOW, is_slow=False), replace(SLOW, is_over=True), replace(SLOW, room="r2")]
)
def test_it_is_offered_nowhere_else(page: Page, table: ListedRoom) -> None:
    page.context.tables = TablesInMemory([table])
    assert told(page) == []
    page.context.tables = TablesInMemory([SLOW])
    assert told(page) == [OFFER]


def test_who_is_told_already_is_offered_nothing(page: Page, ways: FakeNoticeWays) -> None:
    page.context.tables = TablesInMemory([SLOW])
    ways.listed = [ListedNoticeWay("n1", "feed", "", 0)]
    assert told(page) == []
