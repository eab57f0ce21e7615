# mypyc: compile
"""Judgements of positions with errors like those of people: weaker players err more."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from gipf_meta.base.arithmetic import draw_normal_pair
from gipf_meta.protocol.game import AnyGame
from gipf_meta.search.mcts import Judge, MovesJudge, judge_of, moves_judge_of

UNSURE: Final = 0.99
"""The most that a position is worth before the game is over."""


def judgement(game: AnyGame, blur: float, rng: Random) -> Judge | None:
    """The judge of a player whose errors have the standard deviation *blur*.

    ``None`` where nothing is misjudged: without errors, and in a game without a judgement. Then a
    search asks the game itself, for all that the game can tell at once or for sure.
    """
    judge = judge_of(game)
    if judge is None or not blur:
        return None
    judge_moves = moves_judge_of(game, None)
    if judge_moves is None:
        return BlurredJudge(judge, blur, rng)
    return BlurredMovesJudge(judge, blur, rng, judge_moves, game)


class BlurredJudge:
    """A *judge* with errors of standard deviation *blur*, which *rng* draws.

    The error for one position stays the same. A game that is over is judged without error. A deep
    search meets many positions, so single errors mislead it less; and it still tells two positions
    apart whose worth differs much.
    """

    def __init__(self, judge: Judge, blur: float, rng: Random) -> None:
        self.judge: Final = judge
        self.blur: Final = blur
        self.rng: Final = rng
        #: the errors for each seat by position
        self._errors: Final[dict[int, dict[Any, float]]] = {}
        self._next_error = 0.0
        self._has_next_error = False

    def __call__(self, state: Any, seat: int) -> float:
        return self.add_error(self.judge(state, seat), state, seat)

    def add_error(self, worth: float, state: Any, seat: int) -> float:
        """*worth* with the error for *state*, unless the game is over."""
        if worth == -1.0 or worth == 1.0:
            return worth
        errors = self._errors.get(seat)
        if errors is None:
            errors = self._errors[seat] = {}
        error = errors.get(state)
        if error is None:
            error = errors[state] = self.blur * self._draw_error()
        return max(-UNSURE, min(UNSURE, worth + error))

    def _draw_error(self) -> float:
        if self._has_next_error:
            self._has_next_error = False
            return self._next_error
        error, self._next_error = draw_normal_pair(self.rng)
        self._has_next_error = True
        return error


class BlurredMovesJudge(BlurredJudge):
    """A ``BlurredJudge`` of a *game* whose *judge_moves* judges all decisions at once."""

    def __init__(
        self, judge: Judge, blur: float, rng: Random, judge_moves: MovesJudge, game: AnyGame
    ) -> None:
        super().__init__(judge, blur, rng)
        self.judge_moves: Final = judge_moves
        self.game: Final = game

    def evaluate_moves(self, state: Any, seat: int, moves: Sequence[Any]) -> list[float]:
        """The worth of *state* to *seat* after each of *moves*, with errors."""
        apply = self.game.apply
        return [
            self.add_error(worth, apply(state, move), seat)
            for worth, move in zip(self.judge_moves(state, seat, moves), moves, strict=True)
        ]

    def evaluate(self, state: Any, seat: int) -> float:
        """The worth of *state* to *seat*, with errors."""
        return self(state, seat)
