"""The bar of chances beside the board: in a replay, in a review, and against bots who wants it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from gipf_meta.deeds import inquiry_deeds
from gipf_meta.search.effort import Effort
from tests.ended_matches import ended_match
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, keep
from tests.web.walks import zertz_with_a_win

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

PLACES: Final = "() => document.querySelectorAll('#board .place').length > 30"
STOOD: Final = """() => {
    const { x, y, width, height } = document.querySelector('#board').getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
}"""
WORDS: Final = "document.querySelector('#chances')?.ariaLabel"
SHARES: Final = """[...document.querySelectorAll('#chances span')]
    .map((one) => one.style.getPropertyValue('--share'))"""
NONE: Final = "Chances: not looked at yet."


def test_a_replay_and_its_review_show_the_chances_beside_the_board(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry_deeds, "BY_TIME", Effort(4))
    room = keep(tmp_path, ended_match("zertz", 3), "human", "greedy")
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(PLACES)
        stood = page.evaluate(STOOD)
        assert page.evaluate(WORDS) is None
        page.press("V")
        page.wait_until(f"() => {WORDS} === {NONE!r}")
        assert page.evaluate(SHARES) == []
        page.press("G")
        page.wait_for_text("of the chances", "#review")
        page.press("End")
        page.wait_until(f"() => {SHARES}.sort().join() === '0,100'")
        page.press("Home")
        page.wait_until(f"() => !{SHARES}.includes('100')")
        assert sum(map(int, page.evaluate(SHARES))) == 100
        first, other = page.evaluate(f"{WORDS}.match(/[0-9]+(?= %)/g)")
        assert page.evaluate(WORDS) == f"Chances: you {first} %, Greedy 2 {other} %."
        assert page.evaluate(SHARES) == [other, first]  # the reader at the bottom
        assert page.evaluate(STOOD) == stood
        assert page.axe("#stage") == []
        page.close()


def test_against_bots_the_chances_are_seen_by_who_wants_them(page: Page, tmp_path: Path) -> None:
    match, *_people = zertz_with_a_win()
    room = keep(tmp_path, match, "human", "greedy")
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(PLACES)
        assert page.evaluate(WORDS) is None
        page.evaluate("location.hash = 'screen/settings'")
        page.click("[name=chances]")
        page.wait_until("document.querySelector('[name=chances]').checked")
        page.evaluate("(hash) => { location.hash = hash }", room)
        page.wait_until(f"() => {WORDS}?.startsWith('Chances: you 100 %')")
        assert not any("Chances" in words for words in page.spoken())
        page.close()
