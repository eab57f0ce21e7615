"""The animation of decisions of PÜNCT: the three dots of the piece that moves."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta import Motion, Way
from gipf_meta_punct.board import DIRECTIONS, DOT, KIND, KINDS, MIDDLE, MINOR, NAMES, OTHER, PLACES
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import State, placement_of
from gipf_meta_punct.view import heap_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """Returns the motion of the piece, where *move* ends a turn; none inside a turn.

    The piece is added from the reserve, or moves, turns and climbs (§4).
    """
    if after.number == before.number:
        return ()
    (laid,) = {*after.pieces} - {*before.pieces}
    ends = _dots(placement_of(laid))
    if before.lifted < 0:
        starts = (heap_of(before.seat, before.kind),) * len(ends)
    else:
        starts = tuple(NAMES[space] for space in _dots(placement_of(before.lifted)))
    ways = (Way(start, NAMES[end]) for start, end in zip(starts, ends, strict=True))
    return (Motion(tuple(way for way in ways if not way.stays)),)


def _dots(placement: int) -> tuple[int, int, int]:
    """The spaces of a piece: its PÜNCT, then its minor dots, in an order that turning does not
    change."""
    dot, one, two = DOT[placement], MINOR[placement], OTHER[placement]
    if KINDS[KIND[placement]] in "ERL":  # the dot beside the PÜNCT, then the far one
        return (dot, one, two) if MIDDLE[placement] == one else (dot, two, one)
    # all others clockwise, the short way round
    turn = (_direction(dot, two) - _direction(dot, one)) % len(DIRECTIONS)
    return (dot, one, two) if turn <= len(DIRECTIONS) // 2 else (dot, two, one)


def _direction(dot: int, beside: int) -> int:
    """The direction in which the space *beside* lies from the space of a PÜNCT."""
    (c, r), (column, number) = PLACES[dot], PLACES[beside]
    return DIRECTIONS.index((column - c, number - r))
