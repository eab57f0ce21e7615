"""The same screens for a page and for a terminal, which has no pictures and other settings."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta.desk.context import Face
from gipf_meta.library.store import Library
from gipf_meta.records.models import Record, Result, Seat
from gipf_meta.tui.parts import looks
from tests.desk.conftest import Page, buttons, fields, parts

FACES: tuple[Face, ...] = ("page", "terminal", "lines")


def shown_by(page: Page, face: Face) -> Page:
    """The page, with *face* as its kind of face."""
    page.context.face = face
    return page


def play_many(library: Library, count: int) -> None:
    """Adds matches that a person has won, and one that is not over."""
    people = (Seat(name="Ann"), Seat(name="greedy", player="greedy"))
    for _match in range(count):
        over: dict[str, Any] = {"result": Result(winners=(0,), reason="die")}
        library.add(Record(game="die", players=(0, 1), people=people, options={}, **over))
    library.add(Record(game="die", players=(0, 1), people=people, options={}))


def test_only_a_page_is_sent_pictures_and_a_terminal_takes_no_files(
    page: Page, library: Library
) -> None:
    play_many(library, 12)
    for face in FACES:
        shown_by(page, face)
        for name in ("library", "statistics", *(() if face == "page" else ("launcher",))):
            screen = page.open(name)
            rows = [row for part in parts(screen) for row in part.get("rows", [])]
            has_pictures = any(row.get("picture") for row in rows) or any(
                part["part"] == "picture" for part in parts(screen)
            )
            assert has_pictures == (face == "page")
            leads = {each["do"].get("screen") for each in buttons(screen)}
            assert face == "page" or "help" not in leads
            assert face != "terminal" or "open_match" not in leads


def test_statistics_without_pictures_have_curves_of_blocks(page: Page, library: Library) -> None:
    play_many(library, 12)
    texts = [part["text"] for part in parts(shown_by(page, "terminal").open("statistics"))
             if part["part"] == "text"]  # fmt: skip
    curves = [text for text in texts if text and not set(text) - set("▁▂▃▄▅▆▇█")]
    assert len(curves) == 2  # the results, and the strength


def test_a_terminal_has_settings_of_its_own(page: Page) -> None:
    shown_by(page, "terminal")
    screen = page.open("settings")
    assert [*fields(screen)] == [
        *(
            "name",
            "theme",
            "graphics",
            "language",
            "motion",
            "confirm",
            "faces",
            "boards",
            "chances",
            "cursor",
            "thinking_s",
        ),
    ]
    choices = {name: [value for value, _ in field["choices"]] for name, field in
               fields(screen).items() if "choices" in field}  # fmt: skip
    assert choices["graphics"] == ["", *looks.TECHNIQUES]
    assert choices["theme"] == [*looks.THEMES]
    assert choices["boards"] == ["", "plain"]
    page.submit(screen, "graphics", graphics="glyphs")
    assert page.saved[-1].graphics == "glyphs"
    assert "graphics" not in fields(shown_by(page, "page").open("settings"))


@pytest.mark.parametrize("face", ["terminal", "lines"])
def test_matches_that_wait_are_many_where_a_list_scrolls(
    page: Page, library: Library, face: Face
) -> None:
    for _match in range(30):
        play_many(library, 0)
    waiting = [b for b in buttons(shown_by(page, face).open("launcher"))
               if b["do"].get("screen") == "match"]  # fmt: skip
    assert len(waiting) == 21
    in_list = {b["do"]["about"]["match"] for b in buttons(page.open("library"))
               if b["do"].get("screen") == "match"}  # fmt: skip
    assert len(in_list) == (30 if face == "terminal" else 25)


def test_the_matches_of_a_terminal_stand_in_columns(page: Page, library: Library) -> None:
    play_many(library, 1)
    (rows,) = [part["rows"] for part in parts(shown_by(page, "terminal").open("library"))
               if part["part"] == "rows"]  # fmt: skip
    assert [row["cells"][0] for row in rows] == ["2", "1"]
    assert {len(row["cells"]) for row in rows} == {6}
