"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.playout import _COLOURS, _any_of
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import COUNT_BITS, COUNT_MASK, State, place, remove

GAMES = [
    Zertz(),
    Zertz(board=61, pool="30/30/30", goals="30/30/30/20", board_full="both_lose_if_no_captures"),
    Zertz(board=40, pool="2/2/2", no_marbles="pass"),
    Zertz(variant="blitz", isolation_scope="spare_largest"),
]


def by_the_rules(rules: Rules, state: State, rng: Random) -> tuple[int, ...]:
    """The winners, where every choice is drawn as the short cut draws it."""
    random, cells, from_pool = rng.random, rules.board.cells, True
    while state.ending is None:
        occupied = state.white | state.grey | state.black
        from_pool = from_pool if state.free else bool(state.pool)
        if state.free and from_pool:
            move = remove(_any_of(state.free, cells, random).bit_length() - 1)
        elif not from_pool or rules.jumps(state):
            moves = rules.legal_moves(state)
            move = moves[int(random() * len(moves))]
        else:
            some = sum(bool(state.pool >> n * COUNT_BITS & COUNT_MASK) << n for n in range(3))
            colour = _COLOURS[some][int(random() * len(_COLOURS[some]))]
            cell = _any_of(state.rings ^ occupied, cells, random)
            move = place(colour, cell.bit_length() - 1)
        state = rules.apply(state, move)
    return state.ending.winners


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_short_cut_ends_as_the_rules_do(game: Zertz) -> None:
    for seed in range(150):
        winners = by_the_rules(game.rules, game.start(2), Random(seed))
        told = game.playout(game.start(2), Random(seed))
        assert told == tuple(0.0 if not winners else 1.0 if n in winners else -1.0 for n in (0, 1))


def test_every_cell_is_as_likely_as_the_other() -> None:
    cells = GAMES[0].rules.board.cells
    for count in (1, 2, 9):
        some = sum(cells[::4][:count])
        drawn = [_any_of(some, cells, partial(float, (n + 0.5) / count)) for n in range(count)]
        assert sorted(drawn) == sorted(cells[::4][:count])
    rng = Random(1)
    many = sum(cells[::3])
    drawn = [_any_of(many, cells, rng.random) for _ in range(1300)]
    assert {*drawn} == {*cells[::3]}
    assert all(60 < drawn.count(cell) < 140 for cell in cells[::3])
