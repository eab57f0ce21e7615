"""Games that a bot plays against itself to learn from: positions, what a search thought of them,
and how their games ended."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, Turn
from gipf_meta.training.play import play_game, search

OPENINGS: Final = 12
"""The most random turns at the beginning of a game."""
WHIMS: Final = 20
"""One decision in so many is random: games differ, and what a mistake is worth is learned, too."""


class Example(NamedTuple):
    """A position as text, the *seat* on turn, and what it was worth to that seat, from -1 to 1: as
    a search *found* it, and as the game *ended*."""

    position: str
    seat: int
    found: float
    ended: float


class PlayedGame(NamedTuple):
    """The *examples* of game *number* of a generation."""

    number: int
    examples: list[Example]


def play_to_learn(game: AnyGame, nodes: int, seed: str) -> list[Example]:
    """The examples of one game, a position a turn, with searches of so many *nodes*."""
    assert isinstance(game, Positions)
    to_text = game.to_text
    rng = Random(seed)
    openings = rng.randrange(OPENINGS + 1)
    met: list[tuple[str, int, float]] = []
    turns: set[int] = set()

    def choose(state: Any, now: Turn) -> Any:
        begins = now.number not in turns
        turns.add(now.number)
        if now.number <= openings or not rng.randrange(WHIMS):
            return rng.choice(game.turn_moves(state, now.seat))
        best = search(game, state, nodes, Random(rng.getrandbits(32)))
        if begins:
            met.append((to_text(state), now.seat, round(best.value, 4)))
        return best.move

    worth = play_game(game, choose, rng)
    return [
        Example(position, seat, found, -worth if seat else worth) for position, seat, found in met
    ]
