"""The animation of turns and draws of LYNGK: the pieces and stacks that move, in order."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way, first_on, kind_of, occupied_by, origin_of, target_of, top
from gipf_meta_lyngk.board import BOARD, NAME_OF, POINTS, RAYS
from gipf_meta_lyngk.rules import Rules
from gipf_meta_lyngk.state import PASS, State, is_draw, piece_of
from gipf_meta_lyngk.view import bag_of, claim_of, mark_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """Returns the motions of *move*: a piece is drawn (§3), or a player claims and moves.

    A colour is claimed (§4.1), with which obstacles may leave (§9); a stack goes whole, over
    LYNGK-points (§4.3), onto another; a stack that is taken leaves (§4.4).
    """
    if move == PASS:
        return ()
    target = target_of(move)
    name = NAME_OF[target]
    if is_draw(move):
        return (Motion((Way(bag_of(piece_of(move)), name),)),)
    origin, claim = origin_of(move), kind_of(move)
    stacks = rules.after_claim(before.stacks, claim)
    motions = []
    if claim:
        gone = tuple(Way(NAME_OF[each]) for each in POINTS if stacks[each] != before.stacks[each])
        motions.append(Motion((Way(claim_of(claim), mark_of(claim)),), taken=gone))
    passed = tuple(NAME_OF[point] for point in way_of(stacks, origin, target))
    motions.append(Motion((Way(NAME_OF[origin], name, passed),)))
    if not after.stacks[target]:
        motions.append(Motion(taken=(Way(name),), row=(name,)))
    return motions


def way_of(stacks: tuple[int, ...], origin: int, target: int) -> tuple[int, ...]:
    """The points on the shortest way of a legal move, over as few LYNGK-points as possible."""
    colour = top(stacks[origin])
    taken_up = occupied_by(stacks) & ~(1 << origin)
    came_from, starts = {origin: origin}, [origin]
    for point in starts:  # it grows while it is gone through
        for ray in RAYS[point]:
            met = first_on(ray, taken_up)
            if met < 0 or met in came_from:
                continue
            came_from[met] = point
            if top(stacks[met]) == colour:
                starts.append(met)
    passed: list[int] = []
    end = target
    while end != origin:
        start = came_from[end]
        passed = [*BOARD.between(start, end), *([] if end == target else [end]), *passed]
        end = start
    return tuple(passed)
