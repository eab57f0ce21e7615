"""GIPF's quick answers to searches are those of its rules: judgements of moves, forced moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta import Chance, Duel, Over, Turn
from gipf_meta_gipf.game import Gipf
from tests.tiers import slow, soak

GAMES = [
    Gipf(variant="basic"),
    Gipf(variant="standard"),
    Gipf(variant="tournament"),
    Gipf(variant="basic", max_turns=20),
    Gipf(tamsk_potentials=(2, 2), zertz_potentials=(2, 2), challenges_enabled=True),
    Gipf(variant="tournament", dvonn_potentials=(1, 1), yinsh_potentials=(1, 1)),
    Gipf(variant="basic", punct_potentials=(1, 2), extra_pieces=(3, 3)),
]


def next_state(game: Gipf, state: Any, rng: Random) -> Any:
    """A random state after *state*."""
    now = game.status(state)
    if isinstance(now, Turn):
        return game.apply(state, rng.choice(game.legal_moves(state, now.seat)))
    if isinstance(now, Chance):
        return game.apply(state, rng.choice(now.outcomes)[0])
    assert isinstance(now, Duel)
    return game.apply(state, game.settle(state, rng.choice(now.seats), now.game))


@pytest.mark.parametrize("seed", [1, 2, *slow(3), *soak(*range(4, 20))])
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_moves_are_judged_as_the_states_after_them(game: Gipf, seed: int) -> None:
    rng, state = Random(seed), game.start(2)
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Turn):
            moves = list(game.legal_moves(state, now.seat))
            rng.shuffle(moves)
            del moves[10:]
            told = game.evaluate_moves(state, seed % 2, moves)
            assert told == [game.evaluate(game.apply(state, move), seed % 2) for move in moves]
        state = next_state(game, state, rng)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_most_entries_are_quiet_and_their_worths_are_those_of_the_states_after_them(
    game: Gipf, seed: int
) -> None:
    rng, state, quiet, numbers = Random(seed), game.start(2), 0, 0
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Turn):
            moves = game.turn_moves(state, now.seat)
            told = zip(moves, game.evaluate_quiet_moves(state, now.seat, moves), strict=True)
            for move, worth in told:
                numbers += isinstance(move, int)
                quiet += worth is not None
                if worth is None or rng.random() > 0.1:
                    continue
                after = game.apply(state, move)
                then = game.status(after)
                assert isinstance(then, Turn)
                assert then.seat != now.seat
                assert then.number == now.number + 1
                assert not game.is_forced(after, then.seat)
                assert worth == game.evaluate(after, now.seat)
        state = next_state(game, state, rng)
    assert quiet > numbers / 2, "entries are numbers, and some others are"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_a_move_is_forced_where_it_is_the_only_one(game: Gipf, seed: int) -> None:
    rng, state = Random(seed), game.start(2)
    while True:
        for seat in (0, 1):
            assert game.is_forced(state, seat) == (len(game.legal_moves(state, seat)) == 1)
        if isinstance(game.status(state), Over):
            return
        state = next_state(game, state, rng)
