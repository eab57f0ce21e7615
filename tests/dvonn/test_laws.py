"""Laws that hold in every game, under every option (docs/reference/dvonn.md)."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import pairwise

import pytest

from gipf_meta import BadNotation, Chance, Turn, height, pieces
from gipf_meta_dvonn.board import EDGE, NAME_OF, PAIRS, SPACES, connected, surrounded
from gipf_meta_dvonn.game import Dvonn
from gipf_meta_dvonn.rules import is_balanced, moves_of, score
from gipf_meta_dvonn.state import DRAWING, OVER, PASS, PLACING, STACKING, State
from tests.bundled import Bundled, OtherOptions
from tests.random_positions import states_played
from tests.tiers import slow, soak

GAMES = {
    "place": Dvonn(),
    "random": Dvonn(setup="random"),
    "balanced": Dvonn(setup="random", random_balance=True),
    "symmetric": Dvonn(setup="symmetric"),
}
SEEDS = [0, 1, *slow(2, 3, 4), *soak(*range(5, 30))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_state_of_a_game_is_one(game: Dvonn, seed: int) -> None:
    states = states_played(game, seed)
    for before, after in pairwise(states):
        assert after.number - before.number in ((0,) if before.phase == DRAWING else (1,))
        assert after.phase >= before.phase or before.phase == DRAWING
        if before.phase == STACKING:
            stacks_go_down(before, after)
    for state in states:
        holds_together(game, state)
        assert pickle.loads(pickle.dumps(state)) == state


def holds_together(game: Dvonn, state: State) -> None:
    """The masks say what the stacks do, all pieces are accounted for, and texts are inverse."""
    for space in SPACES:
        inside = pieces(state.stacks[space])
        assert len(inside) == height(state.stacks[space])
        tops = (state.white >> space & 1, state.black >> space & 1)
        assert tops == (inside[-1:] == [1], inside[-1:] == [2])
        assert bool(state.dvonn >> space & 1) == (3 in inside)
        assert 3 not in inside[1:] or inside[-1] != 3
    text = game.to_text(state)
    again = game.from_text(text)
    assert game.to_text(again) == text
    assert (again.stacks, again.phase) == (state.stacks, state.phase)
    if state.phase in (PLACING, STACKING):
        assert again.seat == state.seat
        assert game.status(state) == Turn(state.seat, state.number)
        assert not game.legal_moves(state, 1 - state.seat)
        moves = game.legal_moves(state, state.seat)
        texts = [game.format(state, move) for move in moves]
        assert moves
        assert len({*texts}) == len(texts)
        assert [game.parse(state, state.seat, told) for told in texts] == [*moves]
        view = game.view(state, None)
        assert [choice.notation for choice in view.choices] == texts
        assert not game.view(state, 1 - state.seat).choices
    if state.phase >= STACKING:
        assert connected(state.dvonn, state.occupied) == state.occupied
        assert sum(3 in pieces(stack) for stack in state.stacks) == state.dvonn.bit_count()
        assert sum(pieces(stack).count(3) for stack in state.stacks) == 3
        own = [moves_of(state.stacks, mask, state.occupied) for mask in (state.white, state.black)]
        assert (state.phase == OVER) == (not any(own))
        mine = own[state.seat] or ([PASS] if state.phase == STACKING else [])
        assert [*game.legal_moves(state, state.seat)] == mine
        assert not {move >> 6 & 63 for move in own[0]} & {
            space for space in SPACES if surrounded(state.occupied) >> space & 1
        }


def stacks_go_down(before: State, after: State) -> None:
    """Every stacking turn leaves fewer stacks, and no piece comes back."""
    if after.stacks == before.stacks:
        assert after.seat == 1 - before.seat
        return
    assert after.occupied & ~before.occupied == 0
    assert after.occupied.bit_count() < before.occupied.bit_count()
    were, are = (Counter(p for s in state.stacks for p in pieces(s)) for state in (before, after))
    assert are <= were


@pytest.mark.parametrize("seed", range(6))
def test_a_random_start_has_all_pieces_and_a_balanced_one_is_balanced(seed: int) -> None:
    for name in ("random", "balanced"):
        full = next(state for state in states_played(GAMES[name], seed) if state.phase == STACKING)
        counts = [full.white.bit_count(), full.black.bit_count(), full.dvonn.bit_count()]
        assert counts == [23, 23, 3]
        assert name == "random" or is_balanced(full)


def test_what_balanced_is() -> None:
    """No piece among six of its colour; edges that differ by two at most."""
    state = GAMES["random"].start(2)

    def board(white: int, black: int) -> State:
        return State(state.stacks, white, black, 0, STACKING, 0, 1)

    edge = [space for space in SPACES if EDGE >> space & 1]
    for apart, fair in ((0, True), (2, True), (4, False)):
        whites = sum(1 << space for space in edge[: 12 + apart // 2])
        assert is_balanced(board(whites, EDGE & ~whites)) == fair
        assert is_balanced(board(EDGE & ~whites, whites)) == fair
    seven = sum(1 << space for space in SPACES if connected(1 << 29, 1 << 29 | NEAR) >> space & 1)
    assert not is_balanced(board(seven, 0))
    assert not is_balanced(board(0, seven))
    assert is_balanced(board(seven & ~(1 << 29), 0)) == ((seven & EDGE) == 0)


NEAR = sum(1 << 29 + step for step in (1, 13, 12, -1, -13, -12))
"""The six neighbours of f3."""


@pytest.mark.parametrize("seed", range(6))
def test_a_symmetric_start_is_symmetric(seed: int) -> None:
    full = next(s for s in states_played(GAMES["symmetric"], seed) if s.phase == STACKING)
    assert full.stacks[29] == 3
    kinds = Counter(tuple(sorted((full.stacks[a], full.stacks[b]))) for a, b in PAIRS)
    assert kinds == {(1, 2): 23, (3, 3): 1}


def test_luck_fills_the_pairs_of_a_symmetric_start_in_their_order() -> None:
    """§9: so a position says what it draws next."""
    game, (first, *_more, last) = GAMES["symmetric"], PAIRS
    reds = [SPACES[24], *PAIRS[5]]
    for pair, follows in ((first, True), (last, False)):
        on = sorted([*((red, "D") for red in reds), *zip(pair, "WB", strict=True)])
        listed = ",".join(f"{piece}{NAME_OF[space]}" for space, piece in on)
        text = f"w D0W22B22 {listed}"
        if follows:
            assert game.to_text(game.from_text(text)) == text
        else:
            with pytest.raises(BadNotation, match="luck does not set the board up so"):
                game.from_text(text)


def test_luck_draws_every_piece_as_often_as_it_is_left() -> None:
    game = GAMES["random"]
    now = game.status(game.start(2))
    assert isinstance(now, Chance)
    assert [weight for _move, weight in now.outcomes] == [23, 23, 3]


def test_balance_needs_a_random_start() -> None:
    for setup in ("place", "symmetric"):
        with pytest.raises(ValueError, match="random_balance=on needs setup=random"):
            Dvonn(setup=setup, random_balance=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_position_is_worth(seed: int) -> None:
    game = GAMES["place"]
    for state in states_played(game, seed):
        mine, theirs = game.evaluate(state, 0), game.evaluate(state, 1)
        if state.phase == OVER:
            ahead = score(state.stacks, state.white) - score(state.stacks, state.black)
            assert (mine, theirs) == (
                (0.0, 0.0) if not ahead else (1.0, -1.0) if ahead > 0 else (-1.0, 1.0)
            )
        else:
            assert mine == -theirs
            assert abs(mine) < 1


@pytest.mark.parametrize("seed", range(4))
def test_the_picture_shows_every_stack_with_its_layers(seed: int) -> None:
    for state in states_played(GAMES["place"], seed)[48::6]:
        view = GAMES["place"].view(state, None)
        shown = {piece.at: piece for piece in view.pieces}
        assert sum(piece.stack for piece in shown.values()) == sum(map(height, state.stacks))
        for piece in shown.values():
            assert len(piece.layers) == piece.stack
            assert piece.layers[-1] == piece.role
            assert ("red" in piece.layers[:-1]) == (piece.badge == "D")


@pytest.mark.slow
class TestDvonn(Bundled):
    games = (Dvonn(),)
    random_games = 1


class TestDvonnWithOtherOptions(OtherOptions):
    games = (Dvonn(setup="symmetric"), Dvonn(setup="random", random_balance=True))
