"""Walks by keys alone, on a page of a server or in a tab, and what a screen reader says of them."""

from __future__ import annotations

from tests.web.browsers import Page


def hears(page: Page, *texts: str) -> None:
    """Waits until each of *texts* has been said since the last time, and forgets all that was."""
    said = "window.spokenTexts"
    try:
        page.wait_until(f"(texts) => texts.every((text) => {said}.includes(text))", texts)
    except AssertionError:
        raise AssertionError(f"{texts} are not all in {page.spoken()}") from None
    page.spoken()


def press_tab_to(page: Page, name: str) -> None:
    """Presses Tab until what is called *name* has the focus; at most a hundred times."""
    names = []
    for _ in range(100):
        page.press("Tab")
        is_lost = page.evaluate("document.activeElement === document.body")
        names.append("" if is_lost else page.accessible_name())
        if names[-1] == name:
            return
    raise AssertionError(f"{name!r} is not among {names}")


def hear_gipf_through_a_duel(page: Page) -> None:
    """Challenges in ``gipf_with_a_challenge``, resigns the duel and is back."""
    hears(page, "Human 2 announces a jump from h5: Human 1 may allow or challenge it.")
    press_tab_to(
        page,
        "Challenge to a duel in ZÈRTZ. If Human 2 wins: e5: black spent ZÈRTZ-potential; h5: black"
        " basic piece. If Human 1 wins: h5: black basic piece",
    )
    page.press("2")
    hears(
        page,
        "Human 2: Take a marble from the pool, then choose a vacant ring.",
        "Human 1 challenges it to a duel. The lot falls on Human 2, who begins the duel. A duel"
        " decides. ZÈRTZ: Human 2, Human 1. Whoever first captures 4 white, 5 grey or 6 black"
        " marbles, or 3 of each colour, wins.",
    )
    page.wait_until("document.body.classList.contains('in-duel')")
    page.press("n")
    assert page.accessible_name() == "a1: empty"
    page.press("n", "n", "Enter")
    assert page.accessible_name() == "a3: empty"
    hears(page, "Which marble goes on a3?")
    press_tab_to(page, "white marble 6")
    page.press("Enter")
    hears(
        page,
        "Human 2: Remove a free ring: one marked in green.",
        "Human 2 places a white marble on a3.",
    )
    page.press("R")
    page.wait_until("!!document.querySelector('dialog')")
    assert page.accessible_name("dialog") == "Resign?"
    page.press("Shift+Tab")
    assert page.accessible_name() == "Yes, resign"
    page.press("Enter")
    hears(
        page,
        "Human 2 must enter a piece or jump.",
        "Human 1 won the duel in ZÈRTZ: Human 2 resigned. The jump is lost, and with it the"
        " ZÈRTZ-potential on h5; the piece below stays.",
    )
    page.wait_until("!document.querySelector('dialog')")


def hear_tamsk(page: Page) -> None:
    """Moves a glass in ``tamsk_with_sand`` before its 3 s are over."""
    hears(
        page,
        "Human 2, move a glass to a vacant space next to it that is not full."
        " A ring drops around it: who has fewer rings left wins.",
    )
    page.press_tab_to("on")
    page.press("Enter")
    page.wait_until("!document.querySelector('dialog')")
    page.press("n")
    assert page.accessible_name() == "a3: empty, holds 0 of 1"
    page.press("Enter")
    hears(
        page,
        "Move the glass from a4 to a3 and drop … ring: which of these?"
        " Or choose a place that glows.",
    )
    page.press("n")
    assert page.accessible_name() == "a4: black hourglass, idle, holds 0 of 1"
    page.press("Enter")
    hears(page, "Human 2 moves the glass from a4 to a3 and drops a ring.")
    press_tab_to(page, "15-second glass empty 0:00")


def hear_zatre_for_four(page: Page) -> None:
    """Puts the first tile of ``zatre_for_four``."""
    hears(page, "Human 1: Choose one of your tiles: it goes on h8.")
    page.press("n")
    assert page.accessible_name() == "h8: empty, special place"
    page.press("Enter")
    hears(page, "Which tile goes on h8?")
    press_tab_to(page, "tile 1 1")
    page.press("Enter")
    hears(
        page,
        "Human 1: Choose 5 or 6, then a green dot; a tile that fits must be placed.",
        "Human 1 draws a 6 in the lottery. Random 2 draws a 4 in the lottery."
        " Human 3 draws a 1 in the lottery. Greedy 4 draws a 2 in the lottery."
        " Human 1 starts, and keeps a 6. Human 1 draws a 5. Human 1 draws a 1."
        " Human 1 puts 1 on h8.",
    )
    page.press("n")
    assert page.accessible_name() == "g8: empty"
