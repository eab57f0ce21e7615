"""The start of a match beside the form: it follows the options, and costs no form that fails."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk import opening_pictures
from gipf_meta.desk.parts import Picture
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.options import configure
from tests.desk.conftest import Page, parts, values_of

GAMES = installed_plugins().games
BOX = (0.0, 0.0, 1.0, 1.0)


def start(screen: dict[str, Any]) -> dict[str, Any] | None:
    """The picture in the form."""
    form = next(part for part in parts(screen) if part["part"] == "form")
    return next((part for part in form["parts"] if part["part"] == "picture"), None)


@pytest.mark.needs("zertz")
def test_an_option_is_seen_on_the_board_at_once(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    assert start(screen) is not None
    keys = {start(screen)["key"]}  # type: ignore[index]
    for name, value in (("board", "48"), ("board", "61"), ("variant", "blitz")):
        changed = page.submit(screen, f"option:{name}", **{f"option:{name}": value})
        keys.add(start(page.screen_of(changed))["key"])  # type: ignore[index]
    assert len(keys) == 4, "what lies in the pool is seen, too"
    again = page.send(do="open", screen="setup", about={"game": "zertz"}, has=[*keys])
    assert "markup" not in start(page.screen_of(again))  # type: ignore[operator]


@pytest.mark.needs("zertz")
def test_a_position_is_seen_instead_of_the_start(page: Page) -> None:
    screen = page.open("setup", game="zertz")
    usual = start(screen)
    values = {**values_of(screen), "position": "a1,a2,b1 1/0/0 0/0/0 0/0/0 1"}
    there = start(page.screen_of(page.submit(screen, "position", **values)))
    assert usual is not None
    assert there is not None
    assert there["key"] != usual["key"]
    wrong = page.screen_of(page.submit(screen, "position", **{**values, "position": "x"}))
    assert start(wrong) is None, "the form says what is wrong"


@pytest.mark.needs("zertz", "zatre_pad")
def test_only_a_page_has_it_and_only_of_games_with_a_board(page: Page) -> None:
    assert start(page.open("setup", game="zatre_pad")) is None
    assert start(page.open("setup", game="die")) is None
    page.context.face = "terminal"
    assert start(page.open("setup", game="zertz")) is None


@pytest.mark.needs("zertz")
def test_whoever_tries_many_options_fills_no_memory(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_pictures, "MOST_KEPT", 3)
    monkeypatch.setattr(opening_pictures, "_draw", lambda game, position: Picture(box=BOX))
    usual, tries = configure(GAMES["zertz"], {}), [str(n) for n in range(9)]
    for position in tries:
        opening_pictures.picture_of_start(page.context, usual, position)
    (known,) = (value for place, value in page.context.known.items() if "starts" in place)
    kept = [each for each in tries if known.find(("zertz", usual.model_dump_json(), each))]
    assert kept == tries[-3:]
