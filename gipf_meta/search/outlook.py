"""The knowledge of a search or an engine about a session: its worth, and the best turn. Pure.

Positions of two seats that decide in turn are searched as for hints and best lines; where luck or a
duel decides, and for more than two, a tree is grown for the seat that led to the position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from gipf_meta.match.session import Session
from gipf_meta.protocol.game import Turn
from gipf_meta.search.analysis import Analysis, Line
from gipf_meta.search.budget import Budget
from gipf_meta.search.mcts import TreeSearch
from gipf_meta.search.search_tree import LUCK, Node, options


class Outlook(Protocol):
    """The knowledge of how *session* stands."""

    @property
    def session(self) -> Session:
        """The session that was searched."""
        ...

    def proven(self, seat: int) -> float | None:
        """The worth of the state to *seat*, if that is proven: -1 to 1."""
        ...

    def worth(self, seat: int) -> float:
        """The worth of the state to *seat*, which has led to it, if the best follows: -1 to 1."""
        ...

    @property
    def lines(self) -> Sequence[Line]:
        """The best lines, if they are compared; else none."""
        ...

    def turn(self, line: int = 0) -> tuple[list[Any], Session]:
        """The decisions of *line* until the seat's turn is over, and the session they lead to."""
        ...


class AnalysedState:
    """The *analysis* of *session*, in which two play; *look* analyses the sessions after it."""

    def __init__(
        self, session: Session, analysis: Analysis, look: Callable[[Session], Analysis | None]
    ) -> None:
        self.session, self.analysis, self.look = session, analysis, look

    def proven(self, seat: int) -> float | None:
        """As ``Outlook.proven``."""
        return self.worth(seat) if self.analysis.sure else None

    def worth(self, seat: int) -> float:
        """As ``Outlook.worth``."""
        now, best = self.session.status, self.analysis.lines[0].value
        return best if isinstance(now, Turn) and now.seat == seat else -best

    @property
    def lines(self) -> Sequence[Line]:
        """As ``Outlook.lines``."""
        return self.analysis.lines

    def turn(self, line: int = 0) -> tuple[list[Any], Session]:
        """As ``Outlook.turn``."""
        after, now = self.session, self.session.status
        moves: list[Any] = []
        best: Line | None = self.lines[line]
        while isinstance(now, Turn) and best is not None:
            for move in best.moves:
                moves.append(move)
                after = after.play(now.seat, move)
                if after.status != now:
                    return moves, after
            analysis = self.look(after)  # its line ended before the turn
            best = None if analysis is None else analysis.lines[0]
        return moves, after


class SearchedState:
    """The search of the state of *session*, to which *mover* has led; its tree is not stored."""

    def __init__(self, session: Session, mover: int, budget: Budget, rng: Random) -> None:
        self.session, self.budget, self.rng = session, budget, rng
        seats = range(len(session.players))
        # with three seats the worth to the seat on turn says nothing about *mover*
        root = TreeSearch(session.game, len(seats)).run(session.state, budget, rng, mover)
        self._proven = root.proven
        self._worths = [_worth(root, seat, len(seats)) for seat in seats]
        self._best = options(root)[0].move if root.moves and root.seat != LUCK else None

    def proven(self, seat: int) -> float | None:
        """As ``Outlook.proven``."""
        return None if self._proven is None else self._proven[seat]

    def worth(self, seat: int) -> float:
        """As ``Outlook.worth``."""
        return self._worths[seat]

    @property
    def lines(self) -> Sequence[Line]:
        """As ``Outlook.lines``: none, for lines of more than two seats are not compared."""
        return ()

    def turn(self, line: int = 0) -> tuple[list[Any], Session]:
        """As ``Outlook.turn``."""
        now, here = self.session.status, self
        assert isinstance(now, Turn)
        moves: list[Any] = []
        while True:
            moves.append(here._best)
            after = here.session.play(now.seat, moves[-1])
            if after.status != now:
                return moves, after
            here = SearchedState(after, now.seat, self.budget, self.rng)


def _worth(root: Node, seat: int, seats: int) -> float:
    """The worth of *root* to *seat*, -1 to 1.

    For two seats it is the value of the best option: the mean of all visits would be the worse the
    more decisions were tried.
    """
    if seats != 2 or root.seat == LUCK or root.proven is not None:
        return root.value(seat)
    best = options(root)[0].value
    return best if root.seat == seat else -best
