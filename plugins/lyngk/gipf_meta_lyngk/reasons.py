"""Reasons for a turn of LYNGK, in sentences: stacks that a claim gains, stacks that can be taken
next.

All of them follow from the rules, by the turns that each side could play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta import N_, height, kind_of, origin_of, target_of, top
from gipf_meta_lyngk.notation import decision_text
from gipf_meta_lyngk.rules import Rules, is_obstacle
from gipf_meta_lyngk.state import DRAWING, PASS, PLAYING, State, is_draw
from gipf_meta_lyngk.texts import _

_ALLOWS: Final = (
    N_("Your opponent can take a stack next, by {turn}."),
    N_("Your opponent can make a stack of six next and win, by {turn}."),
)
_STOPS: Final = (
    N_("Your opponent could have taken a stack, by {turn}: now he cannot take any."),
    N_("Your opponent could have made a stack of six and won, by {turn}: now he cannot."),
)
_THREATENS: Final = (
    N_("Unless it is stopped, {turn} takes a stack next."),
    N_("Unless it is stopped, {turn} makes a stack of six next and wins."),
)
"""Of each pair the first sentence is for the usual game, the second where a stack of six wins
(§6)."""


def reasons(
    rules: Rules, before: State, moves: Sequence[int], after: State, seat: int
) -> Iterator[str]:
    """Yields sentences about a turn of *seat*: what it claims, allows, stops and threatens.

    The turn, *moves*, has led from *before* to *after*.
    """
    played = [move for move in moves if not is_draw(move)]
    if before.phase == DRAWING or after.phase != PLAYING or not played or played[-1] == PASS:
        return
    variant = int(rules.to_six)
    if claim := kind_of(played[-1]):
        many = sum(top(stack) == claim for stack in before.stacks)
        if many:
            yield _.many(
                "The claim makes a stack on the board yours.",
                "The claim makes {n} stacks on the board yours.",
                many,
            ).format(n=many)
    allowed = taking_turn(rules, after, 1 - seat)
    if allowed is not None:
        yield _(_ALLOWS[variant]).format(turn=decision_text(allowed))
    else:
        feared = taking_turn(rules, before, 1 - seat)
        if feared is not None:
            yield _(_STOPS[variant]).format(turn=decision_text(feared))
    threat = taking_turn(rules, after, seat)
    if threat is not None:
        yield _(_THREATENS[variant]).format(turn=decision_text(threat))


def taking_turn(rules: Rules, state: State, seat: int) -> int | None:
    """A turn by which *seat*, if on turn in *state*, would take a stack; ``None`` without one.

    In ``stack6`` it makes a stack of six. Turns without a claim are preferred.
    """
    for move in rules.turns(state, seat):
        if _takes(rules, state, seat, move):
            return move
    return None


def _takes(rules: Rules, state: State, seat: int, move: int) -> bool:
    """Whether the *move* of *seat* completes a stack of its colour, or its claim takes one."""
    claim, moved = kind_of(move), state.stacks[origin_of(move)]
    if rules.takes_obstacles and any(is_obstacle(stack, claim) for stack in state.stacks if claim):
        return True
    own = state.claims[seat] | (1 << claim if claim else 0)
    full = height(moved) + height(state.stacks[target_of(move)]) == rules.limit
    return full and bool(own >> top(moved) & 1)
