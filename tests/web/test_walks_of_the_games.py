"""Whole walks through the page, in both browsers: by mouse, by touch, by keys alone and by ear."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.program import installed
from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.serving import entered, serving, serving_here
from tests.web.walking import BOARD, PHONE, POTENTIALS, enter, keep, reach
from tests.web.walks import (
    By,
    gipf_with_a_challenge,
    let_sand_of_tamsk_run,
    play_gipf_through_a_duel,
    play_zatre_for_four,
    play_zertz_by_keys,
    tamsk_with_sand,
    wait_for_turns,
    zatre_for_four,
    zertz_with_a_capture,
)

pytestmark = pytest.mark.slow


@pytest.mark.needs("zertz")
@pytest.mark.both_browsers
def test_zertz_by_keys_alone_and_by_ear(page: Page, tmp_path: Path) -> None:
    with entered(page, tmp_path, *zertz_with_a_capture()):
        play_zertz_by_keys(page)


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.parametrize("by", ["mouse", *soak("touch")])
def test_gipf_goes_into_a_duel_and_back(browser: Browser, tmp_path: Path, by: By) -> None:
    hash = keep(tmp_path, *gipf_with_a_challenge())
    with serving_here(tmp_path) as served:
        page = browser.new_page()
        if by == "touch":
            page.resize(*PHONE)
        enter(page, served.told, hash)
        play_gipf_through_a_duel(page, by)
        page.close()


@pytest.mark.needs("tamsk")
def test_the_sand_of_tamsk_runs_and_takes_a_turn_away(page: Page, tmp_path: Path) -> None:
    with entered(page, tmp_path, *tamsk_with_sand()):
        let_sand_of_tamsk_run(page)


@pytest.mark.needs("zatre")
@pytest.mark.soak
def test_zatre_for_four_people_and_bots(page: Page, tmp_path: Path) -> None:
    with entered(page, tmp_path, *zatre_for_four()):
        play_zatre_for_four(page)


@pytest.mark.soak
def test_a_game_of_somebody_else_is_played(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", installed(tmp_path))
    with serving(tmp_path) as served:
        page.go(served.told)
        page.click("aria/Play: Tic-tac-toe")
        page.wait_until(BOARD)
        page.press("n", "Enter")
        page.wait_until("document.querySelectorAll('#board .pieces > g').length === 2")
        assert page.axe() == []
        page.close()


@pytest.mark.needs("zertz")
def test_two_tabs_go_on_where_they_were_when_another_server_comes(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    page.expected_errors += [
        "WebSocket",
        "ERR_CONNECTION",
        "NetworkError",
        "can.t establish",
        "403",
    ]
    hash = keep(tmp_path, *zertz_with_a_capture())
    with serving_here(tmp_path) as served:
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
    page.wait_until("document.body.dataset.line === 'lost'")
    with serving_here(tmp_path, port=urlsplit(served.address).port or 0) as served:
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
HANDS = ("mouse", "touch", "keys")
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
            page.press_tab_to(name)
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


def _games_by_hands() -> Iterator[object]:
    """Each game by each hand; ``make test-slow`` plays each by one, and by each hand some."""
    for number, game in enumerate(GAMES):
        for place, by in enumerate(HANDS):
            is_more = place != number % len(HANDS)
            marks = [pytest.mark.needs(game), *([pytest.mark.soak] if is_more else [])]
            yield pytest.param(game, by, marks=marks)


@pytest.mark.parametrize(("game", "by"), [*_games_by_hands()])
def test_every_game_is_played_by_every_hand(
    browser: Browser, tmp_path: Path, game: str, by: str
) -> None:
    options, seats = GAMES[game]
    match = reach(game, options, seats, 3, lambda match: len(match.top.steps) > 3)
    hash = keep(tmp_path, match, "human", *["random"] * (seats - 1))
    with serving_here(tmp_path) as served:
        page = browser.new_page()
        if by == "touch":
            page.resize(*PHONE)
        enter(page, served.told, hash)
        play_on(page, by, 2 * seats)
        page.close()
