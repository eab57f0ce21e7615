# mypyc: compile
"""The rules of TAMSK as pure functions of a position (docs/reference/tamsk.md §4-§7).

``Rules`` answers what is legal and what follows, by the procedures of ``course.py`` or by a shorter
way. ``notation.py`` is the one gate: nothing here checks whether a decision is legal.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from gipf_meta_tamsk.board import CAPACITY, CORNERS, NEIGHBOURS, SPACES, occupied, spaces
from gipf_meta_tamsk.course import Course, Options, has_way
from gipf_meta_tamsk.state import (
    CLAIM,
    ENTER,
    FLIP,
    GLASSES,
    LATE_PLACE,
    LIFT,
    MOVE,
    NONE,
    PASS,
    PLACE,
    PUT_BACK,
    RED,
    RING,
    WAIT,
    Move,
    State,
    owner,
)

EVERYWHERE: Final = (1 << SPACES) - 1


class Rules(Options):
    """One way to play: its options, what is legal, and what follows. All methods are pure."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, tuple(getattr(self, field.name) for field in fields(self))

    @property
    def real_time(self) -> bool:
        """Whether the sand runs with the clock."""
        return self.level > 1 and not self.beat_ms

    def start(self) -> State:
        """The position before the first move (§2.4, §6.6)."""
        return State(
            t=0,
            to_move=RED,
            number=1,
            left=(self.rings, self.rings),
            rings=(0,) * SPACES,
            full=0,
            spaces=(NONE,) * 6 if self.placement else CORNERS,
            empty_at=(NONE,) * 6,
            dead=0,
        )

    # ---- what is legal -----------------------------------------------------------------------

    def at_next_move(self, state: State) -> State:
        """The position before the next move: with the metronome one beat later (§7.10)."""
        if not self.beat_ms or state.ending:
            return state
        course = Course(self, state)
        course.advance(state.t + self.beat_ms)
        return course.state()

    def mover(self, state: State) -> int:
        """The seat that makes the next move."""
        return self.at_next_move(state).to_move

    def glass_steps(self, state: State, seat: int) -> list[tuple[int, int]]:
        """Pairs of a glass and a space that *seat* may move it to; full spaces where they lose.

        In the placement start the glass is the next to be placed.
        """
        return [
            (glass, to) for glass, open_to in self.reachable(state, seat) for to in spaces(open_to)
        ]

    def reachable(self, state: State, seat: int) -> list[tuple[int, int]]:
        """The glasses that *seat* may move, each with the set of spaces it may move to."""
        if self.stop_without_rings and not state.left[seat]:
            return []
        # the space of a lifted glass stays reserved (§7.9)
        standing = occupied(state.spaces)
        barred = standing | state.full if self.reject_full else standing
        waiting = _glass_to_place(state, seat)
        if waiting != NONE:
            return [(waiting, EVERYWHERE & ~barred)]
        return [
            (glass, NEIGHBOURS[state.spaces[glass]] & ~barred)
            for glass in self.movable_glasses(state, seat)
        ]

    def movable_glasses(self, state: State, seat: int) -> list[int]:
        """The living glasses that *seat* may choose from (§5.3, §5.4), blocked ones included."""
        if _glass_to_place(state, seat) != NONE:
            return []
        living = [glass for glass in GLASSES[seat] if not state.dead >> glass & 1]
        if self.level > 1 and self.must_start:
            barred = occupied(state.spaces) | state.full
            idle = [glass for glass in living if state.empty_at[glass] == NONE]
            if any(NEIGHBOURS[state.spaces[glass]] & ~barred for glass in idle):
                return idle
        return living

    def turn_moves(self, state: State, seat: int) -> list[Move]:
        """The decisions that make up a turn of *seat*; none if another seat makes the next move."""
        if state.ending:
            return []
        state = self.at_next_move(state)
        if seat != state.to_move:
            return []
        has_rings = state.left[seat] > 0
        held = state.lifted
        moves: list[Move] = []
        for glass, open_to in self.reachable(state, seat):
            if held != NONE and held != glass:
                continue
            at = state.spaces[glass]
            for to in spaces(open_to):
                if held == NONE and at != NONE:
                    with_ring, without = _MOVES[(seat * SPACES + at) * SPACES + to]
                else:
                    with_ring = turn_move(state, seat, glass, to, True)
                    without = turn_move(state, seat, glass, to, False)
                if has_rings:
                    moves.append(with_ring)
                moves.append(without)
        if self.voluntary_pass != "forbidden" and held == NONE:
            moves.append(Move(PASS, seat))
        return moves

    def is_forced(self, state: State, seat: int) -> bool:
        """Whether ``turn_moves`` has exactly one decision."""
        if state.ending is not None or self.beat_ms:
            return len(self.turn_moves(state, seat)) == 1
        # who has rings drops one or not, and who can do nothing is not on turn
        if state.left[seat] or seat != state.to_move:
            return False
        ways = 0 if self.voluntary_pass == "forbidden" or state.lifted != NONE else 1
        for glass, open_to in self.reachable(state, seat):
            if state.lifted == NONE or state.lifted == glass:
                ways += open_to.bit_count()
        return ways == 1

    def legal_moves(self, state: State, seat: int) -> list[Move]:
        """All decisions of *seat*: those of ``turn_moves`` and those of ``beside_moves``."""
        return [*self.turn_moves(state, seat), *self.beside_moves(state, seat)]

    def beside_moves(self, state: State, seat: int) -> list[Move]:
        """The decisions of *seat* that make up no turn, resigning left out."""
        if state.ending:
            return []
        moves = []
        if state.open_space != NONE and state.left[seat]:
            mine = seat == state.open_owner
            if self.late_ring if mine else self.claim:
                moves.append(Move(RING if mine else CLAIM, seat, to=state.open_space))
        if self.can_flip(state, seat):
            moves.append(Move(FLIP, seat))
        if self.can_wait and seat == state.to_move:
            moves.append(Move(WAIT, seat, beats=1))
        moves += self._two_phase_moves(state, seat)
        return moves

    def can_flip(self, state: State, seat: int) -> bool:
        """Whether *seat* may turn the 15-second glass (§6.2)."""
        clock = self.level == 3 and not self.beat_ms
        return clock and seat != state.to_move and state.timer_at == NONE

    @property
    def can_wait(self) -> bool:
        """Whether the mover may wait for beats of the metronome (§7.10)."""
        return bool(self.beat_ms) and self.allow_wait

    def _two_phase_moves(self, state: State, seat: int) -> list[Move]:
        """Lifting, putting back and late placing (§7.9)."""
        if not self.two_phase or _glass_to_place(state, seat) != NONE:
            return []
        moves = []
        if state.late != NONE and owner(state.late) == seat:
            rings = (True, False) if state.left[seat] else (False,)
            targets = [to for glass, to in self.glass_steps(state, seat) if glass == state.late]
            moves = [Move(LATE_PLACE, seat, NONE, to, ring) for to in targets for ring in rings]
            if self.version > 1:
                moves.append(Move(PUT_BACK, seat))
        if seat == state.to_move and state.lifted == NONE:
            liftable = sorted({glass for glass, _ in self.glass_steps(state, seat)})
            moves += [Move(LIFT, seat, state.spaces[glass]) for glass in liftable]
        if seat == state.to_move and state.lifted != NONE:
            moves.append(Move(PUT_BACK, seat))
        return moves

    # ---- what happens ------------------------------------------------------------------------

    def apply(self, state: State, move: Move) -> State:
        """The position after *move*, which is trusted to be legal."""
        if move.kind == MOVE and not self.beat_ms:
            after = self._move_alone(state, move)
            if after is not None:
                return after
        return self.play(state, move).state()

    def _move_alone(self, state: State, move: Move) -> State | None:
        """The position after *move* if nothing but the other's turn follows; else ``None``.

        ``Course`` computes the same more slowly.
        """
        seat, at, to = move.seat, move.at, move.to
        other = 1 - seat
        if state.full >> to & 1 or state.skip[other]:
            return None
        glass = 3 * seat
        while state.spaces[glass] != at:
            glass += 1
        spaces = list(state.spaces)
        spaces[glass] = to
        empty_at = state.empty_at
        if self.level > 1:
            run_out = empty_at[glass]
            run_out = state.t + self.sand_ms - (run_out - state.t if run_out != NONE else 0)
            if run_out <= state.t or not _is_quiet(state, state.t):
                return None
            times = list(empty_at)
            times[glass] = run_out
            empty_at = tuple(times)
        left, rings, full = state.left, state.rings, state.full
        idle, open_space, open_owner = 0, NONE, NONE
        if move.ring:
            left = (left[0], left[1] - 1) if seat else (left[0] - 1, left[1])
            on = list(rings)
            on[to] += 1
            if on[to] == CAPACITY[to]:
                full |= 1 << to
            rings = tuple(on)
        else:
            idle, open_space, open_owner = state.idle + 1, to, seat
            if self.stall_limit and idle >= self.stall_limit:
                return None
        if self.stop_without_rings and not left[other]:
            return None
        if not has_way(other, spaces, state.dead, full):
            return None
        return State(
            state.t,
            other,
            state.number + 1,
            left,
            rings,
            full,
            tuple(spaces),
            empty_at,
            state.dead,
            state.timer_at,
            NONE,
            state.skip,
            open_space,
            open_owner,
            idle,
            NONE,
            NONE,
            None,
        )

    def play(self, state: State, move: Move) -> Course:
        """The course of a legal *move*, with the events that followed."""
        course = Course(self, state)
        course.play(move)
        return self._make_last_beat(course)

    def _make_last_beat(self, course: Course) -> Course:
        """Makes the next beat of the metronome at once if it ends the game (§7.10 c)."""
        if self.beat_ms and course.ending is None:
            last = Course(self, course.state())
            last.advance(course.t + self.beat_ms)
            if last.ending:
                last.log = course.log + last.log
                return last
        return course

    def advance(self, state: State, t: int) -> Course:
        """The course of the time up to *t*, in ms of game time."""
        course = Course(self, state)
        course.advance(t)
        return course

    def later(self, state: State, t: int) -> State:
        """The position at the game time *t*, in ms."""
        if self.level == 1 or state.ending is not None:
            return state
        return state.at(t) if _is_quiet(state, t) else self.advance(state, t).state()

    def next_expiry(self, state: State) -> int | None:
        """The time in ms until a glass runs out (§7.8); ``None``: none does."""
        if not self.real_time or state.ending:
            return None
        course = Course(self, state)
        return min((e - state.t for e in course.expiries()), default=None)

    def skip_lost_turns(self, state: State) -> State:
        """The position after lost turns and forced passes: for positions that come from outside."""
        course = Course(self, state)
        course.skip_lost_turns()
        return self._make_last_beat(course).state()


_MOVES: Final = tuple(
    [
        (Move(MOVE, seat, at, to, True), Move(MOVE, seat, at, to, False))
        for seat in (0, 1)
        for at in range(SPACES)
        for to in range(SPACES)
    ]
)
"""Moves with and without a ring, by seat and spaces: to find one is quicker than to make one."""


def turn_move(state: State, seat: int, glass: int, to: int, ring: bool) -> Move:
    """The decision that brings *glass* to the space *to*: from a space, from outside, or from the
    hand; *ring* says whether a ring follows."""
    at = state.spaces[glass]
    if state.lifted == glass:
        return Move(PLACE, seat, NONE, to, ring)
    return Move(ENTER if at == NONE else MOVE, seat, at, to, ring)


def _is_quiet(state: State, t: int) -> bool:
    """Whether no glass runs out up to the game time *t*, in ms."""
    if state.timer_at != NONE and state.timer_at <= t:
        return False
    for glass in range(6):
        run_out = state.empty_at[glass]
        if run_out != NONE and run_out <= t and not state.dead >> glass & 1:
            return False
    return True


def _glass_to_place(state: State, seat: int) -> int:
    """The next glass that *seat* has to place; ``NONE`` if all stand."""
    for glass in GLASSES[seat]:
        if state.spaces[glass] == NONE:
            return glass
    return NONE
