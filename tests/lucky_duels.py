"""A duel of GIPF decided by a game that luck sets up (docs/reference/gipf.md §10)."""

from __future__ import annotations

from gipf_meta import Over
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure

TURNS = "Ga1-b2 Gi5-h5 Za1-b2 Zi5-h5 Zi1-h2 Zi1-h2 Zb2^ challenge"
"""White's third turn is a jump of his ZÈRTZ-potential on b2, which Black challenges."""


def check_lucky_duel(id: str, pieces: int) -> None:
    """Plays a match of GIPF through a duel in the game *id*, whose start has so many *pieces*."""
    find = load_plugins().find
    options = {"zertz_potentials": 3, "challenges_enabled": "on", "zertz_duel": id}
    match = Match.begin(configure(find("gipf"), options), 2, find, seed=1)
    for text in TURNS.split():
        match = match.play(text)
    assert match.top.game.id == id
    assert match.top.state.occupied.bit_count() == pieces
    while match.top.game.id == id and not isinstance(match.top.status, Over):
        state = match.top.state
        moves = match.top.game.legal_moves(state, state.seat)
        match = match.play_move(state.seat, moves[-1])
    (duel,) = [step for step in match.top.steps if step.duel is not None]
    assert match.top.game.id == "gipf"
    assert isinstance(duel.duel, Session)
    assert duel.duel.game.id == id
