"""What a position is worth: how near each player is to a goal set (docs/reference/zertz.md §2)."""

from __future__ import annotations

from gipf_meta_zertz.notation import jumped
from gipf_meta_zertz.positions import marble_at
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import ONE, State, unpack


def evaluate(rules: Rules, state: State, seat: int) -> float:
    """From -1 (lost) to 1 (won) for *seat*: who has come further towards his nearest goal.

    A capture that is possible now counts already, for it has to be made.
    """
    ending = state.ending
    if ending is not None:
        if not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0
    own = [state.first, state.second]
    if not state.free and (jumps := rules.jumps(state)):
        # the dearest of the marbles that can be captured: white goals need the fewest
        colours = [marble_at(state, jumped(rules, move)[0]) for move in jumps]
        own[state.seat] += ONE[min(colour for colour in colours if colour is not None)]
    mine = progress(rules, own[seat])
    theirs = progress(rules, own[1 - seat])
    return max(-0.95, min(0.95, mine - theirs))


def progress(rules: Rules, counts: int) -> float:
    """From 0 to 1: the nearest goal, and a little for the other ones."""
    white, grey, black = unpack(counts)
    goals = rules.goals
    each = goals[3]
    ways = (
        min(1.0, white / goals[0]),
        min(1.0, grey / goals[1]),
        min(1.0, black / goals[2]),
        (min(white, each) + min(grey, each) + min(black, each)) / (3 * each),
    )
    return 0.7 * max(ways) + 0.075 * sum(ways)
