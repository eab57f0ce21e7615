# mypyc: compile
"""A game of ZÈRTZ finished at random, in machine words while no rare rule applies.

Compiled, an ``i64`` is a register instead of an object. A left shift may lose bits beyond the board
(compiled) or keep them (interpreted), so a mask of rings or marbles follows every shift.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import UTILITIES, Dice, bit_count, connected_in, nth_bit
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import COUNT_BITS, COUNT_MASK, GUARDS, ONE, State
from gipf_meta_zertz.strength.masks import count_few, fits_words, free_rings, has_enclosed

if TYPE_CHECKING:
    from mypy_extensions import i64

_GREY: Final = ONE[1]
_BLACK: Final = ONE[2]


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random: 1 for the winner and -1 for the loser, or 0 for both.

    ``Rules`` makes the steps on boards beyond a machine word, with optional claims, with captures
    on demand, and when the pool is empty.
    """
    dice = Dice(rng)
    hurries = fits_words(rules)
    while state.ending is None:
        if (
            hurries
            and state.pool
            and state.special is None
            and not state.free
            and not state.jumper
            and not rules.reaches_goal(state.first)
            and not rules.reaches_goal(state.second)
        ):
            after = _play_in_words(rules, state, dice)
            if isinstance(after, int):
                return UTILITIES[after]
            state = after
        else:
            moves = rules.legal_moves(state)
            state = rules.apply(state, moves[dice.below(len(moves))])
    winners = state.ending.winners
    return UTILITIES[winners[0] if winners else -1]


def _play_in_words(rules: Rules, state: State, dice: Dice) -> State | int:
    """Plays on with machine words: the seat that reaches a goal, or the state from which ``Rules``
    has to go on, because the pool is empty or the board full.

    *state* is between two turns, and nobody has reached a goal yet.
    """
    rings: i64 = state.rings
    white: i64 = state.white
    grey: i64 = state.grey
    black: i64 = state.black
    pool: i64 = state.pool
    own: i64 = state.second if state.seat else state.first
    theirs: i64 = state.first if state.seat else state.second
    turns: i64 = 0
    up: i64 = rules.up
    across: i64 = up + 1
    goal: i64 = rules.any_goal
    each: i64 = rules.each_goal
    guards: i64 = GUARDS
    captured = state.captured
    bits = rules.board.bits
    while True:
        occupied: i64 = white | grey | black
        vacant: i64 = rings & ~occupied
        before = own
        who = occupied
        while True:
            # pairs of neighbours, each named by its lower bit; then those with a vacant ring behind
            rows: i64 = occupied & occupied >> 1
            columns: i64 = occupied & occupied >> up
            slants: i64 = occupied & occupied >> across
            if not rows | columns | slants:
                break
            jumps = (
                rows & vacant >> 2 & who,
                columns & vacant >> 2 * up & who,
                slants & vacant >> 2 * across & who,
                (rows & vacant << 1) << 1 & who,
                (columns & vacant << up) << up & who,
                (slants & vacant << across) << across & who,
            )
            some: i64 = jumps[0] | jumps[1] | jumps[2] | jumps[3] | jumps[4] | jumps[5]
            if not some:
                break
            origin: i64
            over: i64
            landing: i64
            origin, over, landing = _choose_jump(jumps, up, dice)
            if white & over:
                white ^= over
                own += 1
            elif grey & over:
                grey ^= over
                own += _GREY
            else:
                black ^= over
                own += _BLACK
            if white & origin:
                white ^= origin | landing
            elif grey & origin:
                grey ^= origin | landing
            else:
                black ^= origin | landing
            occupied ^= origin | over | landing
            vacant = rings & ~occupied
            who = landing
        if own == before:
            colour: i64 = _choose_colour(pool, dice)
            cell: i64 = _choose_cell(vacant, bits, dice)
            if colour == 0:
                white |= cell
                pool -= 1
            elif colour == 1:
                grey |= cell
                pool -= _GREY
            else:
                black |= cell
                pool -= _BLACK
            occupied |= cell
            free: i64 = free_rings(rings, occupied, up)
            if free:
                rings ^= _choose_cell(free, bits, dice)
            vacant = rings & ~occupied
            if has_enclosed(occupied, vacant, up):
                full: i64 = rings & ~connected_in(rings, vacant, up)
                if full:
                    own += bit_count(white & full) + _GREY * bit_count(grey & full)
                    own += _BLACK * bit_count(black & full)
                    rings ^= full
                    white &= rings
                    grey &= rings
                    black &= rings
        if own != before and ((own + goal) & guards or (own + each) & guards == guards):
            return state.seat ^ turns & 1
        if not pool or not vacant:
            mover = state.seat ^ turns & 1
            end = State(
                rings, white, grey, black, pool, theirs if mover else own, own if mover else theirs,
                mover, state.number + turns, captured=captured,
            )  # fmt: skip
            return rules.end_turn(end, took=own != before)
        captured = captured or own != before
        own, theirs = theirs, own
        turns += 1


def _choose_colour(pool: i64, dice: Dice) -> i64:
    """One of the colours in the pool, each as likely as the other."""
    white: i64 = 1 if pool & COUNT_MASK else 0
    grey: i64 = 1 if pool >> COUNT_BITS & COUNT_MASK else 0
    black: i64 = 1 if pool >> 2 * COUNT_BITS else 0
    colour: i64 = dice.below(white + grey + black)
    if not white:
        colour += 1
    if colour == 1 and not grey:
        colour = 2
    return colour


def _choose_jump(
    jumps: tuple[i64, i64, i64, i64, i64, i64], up: i64, dice: Dice
) -> tuple[i64, i64, i64]:
    """One of the jumps, each as likely as the other: the masks of its origin, of the marble that it
    jumps over, and of its landing.

    *jumps* are the marbles that can jump upwards by a column's, a row's and a slanting step, then
    those that can jump downwards.
    """
    rises, climbs, slants, falls, sinks, slides = jumps
    first: i64 = count_few(rises)
    second: i64 = first + count_few(climbs)
    third: i64 = second + count_few(slants)
    fourth: i64 = third + count_few(falls)
    fifth: i64 = fourth + count_few(sinks)
    number: i64 = dice.below(fifth + count_few(slides))
    origin: i64
    if number < third:
        step: i64
        if number < first:
            origin = nth_bit(rises, number)
            step = 1
        elif number < second:
            origin = nth_bit(climbs, number - first)
            step = up
        else:
            origin = nth_bit(slants, number - second)
            step = up + 1
        return origin, origin << step, origin << 2 * step
    if number < fourth:
        origin = nth_bit(falls, number - third)
        step = 1
    elif number < fifth:
        origin = nth_bit(sinks, number - fourth)
        step = up
    else:
        origin = nth_bit(slides, number - fifth)
        step = up + 1
    return origin, origin >> step, origin >> 2 * step


def _choose_cell(mask: i64, bits: tuple[int, ...], dice: Dice) -> i64:
    """One of the cells in *mask*, each as likely as the other; *bits* are those of all cells."""
    tries: i64 = 3
    many: i64 = len(bits)
    while tries:
        bit: i64 = bits[dice.below(many)]
        above: i64 = mask >> bit
        if above & 1:
            # not 1 << bit: compiled, a literal is shifted as 32 bits
            above <<= bit
            return above & -above
        tries -= 1
    return nth_bit(mask, dice.below(bit_count(mask)))
