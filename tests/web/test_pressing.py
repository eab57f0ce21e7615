"""Messages that come while something is pressed take nothing away from under the pointer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, enter, keep

pytestmark = pytest.mark.needs("zertz")

COUNT = """
    window.heard = 0;
    const Wire = WebSocket;
    window.WebSocket = class extends Wire {
        constructor(address) {
            super(address);
            this.addEventListener("message", () => { window.heard += 1 });
        }
    };
"""
"""JavaScript: counts what the page hears."""
PLACE = "(where) => Object.values(document.querySelector(where).getBoundingClientRect().toJSON())"


def hold_until_heard(page: Page, where: str, *keys: str) -> None:
    """Holds the mouse button down on *where*, and presses *keys*, until the page has heard more;
    what is held has not moved."""
    page.evaluate("(where) => document.querySelector(where).scrollIntoView()", where)
    before, place = page.evaluate("heard"), page.evaluate(PLACE, where)
    page.hold(where)
    page.press(*keys)
    page.wait_until("(before) => heard > before", before)
    assert page.evaluate(PLACE, where) == place


def test_a_form_is_sent_although_the_desk_answers_while_its_button_is_pressed(
    page: Page, tmp_path: Path
) -> None:
    page.run_before_page(COUNT)
    with serving_here(tmp_path) as served:
        about = json.dumps({"game": "zertz"})
        enter(page, served.told, f"screen/setup/{about}")
        page.wait_until("!!document.querySelector('#screen [name=clock]')")
        page.click("[name=clock]")
        page.type("soon")
        # the field is left by the press, and its change goes to the desk
        hold_until_heard(page, "#screen form .primary")
        page.release()
        page.wait_for_text("soon", ".refusal")
        page.close()


def test_a_button_of_a_match_is_clicked_although_a_scene_takes_it_away_meanwhile(
    page: Page, tmp_path: Path
) -> None:
    find = load_plugins().find
    match = Match.begin(configure(find("zertz"), {}), 2, find, 1).play("Wd4,d1").play("Bd5,a1")
    room = keep(tmp_path, match, "human", "human")
    page.run_before_page(COUNT)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {BOARD} > 30")
        page.wait_until("!!document.querySelector('#deeds [value=before]:enabled')")
        hold_until_heard(page, "#deeds [value=before]", "u")
        page.release()
        page.wait_until("!document.querySelector('#replay').hidden")
        page.press("Escape")
        # a press that ends elsewhere is no click, and what has come is shown
        page.wait_until("!!document.querySelector('#deeds [value=play_again]:enabled')")
        hold_until_heard(page, "#deeds [value=play_again]", "U")
        page.move("#title")
        page.release()
        page.wait_until("!!document.querySelector('#deeds [value=play_again]:disabled')")
        page.close()
