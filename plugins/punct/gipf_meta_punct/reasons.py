"""Reasons for a turn of PÜNCT, in sentences: turns that join opposite sides, and dots that are
missing.

All of them follow from the rules: the dots that a side still needs, and every turn that joins
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta_punct.board import DOT, END, KIND, MINOR, OTHER, PLACEMENTS, RAYS, SPACES
from gipf_meta_punct.notation import turn_text
from gipf_meta_punct.rules import Rules, is_free, is_room
from gipf_meta_punct.state import (
    COUNT_BITS,
    COUNT_MASK,
    GO,
    LEVEL_BITS,
    LIE,
    LIFT,
    PLACEMENT_MASK,
    State,
    lay_out,
)
from gipf_meta_punct.strength.ways import FAR, NO_DOTS, PAIRS, Walker, find_dots, with_dots
from gipf_meta_punct.texts import _

PIECE: Final = 3
"""The number of dots of a piece."""
NOTHING: Final = -1
"""The value of *lifted* where a new piece is added."""


class JoiningTurn(NamedTuple):
    """A turn that joins opposite sides: its *moves*, and whether it lays the piece onto others."""

    moves: tuple[int, ...]
    is_bridge: bool


def reasons(
    rules: Rules, before: State, moves: Sequence[int], after: State, seat: int
) -> Iterator[str]:
    """Yields sentences about a turn of *seat*: joining turns it threatens, stops, allows, and dots
    missing.

    The turn, *moves*, has led from *before* to *after*.
    """
    if before.kind >= 0 or before.ending is not None or after.ending is not None:
        return
    own, other = _begun(after, seat), _begun(after, 1 - seat)
    if threat := find_joining_turn(rules, own):
        words = _("Unless it is stopped, {turn} joins opposite sides for you next.")
        if threat.is_bridge:
            words = _(
                "Unless it is stopped, {turn} joins opposite sides for you next, as a bridge."
            )
        yield words.format(turn=turn_text(rules, own, threat.moves))
    if feared := find_joining_turn(rules, other):
        words = _("Your opponent can join opposite sides next, by {turn}.")
        yield words.format(turn=turn_text(rules, other, feared.moves))
    else:
        was = _begun(before, 1 - seat)
        if stopped := find_joining_turn(rules, was):
            words = _("Your opponent could have joined opposite sides by {turn}: now no turn does.")
            yield words.format(turn=turn_text(rules, was, stopped.moves))
    for which in (seat, 1 - seat):
        old, new = missing_dots(before.pieces, which), missing_dots(after.pieces, which)
        if which == seat and new < old:
            yield _.many(
                "You lack {n} dot to join opposite sides now, not {old}.",
                "You lack {n} dots to join opposite sides now, not {old}.",
                new,
            ).format(n=new, old=old)
        if which != seat and new > old:
            yield _.many(
                "Your opponent lacks {n} dot to join opposite sides now, not {old}.",
                "Your opponent lacks {n} dots to join opposite sides now, not {old}.",
                new,
            ).format(n=new, old=old)


def _begun(state: State, seat: int) -> State:
    """The board of *state* at the beginning of a turn of *seat*."""
    return State(state.pieces, state.white, state.black, seat, state.number)


def missing_dots(pieces: tuple[int, ...], seat: int) -> int:
    """The fewest further dots of *seat* that would join opposite sides, wherever they may lie."""
    return _fewest(find_dots(lay_out(pieces))[seat])


def _fewest(own: list[int]) -> int:
    """The fewest spaces that, with *own*, join opposite sides; dots of the other may lie there."""
    walker = Walker(own, NO_DOTS, True)
    return min(int(walker.walk(2 * pair, None)) for pair in range(PAIRS))


def _useful_spaces(tops: list[int], seat: int) -> list[bool]:
    """Whether each space is on a way that lacks no more dots than a piece has, and lacks one
    itself."""
    walker = Walker(find_dots(tops)[seat], NO_DOTS, True)
    found = [False] * SPACES
    for pair in range(PAIRS):
        there, back = [FAR] * SPACES, [FAR] * SPACES
        walker.walk(2 * pair, there)
        walker.walk(2 * pair + 1, back)
        for space in range(SPACES):
            is_own = tops[space] >= 0 and tops[space] & 1 == seat
            # the space itself is counted on both ways
            if not is_own and there[space] + back[space] - 1 <= PIECE:
                found[space] = True
    return found


def find_joining_turn(rules: Rules, state: State) -> JoiningTurn | None:
    """The first turn by which the seat that begins a turn in *state* joins opposite sides.

    A piece has three dots, so only spaces on ways that lack no more are tried.
    """
    seat = state.seat
    kinds = range(6) if missing_dots(state.pieces, seat) <= PIECE else ()
    for kind in kinds:
        is_there = state.reserve >> COUNT_BITS * kind & COUNT_MASK
        if is_there and (found := _joining(rules, state, state.tops, NOTHING, kind)):
            return found
    for one in state.pieces:
        if one & 1 == seat and is_free(state.tops, one):
            kind = KIND[one >> 1 & PLACEMENT_MASK]
            if found := _joining(rules, state, lay_out(state.pieces, one), one, kind):
                return found
    return None


def _joining(
    rules: Rules, state: State, tops: list[int], lifted: int, kind: int
) -> JoiningTurn | None:
    """The first turn that joins sides by a piece of *kind*: a new one, or *lifted*; ``None``
    without one."""
    seat = state.seat
    own = find_dots(tops)[seat]
    least = _fewest(own)
    if not least or least > PIECE:
        return None
    useful = _useful_spaces(tops, seat)
    at = lifted >> 1 & PLACEMENT_MASK
    keeps_out = rules.keeps_out(state)
    for target in range(SPACES) if lifted < 0 else sorted(RAYS[DOT[at]]):
        for placement in PLACEMENTS[6 * target + kind]:
            dots = [DOT[placement], MINOR[placement], OTHER[placement]]
            if sum(useful[space] for space in dots) < least:
                continue
            if lifted < 0:
                fits = is_room(tops, placement, keeps_out)
            else:
                fits = placement != at and rules.level_on(tops, placement, seat) >= 0
            if fits and not _fewest(with_dots(own, dots)):
                return JoiningTurn(
                    _moves(rules, state, lifted, kind, target, placement),
                    lifted >= 0 and tops[END[placement]] >> LEVEL_BITS >= 0,
                )
    return None


def _moves(
    rules: Rules, state: State, lifted: int, kind: int, target: int, placement: int
) -> tuple[int, ...]:
    """The decisions of the turn that lays a piece as *placement*, its PÜNCT on *target*."""
    first = kind if lifted < 0 else LIFT + DOT[lifted >> 1 & PLACEMENT_MASK]
    chosen = rules.apply(state, first)
    if len(rules.lying(chosen, target)) == 1:
        return first, GO + target
    return first, GO + target, LIE + placement
