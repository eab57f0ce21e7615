"""Colours can be told apart and words can be read on them."""

from __future__ import annotations

import pytest

from gipf_meta.paint.palette import (
    COLOUR_BLIND,
    GREYS,
    HIGH_CONTRAST,
    LIGHT,
    PALETTES,
    READABLE,
    Palette,
    rgb,
)
from gipf_meta.protocol.view import BOARDS
from gipf_meta.render.theme import INKS, ROLES, contrast, ink_on, luminance

BOARDED = {
    f"{name}, {board}": palette.of(board) for name, palette in PALETTES.items() for board in BOARDS
}
ON_EVERY_BOARD = pytest.mark.parametrize("palette", BOARDED.values(), ids=BOARDED)
EVERY = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)


@ON_EVERY_BOARD
def test_words_and_marks_can_be_read_on_ground_and_plate(palette: Palette) -> None:
    theme = palette.theme
    for ground in (theme.ground, theme.plate):
        for colour in (
            theme.ink,
            theme.muted,
            theme.marks["legal"],
            palette.theme.cursor,
            palette.theme.lit,
        ):
            assert contrast(colour, ground) >= READABLE, (colour, ground)
    for colour in (*theme.marks.values(), theme.held):
        least = READABLE if palette.name != LIGHT.name else 1.5
        assert contrast(colour, theme.ground) >= least, colour


@ON_EVERY_BOARD
def test_lines_are_seen_on_the_plate(palette: Palette) -> None:
    assert contrast(palette.theme.line, palette.theme.plate) >= 2


@EVERY
def test_the_ink_of_a_piece_can_be_read_on_it(palette: Palette) -> None:
    for role in (*ROLES, "a stranger"):
        colour = palette.piece(role)
        assert contrast(ink_on(colour), colour) >= 4.2, role


@EVERY
def test_two_players_differ_in_lightness(palette: Palette) -> None:
    assert contrast(palette.piece("p1"), palette.piece("p2")) >= 7
    assert contrast(palette.piece("red"), palette.piece("black")) >= READABLE


def test_letters_stand_on_pieces_where_colour_may_not_be_seen() -> None:
    assert {name for name, palette in PALETTES.items() if palette.theme.letters} == {
        HIGH_CONTRAST.name,
        COLOUR_BLIND.name,
        GREYS.name,
    }


def test_high_contrast_reaches_seven_to_one() -> None:
    theme = HIGH_CONTRAST.theme
    for colour in (
        theme.ink,
        theme.muted,
        theme.line,
        *theme.marks.values(),
        theme.cursor,
    ):
        assert contrast(colour, theme.ground) >= 7, colour


def test_each_board_has_the_hue_of_its_material_and_is_as_light_as_any() -> None:
    for palette in PALETTES.values():
        tinted = [palette.of(board).theme for board in BOARDS]
        has_hues = palette.coloured and palette.theme.is_day is not None
        assert len({theme.plate for theme in tinted}) == (len(BOARDS) if has_hues else 1)
        assert len({theme.place for theme in tinted}) == (len(BOARDS) if has_hues else 1)
        for theme in tinted:
            for part in ("plate", "place"):
                now, before = (luminance(getattr(one, part)) for one in (theme, palette.theme))
                assert now == pytest.approx(before, abs=0.01)


def test_greys_have_no_colour() -> None:
    theme = GREYS.theme
    colours = [
        theme.ground,
        theme.plate,
        theme.held,
        *theme.marks.values(),
        theme.sand,
        *INKS[1:],
    ]
    for colour in (*colours, *map(GREYS.piece, (*ROLES, "a stranger"))):
        assert len({*rgb(colour)}) == 1, colour
