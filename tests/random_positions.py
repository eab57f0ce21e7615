"""Random games of any kind for tests that look at many positions, and what holds in all of them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from gipf_meta.protocol.game import AnyGame, Chance, Over, Turn


def played(game: AnyGame, seed: int) -> list[tuple[Any, Any]]:
    """All states of a random game with the moves that led on, the last one with ``None``; luck
    draws by its weights."""
    rng, state, found = Random(seed), game.start(2), list[tuple[Any, Any]]()
    while not isinstance(now := game.status(state), Over):
        if isinstance(now, Chance):
            moves, weights = zip(*now.outcomes, strict=True)
            move = rng.choices(moves, weights)[0]
        else:
            move = rng.choice([*game.legal_moves(state, now.seat)])
        found.append((state, move))
        state = game.apply(state, move)
    return [*found, (state, None)]


def states_played(game: AnyGame, seed: int) -> list[Any]:
    """All states of the same random game."""
    return [state for state, _move in played(game, seed)]


def drawn_start(game: AnyGame, rng: Random) -> tuple[Any, Fraction]:
    """A start that luck draws, and how likely it was to draw in this way."""
    state, likely = game.start(2), Fraction(1)
    while isinstance(now := game.status(state), Chance):
        moves, weights = zip(*now.outcomes, strict=True)
        number = rng.choices(range(len(moves)), weights)[0]
        likely *= Fraction(weights[number], sum(weights))
        state = game.apply(state, moves[number])
    return state, likely


def check_applied(game: AnyGame, state: Any, move: Any) -> None:
    """Raises ``AssertionError`` unless *move* leaves *state* alone and leads on, twice alike."""
    before = pickle.dumps(state)
    after = game.apply(state, move)
    assert pickle.dumps(state) == before
    assert pickle.loads(before) == state
    assert after == game.apply(state, move) != state
    assert hash(after) == hash(game.apply(state, move))


def check_decisions(game: AnyGame, state: Any, some: slice) -> None:
    """Raises ``AssertionError`` unless the seat on turn alone decides and is offered its moves in
    their order, each by a text of its own; *some* of them are read again."""
    seat = state.seat
    assert game.status(state) == Turn(seat, state.number)
    assert not game.legal_moves(state, 1 - seat)
    moves = [*game.legal_moves(state, seat)]
    texts = [game.format(state, move) for move in moves]
    assert moves
    assert len({*texts}) == len(texts)
    assert [game.parse(state, seat, told) for told in texts[some]] == moves[some]
    assert [choice.notation for choice in game.view(state, None).choices] == texts
    assert not game.view(state, 1 - seat).choices


def check_turns_read(game: AnyGame, line: Sequence[tuple[Any, Any]]) -> None:
    """Raises ``AssertionError`` unless all turns of *line*, states with the moves that led on, read
    as they are written, from inside of the turn, too."""
    begin, moves = line[0][0], list[Any]()
    for (state, move), (after, _) in pairwise(line):
        assert move is not None
        if state.number != begin.number:
            begin, moves = state, []
        moves.append(move)
        if after.number != begin.number:
            text = game.format_turn(begin, moves)
            assert game.parse_turn(begin, text) == tuple(moves)
            inner = begin
            for number, done in enumerate(moves[:-1], 1):
                inner = game.apply(inner, done)
                rest = game.format_turn(inner, moves[number:])
                assert game.parse_turn(inner, rest) == tuple(moves[number:])


def positions(game: AnyGame, rng: Random, most: int) -> Iterator[Any]:
    """The positions of a random game in which somebody decides, its duels settled by lot."""
    state = game.start(game.seat_counts[0])
    for _ in range(most):
        now = game.status(state)
        if isinstance(now, Over):
            return
        if isinstance(now, Turn):
            yield state
            move = rng.choice(game.turn_moves(state, now.seat))
        elif isinstance(now, Chance):
            move = rng.choice([outcome for outcome, _weight in now.outcomes])
        else:
            move = game.settle(state, rng.choice(list(now.seats)), now.game)
        state = game.apply(state, move)
