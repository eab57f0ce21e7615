"""Walks inside a tab, in both browsers: its server is stopped and its network cut after one load.

The folder of a tab is built with the games of this tree; what else is installed is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.tab.loaded import LoadedTab
from tests.web.walking import BOARD, PHONE
from tests.web.walks import (
    By,
    gipf_with_a_challenge,
    let_sand_of_tamsk_run,
    play_gipf_through_a_duel,
    play_zatre_for_four,
    play_zertz_by_keys,
    review_a_match,
    show_best_lines,
    take_first_lesson,
    tamsk_with_sand,
    wait_for_prompt,
    zatre_for_four,
    zertz_with_a_capture,
    zertz_with_a_win,
)
from tests.web.walks_by_ear import hear_gipf_through_a_duel, hear_tamsk, hear_zatre_for_four

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def no_error(tab: LoadedTab) -> Iterator[None]:
    """A walk in which the tab logs an error fails."""
    yield
    assert not tab.page.unexpected_errors()


@pytest.mark.needs("zertz")
@pytest.mark.soak
def test_zertz_against_a_bot(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*zertz_with_a_capture()))
    play_zertz_by_keys(tab.page)


# test_loading_in_browsers.py goes from tab to tab while there is a server
@pytest.mark.needs("zertz")
@pytest.mark.soak
def test_a_match_is_open_in_one_tab_at_a_time(tab: LoadedTab) -> None:
    room = tab.keep(*zertz_with_a_capture())
    tab.enter(room)
    wait_for_prompt(tab.page, "You must capture")
    second = tab.browser.new_page(beside=tab.page)
    second.go(tab.page.evaluate("location.href"))
    second.wait_for_text("This match is open in another tab.")
    second.click("aria/Play it here")
    wait_for_prompt(second, "You must capture")
    tab.page.wait_for_text("Matches that wait")
    second.close()


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.soak
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_gipf_into_a_duel_and_back(tab: LoadedTab, by: By) -> None:
    if by == "touch":
        tab.page.resize(*PHONE)
    tab.enter(tab.keep(*gipf_with_a_challenge()))
    play_gipf_through_a_duel(tab.page, by)


@pytest.mark.needs("tamsk")
def test_tamsk_while_its_sand_runs(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*tamsk_with_sand()))
    let_sand_of_tamsk_run(tab.page)


@pytest.mark.needs("zatre")
@pytest.mark.soak
def test_zatre_for_four(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*zatre_for_four()))
    play_zatre_for_four(tab.page)


@pytest.mark.needs("zertz")
@pytest.mark.soak
def test_a_lesson(tab: LoadedTab) -> None:
    take_first_lesson(tab.page, "mouse", lambda: tab.read_settings().get("lessons_done", []))


@pytest.mark.needs("zertz")
def test_the_best_lines(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*zertz_with_a_win()))
    tab.page.wait_until(f"() => {BOARD} > 30")
    show_best_lines(tab.page)


@pytest.mark.needs("zertz")
def test_a_review(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*zertz_with_a_win(over=True)))
    tab.page.wait_until(f"() => {BOARD} > 30")
    review_a_match(tab.page, "keys")


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.soak
def test_gipf_by_ear(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*gipf_with_a_challenge()))
    hear_gipf_through_a_duel(tab.page)


@pytest.mark.needs("tamsk")
@pytest.mark.soak
def test_tamsk_by_ear(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*tamsk_with_sand(3000)))
    hear_tamsk(tab.page)


@pytest.mark.needs("zatre")
@pytest.mark.soak
def test_zatre_by_ear(tab: LoadedTab) -> None:
    tab.enter(tab.keep(*zatre_for_four()))
    hear_zatre_for_four(tab.page)
