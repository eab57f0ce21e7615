"""Entries as gamerz.net writes them (docs/reference/gipf.md §12.2)."""

from __future__ import annotations

import pytest

import gipf_meta as gm


@pytest.mark.parametrize(
    ("typed", "turn"),
    [("gb1-b2", "Gb1-b2"), ("Gb1-b2", "Gb1-b2"), ("gB1-B2", "Gb1-b2")],
)
def test_a_small_g_is_a_gipf_piece(typed: str, turn: str) -> None:
    assert gm.new_match("gipf").play(typed).turns == (turn,)


def test_a_small_n_is_a_single_piece() -> None:
    match = gm.new_match("gipf", variant="basic")
    assert match.play("nb1-b2").play("na5-b5").turns == ("b1-b2", "a5-b5")


def test_a_column_is_no_kind() -> None:
    assert gm.new_match("gipf", variant="basic").play("g1-f2").turns == ("g1-f2",)
