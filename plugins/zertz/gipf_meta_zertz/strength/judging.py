# mypyc: compile
"""The judgements of ``bot.evaluate`` in machine words, of all decisions in a position at once.

Most placements of a turn are worth the same: no marble can jump after them and none is cut off. A
few shifts of whole sets find them, and one judgement does for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gipf_meta import bit_count, connected_in
from gipf_meta_zertz.board import CELL_BITS
from gipf_meta_zertz.rules import Rules
from gipf_meta_zertz.state import JUMP, REMOVE, State
from gipf_meta_zertz.strength.bot import CHAIN, WEIGHTS, WON, Weights, evaluate
from gipf_meta_zertz.strength.masks import (
    can_jump,
    fits_words,
    free_rings,
    has_enclosed,
    places_with_jumps,
    rings_that_matter,
    rings_with_one_neighbour,
)
from gipf_meta_zertz.strength.quiet import BLACK, GREY, QuietWorth

if TYPE_CHECKING:
    from mypy_extensions import i64

_BY_RULES: Final = 9.0
"""A mark instead of the value of a position that ``Rules`` has to make: the pool is empty, or the
board is full."""


class Judging(QuietWorth):
    """Judges positions under *rules* as ``evaluate`` does, to the last digit.

    ``evaluate`` itself judges on boards beyond a machine word, with optional claims, with captures
    on demand, and when the pool is empty.
    """

    def __init__(self, rules: Rules, weights: Weights = WEIGHTS) -> None:
        super().__init__(rules, weights)
        self.hurries: Final = fits_words(rules)

    def __reduce__(self) -> tuple[type[Judging], tuple[object, ...]]:
        return Judging, (self.rules, self.weights)

    # -- positions -------------------------------------------------------------------------------

    def evaluate(self, state: State, seat: int) -> float:
        """The value of *state* for *seat*, from -1 (lost) to 1 (won)."""
        if not self.hurries or state.special is not None or state.ending is not None:
            return evaluate(self.rules, state, seat, self.weights)
        worth: float
        if state.free:
            worth = self._after_best_removal(
                state.rings, state.white, state.grey, state.black, state.free, state.pool,
                state.first, state.second, state.seat,
            )  # fmt: skip
            if worth == _BY_RULES:
                return evaluate(self.rules, state, seat, self.weights)
        else:
            worth = self._after_captures(
                state.rings, state.white, state.grey, state.black, state.first, state.second,
                state.seat, state.jumper, CHAIN,
            )  # fmt: skip
        return -worth if seat else worth

    def evaluate_moves(self, state: State, seat: int, moves: Sequence[int]) -> list[float]:
        """The value of *state* for *seat* after each of *moves*, which are legal."""
        worths: list[float] = []
        if not self.hurries or state.special is not None or not state.pool:
            for move in moves:
                worths.append(self._after_move_by_rules(state, move, seat))
            return worths
        rings: i64 = state.rings
        white: i64 = state.white
        grey: i64 = state.grey
        black: i64 = state.black
        pool: i64 = state.pool
        first: i64 = state.first
        second: i64 = state.second
        mover: i64 = state.seat
        up: i64 = self.up
        occupied: i64 = white | grey | black
        free: i64 = 0
        loud: i64 = rings
        quiet = 0.0
        if not state.free and not state.jumper:
            free = free_rings(rings, occupied, up)
            hanging: i64 = rings_with_one_neighbour(rings, up)
            if free & free - 1 and not occupied & hanging:
                # a ring is free after every placement, and no marble is cut off elsewhere
                loud = hanging | places_with_jumps(rings, occupied, up)
                quiet = self.in_quiet(rings, white, grey, black, first, second, 1 - mover)
        for move in moves:
            number: i64 = move
            bit: i64 = number & 127
            kind: i64 = number >> CELL_BITS
            cell: i64 = (rings >> bit & 1) << bit
            worth: float
            if kind < REMOVE:
                if not loud & cell:
                    worth = quiet
                else:
                    w: i64 = white
                    g: i64 = grey
                    b: i64 = black
                    left: i64 = pool
                    if kind == 0:
                        w |= cell
                        left -= 1
                    elif kind == 1:
                        g |= cell
                        left -= GREY
                    else:
                        b |= cell
                        left -= BLACK
                    if free & ~cell:
                        worth = self._after_best_removal(
                            rings, w, g, b, free & ~cell, left, first, second, mover
                        )
                    else:
                        worth = self._after_turn(rings, w, g, b, left, first, second, mover)
            elif kind == REMOVE:
                worth = self._after_turn(
                    rings ^ cell, white, grey, black, pool, first, second, mover
                )
            else:
                worth = self._after_jump(
                    rings, white, grey, black, first, second, mover, kind - JUMP, cell
                )
            if worth == _BY_RULES:
                worths.append(self._after_move_by_rules(state, move, seat))
            else:
                worths.append(-worth if seat else worth)
        return worths

    def _after_move_by_rules(self, state: State, move: int, seat: int) -> float:
        return evaluate(self.rules, self.rules.apply(state, move), seat, self.weights)

    # -- what a position is worth to seat 0 ------------------------------------------------------

    def _after_best_removal(
        self, rings: i64, white: i64, grey: i64, black: i64, free: i64, pool: i64, first: i64,
        second: i64, mover: i64,
    ) -> float:  # fmt: skip
        """The value after the best removal by *mover*, who has placed: the rings that matter are
        tried, and the others as if none was removed."""
        tried: i64 = rings_that_matter(rings, white | grey | black, free, self.up)
        best = 2.0 if mover else -2.0
        if free != tried:
            best = self._after_captures(
                rings, white, grey, black, first, second, 1 - mover, 0, CHAIN
            )
        while tried:
            ring: i64 = tried & -tried
            tried ^= ring
            worth = self._after_turn(rings ^ ring, white, grey, black, pool, first, second, mover)
            if worth == _BY_RULES:
                return worth
            if mover:
                if worth < best:
                    best = worth
            elif worth > best:
                best = worth
        return best

    def _after_turn(
        self, rings: i64, white: i64, grey: i64, black: i64, pool: i64, first: i64, second: i64,
        mover: i64,
    ) -> float:  # fmt: skip
        """The value after *mover* has placed and removed: full regions are taken (§6)."""
        up: i64 = self.up
        occupied: i64 = white | grey | black
        vacant: i64 = rings & ~occupied
        if has_enclosed(occupied, vacant, up):
            full: i64 = rings & ~connected_in(rings, vacant, up)
            if full:
                gain: i64 = bit_count(white & full) + GREY * bit_count(grey & full)
                gain += BLACK * bit_count(black & full)
                rings ^= full
                white &= rings
                grey &= rings
                black &= rings
                if mover:
                    second += gain
                else:
                    first += gain
        if self.has_won(second if mover else first):
            return -1.0 if mover else 1.0
        if not pool or not vacant:
            return _BY_RULES
        return self._after_captures(rings, white, grey, black, first, second, 1 - mover, 0, CHAIN)

    def _after_jump(
        self, rings: i64, white: i64, grey: i64, black: i64, first: i64, second: i64, mover: i64,
        direction: i64, origin: i64,
    ) -> float:  # fmt: skip
        """The value after a jump of the marble on *origin*; it jumps on, or the turn ends."""
        up: i64 = self.up
        over: i64
        landing: i64
        if direction == 0:
            over, landing = origin << up, origin << 2 * up
        elif direction == 1:
            over, landing = origin << up + 1, origin << 2 * up + 2
        elif direction == 2:
            over, landing = origin << 1, origin << 2
        elif direction == 3:
            over, landing = origin >> up, origin >> 2 * up
        elif direction == 4:
            over, landing = origin >> up + 1, origin >> 2 * up + 2
        else:
            over, landing = origin >> 1, origin >> 2
        gain: i64
        if white & over:
            white ^= over
            gain = 1
        elif grey & over:
            grey ^= over
            gain = GREY
        else:
            black ^= over
            gain = BLACK
        if white & origin:
            white ^= origin | landing
        elif grey & origin:
            grey ^= origin | landing
        else:
            black ^= origin | landing
        if mover:
            second += gain
        else:
            first += gain
        occupied: i64 = white | grey | black
        if can_jump(occupied, rings & ~occupied, landing, up):
            return self._after_captures(
                rings, white, grey, black, first, second, mover, landing, CHAIN
            )
        if self.has_won(second if mover else first):
            return -1.0 if mover else 1.0
        return self._after_captures(rings, white, grey, black, first, second, 1 - mover, 0, CHAIN)

    def _after_captures(
        self, rings: i64, white: i64, grey: i64, black: i64, first: i64, second: i64, seat: i64,
        jumper: i64, left: i64,
    ) -> float:  # fmt: skip
        """The value after all forced captures.

        *seat* is on turn and makes the best capture for himself, then the next seat does, *left*
        times at most. *jumper* is the mask of the marble that must go on jumping, or 0.
        """
        up: i64 = self.up
        across: i64 = up + 1
        occupied: i64 = white | grey | black
        vacant: i64 = rings & ~occupied
        who: i64 = jumper if jumper else occupied
        # pairs of neighbours, each named by its lower bit
        rows: i64 = occupied & occupied >> 1
        columns: i64 = occupied & occupied >> up
        slants: i64 = occupied & occupied >> across
        if not left or not rows | columns | slants:
            return self.in_quiet(rings, white, grey, black, first, second, seat)
        best = 2.0 if seat else -2.0
        found = False
        direction: i64 = 0
        while direction < 6:
            step: i64
            movers: i64
            if direction < 3:
                if direction == 0:
                    step, movers = 1, rows & vacant >> 2 & who
                elif direction == 1:
                    step, movers = up, columns & vacant >> 2 * up & who
                else:
                    step, movers = across, slants & vacant >> 2 * across & who
            elif direction == 3:
                step, movers = 1, (rows & vacant << 1) << 1 & who
            elif direction == 4:
                step, movers = up, (columns & vacant << up) << up & who
            else:
                step, movers = across, (slants & vacant << across) << across & who
            while movers:
                origin: i64 = movers & -movers
                movers ^= origin
                found = True
                over: i64
                landing: i64
                if direction < 3:
                    over, landing = origin << step, origin << 2 * step
                else:
                    over, landing = origin >> step, origin >> 2 * step
                own: i64 = second if seat else first
                w: i64 = white
                g: i64 = grey
                b: i64 = black
                if w & over:
                    w ^= over
                    own += 1
                elif g & over:
                    g ^= over
                    own += GREY
                else:
                    b ^= over
                    own += BLACK
                if self.has_won(own):
                    return -WON if seat else WON
                if w & origin:
                    w ^= origin | landing
                elif g & origin:
                    g ^= origin | landing
                else:
                    b ^= origin | landing
                stand: i64 = w | g | b
                next_seat: i64 = seat
                next_jumper: i64 = landing
                if not can_jump(stand, rings & ~stand, landing, up):
                    next_seat, next_jumper = 1 - seat, 0
                worth = self._after_captures(
                    rings, w, g, b, first if seat else own, own if seat else second,
                    next_seat, next_jumper, left - 1,
                )  # fmt: skip
                if seat:
                    if worth < best:
                        best = worth
                elif worth > best:
                    best = worth
            direction += 1
        if found:
            return best
        return self.in_quiet(rings, white, grey, black, first, second, seat)
