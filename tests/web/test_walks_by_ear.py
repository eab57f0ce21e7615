"""Whole walks by keys alone, and what a screen reader says of them, in both browsers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.host.program import installed
from tests.web.browsers import Page
from tests.web.serving import serving
from tests.web.walking import BOARD, POTENTIALS, enter, keep, may_challenge, reach

pytestmark = pytest.mark.slow


def hears(page: Page, *texts: str) -> None:
    """Waits until each of *texts* has been said since the last time, and forgets all that was."""
    said = "window.spokenTexts"
    try:
        page.wait_until(f"(texts) => texts.every((text) => {said}.includes(text))", texts)
    except AssertionError:
        raise AssertionError(f"{texts} are not all in {page.spoken()}") from None
    page.spoken()


def press_tab_to(page: Page, name: str) -> None:
    """Presses Tab until what is called *name* has the focus; at most thirty times."""
    names = []
    for _ in range(30):
        page.press("Tab")
        is_lost = page.evaluate("document.activeElement === document.body")
        names.append("" if is_lost else page.accessible_name())
        if names[-1] == name:
            return
    raise AssertionError(f"{name!r} is not among {names}")


@pytest.mark.needs("gipf", "zertz")
def test_gipf_into_a_duel_and_back(page: Page, tmp_path: Path) -> None:
    hash = keep(tmp_path, reach("gipf", POTENTIALS, 2, 11, may_challenge), "human", "human")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        hears(page, "Human 1: Black announces a jump from h5: White may allow or challenge it.")
        press_tab_to(page, "challenge the use of the potential to a duel")
        page.press("2")
        hears(
            page,
            "Human 2 as Player 1: Place a marble from the pool on a vacant ring.",
            "Human 1 as White: challenge The lot falls on Black, who begins the duel."
            " A duel decides. ZÈRTZ: Human 2 as Player 1, Human 1 as Player 2."
            " White challenges Black's jump from h5. If Black wins the duel, the jump is made."
            " If White wins the duel, the jump and the ZÈRTZ-potential on h5 are lost; the piece"
            " below stays. After a draw another duel is played; this is duel 1 of 3."
            " Challenges left against ZÈRTZ: White 0, Black 1.",
        )
        page.wait_until("document.activeElement.value === 'begin'")
        assert page.accessible_name() == "Begin the duel"
        assert page.accessible_name("dialog") == "A duel in ZÈRTZ decides"
        page.press("Enter")
        page.wait_until("document.body.classList.contains('in-duel')")
        page.wait_until("!document.querySelector('dialog')")
        assert page.accessible_name() == "a1: empty"
        page.press("n", "n", "Enter")
        assert page.accessible_name() == "a3: empty"
        hears(page, "Which of these?")
        press_tab_to(page, "white marble 6")
        page.press("Enter")
        hears(
            page,
            "Human 2 as Player 1: Remove a free ring: every placement ends with one, while one is"
            " free.",
            "Human 2 as Player 1: Wa3: place a white marble on a3",
        )
        page.press("R")
        page.wait_until("!!document.querySelector('dialog')")
        assert page.accessible_name("dialog") == "Resign?"
        page.press("Shift+Tab")
        assert page.accessible_name() == "Yes, resign"
        page.press("Enter")
        hears(
            page,
            "Human 2: Black must enter a piece or jump.",
            "Human 2 as Player 1: Wa3: place a white marble on a3"
            " ZÈRTZ: Human 1 as Player 2 won (resignation). White has won the duel: the jump and"
            " the ZÈRTZ-potential on h5 are lost; the piece below stays.",
        )
        page.wait_until("document.activeElement.value === 'on'")
        assert page.accessible_name("dialog") == "The duel is over; GIPF goes on"
        page.press("Enter")
        page.wait_until("!document.querySelector('dialog')")
        assert page.accessible_name() == "c1: dot"
        page.close()


@pytest.mark.needs("tamsk")
def test_tamsk_while_its_sand_runs(page: Page, tmp_path: Path) -> None:
    match = reach("tamsk", {"timer_ms": "3000"}, 2, 1, lambda match: bool(match.top.steps))
    hash = keep(tmp_path, match, "human", "human")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        hears(
            page,
            "Human 2: Black, move a glass to a vacant space next to it that is not full."
            " Then drop a ring around it: who has fewer rings left wins.",
        )
        page.wait_until("document.activeElement.value === 'on'")
        page.press("Enter")
        page.wait_until("!document.querySelector('dialog')")
        page.press("n")
        assert page.accessible_name() == "a3: empty, holds 0 of 1"
        page.press("Enter")
        hears(page, "Which of these? Or choose a place that glows.")
        page.press("n")
        assert page.accessible_name() == "a4: black hourglass, idle, holds 0 of 1"
        page.press("Enter")
        hears(page, "Which of these?")
        press_tab_to(page, "drop a ring")
        page.press("2")
        hears(page, "Move the glass from a4 to a3 and drop a ring")
        page.press("1")
        hears(page, "Human 2 as Black: B:a4-a3: move the glass from a4 to a3 and drop a ring")
        press_tab_to(page, "15-second glass empty 0:00")
        page.close()


@pytest.mark.needs("zatre")
def test_zatre_for_four(page: Page, tmp_path: Path) -> None:
    match = reach("zatre", {"hands": "open"}, 4, 1, lambda match: True)
    hash = keep(tmp_path, match, "human", "random", "human", "greedy")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        hears(page, "Human 1 as Player 1: Put one of your tiles on h8.")
        page.press("n")
        assert page.accessible_name() == "h8: empty, special place"
        page.press("Enter")
        hears(page, "Which of these?")
        press_tab_to(page, "tile 1 1")
        page.press("Enter")
        hears(
            page,
            "Human 1 as Player 1: Put 5 or 6 next to the others; a tile that fits must be placed.",
            "Human 1 as Player 1: h8=1: put 1 on h8",
        )
        page.press("n")
        assert page.accessible_name() == "g8: empty"
        page.close()


def test_a_game_of_somebody_else(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", installed(tmp_path))
    with serving(tmp_path) as served:
        page.go(served.told)
        page.wait_until("!location.search && !!document.querySelector('#screen .desk')")
        press_tab_to(page, "Play: Tic-tac-toe")
        page.press("Enter")
        page.wait_until("!!document.querySelector('#screen form > button.primary')")
        press_tab_to(page, page.accessible_name("#screen form > button.primary"))
        page.press("Enter")
        page.wait_until(BOARD)
        hears(page, "X: Mark a free cell.")
        page.press("n")
        assert page.accessible_name() == "a3: empty"
        page.press("Enter")
        hears(page, "O is thinking …", "X: a3: mark a3", "X: Mark a free cell.")
        assert page.accessible_name() == "a3: X"
        page.close()
