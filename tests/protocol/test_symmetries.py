"""Symmetries of boards: which there are, how they are called, and positions that are one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from gipf_meta import (
    BoardMap,
    HexLattice,
    after_symmetry,
    hexagonal_maps,
    inverse_of,
    square_maps,
)
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.symmetries import Symmetric
from gipf_meta.testing.laws import mirrors
from gipf_meta.testing.trial.case import Case
from tests.specimens import find_specimens

HEXAGON = HexLattice((2, 3, 2), centre=1)
PLACES = [(bit % HEXAGON.stride, bit // HEXAGON.stride) for bit in HEXAGON.bit_of.values()]


def named(maps: Iterable[BoardMap]) -> dict[str, BoardMap]:
    return {each.name: each for each in maps}


def test_a_hexagon_is_turned_clockwise_and_mirrored_at_the_axis_that_is_named() -> None:
    maps = named(hexagonal_maps(PLACES))
    assert len(maps) == 12
    up, up_right = HEXAGON.cells.index("b3"), HEXAGON.cells.index("c2")
    turned = maps["turned by 60 degrees"]
    assert turned.place_after[up] == up_right
    assert turned.way_after == (1, 2, 3, 4, 5, 0)
    assert turned.way_before == (5, 0, 1, 2, 3, 4)
    mirrored = maps["mirrored at the vertical axis"].names(HEXAGON.cells)
    assert mirrored == {
        "a1": "c1", "a2": "c2", "b1": "b1", "b2": "b2", "b3": "b3", "c1": "a1", "c2": "a2",
    }  # fmt: skip
    assert maps["mirrored at the axis at 60 degrees"].place_after[up_right] == up_right


def test_a_hexagon_that_is_drawn_in_rows_is_named_as_it_is_drawn() -> None:
    maps = named(hexagonal_maps(PLACES, up=330))
    assert maps["mirrored at the axis at 150 degrees"].way_after[0] == 0
    backwards = named(hexagonal_maps(PLACES, up=210, is_clockwise=False))
    assert backwards["turned by 60 degrees"].way_after[0] == 5
    assert backwards["mirrored at the vertical axis"].way_after[:2] == (1, 0)


def test_a_board_has_only_the_symmetries_that_keep_its_outline() -> None:
    without = [place for place in PLACES if place != PLACES[0]]
    assert len(hexagonal_maps(without)) == 2
    assert [each.name for each in square_maps([(1, 1), (2, 1), (4, 1)])] == [
        "unchanged",
        "mirrored at the horizontal axis",
    ]


def test_a_square_is_turned_clockwise_and_mirrored_at_the_axis_that_is_named() -> None:
    names = ("a1", "a2", "b1", "b2")
    maps = named(square_maps([(1, 1), (1, 2), (2, 1), (2, 2)]))
    assert len(maps) == 8
    assert maps["turned by 90 degrees"].names(names)["a1"] == "a2"
    assert maps["mirrored at the vertical axis"].names(names)["a1"] == "b1"
    assert maps["mirrored at the axis at 45 degrees"].names(names)["a2"] == "b1"


def test_the_inverse_brings_each_set_back() -> None:
    plane = named(hexagonal_maps(PLACES))["turned by 60 degrees"].plane(range(7), 9)
    assert plane[7:] == (7, 8)
    bits = 0b101000110
    assert after_symmetry(after_symmetry(bits, plane), inverse_of(plane)) == bits
    assert after_symmetry(bits, plane) != bits


COUNTS = {name: known.symmetries for name, known in find_specimens().items()}


def test_every_game_of_the_project_says_its_symmetries() -> None:
    known = installed_plugins().games
    found = {name: game for name in COUNTS if isinstance(game := known[name](), Symmetric)}
    assert {name: len(game.symmetries()) for name, game in found.items()} == COUNTS


@pytest.mark.parametrize(("rings", "count"), [(40, 2), (43, 2), (44, 4), (48, 6), (61, 12)])
def test_boards_of_other_sizes_have_fewer(rings: int, count: int) -> None:
    game: Any = Finder()("zertz")(board=rings)
    assert len(game.symmetries()) == count
    mirrors.mirrored_games_are_the_same(Case(game, 1, 1, 60, 5_000, None))


def positions(game: AnyGame, decisions: int) -> set[int]:
    """The positions after so many decisions, as whoever began sees them."""
    game_: Any = game
    ahead = [game_.start(2)]
    for _decision in range(decisions):
        ahead = [game_.apply(state, move) for state in ahead
                 for move in game_.legal_moves(state, state.seat)]  # fmt: skip
    return {game_.observe(state, 0) for state in ahead}


@pytest.mark.parametrize(
    ("decisions", "alone", "classes"),
    [(1, 111, 18), pytest.param(2, 1_944, 171, marks=pytest.mark.soak)],
)
def test_positions_of_a_hexagon_are_few_up_to_symmetry(
    decisions: int, alone: int, classes: int
) -> None:
    """The 37 rings are six up to symmetry, and with one of the 18 rings of the edge 57 pairs; each
    with a marble of three colours. By Burnside's lemma the classes are as many as the positions
    that a symmetry keeps, on the average."""
    game = Finder()("zertz")()
    arrays = [each.observation for each in game.symmetries()]
    found = positions(game, decisions)
    assert len(found) == alone
    images = [[after_symmetry(seen, array) for seen in found] for array in arrays]
    assert all({*each} == found for each in images)
    assert len({min(each) for each in zip(*images, strict=True)}) == classes
    kept = sum(a == b for each in images for a, b in zip(each, found, strict=True))
    assert kept == classes * len(arrays)


LONG = {
    "zertz": {"isolation_claim": "optional", "board": 48},
    "gipf": {"variant": "tournament", "tamsk_potentials": 2, "zertz_potentials": 3,
             "loaded_only_rows": "may_stay"},
    **{name: {} for name in COUNTS if name not in ("gipf", "zertz")},
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("name", LONG)
def test_whole_games_are_the_same_when_they_are_mirrored(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirrors, "DECISIONS", 400)
    monkeypatch.setattr(mirrors, "MOST_DECISIONS", 1500)
    for options in ({}, LONG[name]):
        for seed in range(2):
            case = Case(Finder()(name)(**options), 3, seed, 12_000, 10_000, None)
            mirrors.mirrored_games_are_the_same(case)
