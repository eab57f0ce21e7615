"""The board of the page in real browsers: clicked, touched, played by keys alone, heard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from building import sources
from gipf_meta.match.match import Match
from gipf_meta.narration.prompts import was_played
from tests.test_cost_of_a_game import EXAMPLES
from tests.web.browsers import Browser, Page
from tests.web.serving import serving_here
from tests.web.walking import PHONE, enter, keep, legal, reach, say
from tests.web.walks import zertz_with_a_capture

pytestmark = pytest.mark.slow

SLOW_TIME = """{
    const now = performance.now.bind(performance);
    window.later_ms = 0;
    performance.now = () => now() / 1000 + later_ms;
}"""
"""JavaScript: a busy machine's time goes slowly, until the test lets some pass."""

PIECES = "() => document.querySelectorAll('#board .pieces > g').length"


def begin(page: Page, address: str, game: str) -> None:
    """Sets up a match of *game* as usual, against a bot, and begins it."""
    page.go(address)
    page.click(f"aria/Change …: {game}")
    page.click("#screen form button.primary")
    page.wait_until("() => document.querySelector('.place') !== null")


@pytest.fixture
def at_zertz(page: Page, tmp_path: Path) -> Iterator[Page]:
    """A page with a new match of ZÈRTZ, White to place."""
    with serving_here(tmp_path) as served:
        begin(page, served.told, "ZÈRTZ")
        yield page
        page.close()


@pytest.mark.both_browsers
def test_a_turn_is_clicked(at_zertz: Page) -> None:
    page = at_zertz
    # a card calls its player as the prompt does
    assert page.text("#own li .name b") == "You"
    page.click("[data-word='pool:W']")
    assert page.evaluate("() => document.querySelectorAll('.place.lit').length") == 37
    page.click("[data-place=d4] .hit")
    page.wait_until("() => document.querySelector('[data-place=d4]').ariaLabel.includes('white')")
    page.click("[data-place=a1] .hit")
    page.wait_until("() => document.querySelectorAll('#board .pieces > g').length > 1")  # the bot's
    assert page.axe() == []


PRESS_AT_ONCE = """(key) => {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
    return document.activeElement.dataset.place;
}"""
"""JavaScript: where the keys stand as soon as a key was heard, before anything else happens."""


def test_a_turn_is_played_by_keys_alone_and_heard(at_zertz: Page) -> None:
    page = at_zertz
    page.press("n")
    assert page.accessible_name() == "a1: empty"
    assert page.evaluate(PRESS_AT_ONCE, "ArrowUp") == "a2"
    page.press("ArrowUp")
    assert page.accessible_name() == "a3: empty"
    page.press("Enter")
    page.wait_until("() => document.querySelector('#path span').textContent === 'a3'")
    page.press("Escape")
    page.wait_until("() => document.querySelector('#path').hidden")
    say(page, "Gd4")
    page.wait_until(PIECES)
    say(page, "what is on d4?")
    page.wait_for_text("grey marble", "#said")


SEEN_WHEN_SENT = """() => {
    const {send} = WebSocket.prototype;
    WebSocket.prototype.send = function (said) {
        const field = document.querySelector("#typed-text");
        window.seen = field.checkVisibility() && field.value;
        send.call(this, said);
    };
}"""
"""Notes what stands in the field when something is sent: its answer is still to come."""


def test_what_is_typed_stays_until_it_is_accepted_and_to_be_corrected(at_zertz: Page) -> None:
    page = at_zertz
    page.evaluate(SEEN_WHEN_SENT)
    page.press(":")
    page.type("We9,b1")
    page.press("Enter")
    page.wait_for_text("e9", "#said")
    assert page.evaluate("window.seen") == "We9,b1"
    page.wait_until("!document.querySelector('#typed-text').readOnly")
    page.press("Home", "Delete", "Delete", "Delete")
    page.type("Gd2")
    page.press("Enter")
    page.wait_until("document.querySelector('#typed').hidden")
    assert page.evaluate("window.seen") == "Gd2,b1"
    page.wait_until("document.querySelector('[data-place=d2]').ariaLabel.includes('grey')")


def test_a_menu_a_replay_and_a_flipped_board_break_no_rule_of_axe(at_zertz: Page) -> None:
    page = at_zertz
    page.press("m")
    page.wait_until("() => document.querySelector('dialog[open]') !== null")
    assert page.axe() == []
    page.press("Escape")
    page.wait_until("() => document.querySelector('dialog[open]') === null")
    page.press("F")
    page.press("V")
    page.wait_until("() => document.querySelector('#moment').textContent === '0 / 0'")
    assert page.axe() == []


def test_a_key_is_heard_at_once_when_a_dialog_is_shut(at_zertz: Page) -> None:
    at_zertz.press("m")
    at_zertz.wait_until("() => document.querySelector('dialog[open]') !== null")
    at_zertz.evaluate(
        """() => {
            document.querySelector('dialog[open]').close();
            document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "V", bubbles: true}));
        }"""
    )
    at_zertz.wait_for_text("0 / 0", "#moment")


def test_a_second_match_has_parts_and_buttons_of_its_own(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        begin(page, served.told, "Zatre")
        page.press("/")
        page.wait_until("() => document.querySelector('#sheets').children.length === 2")
        begin(page, f"{served.address}/#", "ZÈRTZ")
        page.wait_for_text("Pool", "#trays")
        assert page.text("#sheets") == ""
        assert page.evaluate("() => document.querySelector('#typed').hidden")
        page.click("text/Menu")
        page.click("text/Resign")
        page.click("text/Yes, resign")
        page.wait_for_text("Mia won: you resigned.", "#result")
        page.close()


def test_a_replay_says_nothing_of_the_move_that_was_the_last(at_zertz: Page) -> None:
    page = at_zertz
    say(page, "Wd4,d1")
    page.wait_for_text("Mia places", "#said")
    page.press("V")
    page.wait_until("() => document.querySelector('#moment').textContent.startsWith('0 / ')")
    assert page.text("#said") == ""


def test_a_damaged_address_of_a_screen_is_no_error(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        page.go(served.told)
        page.wait_for_text("ZÈRTZ")
        page.go(f"{served.address}/#screen/settings/%7Bgame")
        page.wait_until("() => document.body.dataset.screen === 'settings'")
        page.go(f"{served.address}/#screen/help/%ZZ")
        page.wait_until("() => document.body.dataset.screen === 'help'")
        page.close()


def test_the_language_of_the_settings_is_spoken_at_once_and_again(
    page: Page, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        page.go(served.told)
        page.click("text/Settings")
        page.point("#field-language")
        page.evaluate(
            """() => {
                const field = document.querySelector("#field-language");
                field.value = "cs";
                field.dispatchEvent(new Event("change", {bubbles: true}));
            }"""
        )
        page.wait_for_text("Jazyk", "#screen")
        page.reload()
        page.wait_for_text("Jazyk", "#screen")
        page.close()


@pytest.mark.both_browsers
def test_a_phone_shows_the_board_almost_as_wide_as_itself_and_is_touched(
    browser: Browser, tmp_path: Path
) -> None:
    with serving_here(tmp_path) as served:
        page = browser.new_page()
        page.resize(390, 844)
        begin(page, served.told, "ZÈRTZ")
        seen, used, board = page.evaluate(
            """() => [document.documentElement, document.querySelector("#board")].flatMap((one) =>
                [one.clientWidth, one.scrollWidth])"""
        )[:3]  # browsers may show a scroll bar
        assert seen == used
        assert 0.85 * seen <= board <= seen  # below it is room for what any turn needs
        small = page.evaluate(
            """() => [...document.querySelectorAll("button:not([hidden])")]
                .filter((one) => one.checkVisibility() && !one.matches(".goal"))
                .filter((one) => one.getBoundingClientRect().height < 40).length"""
        )
        assert small == 0
        page.tap("[data-word='pool:B']")
        page.tap("[data-place=c3] .hit")
        page.wait_until(PIECES)
        assert page.evaluate("document.querySelector('#board').clientWidth") == board
        page.close()


def test_a_room_shows_nothing_of_the_room_before(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        begin(page, served.told, "TAMSK")
        assert page.evaluate("() => document.querySelectorAll('.glass').length")
        page.evaluate('() => { location.hash = \'screen/setup/{"game":"zertz"}\' }')
        page.wait_until("() => document.querySelector('#title').textContent === 'ZÈRTZ'")
        page.click("#screen form button.primary")
        page.wait_until("() => document.querySelector('[data-word=\"pool:W\"]') !== null")
        assert page.evaluate("() => document.querySelectorAll('.glass, .sheet').length") == 0
        page.close()


@pytest.mark.needs("zertz")
def test_a_hint_goes_with_its_position_marks_and_words_alike(page: Page, tmp_path: Path) -> None:
    """When something else is played, and when that is taken back again."""
    shown = "!!document.querySelector('.hints .hint')"
    told = "document.querySelector('#said').textContent.includes('seems best')"
    gone = f"() => !({shown}) && !({told})"
    match = reach("zertz", {}, 2, 1, lambda match: len(match.top.turns()) == 2)
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep(tmp_path, match, "human", "human"))
        page.wait_until("!!document.querySelector('.place.open')")
        page.press("H")
        page.wait_until(f"() => {shown} && {told}")
        page.press(":")
        page.type(legal(match)[-1])
        page.press("Enter")
        page.wait_until(gone)
        page.wait_until("document.querySelector('#typed').hidden")  # it has the keys until then
        page.press("H")
        page.wait_until(f"() => {shown} && {told}")
        page.press("u")
        page.wait_until(gone)
        page.close()


@pytest.mark.needs("zertz")
def test_a_drag_of_which_one_end_is_left_waits_for_its_drop(page: Page, tmp_path: Path) -> None:
    match, *people = zertz_with_a_capture()
    turns = "document.querySelectorAll('#turn-list > li').length"
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep(tmp_path, match, *people))
        page.wait_until("!!document.querySelector('[data-place=g4].open')")
        before = page.evaluate(turns)
        page.drag("[data-place=g4] .hit", "[data-place=a1] .hit")
        page.wait_until("document.querySelector('#path').hidden")
        assert page.evaluate(turns) == before
        page.drag("[data-place=g4] .hit", "[data-place=e4] .hit")
        page.wait_until(f"() => {turns} > {before}")
        page.close()


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_a_marble_is_dragged_from_the_pool(
    page: Page, tmp_path: Path, by: Literal["mouse", "touch"]
) -> None:
    """A drop elsewhere takes it back."""
    pool, board = "[data-word='pool:W'].lit", "[data-place=c3] .hit"
    page.pretend(touch=by == "touch")
    with serving_here(tmp_path) as served:
        match = reach("zertz", {}, 2, 1, lambda match: True).play("Wd4").play("a1")
        enter(page, served.told, keep(tmp_path, match, "human", "human"))
        page.wait_until(f"!!document.querySelector(`{pool}`)")
        page.drag(pool, board, "#prompt", by=by)
        page.wait_until("document.querySelector('#path').hidden")
        assert page.evaluate(PIECES) == 1
        page.drag(pool, board, by=by)
        page.wait_until(f"() => ({PIECES})() === 2")
        assert not page.evaluate("!!document.querySelector('.carried')")
        page.close()


def from_place_to_place(match: Match) -> list[str]:
    """The decisions that name the place where something goes from, and the one where it goes."""
    return [text for text in legal(match) if re.fullmatch("[a-z][0-9]+[-x][a-z][0-9]+", text)]


@pytest.mark.timeout(900)
def test_a_piece_is_dragged_along_the_board_with_a_finger(page: Page, tmp_path: Path) -> None:
    """The browser does not take the finger for one that moves the page."""

    def has_begun(match: Match) -> bool:
        return len(match.top.turns()) > 1 and bool(from_place_to_place(match))

    games = sorted(sources.plugins().keys() - EXAMPLES)
    matches = [
        reach(game, {}, 2, 1, lambda m: m.result is not None or has_begun(m)) for game in games
    ]
    # in the others nothing is moved from place to place by these words alone
    moving = [match for match in matches if match.result is None]
    assert moving
    kept = [(keep(tmp_path, match, "human", "human"), match) for match in moving]
    told = "document.querySelector('#turn-list').textContent"
    page.resize(*PHONE)
    page.pretend(touch=True, reduced_motion=True)
    with serving_here(tmp_path) as served:
        for hash, match in kept:
            start, end = re.split("[-x]", from_place_to_place(match)[0])
            enter(page, served.told, hash)
            page.wait_until(f"!!document.querySelector('[data-place={start}].open')")
            before = page.evaluate(told)
            page.drag(f"[data-place={start}] .hit", f"[data-place={end}] .hit", by="touch")
            page.wait_until(f"before => {told} !== before", before)
        page.close()


@pytest.mark.needs("gipf")
def test_what_completes_itself_is_played_and_a_word_out_of_habit_says_nothing(
    page: Page, tmp_path: Path
) -> None:
    begun = reach("gipf", {"variant": "basic"}, 2, 1, lambda match: True)
    match = begun.play("i5-h5")  # what nobody has begun is not kept
    turns = "document.querySelectorAll('#turn-list > li').length"
    chosen = "document.querySelectorAll('.place.chosen').length"
    page.run_before_page(SLOW_TIME)
    with serving_here(tmp_path) as served:
        enter(page, served.told, keep(tmp_path, match, "human", "human"))
        page.wait_until("!!document.querySelector('[data-place=a1].open')")
        page.click("[data-place=a1] .hit")
        page.wait_until(f"() => {turns} === 2")
        # clicked at once, to make sure: it is no mistake that one is told of, but it says nothing
        for place in ("a1", "b2"):
            page.click(f"[data-place={place}] .hit")
            assert page.evaluate(chosen) == 0
        assert was_played() not in page.text("#said")
        page.press("u")
        page.wait_until(f"() => {turns} === 1")
        page.evaluate("window.later_ms += 2000")
        page.click("[data-place=a1] .hit")
        page.wait_until(f"() => {turns} === 2")
        page.evaluate("window.later_ms += 2000")
        page.click("[data-place=b2] .hit")
        page.wait_for_text(was_played(), "#said")
        assert page.evaluate(chosen) == 0
        page.click("[data-place=b2] .hit")
        page.wait_until(f"() => {chosen} === 1")
        page.press("Escape")
        page.click("[data-place=a5] .hit")
        page.wait_until(f"() => {turns} === 3")
        page.evaluate("window.later_ms += 2000")
        page.press("Enter")
        page.wait_for_text(was_played(), "#said")
        assert page.evaluate(f"[{turns}, {chosen}]") == [3, 0]
        page.close()
