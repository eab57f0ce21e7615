"""Best lines and reviews in browsers, by mouse, touch and keys."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Literal

import pytest

from gipf_meta.bots import analyst
from gipf_meta.bots.engine_bot import EngineBot
from gipf_meta.deeds import inquiry_deeds
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.search.effort import Effort
from gipf_meta.search.review import deepen_review
from tests.tiers import soak
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, enter, keep, say
from tests.web.walks import LINES, SIGNS, review_a_match, show_best_lines, zertz_with_a_win

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]


def wait_for_board(page: Page) -> None:
    page.wait_until(f"() => {BOARD} > 30")


def test_the_best_lines_of_an_engine_stand_beside_the_board_and_over_it(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = EngineBot(shlex.join([sys.executable, "-m", "gipf_meta", "engine"]), may_run=True)
    monkeypatch.setattr(analyst, "_appointed", analyst.Analyst(engine))
    room = keep(tmp_path, *zertz_with_a_win())
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        wait_for_board(page)
        show_best_lines(page)
        page.close()


def test_earlier_moments_are_analysed_on_a_phone(page: Page, tmp_path: Path) -> None:
    room = keep(tmp_path, *zertz_with_a_win(over=True))
    page.resize(*PHONE)
    with serving_here(tmp_path, language="cs") as served:
        enter(page, served.told, room)
        wait_for_board(page)
        page.press("V")
        page.tap("#replay button[value=End]")
        page.wait_until("document.querySelector('#slider').value === '4'")
        page.tap("#replay button[value=A]")
        page.wait_for_text("není co rozebírat", "#lines")
        page.tap("#deeds button[value=before]")
        page.wait_until(f"() => {LINES} > 0 && {SIGNS} > 0")
        assert page.axe() == []
        page.tap("#lines li button")
        page.wait_until("!!document.querySelector('#lines [aria-pressed=true]')")
        page.close()


def test_nobody_is_advised_while_a_bot_thinks(page: Page, tmp_path: Path) -> None:
    find = load_plugins().find
    match = Match.begin(configure(find("zertz"), {}), 2, find, 1)
    room = keep(tmp_path, match.play("Wd4,d1").play("Bd5,a1"), "human", "expert")
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        wait_for_board(page)
        page.press("A")
        page.wait_until(f"() => {LINES} > 0")
        say(page, "x d4Bd6")
        page.wait_for_text("It is not your turn", "#lines")
        assert page.evaluate(SIGNS) == 0
        page.close()


@pytest.mark.parametrize("by", ["keys", *soak("touch")])
def test_a_review_leads_to_what_was_better(
    page: Page, tmp_path: Path, by: Literal["keys", *soak("touch")]
) -> None:
    room = keep(tmp_path, *zertz_with_a_win(over=True))
    if by == "touch":
        page.resize(*PHONE)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        wait_for_board(page)
        review_a_match(page, by)
        page.close()


SEEN = """() => {
    window.seen = new Set();
    const told = () => document.querySelectorAll('#review li small');
    const note = () => told().forEach((each) => seen.add(each.textContent));
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""
"""Notes all words about marked turns."""
REVIEWED = "['', ' svg'].map((one) => document.querySelector(`#review${one}`).innerHTML).join()"


def test_a_refined_verdict_replaces_the_rough_one(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, *people = zertz_with_a_win(over=True)
    effort = Effort(1000, is_rough_first=True)
    words = [str(each.verdict) for each in deepen_review(match, effort) if each.n == 1]
    assert words[0] != words[-1]
    monkeypatch.setattr(inquiry_deeds, "BY_TIME", effort)
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep(tmp_path, match, *people))
        wait_for_board(page)
        page.evaluate(SEEN)
        page.press("G")
        page.wait_for_text("of the chances", "#review")
        assert page.evaluate("[...seen]") == list(dict.fromkeys(words))
        assert page.text("#review li small") == words[-1]
        page.close()


def test_a_review_that_is_stopped_tells_nothing_more(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inquiry_deeds, "BY_TIME", Effort(None, 60_000, is_rough_first=True))
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep(tmp_path, *zertz_with_a_win()))
        wait_for_board(page)
        page.press("G")
        page.wait_for_text("A rough look first: 2 of 2.", "#review")
        page.click("#review .row button")
        page.wait_for_text("Review again", "#review")
        shown = page.evaluate(REVIEWED)
        page.press("A")  # what is asked later is answered at once: nothing is in its way
        page.wait_until(f"() => {LINES} > 0")
        assert page.evaluate(REVIEWED) == shown
        page.close()
