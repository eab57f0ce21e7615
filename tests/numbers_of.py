"""The meaning of the numbers of a game, for tests of each game."""

from __future__ import annotations

from typing import Any

from gipf_meta import AnyGame, Numbered, Turn, numbers_of_set
from gipf_meta.protocol.game import Chance


def after(game: AnyGame, *turns: str) -> Any:
    """The state after whole *turns* from the start, for two."""
    state = game.start(2)
    for turn in turns:
        for move in game.parse_turn(state, turn):
            state = game.apply(state, move)
    return state


def number(game: AnyGame, state: Any, text: str) -> int:
    """The number of the decision *text*."""
    assert isinstance(game, Numbered)
    now = game.status(state)
    assert isinstance(now, Turn)
    return game.number_of(state, game.parse(state, now.seat, text))


def legal_texts(game: AnyGame, state: Any) -> list[str]:
    """The texts of all decisions, in the order of their numbers."""
    assert isinstance(game, Numbered)
    now = game.status(state)
    assert isinstance(now, Turn)
    numbers = numbers_of_set(game.legal_numbers(state, now.seat))
    return [game.format(state, game.decision_of(state, each)) for each in numbers]


def planes(game: AnyGame, state: Any, seat: int) -> list[int]:
    """The planes that *seat* sees, as sets of places."""
    assert isinstance(game, Numbered)
    count, *sizes = game.observation_shape
    places = 1
    for size in sizes:
        places *= size
    seen = game.observe(state, seat)
    return [seen >> plane * places & (1 << places) - 1 for plane in range(count)]


def first_decision(game: AnyGame, state: Any) -> Any:
    """The state when luck has drawn the first outcome of each of its draws."""
    while isinstance(now := game.status(state), Chance):
        state = game.apply(state, now.outcomes[0][0])
    return state
