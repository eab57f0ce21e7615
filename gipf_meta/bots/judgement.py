"""Judgements of positions with errors like those of people: weaker players err more."""

from __future__ import annotations

from random import Random
from typing import Any

from gipf_meta.base.arithmetic import draw_normal_pair
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.mcts import Judge, judge_of

UNSURE = 0.99
"""The most that a position is worth before the game is over."""


def judgement(game: AnyGame, blur: float, rng: Random) -> Judge | None:
    """The judge of a player whose errors have the standard deviation *blur*.

    ``None`` for a game without a judgement of its own.
    """
    judge = judge_of(game)
    return BlurredJudge(judge, blur, rng) if judge and blur else judge


class BlurredJudge:
    """A *judge* with errors of standard deviation *blur*, which *rng* draws.

    The error for one position stays the same. A game that is over is judged without error. A deep
    search meets many positions, so single errors mislead it less; and it still tells two positions
    apart whose worth differs much.
    """

    def __init__(self, judge: Judge, blur: float, rng: Random) -> None:
        self.judge, self.blur, self.rng = judge, blur, rng
        self.errors: dict[tuple[Any, int], float] = {}
        self._next_error: float | None = None

    def __call__(self, state: Any, seat: int) -> float:
        worth = self.judge(state, seat)
        if worth in (-1.0, 1.0):
            return worth
        error = self.errors.get((state, seat))
        if error is None:
            error = self.errors[state, seat] = self.blur * self._draw_error()
        return max(-UNSURE, min(UNSURE, worth + error))

    def _draw_error(self) -> float:
        drawn, self._next_error = self._next_error, None
        if drawn is None:
            drawn, self._next_error = draw_normal_pair(self.rng)
        return drawn
