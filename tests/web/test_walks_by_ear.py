"""Whole walks by keys alone, and what a screen reader says of them, in both browsers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program import installed
from tests.web.browsers import Page
from tests.web.serving import entered, serving
from tests.web.walking import BOARD
from tests.web.walks import gipf_with_a_challenge, tamsk_with_sand, zatre_for_four
from tests.web.walks_by_ear import (
    hear_gipf_through_a_duel,
    hear_tamsk,
    hear_zatre_for_four,
    hears,
    press_tab_to,
)

pytestmark = pytest.mark.slow


@pytest.mark.needs("gipf", "zertz")
def test_gipf_into_a_duel_and_back(page: Page, tmp_path: Path) -> None:
    with entered(page, tmp_path, *gipf_with_a_challenge()):
        hear_gipf_through_a_duel(page)


@pytest.mark.needs("tamsk")
def test_tamsk_while_its_sand_runs(page: Page, tmp_path: Path) -> None:
    with entered(page, tmp_path, *tamsk_with_sand(3000)):
        hear_tamsk(page)


@pytest.mark.needs("zatre")
def test_zatre_for_four(page: Page, tmp_path: Path) -> None:
    with entered(page, tmp_path, *zatre_for_four()):
        hear_zatre_for_four(page)
        assert page.evaluate("document.querySelectorAll('.players > li').length") == 4
        assert page.axe() == []


def test_a_game_of_somebody_else(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", installed(tmp_path))
    with serving(tmp_path) as served:
        page.go(served.told)
        page.wait_until("!location.search && !!document.querySelector('#screen .desk')")
        press_tab_to(page, "Play: Tic-tac-toe")
        page.press("Enter")
        page.wait_until(BOARD)
        hears(page, "Your turn. Mark a free cell.")
        page.press("n")
        assert page.accessible_name() == "a3: empty"
        page.press("Enter")
        hears(page, "Mia is thinking …", "You: mark a3.", "Your turn. Mark a free cell.")
        assert page.accessible_name().endswith(": empty"), "the keys go where one can mark"
        assert page.axe() == []
        page.close()
