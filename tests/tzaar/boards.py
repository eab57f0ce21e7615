"""Helpers: positions from lists of stacks, legal turns, and playing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gipf_meta_tzaar.game import Tzaar
from gipf_meta_tzaar.state import SECOND, State
from tests import whole_turns

GAME = Tzaar()
FORBID = Tzaar(cover_last="forbid")
FIXED = Tzaar(setup="fixed")
PLACE = Tzaar(setup="place")


def stacks(listed: str, side: str = "w", game: Tzaar = GAME) -> State:
    """The position of the game with these stacks: ``Tc2,Zc3 B:Aa5``, White's first."""
    return game.from_text(f"{side} - W:{listed}")


def firsts(state: State, game: Tzaar = GAME) -> list[str]:
    """The texts of the decisions that are due."""
    return [game.format(state, move) for move in game.legal_moves(state, state.seat)]


def turns(state: State, game: Tzaar = GAME) -> dict[str, State]:
    """All whole turns as text, each with the state after it."""
    found: dict[str, State] = {}
    for move in game.legal_moves(state, state.seat):
        after = game.apply(state, move)
        text = game.format_turn(state, (move,))
        if after.phase != SECOND:
            found[text] = after
            continue
        for second in game.legal_moves(after, after.seat):
            found[game.format_turn(state, (move, second))] = game.apply(after, second)
    return found


def play(state: State, *texts: str, game: Tzaar = GAME) -> State:
    """The state after these turns."""
    return whole_turns.play(game, state, *texts)


def shown(state: State, game: Tzaar = GAME) -> str:
    """The stacks of the position string."""
    return game.to_text(state).split(" ", 2)[2]


def result(state: State) -> str:
    """The winner, ``-w`` or ``-b``; empty while the game goes on."""
    return "" if state.ending is None else "-" + "wb"[state.ending.winners[0]]


def long_game(rng: Random) -> Iterator[State]:
    """The states of a game in which both play at random, but end it only where nothing else is
    left: games at random are short."""
    state = FIXED.start(2)
    yield state
    while state.ending is None:
        after = [FIXED.apply(state, move) for move in FIXED.legal_moves(state, state.seat)]
        state = rng.choice([one for one in after if one.ending is None] or after)
        yield state
