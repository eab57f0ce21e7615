"""The end of a form on the page: its button and what it begins are in sight at every size, and
cover nothing that has the focus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gipf_meta.plugins.loading import installed_plugins
from tests.web.browsers import Page
from tests.web.serving import Served, serving_here
from tests.web.test_forms import about, enter

SIZES = [(1440, 900), (800, 600), (390, 844), (720, 450), (400, 300)]
"""The last two are the first two at 200 % zoom."""
GAMES = [{"game": game.id} for game in installed_plugins().games_to_choose()]

IN_SIGHT = """() => {
    const bar = document.querySelector("#screen .begin");
    const { top, bottom } = bar.getBoundingClientRect();
    const places = document.querySelector("#places");
    const isBelow = getComputedStyle(places).position === "fixed";
    const end = isBelow ? places.getBoundingClientRect().top : innerHeight;
    const { x, y, width, height } = bar.querySelector("button").getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return bar.contains(hit) && top >= 0 && bottom <= end + 1 && bottom - top <= innerHeight / 3;
}"""
COVERED = """async () => {
    const bar = document.querySelector("#screen .begin");
    const fields = [...document.querySelectorAll("#screen :is(input, select, summary, button)")];
    const covered = [];
    for (const field of fields.filter((each) => !bar.contains(each) && each.checkVisibility())) {
        field.focus();
        await new Promise(requestAnimationFrame);
        const shown = field.type === "radio" ? field.closest("label") : field;
        const [seen, { top, bottom }] = [shown, bar].map((each) => each.getBoundingClientRect());
        const words = `${field.outerHTML.slice(0, 80)} ${seen.top}-${seen.bottom} at ${top}`;
        if (seen.top < bottom && seen.bottom > top + 1) covered.push(words);
    }
    return covered;
}"""


@pytest.fixture
def server(tmp_path: Path, page: Page) -> Iterator[Served]:
    """A server with nothing kept so far; *page* leaves it before it ends."""
    with serving_here(tmp_path) as running:
        yield running
        page.go("about:blank")


@pytest.mark.both_browsers
@pytest.mark.timeout(900)
def test_the_button_of_every_form_is_in_sight_and_covers_nothing(
    page: Page, server: Served
) -> None:
    for game in [*GAMES, {"showcase": "yes"}]:
        enter(page, server, f"setup/{about(**game)}")
        page.wait_until("!!document.querySelector('#screen .begin button')")
        page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true })")
        for width, height in SIZES:
            page.resize(width, height)
            page.evaluate("scrollTo(0, 0)")
            assert page.evaluate(IN_SIGHT), (game, width, height)
            assert page.evaluate(COVERED) == [], (game, width, height)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, game
        summary = page.evaluate("document.querySelector('#screen .begin small').textContent")
        assert " · " in summary, game
