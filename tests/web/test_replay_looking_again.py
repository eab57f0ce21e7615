"""A match's end, its moments and their addresses, what was said and what is typed, in browsers."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from gipf_meta.match.playback import moment_at
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, enter, keep, legal, reach, say

pytestmark = pytest.mark.slow

DEEDS = "[...document.querySelectorAll('#deeds :enabled')].map((one) => one.value).join(' ')"
"""JavaScript: what the bar offers."""
MARKED = (
    "[...document.querySelectorAll('#turn-list [aria-current] .number')].map((n) => n.innerText)"
)
"""JavaScript: the number of the turn that is marked."""
BESIDE = """() => {
    const [card, board] = ["#result", "#board"]
        .map((one) => document.querySelector(one).getBoundingClientRect());
    const isApart = card.top >= board.bottom || card.left >= board.right;
    return isApart && card.top < innerHeight && board.top >= 0;
}"""
"""JavaScript: whether the result and the board are in sight, and none lies over the other."""


def last_moves(match: Match) -> list[str]:
    """The decisions that end *match*."""
    return [move for move in legal(match) if match.play(move).result]


@pytest.mark.needs("zertz")
def test_a_moment_has_an_address_and_the_browsers_back_leaves_it(
    page: Page, tmp_path: Path
) -> None:
    room = keep(tmp_path, reach("zertz", {}, 2, 1, lambda m: len(m.top.steps) > 9), *["human"] * 2)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.press("V")
        page.wait_until(f"location.hash === '#{room}/at/0'")
        page.wait_until(f"{DEEDS} === 'after flip menu'")  # nothing was before
        for moment in (1, 2, 3):
            page.press("ArrowRight")
            page.wait_until(f"{DEEDS} === 'before after flip menu'")
            page.wait_until(f"location.hash === '#{room}/at/{moment}'")
            # a turn is two decisions
            page.wait_until(f"{MARKED}.join() === '{'' if moment < 2 else '1.'}'")
        page.evaluate("() => history.back()")
        page.wait_until(f"location.hash === '#{room}' && document.querySelector('#replay').hidden")
        page.wait_until(f"{DEEDS}.startsWith('before hint')")
        assert page.evaluate(MARKED) == ["6."]

        page.go(f"{served.address}/#{room}/at/4")
        page.wait_until("document.querySelector('#moment').textContent.startsWith('4 / ')")
        assert page.evaluate("document.querySelectorAll('#board .pieces > g').length") == 2
        page.press("Escape")
        page.wait_until(f"location.hash === '#{room}' && document.querySelector('#replay').hidden")
        page.go(f"{served.address}/#{room}/at/1000")
        page.wait_until("document.querySelector('#moment').textContent.startsWith('10 / ')")
        page.close()


@pytest.mark.needs("zertz")
def test_a_new_match_begins_from_the_moment_that_is_shown(page: Page, tmp_path: Path) -> None:
    begun = reach("zertz", {}, 2, 1, lambda m: len(m.top.steps) > 9)
    room = keep(tmp_path, begun, "human", "human")
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.go(f"{served.address}/#{room}/at/2")
        page.wait_until("document.querySelector('#moment').textContent.startsWith('2 / ')")
        page.press("M")
        page.wait_until("!!document.querySelector('[name=position]')")
        position = page.evaluate("document.querySelector('[name=position]').value")
        assert position == moment_at(begun, 2).sessions[0].position()
        page.click("#screen form button.primary")
        page.wait_until(BOARD)
        page.wait_for_text("from a position")
        page.wait_until("document.querySelectorAll('#board .pieces > g').length > 0")
        page.close()


@pytest.mark.needs("zertz")
def test_the_result_stands_beside_the_last_move_and_says_who_won_and_what_comes_next(
    page: Page, tmp_path: Path
) -> None:
    begun = reach("zertz", {"variant": "blitz"}, 2, 1, lambda m: bool(last_moves(m)))
    room = keep(tmp_path, begun, "human", "human")
    page.resize(*PHONE)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(BOARD)
        say(page, last_moves(begun)[0])
        page.wait_until("!!document.querySelector('#result.end button')")
        assert page.text("#result h2").startswith(("Human 1 won: ", "Human 2 won: "))
        assert any(" won: " in heard for heard in page.spoken())
        assert not page.evaluate("!!document.querySelector('dialog')")
        for size in (PHONE, (800, 600)):
            page.resize(*size)
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(BESIDE)
        # it is said once
        assert page.evaluate("document.querySelector('#caption').hidden")
        assert page.evaluate("document.querySelector('#prompt').hidden")
        page.wait_until("!document.querySelector('#result [inert]')")
        page.press("O")
        page.wait_until("document.activeElement.value === 'rematch'")
        page.press("V")
        page.wait_until("!document.querySelector('#result.end')")
        page.close()


@pytest.mark.needs("zertz")
def test_both_decisions_of_a_bots_turn_are_told(page: Page, tmp_path: Path) -> None:
    begun = reach("zertz", {}, 2, 1, lambda m: True).play("Wd4").play("a1").play("Wa4").play("b1")
    room = keep(tmp_path, begun, "human", "random")
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(BOARD)
        say(page, "Gd2")
        page.wait_until("document.querySelector('#prompt').textContent.includes('emove')")
        say(page, "a2")
        page.wait_until("document.querySelector('#prompt').textContent.includes('Take a')")
        said = page.evaluate(
            "[...document.querySelectorAll('#said p')].map((one) => one.textContent)"
        )
        assert len(said) == 1
        assert said[0].startswith("Random 2")
        assert "places a" in said[0]
        assert ", then removes ring" in said[0]
        page.close()


def test_an_address_of_no_screen_leads_to_the_games_and_says_so(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/settings")
        page.wait_until("document.body.dataset.screen === 'settings'")
        page.evaluate("() => { location.hash = 'screen/nope' }")
        page.wait_until("document.body.dataset.screen === 'launcher'")
        page.wait_for_text("There is no screen", ".refusal")
        assert page.evaluate("location.hash") == ""
        page.close()
