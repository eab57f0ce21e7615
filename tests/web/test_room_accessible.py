"""Rooms break no rule of axe: whatever is asked, in all colours, on a phone and a wide screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiers import soak
from tests.web.browsers import SET_THEME, Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, WIDE, enter, go_to, keep, reach

pytestmark = pytest.mark.slow

OPTIONS = {"tamsk": {"level": "1"}, "gipf": {}, "zertz": {}, "zatre": {}}


@pytest.mark.needs("zertz", "gipf", "tamsk", "zatre")
@pytest.mark.parametrize("theme", ["", *soak("light", "dark", "high-contrast")])
def test_a_room_of_each_game(page: Page, tmp_path: Path, theme: str) -> None:
    """On a phone, where all stands; without a *theme* of its own, one game on a wide screen and in
    every theme. ``tests/render/test_scene.py`` computes the contrasts of all themes."""
    rooms = [
        keep(tmp_path, reach(game, options, 2, 1, lambda m: len(m.top.steps) > 9), "human", "human")
        for game, options in OPTIONS.items()
    ]
    with serving_here(tmp_path) as served:
        enter(page, served.told, rooms[0])
        for room in rooms:
            go_to(page, room)
            page.wait_until(f"(hash) => location.hash === '#' + hash && {BOARD}", room)
            page.wait_until("!!document.querySelector('#prompt').textContent")
            if theme:
                page.evaluate(SET_THEME, theme)
            page.resize(*PHONE)
            assert page.axe() == [], (room, "choosing, on a phone")
            if theme or room == rooms[-1]:
                page.resize(*WIDE)
                assert page.axe() == [], (room, "choosing, on a wide screen")
                page.resize(*PHONE)
        assert theme or page.axe_in_other_themes() == []
        page.press("R")
        page.wait_until("!!document.querySelector('dialog[open]')")
        assert page.axe() == [], "a question"
        page.click("dialog button[value=yes]")
        page.wait_until("!!document.querySelector('#result.end')")
        assert page.axe() == [], "the result"
        page.press("V")
        page.wait_until("!document.querySelector('#replay').hidden")
        assert page.axe() == [], "the replay"
        page.close()
