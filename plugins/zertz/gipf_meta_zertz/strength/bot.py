# mypyc: compile
"""The judgement of positions: the lead towards a goal after all forced captures.

Sections are those of docs/reference/zertz.md. How ``WEIGHTS`` were found: docs/decisions/0028.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

from gipf_meta import FrozenParts
from gipf_meta_zertz.board import CELL_BITS
from gipf_meta_zertz.rules import Rules, after_jump
from gipf_meta_zertz.state import COUNT_BITS, COUNT_MASK, JUMP, ONE, State, remove

WON: Final = 0.95
"""The worth of a goal that is reached before the turn is over."""
CHAIN: Final = 8
"""The number of captures in a row that ``evaluate`` follows."""
CHAIN_ON_DEMAND: Final = 2
"""The number of captures where a player may refuse to capture: eight would take seconds."""


@dataclass(frozen=True)
class Weights(FrozenParts):
    """The weights of the parts of a lead.

    *white*, *grey*, *black* and *each*: the progress towards that goal; *nearest*: the progress
    towards the nearest goal, besides. *bend*: how much more the last marbles count than the first,
    from 0 to 1. *turn*: to be on turn without a forced capture. *rim*: to be on turn and able to
    cut off a marble with one ring.
    """

    white: float = 0.6
    grey: float = 0.05
    black: float = 0.05
    each: float = 0.3
    nearest: float = 1.0
    bend: float = 0.3
    turn: float = 0.08
    rim: float = 1.5


WEIGHTS: Final = Weights()


def evaluate(rules: Rules, state: State, seat: int, weights: Weights = WEIGHTS) -> float:
    """The value of *state* for *seat*, from -1 (lost) to 1 (won)."""
    ending = state.ending
    if ending is not None:
        if not ending.winners:
            return 0.0
        return 1.0 if seat in ending.winners else -1.0
    if state.free:
        return _worth_after_removal(rules, state, seat, weights)
    worth = _worth_after_captures(
        rules, weights, state.rings, state.white, state.grey, state.black, state.first,
        state.second, state.seat, state.jumper, _chain(rules),
    )  # fmt: skip
    return -worth if seat else worth


def _worth_after_removal(rules: Rules, state: State, seat: int, weights: Weights) -> float:
    """The value of *state* for *seat* after the removal that is best for the mover.

    The rings of ``rings_that_matter`` are tried. The others are all judged as if none was removed.
    """
    occupied = state.white | state.grey | state.black
    tried = rings_that_matter(rules, state.rings, occupied, state.free)
    worths: list[float] = []
    if state.free != tried:
        worth = _worth_after_captures(
            rules, weights, state.rings, state.white, state.grey, state.black, state.first,
            state.second, 1 - state.seat, 0, _chain(rules),
        )  # fmt: skip
        worths.append(-worth if seat else worth)
    while tried:
        ring = tried & -tried
        tried ^= ring
        after = rules.apply(state, remove(ring.bit_length() - 1))
        worths.append(evaluate(rules, after, seat, weights))
    return max(worths) if seat == state.seat else min(worths)


def _chain(rules: Rules) -> int:
    return CHAIN_ON_DEMAND if rules.on_demand else CHAIN


def _worth_after_captures(
    rules: Rules,
    weights: Weights,
    rings: int,
    white: int,
    grey: int,
    black: int,
    first: int,
    second: int,
    seat: int,
    jumper: int,
    left: int,
) -> float:
    """The value of the position for seat 0 after all forced captures.

    *seat* is on turn and makes the best capture for himself, then the next seat does, *left* times
    at most. *jumper* is the mask of the marble that must go on jumping, or 0.
    """
    occupied = white | grey | black
    if left and (jumper or rules.has_neighbours(occupied)):
        jumps = rules.jumps_of(occupied, rings ^ occupied, jumper or occupied)
        if jumps:
            best = 2.0 if seat else -2.0
            steps = rules.steps
            for move in jumps:
                bit = move & 127
                step = steps[(move >> CELL_BITS) - JUMP]
                landing = 1 << bit + 2 * step
                w, g, b, gain = after_jump(white, grey, black, 1 << bit, 1 << bit + step, landing)
                own = (second if seat else first) + gain
                if rules.reaches_goal(own):
                    return -WON if seat else WON
                stand = w | g | b
                goes_on = bool(rules.jumps_of(stand, rings ^ stand, landing))
                worth = _worth_after_captures(
                    rules, weights, rings, w, g, b, first if seat else own,
                    own if seat else second, seat if goes_on else 1 - seat,
                    landing if goes_on else 0, left - 1,
                )  # fmt: skip
                if worth < best if seat else worth > best:
                    best = worth
            return best
    worth = _progress(rules, weights, first) - _progress(rules, weights, second)
    tempo = weights.turn
    cut = marbles_cut_off(rules, rings, occupied, rules.free_rings(rings, occupied))
    if cut:
        have = second if seat else first
        colour = _best_colour(rules, weights, have, white, grey, black, cut)
        more = _progress(rules, weights, have + ONE[colour]) - _progress(rules, weights, have)
        tempo += weights.rim * more
    worth += -tempo if seat else tempo
    return WON * worth / sqrt(1.0 + worth * worth)


def rings_that_matter(rules: Rules, rings: int, occupied: int, free: int) -> int:
    """The *free* rings whose removal changes what is captured next.

    On them a jump would land (§5), or one of them alone holds a marble to the board (§6).
    """
    matter = 0
    vacant = rings ^ occupied
    if rules.has_neighbours(occupied):
        for move in rules.jumps_of(occupied, vacant, occupied):
            matter |= 1 << (move & 127) + 2 * rules.steps[(move >> CELL_BITS) - JUMP]
    cut = marbles_cut_off(rules, rings, occupied, free)
    if cut:
        up = rules.steps[0]
        right = cut | cut << 1
        left = cut | cut >> 1
        matter |= right | right << up | left | left >> up
    return matter & free


def marbles_cut_off(rules: Rules, rings: int, occupied: int, free: int) -> int:
    """The marbles that only one of the *free* rings holds to the board.

    If that ring is removed, they are isolated and taken (§6).
    """
    up = rules.steps[0]
    ones = rings >> 1
    twos = 0
    for beside in (rings << 1, rings >> up, rings << up, rings >> up + 1, rings << up + 1):
        twos |= ones & beside
        ones |= beside
    held = occupied & ones & ~twos
    if held:
        right = free | free << 1
        left = free | free >> 1
        held &= right | right << up | left | left >> up
    return held


def _best_colour(
    rules: Rules, weights: Weights, own: int, white: int, grey: int, black: int, among: int
) -> int:
    """The colour of a marble on *among* that helps the owner of the counts *own* most."""
    best, most = 0, -1.0
    for colour, standing in enumerate((white, grey, black)):
        if standing & among:
            progress = _progress(rules, weights, own + ONE[colour])
            if progress > most:
                best, most = colour, progress
    return best


def _progress(rules: Rules, weights: Weights, counts: int) -> float:
    """The progress of the owner of *counts* towards each goal and the nearest one, weighted."""
    goals = rules.goals
    each = goals[3]
    white = counts & COUNT_MASK
    grey = counts >> COUNT_BITS & COUNT_MASK
    black = counts >> 2 * COUNT_BITS
    some = min(white, each) + min(grey, each) + min(black, each)
    bend = weights.bend
    w = white / goals[0]
    w *= 1 - bend + bend * w
    g = grey / goals[1]
    g *= 1 - bend + bend * g
    b = black / goals[2]
    b *= 1 - bend + bend * b
    e = some / (3 * each)
    e *= 1 - bend + bend * e
    return (
        weights.white * w
        + weights.grey * g
        + weights.black * b
        + weights.each * e
        + weights.nearest * max(w, g, b, e)
    )
