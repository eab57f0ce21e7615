"""Reasons for a move of DVONN, in sentences: pieces it cuts off from the DVONN pieces, and threats.

All of them follow from the rules, by the moves that each side could make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gipf_meta import origin_of, target_of
from gipf_meta_dvonn.notation import decision_text
from gipf_meta_dvonn.rules import Rules, moves_of, removed_by, score
from gipf_meta_dvonn.state import PASS, STACKING, State
from gipf_meta_dvonn.texts import _


class Cut(NamedTuple):
    """A *move*, and the number of *pieces* in stacks of the other seat that it cuts off."""

    pieces: int
    move: int


def reasons(
    rules: Rules, before: State, moves: Sequence[int], after: State, seat: int
) -> Iterator[str]:
    """Yields sentences about the first of *moves*: pieces of either side it cuts off, threatens,
    saves.

    *seat* has made *moves*, which led from *before* to *after*.
    """
    if before.phase != STACKING or not moves or moves[0] == PASS:
        return
    yield from _cut_off(before, moves[0], seat)
    if threat := best_cut(after, seat):
        yield _.many(
            "Unless it is stopped, {move} cuts off {n} piece in your opponent's stacks next.",
            "Unless it is stopped, {move} cuts off {n} pieces in your opponent's stacks next.",
            threat.pieces,
        ).format(move=decision_text(threat.move), n=threat.pieces)
    feared, left = best_cut(before, 1 - seat), best_cut(after, 1 - seat)
    if left:
        yield _.many(
            "Your opponent can cut off {n} piece in your stacks next, by {move}.",
            "Your opponent can cut off {n} pieces in your stacks next, by {move}.",
            left.pieces,
        ).format(move=decision_text(left.move), n=left.pieces)
    elif feared:
        yield _.many(
            "Your opponent could have cut off {n} piece in your stacks by {move}: now none.",
            "Your opponent could have cut off {n} pieces in your stacks by {move}: now none.",
            feared.pieces,
        ).format(move=decision_text(feared.move), n=feared.pieces)


def _cut_off(before: State, move: int, seat: int) -> Iterator[str]:
    """Yields sentences about the pieces that *move* of *seat* cuts off from DVONN pieces at once
    (§4)."""
    theirs, yours = pieces_cut_off(before, move, seat)
    if theirs:
        yield _.many(
            "It cuts off {n} piece in your opponent's stacks from the DVONN pieces.",
            "It cuts off {n} pieces in your opponent's stacks from the DVONN pieces.",
            theirs,
        ).format(n=theirs)
    if yours:
        yield _.many(
            "It costs you {n} piece in your own stacks, which is cut off.",
            "It costs you {n} pieces in your own stacks, which are cut off.",
            yours,
        ).format(n=yours)


def owned(state: State, seat: int) -> int:
    """The set of the stacks that *seat* owns."""
    return state.black if seat else state.white


def pieces_cut_off(state: State, move: int, seat: int) -> tuple[int, int]:
    """The numbers of pieces that leave the game by *move* of *seat*: in stacks of the other seat,
    and in its own stacks."""
    origin, target = origin_of(move), target_of(move)
    removed = removed_by(state, origin, target)
    theirs = score(state.stacks, owned(state, 1 - seat) & removed)
    if removed >> target & 1:
        removed |= 1 << origin  # it moves to where it is cut off
    return theirs, score(state.stacks, owned(state, seat) & removed)


def best_cut(state: State, seat: int) -> Cut | None:
    """The move of *seat* that cuts off the most pieces of the other seat less its own; ``None``
    without gain.

    *seat* need not be on turn.
    """
    if state.phase != STACKING:
        return None
    best: Cut | None = None
    most = 0
    for move in moves_of(state.stacks, owned(state, seat), state.occupied):
        theirs, yours = pieces_cut_off(state, move, seat)
        if theirs - yours > most:
            most = theirs - yours
            best = Cut(theirs, move)
    return best
