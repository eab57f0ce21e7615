"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Dice
from gipf_meta_tamsk.board import BIT, NEIGHBOURS, SPACES
from gipf_meta_tamsk.game import Tamsk
from gipf_meta_tamsk.state import FLIP, LIFT, NONE, PASS, Move, State
from gipf_meta_tamsk.strength.playout import A_DECISION_MS, beside
from tests.tiers import slow, soak

GAMES = [
    Tamsk(),
    Tamsk(level=1, voluntary_pass="free", full_space="reject"),
    Tamsk(level=2, start="placement", sand_ms=20_000, full_space="reject"),
    Tamsk(voluntary_pass="costs_next", zero_rings="stop", first_moves="free", stall_limit=6),
    Tamsk(level=3, sand_ms=15_000, tie="last_running"),
    Tamsk(level=2, time_mode="metronome"),
]


def choose_as_in_words(game: Tamsk, state: State, dice: Dice) -> Move:
    """As the short cut draws it: among glasses, then spaces as on the lattice, then no ring first;
    while glasses are placed or in a hand, and with the metronome, as the rules list it."""
    moves = game.turn_moves(state, game.rules.mover(state))
    number = dice.below(len(moves))
    in_words = state.timer_at == state.lifted == state.late == NONE
    if game.rules.beat_ms or NONE in state.spaces or not in_words:
        return moves[number]
    return sorted(
        moves,
        key=lambda move: (
            move.kind == PASS,
            move.kind != PASS and state.spaces.index(move.at),
            BIT[move.to] if move.kind != PASS else 0,
            move.ring,
        ),
    )[number]


def begins(game: Tamsk) -> list[State]:
    """The start, and positions in which a glass is in a hand or the 15-second glass runs."""
    start = game.start(2)
    states = [start]
    if not game.rules.placement and not game.rules.beat_ms:
        states.append(game.apply(start, Move(LIFT, 0, start.spaces[0])))
    if game.rules.level == 3:
        states.append(game.apply(start, Move(FLIP, 1)))
    return states


@pytest.mark.parametrize("seeds", [range(15), *slow(range(15, 60)), *soak(range(60, 400))])
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_short_cut_ends_as_the_rules_do(game: Tamsk, seeds: range) -> None:
    for begin in begins(game):
        for seed in seeds:
            state, dice = begin, Dice(Random(seed))
            while state.ending is None:
                state = game.apply(state, choose_as_in_words(game, state, dice))
                if game.real_time:
                    state = game.advance(state, A_DECISION_MS)
            winner = state.ending.winner
            worth = (0.0, 0.0) if winner == NONE else (-1.0, 1.0) if winner else (1.0, -1.0)
            assert game.playout(begin, Random(seed)) == worth


def test_spaces_beside_a_space_are_those_of_the_board() -> None:
    everywhere = sum(1 << bit for bit in BIT)
    for space in range(SPACES):
        found = beside(1 << BIT[space], everywhere)
        assert found == sum(1 << BIT[n] for n in range(SPACES) if NEIGHBOURS[space] >> n & 1)
