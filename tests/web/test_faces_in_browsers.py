"""The faces of bots on the page: beside the board, below a result; and off by a switch."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from gipf_meta.bots.spoken_lines import LINES, lines_at_slips
from gipf_meta.deeds.thoughts import ChancesThought
from gipf_meta.library.store import Library
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import enter, go_to, keep, keep_in, say

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

SEEN: Final = """(where) => [...document.querySelectorAll(where + ' .face svg')]
    .filter((one) => one.getBoundingClientRect().height > 20).length"""
SAID: Final = "[...document.querySelectorAll('#said p')].map((one) => one.textContent).join('|')"
SHARES: Final = """[...document.querySelectorAll('#chances span')]
    .map((one) => one.style.getPropertyValue('--share'))"""
HIGH: Final = "document.querySelector('#across .player').getBoundingClientRect().height"


def begin(seed: int = 5) -> Match:
    find = installed_plugins().find
    return Match.begin(find("zertz")(), 2, find, seed).resolve()


def test_a_bot_shows_its_face_and_speaks_to_who_wants_it(page: Page, tmp_path: Path) -> None:
    with Library(tmp_path / "DATA" / "gipf-meta" / "library.sqlite") as library:
        for seed in range(3):
            keep_in(library, begin(seed).resign(1), "human", "medium")
    room = keep(tmp_path, begin(), "human", "medium")
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {SAID}.includes('Medium 2: “')")
        said = page.evaluate(SAID)
        assert any(line in said for line in LINES["medium"]["start"])
        assert page.evaluate(SEEN, "#across") == 1
        assert page.evaluate(SEEN, "#own") == 0
        high = page.evaluate(HIGH)
        assert page.axe("#beside, #across") == []
        page.evaluate("location.hash = 'screen/settings'")
        page.click("[name=faces]")
        page.wait_until("document.documentElement.classList.contains('faceless')")
        go_to(page, room)
        page.wait_until("document.querySelectorAll('#board .place').length > 30")
        assert page.evaluate(SEEN, "#across") == 0
        assert "“" not in page.evaluate(SAID)
        assert page.evaluate(HIGH) == high
        page.evaluate("location.hash = 'screen/settings'")
        page.click("[name=faces]")
        page.wait_until("!document.documentElement.classList.contains('faceless')")
        go_to(page, room)
        page.wait_until("document.querySelectorAll('#board .place').length > 30")
        page.press("R")
        page.click("dialog[open] button[value=yes]")
        page.wait_for_text("3 : 1 against Nora.", "#tally")
        assert page.text("#tally button") == "Meet Viktor"
        assert page.evaluate(SEEN, "#result") == 1
        assert any(line in page.text("#result") for line in LINES["medium"]["resigned"])
        assert "“" not in page.evaluate(SAID)
        assert page.axe("#result") == []
        page.click("#tally button")
        page.wait_until("document.querySelector('#across b')?.textContent === 'Viktor'")
        assert page.evaluate("document.querySelector('#tally')") is None
        page.close()


def test_a_bot_speaks_of_a_slip_that_the_bar_of_chances_has_shown(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, tell = [90, 10], ChancesThought.message

    def message(thought: ChancesThought, told: Any) -> Any:
        own = found[min(1, len(thought.session.steps))]
        shares = [{"player": 0, "percent": own}, {"player": 1, "percent": 100 - own}]
        return tell(thought, {**told, "shares": shares})

    monkeypatch.setattr(ChancesThought, "message", message)
    room = keep(tmp_path, begin(), "human", "greedy")
    line = lines_at_slips("greedy", 5)[0]
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/settings")
        page.click("[name=chances]")
        page.wait_until("document.querySelector('[name=chances]').checked")
        go_to(page, room)
        page.wait_until(f"() => {SHARES}.includes('90')")
        assert line not in page.evaluate(SAID)
        say(page, "Wd4,a1")
        page.wait_for_text(line, "#said")
        page.close()
