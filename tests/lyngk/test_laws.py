"""Laws that hold in every game, under every option (docs/reference/lyngk.md)."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import pairwise

import pytest

from gipf_meta import BadNotation, Chance, IllegalMove, height, kind_of, pieces
from gipf_meta_lyngk.game import Lyngk
from gipf_meta_lyngk.state import COUNTS, DRAWING, PASS, PIECES, PLAYING, State, colours
from tests.bundled import Bundled, OtherOptions
from tests.lyngk.boards import GAME, L1, SIX, TAKEN, stacks
from tests.random_positions import check_decisions, played
from tests.tiers import slow, soak

GAMES = {"standard": GAME, "taken": TAKEN, "stack6": SIX}
SEEDS = [0, *slow(1, 2, 3, 4), *soak(*range(5, 30))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_state_of_a_game_is_one(game: Lyngk, seed: int) -> None:
    states = played(game, seed)
    for (before, move), (after, _move) in pairwise(states):
        if before.phase == PLAYING:
            assert after.number - before.number == (after.ending is None)
            assert move == PASS or after.occupied.bit_count() < before.occupied.bit_count()
    for state, _move in [*states[:: 1 + len(states) // 12], states[-1]]:
        holds_together(game, state)
        assert pickle.loads(pickle.dumps(state)) == state
    end = states[-1][0]
    assert game.status(end) == end.ending
    assert sum(state.phase == PLAYING and move != PASS for state, move in states) <= 42


def holds_together(game: Lyngk, state: State) -> None:
    """Stacks are what stacks may be, no piece is lost, and texts are inverse."""
    inside = [piece for stack in state.stacks for piece in pieces(stack)]
    assert all(inside.count(piece) <= COUNTS[piece] for piece in PIECES)
    if state.phase != DRAWING and game is not SIX:
        assert len(inside) + 5 * sum(state.taken) == 43
    for stack in state.stacks:
        assert height(stack) == len(pieces(stack)) <= game.rules.limit
        assert colours(stack).bit_count() == sum(piece < 6 for piece in pieces(stack))
    text = game.to_text(state)
    again = game.from_text(text)
    assert game.to_text(again) == text
    assert (again.stacks, again.phase, again.claims) == (state.stacks, state.phase, state.claims)
    assert again.ending == state.ending
    if state.phase != PLAYING:
        assert not game.view(state, None).choices
        return
    seat = state.seat
    assert again.seat == seat
    moves = game.legal_moves(state, seat)
    check_decisions(game, state, slice(None, None, 1 + len(moves) // 6))
    assert (PASS in moves) == (not game.rules.turns(state, seat))
    assert game.rules.has_turn(state, seat) == (PASS not in moves)


@pytest.mark.parametrize("seed", range(2))
def test_luck_fills_the_board_with_all_pieces(seed: int) -> None:
    full = next(state for state, _move in played(GAME, seed) if state.phase == PLAYING)
    assert Counter(full.stacks) == {1: 8, 2: 8, 3: 8, 4: 8, 5: 8, 6: 3}
    assert full.seat == 0


def test_luck_draws_every_piece_as_often_as_it_is_left() -> None:
    now = GAME.status(GAME.start(2))
    assert isinstance(now, Chance)
    assert [weight for _move, weight in now.outcomes] == [8, 8, 8, 8, 8, 3]


def test_luck_fills_the_points_in_their_order() -> None:
    """So a position says what it draws next."""
    state = GAME.from_text("? -/- 0,0 Ia1,Bb1")
    assert GAME.to_text(state) == "? -/- 0,0 Ia1,Bb1"
    for text in ("? -/- 0,0 Ia1,Bb2", "? R/- 0,0 Ia1", "? -/- 0,0 IBa1"):
        with pytest.raises(BadNotation, match="in their order"):
            GAME.from_text(text)


def test_the_draws_before_the_first_turn_are_a_part_of_it() -> None:
    states = played(GAME, 3)
    moves = [move for _state, move in states[:44]]
    assert [kind_of(move) for move in moves[:43]] == [7] * 43
    start = states[0][0]
    text = GAME.format_turn(start, moves)
    assert GAME.parse_turn(start, text) == tuple(moves)
    assert text.endswith(GAME.list_text(start, moves))
    assert GAME.list_text(start, moves[:43]) == "set up by luck"
    assert GAME.list_text(states[43][0], moves[43:]) == ""


def test_a_tag_sets_the_board_up() -> None:
    """docs/reference/lyngk.md §7."""
    listed = ",".join(L1.split())
    ((told, state),) = GAME.play_line(GAME.start(2), f'[Setup "{listed}"]')
    assert told is None
    assert GAME.to_text(state) == GAME.to_text(stacks(L1))
    for wrong in (listed[4:], listed.replace("Bb1", "BRb1"), listed.replace("Bb1", "Ib1")):
        with pytest.raises((BadNotation, IllegalMove)):
            [*GAME.play_line(GAME.start(2), f'[Setup "{wrong}"]')]


@pytest.mark.slow
class TestLyngk(Bundled):
    games = (Lyngk(),)
    random_games = 1


class TestLyngkWithOtherOptions(OtherOptions):
    games = (Lyngk(variant="stack6"), Lyngk(obstacles="taken"))
