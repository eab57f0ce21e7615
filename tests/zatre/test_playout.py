"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from gipf_meta import Chance, Over
from gipf_meta_zatre.game import Zatre
from gipf_meta_zatre.playout import _Board, _draw_by_luck
from gipf_meta_zatre.state import PLACE, STUCK, Move, State

GAMES = [
    (Zatre(), 2),
    (Zatre(short_game="6", scoring_unit="line_once", center_cross="if_line_scores"), 3),
    (Zatre(short_game="5", leftover_draw="optional", end="bag_short"), 2),
    (Zatre(short_game="5", leftover_topup=True, start="random"), 6),
    (Zatre(short_game="5", teams=True), 4),
]


def by_the_rules(game: Zatre, state: State, rng: Random) -> tuple[int, ...]:
    """The winners, where every choice is drawn as the short cut draws it."""
    random, rules = rng.random, game.rules
    while state.ending is None:
        if state.stuck:
            state = rules.apply(state, Move(STUCK, state.player))
        elif state.lots or state.starting or (state.pending and not state.asked):
            state = _draw_by_luck(rules, state, random)
        elif state.asked:
            moves = rules.legal_moves(state)
            state = rules.apply(state, moves[int(random() * len(moves))])
        else:
            state = rules.apply(state, placement(state, random))
    end = game.status(state)
    assert isinstance(end, Over)
    return end.winners


def placement(state: State, random: Callable[[], float]) -> Move:
    """As the short cut draws it."""
    tile = _Board(state.grid).choose_fitting(list(state.hands[state.player]), random)
    assert tile is not None
    return Move(PLACE, state.player, tile.value, tile.cell, tile.exceptional)


@pytest.mark.parametrize(("game", "seats"), GAMES[1:], ids=range(1, len(GAMES)))
def test_every_placement_is_as_likely_as_the_other(game: Zatre, seats: int) -> None:
    rng = Random(1)
    state = game.start(seats)
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Chance):
            state = _draw_by_luck(game.rules, state, rng.random)
            continue
        moves = game.rules.legal_moves(state)
        if not state.asked:
            drawn = [
                placement(state, partial(float, (n + 0.5) / len(moves))) for n in range(len(moves))
            ]
            assert sorted(drawn) == sorted(moves)
        state = game.apply(state, rng.choice(moves))


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=range(len(GAMES)))
def test_the_short_cut_ends_as_the_rules_do(game: Zatre, seats: int) -> None:
    for seed in range(20):
        winners = by_the_rules(game, game.start(seats), Random(seed))
        told = game.playout(game.start(seats), Random(seed))
        assert told == tuple(1.0 if seat in winners else -1.0 for seat in range(seats))
