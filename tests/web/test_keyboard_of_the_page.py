"""``?`` in a room shows the keys that hold at that moment, and the match stays where it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.match.match import Match
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import PHONE, WIDE, enter, keep, legal, reach

pytestmark = pytest.mark.slow


def keys_shown(page: Page) -> dict[str, str]:
    """The keys in the dialog, once it is open, and what each does."""
    page.wait_until("!!document.querySelector('dialog.keys')")
    shown: list[tuple[str, str]] = page.evaluate(
        "[...document.querySelectorAll('dialog.keys tr')]"
        ".map((row) => [...row.children].map((cell) => cell.textContent))"
    )
    return dict(shown)


def may_place(match: Match) -> bool:
    """Whether two turns were played and a marble is to be placed."""
    return len(match.top.turns()) == 2 and legal(match)[0][0] in "WGB"


def close(page: Page) -> None:
    """Closes the dialog by its key."""
    page.press("Escape")
    page.wait_until("!document.querySelector('dialog')")


@pytest.mark.needs("zertz")
def test_the_keys_are_those_that_hold_now(page: Page, tmp_path: Path) -> None:
    hash = keep(tmp_path, reach("zertz", {}, 2, 1, may_place), "human", "human")
    with serving_here(tmp_path) as served:
        enter(page, served.told, hash)
        page.wait_until("!!document.querySelector('.place.open')")
        page.press("?")
        shown = keys_shown(page)
        assert shown["n, N"].startswith("the next, the previous thing that can be chosen")
        assert shown["H"] == "Hint"
        assert not shown.keys() & {"U", "B", "Escape", "Home"}
        for size in (PHONE, WIDE):
            page.resize(*size)
            assert page.axe() == [], size
        close(page)
        page.press("n", "Enter", "?")
        assert keys_shown(page)["Escape"] == "Back one click"
        close(page)
        page.wait_until("!document.querySelector('#path').hidden")
        page.press("Escape", "V", "?")
        shown = keys_shown(page)
        assert (shown["Home"], shown["Escape"]) == ("To the beginning", "Back to the match")
        assert "n, N" not in shown
        close(page)
        assert page.evaluate("location.hash") == f"#{hash}/at/0"
        page.press("?")
        page.click("aria/The whole help")
        page.wait_until("document.body.dataset.screen === 'help'")
        page.evaluate("location.hash = 'lesson/zertz/first/8'")
        page.wait_until("!!document.querySelector('#lesson .primary')")
        page.press("?")
        shown = keys_shown(page)
        assert (shown["Enter, Space"], shown["Escape"]) == ("Go on", "Back")
        assert not shown.keys() & {"V", "S", "R", "H"}
        close(page)
        page.close()


@pytest.mark.needs("zertz")
def test_tab_numbers_and_n_reach_the_pool(page: Page, tmp_path: Path) -> None:
    hash = keep(tmp_path, reach("zertz", {}, 2, 1, may_place), "human", "human")
    with serving_here(tmp_path) as served:
        enter(page, served.told, hash)
        page.wait_until("!!document.querySelector('.place.open')")
        page.press("Tab")
        first = page.accessible_name()
        assert "marble" in first
        page.press("n")
        assert "marble" in page.accessible_name() != first
        page.press("N", "N")  # back over the first thing beside the board, to the board
        assert page.evaluate("!!document.activeElement.closest('#board')")
        page.press("Enter")
        page.wait_until("!document.querySelector('#path').hidden")
        page.press("n")  # no place is left to be chosen, so the next thing is in the pool
        assert page.accessible_name() == first
        assert page.evaluate("document.activeElement.getAttribute('aria-keyshortcuts')") == "1"
        page.press("?")
        assert "beside the board" in keys_shown(page)["1 … 9"]
        close(page)
        page.press("2")
        page.wait_until("document.querySelector('#turn-list').children.length === 3")
        page.close()


@pytest.mark.needs("zertz")
def test_another_number_takes_another_marble(page: Page, tmp_path: Path) -> None:
    """As another click does, also where both keys come at once."""
    with serving_here(tmp_path) as served:
        enter(
            page,
            served.told,
            keep(tmp_path, reach("zertz", {}, 2, 1, lambda match: True), "human", "human"),
        )
        page.wait_until("!!document.querySelector('[aria-keyshortcuts=\"3\"]')")
        page.press("2", "3")
        page.wait_until(
            "document.querySelector('#trays [aria-pressed=true]') === "
            "document.querySelectorAll('#trays .item')[2]"
        )
        page.close()


@pytest.mark.needs("gipf")
def test_a_number_takes_a_piece_from_the_reserve(page: Page, tmp_path: Path) -> None:
    def may_enter(match: Match) -> bool:
        """Whether the basic piece lies in the reserve as one of two kinds."""
        return {"basic", "G"} <= {choice.path[0] for choice in match.top.view(0).choices}

    hash = keep(tmp_path, reach("gipf", {}, 2, 1, may_enter), "human", "human")
    with serving_here(tmp_path) as served:
        enter(page, served.told, hash)
        page.wait_until("!!document.querySelector('[aria-keyshortcuts]')")
        numbered = page.evaluate(
            "[...document.querySelectorAll('[data-word][aria-keyshortcuts]')]"
            ".map((one) => [one.getAttribute('aria-keyshortcuts'), one.dataset.word])"
        )
        keys = {word: key for key, word in numbered}
        assert sorted(keys.values()) == ["1", "2"]
        page.press(keys["basic"])
        page.wait_until("document.querySelector('#path').textContent.includes('basic piece')")
        page.close()
