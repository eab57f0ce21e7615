"""A game of ZÈRTZ finished at random, in plain integers wherever nothing rare happens."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from gipf_meta_zertz.board import CELL_BITS
from gipf_meta_zertz.rules import Rules, after_jump
from gipf_meta_zertz.state import BLACK, COUNT_BITS, COUNT_MASK, GREY, JUMP, ONE, WHITE, State

_COLOURS: Final = tuple(
    tuple(colour for colour in (WHITE, GREY, BLACK) if some >> colour & 1) for some in range(8)
)
"""The colours of each set of colours."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Plays on at random; 1 for the winner and -1 for the loser, or 0 for both.

    With optional claims or captures on demand, and once the pool is empty, by the rules' own steps.
    """
    random = rng.random
    simple = not rules.on_demand and not rules.optional_claim
    while state.ending is None:
        if (
            simple
            and state.pool
            and state.special is None
            and not state.free
            and not state.jumper
            and not rules.reaches_goal(state.first)
            and not rules.reaches_goal(state.second)
        ):
            state = _hurried(rules, state, random)
        else:
            moves = rules.legal_moves(state)
            state = rules.apply(state, moves[int(random() * len(moves))])
    winners = state.ending.winners
    if not winners:
        return (0.0, 0.0)
    return (-1.0, 1.0) if winners[0] else (1.0, -1.0)


def _hurried(rules: Rules, state: State, random: Callable[[], float]) -> State:
    """The state between turns after which something rare follows, or may have happened: a region
    may be full, the pool empty, a goal reached. Nobody has reached one in *state*."""
    rings = state.rings
    white = state.white
    grey = state.grey
    black = state.black
    pool = state.pool
    first = state.first
    second = state.second
    seat = state.seat
    number = state.number
    captured = state.captured
    cells = rules.board.cells
    steps = rules.steps
    occupied = white | grey | black
    vacant = rings ^ occupied
    while True:
        jumps = rules.jumps_of(occupied, vacant, occupied) if rules.adjoining(occupied) else ()
        if jumps:
            captured = True
            while jumps:
                move = jumps[int(random() * len(jumps))]
                step = steps[(move >> CELL_BITS) - JUMP]
                origin = 1 << (move & 127)
                over = 1 << (move & 127) + step
                landing = 1 << (move & 127) + 2 * step
                white, grey, black, gain = after_jump(white, grey, black, origin, over, landing)
                if seat:
                    second += gain
                else:
                    first += gain
                occupied = white | grey | black
                vacant = rings ^ occupied
                jumps = rules.jumps_of(occupied, vacant, landing)
            if rules.reaches_goal(second if seat else first):
                return rules.end_of_turn(
                    rings, white, grey, black, pool, first, second, seat, number, (), None, True,
                    False,
                )  # fmt: skip
        else:
            colours = _COLOURS[
                (1 if pool & COUNT_MASK else 0)
                | (2 if pool >> COUNT_BITS & COUNT_MASK else 0)
                | (4 if pool >> 2 * COUNT_BITS else 0)
            ]
            colour = colours[int(random() * len(colours))]
            cell = _any_of(vacant, cells, random)
            if colour == WHITE:
                white |= cell
            elif colour == GREY:
                grey |= cell
            else:
                black |= cell
            pool -= ONE[colour]
            occupied |= cell
            free = rules.free_rings(rings, occupied)
            if free:
                rings ^= _any_of(free, cells, random)
            vacant = rings ^ occupied
            if not pool or rules.crowded(occupied, vacant):
                return rules.settled(
                    rings, white, grey, black, pool, first, second, seat, number, (), None,
                    captured,
                )  # fmt: skip
        seat = 1 - seat
        number += 1


def _any_of(mask: int, cells: tuple[int, ...], random: Callable[[], float]) -> int:
    """One of the *cells* in *mask*, each as likely as the other."""
    count = mask.bit_count()
    if 4 * count > len(cells):
        while True:
            cell = cells[int(random() * len(cells))]
            if mask & cell:
                return cell
    for _ in range(int(random() * count)):
        mask &= mask - 1
    return mask & -mask
