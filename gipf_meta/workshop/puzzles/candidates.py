"""Candidates: the positions of a game in which the chances of the seat on turn have jumped.

A cheap search walks through the game. A candidate was about even before the turn that led to it,
and is nearly won, or much better: somebody has made a mistake that can be punished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta.protocol.capabilities import Positions
from gipf_meta.protocol.game import AnyGame, MoveError, Turn
from gipf_meta.search.chances import Chances
from gipf_meta.workshop.puzzles.judged_turns import best_lines

EVEN: Final = range(25, 76)
"""Chances, in percent, of a position that is about even."""
WON: Final = 80
"""Chances, in percent, of a position that is nearly won."""
JUMP: Final = 30
"""A gain of chances, in percent, that is worth finding."""
LEAP: Final = 15
"""The least gain with which a position that is nearly won was not so before."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A *position*, with the chances in percent of the seat on turn *before* the turn that led to
    it, and *now*."""

    position: str
    before: int
    now: int


def begins_alike(game: AnyGame, state: Any) -> tuple[str, Any] | None:
    """The position of *state* and the state that it tells; ``None`` if it tells no such turn."""
    if not isinstance(game, Positions):
        return None
    try:
        text = game.to_text(state)
        told = game.from_text(text)
    except (MoveError, ValueError):
        return None
    now, then = game.status(told), game.status(state)
    if not isinstance(now, Turn) or not isinstance(then, Turn) or now.seat != then.seat:
        return None
    return text, told


def candidates(game: AnyGame, states: Iterable[Any], nodes: int) -> Iterator[Candidate]:
    """The candidates among *states*, in each of which a turn begins, by searches of so many
    *nodes*."""
    last: tuple[int, int] | None = None
    for state in states:
        begun = begins_alike(game, state)
        now = game.status(state)
        if begun is None or not isinstance(now, Turn):
            last = None
            continue
        text, told = begun
        best = best_lines(game, told, nodes, 1)[0]
        percent = Chances.of(best.value, best.sure).percent
        if last is not None and last[0] != now.seat:
            before = 100 - last[1]
            gain = percent - before
            if before in EVEN and (gain >= JUMP or (percent >= WON and gain >= LEAP)):
                yield Candidate(text, before, percent)
        last = now.seat, percent
