"""Laws that hold in every game, under every option."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipf_meta import Over, Positions, Turn
from gipf_meta_zertz.game import Zertz
from gipf_meta_zertz.state import State, unpack
from tests.random_positions import check_applied, check_turns_read

GAMES = [
    Zertz(),
    Zertz(variant="blitz", no_marbles="pass", handicap="p2=0/1/1"),
    Zertz(variant="tournament", isolation_scope="spare_largest"),
    Zertz(variant="extended", pool="9/9/9", repetition_colours="ignore"),
    Zertz(board=40, isolation_claim="optional", pool="9/9/9", goals="20/20/20/20"),
    Zertz(board=43, capture_enforcement="on_demand", no_marbles="draw"),
    Zertz(board=44, pool="2/2/2", goals="9/9/9/9", repetition_count=2, no_marbles="pass"),
    Zertz(isolation_claim="optional", isolation_scope="spare_largest", goals="20/20/20/20"),
    Zertz(capture_enforcement="on_demand", isolation_claim="optional", no_marbles="pass"),
]

random_games = st.tuples(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 150))


def played(game: Zertz, seed: int, steps: int) -> list[tuple[State, int | None]]:
    """States of a random game with the decision taken there; the last one has none."""
    random = Random(seed)
    state = game.start(2)
    out: list[tuple[State, int | None]] = []
    for _ in range(steps):
        moves = game.legal_moves(state, state.seat)
        if not moves:
            break
        move = random.choice(moves)
        out.append((state, move))
        state = game.apply(state, move)
    out.append((state, None))
    return out


def marbles(state: State) -> tuple[int, int, int]:
    white, grey, black = (
        sum(counts)
        for counts in zip(
            unpack(state.pool), unpack(state.first), unpack(state.second), strict=True
        )
    )
    return (
        white + state.white.bit_count(),
        grey + state.grey.bit_count(),
        black + state.black.bit_count(),
    )


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_marbles_are_conserved_and_rings_only_go(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    states = [state for state, _ in played(*case)]
    total = marbles(states[0])
    for before, after in pairwise(states):
        frozen = after.special.frozen if after.special else 0
        if not (game.rules.on_demand and after.special and after.special.must_capture):
            assert after.rings & ~before.rings == 0
        assert marbles(after) == total
        assert frozen & ~(after.white | after.grey | after.black) == 0
        assert (after.white | after.grey | after.black) & ~after.rings == 0
        assert not after.white & after.grey
        assert not (after.white | after.grey) & after.black


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_somebody_acts_until_it_is_over(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    number = 1
    for state, _ in played(*case):
        status = game.status(state)
        assert state.number in (number, number + 1)
        number = state.number
        if isinstance(status, Over):
            assert not game.legal_moves(state, 0)
            assert not game.legal_moves(state, 1)
        else:
            assert status == Turn(state.seat, state.number)
            moves = game.legal_moves(state, state.seat)
            assert moves
            assert len(set(moves)) == len(moves)
            assert not game.legal_moves(state, 1 - state.seat)


@settings(max_examples=20, deadline=None)
@given(random_games)
def test_apply_leaves_the_old_state_alone(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    for state, move in played(*case):
        if move is not None:
            check_applied(game, state, move)


@settings(max_examples=20, deadline=None)
@given(random_games)
def test_decisions_read_as_they_are_written(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    state, _ = played(*case)[-1]
    moves = game.legal_moves(state, state.seat)
    texts = [game.format(state, move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [game.parse(state, state.seat, text) for text in texts] == list(moves)


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_turns_read_as_they_are_written(case: tuple[Zertz, int, int]) -> None:
    check_turns_read(case[0], played(*case))


@settings(max_examples=30, deadline=None)
@given(random_games)
def test_positions_read_as_they_are_written(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    assert isinstance(game, Positions)
    for state, _ in played(*case)[-4:]:
        text = game.to_text(state)
        again = game.from_text(text)
        assert game.to_text(again) == text
        assert (again.seat, again.free, again.jumper) == (state.seat, state.free, state.jumper)
        if not isinstance(game.status(state), Over):
            known = set(game.legal_moves(again, state.seat))
            forgotten = set(game.legal_moves(state, state.seat)) - known
            assert {game.format(state, move) for move in forgotten} <= {"takeback"}


@settings(max_examples=20, deadline=None)
@given(random_games)
def test_choices_of_the_view_are_the_legal_moves(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    state, _ = played(*case)[-1]
    view = game.view(state, None)
    moves = game.legal_moves(state, state.seat)
    assert {choice.notation for choice in view.choices} == {game.format(state, m) for m in moves}
    paths = sorted(choice.path for choice in view.choices)
    assert len(set(paths)) == len(paths)
    for path, following in pairwise(paths):
        assert following[: len(path)] != path
    points = {point.id for point in view.points}
    items = [item.id for tray in view.trays for item in tray.items]
    assert len(set(items)) == len(items)
    buttons = {"pass", "takeback", "claim", "leave"}
    for choice in view.choices:
        assert choice.label
        assert set(choice.path) <= points | set(items) | buttons
    assert {piece.at for piece in view.pieces} <= {p.id for p in view.points if p.kind == "ring"}
    assert {mark.at for mark in view.marks} <= points
    assert view.caption.endswith(".")
    assert view.prompt.endswith(".")
    assert not game.view(state, 1 - state.seat).choices


@settings(max_examples=20, deadline=None)
@given(random_games)
def test_what_a_position_is_worth(case: tuple[Zertz, int, int]) -> None:
    game = case[0]
    states = [state for state, _ in played(*case)]
    for state in [*states[:-1:9], states[-1]]:
        mine, theirs = game.evaluate(state, 0), game.evaluate(state, 1)
        assert -1 <= mine <= 1
        if isinstance(status := game.status(state), Over) and status.winners:
            assert {mine, theirs} == {-1.0, 1.0}
        else:
            assert mine == pytest.approx(-theirs)
            assert -1 < mine < 1


def test_labels_beside_the_board() -> None:
    for game in GAMES:
        view = game.view(game.start(2), None)
        taken = {(point.x, point.y) for point in view.points}
        spots = [(label.x, label.y) for label in view.labels]
        assert not taken & set(spots)
        assert len(set(spots)) == len(spots)


@pytest.mark.parametrize(
    ("steps", "prompt"),
    [
        ((), "Place a marble from the pool on a vacant ring."),
        (("Wd4",), "Remove a free ring, as after every marble that you place."),
        (("Wd4", "d1", "Bd5", "d7"), "You must capture: a jump is possible."),
    ],
)
def test_prompts(steps: tuple[str, ...], prompt: str) -> None:
    game = GAMES[0]
    state = game.start(2)
    for text in steps:
        state = game.apply(state, game.parse(state, state.seat, text))
    assert game.view(state, None).prompt == prompt
    assert game.view(state, 1 - state.seat).prompt == f"It is Player {state.seat + 1}'s turn."
