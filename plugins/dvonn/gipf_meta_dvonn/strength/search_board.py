# mypyc: compile
"""A board of DVONN for searches: they make moves on it and take them back, in machine words.

Sections are those of docs/reference/dvonn.md. A left shift may lose bits beyond the board
(compiled) or keep them (interpreted), so a mask of spaces follows every shift.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gipf_meta import WON, SearchBoard, bit_count, bit_index, connected_in, height, random_words
from gipf_meta_dvonn.board import BITS, FULL, LONGEST, ROW, SPACES
from gipf_meta_dvonn.state import OVER, PASS, PIECES, PLACING, RED, STACK, STACKING, State
from gipf_meta_dvonn.strength.judging import (
    SideFeatures,
    Weights,
    features_of_places,
    stacking_worth,
    worths_of_places,
)
from gipf_meta_dvonn.strength.playout import LANDINGS, sum_over, surrounded

if TYPE_CHECKING:
    from mypy_extensions import i64

_HEIGHTS: Final = 50
"""The number of heights; every height is below it."""
_NEUTRAL: Final = 2
"""The owner of a lone DVONN piece: neither player."""
_STACK_WORDS: Final = tuple(random_words(BITS * _HEIGHTS, 1))
"""Random words for keys: one for each height on each space."""
_OWNER_WORDS: Final = tuple(random_words(BITS * 6, 2))
"""Random words for keys: one for each space, owner, and presence of a DVONN piece."""
_SEAT_WORD: Final = random_words(1, 3)[0]
SWING: Final = 300
"""The change of the worth by one move that is seldom exceeded."""


def _holds_together(ring: int) -> bool:
    """Whether the occupied neighbours of a space stay connected without that space.

    *ring* has a bit for each direction. They do where the neighbours follow one another without
    a gap.
    """
    steps = sum((ring >> way & 1) != (ring >> (way + 1) % 6 & 1) for way in range(6))
    return steps == 2 or ring == 63


_TOGETHER: Final = tuple(_holds_together(ring) for ring in range(64))


class _Before:
    """The values that a move changes, as they were before it."""

    __slots__ = ("black", "dvonn", "height", "key", "ones", "phase", "space", "white")

    def __init__(self) -> None:
        self.white: i64 = 0
        self.black: i64 = 0
        self.dvonn: i64 = 0
        self.key: i64 = 0
        self.ones: i64 = 0
        self.phase: i64 = 0
        self.space: i64 = 0
        self.height: i64 = 0


class DvonnSearchBoard(SearchBoard):
    """The board of a *state* in which a player decides, or that is over, evaluated by *weights*.

    Entries of heights for vacant spaces have no meaning.
    """

    def __init__(self, state: State, weights: Weights) -> None:
        super().__init__()
        self.seat = state.seat
        self.over = state.phase == OVER
        self._phase: i64 = state.phase
        self._white: i64 = state.white
        self._black: i64 = state.black
        self._dvonn: i64 = state.dvonn
        #: the stacks of one piece, and perhaps spaces without a stack
        self._ones: i64 = 0
        self._heights: Final = [height(stack) for stack in state.stacks]
        self._key: i64 = 0
        for space in SPACES:
            if state.occupied >> space & 1:
                self._key ^= self._word_of(space)
                if self._heights[space] == 1:
                    self._ones |= 1 << space
        self._made: i64 = 0
        #: the worth of a piece on each space for the seat on turn: its own, and one of the other;
        #: they hold where the DVONN pieces are ``_valued``
        self._values: list[int] = []
        self._values_of_other: list[int] = []
        self._valued: i64 = 0
        self._weights: Final = weights
        #: the counts for the seat on turn and for the other: each evaluation fills them anew
        self._ours: Final = SideFeatures()
        self._theirs: Final = SideFeatures()
        self.swing = SWING
        self._before: Final[list[_Before]] = []

    def key(self) -> i64:
        """The key of the position, which includes the seat on turn."""
        return self._key ^ _SEAT_WORD if self.seat else self._key

    def _word_of(self, space: i64) -> i64:
        """The random word of the stack on *space*."""
        owner: i64 = _NEUTRAL
        if self._white >> space & 1:
            owner = 0
        elif self._black >> space & 1:
            owner = 1
        kind: i64 = space * 6 + owner * 2 + (self._dvonn >> space & 1)
        tall: i64 = space * _HEIGHTS + self._heights[space]
        word: i64 = _OWNER_WORDS[kind]
        other: i64 = _STACK_WORDS[tall]
        return word ^ other

    # -- moves -------------------------------------------------------------------------------

    def moves(self) -> list[int]:
        """The legal moves, as ``Rules.legal_moves`` has them."""
        if self._phase == PLACING:
            return _place_moves(FULL & ~(self._white | self._black | self._dvonn))
        occupied: i64 = self._white | self._black | self._dvonn
        own: i64 = self._black if self.seat else self._white
        movers: i64 = own & ~surrounded(occupied)
        found: list[int] = []
        while movers:
            low: i64 = movers & -movers
            movers ^= low
            space: i64 = bit_index(low)
            far: i64 = self._heights[space]
            if far <= LONGEST:
                at: i64 = (far * 64 + space) * 6
                end: i64 = at + 6
                base: i64 = STACK << 12 | space << 6
                while at < end:
                    to: i64 = LANDINGS[at]
                    if to >= 0 and occupied >> to & 1:
                        found.append(base | to)
                    at += 1
        if not found:
            found.append(PASS)
        return found

    def make(self, move: i64) -> None:
        """Plays *move*."""
        if self._made == len(self._before):
            self._before.append(_Before())
        before = self._before[self._made]
        self._made += 1
        before.white = self._white
        before.black = self._black
        before.dvonn = self._dvonn
        before.key = self._key
        before.ones = self._ones
        before.phase = self._phase
        kind: i64 = move >> 12
        target: i64 = move & 63
        before.space = target
        before.height = self._heights[target]
        if kind == STACK:
            self._stack(move >> 6 & 63, target)
            self.seat = 1 - self.seat
        elif kind == 0:
            self._place(target)
        else:
            self.seat = 1 - self.seat

    def take_back(self) -> None:
        """Takes the last move back."""
        self._made -= 1
        before = self._before[self._made]
        if before.phase == STACKING or self._phase == PLACING:
            self.seat = 1 - self.seat
        self._white = before.white
        self._black = before.black
        self._dvonn = before.dvonn
        self._key = before.key
        self._ones = before.ones
        self._phase = before.phase
        self._heights[before.space] = before.height
        self.over = False

    def _place(self, space: i64) -> None:
        """Puts the next piece on *space*: a DVONN piece, then the player's own colour (§3)."""
        bit: i64 = 1
        bit <<= space
        if bit_count(self._dvonn) < PIECES[RED]:
            self._dvonn |= bit
        elif self.seat:
            self._black |= bit
        else:
            self._white |= bit
        self._heights[space] = 1
        self._ones |= bit
        self._key ^= self._word_of(space)
        if self._white | self._black | self._dvonn == FULL:
            self._phase = STACKING
            self.seat = 0
        else:
            self.seat = 1 - self.seat

    def _stack(self, origin: i64, target: i64) -> None:
        """Moves the stack on *origin* onto *target*, and removes the stacks that have lost
        contact (§4)."""
        start: i64 = 1
        start <<= origin
        end: i64 = 1
        end <<= target
        self._key ^= self._word_of(origin) ^ self._word_of(target)
        self._heights[target] = self._heights[target] + self._heights[origin]
        if self.seat:
            self._black = self._black & ~start | end
            self._white &= ~end
        else:
            self._white = self._white & ~start | end
            self._black &= ~end
        self._ones &= ~(start | end)
        is_red = self._dvonn & start != 0
        if is_red:
            self._dvonn = self._dvonn & ~start | end
        self._key ^= self._word_of(target)
        occupied: i64 = self._white | self._black | self._dvonn
        if is_red or not _TOGETHER[_ring(occupied, origin)]:
            gone: i64 = occupied & ~connected_in(occupied, self._dvonn, ROW)
            if gone:
                self._remove(gone)
                occupied &= ~gone
        self.over = not (
            self._can_move(self._white, occupied) or self._can_move(self._black, occupied)
        )
        if self.over:
            self._phase = OVER

    def _remove(self, gone: i64) -> None:
        """Takes the stacks on *gone* off the board."""
        left: i64 = gone
        while left:
            low: i64 = left & -left
            left ^= low
            self._key ^= self._word_of(bit_index(low))
        self._white &= ~gone
        self._black &= ~gone

    def _can_move(self, own: i64, occupied: i64) -> bool:
        """Whether one of the stacks on *own* has a move (§4)."""
        movers: i64 = own & ~surrounded(occupied)
        while movers:
            low: i64 = movers & -movers
            movers ^= low
            space: i64 = bit_index(low)
            far: i64 = self._heights[space]
            if far <= LONGEST:
                at: i64 = (far * 64 + space) * 6
                end: i64 = at + 6
                while at < end:
                    to: i64 = LANDINGS[at]
                    if to >= 0 and occupied >> to & 1:
                        return True
                    at += 1
        return False

    # -- evaluation --------------------------------------------------------------------------

    def worth(self) -> i64:
        """The worth of the position for the seat on turn; at the end ``WON`` and the lead in
        pieces."""
        if self.over:
            ahead: i64 = self._score(self._white) - self._score(self._black)
            if self.seat:
                ahead = -ahead
            return 0 if ahead == 0 else WON + ahead if ahead > 0 else ahead - WON
        own: i64 = self._black if self.seat else self._white
        theirs: i64 = self._white if self.seat else self._black
        if self._phase == PLACING:
            if bit_count(self._dvonn) < PIECES[RED]:
                return 0
            self._value_spaces()
            return sum_over(self._values, own) + sum_over(self._values_of_other, theirs)
        return stacking_worth(
            self._weights, self._ours, self._theirs,
            own, theirs, self._dvonn, self._ones, self._heights,
        )  # fmt: skip

    def _value_spaces(self) -> None:
        """Updates the values of spaces if the DVONN pieces have changed since the last update."""
        if self._valued != self._dvonn:
            self._valued = self._dvonn
            places = features_of_places(self._dvonn)
            self._values = worths_of_places(self._weights.placed, places)
            self._values_of_other = worths_of_places(self._weights.placed_by_other, places)

    def _score(self, own: i64) -> i64:
        """The sum of the heights of the stacks on *own* (§5)."""
        total: i64 = 0
        while own:
            low: i64 = own & -own
            own ^= low
            total += self._heights[bit_index(low)]
        return total

    def orders(self, moves: list[int]) -> list[int]:
        """The ranks of *moves*: high where a high stack of the other is covered, then DVONN
        pieces."""
        if self._phase == PLACING:
            if bit_count(self._dvonn) < PIECES[RED]:
                return [0] * len(moves)
            self._value_spaces()
            return [self._values[move] for move in moves]
        theirs: i64 = self._white if self.seat else self._black
        own: i64 = self._black if self.seat else self._white
        found: list[int] = []
        for move in moves:
            rank: i64 = 0
            target: i64 = move & 63
            if theirs >> target & 1:
                rank = 400 + 100 * self._heights[target]
            elif not own >> target & 1:
                rank = 200
            found.append(rank)
        return found


def _place_moves(vacant: i64) -> list[int]:
    """A placement on each of the *vacant* spaces."""
    found: list[int] = []
    while vacant:
        low: i64 = vacant & -vacant
        vacant ^= low
        found.append(bit_index(low))
    return found


def _ring(occupied: i64, space: i64) -> i64:
    """The occupied neighbours of *space*, a bit for each direction in their order."""
    if space > ROW:
        around: i64 = occupied >> space - ROW - 1
    else:
        around = occupied << ROW + 1 - space
    return (
        (around >> ROW + 2 & 1) | (around >> 2 * ROW + 2 & 1) << 1
        | (around >> 2 * ROW + 1 & 1) << 2 | (around >> ROW & 1) << 3
        | (around & 1) << 4 | (around >> 1 & 1) << 5
    )  # fmt: skip
