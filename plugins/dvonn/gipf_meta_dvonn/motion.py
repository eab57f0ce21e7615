"""The animation of decisions and draws of DVONN: the pieces and stacks that move, in order."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way, height, kind_of, origin_of, target_of
from gipf_meta_dvonn.board import NAME_OF, SPACES, STEPS, names
from gipf_meta_dvonn.rules import Rules, opposite, piece_to_place, removed_by
from gipf_meta_dvonn.state import BLACK, PASS, PLACE, RED, STACK, WHITE, State, piece_of
from gipf_meta_dvonn.view import bag_of, hand_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """Returns the motions of *move*: a piece is placed (§3) or drawn (§9), or a stack slides as a
    whole.

    After a stack has moved, all stacks that have lost contact leave (§4).
    """
    if move == PASS:
        return ()
    kind, target = kind_of(move), target_of(move)
    if kind == PLACE:
        heap = hand_of(before.seat, piece_to_place(before))
        return (Motion((Way(heap, NAME_OF[target]),)),)
    if kind == STACK:
        origin = origin_of(move)
        way = Way(NAME_OF[origin], NAME_OF[target], _between(before, origin, target))
        slides = Motion((way,))
        gone = tuple(names(removed_by(before, origin, target)))
        return (slides, Motion(taken=tuple(map(Way, gone)), row=gone)) if gone else (slides,)
    return _drawn(rules, before, piece_of(move), target, after)


def _between(before: State, origin: int, target: int) -> tuple[str, ...]:
    """The names of the spaces that the stack on *origin* passes over on its way to *target*."""
    far = height(before.stacks[origin])
    step = (target - origin) // far
    assert step in STEPS
    return tuple(NAME_OF[origin + n * step] for n in range(1, far) if origin + n * step in NAME_OF)


def _drawn(rules: Rules, before: State, piece: int, space: int, after: State) -> tuple[Motion, ...]:
    """The motions of a draw: *piece* goes onto *space*, in a symmetric start one onto the opposite,
    too.

    Where the full board is not balanced, all pieces go back into the bag (§9).
    """
    ways = [Way(bag_of(piece), NAME_OF[space])]
    if rules.setup == "symmetric":
        other = piece if piece == RED else WHITE + BLACK - piece
        ways.append(Way(bag_of(other), NAME_OF[opposite(space)]))
    placed = Motion(tuple(ways))
    if after.occupied:
        return (placed,)
    back = [Way(NAME_OF[at], bag_of(piece if at == space else before.stacks[at])) for at in SPACES]
    return (placed, Motion(taken=tuple(back)))
