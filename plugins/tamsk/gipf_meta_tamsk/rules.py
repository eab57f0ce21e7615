# mypyc: compile
"""The rules of TAMSK as pure functions of a position (docs/reference/tamsk.md §4-§7).

``Rules`` holds the options and answers what is legal; a ``Course`` is a position while something
happens to it, and its methods are the procedures of §7. ``notation.py`` is the one gate:
nothing here checks whether a decision is legal.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from gipf_meta_tamsk.board import CAPACITY, CORNERS, NEIGHBOURS, SPACES, occupied, spaces
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
    RESIGN,
    RING,
    WAIT,
    Ending,
    Move,
    State,
    owner,
)

EVERYWHERE: Final = (1 << SPACES) - 1

# events without a decision, for ``Course.log``
DEAD: Final = "dead"
TIMEOUT: Final = "timeout"
LATE: Final = "late"
SKIP: Final = "skip"
FORCED_PASS: Final = "forced pass"


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play: the options of §9, what is legal, and what follows. All methods are pure.

    ``beat_ms`` is 0 in real time (§7.10). ``version`` is the version of the rules: since 2 the
    stall limit has a reason of its own (§7.7), and a late glass may be put back (§7.9).
    """

    level: int
    sand_ms: int
    timer_ms: int
    placement: bool
    rings: int
    reject_full: bool
    claim: bool
    late_ring: bool
    voluntary_pass: str
    must_start: bool
    last_running: bool
    stop_without_rings: bool
    stall_limit: int
    beat_ms: int
    allow_wait: bool
    two_phase: bool
    version: int

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

    def reachable(self, state: State | Course, seat: int) -> list[tuple[int, int]]:
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

    def movable_glasses(self, state: State | Course, seat: int) -> list[int]:
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
        rings = (True, False) if state.left[seat] else (False,)
        held = state.lifted
        moves = []
        for glass, to in self.glass_steps(state, seat):
            if held not in (NONE, glass):
                continue
            moves += [turn_move(state, seat, glass, to, ring) for ring in rings]
        if self.voluntary_pass != "forbidden" and held == NONE:
            moves.append(Move(PASS, seat))
        return moves

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
        return self.play(state, move).state()

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

    def next_expiry(self, state: State) -> int | None:
        """In how many ms a glass runs out (§7.8); ``None``: never."""
        if not self.real_time or state.ending:
            return None
        course = Course(self, state)
        return min((e - state.t for e in course.expiries()), default=None)

    def skip_lost_turns(self, state: State) -> State:
        """The position after lost turns and forced passes: for positions that come from outside."""
        course = Course(self, state)
        course.skip_lost_turns()
        return self._make_last_beat(course).state()


def turn_move(state: State | Course, seat: int, glass: int, to: int, ring: bool) -> Move:
    """The decision that brings *glass* to the space *to*: from a space, from outside, or from the
    hand; *ring* says whether a ring follows."""
    at = state.spaces[glass]
    if state.lifted == glass:
        return Move(PLACE, seat, NONE, to, ring)
    return Move(ENTER if at == NONE else MOVE, seat, at, to, ring)


def _glass_to_place(state: State | Course, seat: int) -> int:
    """The next glass that *seat* has to place; ``NONE`` if all stand."""
    for glass in GLASSES[seat]:
        if state.spaces[glass] == NONE:
            return glass
    return NONE


class Course:
    """A position while it changes: the procedures of §7, on plain variables.

    *log* keeps the events without a decision: game time in ms, the event, the glass or the seat.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.t = state.t
        self.to_move = state.to_move
        self.number = state.number
        self.left = list(state.left)
        self.rings = list(state.rings)
        self.full = state.full
        self.spaces = list(state.spaces)
        self.empty_at = list(state.empty_at)
        self.dead = state.dead
        self.timer_at = state.timer_at
        self.target = state.target
        self.skip = list(state.skip)
        self.open_space = state.open_space
        self.open_owner = state.open_owner
        self.idle = state.idle
        self.lifted = state.lifted
        self.late = state.late
        self.ending = state.ending
        self.log: list[tuple[int, str, int]] = []

    def state(self) -> State:
        """The position as it stands now."""
        return State(
            self.t,
            self.to_move,
            self.number,
            (self.left[0], self.left[1]),
            tuple(self.rings),
            self.full,
            tuple(self.spaces),
            tuple(self.empty_at),
            self.dead,
            self.timer_at,
            self.target,
            (self.skip[0], self.skip[1]),
            self.open_space,
            self.open_owner,
            self.idle,
            self.lifted,
            self.late,
            self.ending,
        )

    # ---- time (§7.4) ---------------------------------------------------------------------------

    def advance(self, until: int) -> None:
        """Lets the time pass up to *until*, in ms of game time, with all events on the way."""
        if self.rules.level == 1:
            return
        while self.ending is None:
            now = min(self.expiries(), default=until + 1)
            if now > until:
                self.t = until
                return
            self.t = now
            self._stop_empty_glasses()
            self.skip_lost_turns()
            if self.timer_at == now:
                self._end_timer()

    def expiries(self) -> list[int]:
        """The game times in ms at which a running glass runs out."""
        due = [e for glass, e in enumerate(self.empty_at) if self._is_running(glass)]
        if self.timer_at != NONE:
            due.append(self.timer_at)
        return due

    def _is_running(self, glass: int) -> bool:
        """Whether sand runs in *glass*."""
        return self.empty_at[glass] != NONE and not self.dead >> glass & 1

    def _stop_empty_glasses(self) -> None:
        """Stops the glasses that are empty now; a lifted one is back on its space (§7.9)."""
        for glass in range(6):
            if self._is_running(glass) and self.empty_at[glass] == self.t:
                self.dead |= 1 << glass
                self.log.append((self.t, DEAD, glass))
                if self.lifted == glass:
                    self.lifted = NONE
                if self.late == glass:
                    self.late = NONE

    def _end_timer(self) -> None:
        """Stops the 15-second glass: its target loses this turn and the next one (§6.3)."""
        self.timer_at = NONE
        if self.ending is None and self.target == self.to_move:
            seat = self.to_move
            self.target = NONE
            self.skip[seat] += 1
            if self.lifted == NONE:
                self.log.append((self.t, TIMEOUT, seat))
            else:
                self.late, self.lifted = self.lifted, NONE
                self.log.append((self.t, LATE, seat))
            self._pass_turn()
            self.skip_lost_turns()
        self.target = NONE

    # ---- turns (§7.5, §7.6, §7.7) ----------------------------------------------------------------

    def _pass_turn(self) -> None:
        """Lets the other seat move."""
        self.to_move = 1 - self.to_move
        self.number += 1
        self.target = NONE
        self.lifted = NONE

    def skip_lost_turns(self) -> None:
        """Skips lost turns and players who cannot move; ends the game when neither can."""
        while self.ending is None:
            seat = self.to_move
            if not (self.can_move(0) or self.can_move(1)):
                self.finish()
            elif self.skip[seat]:
                self.skip[seat] -= 1
                self.log.append((self.t, SKIP, seat))
                self._pass_turn()
            elif not self.can_move(seat):
                self.log.append((self.t, FORCED_PASS, seat))
                self._pass_turn()
            else:
                return

    def can_move(self, seat: int) -> bool:
        """Whether *seat* could make a move if it were his turn (§7.5)."""
        if self.rules.stop_without_rings and not self.left[seat]:
            return False
        barred = occupied(self.spaces) | self.full
        for glass in GLASSES[seat]:
            space = self.spaces[glass]
            if space == NONE:
                return True
            if not self.dead >> glass & 1 and NEIGHBOURS[space] & ~barred:
                return True
        return False

    def finish(self, reason: str = "") -> None:
        """Ends the game: fewer rings left win, then the longest running glass, or nobody (§7.7).

        *reason* stands for whatever decides.
        """
        red, black = self.left
        if red != black:
            self.ending = Ending(int(black < red), reason or "rings")
            return
        if self.rules.last_running:
            last = [max(self.empty_at[glass] for glass in own) for own in GLASSES]
            if last[0] != last[1]:
                self.ending = Ending(int(last[1] > last[0]), reason or "last_running")
                return
        self.ending = Ending(NONE, reason or "draw")

    def _follow_up(self) -> None:
        """Does what follows every turn and every late place (§7.6)."""
        if self.rules.stall_limit and self.idle >= self.rules.stall_limit:
            self.finish("stall" if self.rules.version > 1 else "")
        self.skip_lost_turns()
        self.advance(self.t)

    # ---- decisions (§7.6, §7.9, §7.10) -----------------------------------------------------------

    def play(self, move: Move) -> None:
        """Makes a legal *move*."""
        kind, seat = move.kind, move.seat
        if self.rules.beat_ms and kind in (MOVE, ENTER, PASS):
            self.advance(self.t + self.rules.beat_ms)
        if kind in (MOVE, ENTER, PLACE, LATE_PLACE):
            self._put_glass(move)
        elif kind == PASS:
            if self.rules.voluntary_pass == "costs_next":
                self.skip[seat] += 1
            self.open_space = self.open_owner = NONE
            self.idle += 1
            self._pass_turn()
            self._follow_up()
        elif kind == LIFT:
            if self.late != NONE and owner(self.late) == seat:
                self.late = NONE
            self.lifted = self.spaces.index(move.at)
        elif kind == PUT_BACK:
            if self.lifted != NONE and owner(self.lifted) == seat:
                self.lifted = NONE
            else:
                self.late = NONE
        elif kind in (RING, CLAIM):
            self._drop_ring(seat, self.open_space)
            self.open_space = self.open_owner = NONE
            self.skip_lost_turns()
        elif kind == FLIP:
            self.timer_at = self.t + self.rules.timer_ms
            self.target = self.to_move
        elif kind == WAIT:
            self.advance(self.t + move.beats * self.rules.beat_ms)
        else:
            assert kind == RESIGN
            self.ending = Ending(1 - seat, "resign")

    def _put_glass(self, move: Move) -> None:
        """Puts a glass on its space: by a move, a placement, or from the hand."""
        seat, to = move.seat, move.to
        if self.full >> to & 1:
            self.ending = Ending(1 - seat, "full_space")
            return
        if move.kind == LATE_PLACE:
            glass = self.late
        elif move.kind == PLACE:
            glass, self.lifted = self.lifted, NONE
        else:
            glass = self.spaces.index(move.at, GLASSES[seat][0])
        # whoever moves, the late player himself or his opponent: the chance is gone (§7.9)
        self.late = NONE
        self._turn_glass(glass)
        self.spaces[glass] = to
        self.open_space = self.open_owner = NONE
        if move.ring:
            self._drop_ring(seat, to)
        else:
            self.idle += 1
            self.open_space, self.open_owner = to, seat
        if move.kind != LATE_PLACE:
            self._pass_turn()
        self._follow_up()

    def _turn_glass(self, glass: int) -> None:
        """Turns *glass* over: the sand that has run stands above again (§5.2)."""
        if self.rules.level > 1:
            run_out = self.empty_at[glass]
            left = run_out - self.t if run_out != NONE else 0
            self.empty_at[glass] = self.t + self.rules.sand_ms - left

    def _drop_ring(self, seat: int, space: int) -> None:
        """Drops a ring of *seat* on *space* (§4)."""
        self.left[seat] -= 1
        self.rings[space] += 1
        if self.rings[space] == CAPACITY[space]:
            self.full |= 1 << space
        self.idle = 0
