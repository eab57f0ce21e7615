"""The sentence on the end of a match says what the loser has not got any more; that on a turn,
what it takes off the board."""

from __future__ import annotations

import re
from random import Random

import pytest

from gipf_meta.protocol.game import Turn
from tests.ended_matches import ended_match, last_view, why
from tests.line.rooms_here import game_of


@pytest.mark.parametrize("variant", ["basic", "standard", "tournament"])
@pytest.mark.parametrize("seed", range(4))
def test_the_end_says_which_pieces_are_gone(variant: str, seed: int) -> None:
    match = ended_match("gipf", seed, variant=variant)
    reason, end = why(match), match.result
    assert end is not None
    loser = 1 - end.winners[0]
    colour, view = ("white", "black")[loser], last_view(match)
    if end.reason == "no_move":
        assert reason == f"no {colour} piece is left to enter"
        (tray,) = (each for each in view.trays if each.seat == loser)
        assert not any(item.count for item in tray.items if item.id == f"{'WB'[loser]}:basic")
    else:
        assert reason == f"the last {colour} GIPF-piece is gone"
        left = [one for one in view.pieces if one.role == f"p{loser + 1}" and "G" in one.badge]
        assert not left


@pytest.mark.parametrize("variant", ["basic", "standard", "tournament"])
def test_a_turn_tells_all_pieces_that_leave_the_board_also_those_of_ones_own_row(
    variant: str,
) -> None:
    """It told only those of the other, and how many: now the place of each."""
    game, told = game_of("gipf", variant=variant), 0
    for seed in range(4):
        rng, state = Random(seed), game.start(2)
        while isinstance(now := game.status(state), Turn):
            move = rng.choice(game.legal_moves(state, now.seat))
            said, after = game.predicate(state, move), game.apply(state, move)
            rows = game.happenings(state, move)
            had, has = (len(game.view(each, None).pieces) for each in (state, after))
            gone = had + said.startswith("enters") - has
            assert sum(len(re.findall(r"\b[a-i][1-9]\b", row)) for row in rows) == gone
            told += bool(gone)
            state = after
    assert told
