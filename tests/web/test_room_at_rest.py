"""A room at rest: what comes moves nearly nothing else, and nothing scrolls in what scrolls."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from building import sources
from gipf_meta.narration.story import draws_at_begin
from tests.tiers import soak
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, POTENTIALS, enter, go_to, keep, may_challenge, reach

pytestmark = pytest.mark.slow

OBSERVED = """
    window.shifts = [];
    const note = (all) => all.getEntries().forEach(({ value }) => shifts.push(value));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
"""
"""JavaScript: notes what moves, also what somebody has pressed for."""
MOST_SHIFT = 0.05
"""How much may move: the share of the window that has moved, times how far."""
NESTED = """() => {
    const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
        && ["auto", "scroll"].includes(getComputedStyle(one).overflowY);
    return [...document.querySelectorAll("#room, #room *")].filter(scrolls).map((one) => one.id);
}"""
"""JavaScript: what scrolls up and down inside the page."""
TWICE = (720, 450)
"""A window of 1440 x 900 at 200 %."""
GAMES = ("zertz", "gipf", "dvonn")
OTHERS = tuple(sorted(sources.plugins().keys() - {*GAMES}))
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def shifted(page: Page) -> float:
    """How much has moved since the last time."""
    for _ in range(2):  # what is noted is told after the picture
        page.evaluate(PAINTED)
    found: list[float] = page.evaluate("() => shifts.splice(0)")
    return sum(found)


def press(page: Page, where: str) -> None:
    """Clicks a button by JavaScript: Chromium notes all that moves then."""
    page.wait_until(f"!!document.querySelector(`{where}:enabled`)")
    page.evaluate(f"document.querySelector(`{where}`).click()")


SIZES = pytest.mark.parametrize("size", [PHONE, *soak((800, 600), (1440, 900))])
REPLAYED = (
    ("#deeds [value=before]", "!document.querySelector('#replay').hidden"),
    ("#deeds [value=before]", "true"),
    ("#replay [value=Home]", "document.querySelector('#moment').textContent.startsWith('0 /')"),
    ("#deeds [value=after]", "document.querySelector('#moment').textContent.startsWith('1 /')"),
    ("#replay [value=End]", "!document.querySelector('#moment').textContent.startsWith('1 /')"),
    ("#replay [value=Escape]", "document.querySelector('#replay').hidden"),
)
"""Buttons, and what is so when what each does has been done."""
PLAYED = (
    ("#deeds [value=hint]", "!!document.querySelector('.hint')"),
    ("#deeds [value=take_back]", "!document.querySelector('.hint')"),
    ("#deeds [value=play_again]", "!document.querySelector('#deeds [value=play_again]:enabled')"),
)


def kept(folder: Path, game: str) -> str:
    """The address of the room of a match of *game* that has begun, for two people."""
    match = reach(game, {}, 2, 1, lambda m: len(m.top.steps) - draws_at_begin(m.top.steps) > 9)
    return keep(folder, match, "human", "human")


def begin_measuring(browser: Browser, size: tuple[int, int]) -> Page:
    """A page of that *size* that notes what moves."""
    if browser.name != "chromium":
        pytest.skip("Chromium alone measures it.")
    page = browser.new_page()
    page.resize(*size)
    page.run_before_page(OBSERVED)
    return page


def go_to_room(page: Page, room: str) -> None:
    """Goes to *room*."""
    go_to(page, room)
    page.wait_until("document.body.dataset.screen === '' && !!document.querySelector('.player')")
    page.wait_until("!!document.querySelector('#prompt').textContent")


def open_room(page: Page, room: str) -> None:
    """Goes to *room* from another screen; nearly nothing moves as it opens."""
    page.evaluate("() => { location.hash = 'screen/help' }")
    page.wait_until("document.body.dataset.screen === 'help'")
    shifted(page)
    go_to_room(page, room)
    assert shifted(page) < MOST_SHIFT, (room, "opened")


def resign(page: Page) -> None:
    """Resigns the game on top."""
    page.press("R")
    page.wait_until("!!document.querySelector('dialog[open]')")
    press(page, "dialog[open] button[value='yes']")


def press_to_the_end(page: Page, where: str, pressed: Iterable[tuple[str, str]]) -> None:
    """Presses buttons, each until something is true, and resigns; nearly nothing moves."""
    for button, then in pressed:
        press(page, button)
        page.wait_until(then)
        assert shifted(page) < MOST_SHIFT, (where, button)
    resign(page)
    page.wait_until("!!document.querySelector('#result.end')")
    assert shifted(page) < MOST_SHIFT, (where, "the end")


@pytest.mark.needs(*OTHERS)
@SIZES
def test_nearly_nothing_moves_in_the_other_games(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A room is opened, the match is replayed and ends; where time does not act, a hint is asked
    for, and a turn is undone and redone."""
    page = begin_measuring(browser, size)
    rooms = {game: kept(tmp_path, game) for game in OTHERS}
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/help")
        for game, room in rooms.items():
            open_room(page, room)
            if game == "tamsk":
                press(page, "dialog[open] .primary")
                page.wait_until("!document.querySelector('dialog')")
                assert shifted(page) < MOST_SHIFT, (game, "sand runs")
            press_to_the_end(page, game, (*(PLAYED if game != "tamsk" else ()), *REPLAYED))
        page.close()


@pytest.mark.needs("gipf", "zertz")
@pytest.mark.parametrize("wants_less", [False, *soak(True)])
@SIZES
def test_nearly_nothing_moves_as_a_duel_comes_and_goes(
    browser: Browser, tmp_path: Path, size: tuple[int, int], wants_less: bool
) -> None:
    page = begin_measuring(browser, size)
    page.pretend(reduced_motion=wants_less)
    room = keep(tmp_path, reach("gipf", POTENTIALS, 2, 11, may_challenge), "human", "human")
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/help")
        open_room(page, room)
        press(page, "[data-word=challenge]")
        page.wait_until("document.body.classList.contains('in-duel')")
        assert shifted(page) < MOST_SHIFT
        resign(page)
        page.wait_until("!document.body.classList.contains('in-duel')")
        page.wait_until("!document.querySelector('dialog, #waiting-board')")
        assert shifted(page) < MOST_SHIFT
        page.close()


@pytest.mark.needs(*GAMES)
@SIZES
def test_nearly_nothing_moves_but_pieces(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """A room is opened, a hint is asked for, a turn is undone and redone, the match is replayed and
    ends."""
    page = begin_measuring(browser, size)
    rooms = [kept(tmp_path, game) for game in GAMES]
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/help")
        for room in rooms:
            open_room(page, room)
            press_to_the_end(page, room, (*PLAYED, *REPLAYED))
        page.close()


IN_SIGHT = """() => {
    const end = document.querySelector("#deeds").getBoundingClientRect().top;
    const seen = [...document.querySelectorAll(".player, #prompt, .course")]
        .map((one) => one.getBoundingClientRect());
    return scrollY === 0 && seen.every(({ top, bottom }) => top >= 0 && bottom <= end);
}"""
"""JavaScript: whether all seats and what is asked are seen above the bar, without scrolling."""
COLUMNS = """() => ["#own", "#across"].map((seat) =>
    [...document.querySelectorAll(`${seat} .columns > *`)].slice(0, 14).map((one) => {
        const { left, width } = one.getBoundingClientRect();
        return one.style.gridArea + Math.round(left) + "+" + Math.round(width);
    }).sort().join(" "))
"""
"""JavaScript: where the heaps that stand in columns do, at both seats."""
LAST_TURN_IS_WHOLE = """() => {
    const { top, bottom } = document.querySelector("#turns").getBoundingClientRect();
    const lines = [...document.querySelectorAll("#turn-list li:nth-last-child(-n + 2) .played")];
    const seen = lines.map((one) => one.getBoundingClientRect());
    return lines.length === 2 && seen.every((one) => one.top >= top && one.bottom <= bottom);
}"""
"""JavaScript: whether no line of the last two turns is cut at the top or at the bottom."""


@pytest.mark.needs("gipf", "zertz", "tamsk", "zatre")
def test_seats_and_what_is_asked_are_in_sight_in_a_low_window(page: Page, tmp_path: Path) -> None:
    both = {**POTENTIALS, "tamsk_potentials": "3"}
    challenge = keep(tmp_path, reach("gipf", both, 2, 11, may_challenge), "human", "human")
    rooms = {challenge: (1440, 900), kept(tmp_path, "zatre"): (800, 600)}
    rooms[kept(tmp_path, "tamsk")] = (800, 600)
    with serving_here(tmp_path) as served:
        enter(page, served.told, "screen/help")
        for room, size in rooms.items():
            page.resize(*size)
            go_to_room(page, room)
            page.wait_until(IN_SIGHT)
            if room == challenge:
                own, across = page.evaluate(COLUMNS)
                assert own == across != ""
                page.wait_until(LAST_TURN_IS_WHOLE)
                page.resize(1280, 800)
                page.click("[data-word=challenge]")
                page.wait_until("!!document.querySelector('#stakes .prospect')")
                page.wait_until(IN_SIGHT)
        page.close()


@pytest.mark.needs("zertz", "gipf", "zatre")
def test_at_twice_the_size_the_page_alone_scrolls(page: Page, tmp_path: Path) -> None:
    rooms = [
        keep(tmp_path, reach(game, {}, 2, 1, lambda m: len(m.top.steps) > 29), "human", "human")
        for game in ("zertz", "gipf", "zatre")
    ]
    page.resize(*TWICE)
    with serving_here(tmp_path) as served:
        enter(page, served.told, rooms[0])
        for room in rooms:
            go_to(page, room)
            page.wait_until(f"(hash) => location.hash === '#' + hash && {BOARD}", room)
            page.wait_until("!!document.querySelector('#turn-list li')")
            assert page.evaluate(NESTED) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.close()
