"""Walks through a match on the page, from a server or in a tab: where they begin and what is done.

A match stands here with those who play it, as ``keep`` takes them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from gipf_meta.match.lesson_progress import begin_at, find_lesson
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from tests.web.browsers import Page
from tests.web.walking import BOARD, POTENTIALS, legal, may_challenge, reach

By: TypeAlias = Literal["mouse", "touch"]
Played: TypeAlias = tuple[Match, *tuple[str, ...]]
"""A match, and who plays at each seat: ``human``, or a bot's name."""
LESSON = "lesson/zertz/first"
CARD = "document.querySelector('#lesson')?.dataset.address"

LINES = "document.querySelectorAll('#lines li').length"
"""JavaScript: how many best lines are told."""
SIGNS = "document.querySelectorAll('#board .signs > *').length"
"""JavaScript: how many signs stand on the board."""
SAID = "document.querySelector('#said').textContent"
"""JavaScript: the news below the board."""
ON = "#lesson button:last-child"
FIRST_BUTTON = "document.querySelector('#lesson button').textContent"


def must_capture(match: Match) -> bool:
    """Whether the first player must capture."""
    moves = legal(match)
    return getattr(match.top.status, "seat", None) == 0 and "x " in (moves or [""])[0]


def wait_for_turns(page: Page, number: int) -> None:
    """Waits until the list has so many turns."""
    page.wait_until("(n) => document.querySelectorAll('#turn-list > li').length === n", number)


def wait_for_prompt(page: Page, text: str) -> None:
    """Waits until *text* is in the prompt."""
    page.wait_until("(t) => document.querySelector('#prompt').textContent.includes(t)", text)


def zertz_with_a_capture() -> Played:
    """ZÈRTZ against a bot, where a capture must be made."""
    return reach("zertz", {}, 2, 1, must_capture), "human", "random"


def play_zertz_by_keys(page: Page) -> None:
    """Captures, takes the turn back and repeats it, asks for help, resigns and plays a rematch."""
    wait_for_prompt(page, "You must capture")
    room = page.evaluate("location.hash")
    page.press("n")
    assert page.evaluate("document.activeElement.dataset.place") == "g4"
    page.press("Enter", "Enter")  # the jump completes itself: the second says nothing
    wait_for_turns(page, 6)
    heard = page.spoken()
    assert (
        "Your turn. You must capture: a jump is possible. Choose a marble circled in green, then"
        " where it lands."
    ) in heard
    assert any("jump from g4 to e4" in words for words in heard)
    assert any(words.startswith("Random 2 places a black marble on d7") for words in heard)
    page.press("u")
    wait_for_turns(page, 4)
    page.press("U")
    wait_for_turns(page, 6)
    page.press("H")
    page.wait_until("document.querySelector('#said').textContent.includes('Place a')")
    page.press("R")
    page.wait_until("!!document.querySelector('dialog[open]')")
    page.press("Shift+Tab")
    page.wait_until("document.activeElement.value === 'yes'")
    page.press("Enter")
    page.wait_for_text("Random 2 won: you resigned.", "#result")
    page.press_tab_to("rematch")
    page.press("Enter")
    page.wait_until("(room) => location.hash !== room", room)
    page.wait_until(BOARD)


def gipf_with_a_challenge() -> Played:
    """GIPF with potentials for two people, where a challenge may be made."""
    return reach("gipf", POTENTIALS, 2, 11, may_challenge), "human", "human"


def take_up_the_challenge(page: Page, by: By) -> None:
    """Challenges, begins the duel in ZÈRTZ and places the first marble on d4."""
    choose = page.tap if by == "touch" else page.click
    wait_for_prompt(page, "Human 1 may allow or challenge it")
    assert page.evaluate("document.querySelectorAll('.word.course .prospect svg').length") == 3
    assert page.axe() == []
    choose("[data-word=challenge]")
    page.wait_until("document.body.classList.contains('in-duel')")
    page.wait_until("document.querySelector('#said').textContent.includes('Human 1 challenges')")
    assert page.evaluate("!!document.querySelector('#waiting-board svg')")
    assert not page.evaluate("document.querySelector('dialog')")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")  # the bar lies over a phone's pool
    choose("[data-word='pool:W']")
    choose("[data-place=d4] .hit")
    page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('white')")


def play_gipf_through_a_duel(page: Page, by: By) -> None:
    """Challenges, begins the duel in ZÈRTZ, resigns it and is back in GIPF."""
    choose = page.tap if by == "touch" else page.click
    wait_for_prompt(page, "Human 1 may allow or challenge it")
    before = page.evaluate(BOARD)
    take_up_the_challenge(page, by)
    assert page.axe() == []
    choose("#deeds button:last-child")
    choose("dialog button[value=resign]")
    choose("dialog button[value=yes]")
    page.wait_until("!document.body.classList.contains('in-duel')")
    page.wait_until(f"(n) => {BOARD} === n", before)
    page.wait_until("document.querySelector('#said').textContent.includes('won the duel')")
    page.wait_until("!document.querySelector('dialog, #waiting-board')")


def tamsk_with_sand(timer_ms: int = 1500) -> Played:
    """TAMSK for two people, whose 15-second glass takes *timer_ms*."""
    options = {"timer_ms": str(timer_ms)}
    match = reach("tamsk", options, 2, 1, lambda match: bool(match.top.steps))
    return match, "human", "human"


def let_sand_of_tamsk_run(page: Page) -> None:
    """Turns the glass against Black, whose turn is gone when it is empty."""
    page.press_tab_to("on")
    assert page.axe() == []
    page.press("Enter")
    page.wait_until("!document.querySelector('dialog')")
    wait_for_prompt(page, "Human 2, move")
    page.click("#glasses button")
    page.wait_for_text("against Human 2", "#glasses")
    wait_for_prompt(page, "Human 1, move")
    assert any("Human 2" in words and "loses" in words for words in page.spoken())


def zatre_for_four() -> Played:
    """Zatre at its beginning, for two people and two bots."""
    match = reach("zatre", {"hands": "open"}, 4, 1, lambda match: True)
    return match, "human", "random", "human", "greedy"


def play_zatre_for_four(page: Page) -> None:
    """Puts the first tile."""
    wait_for_prompt(page, "Human 1: Choose one of your tiles: it goes on h8.")
    assert page.evaluate("document.querySelectorAll('.players > li').length") == 4
    page.click(".item.lit")
    page.click("[data-place=h8] .hit")
    page.wait_until("document.querySelector('[data-place=h8]').ariaLabel !== 'h8: empty'")
    assert page.axe() == []


def wait_for_page(page: Page, number: int, lesson: str = LESSON) -> None:
    """Waits until page *number* of *lesson* is open, counted from 0."""
    page.wait_until(f"(to) => {CARD} === to", f"{lesson}/{number}")


def go_on(page: Page, choose: Callable[[str], None], number: int) -> None:
    """Goes on from page *number* of the first lesson of ZÈRTZ to the next one, having shown what it
    asks for, if anything, decision after decision.

    A page that has ended rests for a while, or as long as its card has not come: whoever presses
    meanwhile presses what belongs to the next one.
    """
    find = load_plugins().find
    game = find("zertz")
    progress = begin_at(find_lesson(game, "first"), game, find, number)
    if progress.has_to_be_found:
        choose(ON)
        page.wait_until("!!document.querySelector('#room .target')")
    while progress.wanted and (progress := progress.play(progress.wanted[0])).number == number:
        said = page.evaluate(SAID)
        choose(ON)
        page.wait_until(f"(before) => {SAID} !== before && {FIRST_BUTTON} === 'Again'", said)
    choose(ON)
    wait_for_page(page, number + 1)


def take_first_lesson(page: Page, by: By, read_done: Callable[[], list[str]]) -> None:
    """Takes the first lesson of ZÈRTZ from the launcher to its end.

    *read_done* reads from what is kept which lessons are done.
    """
    choose = page.tap if by == "touch" else page.click
    pages = len(find_lesson(load_plugins().find("zertz"), "first").pages)
    page.evaluate("() => { location.hash = 'screen/lessons/%7B%22game%22:%22zertz%22%7D' }")
    page.wait_for_text("Your first game")
    assert page.axe() == []
    choose("aria/Begin: Your first game")
    wait_for_page(page, 0)
    for number in range(2):
        go_on(page, choose, number)
    assert page.axe() == []
    choose("[data-word='pool:W']")
    choose("[data-place=d4] .hit")
    page.wait_for_text("this page is about another move", "#lesson")
    page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
    choose("aria/Take it back")
    page.wait_until("document.querySelector('[data-place=d4]').ariaLabel === 'd4: empty'")
    page.wait_until(f"{FIRST_BUTTON} === 'Back'")  # the card is lower again, and moves nothing
    choose("[data-word='pool:W']")
    choose("[data-place=b2] .hit")
    wait_for_page(page, 3)
    choose("#deeds [aria-keyshortcuts=H]")
    page.wait_for_text("a1: remove ring a1", "#said")
    choose("[data-place=a1] .hit")
    wait_for_page(page, 4)
    choose("aria/Show me")
    page.wait_until(f"{FIRST_BUTTON} === 'Again'")
    choose("aria/Again")
    page.wait_until(f"{FIRST_BUTTON} === 'Back'")
    for number in range(4, pages):
        assert read_done() == []
        go_on(page, choose, number)
    assert read_done() == ["zertz/first"]
    page.wait_for_text("The lesson is over.", "#lesson")
    page.wait_until("!!document.querySelector('#lesson.done .primary')")
    assert page.axe() == []
    choose("aria/All lessons")
    page.wait_until("!!document.querySelector('.desk-lessons [data-share=\"1\"]')")


def gipf_with_a_row() -> tuple[Match, str]:
    """A match of GIPF, and a push that makes four in a row, which is taken at once."""

    def pushed(match: Match) -> str | None:
        pieces = len(match.top.view(None).pieces)
        for text in legal(match):
            after = match.play(text)
            if after.result is None and len(after.top.view(None).pieces) <= pieces - 3:
                return text
        return None

    match = reach("gipf", {"variant": "basic"}, 2, 2, lambda match: pushed(match) is not None)
    return match, str(pushed(match))


def zertz_with_a_win(*, over: bool = False) -> Played:
    """ZÈRTZ for two people, in which one white marble wins, and taking it wins now.

    If it is *over*, the first player has resigned.
    """
    find = load_plugins().find
    match = Match.begin(configure(find("zertz"), {"goals": "1/5/6/3"}), 2, find, 1)
    for text in ("Wd4,d1", "Bd5,a1"):
        match = match.play(text)
    return match.resign(0) if over else match, "human", "human"


def show_best_lines(page: Page) -> None:
    """Has the best lines told and drawn, follows one, takes a turn back and closes them."""
    page.spoken()
    page.press("A")
    page.wait_until(f"() => {LINES} > 0 && {SIGNS} > 0")
    page.wait_for_text("The win is sure", "#lines")
    page.wait_for_text("a win", "#lines li")
    assert any(told.startswith("a win: x ") for told in page.spoken())
    assert page.axe() == []
    page.click("#lines li button")
    page.wait_until("!!document.querySelector('#lines [aria-pressed=true]')")
    page.press("F")  # signs turn with the board
    page.wait_until(
        "[...document.querySelectorAll('#board .signs > *')]"
        ".some((sign) => sign.getAttribute('transform').endsWith('rotate(180)'))"
    )
    # the position changes: what was found is gone at once, and the next is sought
    page.press("u")
    page.wait_until("!document.querySelector('#lines [aria-pressed=true]')")
    page.wait_until(f"() => {LINES} > 0")
    page.click("#lines .close")
    page.wait_until(f"() => {SIGNS} === 0 && !document.querySelector('#lines')")


def review_a_match(page: Page, by: Literal["keys", "touch"]) -> None:
    """Reviews a match that is over, and goes from the mistake to what was better."""
    page.spoken()
    if by == "touch":
        page.tap("#deeds button[value=before]")
        page.tap("#replay button[value=G]")
    else:
        page.press("G")
    page.wait_for_text("of the chances", "#review")
    page.wait_until("document.querySelectorAll('#review svg > g:last-child > g').length === 2")
    heard = page.spoken()
    assert any("blunders 1" in told for told in heard)
    assert page.axe() == []
    if by == "touch":
        page.tap("#review li button")
    else:
        page.press("V")
        page.wait_until("!document.querySelector('#replay').hidden")
        page.press("Home", "n")
    page.wait_until("document.querySelector('#slider').value === '2'")
    page.wait_until(f"() => {SIGNS} > 1")
    said = "2. Human 2: Bd5,a1: a blunder"
    page.wait_until("(said) => document.querySelector('#said').textContent.includes(said)", said)
    assert any(told.startswith(said) for told in [*heard, *page.spoken()])
    assert page.axe() == []
    # the graph is a slider over the turns, whatever holds it
    if by == "touch":
        page.tap("#review svg > g:last-child > g:first-child circle")
    else:
        page.hold("#review li button")  # it can be read while it is pressed, too
        assert page.axe() == []
        page.move("#title")
        page.release()
        page.evaluate("document.querySelector('#review svg').focus()")
        assert page.accessible_name() == "The chances of Human 1, turn by turn"
        page.press("ArrowLeft")
    page.wait_until("document.querySelector('#slider').value === '0'")
    told = "document.querySelector('#review svg').getAttribute('aria-valuetext')"
    assert page.evaluate(told).startswith("1. Human 1: Wd4,d1: ")
    page.press("Escape", "G")
    page.wait_until(f"() => {SIGNS} === 0 && !document.querySelector('#review')")
