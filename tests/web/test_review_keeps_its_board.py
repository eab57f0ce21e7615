"""The board stays in sight, where it stood, while a review leads through a match."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from gipf_meta.deeds import inquiry_deeds
from gipf_meta.search.effort import Effort
from gipf_meta.web.page_files import FOLDER
from tests.ended_matches import ended_match
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.test_room_at_rest import GAMES
from tests.web.walking import enter, keep

NARROW, BROAD = GAMES[0], GAMES[-1]

STOOD: Final = """() => {
    const { top, bottom } = document.querySelector('#board').getBoundingClientRect();
    return [top, bottom].map(Math.round);
}"""
"""JavaScript: where the board begins and ends in the window, in pixels."""
TO_MIDDLE: Final = "(what) => document.querySelector(what).scrollIntoView({ block: 'center' })"
"""JavaScript: scrolls as a hand does, to where no bar lies over it."""
BAR: Final = "document.querySelector('#deeds').getBoundingClientRect().top"
AT: Final = (
    "(n) => location.hash.endsWith(`/at/${n}`) && document.querySelector('#slider').value === n"
)
ROUGH: Final = Effort(4)


def check_stands(page: Page, stood: list[int] | None, at: str) -> None:
    """Checks that the board stands at moment *at* where it *stood*; ``None``: wholly in sight."""
    page.wait_until(AT, at)
    top, bottom = page.evaluate(STOOD)
    if stood is not None:
        assert [top, bottom] == stood, at
    else:
        assert top >= 0, at
        assert bottom <= page.evaluate(BAR), at


@pytest.mark.slow
@pytest.mark.needs(NARROW, BROAD)
@pytest.mark.parametrize("game", [NARROW, BROAD])
def test_a_review_leaves_the_board_in_sight(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    monkeypatch.setattr(inquiry_deeds, "BY_TIME", ROUGH)
    room = keep(tmp_path, ended_match(game, 3), "human", "greedy")
    with serving_here(tmp_path) as served:
        for width, height in ((1440, 900), (800, 600), (390, 844)):
            page.resize(width, height)
            enter(page, served.told, room)
            page.wait_until("() => document.querySelectorAll('#board .place').length > 10")
            page.press("G")
            page.wait_for_text("of the chances", "#review")
            stood = page.evaluate(STOOD)
            count = page.evaluate("document.querySelectorAll('#review li').length")
            assert count > 5

            # the rest stands beside the board, not below
            check = partial(check_stands, page, stood if width > 700 and game == "zertz" else None)
            for n in range(1, count + 1, 4):
                page.evaluate(TO_MIDDLE, f"#review li:nth-child({n}) button")
                page.click(f"#review li:nth-child({n}) button")
                page.wait_until(
                    f"!!document.querySelector('#review li:nth-child({n})[aria-current]')"
                )
                at = page.evaluate("location.hash.split('/').pop()")
                check(at)
            page.press("ArrowRight")
            check(str(int(at) + 1))
            page.press("N")
            page.wait_until("(n) => !location.hash.endsWith(`/at/${n}`)", str(int(at) + 1))
            check(page.evaluate("location.hash.split('/').pop()"))
            page.evaluate(TO_MIDDLE, "#review svg")
            page.click("#review svg")
            page.evaluate("document.querySelector('#review svg').focus({ preventScroll: true })")
            page.press("Home")
            check("0")
            page.press("End", "ArrowLeft")
            page.wait_until("() => !location.hash.endsWith('/at/0')")
            check(page.evaluate("location.hash.split('/').pop()"))
        page.close()


SCROLLS: Final = re.compile(r"scrollIntoView|\bscrollTo\(|scrollBy\(")
SCROLLERS: Final = {"fitting.js", "forms.js", "side.js"}
"""The modules that scroll: what keeps the board in sight, the screens without a board, and the list
of turns within itself."""
FOCUS: Final = re.compile(r"(\S+)\.focus\((?!\{ preventScroll: true \})")
WITHOUT_BOARD: Final = {"linking.js", "forms.js", "dialogs.js"}
"""The modules of screens and dialogs, which hide the board or lie over it."""


def test_no_module_scrolls_the_board_away() -> None:
    fitting = FOLDER.joinpath("fitting.js").read_text("utf-8")
    for move in ('what.scrollIntoView({ block: "nearest" });', "what?.focus();"):
        assert f"{move}\n  bringBoard();" in fitting
    for file in sorted(Path(str(FOLDER)).glob("*.js")):
        text = file.read_text("utf-8")
        assert file.name in SCROLLERS or not SCROLLS.search(text), file.name
        if file.name not in {*WITHOUT_BOARD, "fitting.js"}:
            owners = {owner for owner in FOCUS.findall(text) if "board" not in owner.lower()}
            assert not owners - {"this"}, file.name
