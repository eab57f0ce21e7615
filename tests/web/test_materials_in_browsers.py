"""Boards and pieces of materials: as each game has them, of wood, or plain, seen at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from gipf_meta.protocol.view import BOARDS
from tests.web.browsers import Page
from tests.web.serving import serving_here

pytestmark = [pytest.mark.slow, pytest.mark.needs("zertz", "gipf")]

GRAINS = "document.querySelectorAll('#bodies pattern').length"
FIRST = "document.querySelector('.desk-settings > .picture [data-board]:not([data-board=wood])')"
"""The first board of the picture beside the settings."""
LOOK = f"""() => {{
    const board = {FIRST};
    const plate = [...board.querySelectorAll('path')].find((path) =>
        /--(plate|cloth)/.test(path.getAttribute('fill')));
    const grain = board.querySelector('[fill="var(--grain)"]');
    const edge = board.querySelector('.edge');
    return [plate, grain].map((part) => getComputedStyle(part).fill)
        .concat(getComputedStyle(edge).display);
}}"""
PIECE = """(name) => {
    const body = document.querySelector(`#m-${name}`);
    return body.firstElementChild.getAttribute('href');
}"""


def choose(page: Page, field: str, value: str) -> None:
    """Chooses a *value* of a *field* that is shown as buttons."""
    page.click(f"[data-key='{field}'] label[data-key='{value}']")


def test_what_is_chosen_is_seen_at_once_on_the_board_beside(page: Page, tmp_path: Path) -> None:
    with serving_here(tmp_path) as served:
        page.go(f"{served.told}#screen/settings")
        page.wait_until(f"() => {FIRST} && {GRAINS} >= {len(BOARDS)}")
        own = page.evaluate(LOOK)
        assert own[1].startswith("url(")
        assert own[2] == "inline"
        choose(page, "boards", "plain")
        page.wait_until("() => document.documentElement.dataset.boards === 'plain'")
        assert page.evaluate(LOOK) == [own[0], "none", "none"]
        choose(page, "boards", "wood")
        page.wait_until("() => document.documentElement.dataset.boards === 'wood'")
        plate, grain, _edge = page.evaluate(LOOK)
        assert plate != own[0]
        assert "m-grain" in grain
        assert page.evaluate(PIECE, "marble") is None
        choose(page, "pieces", "wood")
        page.wait_until(f"() => ({PIECE})('marble') === '#m-disc'")
        choose(page, "pieces", "plain")
        page.wait_until(f"() => ({PIECE})('marble') === '#m-plain-marble'")
        page.reload()
        page.wait_until(f"() => {FIRST} && ({PIECE})('disc') === '#m-plain-disc'")
        choose(page, "boards", "")
        choose(page, "pieces", "")
        page.wait_until(f"() => ({PIECE})('marble') === null")
        page.wait_until(f"() => ({LOOK})()[2] === 'inline'")
        assert page.evaluate(LOOK) == own
