"""The keys in the last row: none is cut, and the ways out are never left out."""

from __future__ import annotations

import pytest
from textual.dom import DOMNode

from gipf_meta.library.store import Library
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.parts.keys import KeyBar
from tests.tui.conftest import Driver, Keys, shown, table_of, until

KEYS = {
    80: "⏎ choose  : type  u undo  m menu  f1 rules  f2 news  ? keys  f3 jump  ^l leave",
    60: "⏎ choose  : type  u undo  m menu  f1 rules  ^l leave",
    45: "⏎ choose  : type  u undo  m menu  ^l leave",
    24: "m menu  ^l leave",
}
"""The keys in the bar that are visible in so many columns."""


async def test_keys_that_have_no_room_are_left_out(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human"] * 2)
    async with driven((80, 40), table) as (app, pilot):
        for columns, keys in KEYS.items():
            await pilot.resize_terminal(columns, 40)
            await until(pilot, lambda keys=keys: shown(app)[-1].strip() == keys)


async def test_the_way_back_from_the_list_of_matches_is_seen_on_a_phone(driven: Driver) -> None:
    async with driven((45, 40)) as (app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: "esc back" in shown(app)[-1])


async def test_keys_that_stay_the_same_are_not_made_anew(driven: Driver) -> None:
    """From field to field of a form they are the same, but for ``?``, a character of a name."""

    async with driven((80, 40)) as (app, pilot):
        await Keys(app, pilot).set_up("ZÈRTZ")
        bar = app.screen.query_one(KeyBar)
        await until(pilot, lambda: shown(app)[-1].strip().startswith("esc back"))
        await pilot.press("tab")
        await until(pilot, lambda: "? keys" in shown(app)[-1])
        await pilot.pause()  # what was made for the screen before is gone
        keys = [*bar.children]
        for _step in range(3):
            before = app.focused
            await pilot.press("tab")
            assert app.focused is not before
        assert [*bar.children] == keys
        await pilot.resize_terminal(24, 40)
        await until(pilot, lambda: len(bar.children) < len(keys))


async def test_a_key_is_styled_as_the_footer_from_the_beginning(
    driven: Driver, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual makes each key compact until it is bound to the footer, and styles it anew twice."""
    styled = list[str]()
    update = GipfApp.update_styles

    def note(app: GipfApp, node: DOMNode, animate: bool = True) -> None:
        styled.append(type(node).__name__)
        update(app, node, animate)

    monkeypatch.setattr(GipfApp, "update_styles", note)
    async with driven((80, 40), table_of(library, "zertz", {}, ["human"] * 2)) as (app, _pilot):
        bar = app.screen.query_one(KeyBar)
        assert len(bar.children) > 5
        assert not any(key.has_class("-compact") for key in bar.children)
        assert styled.count("FooterKey") < len(bar.children)
