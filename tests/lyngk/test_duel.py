"""LYNGK decides a duel of GIPF, as any game can (docs/reference/gipf.md §10)."""

from __future__ import annotations

from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta_lyngk.state import OVER

TURNS = "Ga1-b2 Gi5-h5 Za1-b2 Zi5-h5 Zi1-h2 Zi1-h2 Zb2^ challenge"
"""White's third turn is a jump of his ZÈRTZ-potential on b2, which Black challenges."""


def test_a_challenge_is_decided_by_a_game_that_luck_sets_up() -> None:
    find = load_plugins().find
    options = {"zertz_potentials": 3, "challenges_enabled": "on", "zertz_duel": "lyngk"}
    match = Match.begin(configure(find("gipf"), options), 2, find, seed=1)
    for text in TURNS.split():
        match = match.play(text)
    assert match.top.game.id == "lyngk"
    assert match.top.state.occupied.bit_count() == 43
    while match.top.game.id == "lyngk" and match.top.state.phase != OVER:
        state = match.top.state
        moves = match.top.game.legal_moves(state, state.seat)
        match = match.play_move(state.seat, moves[-1])
    (duel,) = [step for step in match.top.steps if step.duel is not None]
    assert match.top.game.id == "gipf"
    assert isinstance(duel.duel, Session)
    assert duel.duel.game.id == "lyngk"
