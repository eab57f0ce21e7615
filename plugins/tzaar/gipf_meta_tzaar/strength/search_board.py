# mypyc: compile
"""A board of TZAAR for searches: they make moves on it and take them back, in machine words.

Sections are those of docs/reference/tzaar.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gipf_meta import WON, SearchBoard, bit_index, random_words
from gipf_meta_tzaar.board import FULL, SPACES
from gipf_meta_tzaar.rules import Rules
from gipf_meta_tzaar.state import CAPTURE, FIRST, OVER, PASS, SECOND, STRENGTHEN, State
from gipf_meta_tzaar.strength.balance import Balance
from gipf_meta_tzaar.strength.patterns import WORTHS, Sides
from gipf_meta_tzaar.strength.playout import ROOM

if TYPE_CHECKING:
    from mypy_extensions import i64

_HEIGHTS: Final = 32
"""The number of heights; every height is below it."""
_HEIGHT_WORDS: Final = tuple(random_words(len(SPACES) * _HEIGHTS, 1))
"""Random words for keys: one for each height on each space."""
_KIND_WORDS: Final = tuple(random_words(len(SPACES) * 8, 2))
"""Random words for keys: one for each space, owner and kind."""
_SEAT_WORD: Final = random_words(1, 3)[0]
_SECOND_WORD: Final = random_words(1, 4)[0]
SWING: Final = 600
"""The change of the worth by one move that is seldom exceeded."""


class _Before:
    """The values that a move changes, as they were before it."""

    __slots__ = ("height", "key", "kind", "move", "phase", "seat")

    def __init__(self) -> None:
        self.move: i64 = 0
        self.key: i64 = 0
        self.phase: i64 = 0
        self.seat: i64 = 0
        self.height: i64 = 0
        self.kind: i64 = 0


class TzaarSearchBoard(SearchBoard):
    """The board of a *state* in which a turn is played, or that is over; then *seat* has lost.

    *worths* are those of the patterns.
    """

    def __init__(self, rules: Rules, state: State, worths: Sequence[int] = WORTHS) -> None:
        super().__init__()
        self.seat = state.seat
        self.over = state.phase == OVER
        self.swing = SWING
        self._keeps_kinds: Final = rules.keeps_kinds
        self._phase: i64 = state.phase
        self._sides: Final = Sides(state)
        self._balance: Final = Balance(self._sides, worths)
        self._key: i64 = 0
        for space in SPACES:
            if state.occupied >> space & 1:
                self._key ^= self._word_of(space)
        self._made: i64 = 0
        self._before: Final[list[_Before]] = []

    def key(self) -> i64:
        """The key of the position, which includes the seat on turn and the step of its turn."""
        key: i64 = self._key ^ _SEAT_WORD if self.seat else self._key
        return key ^ _SECOND_WORD if self._phase == SECOND else key

    def _word_of(self, space: i64) -> i64:
        """The random word of the stack on *space*."""
        sides = self._sides
        one: i64 = _HEIGHT_WORDS[space * _HEIGHTS + sides.heights[space]]
        other: i64 = _KIND_WORDS[space * 8 + sides.owners[space] * 4 + sides.kinds[space]]
        return one ^ other

    # -- moves -------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """The legal moves, as ``Rules.legal_moves`` has them."""
        sides = self._sides
        heights, owners, links = sides.heights, sides.owners, sides.links
        seat: i64 = self.seat
        foe: i64 = 1 - seat
        is_second = self._phase == SECOND
        left: i64 = sides.black if seat else sides.white
        found: list[int] = []
        joined: list[int] = []
        while left:
            low: i64 = left & -left
            left ^= low
            space: i64 = bit_index(low)
            high: i64 = heights[space]
            at: i64 = space
            while at < 6 * ROOM:
                to: i64 = links[at]
                owner: i64 = owners[to]
                if owner == foe:
                    if heights[to] <= high:
                        found.append(CAPTURE << 12 | space << 6 | to)
                elif (
                    is_second
                    and owner == seat
                    and not (self._keeps_kinds and sides.counts[seat * 4 + sides.kinds[to]] == 1)
                ):
                    joined.append(STRENGTHEN << 12 | space << 6 | to)
                at += ROOM
        if is_second:
            found += joined
            found.append(PASS)
        return found

    def loud_moves(self) -> list[int]:
        """The captures that may take the other player's last stack of a kind within this turn."""
        sides = self._sides
        heights, kinds, owners, links = sides.heights, sides.kinds, sides.owners, sides.links
        counts = sides.counts
        seat: i64 = self.seat
        foe: i64 = 1 - seat
        few: i64 = 1 if self._phase == SECOND else 2
        at: i64 = foe * 4
        if counts[at + 1] > few and counts[at + 2] > few and counts[at + 3] > few:
            return []
        found: list[int] = []
        left: i64 = sides.black if foe else sides.white
        while left:
            low: i64 = left & -left
            left ^= low
            target: i64 = bit_index(low)
            if counts[at + kinds[target]] > few:
                continue
            high: i64 = heights[target]
            line: i64 = target
            while line < 6 * ROOM:
                origin: i64 = links[line]
                if owners[origin] == seat and heights[origin] >= high:
                    found.append(CAPTURE << 12 | origin << 6 | target)
                line += ROOM
        return found

    def make(self, move: i64) -> None:
        """Plays *move*."""
        if self._made == len(self._before):
            self._before.append(_Before())
        before = self._before[self._made]
        self._made += 1
        sides = self._sides
        target: i64 = move & 63
        before.move = move
        before.key = self._key
        before.phase = self._phase
        before.seat = self.seat
        if move == PASS:
            self._end_turn()
            return
        before.height = sides.heights[target]
        before.kind = sides.kinds[target]
        self._move_stack(move >> 6 & 63, target, before)

    def _move_stack(self, origin: i64, target: i64, before: _Before) -> None:
        """Captures or strengthens, and updates the turn and the end of the game (§4, §5)."""
        sides = self._sides
        seat: i64 = self.seat
        owner: i64 = sides.owners[target]
        full: i64 = FULL
        is_first_turn = sides.white | sides.black == full
        balance = self._balance
        kind: i64 = sides.kinds[origin]
        high: i64 = sides.heights[origin]
        if owner == seat:
            high += before.height
        self._key ^= self._word_of(origin) ^ self._word_of(target)
        balance.leave(origin)
        balance.leave(target)
        balance.close_up(origin)
        balance.arrive(target, seat, kind, high)
        balance.come_to_rest()
        self._key ^= self._word_of(target)
        lost: i64 = owner * 4 + before.kind
        if not sides.counts[lost]:
            self.seat = owner
            self.over = True
            self._phase = OVER
        elif self._phase == SECOND or is_first_turn:
            self._end_turn()
        else:
            self._phase = SECOND

    def take_back(self) -> None:
        """Takes the last move back."""
        self._made -= 1
        before = self._before[self._made]
        seat: i64 = before.seat
        self.seat = seat
        self.over = False
        self._phase = before.phase
        self._key = before.key
        move: i64 = before.move
        if move == PASS:
            return
        origin: i64 = move >> 6 & 63
        target: i64 = move & 63
        is_stronger = move >> 12 == STRENGTHEN
        kind: i64 = self._sides.kinds[target]
        high: i64 = self._sides.heights[target]
        if is_stronger:
            high -= before.height
        balance = self._balance
        balance.leave(target)
        balance.open_up(origin)
        balance.arrive(target, seat if is_stronger else 1 - seat, before.kind, before.height)
        balance.arrive(origin, seat, kind, high)
        balance.come_to_rest()

    def _end_turn(self) -> None:
        """Gives the turn to the other player, who has lost without a capture (§5.3)."""
        self.seat = 1 - self.seat
        self.over = not self._balance.can_capture(self.seat)
        self._phase = OVER if self.over else FIRST

    # -- evaluation --------------------------------------------------------------------------

    def worth(self) -> i64:
        """The worth of the position for the seat on turn."""
        if self.over:
            return -WON
        return self._balance.worth(self.seat, self._phase == SECOND)

    def orders(self, moves: list[int]) -> list[int]:
        """The ranks of *moves*: captures of high stacks and rare kinds first, then high
        strengthenings."""
        sides = self._sides
        heights, kinds, counts = sides.heights, sides.kinds, sides.counts
        seat: i64 = self.seat
        found: list[int] = []
        for move in moves:
            kind: i64 = move >> 12
            target: i64 = move & 63
            origin: i64 = move >> 6 & 63
            rank: i64 = 0
            many: i64
            if kind == CAPTURE:
                many = counts[(1 - seat) * 4 + kinds[target]]
                rank = 400 + 300 * heights[target] + 2000 // (many * many)
            elif kind == STRENGTHEN:
                many = counts[seat * 4 + kinds[target]]
                rank = 300 * min(heights[target] + heights[origin], 4) - 2000 // (many * many)
            found.append(rank)
        return found
