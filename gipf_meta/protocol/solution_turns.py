"""Solutions of puzzles as whole turns, for games that tell what their puzzles are about."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from gipf_meta.protocol.game import Game, M, S, Turn


@dataclass(frozen=True, slots=True)
class SolutionTurn(Generic[S, M]):
    """The *moves* of *seat* in one turn, with the *states* before each of them and after the last.

    Where the other seat decides within the turn, its answer is one of its own, and two of *seat*
    are around it.
    """

    seat: int
    states: tuple[S, ...]
    moves: tuple[M, ...]

    @property
    def before(self) -> S:
        """The state in which the turn begins."""
        return self.states[0]

    @property
    def after(self) -> S:
        """The state in which the turn has ended."""
        return self.states[-1]


@dataclass(frozen=True, slots=True)
class PlayedSolution(Generic[S, M]):
    """The turns of a solution; the first is the solver's."""

    turns: tuple[SolutionTurn[S, M], ...]

    @classmethod
    def of(cls, game: Game[S, M], states: Sequence[S], moves: Sequence[M]) -> PlayedSolution[S, M]:
        """The solution of which *moves* are the decisions, as ``Puzzling.themes_of`` is given it.

        A draw of luck and the end of a duel belong to the turn before them.
        """
        begins: list[tuple[int, int]] = []
        latest: Turn | None = None
        for n, state in enumerate(states[: len(moves)]):
            now = game.status(state)
            if isinstance(now, Turn) and now != latest:
                latest = now
                begins.append((n, now.seat))
        ends = [*(n for n, _seat in begins[1:]), len(moves)][: len(begins)]
        return cls(
            tuple(
                SolutionTurn(seat, tuple(states[first : last + 1]), tuple(moves[first:last]))
                for (first, seat), last in zip(begins, ends, strict=True)
            )
        )

    @property
    def solver(self) -> int:
        """The seat that solves the puzzle."""
        return self.turns[0].seat

    @property
    def own(self) -> tuple[SolutionTurn[S, M], ...]:
        """The turns of the solver."""
        return tuple(turn for turn in self.turns if turn.seat == self.solver)

    @property
    def answers(self) -> tuple[SolutionTurn[S, M], ...]:
        """The turns of the others."""
        return tuple(turn for turn in self.turns if turn.seat != self.solver)

    @property
    def after(self) -> S:
        """The state in which the puzzle has ended."""
        return self.turns[-1].after

    def themes(self, about: Mapping[str, Callable[[PlayedSolution[S, M]], bool]]) -> list[str]:
        """The ids of *about* whose question is answered with yes, in its order."""
        return [theme for theme, holds in about.items() if self.turns and holds(self)]
