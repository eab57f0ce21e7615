"""The published numbers of ways to place the tiles of a turn in Zatre, counted by both engines.

Luck draws between two turns, so one turn is counted, by him who has drawn already.
"""

from __future__ import annotations

import pytest

from gipf_meta_zatre import Zatre
from tests.perft import Case, check, tiered
from tests.zatre.naive import COLUMNS, Naive, State


def read(text: str, teams: bool) -> tuple[State, list[str]]:
    """A position before the first tile, for the second engine, and the tiles of who places, and of
    the partner who ends his turn in *teams*."""
    rows, side, hands, *_more = text.split(" ")
    board = {
        f"{column}{row}": int(sign)
        for row, signs in zip(range(15, 0, -1), rows.split("/"), strict=True)
        for column, sign in zip(COLUMNS, signs, strict=True)
        if sign not in "_."
    }
    tiles = hands.split(",")["ABCDEF".index(side) :][: 1 + teams]
    players = "ABCDEF"[: hands.count(",") + 1]
    return State(board, {}, {each: [] for each in players}, [], False, side), tiles


def ways(naive: Naive, state: State, tiles: list[str], placed: tuple[str, ...] = ()) -> int:
    """The ways to place what can be placed, one tile after the other."""
    if legal := naive.placements(state, tiles[0], [*placed]):
        return sum(ways(naive, state, tiles, (*placed, each)) for each in legal)
    if not tiles[1:]:
        return 1
    board = {cell: int(value[0]) for cell, _, value in (each.partition("=") for each in placed)}
    partner = chr(ord(state.to_move) + 1)
    after = State(state.board | board, {}, state.hands, [], False, partner)
    return ways(naive, after, tiles[1:])


@pytest.mark.parametrize("case", tiered(Zatre, 500, 3_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Zatre, case)


@pytest.mark.parametrize("case", tiered(Zatre, 60, 3_000, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    position, options = case.benchmark.position, case.benchmark.options
    assert position is not None
    state, tiles = read(position, teams="teams" in options)
    assert ways(Naive(len(state.hands), **options), state, tiles) == case.count
