"""Laws that hold in every game, under every option (docs/reference/tzaar.md)."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import pairwise

import pytest

from gipf_meta import BadNotation, Chance, height, kind_of, numbers_of_set, pieces
from gipf_meta_tzaar.board import SPACES
from gipf_meta_tzaar.game import Tzaar
from gipf_meta_tzaar.rules import can_capture, has_all_kinds
from gipf_meta_tzaar.state import DRAWING, FIRST, PASS, PIECES, PLACING, SECOND, State
from tests.bundled import Bundled, OtherOptions
from tests.random_positions import check_decisions, played, states_played
from tests.tiers import slow, soak
from tests.tzaar.boards import FIXED, GAME, PLACE

GAMES = {
    "random": GAME,
    "fixed": FIXED,
    "place": PLACE,
    "forbid": Tzaar(setup="fixed", cover_last="forbid"),
}
SEEDS = [0, *slow(1, 2, 3, 4), *soak(*range(5, 30))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_state_of_a_game_is_one(game: Tzaar, seed: int) -> None:
    states = played(game, seed)
    for (before, move), (after, _move) in pairwise(states):
        assert after.number - before.number == (
            before.phase not in (DRAWING, FIRST)
            if after.ending is None and before.vacant
            else before.phase in (PLACING, FIRST) and after.ending is None
        )
        gone = before.occupied & ~after.occupied
        if before.phase >= FIRST:
            assert gone.bit_count() == (move != PASS)
    for state, _move in [*states[:: 1 + len(states) // 12], states[-1]]:
        holds_together(game, state)
        assert pickle.loads(pickle.dumps(state)) == state
    end = states[-1][0]
    assert game.status(end) == end.ending
    assert end.number <= 60 + 59


def holds_together(game: Tzaar, state: State) -> None:
    """The masks say what the stacks do, no piece comes from nowhere, and texts are inverse."""
    assert not state.white & state.black
    for space in SPACES:
        assert bool(state.stacks[space]) == bool(state.occupied >> space & 1)
        assert len(pieces(state.stacks[space])) == height(state.stacks[space])
    for seat in (0, 1):
        inside = [
            one for at in numbers_of_set(state.owned(seat)) for one in pieces(state.stacks[at])
        ]
        assert all(inside.count(kind) <= PIECES[kind] for kind in (1, 2, 3))
    text = game.to_text(state)
    again = game.from_text(text)
    assert game.to_text(again) == text
    assert (again.stacks, again.phase) == (state.stacks, state.phase)
    if state.phase == DRAWING or state.ending is not None:
        return
    seat = state.seat
    assert again.seat == seat
    check_decisions(game, state, slice(None, None, 5))
    if state.phase >= FIRST:
        own, theirs = state.owned(seat), state.owned(1 - seat)
        assert has_all_kinds(state.stacks, own)
        assert has_all_kinds(state.stacks, theirs)
        assert state.phase == SECOND or can_capture(state.stacks, own, theirs)
        assert (PASS in game.legal_moves(state, seat)) == (state.phase == SECOND)


@pytest.mark.parametrize("seed", range(2))
def test_luck_fills_the_board_with_all_pieces(seed: int) -> None:
    full = next(state for state, _move in played(GAME, seed) if state.phase == FIRST)
    for seat in (0, 1):
        kinds = Counter(full.stacks[space] for space in numbers_of_set(full.owned(seat)))
        assert kinds == {1: 6, 2: 9, 3: 15}
    assert full.seat == 0


def test_luck_draws_every_piece_as_often_as_it_is_left() -> None:
    now = GAME.status(GAME.start(2))
    assert isinstance(now, Chance)
    assert [weight for _move, weight in now.outcomes] == [6, 9, 15, 6, 9, 15]


def test_luck_fills_the_spaces_in_their_order() -> None:
    """So a position says what it draws next; in a game of placing it is none."""
    start = "Z6A9T14/Z5A9T15 W:Ta1 B:Za2"
    state = GAME.from_text(f"w {start}")
    assert GAME.to_text(state) == f"w {start}"
    for text in (f"b {start}", "w Z6A9T14/Z5A9T15 W:Ta1 B:Za3"):
        with pytest.raises(BadNotation, match="nobody sets the board up so"):
            GAME.from_text(text)
    with pytest.raises(BadNotation, match="nobody sets the board up so"):
        FIXED.from_text(f"w {start}")


def test_what_a_position_is_worth() -> None:
    states = states_played(FIXED, 1)
    for state in states[::5]:
        mine, theirs = FIXED.evaluate(state, 0), FIXED.evaluate(state, 1)
        assert mine == -theirs
        assert abs(mine) < 1
    end = states[-1]
    assert FIXED.evaluate(end, 1 - end.seat) == 1
    assert FIXED.evaluate(end, end.seat) == -1


def test_the_draws_before_the_first_turn_are_a_part_of_it() -> None:
    states = played(GAME, 3)
    moves = [move for _state, move in states[:61]]
    assert [kind_of(move) for move in moves] == [4] * 60 + [1]
    start = states[0][0]
    text = GAME.format_turn(start, moves)
    assert GAME.parse_turn(start, text) == tuple(moves)
    assert GAME.list_text(start, moves) == text.rpartition(",")[2]
    assert GAME.list_text(start, moves[:60]) == "set up by luck"
    assert GAME.list_text(states[60][0], moves[60:]) == ""


@pytest.mark.slow
class TestTzaar(Bundled):
    games = (Tzaar(setup="fixed"),)
    random_games = 1


class TestTzaarWithOtherOptions(OtherOptions):
    games = (Tzaar(), Tzaar(setup="place"), Tzaar(cover_last="forbid"))
