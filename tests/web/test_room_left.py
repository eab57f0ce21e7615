"""One match is left for another: what was opened there ends there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, enter, go_to, keep, legal, reach

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

NOTE_BEATS = """{
    const [start, end] = [setInterval, clearInterval];
    window.beats = new Set();
    window.setInterval = (beat, ...how) => (beats.add(start(beat, ...how)), [...beats].at(-1));
    window.clearInterval = (beat) => (beats.delete(beat), end(beat));
}"""


def keep_zertz(folder: Path, turns: int = 2) -> str:
    """The room of a match of ZÈRTZ between two people after some *turns*, kept in *folder*."""
    begun = reach(
        "zertz", {}, 2, 1, lambda match: len(match.top.turns()) == turns and legal(match) != []
    )
    return keep(folder, begun, "human", "human")


def change_to(page: Page, room: str) -> None:
    """Goes from one room to another, and waits for its board."""
    go_to(page, room)
    page.wait_until(BOARD)


def test_a_click_plays_in_the_match_that_is_shown_alone(page: Page, tmp_path: Path) -> None:
    left, shown = keep_zertz(tmp_path), keep_zertz(tmp_path)
    with serving_here(tmp_path) as served:
        enter(page, served.told, left)
        page.wait_until(BOARD)
        before = page.text("#prompt")
        change_to(page, shown)
        page.click(".place.lit .hit")
        page.wait_until(
            "(before) => document.querySelector('#prompt').innerText !== before", before
        )
        change_to(page, left)
        assert page.text("#prompt") == before
        page.close()


def test_a_match_that_played_by_itself_stands_still_when_it_is_left(
    page: Page, tmp_path: Path
) -> None:
    room = keep_zertz(tmp_path, turns=6)
    page.run_before_page(NOTE_BEATS)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.press("V")
        page.wait_until("() => document.querySelector('#slider').max > 0")
        others = page.evaluate("beats.size")
        page.press(" ")
        page.wait_until("(others) => beats.size > others", others)
        page.evaluate("location.hash = ''")
        page.wait_until("document.body.dataset.screen === 'launcher'")
        assert page.evaluate("beats.size") == others
        page.close()


@pytest.mark.needs("gipf")
def test_rooms_and_their_turns_leave_no_listeners(page: Page, tmp_path: Path) -> None:
    if page.browser.name != "chromium":
        pytest.skip("Chromium alone counts listeners.")
    short, long = keep_zertz(tmp_path), keep_zertz(tmp_path, 20)
    large = keep(tmp_path, reach("gipf", {}, 2, 1, lambda match: True), "human", "human")
    with serving_here(tmp_path) as served:
        enter(page, served.told, short)
        page.wait_until(BOARD)
        before = page.count()["listeners"]
        assert before < 80, "places and turns have one listener for all of them"
        for shown in [long, large, short] * 3:
            change_to(page, shown)
        after = page.count()["listeners"]
        assert abs(after - before) <= 3
        page.close()


NOTE_SOUNDS = """{
    const Before = AudioContext;
    window.contexts = [];
    window.AudioContext = class extends Before {
        constructor(...how) {
            super(...how);
            contexts.push(this);
        }
    };
}"""


def test_a_board_at_rest_holds_no_sound_device(page: Page, tmp_path: Path) -> None:
    page.run_before_page(NOTE_SOUNDS)
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep_zertz(tmp_path))
        page.wait_until(BOARD)
        page.click(".place.lit .hit")
        page.wait_until("window.contexts.length === 1")
        page.wait_until("contexts[0].state === 'suspended'")
        page.click(".place.open .hit")
        page.wait_until("contexts[0].state === 'running'")
        assert page.evaluate("contexts.length") == 1
        page.close()
