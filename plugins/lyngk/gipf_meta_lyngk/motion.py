"""What moves by a turn or a draw of LYNGK: pieces and stacks."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way
from gipf_meta_lyngk.board import NAME_OF, WAYS, between, next_occupied
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import (
    DRAW,
    PASS,
    State,
    kind_of,
    occupied,
    origin_of,
    piece_of,
    target_of,
    top,
)
from gipf_meta_lyngk.view import bag_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """A piece is drawn (§3). Or obstacles leave with the claim (§9), a stack goes whole, over
    LYNGK-points (§4.3), onto another, and what is full then leaves (§4.4)."""
    if move == PASS:
        return ()
    target = target_of(move)
    name = NAME_OF[target]
    if kind_of(move) == DRAW:
        return (Motion((Way(bag_of(piece_of(move)), name),)),)
    origin = origin_of(move)
    stacks = rules.after_claim(before.stacks, kind_of(move))
    gone = tuple(
        Way(NAME_OF[point]) for point, stack in enumerate(stacks) if stack != before.stacks[point]
    )
    passed = tuple(NAME_OF[point] for point in way_of(stacks, origin, target))
    goes = Motion((Way(NAME_OF[origin], name, passed),))
    taken = (Motion(taken=(Way(name),)),) if not after.stacks[target] else ()
    return (*((Motion(taken=gone),) if gone else ()), goes, *taken)


def way_of(stacks: tuple[int, ...], origin: int, target: int) -> tuple[int, ...]:
    """The points on the shortest way of a legal move, over as few LYNGK-points as possible."""
    colour = top(stacks[origin])
    taken_up = occupied(stacks) & ~(1 << origin)
    came_from, starts = {origin: origin}, [origin]
    for point in starts:  # it grows while it is gone through
        for way in range(len(WAYS)):
            met = next_occupied(point, way, taken_up)
            if met < 0 or met in came_from:
                continue
            came_from[met] = point
            if top(stacks[met]) == colour:
                starts.append(met)
    passed: list[int] = []
    end = target
    while end != origin:
        start = came_from[end]
        passed = [*between(start, end), *([] if end == target else [end]), *passed]
        end = start
    return tuple(passed)
