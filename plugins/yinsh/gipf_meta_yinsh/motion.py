"""The animation of decisions of YINSH: the rings and markers that move, in order."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way
from gipf_meta_yinsh.board import BETWEEN, NAME_OF, POINT_BITS, names, step_towards
from gipf_meta_yinsh.rules import Rules, all_markers
from gipf_meta_yinsh.state import (
    MOVING,
    PASS,
    PLACING,
    TAKING_ROW,
    State,
    first_of,
    kind_of,
    last_of,
)
from gipf_meta_yinsh.view import POOL, rings_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """Returns the motions of *move*: a ring is placed (§3) or moved (§4), a row or a ring is
    removed (§5).

    A moved ring leaves a marker behind, and the markers on its way turn over. A row goes back to
    the pool, a removed ring off the board.
    """
    if move == PASS:
        return ()
    kind, rings = kind_of(move), rings_of(before.seat)
    first, last = first_of(move), last_of(move)
    if kind == PLACING:
        return (Motion((Way(rings, NAME_OF[last]),)),)
    if kind == MOVING:
        ring = Way(NAME_OF[first], NAME_OF[last], _between(first, last))
        turned = names(BETWEEN[first << POINT_BITS | last] & all_markers(before))
        return (Motion((ring, Way(POOL, NAME_OF[first])), turned=tuple(turned)),)
    if kind == TAKING_ROW:
        row = (NAME_OF[first], *_between(first, last), NAME_OF[last])
        return (Motion(taken=tuple(Way(name, POOL) for name in row), row=row),)
    return (Motion(taken=(Way(NAME_OF[last], rings),)),)


def _between(first: int, last: int) -> tuple[str, ...]:
    """The points between two of a line, in the order in which a ring passes them."""
    step = step_towards(first, last)
    return tuple(NAME_OF[bit] for bit in range(first + step, last, step))
