"""Copying a match on the page, and pasting into it: what people do with the clipboard."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records.test_encodings import NAMES, encoded
from tests.web.browsers import Page
from tests.web.serving import Served, serving_here
from tests.web.test_forms import enter

pytestmark = pytest.mark.needs("zertz")
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
PASTE = """(text) => {
  // not every browser fills one
  const pasted = new Event("paste", { bubbles: true, cancelable: true });
  Object.assign(pasted, { clipboardData: new DataTransfer() });
  pasted.clipboardData.setData("text/plain", text);
  document.activeElement.dispatchEvent(pasted);
}"""
BRING = """(bytes, way) => {
  const brought = new DataTransfer();
  brought.items.add(new File([new Uint8Array(bytes)], "game.sgf"));
  const field = document.querySelector("[type=file]");
  if (way === "chosen") field.files = brought.files;
  const name = way === "chosen" ? "change" : "drop";
  const event = new Event(name, { bubbles: true, cancelable: true });
  field.dispatchEvent(Object.assign(event, { dataTransfer: brought }));
}"""
FORMS = "[...document.querySelectorAll('dialog .buttons button')].map((one) => one.value)"
FEW = ["position", "game", "sheet", "sgf", "link", "here"]
SHEET = '[Game "zertz"]\n[Player1 "Ann"]\n1. Wd4,d1 Bd7,a4\n'
TURNS = "() => document.querySelector('#turn-list')?.textContent ?? ''"


@pytest.fixture
def server(tmp_path: Path, page: Page) -> Iterator[Served]:
    """A server with nothing kept so far; *page* leaves it before it ends."""
    with serving_here(tmp_path) as running:
        yield running
        page.go("about:blank")


def show(page: Page, name: str) -> None:
    """Keeps a picture of *page* where somebody wants to look at it."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(Path(folder) / f"{name}.png")


def begin(page: Page, server: Served) -> None:
    """Pastes a game on the first screen, and plays on from there, both sides by people."""
    enter(page, server)
    page.evaluate(PASTE, SHEET)
    page.wait_until("!!document.querySelector('#screen [name=seat-1]')")
    for seat in (0, 1):
        page.evaluate(f"() => {{ document.querySelector('[name=seat-{seat}]').value = 'human' }}")
    page.click("#screen form .primary")
    page.wait_until("location.hash.startsWith('#room/')")
    page.wait_until("!!document.querySelector(`[aria-label^='d7: black']`)")


def copied(page: Page, form: str) -> str:
    """Returns the text to be copied by hand, where a browser has no clipboard."""
    page.press("C")
    page.click(f"dialog button[value={form}]")
    page.wait_until("!!document.querySelector('#copied')")
    text = page.evaluate("document.querySelector('#copied').value")
    page.press("Escape")
    page.wait_until("!document.querySelector('#copied')")
    return str(text)


def test_what_is_copied_of_a_match_opens_again_where_it_is_pasted(
    page: Page, server: Served
) -> None:
    page.run_before_page(NO_CLIPBOARD)
    begin(page, server)
    page.press("C")
    page.wait_until("!!document.querySelector('dialog button[value=sgf]')")
    forms = page.evaluate(FORMS)
    assert [form for form in forms if form in FEW] == FEW
    show(page, "copy")
    assert page.axe() == []
    page.press("Escape")
    texts = {form: copied(page, form) for form in forms}
    assert texts.pop("here") == page.evaluate("location.href")
    assert "2. Bd7,a4" in texts["sheet"]
    assert texts["link"].startswith(server.told.partition("?")[0])
    page.evaluate("() => { location.hash = 'screen/launcher' }")
    for form, text in texts.items():
        page.wait_until("!!document.querySelector('.desk-launcher')")
        page.evaluate(PASTE, text)
        is_position = form in ("position", "zip")
        screen = "brought_position" if is_position else "shared_match"
        page.wait_until(f"!!document.querySelector('.desk-{screen}')")
        page.wait_for_text("Turn 1" if is_position else "Turn 3", "#screen")
        show(page, form)
        page.click("#screen .back")


def test_turns_that_are_pasted_into_a_match_are_played_up_to_the_first_that_is_refused(
    page: Page, server: Served
) -> None:
    begin(page, server)
    page.evaluate("() => { document.activeElement.blur() }")
    page.evaluate(PASTE, "3. Wc1,a1\n4. Wxx\n5. We1")
    page.wait_for_text("line 2: Wxx: 'Wxx' is no", "#said")
    assert page.evaluate("!!document.querySelector(`[aria-label^='c1: white']`)")
    show(page, "turns")
    page.press("/")
    page.wait_until("document.activeElement.id === 'typed-text'")
    page.evaluate(PASTE, "4. Gf1,g1\n5. Nothing")  # one line of it would stand in the field
    page.wait_for_text("line 2: Nothing:", "#said")
    assert page.evaluate("document.querySelector('#typed').hidden")


def test_a_game_that_is_pasted_into_a_match_is_opened_if_one_wants_that(
    page: Page, server: Served
) -> None:
    begin(page, server)
    room = page.evaluate("location.hash")
    page.evaluate("() => { document.activeElement.blur() }")
    page.evaluate(PASTE, SHEET)
    page.wait_until("!!document.querySelector('dialog button[value=yes]')")
    show(page, "ask")
    page.click("dialog button[value='']")
    page.wait_until("!document.querySelector('dialog')")
    assert page.evaluate("location.hash") == room
    page.evaluate(PASTE, SHEET)
    page.click("dialog button[value=yes]")
    page.wait_until("document.body.dataset.screen === 'shared_match'")  # behind a room it stays
    page.evaluate("() => { history.back() }")
    page.wait_until("!document.querySelector('#room').hidden")
    assert page.evaluate("location.hash") == room


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Dear Anna,\nhow are you?", "is no move of ZÈRTZ; write Wd4,d1"),
        ("x " * 2_000, "That is no turn of this match. This is no game, position or link"),
    ],
)
def test_what_is_nothing_is_said_in_a_match_which_stays(
    page: Page, server: Served, text: str, said: str
) -> None:
    begin(page, server)
    room = page.evaluate("location.hash")
    page.evaluate("() => { document.activeElement.blur() }")
    page.evaluate(PASTE, text)
    page.wait_for_text(said, "#said")
    assert page.evaluate("location.hash") == room
    assert not page.evaluate("!!document.querySelector('dialog')")


@pytest.mark.parametrize("text", ["Dear Anna,\nhow are you?", "\x00\x01\x02" * 9, "x " * 2_500_000])
def test_what_is_nothing_is_said_on_the_page(page: Page, server: Served, text: str) -> None:
    enter(page, server)
    page.evaluate(PASTE, text)
    page.wait_until("document.querySelector('#screen .refusal').textContent.length > 9")
    if text.startswith("Dear"):
        page.wait_for_text("no game, position or link that is known here", "#screen .refusal")
    assert page.evaluate("document.body.dataset.line") == "open"
    page.evaluate(PASTE, SHEET)
    page.evaluate(PASTE, SHEET)  # in a burst
    page.wait_until("!!document.querySelector('.desk-shared_match')")


@pytest.mark.parametrize("way", ["dropped", "chosen"])
def test_a_file_in_another_encoding_is_read_as_it_says(
    page: Page, server: Served, way: str
) -> None:
    enter(page, server, "open_match")
    page.wait_until("!!document.querySelector('#screen [type=file]')")
    page.evaluate(BRING, list(encoded("windows-1251")), way)
    page.wait_until("!!document.querySelector('.desk-shared_match')")
    page.wait_for_text(NAMES["windows-1251"], "#screen")
