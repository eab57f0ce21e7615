"""A study in the terminal: the tree beside the board, keys that walk, lines that are typed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets import Static

from gipf_meta.library.store import Library
from gipf_meta.records.study import Study
from gipf_meta.tui.app import GipfApp
from gipf_meta.tui.screens.dialogs import QuestionDialog
from tests.tui.conftest import Driver, playing, shown, table_of, typed, until

TURNS = 24
"""Decisions of a match whose turns have no room beside the board of a small screen."""


def study_of(app: GipfApp) -> Study | None:
    """The study on the screen; ``None`` while a match is played."""
    return playing(app).played.study


def node(app: GipfApp) -> tuple[int, ...]:
    """The current turn of the study, as a path in its tree."""
    study = study_of(app)
    return () if study is None else study.node


@pytest.mark.fast
@pytest.mark.needs("zertz")
def test_a_match_is_studied_by_a_key_and_other_moves_are_tried(
    driven: Driver, library: Library
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])

    async def walk() -> None:
        async with driven((110, 36), table) as (app, pilot):
            await typed(pilot, "Wd4,d1", "Bd7,a4")
            await pilot.press("W")
            await until(pilot, lambda: isinstance(app.screen, QuestionDialog))
            await pilot.press("y")
            await until(pilot, lambda: study_of(app) is not None)
            await until(pilot, lambda: "Study: ZÈRTZ" in shown(app)[0])
            await pilot.press("comma")
            await until(pilot, lambda: node(app) == (0,))
            await typed(pilot, "Gc5,g1")
            await until(pilot, lambda: node(app) == (1, 0, 0))
            await typed(pilot, "sign !?", "comment a quiet one")
            await until(pilot, lambda: "a quiet one" in str(_turns(app).content))
            lines = str(_turns(app).content).split("\n")
            assert lines == [
                "", "  1. Wd4,d1", "  2. Bd7,a4", ">     2.1.1. Gc5,g1 !?", "          a quiet one",
            ]  # fmt: skip
            await pilot.press("left_square_bracket")
            await until(pilot, lambda: node(app) == (1,))
            await typed(pilot, "back 9")
            await until(pilot, lambda: node(app) == ())
            await pilot.press("right_square_bracket")
            await until(pilot, lambda: "No other line begins" in "\n".join(shown(app)))

    asyncio.run(walk())
    kept = [entry for entry in library.entries() if entry.study]
    assert len(kept) == 1
    assert len(library.record(kept[0].id).turns[1].variations) == 1


@pytest.mark.needs("zertz")
async def test_what_was_deleted_comes_back_by_a_key_and_words_are_advised(
    driven: Driver, library: Library, tmp_path: Path
) -> None:
    table = table_of(library, "zertz", {}, ["human", "human"])
    for _turn in range(TURNS):
        text = table.match.top.view(None).choices[0].notation
        table.play(text)

    async with driven((80, 24), table) as (app, pilot):
        await pilot.press("W")
        await until(pilot, lambda: isinstance(app.screen, QuestionDialog))
        await pilot.press("y")
        await until(pilot, lambda: study_of(app) is not None)
        last = len(study_of(app).turns) - 1  # type: ignore[union-attr]
        assert last > 9
        await until(pilot, lambda: f"> {last + 1}. " in "\n".join(shown(app)))
        assert ", back" in shown(app)[-1]
        for words, said in (
            ("coment good", "Did you mean comment?"),
            ("delete all", "all names no turn"),
            ("sign good", "The signs are !! ! !? ?! ? ??"),
        ):
            await typed(pilot, words)
            await until(pilot, lambda said=said: said in "\n".join(shown(app)))
        await typed(pilot, "delete 3")
        await until(pilot, lambda: node(app) == (1,))
        await pilot.press("Z")
        await until(pilot, lambda: node(app) == (last,))
        file = tmp_path / "mine.json"
        await typed(pilot, f"save {file}")
        await until(pilot, lambda: file.exists())


def _turns(app: GipfApp) -> Static:
    return app.screen.query_one("#turns", Static)
