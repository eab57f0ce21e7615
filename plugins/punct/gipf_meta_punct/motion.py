"""The animation of decisions of PÜNCT: the three dots of the piece that moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gipf_meta import Motion, Way
from gipf_meta_punct.board import (
    DIRECTIONS,
    DOT,
    KIND,
    KINDS,
    MIDDLE,
    MINOR,
    NAMES,
    NEIGHBOURS,
    OTHER,
    PLACES,
    SIDES,
    SPACES,
)
from gipf_meta_punct.rules import Rules
from gipf_meta_punct.state import State, placement_of
from gipf_meta_punct.view import heap_of


def moved(rules: Rules, before: State, move: int, after: State) -> Sequence[Motion]:
    """Returns the motion of the piece, where *move* ends a turn; none inside a turn.

    The piece is added from the reserve, or moves, turns and climbs (§4). A connection that it
    makes lights up (§5).
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
    laid_down = Motion(tuple(way for way in ways if not way.stays))
    chain = _connection(after)
    return (laid_down, Motion(row=chain)) if chain else (laid_down,)


def _connection(state: State) -> tuple[str, ...]:
    """The shortest chain of the winner's spaces from one side to the opposite one (§5); none
    where nobody has won by it."""
    end = state.ending
    if end is None or end.reason != "connection" or len(end.winners) != 1:
        return ()
    tops = state.tops
    own = {space for space in range(SPACES) if tops[space] >= 0 and tops[space] & 1 in end.winners}
    return min((chain for n in (0, 2, 4) if (chain := _chain(own, n))), key=len, default=())


def _chain(own: Collection[int], side: int) -> tuple[str, ...]:
    """The shortest chain of the spaces *own* from *side* to the side opposite it; empty: none."""
    came_from = {space: space for space in own if SIDES[space] >> side & 1}
    reached = [*came_from]
    for space in reached:  # it grows while it is gone through
        if SIDES[space] >> side + 1 & 1:
            chain = [space]
            while came_from[chain[-1]] != chain[-1]:
                chain.append(came_from[chain[-1]])
            return tuple(NAMES[each] for each in reversed(chain))
        for beside in NEIGHBOURS[space]:
            if beside in own and beside not in came_from:
                came_from[beside] = space
                reached.append(beside)
    return ()


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
