"""Coming back as who one is: by words, mail, a passkey, or a code that another device confirms."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gipf_meta.base.clock import moment_of
from gipf_meta.desk.context import ListedRoom
from gipf_meta.library.settings import Settings
from gipf_meta.plugins.loading import Installed
from tests.desk.conftest import Page, buttons, fields, new_page, parts, texts_of, values_of
from tests.desk.people_of_host import CODE, DAY_MS, SECRET, FakeIdentity
from tests.desk.test_me import do_of, rows_of
from tests.desk.test_open_tables import ANN, BOB, TablesInMemory, listed

WELCOME = {"secret": SECRET, "name": "Ann"}


@pytest.fixture
def people() -> FakeIdentity:
    """The people of a host."""
    return FakeIdentity()


@pytest.fixture
def page(people: FakeIdentity) -> Page:
    """The page of somebody new at a host."""
    page = new_page(None, Installed(()), Settings())
    page.context.tables, page.context.identity = TablesInMemory(), people
    page.context.now = lambda: moment_of(3 * DAY_MS)
    return page


def submit(page: Page, place: str, about: dict[str, str] | None = None, **values: str) -> Any:
    """Submits *values* to a screen; returns the answers."""
    return page.send(do="submit", screen=place, about=about or {}, values=values)


def test_each_way_to_come_back_has_a_button_or_the_sentence_why_not(
    page: Page, people: FakeIdentity
) -> None:
    people.missing = {"passkey": "A passkey needs https."}
    screen = page.open("sign_in")
    rows = rows_of(screen)
    assert rows["A passkey"]["cells"][1] == "A passkey needs https."
    places = {called: do_of(row)["screen"] for called, row in rows.items() if called != "A passkey"}
    assert places == {
        "A mail address": "mail_address", "Twelve words": "by_words", "Another device": "pairing",
    }  # fmt: skip
    assert any("your opponent can free your seat" in text for text in texts_of(screen))
    assert any("whoever runs this server" in text for text in texts_of(screen))


def test_who_has_seats_here_reads_that_he_leaves_them(page: Page) -> None:
    def leaves() -> bool:
        return any("has seats of its own" in text for text in texts_of(page.open("sign_in")))

    assert not leaves()
    own: list[ListedRoom] = [listed("r1", "die", [ANN, BOB])]
    page.context.tables = TablesInMemory(own)
    assert leaves()


def test_twelve_words_make_the_device_mine(page: Page, people: FakeIdentity) -> None:
    answers = page.submit(page.open("by_words"), words="1. abandon 2. ability")
    assert people.done == [("sign_in_by_words", "1. abandon 2. ability")]
    assert answers[0] == {"signed_in": WELCOME}
    assert page.screen_of(answers)["name"] == "by_words"
    assert SECRET not in json.dumps(page.screen_of(answers))
    people.refusal = "These are nobody's words."
    assert page.why(page.submit(page.open("by_words"), words="x")) == people.refusal


@pytest.mark.parametrize("purpose", ["add", "sign_in"])
def test_a_mail_has_a_code_that_is_typed_here(
    page: Page, people: FakeIdentity, purpose: Any
) -> None:
    people.purpose = purpose
    about = {} if purpose == "add" else {"purpose": purpose}
    form = page.open("mail_address", **about)
    sent = page.screen_of(page.submit(form, address=" ann@example.org "))
    assert people.done == [("send_mail", "ann@example.org", purpose)]
    assert "ann@example.org" not in json.dumps(sent)
    assert page.open(sent["name"], **sent["about"]) == sent
    answers = page.submit(sent, code=" 123456 ")
    assert people.done[-1] == ("use_mail", "123456")
    if purpose == "add":
        assert answers[:2] == [
            {"go": "screen/me"},
            {"notice": "The address is a way back from now on."},
        ]
    else:
        assert answers[0] == {"signed_in": WELCOME}


def test_the_answer_to_a_mail_is_the_same_whether_the_address_is_known(
    page: Page, people: FakeIdentity
) -> None:
    def answer(address: str) -> Any:
        form = page.open("mail_address", purpose="sign_in")
        return page.screen_of(page.submit(form, address=address))

    assert answer("ann@example.org") == answer("nobody@example.org")


@pytest.mark.parametrize("purpose", ["add", "sign_in"])
def test_the_link_of_a_mail_does_nothing_before_its_button_is_pressed(
    page: Page, people: FakeIdentity, purpose: Any
) -> None:
    people.purpose = purpose
    screen = page.open("sign_in", token="t0ken")
    assert people.done == [("mail_of", "t0ken")]
    assert "about" not in screen  # the token is in no address
    assert any("Ann" in text for text in texts_of(screen))
    pressed = [button for button in buttons(screen) if button.get("primary")]
    (button,) = pressed
    answers = page.send(**button["do"])
    assert people.done[-1] == ("use_mail", "t0ken")
    assert ("signed_in" in answers[0]) == (purpose == "sign_in")


def test_a_passkey_is_asked_for_and_answered_in_two_messages(
    page: Page, people: FakeIdentity
) -> None:
    (options, _done) = submit(page, "sign_in", step="passkey_options", purpose="sign_in")
    assert options == {"passkey": {"purpose": "sign_in", "options": {"challenge": "Y2hhbGxlbmdl"}}}
    answers = submit(page, "sign_in", step="passkey", purpose="sign_in", answer="{}")
    assert answers[0] == {"signed_in": {"secret": SECRET, "name": ""}}
    answers = submit(page, "me", step="passkey", purpose="add", answer="{}")
    assert answers[0] == {"go": "screen/me"}
    assert people.done[1:] == [
        ("use_passkey", "sign_in", "{}"),
        ("use_passkey", "add", "{}"),
    ]


def test_a_device_that_shows_a_code_waits_until_it_is_let_in(
    page: Page, people: FakeIdentity
) -> None:
    answers = page.press(page.open("pairing"), "Show the code")
    assert answers[0] == {"pairing": {"code": CODE}}
    waiting = page.screen_of(answers)
    assert CODE in texts_of(waiting)
    assert submit(page, "sign_in", step="paired") == [{"done": "m2", "number": 0}]
    by_hand = page.press(waiting, "I have typed it there")
    assert page.screen_of(by_hand) == waiting
    assert {"notice": "Nobody has let this device in yet."} in by_hand
    people.is_paired = True
    assert submit(page, "pairing", step="paired")[0] == {"signed_in": WELCOME}


def test_a_code_in_an_address_is_only_filled_in(page: Page, people: FakeIdentity) -> None:
    page.context.settings = Settings(name="Ann")
    form = page.open("pair", code=CODE)
    assert values_of(form) == {"code": CODE}
    assert people.done == []
    asked = page.screen_of(page.submit(form))
    assert people.done == [("pairing_of", CODE)]
    assert any(part.get("text", "").startswith("a terminal on thinkpad") for part in parts(asked))
    assert any("play as Ann" in text for text in texts_of(asked))
    assert not fields(asked)
    assert page.press(asked, "It is mine: let it in")[0] == {"go": "screen/me"}
    assert people.done[-1] == ("confirm_pairing", CODE)


def test_a_step_that_nobody_knows_is_refused(page: Page) -> None:
    for values in ({}, {"step": "no"}):
        assert page.why(submit(page, "sign_in", **values))


def test_a_message_that_comes_twice_uses_a_code_once(page: Page, people: FakeIdentity) -> None:
    values = {"step": "words", "words": "abandon"}
    message = {"id": "a", "do": "submit", "screen": "by_words", "values": values}
    assert page.send(**message) == page.send(**message)
    assert len(people.done) == 1
