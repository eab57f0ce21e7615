# mypyc: compile
"""A game of TAMSK finished at random, in machine words once all glasses stand on the board.

Compiled, an ``i64`` is a register instead of an object. Spaces are bits of the lattice here, so the
spaces beside a glass are shifts; a left shift may lose bits beyond the board (compiled) or keep
them (interpreted), so a mask of spaces follows every shift.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import Dice, few_bits, nth_bit
from gipf_meta_tamsk.board import BIT, CAPACITY, LATTICE, SPACES
from gipf_meta_tamsk.rules import Rules
from gipf_meta_tamsk.state import GLASSES, NONE, State

if TYPE_CHECKING:
    from mypy_extensions import i64

A_DECISION_MS: Final = 1000
"""The time of each decision after the first in real time, in ms."""
_BOARD: Final = LATTICE.full
_UP: Final = LATTICE.stride
_NEVER: Final = 1 << 60
"""A game time at which nothing happens any more, in ms."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random: 1 for the winner, -1 for the loser, 0 for a draw.

    ``Rules`` makes the steps with the metronome, because a beat comes before every move, and those
    while glasses are placed, a glass is in a hand, or the 15-second glass runs.
    """
    dice = Dice(rng)
    is_first = True
    while state.ending is None:
        if rules.real_time and not is_first:
            state = rules.advance(state, state.t + A_DECISION_MS).state()
            if state.ending is not None:
                break
        if (
            not rules.beat_ms
            and NONE not in state.spaces
            and state.lifted == NONE
            and state.late == NONE
            and state.timer_at == NONE
        ):
            winner: int = _Words(rules, state).play_on(dice)
            return _worth(winner)
        moves = rules.turn_moves(state, rules.mover(state))
        state = rules.apply(state, moves[dice.below(len(moves))])
        is_first = False
    return _worth(state.ending.winner)


def _worth(winner: int) -> tuple[float, ...]:
    """The utilities of both seats in a game won by *winner*; ``NONE`` is a draw."""
    if winner == NONE:
        return (0.0, 0.0)
    return (-1.0, 1.0) if winner else (1.0, -1.0)


class _Side:
    """The glasses of one seat: three spaces; when they run out, in ms of game time, ``NONE`` before
    they run; whether they are dead. *left* are rings, *skip* lost turns."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat: i64 = seat
        self.left: i64 = state.left[seat]
        self.skip: i64 = state.skip[seat]
        first, second, third = GLASSES[seat]
        # no dead glass is looked at again, but for its space
        self.a: i64 = _bit(state.spaces[first])
        self.b: i64 = _bit(state.spaces[second])
        self.c: i64 = _bit(state.spaces[third])
        self.empty_a: i64 = state.empty_at[first]
        self.empty_b: i64 = state.empty_at[second]
        self.empty_c: i64 = state.empty_at[third]
        self.is_dead_a = state.dead >> first & 1 == 1
        self.is_dead_b = state.dead >> second & 1 == 1
        self.is_dead_c = state.dead >> third & 1 == 1
        self.next_expiry: i64 = _NEVER
        self.find_next_expiry()

    def find_next_expiry(self) -> None:
        """Enters when the first of the glasses that run will be empty."""
        due: i64 = _NEVER
        if self.empty_a != NONE and not self.is_dead_a:
            due = self.empty_a
        if self.empty_b != NONE and not self.is_dead_b and self.empty_b < due:
            due = self.empty_b
        if self.empty_c != NONE and not self.is_dead_c and self.empty_c < due:
            due = self.empty_c
        self.next_expiry = due

    def stop_empty_glasses(self, t: i64) -> None:
        """Stops the glasses that are empty at *t*."""
        if self.empty_a == t:
            self.is_dead_a = True
        if self.empty_b == t:
            self.is_dead_b = True
        if self.empty_c == t:
            self.is_dead_c = True
        self.find_next_expiry()

    def last_expiry(self) -> i64:
        """The game time in ms at which the longest running glass is, or was, empty."""
        last: i64 = self.empty_a
        if self.empty_b > last:
            last = self.empty_b
        return self.empty_c if self.empty_c > last else last


class _Words:
    """A position while it changes, as ``Course`` is.

    *low* and *high* count by two bits how many rings more than one each space can take.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.is_timed: Final = rules.level > 1
        self.decision_ms: i64 = A_DECISION_MS if rules.real_time else 0
        self.sand_ms: i64 = rules.sand_ms
        self.rejects_full: Final = rules.reject_full
        self.must_start: Final = rules.level > 1 and rules.must_start
        self.stops: Final = rules.stop_without_rings
        self.may_pass: Final = rules.voluntary_pass != "forbidden"
        self.pass_costs: Final = rules.voluntary_pass == "costs_next"
        self.last_running: Final = rules.last_running
        self.stall_limit: i64 = rules.stall_limit
        self.t: i64 = state.t
        self.idle: i64 = state.idle
        self.full: i64 = 0
        self.low: i64 = 0
        self.high: i64 = 0
        for space in range(SPACES):
            more = CAPACITY[space] - state.rings[space] - 1
            if state.full >> space & 1:
                self.full |= _bit(space)
            elif more > 0:
                self.low |= _bit(space) if more & 1 else 0
                self.high |= _bit(space) if more & 2 else 0
        self.own = _Side(state, state.to_move)
        self.theirs = _Side(state, 1 - state.to_move)
        self.is_over = False
        self.winner = NONE

    def play_on(self, dice: Dice) -> int:
        """Plays to the end: the winner, or ``NONE``."""
        while True:
            self.make_move(dice)
            if self.is_over:
                return self.winner
            if self.decision_ms:
                self.advance(self.t + self.decision_ms)
                if self.is_over:
                    return self.winner

    def make_move(self, dice: Dice) -> None:
        """One of the decisions that make up a turn, each as likely as the other, and what follows
        (§7.6)."""
        side = self.own
        standing: i64 = side.a | side.b | side.c
        standing |= self.theirs.a | self.theirs.b | self.theirs.c
        free: i64 = _BOARD & ~standing
        open_ones: i64 = free & ~self.full
        goals: i64 = open_ones if self.rejects_full else free
        a: i64 = beside(side.a, goals)
        b: i64 = beside(side.b, goals)
        c: i64 = beside(side.c, goals)
        if side.is_dead_a:
            a = 0
        if side.is_dead_b:
            b = 0
        if side.is_dead_c:
            c = 0
        if self.must_start and (
            (side.empty_a == NONE and not side.is_dead_a and a & open_ones)
            or (side.empty_b == NONE and not side.is_dead_b and b & open_ones)
            or (side.empty_c == NONE and not side.is_dead_c and c & open_ones)
        ):
            # glasses that have never run go first (§5.4)
            if side.empty_a != NONE:
                a = 0
            if side.empty_b != NONE:
                b = 0
            if side.empty_c != NONE:
                c = 0
        many_a: i64 = few_bits(a)
        many_b: i64 = many_a + few_bits(b)
        ways: i64 = many_b + few_bits(c)
        rings: i64 = 2 if side.left else 1
        number: i64 = dice.below(ways * rings + (1 if self.may_pass else 0))
        way: i64 = number >> 1 if side.left else number
        to: i64 = 0
        if way >= ways:
            if self.pass_costs:
                side.skip += 1
            self.idle += 1
        else:
            if way < many_a:
                to = nth_bit(a, way)
                side.a = to
            elif way < many_b:
                to = nth_bit(b, way - many_a)
                side.b = to
            else:
                to = nth_bit(c, way - many_b)
                side.c = to
            if self.full & to:
                self.end(self.theirs.seat)
                return
            if self.is_timed:
                self.turn_glass(side, 0 if way < many_a else 1 if way < many_b else 2)
            if side.left and number & 1:
                self.drop_ring(side, to)
            else:
                self.idle += 1
        self.own, self.theirs = self.theirs, side
        if self.stall_limit and self.idle >= self.stall_limit:
            self.finish()
            return
        self.skip_lost_turns()
        if self.is_timed:
            self.advance(self.t)

    def turn_glass(self, side: _Side, glass: i64) -> None:
        """Turns a glass of *side* over: the sand that has run stands above again (§5.2)."""
        t: i64 = self.t
        full: i64 = t + self.sand_ms
        if glass == 0:
            side.empty_a = full - (side.empty_a - t if side.empty_a != NONE else 0)
        elif glass == 1:
            side.empty_b = full - (side.empty_b - t if side.empty_b != NONE else 0)
        else:
            side.empty_c = full - (side.empty_c - t if side.empty_c != NONE else 0)
        side.find_next_expiry()

    def drop_ring(self, side: _Side, space: i64) -> None:
        """Drops a ring of *side* on *space* (§4)."""
        side.left -= 1
        self.idle = 0
        if not (self.low | self.high) & space:
            self.full |= space
            return
        if not self.low & space:
            self.high ^= space
        self.low ^= space

    def advance(self, until: i64) -> None:
        """Lets the time pass up to *until*, in ms of game time (§7.4)."""
        while not self.is_over:
            now: i64 = self.own.next_expiry
            if self.theirs.next_expiry < now:
                now = self.theirs.next_expiry
            if now > until:
                self.t = until
                return
            self.t = now
            self.own.stop_empty_glasses(now)
            self.theirs.stop_empty_glasses(now)
            self.skip_lost_turns()

    def skip_lost_turns(self) -> None:
        """Skips lost turns and players who cannot move; ends the game when neither can (§7.5)."""
        open_ones: i64 = self.own.a | self.own.b | self.own.c
        open_ones |= self.theirs.a | self.theirs.b | self.theirs.c
        open_ones = _BOARD & ~(open_ones | self.full)
        while True:
            own = self.own
            can_move = self.can_move(own, open_ones)
            if can_move and not own.skip:
                return
            if not can_move and not self.can_move(self.theirs, open_ones):
                self.finish()
                return
            if own.skip:
                own.skip -= 1
            self.own, self.theirs = self.theirs, own

    def can_move(self, side: _Side, open_ones: i64) -> bool:
        """Whether *side* could make a move if it were his turn (§7.5)."""
        if self.stops and not side.left:
            return False
        living: i64 = 0
        if not side.is_dead_a:
            living |= side.a
        if not side.is_dead_b:
            living |= side.b
        if not side.is_dead_c:
            living |= side.c
        return beside(living, open_ones) != 0

    def finish(self) -> None:
        """Ends the game: fewer rings left win, then the longest running glass, or nobody (§7.7)."""
        own, theirs = self.own, self.theirs
        if own.left != theirs.left:
            self.end(own.seat if own.left < theirs.left else theirs.seat)
            return
        if self.last_running:
            last: i64 = own.last_expiry()
            other: i64 = theirs.last_expiry()
            if last != other:
                self.end(own.seat if last > other else theirs.seat)
                return
        self.end(NONE)

    def end(self, winner: i64) -> None:
        """Ends the game; *winner* is a seat or ``NONE``."""
        self.is_over = True
        self.winner = winner


def _bit(space: int) -> int:
    """The mask of a space, on the lattice."""
    return 1 << BIT[space]


def beside(spaces: i64, among: i64) -> i64:
    """The spaces of *among*, spaces of the board, that are beside one of *spaces* (§2.2)."""
    right: i64 = spaces | spaces << 1
    left: i64 = spaces | spaces >> 1
    return (right | right << _UP | left | left >> _UP) & among & ~spaces
