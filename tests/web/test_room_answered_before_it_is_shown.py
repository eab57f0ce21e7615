"""An answer may come long before the scene that shows it: until then nothing is offered, and the
board stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.plugins.loading import installed_plugins
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep, reach

pytestmark = pytest.mark.slow

HOLD = """
    window.held = undefined;
    window.chosen = window.done = 0;
    const Wire = WebSocket;
    window.WebSocket = class extends Wire {
        set onmessage(hear) {
            super.onmessage = (event) => {
                const told = JSON.parse(event.data);
                if (told.scene && window.held) window.held.push(() => hear(event));
                else hear(event);
                if (told.done) window.done += 1;
            };
        }
        send(text) {
            if (JSON.parse(text).do === "choose") window.chosen += 1;
            super.send(text);
        }
    };
"""
"""JavaScript: holds scenes back while ``held`` is a list, and counts decisions and answers."""
RELEASE = """() => {
    const { held } = window;
    window.held = undefined;
    for (const hear of held) hear();
}"""
OPEN = "document.querySelectorAll('.place.open').length"
SHOWN = "document.querySelectorAll('#board .pieces > g').length"


def one_click_game() -> str:
    """A game in which each first decision is one click on a place of many."""
    for name, kind in installed_plugins().games.items():
        if 2 in kind.seat_counts and kind.is_kept:
            match = reach(name, {}, 2, 1, lambda match: True)
            clicks = [choice.path for choice in match.top.view(None).choices]
            if len(clicks) > 50 and all(len(path) == 1 for path in clicks):
                return name
    pytest.skip("no game here begins with one click")


def test_a_click_waits_for_its_scene_and_is_then_the_next_persons_turn(
    page: Page, tmp_path: Path
) -> None:
    game = one_click_game()
    hash = keep(tmp_path, reach(game, {}, 2, 1, lambda match: True), "human", "human")
    page.run_before_page(HOLD)
    with serving_here(tmp_path) as served:
        enter(page, served.told, hash)
        page.wait_until(f"() => {OPEN} > 0")
        for turn in (1, 2):
            done, shown = page.evaluate("done"), page.evaluate(SHOWN)
            page.evaluate("() => { window.held = [] }")
            page.click(".place.open")
            page.wait_until("(before) => window.done > before && held.length", done)
            assert page.evaluate("document.querySelector('#words').inert"), "it waits"
            assert page.evaluate(OPEN) == 0
            assert page.evaluate(SHOWN) == shown
            page.press("n", "Enter")
            assert page.evaluate("chosen") == turn, "nothing is decided on an old board"
            page.evaluate(RELEASE)
            page.wait_until(f"(shown) => {OPEN} > 0 && {SHOWN} > shown", shown)
        page.close()
