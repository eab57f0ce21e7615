"""A phone's width: what a turn needs is in sight, and everything is reached by a finger."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from gipf_meta.match.match import Match
from gipf_meta.protocol.view import View
from tests.gipf.specimens import with_every_kind
from tests.specimens import bundled_games
from tests.tiers import soak
from tests.web.browsers import LateError, Page
from tests.web.serving import serving_here
from tests.web.walking import (
    BOARD,
    PHONE,
    POTENTIALS,
    enter,
    go_to,
    keep,
    legal,
    may_challenge,
    reach,
)

pytestmark = pytest.mark.slow

SMALL_PHONE = (360, 640)
EVERY_KIND = {"variant": "tournament", **with_every_kind("2")}
SCROLL_BAR = {"chromium": 0, "firefox": 15}
"""The width of a scroll bar in pixels; on a phone it is 0."""
HIDDEN = """() => {
    const end = document.querySelector("#deeds").getBoundingClientRect().top + 1;
    const needed = ".player, #board, #prompt, #path, #words > *, .glass";
    const beside = document.querySelector(".course") ? "" : ", .tray:not(.none), .item";
    return [...document.querySelectorAll(needed + beside)]
        .filter((one) => one.getClientRects().length)
        .filter((one) => one.getBoundingClientRect().bottom > end || one.scrollWidth > innerWidth)
        .map((one) => one.textContent);
}"""
"""JavaScript: what a turn needs and is not in sight above the buttons."""
SMALL = """() => [...document.querySelectorAll("#words .word, .tray .item.lit")]
    .filter((one) => !one.closest(".tray:has(.item:nth-child(7))"))
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 32)
    .map((one) => one.textContent)"""
"""JavaScript: what is chosen and is lower than a finger is sure of, but where there are very many
kinds."""


def has_trays(view: View) -> bool:
    """Whether something lies beside the board."""
    return any(item.count for tray in view.trays for item in tray.items)


@pytest.mark.needs
@pytest.mark.parametrize("size", [SMALL_PHONE, *soak(PHONE)])
@pytest.mark.parametrize("language", ["cs", *soak("en")])  # Czech words are longer
def test_what_a_turn_needs_is_in_sight(
    page: Page, tmp_path: Path, language: str, size: tuple[int, int]
) -> None:
    rooms = []
    for name, kind in bundled_games().items():
        game = kind()
        if has_trays(game.view(game.start(game.seat_counts[0]), None)):
            for match in (some_turns(name, 2), some_turns(name, 9)):
                if has_trays(match.top.view(None)):  # else luck alone has drawn from them
                    rooms.append((keep(tmp_path, match, "human", "human"), kind.title))
    loads = reach("gipf", POTENTIALS, 2, 5, lambda match: len(match.top.turns()) == 2)
    rooms.append((keep(tmp_path, loads, "human", "human"), "GIPF"))
    if size == PHONE:  # a smaller one shows what the other player has below the buttons
        many = some_turns("gipf", 2, EVERY_KIND)
        rooms.append((keep(tmp_path, many, "human", "human"), "GIPF"))
    challenged = reach("gipf", POTENTIALS, 2, 11, may_challenge)
    rooms.append((keep(tmp_path, challenged, "human", "human"), "GIPF"))
    with serving_here(tmp_path, language=language) as served:
        page.resize(size[0] + SCROLL_BAR[page.browser.name], size[1])
        page.pretend(touch=True, reduced_motion=True)
        page.go(served.told)
        page.wait_until("!!document.querySelector('#screen .desk')")
        for room, title in rooms:
            go_to(page, room)
            page.wait_until(
                "(room, title) => location.hash === '#' + room"
                " && document.querySelector('#title').textContent.startsWith(title)",
                room,
                title,
            )
            page.wait_until(f"{BOARD} && !!document.querySelector('.tray:not(.none) .item')")
            page.evaluate("document.querySelector('dialog[open] .primary')?.click()")
            wait_until_all_is_in_sight(page, room)
            assert page.evaluate(SMALL) == []
        page.tap("[data-word='challenge']")
        page.wait_until("document.body.classList.contains('in-duel')")
        wait_until_all_is_in_sight(page, "a duel")
        page.close()


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("size", [SMALL_PHONE, *soak(PHONE)])
def test_the_middle_of_a_choice_hides_nothing(
    page: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    captures = reach("zertz", {}, 2, 1, must_capture)
    room = keep(tmp_path, captures, "human", "human")
    with serving_here(tmp_path) as served:
        page.resize(size[0] + SCROLL_BAR[page.browser.name], size[1])
        page.pretend(touch=True, reduced_motion=True)
        enter(page, served.told, room)
        page.wait_until(BOARD)
        wait_until_all_is_in_sight(page, "before")
        page.tap(".place.lit .hit")
        page.wait_until("!document.querySelector('#path').hidden")
        wait_until_all_is_in_sight(page, "in the middle of a choice")
        page.close()


def must_capture(match: Match) -> bool:
    """Whether one marble must jump, in one of several directions, after some turns."""
    jumps = [text.split()[1][:2] for text in legal(match) if text.startswith("x ")]
    return len(match.top.turns()) > 9 and len(jumps) > 1 and len({*jumps}) == 1


def wait_until_all_is_in_sight(page: Page, where: str) -> None:
    """Waits until the board leaves room for all that a turn needs. Raises ``AssertionError``."""
    try:
        page.wait_until(f"() => ({HIDDEN})().length === 0")
    except LateError:
        raise AssertionError(f"{where}: {page.evaluate(HIDDEN)}") from None


def some_turns(game: str, turns: int, options: Mapping[str, str] = MappingProxyType({})) -> Match:
    """A match of *game* after some turns."""
    return reach(
        game, options, 2, 1, lambda match: len(match.top.turns()) == turns and legal(match) != []
    )


@pytest.mark.needs("zertz")
def test_a_match_leads_to_its_menu_the_rules_and_the_review_and_back(
    page: Page, tmp_path: Path
) -> None:
    """The menu has no keys and is closed by a tap; the rules that a match opened lead back to it;
    a result leads to the review."""
    room = keep(tmp_path, some_turns("zertz", 2), "human", "human")
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        page.pretend(touch=True)
        enter(page, served.told, room)
        page.wait_until(BOARD)
        page.click("#deeds [value='menu']")
        page.wait_until("!!document.querySelector('dialog.menu')")
        assert not page.evaluate("document.querySelector('dialog.menu kbd').checkVisibility()")
        assert page.axe() == []
        page.click("aria/Close")
        page.wait_until("!document.querySelector('dialog')")
        page.press("L")
        page.wait_until("document.body.dataset.screen === 'rules'")
        page.click("#screen .back")
        page.wait_until("(room) => location.hash === '#' + room", room)
        page.wait_until(BOARD)
        page.press("R")
        page.click("dialog[open] button[value='yes']")
        page.click("#result button[value='turned']")
        page.wait_until("!!document.querySelector('#review svg path')")
        page.close()


@pytest.mark.needs("zertz")
def test_all_pages_are_in_sight_on_the_first_screen_which_is_where_it_was_left(
    page: Page, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        page.resize(*PHONE)
        enter(page, served.told, "screen/help")
        page.wait_until("document.body.dataset.screen === 'help'")
        page.evaluate("location.hash = 'screen/launcher'")
        page.wait_until("document.body.dataset.screen === 'launcher'")
        assert page.axe() == []
        for name in ("Play", "Lessons", "Matches", "Settings"):
            _, y = page.point(f"aria/{name}")
            assert y < PHONE[1], name
        page.evaluate("scrollTo(0, 300)")
        page.wait_until("history.state.y === 300")
        page.evaluate('location.hash = \'screen/rules/{"game":"zertz"}\'')
        page.wait_until("document.body.dataset.screen === 'rules' && scrollY === 0")
        page.click("#screen .back")
        page.wait_until("document.body.dataset.screen === 'launcher' && scrollY === 300")
        page.click("aria/Settings")
        page.wait_until("document.body.dataset.screen === 'settings'")
        page.close()
