"""The abilities of a terminal decide how boards are drawn, unless the player does."""

from __future__ import annotations

import pytest

from gipf_meta.paint.palette import GREYS
from gipf_meta.tui.parts.looks import THEMES, looks_of


@pytest.mark.parametrize(
    ("environment", "technique"),
    [
        ({"TERM": "xterm-256color"}, "sextant"),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "textual"}, "quadrant"),
        ({"TERM": "linux"}, "glyphs"),
        ({"TERM": "dumb"}, "glyphs"),
        ({}, "glyphs"),
    ],
)
def test_the_terminal_decides_how_finely_boards_are_drawn(
    environment: dict[str, str], technique: str
) -> None:
    assert looks_of("", "", True, environment).technique == technique
    assert looks_of("quadrant", "", True, environment).technique == "quadrant"


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_palette_and_what_is_unknown_is_dark(theme: str) -> None:
    assert looks_of("", theme, True, {}).palette is THEMES[theme][1]
    assert looks_of("", "plaid", True, {}).theme == "dark"


def test_without_colour_boards_are_grey() -> None:
    assert looks_of("", "light", True, {"NO_COLOR": "1"}).palette is GREYS
    assert looks_of("", "light", True, {"NO_COLOR": ""}).palette is not GREYS
