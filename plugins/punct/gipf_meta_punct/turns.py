# mypyc: compile
"""The turns of a position that look best, each judged by the position to which it leads.

A position has thousands of turns. The price that the dots of a turn are likely to gain picks some
dozens; these are judged one by one, as whole turns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gipf_meta_punct.board import (
    DOT,
    END,
    IS_CENTRAL,
    KIND,
    MINOR,
    OTHER,
    PIECES,
    PLACEMENTS,
    RAYS,
    SPACES,
)
from gipf_meta_punct.judging import MOST, judge, see
from gipf_meta_punct.rules import Rules, is_free, is_room
from gipf_meta_punct.state import (
    COUNT_BITS,
    COUNT_MASK,
    LEVEL_BITS,
    LIFT,
    PLACEMENT_MASK,
    count_pieces,
    lay_out,
    piece,
)
from gipf_meta_punct.ways import Outlook

MOST_MOVES: Final = 20
"""The moves that are judged, unless there are more pieces."""
OF_A_PIECE: Final = 6
"""The most turns of one piece, and with new pieces of one shape, that are judged."""
PASSED_OVER: Final = 0.05
"""How much less a turn counts that was not judged than the worst of those that were."""
JOINED: Final = 1000
"""The gain of what joins opposite sides."""
ALIKE: Final = 0.08
"""How much less a turn counts that comes to the same as another one."""
CHOICE_BITS: Final = 9

GAINS: Final = (40, 14, 5, 2, 1, 0)
"""What a dot gains on a space, by the detour of a way through it."""
CENTRE: Final = (4, 30)
"""What a dot gains in the centre: at the beginning, and with an empty reserve."""


NEW: Final = 0
"""Instead of the decision that begins it: any new piece with this footprint."""


def _find_footprints() -> tuple[list[list[int]], list[list[int]]]:
    """The placements of each footprint, that is of each three spaces; and the footprints that
    triangles, straight and angular pieces have."""
    numbers: dict[tuple[int, ...], int] = {}
    placements: list[list[int]] = []
    by_shape: list[list[int]] = [[], [], []]
    for placement in range(len(KIND)):
        spaces = tuple(sorted([DOT[placement], MINOR[placement], OTHER[placement]]))
        if spaces not in numbers:
            numbers[spaces] = len(placements)
            by_shape[_SHAPE[KIND[placement]]].append(len(placements))
            placements.append([])
        placements[numbers[spaces]].append(placement)
    return placements, by_shape


#: the shape of each kind, in the order of ``KINDS``
_SHAPE: Final = (0, 1, 1, 2, 2, 2)
_FOUND: Final = _find_footprints()
OF_FOOTPRINT: Final[list[list[int]]] = _FOUND[0]
FOOTPRINTS: Final[list[list[int]]] = _FOUND[1]


def _without_one(reserve: int) -> int:
    """The *reserve* without a piece of some kind."""
    kind = 0
    while not reserve >> COUNT_BITS * kind & COUNT_MASK:
        kind += 1
    return reserve - (1 << COUNT_BITS * kind)


class Turns:
    """The best turns of *seat*, which is to move; *white* and *black* are the reserves.

    *by_choice* has the worth for *seat* of the best turn by the decision that begins it,
    *by_target* by that and the space of the PÜNCT: ``target << CHOICE_BITS | decision``.
    """

    def __init__(
        self, rules: Rules, pieces: tuple[int, ...], white: int, black: int, seat: int
    ) -> None:
        self.rules: Final = rules
        self.pieces: Final = pieces
        self.white: Final = white
        self.black: Final = black
        self.seat: Final = seat
        self.tops: Final = lay_out(pieces)
        self.by_choice: Final[dict[int, float]] = {}
        self.by_target: Final[dict[int, float]] = {}
        self.sight: Final = see(self.tops, pieces)
        #: what turns are worth that were not judged
        self.least = MOST
        self._judge_turns(self._find_turns())

    def worth(self, choice: int, target: int) -> float:
        """What the best turn that begins with *choice* is worth, or, unless *target* is -1, the
        best of these with the PÜNCT there."""
        if target < 0:
            return self.by_choice.get(choice, self.least)
        return self.by_target.get(target << CHOICE_BITS | choice, self.least)

    def _judge_turns(self, found: list[tuple[int, int, int]]) -> None:
        """Judges the best of the turns that were *found*."""
        count = 0
        for _gain, choice, number in sorted(found, reverse=True):
            if choice == NEW:
                self._enter_new(number, self._judge_new(number))
            elif count < MOST_MOVES or choice not in self.by_choice:
                count += 1
                self._enter(choice, number, self._judge_move(choice, number))

    def _enter_new(self, footprint: int, worth: float) -> None:
        """Enters what it is *worth* to add a piece, by all pieces that have the *footprint*.

        They come to the same on the board, so one of them goes before the others: of the kind of
        which most are left.
        """
        placements = OF_FOOTPRINT[footprint]
        reserve = self.black if self.seat else self.white
        most, first = 0, -1
        for placement in placements:
            left = reserve >> COUNT_BITS * KIND[placement] & COUNT_MASK
            if left > most:
                most, first = left, placement
        for placement in placements:
            kind = KIND[placement]
            if reserve >> COUNT_BITS * kind & COUNT_MASK:
                is_like = placement != first and worth < 1.0
                self._enter(kind, placement, worth - ALIKE if is_like else worth)

    def _enter(self, choice: int, placement: int, worth: float) -> None:
        """Enters what a turn is *worth*."""
        if worth > self.by_choice.get(choice, -2.0):
            self.by_choice[choice] = worth
        target = DOT[placement] << CHOICE_BITS | choice
        if worth > self.by_target.get(target, -2.0):
            self.by_target[target] = worth
        self.least = min(self.least, max(worth, -MOST) - PASSED_OVER)

    def _judge_new(self, footprint: int) -> float:
        """What it is worth to the seat to add a piece, of whatever kind."""
        seat = self.seat
        white, black = self.white, self.black
        one = OF_FOOTPRINT[footprint][0]
        # some piece is gone from the reserve
        if seat:
            black = _without_one(black)
        else:
            white = _without_one(white)
        sight = self.sight.with_new(seat, (DOT[one], MINOR[one], OTHER[one]))
        return -judge(self.rules, sight, white, black, 1 - seat, True)

    def _judge_move(self, choice: int, placement: int) -> float:
        """What a move is worth to the seat."""
        seat = self.seat
        lifted = self.tops[choice - LIFT]
        rest = [other for other in self.pieces if other != lifted]
        tops = lay_out(tuple(rest))
        level = (tops[END[placement]] >> LEVEL_BITS) + 1
        one = piece(placement, seat, level)
        rest.append(one)
        for space in (DOT[placement], MINOR[placement], OTHER[placement]):
            tops[space] = one
        return -judge(self.rules, see(tops, rest), self.white, self.black, 1 - seat, False)

    def _find_turns(self) -> list[tuple[int, int, int]]:
        """The turns that gain most, as triples: the gain, the decision that begins it, the
        placement."""
        rules, seat, tops = self.rules, self.seat, self.tops
        mine = Outlook(tops, seat, rules.basic)
        theirs = Outlook(tops, 1 - seat, rules.basic)
        left = min(count_pieces(self.white), count_pieces(self.black))
        centre = CENTRE[0] + (CENTRE[1] - CENTRE[0]) * (PIECES - left) // PIECES
        #: what a dot gains on each space, and on that which an own piece leaves
        gains = [0] * SPACES
        bare = [0] * SPACES
        for space in range(SPACES):
            gain = GAINS[mine.detours[space]] + theirs.narrowness[space]
            if IS_CENTRAL[space]:
                gain += centre
            bare[space] = gain
            top = tops[space]
            if top >= 0:
                gain = 0 if top & 1 == seat else gain + gain
            gains[space] = gain
        touches = mine.touches
        found = self._find_new(gains, touches)
        for one in self.pieces:
            if one & 1 == seat and is_free(tops, one):
                found += self._find_moves(one, gains, bare, touches)
        return found

    def _find_new(self, gains: list[int], touches: list[int]) -> list[tuple[int, int, int]]:
        """The footprints of new pieces that gain most."""
        tops = self.tops
        reserve = self.black if self.seat else self.white
        keeps_out = self.rules.keeps_new_out(self.seat, self.white)
        found: list[tuple[int, int, int]] = []
        for footprints in FOOTPRINTS:
            if not any(
                reserve >> COUNT_BITS * KIND[one] & COUNT_MASK
                for one in OF_FOOTPRINT[footprints[0]]
            ):
                continue
            best = BestFew(NEW)
            for footprint in footprints:
                placement = OF_FOOTPRINT[footprint][0]
                gain = self._gain(placement, gains, touches)
                if gain > best.least and is_room(tops, placement, keeps_out):
                    best.add(gain, footprint)
            found += best.found
        return found

    def _gain(self, placement: int, gains: list[int], touches: list[int]) -> int:
        """What the dots of *placement* gain."""
        a, b, c = DOT[placement], MINOR[placement], OTHER[placement]
        sides = touches[a] | touches[b] | touches[c]
        gain = gains[a] + gains[b] + gains[c]
        return gain + JOINED if sides & sides >> 1 & 21 else gain

    def _find_moves(
        self, lifted: int, gains: list[int], bare: list[int], touches: list[int]
    ) -> list[tuple[int, int, int]]:
        """The moves of the piece *lifted* that gain most."""
        at = lifted >> 1 & PLACEMENT_MASK
        dots = (DOT[at], MINOR[at], OTHER[at])
        kind = KIND[at]
        tops = lay_out(self.pieces, lifted)
        lost = 0
        for space in dots:
            gains[space] = bare[space]
            lost += bare[space]
        best = BestFew(LIFT + DOT[at])
        for space in RAYS[DOT[at]]:
            for placement in PLACEMENTS[6 * space + kind]:
                gain = self._gain(placement, gains, touches) - lost
                if (
                    gain > best.least
                    and placement != at
                    and self.rules.level_on(tops, placement, self.seat) >= 0
                ):
                    best.add(gain, placement)
        for space in dots:
            gains[space] = 0
        return best.found


class BestFew:
    """The turns of one piece that gain most: those that begin with *choice*."""

    def __init__(self, choice: int) -> None:
        self.choice: Final = choice
        self.found: Final[list[tuple[int, int, int]]] = []
        #: less than this is not looked for any more
        self.least = -1_000_000

    def add(self, gain: int, placement: int) -> None:
        """Adds a turn that gains more than the least of them."""
        found = self.found
        found.append((gain, self.choice, placement))
        if len(found) > OF_A_PIECE:
            found.remove(min(found))
        if len(found) == OF_A_PIECE:
            self.least = min(found)[0]


@lru_cache(maxsize=512)
def find_turns(rules: Rules, pieces: tuple[int, ...], white: int, black: int, seat: int) -> Turns:
    """The best turns. They are kept, for all decisions of a turn ask for them."""
    return Turns(rules, pieces, white, black, seat)
