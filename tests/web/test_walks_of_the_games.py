"""Whole walks through the page, in both browsers: by mouse, by touch, by keys alone and by ear."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from gipf_meta.match.match import Match
from tests.host.program import installed
from tests.web.browsers import Browser, Page
from tests.web.serving import serving
from tests.web.walking import BOARD, PHONE, POTENTIALS, enter, keep, legal, may_challenge, reach

pytestmark = pytest.mark.slow


def must_capture(match: Match) -> bool:
    """Whether the first player must capture."""
    moves = legal(match)
    return getattr(match.top.status, "seat", None) == 0 and "x " in (moves or [""])[0]


def wait_for_turns(page: Page, number: int) -> None:
    """Waits until the list has so many turns."""
    page.wait_until("(n) => document.querySelectorAll('#turn-list > li').length === n", number)


def wait_for_prompt(page: Page, text: str) -> None:
    """Waits until *text* is in what is asked."""
    page.wait_until("(t) => document.querySelector('#prompt').textContent.includes(t)", text)


@pytest.mark.needs("zertz")
def test_zertz_by_keys_alone_and_by_ear(page: Page, tmp_path: Path) -> None:
    hash = keep(tmp_path, reach("zertz", {}, 2, 1, must_capture), "human", "random")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        wait_for_prompt(page, "You must capture")
        page.press("n")
        assert page.evaluate("document.activeElement.dataset.place") == "g4"
        page.press("Enter")
        wait_for_prompt(page, "Jump from g4 to e4, capturing the white marble on f4")
        page.press("Enter")
        wait_for_turns(page, 6)
        heard = page.spoken()
        assert "Human 1 as Player 1: You must capture: a jump is possible." in heard
        assert any("x g4We4: jump from g4 to e4" in words for words in heard)
        assert any(words.startswith("Random 2 as Player 2: Bd7") for words in heard)
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
        page.wait_for_text("You lost.", "dialog")
        page.wait_until("document.activeElement.value === 'rematch'")
        page.press("Enter")
        page.wait_until("(hash) => location.hash !== '#' + hash", hash)
        page.wait_until(BOARD)
        page.close()


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_gipf_goes_into_a_duel_and_back(browser: Browser, tmp_path: Path, by: str) -> None:
    hash = keep(tmp_path, reach("gipf", POTENTIALS, 2, 11, may_challenge), "human", "human")
    with serving(tmp_path) as served:
        page = browser.new_page()
        choose = page.tap if by == "touch" else page.click
        if by == "touch":
            page.resize(*PHONE)
        enter(page, served.told, hash)
        wait_for_prompt(page, "White may allow or challenge")
        before = page.evaluate("document.querySelectorAll('#board .place').length")
        choose("[data-word=challenge]")
        page.wait_until("!!document.querySelector('dialog.theatre')")
        assert page.axe() == []
        choose("dialog button")
        page.wait_until("document.body.classList.contains('in-duel')")
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # the bar lies over a phone's pool
        choose("[data-word='pool:W']")
        choose("[data-place=d4] .hit")
        page.wait_until("document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
        assert page.axe() == []
        choose("#deeds button:last-child")
        choose("dialog button[value=resign]")
        choose("dialog button[value=yes]")
        page.wait_until("!document.body.classList.contains('in-duel')")
        choose("dialog button")
        page.wait_until("(n) => document.querySelectorAll('#board .place').length === n", before)
        page.wait_until("!document.querySelector('dialog')")
        page.close()


@pytest.mark.needs("tamsk")
def test_the_sand_of_tamsk_runs_and_takes_a_turn_away(page: Page, tmp_path: Path) -> None:
    match = reach("tamsk", {"timer_ms": "1500"}, 2, 1, lambda match: bool(match.top.steps))
    hash = keep(tmp_path, match, "human", "human")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        page.wait_until("document.activeElement.value === 'on'")
        assert page.axe() == []
        page.press("Enter")
        page.wait_until("!document.querySelector('dialog')")
        wait_for_prompt(page, "Human 2: Black")
        page.click("#glasses button")
        page.wait_for_text("against Black", "#glasses")
        wait_for_prompt(page, "Human 1: Red")
        assert any("Black" in words and "loses" in words for words in page.spoken())
        page.close()


@pytest.mark.needs("zatre")
def test_zatre_for_four_people_and_bots(page: Page, tmp_path: Path) -> None:
    match = reach("zatre", {"hands": "open"}, 4, 1, lambda match: True)
    hash = keep(tmp_path, match, "human", "random", "human", "greedy")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        wait_for_prompt(page, "Human 1 as Player 1: Put one of your tiles on h8.")
        assert page.evaluate("document.querySelectorAll('#players > li').length") == 4
        page.click(".item.lit")
        page.click("[data-place=h8] .hit")
        page.wait_until("document.querySelector('[data-place=h8]').ariaLabel !== 'h8: empty'")
        assert page.axe() == []
        page.close()


def test_a_game_of_somebody_else_is_played(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", installed(tmp_path))
    with serving(tmp_path) as served:
        page.go(served.told)
        page.click("aria/Play: Tic-tac-toe")
        page.click("#screen form > button.primary")
        page.wait_until(BOARD)
        page.press("n", "Enter")
        page.wait_until("document.querySelectorAll('.pieces > g').length === 2")
        assert page.axe() == []
        page.close()


@pytest.mark.needs("zertz")
def test_two_tabs_and_a_killed_server_go_on_where_they_were(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    page.expected_errors += [
        "WebSocket",
        "ERR_CONNECTION",
        "NetworkError",
        "can.t establish",
        "403",
    ]
    hash = keep(tmp_path, reach("zertz", {}, 2, 1, must_capture), "human", "random")
    with serving(tmp_path) as served:
        enter(page, served.told, hash)
        tab = browser.new_page(beside=page)
        tab.expected_errors += page.expected_errors
        tab.go(page.evaluate("location.href"))
        tab.wait_until(BOARD)
        page.press("n", "Enter", "Enter")
        wait_for_turns(page, 6)
        wait_for_turns(tab, 6)
        tab.close()
        page.reload()
        wait_for_turns(page, 6)
        served.process.kill()
        served.process.wait()
        page.wait_until("document.body.dataset.line === 'lost'")
    with serving(tmp_path, "--port", str(urlsplit(served.address).port)) as served:
        page.wait_for_text("Open the address that gipf-meta serve has printed", "#connection")
        tab = browser.new_page(beside=page)
        enter(tab, served.told, hash)
        wait_for_turns(tab, 6)
        page.wait_until("document.body.dataset.line === 'open'")  # by itself
        page.press("u")
        wait_for_turns(page, 4)
        wait_for_turns(tab, 4)
        tab.close()
        page.close()


GAMES: dict[str, tuple[dict[str, str], int]] = {
    "zertz": ({}, 2),
    "gipf": (POTENTIALS, 2),
    "tamsk": ({"level": "1"}, 2),  # where time runs, words come and go by themselves
    "zatre": ({}, 4),
}
NEXT = """() => {
    const seen = (one) => one.getClientRects().length && !one.disabled;
    for (const [kind, selector] of [
        ["dialog", "dialog[open] button.primary, dialog[open] button"],
        ["word", "#words button"], ["place", ".place.may"], ["place", ".place.lit"],
        ["item", ".item.lit"],
    ]) {
        const found = [...document.querySelectorAll(selector)].find(seen);
        if (found) return [kind, found.dataset.word ?? found.dataset.place ?? found.value ?? ""];
    }
    return null;
}"""


def play_on(page: Page, by: str, turns: int) -> None:
    """Plays whatever can be chosen, by mouse, touch or keys, until *turns* more are listed."""
    count = "document.querySelectorAll('#turn-list > li').length"
    wanted = page.evaluate(count) + turns
    for _ in range(60):
        page.wait_until(f"({NEXT})() || {count} >= {wanted}")
        if page.evaluate(f"{count} >= {wanted}"):
            return
        kind, name = page.evaluate(NEXT)
        choose_next(page, by, kind, name)
    raise AssertionError("Nothing that can be chosen leads on.")


def choose_next(page: Page, by: str, kind: str, name: str) -> None:
    """Chooses a place, a heap, a word or an answer, by mouse, touch or keys."""
    before = page.evaluate("document.body.innerHTML")
    if by == "keys":
        if kind == "place":
            page.press("n", "Enter")
        elif kind == "dialog":
            page.press("Enter")
        elif kind == "item":
            while not page.evaluate("document.activeElement.matches('.item.lit')"):
                page.press("Tab")
            page.press("Enter")
        else:
            page.press("1")
    else:
        quoted = name.replace("'", "\\'")
        where = {
            "dialog": "dialog[open] button", "word": f"#words [data-word='{quoted}']",
            "item": f".item[data-word='{quoted}']", "place": f"[data-place='{quoted}'] .hit",
        }[kind]  # fmt: skip
        page.evaluate("(s) => document.querySelector(s).scrollIntoView({block: 'center'})", where)
        (page.tap if by == "touch" else page.click)(where)
    page.wait_until("(before) => document.body.innerHTML !== before", before)


@pytest.mark.parametrize("by", ["mouse", "touch", "keys"])
@pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.needs(g)) for g in GAMES])
def test_every_game_is_played_by_every_hand(
    browser: Browser, tmp_path: Path, game: str, by: str
) -> None:
    options, seats = GAMES[game]
    match = reach(game, options, seats, 3, lambda match: len(match.top.steps) > 3)
    hash = keep(tmp_path, match, "human", *["random"] * (seats - 1))
    with serving(tmp_path) as served:
        page = browser.new_page()
        if by == "touch":
            page.resize(*PHONE)
        enter(page, served.told, hash)
        play_on(page, by, 2 * seats)
        page.close()
