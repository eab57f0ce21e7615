"""Reasons for a turn of TZAAR, in sentences: kinds that run out, safe stacks, captures that are
left.

All of them follow from the rules, by the captures that each side could make.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta import N_, height, kind_of, numbers_of_set, target_of, top
from gipf_meta_tzaar.board import NAME_OF
from gipf_meta_tzaar.notation import turn_text
from gipf_meta_tzaar.rules import Rules, captures, count_kind
from gipf_meta_tzaar.state import FIRST, KINDS, PASS, PLACING, STRENGTHEN, State
from gipf_meta_tzaar.texts import _

# by kind, because languages decline them
_TAKES: Final = (
    "",
    N_("It leaves your opponent one Tzaar: capture it, and you win."),
    N_("It leaves your opponent one Tzarra: capture it, and you win."),
    N_("It leaves your opponent one Tott: capture it, and you win."),
)
_THREATENS: Final = (
    "",
    N_("Unless it is stopped, {turn} takes the last Tzaar next and wins."),
    N_("Unless it is stopped, {turn} takes the last Tzarra next and wins."),
    N_("Unless it is stopped, {turn} takes the last Tott next and wins."),
)
_ALLOWS: Final = (
    "",
    N_("Your opponent can take your last Tzaar next and win, by {turn}."),
    N_("Your opponent can take your last Tzarra next and win, by {turn}."),
    N_("Your opponent can take your last Tott next and win, by {turn}."),
)
_STOPS: Final = (
    "",
    N_("Your opponent could have taken your last Tzaar and won, by {turn}: now he cannot."),
    N_("Your opponent could have taken your last Tzarra and won, by {turn}: now he cannot."),
    N_("Your opponent could have taken your last Tott and won, by {turn}: now he cannot."),
)
FEW: Final = 3
"""The number of captures up to which a sentence mentions them."""


def reasons(
    rules: Rules, before: State, moves: Sequence[int], after: State, seat: int
) -> Iterator[str]:
    """Yields sentences about a turn of *seat*: the kinds it takes, threatens, saves or leaves open.

    The turn, *moves*, has led from *before* to *after*.
    """
    if before.phase <= PLACING or after.ending is not None or not moves:
        return
    other = 1 - seat
    for kind in KINDS:
        if _count(after, other, kind) == 1 < _count(before, other, kind):
            yield _(_TAKES[kind])
    if allowed := winning_turn(rules, after, other):
        yield _sentence(_ALLOWS, after, other, allowed)
    elif feared := winning_turn(rules, before, other):
        yield _sentence(_STOPS, before, other, feared)
    if not allowed and (threat := winning_turn(rules, after, seat)):
        yield _sentence(_THREATENS, after, seat, threat)
    yield from _out_of_reach(moves, after, seat)
    if after.phase == FIRST and after.seat == other:
        left = len(captures(after.stacks, after.owned(other), after.owned(seat)))
        if left <= FEW:
            yield _.many(
                "Your opponent has only {n} capture; without one he loses.",
                "Your opponent has only {n} captures; without one he loses.",
                left,
            ).format(n=left)


def _count(state: State, seat: int, kind: int) -> int:
    return count_kind(state.stacks, state.owned(seat), kind)


def _sentence(words: Sequence[str], state: State, seat: int, turn: Sequence[int]) -> str:
    """The sentence of *words* for the kind whose last stack *turn* takes, with the turn in it."""
    kind = top(state.stacks[target_of(turn[-1])])
    return _(words[kind]).format(turn=turn_text(turn))


def _out_of_reach(moves: Sequence[int], after: State, seat: int) -> Iterator[str]:
    """Yields a sentence about the stacks of the other seat that are as high as the strengthened
    one."""
    last = moves[-1]
    if last == PASS or kind_of(last) != STRENGTHEN:
        return
    name, high = NAME_OF[target_of(last)], height(after.stacks[target_of(last)])
    others = [height(after.stacks[space]) for space in numbers_of_set(after.owned(1 - seat))]
    if equal := sum(each >= high for each in others):
        yield _.many(
            "Your stack on {name} is {high} high now: {n} of your opponent's is no lower.",
            "Your stack on {name} is {high} high now: {n} of your opponent's are no lower.",
            equal,
        ).format(name=name, high=high, n=equal)
    else:
        yield _("No stack of your opponent's is high enough to capture yours on {name}.").format(
            name=name
        )


def winning_turn(rules: Rules, state: State, seat: int) -> tuple[int, ...]:
    """The one or two captures by which *seat*, if on turn, takes the other's last stack of a kind.

    Empty where no turn that begins in *state* does so.
    """
    if min(_count(state, 1 - seat, kind) for kind in KINDS) > 2:
        return ()
    begun = State(state.stacks, state.white, state.black, FIRST, seat, state.number)
    firsts = captures(state.stacks, state.owned(seat), state.owned(1 - seat))
    for first in firsts:
        if _left(begun, first) == 1:
            return (first,)
    for first in firsts if begun.vacant else ():
        then = rules.apply(begun, first)
        for second in captures(then.stacks, then.owned(seat), then.owned(1 - seat)):
            if _left(then, second) == 1:
                return (first, second)
    return ()


def _left(state: State, move: int) -> int:
    """The number of stacks of the captured stack's kind that its owner has, that one included."""
    return _count(state, 1 - state.seat, top(state.stacks[target_of(move)]))
