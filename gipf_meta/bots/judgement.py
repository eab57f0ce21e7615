"""Judging positions as people do: not quite rightly, and the weaker the player the less so."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.mcts import Judge, judge_of

UNSURE = 0.99
"""The most a position that is not over is worth."""


def judgement(game: AnyGame, blur: float, rng: Random) -> Judge | None:
    """How somebody judges positions of *game* who is wrong by *blur*, as a standard deviation;
    ``None`` where the game does not judge any."""
    judge = judge_of(game)
    return Blurred(judge, blur, rng) if judge and blur else judge


class Blurred:
    """A *judge* with errors, the same for each position he looks at again; he is never wrong about
    a game that is over.

    Whoever looks at many positions is misled by fewer of them, and between two that are far apart
    he still chooses rightly.
    """

    def __init__(self, judge: Judge, blur: float, rng: Random) -> None:
        self.judge, self.blur, self.rng = judge, blur, rng
        self.errors: dict[tuple[Any, int], float] = {}

    def __call__(self, state: Any, seat: int) -> float:
        worth = self.judge(state, seat)
        if worth in (-1.0, 1.0):
            return worth
        error = self.errors.get((state, seat))
        if error is None:
            error = self.errors[state, seat] = self.rng.gauss(0.0, self.blur)
        return max(-UNSURE, min(UNSURE, worth + error))
