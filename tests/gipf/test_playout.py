"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gipf_meta import Dice
from gipf_meta_gipf.game import Gipf
from gipf_meta_gipf.rows import rows_of, run_on
from gipf_meta_gipf.rules import LOTS, Rules
from gipf_meta_gipf.state import (
    ANNOUNCE,
    ASK_DUEL,
    ASK_LOT,
    ASK_MAIN,
    ASK_ROW,
    OVER,
    ROW,
    Move,
    Outcome,
    State,
)
from gipf_meta_gipf.strength.playout import _choose_main, _choose_row
from tests.tiers import slow

GAMES = [
    Gipf(variant="basic"),
    Gipf(variant="standard"),
    Gipf(variant="tournament"),
    Gipf(tamsk_potentials=(3, 3), zertz_potentials=(3, 3), challenges_enabled=True),
    Gipf(tamsk_potentials=(9, 9), tamsk_extra_counts_as_move=True),
    Gipf(variant="standard", max_turns=30),
    Gipf(zertz_potentials=(6, 6), potential_moves_avert_loss=True),
    Gipf(variant="basic", zertz_potentials=(9, 9), dvonn_potentials=(3, 3), max_turns=60),
]


def by_the_rules(rules: Rules, s: State, rng: Random) -> int:
    """The winner, where every choice is drawn as the short cut draws it."""
    dice = Dice(rng)
    move: Move
    while s.ask != OVER:
        if s.ask == ASK_MAIN:
            move = _choose_main(rules, s, dice)
            assert move in rules.legal_moves(s)
        elif s.ask == ASK_LOT:
            move = LOTS[dice.below(2)]
        elif s.ask == ASK_DUEL:
            move = Outcome(dice.below(2), "")
        elif s.ask == ASK_ROW and not s.kinds.any and not s.books.unsettled:
            own = s.pieces(s.mover)
            row = _choose_row(own, s.white | s.black, dice)
            (move,) = (ROW + n for n in rows_of(own) if run_on(own, n) & row == run_on(own, n))
            assert move in rules.legal_moves(s)
        else:
            moves = rules.legal_moves(s)
            move = moves[dice.below(len(moves))]
        s = rules.apply(s, move)
    return s.result().winner


def main_actions(game: Gipf, seed: int) -> tuple[State, list[Move]]:
    """A position of a random game with entries of several pieces, or with powers."""
    rng, rules = Random(seed), game.rules
    while True:
        state = game.start(2)
        while state.ask != OVER:
            moves = list(rules.legal_moves(state))
            if state.ask == ASK_MAIN and (max(moves) >= ANNOUNCE if seed % 2 else len(moves) > 42):  # type: ignore[type-var, operator]
                return state, moves
            if state.ask == ASK_LOT:
                moves = [*LOTS]
            elif state.ask == ASK_DUEL:
                moves = [Outcome(0, "")]
            state = rules.apply(state, rng.choice(moves))


@pytest.mark.parametrize("seed", range(4))
def test_every_main_action_is_as_likely_as_the_other(seed: int) -> None:
    """200 throws for each: half as many and twice as many would be far from luck."""
    game = GAMES[3]
    state, moves = main_actions(game, seed)
    dice = Dice(Random(seed))
    thrown = Counter(_choose_main(game.rules, state, dice) for _ in range(200 * len(moves)))
    assert {*thrown} == {*moves}
    assert all(130 < times < 280 for times in thrown.values())


@pytest.mark.parametrize("seeds", [range(40), *slow(range(40, 150))])
@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_short_cut_ends_as_the_rules_do(game: Gipf, seeds: range) -> None:
    for seed in seeds:
        winner = by_the_rules(game.rules, game.start(2), Random(seed))
        told = game.playout(game.start(2), Random(seed))
        assert told == tuple(0.0 if winner < 0 else 1.0 if n == winner else -1.0 for n in (0, 1))
