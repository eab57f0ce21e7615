"""Laws that hold in every game, under every option."""

from __future__ import annotations

import pickle
from itertools import pairwise
from random import Random

import pytest

from gipf_meta import Dice, Over, Turn
from gipf_meta.testing import GameConformance
from gipf_meta_yinsh.board import BIT_OF, NAME_OF, STEPS, WINDOWS, bits
from gipf_meta_yinsh.game import Yinsh
from gipf_meta_yinsh.rules import can_move_any, has_row, ring_moves, row_moves, vacant_points
from gipf_meta_yinsh.state import (
    MOVE,
    PLACE,
    RINGS,
    ROW_AFTER,
    ROW_BEFORE,
    State,
    first_of,
    last_of,
)
from gipf_meta_yinsh.strength.playout import _Board
from tests.bundled import Bundled

GAMES = [
    Yinsh(),
    Yinsh(variant="blitz", markers=20, no_move="lose"),
    Yinsh(markers=85, exhausted="draw"),
    Yinsh(markers=30, max_turns=45),
]


def played(game: Yinsh, seed: int) -> list[State]:
    """The states of a random game."""
    random = Random(seed)
    states = [game.start(2)]
    while states[-1].ending is None:
        moves = game.legal_moves(states[-1], states[-1].seat)
        states.append(game.apply(states[-1], random.choice(moves)))
    return states


def check_sound(game: Yinsh, state: State) -> None:
    """Raises ``AssertionError`` for a position that cannot be."""
    white, black = state.rings
    masks = [white, black, *state.markers]
    assert (
        sum(mask.bit_count() for mask in masks)
        == (masks[0] | masks[1] | masks[2] | masks[3]).bit_count()
    )
    assert state.pool + sum(mask.bit_count() for mask in state.markers) == game.markers
    assert state.pool >= 0
    goal = game.rules.goal
    for seat in (0, 1):
        there = state.rings[seat].bit_count() + state.removed[seat]
        assert there == RINGS or ((state.step == PLACE or state.ending) and there < RINGS)
        assert state.removed[seat] <= goal
    if state.ending is None:
        assert max(state.removed) < goal
        if state.step in (ROW_BEFORE, ROW_AFTER):
            assert has_row(state.markers[state.seat])
        if state.step == MOVE:
            assert state.pool
            assert not has_row(state.markers[0])
            assert not has_row(state.markers[1])


class InvariantsHold(Bundled):
    random_games = 2
    test_options_have_an_effect = GameConformance.test_options_have_an_effect

    def invariant(self, state: State) -> None:
        """Raises ``AssertionError`` for an impossible state."""
        game = GAMES[0] if state.pool + _markers(state) == 51 else GAMES[1]
        check_sound(game, state)


@pytest.mark.slow
class TestYinsh(InvariantsHold):
    games = GAMES[:1]


@pytest.mark.soak
class TestShortYinsh(InvariantsHold):
    games = GAMES[1:2]


def _markers(state: State) -> int:
    return (state.markers[0] | state.markers[1]).bit_count()


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
@pytest.mark.parametrize("seed", range(4))
def test_every_state_is_sound_and_somebody_acts(game: Yinsh, seed: int) -> None:
    states = played(game, seed)
    for before, after in pairwise(states):
        check_sound(game, after)
        assert after.number in (before.number, before.number + 1)
        assert after.removed >= before.removed or after.removed[1] >= before.removed[1]
        assert game.status(before) == Turn(before.seat, before.number)
        assert not game.legal_moves(before, 1 - before.seat)
    end = game.status(states[-1])
    assert isinstance(end, Over)
    assert not game.legal_moves(states[-1], 0)
    assert not game.legal_moves(states[-1], 1)
    assert pickle.loads(pickle.dumps(states[-1])) == states[-1]
    assert not game.max_turns or states[-1].number <= game.max_turns


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
@pytest.mark.parametrize("seed", range(3))
def test_texts_and_positions_read_as_they_are_written(game: Yinsh, seed: int) -> None:
    states = played(game, seed)
    for state in states:
        text = game.to_text(state)
        again = game.from_text(text)
        assert game.to_text(again) == text
        moves = game.legal_moves(state, state.seat)
        assert [*game.legal_moves(again, again.seat)] == [*moves]
        texts = [game.format(state, move) for move in moves]
        assert len(set(texts)) == len(texts)
        for move, written in list(zip(moves, texts, strict=True))[::7]:
            assert game.parse(state, state.seat, written) == move
            assert game.parse(state, state.seat, f" {written.upper()} ") == move


@pytest.mark.parametrize("seed", range(3))
def test_turns_read_as_they_are_written(seed: int) -> None:
    game, random = GAMES[0], Random(seed)
    state = game.start(2)
    while state.ending is None:
        begin, moves = state, []
        while state.ending is None and state.number == begin.number:
            moves.append(random.choice(game.legal_moves(state, state.seat)))
            state = game.apply(state, moves[-1])
        text = game.format_turn(begin, moves)
        assert game.parse_turn(begin, text) == tuple(moves)
        assert game.parse_turn(begin, f"{begin.number}. {text}") == tuple(moves)
        inner = begin
        for n, move in enumerate(moves[:-1], 1):
            inner = game.apply(inner, move)
            assert game.parse_turn(inner, game.format_turn(inner, moves[n:])) == tuple(moves[n:])


def slow_moves(state: State) -> set[tuple[int, int]]:
    """The moves of the rings, point by point in words of the sheet (§4)."""
    rings = state.rings[0] | state.rings[1]
    markers = state.markers[0] | state.markers[1]
    found = set()
    for origin in bits(state.rings[state.seat]):
        for step in STEPS:
            at, jumping = origin + step, False
            while at in NAME_OF and not rings >> at & 1:
                if markers >> at & 1:
                    jumping = True
                else:
                    found.add((origin, at))
                    if jumping:
                        break
                at += step
    return found


@pytest.mark.parametrize("seed", range(4))
def test_masks_say_what_a_walk_over_points_says(seed: int) -> None:
    for state in played(GAMES[0], seed):
        both = state.markers[0] | state.markers[1]
        moves = ring_moves(state.rings[state.seat], vacant_points(state), both)
        walked = slow_moves(state)
        assert {(first_of(move), last_of(move)) for move in moves} == walked
        assert len(moves) == len(walked)
        assert can_move_any(state, state.seat) == bool(walked)
        for markers in state.markers:
            rows = [ends for ends, window in WINDOWS.items() if markers & window == window]
            assert sorted(first_of(m) << 8 | last_of(m) for m in row_moves(markers)) == sorted(rows)
            assert has_row(markers) == bool(rows)


@pytest.mark.parametrize("seed", range(4))
def test_the_board_of_a_playout_follows_the_rules(seed: int) -> None:
    game, rules = GAMES[0], GAMES[0].rules
    for state in played(game, seed):
        if state.step != MOVE or state.ending is not None:
            continue
        board = _Board(rules, state, Dice(Random(seed)))
        reached = {
            (origin, target)
            for origin in board.rings[state.seat]
            for step in STEPS
            for target in range(origin + step, origin + 10 * step, step)
            if target in NAME_OF and board._can_reach(origin, step, target)
        }
        assert reached == slow_moves(state)
        slot, step, target = board._draw_move(state.seat)
        origin = board.rings[state.seat][slot]
        rows = board._move(state.seat, slot, step, target)
        after = rules.apply(state, 1 << 16 | origin << 8 | target)
        assert rows == has_row(after.markers[0]) | has_row(after.markers[1]) << 1
        for seat in (0, 1):
            assert {b for b in BIT_OF.values() if board.points[b] == seat + 1} == {
                *bits(after.markers[seat])
            }
            assert {*board.rings[seat]} == {*bits(after.rings[seat])}


def test_every_move_of_a_playout_is_as_likely_as_the_other() -> None:
    game = GAMES[0]
    state = game.from_text("w 47 0,0 W:Oa2,Oa3,Oa4,Oa5,Of6 B:Ob1,Ob2,Ob3,Ob4,Ob5,f7,f8,g7,h8")
    board = _Board(game.rules, state, Dice(Random(1)))
    legal = slow_moves(state)
    drawn: dict[tuple[int, int], int] = {}
    for _ in range(200 * len(legal)):
        slot, _, target = board._draw_move(0)
        move = int(board.rings[0][slot]), int(target)
        drawn[move] = drawn.get(move, 0) + 1
    assert drawn.keys() == legal
    assert all(140 < count < 260 for count in drawn.values())
