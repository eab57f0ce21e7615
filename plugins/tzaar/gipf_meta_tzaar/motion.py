"""The animation of decisions and draws of TZAAR: the pieces and stacks that move, in order."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way, kind_of, origin_of, target_of
from gipf_meta_tzaar.board import BOARD, NAME_OF
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import CAPTURE, DRAW, PASS, PLACE, State, owner_of, piece_of
from gipf_meta_tzaar.view import heap_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """Returns the motions of *move*: a piece is placed or drawn (§3), or a stack moves as a whole
    (§4).

    The stack passes over vacant spaces. A captured stack leaves before it arrives; a stack of
    its own colour is covered.
    """
    if move == PASS:
        return ()
    kind, target = kind_of(move), target_of(move)
    name = NAME_OF[target]
    if kind in (PLACE, DRAW):
        seat = owner_of(move) if kind == DRAW else before.seat
        return (Motion((Way(heap_of(seat, piece_of(move)), name),)),)
    origin = origin_of(move)
    over = tuple(NAME_OF[space] for space in BOARD.between(origin, target))
    goes = Motion((Way(NAME_OF[origin], name, over),))
    return (Motion(taken=(Way(name),)), goes) if kind == CAPTURE else (goes,)
