"""Texts from elsewhere are shown as they are: nothing in them is markup to the interface."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import ClassVar

from pydantic import Field
from textual.widgets import Input, OptionList, Static

from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, load_plugins
from gipf_meta.protocol.game import title_of
from gipf_meta.records.record_files import loads
from gipf_meta.tui.parts.forms import FoldedFields
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog
from gipf_meta.tui.screens.pages import RulesPage
from tests.testing.broken.sound import Nim
from tests.tui.conftest import Driver, Keys, place, shown, table_of, words

MARKUP = "[bold]x[/bold] [/] [@click=app.quit]"
TUI = Path(__file__).parents[2] / "gipf_meta" / "tui"


class Marked(Nim):
    """A game from outside whose every text looks like markup."""

    id: ClassVar[str] = "marked"
    title: ClassVar[str] = MARKUP
    tagline: ClassVar[str] = MARKUP
    seat_names: ClassVar[tuple[str, ...]] = (f"1 {MARKUP}", f"2 {MARKUP}")
    option_words: ClassVar[dict[str, str]] = {"size": MARKUP, "word": "word", "word=": MARKUP}

    word: str = Field(MARKUP, description=MARKUP)


def installed_with_marked() -> Installed:
    installed = load_plugins()
    installed.games["marked"] = Marked
    return installed


async def test_names_reasons_and_titles_are_no_markup(driven: Driver, library: Library) -> None:
    table = table_of(library, "zertz", {}, ["human", "greedy"])
    table.play("Wd4,d1")
    table.resign(0)
    data = json.loads(table.record().model_dump_json())
    table.close()
    data["people"][0]["name"] = MARKUP
    data["result"]["reason"] = MARKUP
    library.add(loads(json.dumps(data)))
    playing = table_of(library, "zertz", {}, ["human", "human"])
    data = json.loads(playing.record().model_dump_json())
    data["people"][0]["name"] = MARKUP
    library.add(loads(json.dumps(data)))

    async with driven((120, 40)) as (app, pilot):
        assert any(f"{MARKUP} ag" in line or MARKUP[:20] in line for line in shown(app))
        await pilot.press("h")
        await pilot.pause()
        assert sum(MARKUP in line for line in shown(app)) >= 2
        await pilot.press("down")
        await pilot.pause()
        assert f"({MARKUP})" in words(app, "about") or MARKUP in words(app, "about")
        await pilot.press("escape")
        await pilot.press("s")
        await pilot.pause()
        assert any(MARKUP in line for line in shown(app))
        await pilot.press("escape")
        await pilot.press("g")
        await pilot.pause()
        assert any(MARKUP in line for line in shown(app))
        assert MARKUP in words(app, "heading")
        await pilot.press("R")
        await pilot.pause()
        assert isinstance(app.screen, QuestionDialog)
        assert any("[bold]x" in line for line in shown(app))
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ListDialog)


async def test_a_game_from_outside_has_no_markup_in_forms_pages_and_lists(driven: Driver) -> None:
    async with driven((120, 40), installed=installed_with_marked()) as (app, pilot):
        assert place(app) == "launcher"
        await Keys(app, pilot).set_up(MARKUP)
        assert place(app) == "setup"
        await pilot.press("ctrl+o")
        await pilot.pause()
        field = app.screen.query_one("#field-option_word", Input)
        field.value = f"{MARKUP} too"
        await pilot.pause()
        fold = app.screen.query(FoldedFields).first()
        assert str(fold.title) == f"Options: word: {MARKUP} too"
        screen = " ".join(" ".join(shown(app)).split())
        assert screen.count("[bold]x[/bold] [/]") >= 5
        app.push_screen(RulesPage(Marked()))
        await pilot.pause()
        assert any(MARKUP in line for line in shown(app))


async def test_questions_show_their_words_as_they_are(driven: Driver) -> None:
    async with driven((120, 40)) as (app, pilot):
        for screen in (
            QuestionDialog(MARKUP, MARKUP, {"yes": MARKUP}),
            ListDialog(MARKUP, MARKUP, [("yes", MARKUP)]),
        ):
            app.push_screen(screen)
            await pilot.pause()
            assert sum(MARKUP in line for line in shown(app)) == 3
            await pilot.press("escape")


def test_no_widget_reads_markup() -> None:
    """Every widget that could read markup is told not to."""
    kinds = {Static.__name__, OptionList.__name__, "Label", "Menu", "AnalysisPanel"}
    for file in sorted(TUI.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in kinds or (name == "notify" and isinstance(node.func, ast.Attribute)):
                assert "markup" in {each.arg for each in node.keywords}, (file, node.lineno)


def test_the_title_of_the_game_is_what_it_says() -> None:
    assert title_of(Marked) == MARKUP
