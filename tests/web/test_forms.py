"""The screens that are no board, in a browser: by keys, by mouse, by touch, for a screen reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.records.record_files import dumps, link_of
from tests.tiers import soak
from tests.web.begun import BEGUN
from tests.web.browsers import SET_THEME, Page
from tests.web.serving import Served, serving_here
from tests.web.walking import PHONE, WIDE


@pytest.fixture
def server(tmp_path: Path, page: Page) -> Iterator[Served]:
    """A server with nothing kept so far; *page* leaves it before it ends."""
    with serving_here(tmp_path) as running:
        yield running
        page.go("about:blank")


def enter(page: Page, server: Served, screen: str = "") -> None:
    """Goes to the page, and from its launcher to a screen."""
    page.go(server.told)
    page.wait_until("!location.search && document.readyState === 'complete'")
    page.wait_for_text("Games", "#screen")
    if screen:
        page.evaluate("(screen) => { location.hash = screen }", f"screen/{screen}")


def about(**things: str) -> str:
    """Returns the subject of a screen, as the page's addresses contain it."""
    return json.dumps(things).replace('"', "%22").replace("{", "%7B").replace("}", "%7D")


def press_until(page: Page, key: str, true: str) -> None:
    """Presses *key* until JavaScript gives something *true*."""
    for _ in range(100):
        if page.evaluate(true):
            return
        page.press(key)
    raise AssertionError(f"{key} does not lead to {true}")


FOCUS = "document.activeElement"


NOTE_ANSWERS = """{
    const read = JSON.parse;
    window.noted = [];
    JSON.parse = (text) => {
        const message = read(text);
        const field = "[name='option:zertz_potentials']";
        const note = () => noted.push(document.querySelector(field)?.value);
        if (message?.screen?.parts) queueMicrotask(note); // when it is shown
        return message;
    };
}"""


@pytest.mark.needs("gipf")
def test_an_answer_changes_no_field_that_was_changed_after_its_question(
    page: Page, server: Served
) -> None:
    page.run_before_page(NOTE_ANSWERS)
    enter(page, server, f"setup/{about(game='gipf')}")
    page.wait_until("noted.at(-1) === '0'")
    before = page.evaluate("noted.length")
    page.evaluate(
        """() => {
            for (const kind of ["tamsk", "zertz"]) {
                const field = document.querySelector(`[name='option:${kind}_potentials']`);
                field.value = "2";
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }
        }"""
    )
    page.wait_until("(before) => noted.length >= before + 2", before)
    assert page.evaluate("(before) => noted.slice(before)", before) == ["2", "2"]


@pytest.mark.needs("zertz")
@pytest.mark.both_browsers
def test_a_match_is_set_up_and_begun_by_keys_alone(page: Page, server: Served) -> None:
    enter(page, server)
    press_until(page, "Tab", f"{FOCUS}.getAttribute('aria-label') === 'Change …: ZÈRTZ'")
    page.press("Enter")
    page.wait_for_text("Place marbles, take rings away", "#screen")
    press_until(page, "Tab", f"{FOCUS}.name === 'opponent'")
    page.press("ArrowDown")
    page.wait_until(f"{FOCUS}.value === 'easy' && {FOCUS}.checked")
    name = page.accessible_name()
    assert "Oskar" in name
    assert "strength 2 of 5" in name
    press_until(page, "Tab", f"{FOCUS}.name === 'side'")
    press_until(page, "Tab", f"{FOCUS}.dataset.proposed === '5m'")
    page.press("Enter")
    page.wait_until(f"{FOCUS}.getAttribute('aria-pressed') === 'true'")
    press_until(page, "Tab", f"{FOCUS}.name === 'name'")
    assert page.accessible_name().lower() == "your name"
    page.type("Xaver")
    press_until(page, "Tab", f"{FOCUS}.tagName === 'SUMMARY'")
    page.press("Enter")
    press_until(page, "Tab", f"{FOCUS}.name === 'option:board'")
    page.type("48")
    page.press("Tab")
    page.wait_until("document.querySelector('#screen summary').textContent.includes('board: 48')")
    press_until(page, "Tab", f"{FOCUS}.matches('form .primary')")
    page.press("Enter")
    page.wait_until("location.hash.startsWith('#room/')")


@pytest.mark.needs("zertz")
def test_a_refusal_is_heard_and_leads_to_the_field_with_all_that_was_typed(
    page: Page, server: Served
) -> None:
    enter(page, server, f"setup/{about(game='zertz')}")
    page.wait_until("!!document.querySelector('#screen [name=clock]')")
    page.click("[name=name]")
    page.type("Ignaz")
    page.click("[name=clock]")
    page.type("soon")
    page.spoken()
    page.click("#screen form .primary")
    page.wait_for_text("soon", ".refusal")
    assert any("soon" in words for words in page.spoken())
    assert page.evaluate("document.querySelector('[name=name]').value") == "Ignaz"
    assert page.evaluate("document.querySelector('[name=clock]').value") == "soon"
    assert page.evaluate("location.hash.startsWith('#screen/setup')")


@pytest.mark.needs("zertz")
def test_what_is_typed_while_the_desk_answers_stays_and_so_does_the_focus(
    page: Page, server: Served
) -> None:
    page.run_before_page(NOTE_ANSWERS)
    enter(page, server, f"setup/{about(game='zertz')}")
    page.wait_until("!!document.querySelector('#screen [name=clock]')")
    page.click("[name=name]")
    page.type("Xa")
    before = page.evaluate("noted.length")
    page.evaluate(  # another field changes, and the form comes again while he types
        """() => {
            window.asked = document.querySelector("[name=name]");
            const other = document.querySelector("[name=opponent][value=human]");
            other.checked = true;
            other.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    page.type("ver")
    page.wait_until("(before) => noted.length > before", before)
    assert page.evaluate("document.querySelector('[name=opponent]:checked').value") == "human"
    assert page.evaluate("!!document.querySelector('[name=other]')")
    assert page.evaluate("document.activeElement === window.asked && asked.isConnected")
    assert page.evaluate("asked.value") == "Xaver"


@pytest.mark.needs("zertz")
def test_a_preset_is_chosen_by_its_picture_and_begun_without_waiting(
    page: Page, server: Served
) -> None:
    enter(page, server, f"setup/{about(game='zertz')}")
    page.wait_until("!!document.querySelector('[name=preset]')")
    page.click("[name=preset][value=blitz]")
    page.wait_until("document.querySelector(\"[name='option:variant']\").value === 'blitz'")
    page.evaluate(  # the match begins before the form has come again
        """() => {
            document.querySelector("[name=preset][value=extended]").click();
            document.querySelector("#screen form .primary").click();
        }"""
    )
    page.wait_until("location.hash.startsWith('#room/')")
    page.wait_until("document.querySelectorAll('#board [data-place]').length === 61")


def test_settings_hold_at_once_and_after_a_reload_the_language_too(
    page: Page, server: Served
) -> None:
    enter(page, server, "settings")
    page.wait_until("!!document.querySelector('[name=theme]')")
    page.evaluate(
        """() => {
            const theme = document.querySelector("[name=theme]");
            theme.value = "dark";
            theme.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    page.wait_until("document.documentElement.dataset.theme === 'dark'")
    page.click("[name=motion]")
    page.wait_until("document.documentElement.classList.contains('still')")
    page.reload()
    page.wait_until("document.querySelector('[name=theme]')?.value === 'dark'")
    assert page.evaluate("document.querySelector('[name=motion]').checked") is False
    page.evaluate(
        """() => {
            const language = document.querySelector("[name=language]");
            language.value = "cs";
            language.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    page.wait_for_text("Nastavení", "#title")
    page.wait_for_text("Vaše jméno", "#screen")
    page.press("Escape")
    page.wait_for_text("Hry", "#screen")


SCREENS = {
    "launcher": "launcher",
    "setup": f"setup/{about(game='zatre')}",
    "showcase": f"setup/{about(showcase='yes')}",
    "rules": f"rules/{about(game='zertz')}",
    "library": "library",
    "statistics": "statistics",
    "settings": "settings",
    "help": "help",
}
SMALL = """[...document.querySelectorAll(
        "#screen :is(button, input, select, summary)")].filter((e) => e.checkVisibility())
    .filter((e) => Math.min(e.getBoundingClientRect().width, e.getBoundingClientRect().height) < 40)
    .map((e) => e.outerHTML)"""


@pytest.mark.needs("zertz", "zatre", "gipf")
@pytest.mark.parametrize("theme", ["", *soak("light", "dark", "high-contrast", "colour-blind")])
def test_screens_are_accessible_and_fit_a_phone(page: Page, server: Served, theme: str) -> None:
    """Every screen on a phone, where all stands; without a *theme*, some on a wide screen, and one
    in every theme. ``tests/render/test_scene.py`` computes the contrasts of all themes."""
    page.pretend(dark=theme == "dark")
    enter(page, server)
    for name, address in SCREENS.items():
        page.evaluate("(hash) => { location.hash = hash }", f"screen/{address}")
        shown = f"!!document.querySelector('.desk-{address.split('/')[0]}')"
        page.wait_until(shown)
        if theme:
            page.evaluate(SET_THEME, theme)
        page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true })")
        for width, height in (WIDE, PHONE):
            page.resize(width, height)
            if theme or width == PHONE[0] or name in ("launcher", "setup"):
                assert page.axe() == [], name
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            assert page.evaluate(SMALL) == [], name
    assert theme or page.axe_in_other_themes() == []


@pytest.mark.needs("zertz")
def test_a_saved_match_is_opened_from_its_file_and_played_on(page: Page, server: Served) -> None:
    enter(page, server, "open_match")
    page.wait_until("!!document.querySelector('#screen [name=file]')")
    choose = """(text) => {
      const files = new DataTransfer();
      files.items.add(new File([text], "x.json"));
      const field = document.querySelector("#screen [name=file]");
      field.files = files.files;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }"""
    page.evaluate(choose, "no match")
    page.wait_for_text("This is no game, position or link", "#screen .refusal")
    page.wait_for_text("can be pasted anywhere", "#screen")
    page.evaluate(choose, dumps(BEGUN))
    page.wait_until("!!document.querySelector('#screen [name=seat-1]')")
    assert page.axe() == []
    page.click("#screen form .primary")
    page.wait_until("location.hash.startsWith('#room/')")
    page.wait_until("document.querySelector('#prompt')?.textContent.length")
    page.wait_until("!!document.querySelector(`[aria-label^='d4: white']`)")


@pytest.mark.needs("zertz")
def test_a_match_is_dropped_on_the_page_or_pasted(page: Page, server: Served) -> None:
    """In whatever form is known here: a sheet of turns, a record; nothing is read from fields."""
    enter(page, server)
    sheet = '[Game "zertz"]\n1. Wd4,d1 {The middle.}\n2. nonsense\n'
    drop = """(text) => {
      const files = new DataTransfer();
      files.items.add(new File([text], "sheet.txt"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true }));
    }"""
    page.evaluate(drop, sheet)
    page.wait_until("!!document.querySelector('#screen [name=seat-1]')")
    page.wait_for_text("Turn 2 (nonsense), line 3", "#screen")
    page.evaluate("() => { location.hash = 'screen/launcher' }")
    page.wait_until("!!document.querySelector('.desk-launcher')")
    paste = """(text) => {
      const pasted = new Event("paste", { bubbles: true }); // not every browser fills one
      Object.assign(pasted, { clipboardData: new DataTransfer() });
      pasted.clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(pasted);
    }"""
    page.evaluate(paste, dumps(BEGUN))
    page.wait_until("!!document.querySelector('#screen [name=seat-1]')")


@pytest.mark.needs("zertz")
def test_a_match_in_a_link_is_shown(page: Page, server: Served) -> None:
    enter(page, server, f"shared_match/{about(match=link_of(BEGUN))}")
    page.wait_until("!!document.querySelector('#screen [name=seat-1]')")
    assert "White marble, 1: d4." in page.evaluate(
        "document.querySelector('#screen [role=img]').getAttribute('aria-label')"
    )
    page.evaluate("() => { location.hash = 'screen/shared_match/%7B%22match%22%3A%22x%22%7D' }")
    page.wait_for_text("The link to a match is damaged", "#screen")
