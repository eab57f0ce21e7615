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
from gipf_meta.workshop.puzzles.judged_turns import best_lines, has_luck, is_asked

EVEN: Final = range(25, 76)
"""Chances, in percent, of a position that is about even."""
WON: Final = 80
"""Chances, in percent, of a position that is nearly won."""
JUMP: Final = 30
"""A gain of chances, in percent, that is worth finding."""
LEAP: Final = 15
"""The least gain with which a position that is nearly won was not so before."""

ROUGHER: Final = 4
"""A search is so many times smaller where no candidate can be: all it tells is what comes next."""
LUCKY_LEAP: Final = 6
"""The chances, in percent, by which one decision seems far better where luck decides, too."""


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
        begun = game.from_text(text)
    except (MoveError, ValueError):
        return None
    now, then = game.status(begun), game.status(state)
    if not isinstance(now, Turn) or not isinstance(then, Turn) or now.seat != then.seat:
        return None
    return text, begun


def candidates(game: AnyGame, states: Iterable[Any], nodes: int) -> Iterator[Candidate]:
    """The candidates among *states*, in each of which a turn begins, by searches of so many
    *nodes*. Where luck decides between turns, and where a duel can be asked for, they
    are those where one decision is far better."""
    lucky = has_luck(game)
    last: tuple[int, int] | None = None
    for state in states:
        alike = begins_alike(game, state)
        now = game.status(state)
        if alike is None or not isinstance(now, Turn):
            last = None
            continue
        text, begun = alike
        if lucky or is_asked(game, begun):
            yield from _far_better(game, text, begun, nodes, LUCKY_LEAP if lucky else LEAP)
            last = None
            continue
        before = 100 - last[1] if last is not None and last[0] != now.seat else None
        is_open = before is not None and before in EVEN
        best = best_lines(game, begun, nodes if is_open else max(1, nodes // ROUGHER), 1)[0]
        percent = Chances.of(best.value, best.sure).percent
        if is_open and before is not None:
            gain = percent - before
            if gain >= JUMP or (percent >= WON and gain >= LEAP):
                yield Candidate(text, before, percent)
        last = now.seat, percent


def _far_better(game: AnyGame, text: str, state: Any, nodes: int, leap: int) -> Iterator[Candidate]:
    """The candidate *state*, whose position is *text*, if one decision seems better by *leap*."""
    best, *others = best_lines(game, state, nodes, 2)
    percent = Chances.of(best.value, best.sure).percent
    second = max((Chances.of(each.value, each.sure).percent for each in others), default=0)
    if percent - second >= leap:
        yield Candidate(text, second, percent)
