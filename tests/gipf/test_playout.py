"""The short cut to the end of a random game goes where the rules go, decision by decision."""

from __future__ import annotations

from random import Random

import pytest

from gipf_meta import Dice
from gipf_meta_gipf.board import BOARD, N_ENTRIES, fours
from gipf_meta_gipf.game import Gipf
from gipf_meta_gipf.playout import _choose_entry, _choose_row
from gipf_meta_gipf.rows import rows_of, run_on
from gipf_meta_gipf.rules import LOTS, Rules
from gipf_meta_gipf.state import (
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

GAMES = [
    Gipf(variant="basic"),
    Gipf(variant="standard"),
    Gipf(variant="tournament"),
    Gipf(tamsk_potentials=(3, 3), zertz_potentials=(3, 3), challenges_enabled=True),
    Gipf(tamsk_potentials=(9, 9), tamsk_extra_counts_as_move=True),
    Gipf(variant="standard", max_turns=30),
]


def by_the_rules(rules: Rules, s: State, rng: Random) -> int:
    """The winner, where every choice is drawn as the short cut draws it."""
    dice = Dice(rng)
    move: Move
    while s.ask != OVER:
        if s.ask == ASK_MAIN and not s.kinds.zertz:
            kinds = rules.entry_kinds(s)
            kind = kinds[dice.below(len(kinds))] if s.books.unsettled or rows(s) else 0
            move = N_ENTRIES * kind + _choose_entry(BOARD ^ (s.white | s.black), dice)
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


def rows(s: State) -> bool:
    return bool(fours(s.white) or fours(s.black))


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_the_short_cut_ends_as_the_rules_do(game: Gipf) -> None:
    for seed in range(150):
        winner = by_the_rules(game.rules, game.start(2), Random(seed))
        told = game.playout(game.start(2), Random(seed))
        assert told == tuple(0.0 if winner < 0 else 1.0 if n == winner else -1.0 for n in (0, 1))
