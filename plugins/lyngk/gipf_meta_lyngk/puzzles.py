"""Themes of puzzles of LYNGK (docs/reference/lyngk.md; all §§ below are of it)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from gipf_meta import (
    N_,
    PlayedSolution,
    Theme,
    first_on,
    height,
    kind_of,
    origin_of,
    target_of,
    top,
)
from gipf_meta_lyngk.board import RAYS
from gipf_meta_lyngk.reasons import taking_turn
from gipf_meta_lyngk.rules import FIVE, HIGHEST, Rules
from gipf_meta_lyngk.state import DRAW, JOKER, PASS, PLAYING, State

Turns: TypeAlias = PlayedSolution[State, int]

THEMES: Final = {
    # a stack goes on over stacks of its own claimed colour
    "lyngk_rule": Theme(N_("the LYNGK-rule"), N_("goes on over stacks of a colour")),
    # a stack of five of no colour of one's own stands in the way
    "obstacle": Theme(N_("an obstacle"), N_("builds an obstacle")),
    # the other side could have taken a stack, and cannot any more
    "stopped": Theme(N_("a stack of five prevented"), N_("prevents a stack of five")),
    # a move leads onto a joker
    "joker": Theme(N_("a joker"), N_("covers a joker")),
    # the second and last colour is claimed
    "last_claim": Theme(N_("the second claim"), N_("claims a second colour")),
    # a colour is claimed
    "claim": Theme(N_("a claim"), N_("claims a colour")),
    # a move leads onto a stack of a colour that the other side has claimed
    "covered": Theme(N_("a claimed stack covered"), N_("covers a claimed stack")),
    # a turn takes nothing, and the next one does whatever the answer was
    "prepared": Theme(N_("a stack prepared"), N_("prepares a stack of five")),
    # the other side has to pass
    "no_turn": Theme(N_("no turn left"), N_("leaves no turn")),
    # two stacks or more are taken, one in each of two turns
    "two_stacks": Theme(N_("two stacks of five"), N_("takes two stacks of five")),
    # both have taken as many stacks, and higher ones on the board win
    "heights": Theme(N_("the higher stacks"), N_("wins by higher stacks")),
    # a stack of four is built, to which one piece may come
    "stack_of_four": Theme(N_("a stack of four"), N_("builds a stack of four")),
    # a stack of five of a claimed colour is completed
    "stack_of_five": Theme(N_("a stack of five"), N_("takes a stack of five")),
}


class Moved(NamedTuple):
    """A turn of the solver that moves a stack from *origin* to *target*, after *claim* or none;
    *took*: the number of stacks that it takes."""

    before: State
    after: State
    claim: int
    origin: int
    target: int
    took: int


def themes() -> Mapping[str, Theme]:
    """The themes of puzzles by their ids, the most telling ones first."""
    return THEMES


def themes_of(rules: Rules, solution: Turns) -> list[str]:
    """The themes of *solution*, the most telling one first."""
    made, seat = [*_moves(solution)], solution.solver
    return solution.themes(
        {
            "lyngk_rule": lambda turns: any(map(_goes_on, made)),
            "obstacle": lambda turns: any(_builds_obstacle(each, rules) for each in made),
            "stopped": lambda turns: any(_stops(rules, each, 1 - seat) for each in made),
            "joker": lambda turns: any(
                top(each.before.stacks[each.target]) == JOKER for each in made
            ),
            "last_claim": lambda turns: any(
                each.claim and each.before.claims[seat] for each in made
            ),
            "claim": lambda turns: any(each.claim for each in made),
            "covered": lambda turns: any(_covers_claimed(each, 1 - seat) for each in made),
            "prepared": lambda turns: any(
                not one.took and other.took for one, other in pairwise(made)
            ),
            "no_turn": lambda turns: any(PASS in turn.moves for turn in turns.answers),
            "two_stacks": lambda turns: sum(each.took for each in made) > 1,
            "heights": lambda turns: _wins_by_heights(turns),
            "stack_of_four": lambda turns: any(
                height(each.after.stacks[each.target]) == FIVE - 1 for each in made
            ),
            "stack_of_five": lambda turns: any(each.took for each in made),
        }
    )


def _moves(turns: Turns) -> Iterator[Moved]:
    """The turns of the solver that move a stack."""
    seat = turns.solver
    for turn in turns.own:
        move = turn.moves[0]
        if move != PASS and kind_of(move) != DRAW:
            took = turn.after.taken[seat] - turn.before.taken[seat]
            points = origin_of(move), target_of(move)
            yield Moved(turn.before, turn.after, kind_of(move), *points, took)


def _goes_on(made: Moved) -> bool:
    """Whether the stack does not meet its target at once: it has gone on over LYNGK-points
    (§4.3)."""
    others = made.before.occupied & ~(1 << made.origin)
    return all(first_on(ray, others) != made.target for ray in RAYS[made.origin])


def _builds_obstacle(made: Moved, rules: Rules) -> bool:
    """Whether a stack of five stands where the move has led (§4.4)."""
    return not rules.to_six and height(made.after.stacks[made.target]) == FIVE


def _covers_claimed(made: Moved, other: int) -> bool:
    """Whether the move leads onto a stack of a colour that *other* has claimed."""
    return bool(made.before.claims[other] >> top(made.before.stacks[made.target]) & 1)


def _stops(rules: Rules, made: Moved, other: int) -> bool:
    """Whether *other* could have taken a stack, and can take none now."""
    if made.after.phase != PLAYING or taking_turn(rules, made.before, other) is None:
        return False
    return taking_turn(rules, made.after, other) is None


def _wins_by_heights(turns: Turns) -> bool:
    """Whether the solver has won by the heights of stacks on the board (§5)."""
    end = turns.after.ending
    return end is not None and end.reason == HIGHEST and turns.solver in end.winners
