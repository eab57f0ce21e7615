"""Games that a bot plays against itself to learn from: what there was to see, what a search thought
of it, and how the games ended."""

from __future__ import annotations

from random import Random
from typing import Any, Final, NamedTuple

from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.worths import with_worths
from gipf_meta.training.fitting import lead_of
from gipf_meta.training.play import SEATS, play_game, search

OPENINGS: Final = 12
"""The most random turns at the beginning of a game."""
WHIMS: Final = 20
"""One decision in so many is random: games differ, and what a mistake is worth is learned, too."""


class Example(NamedTuple):
    """The beginning of a turn, as the seat on turn saw it.

    *lead* is what the game's own judgement says without worths, in logits, *features* are those
    that are there. *found* and *ended* is what it was worth, from -1 to 1: by a search, and by the
    end of the game.
    """

    lead: float
    features: list[int]
    found: float
    ended: float


class PlayedGame(NamedTuple):
    """The *examples* of game *number* of a generation."""

    number: int
    examples: list[Example]


def play_to_learn(game: Any, nodes: int, seed: str) -> list[Example]:
    """The examples of one game, one a turn, with searches of so many *nodes*."""
    untaught: Any = with_worths(game, [0] * len(game.worths))
    rng = Random(seed)
    openings = rng.randrange(OPENINGS + 1)
    met: list[tuple[int, Example]] = []
    turns: set[int] = set()

    def choose(state: Any, now: Turn) -> Any:
        begins = now.number not in turns
        turns.add(now.number)
        if now.number <= openings or not rng.randrange(WHIMS):
            return rng.choice(game.turn_moves(state, now.seat))
        best = search(game, state, nodes, Random(rng.getrandbits(32)))
        if begins:
            lead = round(lead_of(untaught.evaluate(state, now.seat)), 4)
            features = [*game.features(state, now.seat)]
            met.append((now.seat, Example(lead, features, round(best.value, 4), 0.0)))
        return best.move

    worth = play_game(game, game.start(SEATS), choose, rng)
    return [example._replace(ended=-worth if seat else worth) for seat, example in met]
