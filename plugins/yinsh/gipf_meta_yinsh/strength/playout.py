# mypyc: compile
"""Random playouts of YINSH, on a list of points that is changed in place.

85 points are more than a machine word holds. So each point is an entry of a list, by its bit
number, with a margin that no step leaves. A ring's move is drawn from all moves over an empty
board and drawn again while it is illegal: so all legal moves are equally likely.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from gipf_meta import UTILITIES, Dice
from gipf_meta_yinsh.board import AXES, BITS, NAME_OF, POINT_BITS, ROW, STEPS, STRIDE, WINDOWS, bits
from gipf_meta_yinsh.rules import Rules, has_row
from gipf_meta_yinsh.state import BLACK, MOVE, PLACE, RINGS, WHITE, State

if TYPE_CHECKING:
    from mypy_extensions import i64

# the contents of a point: a marker is its seat + 1, a ring its seat + 3
_VACANT: Final = 0
_MARKER: Final = 1
_RING: Final = 3
_OFF: Final = 5

_ENTRIES: Final = 13 * STRIDE
_EMPTY: Final = [_VACANT if bit in NAME_OF else _OFF for bit in range(_ENTRIES)]
_DRAW: Final = -1
"""The winner of a drawn game."""
_TRIES: Final = 24
"""The number of moves that are drawn before the legal ones are listed."""


def _targets(bit: int) -> list[tuple[int, int]]:
    """The moves from a point over an empty board: each with its end and its step."""
    moves: list[tuple[int, int]] = []
    for step in STEPS:
        at = bit + step
        while at in NAME_OF:
            moves.append((at, step))
            at += step
    return moves


_MOST: Final = 26
"""The most moves of a ring."""
_MOVES: Final = [
    move for bit in range(_ENTRIES) for move in (_targets(bit) + [(0, 0)] * _MOST)[:_MOST]
]
#: of each point's moves, *_MOST* a point: where it ends, or 0, which is no point, and the step
_TARGETS: Final = bytes([target for target, _ in _MOVES])
_UP: Final = STRIDE + 1
_STEPS_UP: Final = bytes([step + _UP for _, step in _MOVES])
"""The step of each of these moves, plus ``_UP``, because a byte is never negative."""
_AXES: Final = bytes(AXES)
_FIRSTS: Final = bytes([ends >> POINT_BITS for ends in WINDOWS])
_WINDOW_STEPS: Final = bytes(
    [((ends & 255) - (ends >> POINT_BITS)) // (ROW - 1) for ends in WINDOWS]
)
"""The first point and the step of each window."""


def playout(rules: Rules, state: State, rng: Random) -> tuple[float, ...]:
    """Finishes the game at random and returns each seat's result: 1 won, -1 lost, 0 drawn.

    ``Rules`` makes the steps until a ring is to be placed or moved and no row is on the board.
    """
    dice = Dice(rng)
    while state.ending is None:
        if state.step in (PLACE, MOVE) and not (
            has_row(state.markers[0]) or has_row(state.markers[1])
        ):
            return UTILITIES[_Board(rules, state, dice).finish()]
        moves = rules.legal_moves(state)
        state = rules.apply(state, moves[dice.below(len(moves))])
    winners = state.ending.winners
    return UTILITIES[winners[0] if winners else -1]


class _Board:
    """A board on which one random playout is finished. It is changed in place."""

    def __init__(self, rules: Rules, state: State, dice: Dice) -> None:
        self.dice: Final = dice
        self.goal: i64 = rules.goal
        self.no_move_loses: Final = rules.no_move_loses
        self.exhausted_draw: Final = rules.exhausted_draw
        self.max_turns: i64 = rules.max_turns
        self.placing: Final = state.step == PLACE
        self.seat: i64 = state.seat
        self.number: i64 = state.number
        self.pool: i64 = state.pool
        self.removed: Final = [state.removed[WHITE], state.removed[BLACK]]
        #: the content of each point
        self.points: Final = _EMPTY.copy()
        #: the points of the rings of each seat
        self.rings: Final[list[list[int]]] = [[], []]
        for seat in (WHITE, BLACK):
            for bit in bits(state.rings[seat]):
                self.points[bit] = seat + _RING
                self.rings[seat].append(bit)
            for bit in bits(state.markers[seat]):
                self.points[bit] = seat + _MARKER

    def finish(self) -> i64:
        """Plays to the end; returns the seat that wins, or ``_DRAW``."""
        if self.placing:
            while len(self.rings[self.seat]) < RINGS:
                self._place()
                if self._end_turn():
                    return self._by_rings()
        passed = False
        waits = False
        while True:
            seat = self.seat
            if waits and self._take_rows(seat):
                return seat
            if not self.pool:
                return self._by_rings()
            slot: i64
            step: i64
            target: i64
            slot, step, target = self._draw_move(seat)
            if not target:
                if self.no_move_loses:
                    return 1 - seat
                if passed:
                    return self._by_rings()
                waits = False
            else:
                rows = self._move(seat, slot, step, target)
                waits = bool(rows >> (1 - seat) & 1)
                if rows >> seat & 1 and self._take_rows(seat):
                    return seat
            passed = not target
            if self._end_turn():
                if self.no_move_loses and not waits and self.pool and self._is_stuck(1 - seat):
                    return seat
                return self._by_rings()

    def _end_turn(self) -> bool:
        """Ends the turn; returns whether it was the last one of the game, else the other seat is
        on turn."""
        if self.max_turns and self.number >= self.max_turns:
            return True
        self.number += 1
        self.seat = 1 - self.seat
        return False

    def _by_rings(self) -> i64:
        """The winner, by removed rings, of a game in which nobody removed the last ring needed
        (§6.2)."""
        white, black = self.removed
        if white == black or self.exhausted_draw:
            return _DRAW
        return WHITE if white > black else BLACK

    def _place(self) -> None:
        """Places a ring on a random vacant point."""
        points = self.points
        while True:
            bit = BITS[self.dice.below(len(BITS))]
            if points[bit] == _VACANT:
                points[bit] = self.seat + _RING
                self.rings[self.seat].append(bit)
                return

    def _draw_move(self, seat: i64) -> tuple[i64, i64, i64]:
        """One random legal move, all equally likely: the ring's index, the step and the end; 0
        without one.

        First a ring is drawn, then one of ``_MOST`` moves for any ring, until the move is legal.
        """
        points = self.points
        rings = self.rings[seat]
        dice = self.dice
        count: i64 = len(rings)
        tries: i64 = _TRIES
        while tries:
            slot: i64 = dice.below(count)
            origin: i64 = rings[slot]
            at: i64 = origin * _MOST + dice.below(_MOST)
            target: i64 = _TARGETS[at]
            # the first test of _can_reach, made here to save the call
            if points[target] == _VACANT:
                step: i64 = _STEPS_UP[at] - _UP
                if self._can_reach(origin, step, target):
                    return slot, step, target
            tries -= 1
        return self._draw_listed_move(rings)

    def _draw_listed_move(self, rings: list[int]) -> tuple[i64, i64, i64]:
        """Returns the same as ``_draw_move``, by listing all legal moves."""
        slots: list[int] = []
        legal: list[int] = []
        slot: i64 = 0
        while slot < len(rings):
            origin: i64 = rings[slot]
            at: i64 = origin * _MOST
            end: i64 = at + _MOST
            while at < end:
                if self._can_reach(origin, _STEPS_UP[at] - _UP, _TARGETS[at]):
                    slots.append(slot)
                    legal.append(at)
                at += 1
            slot += 1
        if not legal:
            return 0, 0, 0
        chosen: i64 = self.dice.below(len(legal))
        ray: i64 = legal[chosen]
        return slots[chosen], _STEPS_UP[ray] - _UP, _TARGETS[ray]

    def _is_stuck(self, seat: i64) -> bool:
        """Whether no ring of *seat* can move."""
        target: i64
        _, _, target = self._draw_listed_move(self.rings[seat])
        return not target

    def _can_reach(self, origin: i64, step: i64, target: i64) -> bool:
        """Whether the ring on *origin* can go to *target*.

        It goes over vacant points, then over one run of markers (§4).
        """
        points = self.points
        if points[target] != _VACANT:
            return False
        at: i64 = origin + step
        while at != target and points[at] == _VACANT:
            at += step
        while at != target:
            held: i64 = points[at]
            if held != _MARKER and held != _MARKER + 1:
                return False
            at += step
        return True

    def _move(self, seat: i64, slot: i64, step: i64, target: i64) -> i64:
        """Moves a ring and turns markers; returns the colours that have rows now, as a mask of
        seats."""
        points = self.points
        rings = self.rings[seat]
        origin: i64 = rings[slot]
        points[origin] = seat + _MARKER
        points[target] = seat + _RING
        rings[slot] = target
        self.pool -= 1
        at: i64 = origin + step
        while at != target:
            held: i64 = points[at]
            if held:
                points[at] = 2 * _MARKER + 1 - held
            at += step
        rows: i64 = self._rows_through(origin)
        at = origin + step
        while at != target:
            if points[at]:
                rows |= self._rows_through(at)
            at += step
        return rows

    def _rows_through(self, point: i64) -> i64:
        """The mask of the seat whose marker on *point* is in a row; 0 if it is in none."""
        points = self.points
        held: i64 = points[point]
        axis: i64 = 0
        while axis < len(_AXES):
            step: i64 = _AXES[axis]
            at: i64 = point + step
            while points[at] == held:
                at += step
            end: i64 = point - step
            while points[end] == held:
                end -= step
            # both are one step beyond the markers
            if at - end > ROW * step:
                return held
            axis += 1
        return 0

    def _take_rows(self, seat: i64) -> bool:
        """Removes rows of *seat*, each with a ring, until there are none; returns whether that
        wins (§5)."""
        points = self.points
        rings = self.rings[seat]
        windows = self._rows_of(seat)
        while windows:
            n: i64 = windows[self.dice.below(len(windows))]
            first: i64 = _FIRSTS[n]
            step: i64 = _WINDOW_STEPS[n]
            end: i64 = first + ROW * step
            while first != end:
                points[first] = _VACANT
                first += step
            self.pool += ROW
            ring = rings.pop(self.dice.below(len(rings)))
            points[ring] = _VACANT
            self.removed[seat] += 1
            if self.removed[seat] >= self.goal:
                return True
            # a row that was alone leaves no other behind
            windows = self._rows_of(seat) if len(windows) > 1 else []
        return False

    def _rows_of(self, seat: i64) -> list[int]:
        """The numbers of the windows that are rows of *seat*."""
        points = self.points
        marker: i64 = seat + _MARKER
        found: list[int] = []
        n: i64 = 0
        count: i64 = len(_FIRSTS)
        while n < count:
            at: i64 = _FIRSTS[n]
            if points[at] == marker:
                step: i64 = _WINDOW_STEPS[n]
                end: i64 = at + ROW * step
                at += step
                while at != end and points[at] == marker:
                    at += step
                if at == end:
                    found.append(n)
            n += 1
        return found
