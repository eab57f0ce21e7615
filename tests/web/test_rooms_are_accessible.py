"""Rooms break no rule of axe: whatever is asked, in all colours, on a phone and a wide screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import soak
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, WIDE, enter, keep, reach

pytestmark = pytest.mark.slow

OPTIONS = {"tamsk": {"level": "1"}, "gipf": {}, "zertz": {}, "zatre": {}}


@pytest.mark.needs("zertz", "gipf", "tamsk", "zatre")
@pytest.mark.parametrize("theme", ["light", "dark", *soak("high-contrast")])
def test_a_room_of_each_game(page: Page, tmp_path: Path, theme: str) -> None:
    rooms = [
        keep(tmp_path, reach(game, options, 2, 1, lambda m: len(m.top.steps) > 9), "human", "human")
        for game, options in OPTIONS.items()
    ]
    with serving_here(tmp_path) as served:
        enter(page, served.told, rooms[0])
        for room in rooms:
            page.evaluate("(hash) => { location.hash = hash }", room)
            page.wait_until(f"(hash) => location.hash === '#' + hash && {BOARD}", room)
            page.wait_until("!!document.querySelector('#prompt').textContent")
            page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
            for size in (PHONE, WIDE):
                page.resize(*size)
                assert page.axe() == [], (room, size, "choosing")
        page.press("R")
        page.wait_until("!!document.querySelector('dialog[open]')")
        assert page.axe() == [], "a question"
        page.click("dialog button[value=yes]")
        page.wait_until("!!document.querySelector('dialog.end')")
        assert page.axe() == [], "the result"
        page.put_away()
        page.press("V")
        page.wait_until("!document.querySelector('#replay').hidden")
        for size in (PHONE, WIDE):
            page.resize(*size)
            assert page.axe() == [], (size, "the replay")
        page.close()
