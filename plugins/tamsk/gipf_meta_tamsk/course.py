# mypyc: compile
"""The course of a game of TAMSK: the procedures of docs/reference/tamsk.md §7, one method each.

A ``Course`` is a position that changes. The moves that it plays are trusted to be legal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gipf_meta_tamsk.board import CAPACITY, NEIGHBOURS, occupied
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
    RESIGN,
    RING,
    WAIT,
    Ending,
    Move,
    State,
    owner,
)

# events without a decision, for ``Course.log``
DEAD: Final = "dead"
TIMEOUT: Final = "timeout"
LATE: Final = "late"
SKIP: Final = "skip"
FORCED_PASS: Final = "forced pass"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of §9, as the rules ask for them. Times are in ms.

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


class Course:
    """A position while it changes: the procedures of §7, on plain variables.

    *log* keeps the events without a decision: game time in ms, the event, the glass or the seat.
    """

    def __init__(self, options: Options, state: State) -> None:
        self.options = options
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
        if self.options.level == 1:
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
        """Gives the turn to the other seat."""
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
        if self.options.stop_without_rings and not self.left[seat]:
            return False
        return has_way(seat, self.spaces, self.dead, self.full)

    def finish(self, reason: str = "") -> None:
        """Ends the game: fewer rings left win, then the longest running glass, or nobody (§7.7).

        *reason*, where given, is the reason of the end instead of the rule that decides.
        """
        red, black = self.left
        if red != black:
            self.ending = Ending(int(black < red), reason or "rings")
            return
        if self.options.last_running:
            last = [max(self.empty_at[glass] for glass in own) for own in GLASSES]
            if last[0] != last[1]:
                self.ending = Ending(int(last[1] > last[0]), reason or "last_running")
                return
        self.ending = Ending(NONE, reason or "draw")

    def _follow_up(self) -> None:
        """Makes the events that follow every turn and every late place (§7.6)."""
        if self.options.stall_limit and self.idle >= self.options.stall_limit:
            self.finish("stall" if self.options.version > 1 else "")
        self.skip_lost_turns()
        self.advance(self.t)

    # ---- decisions (§7.6, §7.9, §7.10) -----------------------------------------------------------

    def play(self, move: Move) -> None:
        """Makes a legal *move*."""
        kind, seat = move.kind, move.seat
        if self.options.beat_ms and kind in (MOVE, ENTER, PASS):
            self.advance(self.t + self.options.beat_ms)
        if kind in (MOVE, ENTER, PLACE, LATE_PLACE):
            self._put_glass(move)
        elif kind == PASS:
            if self.options.voluntary_pass == "costs_next":
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
            self.timer_at = self.t + self.options.timer_ms
            self.target = self.to_move
        elif kind == WAIT:
            self.advance(self.t + move.beats * self.options.beat_ms)
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
        if self.options.level > 1:
            run_out = self.empty_at[glass]
            left = run_out - self.t if run_out != NONE else 0
            self.empty_at[glass] = self.t + self.options.sand_ms - left

    def _drop_ring(self, seat: int, space: int) -> None:
        """Drops a ring of *seat* on *space* (§4)."""
        self.left[seat] -= 1
        self.rings[space] += 1
        if self.rings[space] == CAPACITY[space]:
            self.full |= 1 << space
        self.idle = 0


def has_way(seat: int, standing: list[int], dead: int, full: int) -> bool:
    """Whether *seat* has a glass to place, or a living one beside a space that is open.

    Glasses stand on *standing*; *dead* and *full* are sets of glasses and of spaces.
    """
    barred = occupied(standing) | full
    for glass in GLASSES[seat]:
        space = standing[glass]
        if space == NONE or (not dead >> glass & 1 and NEIGHBOURS[space] & ~barred):
            return True
    return False
