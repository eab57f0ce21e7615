"""“Try again” in a review on the page: the blunder opens as a puzzle, is listed, and is dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.deeds import inquiry_deeds
from gipf_meta.search.effort import Effort
from tests.web.browsers import Page
from tests.web.serving import serving_here
from tests.web.walking import BOARD, PHONE, enter, go_to, keep
from tests.web.walks import zertz_with_a_win

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz")]

AGAIN = "#review li .quiet:not([hidden])"
CARD = "document.querySelector('#lesson')?.dataset.address"


@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_a_blunder_of_ones_own_is_tried_again(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    monkeypatch.setattr(inquiry_deeds, "BY_TIME", Effort(40))
    match, *_kinds = zertz_with_a_win()
    match = match.play("x d4Bd6").play("Wd3,a2").resign(0)
    room = keep(tmp_path, match, "human", "greedy")
    if by == "touch":
        page.resize(*PHONE)
    with serving_here(tmp_path) as served:
        enter(page, served.told, room)
        page.wait_until(f"() => {BOARD} > 20")
        if by == "touch":
            page.tap("#deeds button[value=before]")
            page.tap("#replay button[value=G]")
        else:
            page.press("G")
        page.wait_until(f"!!document.querySelector({AGAIN!r})")
        assert page.evaluate(f"document.querySelectorAll({AGAIN!r}).length") == 1
        assert page.axe() == []
        page.tap(AGAIN)
        page.wait_until(f"{CARD} === 'lesson/zertz/own_1/0'")
        page.wait_for_text("Your own mistake", "#lesson")
        assert page.axe() == []
        go_to(page, "screen/mistakes/{}")
        page.wait_for_text("You missed this", "#screen")
        assert page.axe() == []
        page.tap("#screen li button:last-of-type")
        page.wait_for_text("No mistake of yours comes back", "#screen")
        page.close()
