"""Glyphs that are small pictures."""

from __future__ import annotations

import pytest

from gipf_meta.paint.palette import BLOCKS, BRAILLE, QUADRANTS, SEXTANTS, braille, fit_glyph

BLACK, WHITE = (0, 0, 0), (252, 252, 252)


@pytest.mark.parametrize("technique", BLOCKS)
def test_two_colours_become_the_glyph_that_parts_them_the_same_way(technique: str) -> None:
    blocks = BLOCKS[technique]
    count = blocks.columns * blocks.rows
    for bits in range(1, 2**count - 1):
        samples = [WHITE if bits >> n & 1 else BLACK for n in range(count)]
        fit = fit_glyph(samples, blocks.glyphs)
        assert (fit.glyph, fit.ink, fit.ground) == (blocks.glyphs[bits], WHITE, BLACK)
        most = WHITE if bits.bit_count() > count / 2 else BLACK
        assert fit.main == most


def test_colours_that_hardly_differ_are_one() -> None:
    assert fit_glyph([(10, 10, 10), (12, 11, 10)] * 3, SEXTANTS).glyph == " "


def test_every_glyph_is_in_its_table_once() -> None:
    assert len(set(SEXTANTS)) == 64
    assert len(set(QUADRANTS)) == 16


def test_sextants_are_where_unicode_has_them() -> None:
    assert (SEXTANTS[0b000001], SEXTANTS[0b111110]) == ("\U0001fb00", "\U0001fb3b")
    assert (SEXTANTS[0b010101], SEXTANTS[0b101010]) == ("▌", "▐")


def test_braille_dots_count_down_the_columns() -> None:
    assert braille(BRAILLE[0][0] | BRAILLE[3][1]) == "⢁"
