# mypyc: compile
"""The most promising turns of a position, each evaluated by the position to which it leads.

A position has thousands of turns. The price that the dots of a turn are likely to gain picks
some twenty; these are evaluated one by one, as whole turns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gipf_meta_punct.board import (
    CENTRE,
    DOT,
    EVEN_SIDES,
    IS_CENTRAL,
    KIND,
    MINOR,
    OTHER,
    PIECES,
    PLACEMENTS,
    RAYS,
    SPACES,
)
from gipf_meta_punct.rules import Rules, is_free
from gipf_meta_punct.state import (
    COUNT_BITS,
    COUNT_MASK,
    LIFT,
    PLACEMENT_MASK,
    count_pieces,
    lay_out,
)
from gipf_meta_punct.strength.connecting import MOST_JOINED
from gipf_meta_punct.strength.footprints import (
    BETWEEN,
    FOOTPRINT,
    FOOTPRINTS_OVER,
    HIGH,
    LOW,
    OF_FOOTPRINT,
    RESERVES,
)
from gipf_meta_punct.strength.judging import MOST, Sight, Worths, judge, see
from gipf_meta_punct.strength.outlook import Outlook, cost_of
from gipf_meta_punct.strength.ways import ENEMY, PAIRS, find_dots, with_dots, without_dots

if TYPE_CHECKING:
    from mypy_extensions import i64

MOST_MOVES: Final = 10
"""The most moves that are evaluated, …"""
OF_A_PIECE: Final = 4
"""… of these the most moves of one piece, …"""
NEW_PIECES: Final = 4
"""… and the most footprints of new pieces of one shape."""
PASSED_OVER: Final = 0.05
"""The worth that a turn without an evaluation loses against the worst turn with one."""
JOINED: Final = 1000
"""The gain of dots that join opposite sides."""
ALIKE: Final = 0.08
"""The worth that a turn loses against another turn with the same effect."""
CHOICE_BITS: Final = 9
CHOICE_MASK: Final = (1 << CHOICE_BITS) - 1
CODES: Final = 8192
"""The number of codes of placements or footprints that stand beside a gain."""
JOINS: Final[list[int]] = [
    JOINED * CODES if sides & sides >> 1 & EVEN_SIDES else 0 for sides in range(1 << 2 * PAIRS)
]
"""The addition to the code of a piece whose dots touch a set of sides, by the bits of the set."""
BAND: Final = 16
"""The width of a band of gains: spaces are visited band by band."""
SHUT: Final = -40_000
"""The gain of a space on which no new piece may lie: it outweighs all others together."""
DOTS: Final = 3
"""The number of dots of a piece, and the most that they cost on a way where they are new."""

GAINS: Final = (40, 14, 5, 2, 1, 0)
"""The gain of a dot on a space, by the detour of a way through it."""
IN_CENTRE: Final = (4, 30)
"""The gain of a dot in the centre: at the beginning, and with an empty reserve."""


_UNTOUCHED: Final = bytes(SPACES)
"""The sides touched by each space, where no space touches any."""
_NOTHING: Final = [0, 0, 0]
_ENEMIES: Final = [ENEMY, ENEMY, ENEMY]
"""The costs of the spaces of a piece: for its seat ``_NOTHING``, for the other one these."""

NEW: Final = 0
"""The value of a first decision that stands for any new piece with this footprint."""


def _without_one(reserve: int) -> int:
    """The *reserve* without one piece of the first kind it has."""
    kind = 0
    while not reserve >> COUNT_BITS * kind & COUNT_MASK:
        kind += 1
    return reserve - (1 << COUNT_BITS * kind)


class Lifted:
    """A position without one of its pieces, a free one, and the counts for its evaluation.

    *tops* are the highest pieces, *spaces* those of the piece that is lifted, *dots* the sets of
    spaces where the dots of each seat are highest (``ways``).
    """

    def __init__(
        self,
        tops: list[int],
        pieces: tuple[int, ...],
        lifted: int,
        dots: list[list[int]],
        sight: Sight,
    ) -> None:
        at = lifted >> 1 & PLACEMENT_MASK
        seat = lifted & 1
        self.spaces: Final = [DOT[at], MINOR[at], OTHER[at]]
        self.tops: Final = lay_out(pieces, lifted)
        own = without_dots(dots[seat], self.spaces)
        others = dots[1 - seat]
        self.central: Final = sight.central.copy()
        self.covered: Final = sight.covered.copy()
        freed: list[int] = []
        for space in self.spaces:
            top = self.tops[space]
            if IS_CENTRAL[space]:
                self.central[seat] -= 1
            if top < 0:
                continue
            if top & 1 == seat:
                own = with_dots(own, [space])
            else:
                others = with_dots(others, [space])
            if IS_CENTRAL[space]:
                self.central[top & 1] += 1
            if top not in freed and is_free(self.tops, top):
                freed.append(top)
                self.covered[top & 1] -= 1
        self.dots: Final = [others, own] if seat else [own, others]


class Turns:
    """The best turns of *seat*, which is on turn; *white* and *black* are the reserves.

    *by_choice* has the worth for *seat* of the best turn by the decision that begins it,
    *by_target* by that and the space of the PÜNCT: ``target << CHOICE_BITS | decision``.
    """

    def __init__(
        self,
        rules: Rules,
        worths: Worths,
        pieces: tuple[int, ...],
        white: int,
        black: int,
        seat: int,
    ) -> None:
        self.rules: Final = rules
        self.worths: Final = worths
        self.pieces: Final = pieces
        self.white: Final = white
        self.black: Final = black
        self.seat: Final = seat
        self.tops: Final = lay_out(pieces)
        self.by_choice: Final[dict[int, float]] = {}
        self.by_target: Final[dict[int, float]] = {}
        self.dots: Final = find_dots(self.tops)
        self.sight: Final = see(self.tops, pieces)
        self.mine: Final = Outlook(self.tops, self.dots, seat, rules.basic)
        self.theirs: Final = Outlook(self.tops, self.dots, 1 - seat, rules.basic)
        #: the worths of new pieces so far, by footprint, and of moves, by placement and decision
        self.additions: Final[dict[int, float]] = {}
        self.moves: Final[dict[int, float]] = {}
        self.lifted: Final[dict[int, Lifted]] = {}
        #: the worth of turns that were not evaluated
        self.least = MOST
        self._judge_turns(self._find_turns())
        # the cache of turns stays small so; for other moves these are made again
        self.lifted.clear()

    def worth(self, choice: int, target: int) -> float:
        """The worth of the best turn that begins with *choice*.

        Unless *target* is -1, only turns with the PÜNCT on it count.
        """
        if target < 0:
            return self.by_choice.get(choice, self.least)
        return self.by_target.get(target << CHOICE_BITS | choice, self.least)

    def _judge_turns(self, found: list[int]) -> None:
        """Evaluates the best of the turns in *found*."""
        count = 0
        for code in sorted(found, reverse=True):
            choice, number = code // CODES & CHOICE_MASK, code % CODES
            if choice == NEW:
                self._enter_new(number, self.judge_new(number))
            elif count < MOST_MOVES:
                count += 1
                self._enter(choice, number, self.judge_move(choice, number))

    def _enter_new(self, footprint: int, worth: float) -> None:
        """Enters the *worth* of adding a piece, for all pieces that have the *footprint*.

        They have the same effect on the board, so one of them is preferred: of the kind of which
        most are left.
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
        """Enters the *worth* of a turn."""
        if worth > self.by_choice.get(choice, -2.0):
            self.by_choice[choice] = worth
        target = DOT[placement] << CHOICE_BITS | choice
        if worth > self.by_target.get(target, -2.0):
            self.by_target[target] = worth
        self.least = min(self.least, max(worth, -MOST) - PASSED_OVER)

    def judge_turn(self, choice: int, placement: int) -> float:
        """The worth, for the seat, of the turn that begins with *choice* and lays the piece as
        *placement*.

        Only an end that follows from the board is taken into account.
        """
        if choice < LIFT:
            return self.judge_new(FOOTPRINT[placement])
        return self.judge_move(choice, placement)

    def judge_new(self, footprint: int) -> float:
        """The worth, for the seat, of adding a piece of any kind with this *footprint*."""
        known = self.additions.get(footprint)
        if known is None:
            known = self.additions[footprint] = self._judge_new(footprint)
        return known

    def _judge_new(self, footprint: int) -> float:
        """Evaluates the same addition, which is not in ``additions`` yet."""
        seat, before = self.seat, self.sight
        white, black = self.white, self.black
        one = OF_FOOTPRINT[footprint][0]
        # some piece is gone from the reserve
        if seat:
            black = _without_one(black)
        else:
            white = _without_one(white)
        spaces = [DOT[one], MINOR[one], OTHER[one]]
        own, others = with_dots(self.dots[seat], spaces), self.dots[1 - seat]
        central = before.central.copy()
        for space in spaces:
            central[seat] += int(IS_CENTRAL[space])
        sight = Sight(central, before.covered)
        mine = self.mine.prices_after(own, others, spaces, _NOTHING)
        theirs = self.theirs.prices_after(others, own, spaces, _ENEMIES)
        return -judge(self.rules, self.worths, sight, theirs, mine, white, black, 1 - seat, True)

    def judge_move(self, choice: int, placement: int) -> float:
        """The worth of the move for the seat."""
        known = self.moves.get(placement << CHOICE_BITS | choice)
        if known is not None:
            return known
        worth = self._judge_move(self._lift(choice), placement)
        self.moves[placement << CHOICE_BITS | choice] = worth
        return worth

    def _lift(self, choice: int) -> Lifted:
        """The position without the piece that *choice* lifts."""
        found = self.lifted.get(choice)
        if found is None:
            found = self.lifted[choice] = Lifted(
                self.tops, self.pieces, self.tops[choice - LIFT], self.dots, self.sight
            )
        return found

    def _judge_move(self, lifted: Lifted, placement: int) -> float:
        """The worth, for the seat, of laying the *lifted* piece as *placement*."""
        seat, basic = self.seat, self.rules.basic
        tops = lifted.tops
        laid = [DOT[placement], MINOR[placement], OTHER[placement]]
        left = [space for space in lifted.spaces if space not in laid]
        own = with_dots(lifted.dots[seat], laid)
        others = without_dots(lifted.dots[1 - seat], laid)
        central, covered = lifted.central.copy(), lifted.covered.copy()
        below: list[int] = []
        for space in laid:
            top = tops[space]
            if IS_CENTRAL[space]:
                central[seat] += 1
                if top >= 0:
                    central[top & 1] -= 1
            if top >= 0 and top not in below and is_free(tops, top):
                below.append(top)
                covered[top & 1] += 1
        spaces = [*laid, *left]
        my_costs = [0, 0, 0, *[cost_of(tops[space], space, seat, basic) for space in left]]
        mine = self.mine.prices_after(own, others, spaces, my_costs)
        their_costs = [
            *_ENEMIES, *[cost_of(tops[space], space, 1 - seat, basic) for space in left]
        ]  # fmt: skip
        theirs = self.theirs.prices_after(others, own, spaces, their_costs)
        sight = Sight(central, covered)
        white, black = self.white, self.black
        return -judge(self.rules, self.worths, sight, theirs, mine, white, black, 1 - seat, False)

    def _find_turns(self) -> list[int]:
        """The turns that gain most, each as a number made of gain, first decision, and placement
        or footprint."""
        seat, tops = self.seat, self.tops
        mine, theirs = self.mine, self.theirs
        left = min(count_pieces(self.white), count_pieces(self.black))
        centre = IN_CENTRE[0] + (IN_CENTRE[1] - IN_CENTRE[0]) * (PIECES - left) // PIECES
        #: the gain of a dot on a space that one's own piece leaves, and on each space as it is
        detours, narrowness = mine.find_detours(), theirs.find_narrowness()
        bare = [GAINS[detours[space]] + narrowness[space] for space in range(SPACES)]
        for space in CENTRE:
            bare[space] += centre
        gains = bare.copy()
        for space in range(SPACES):
            top: i64 = tops[space]
            if top >= 0:
                gains[space] = 0 if top & 1 == seat else 2 * bare[space]
        touches = mine.find_touches() if mine.least <= MOST_JOINED else _UNTOUCHED
        most_gained = max(max(gains), max(bare))
        found = self._find_new(gains, most_gained, touches)
        for one in self.pieces:
            if one & 1 == seat and is_free(tops, one):
                found += self._find_moves(one, gains, bare, most_gained, touches)
        return found

    def _find_new(self, gains: list[int], most_gained: int, touches: bytes) -> list[int]:
        """The footprints of new pieces that gain most; no dot gains more than *most_gained*."""
        reserve = self.black if self.seat else self.white
        on_board = [SHUT] * SPACES
        keeps_out = self.rules.keeps_new_out(self.seat, self.white)
        joins = self.mine.least <= DOTS
        if not joins:
            touches = _UNTOUCHED
        #: pieces that join touch a side of an even number, however little they gain
        first: list[int] = []
        bands: list[list[int]] = [[] for _band in range(most_gained // BAND + 1)]
        # of equal gains the greatest number first: so hardly one is added in vain
        for space in range(SPACES - 1, -1, -1):
            if self.tops[space] < 0 and not (keeps_out and IS_CENTRAL[space]):
                gain = gains[space]
                on_board[space] = gain
                bands[gain // BAND].append(space)
                if touches[space] & EVEN_SIDES:
                    first.append(space)
        found: list[int] = []
        for shape in range(len(FOOTPRINTS_OVER)):
            if reserve & RESERVES[shape]:
                best = BestFew(NEW_PIECES)
                over = FOOTPRINTS_OVER[shape]
                for space in first:
                    _add_footprints(best, over[space], on_board, touches)
                for band in range(len(bands) - 1, -1, -1):
                    # no remaining space gains more
                    if DOTS * BAND * (band + 1) * CODES <= best.least:
                        break
                    for space in bands[band]:
                        footprints = over[space]
                        if DOTS * on_board[space] * CODES + footprints[-1] > best.least:
                            _add_footprints(best, footprints, on_board, touches)
                found += [_code(code // CODES, NEW, code % CODES) for code in best.codes]
        return found

    def _find_moves(
        self, lifted: int, gains: list[int], bare: list[int], most_gained: int, touches: bytes
    ) -> list[int]:
        """The moves of the piece *lifted* that gain most; no dot gains more than *most_gained*."""
        at = lifted >> 1 & PLACEMENT_MASK
        dot, kind = DOT[at], KIND[at]
        choice = LIFT + dot
        lost = 0
        for space in (dot, MINOR[at], OTHER[at]):
            gains[space] = bare[space]
            lost += bare[space]
        joins = self.mine.least <= MOST_JOINED
        tops = self._lift(choice).tops
        best = BestFew(OF_A_PIECE)
        # two dots, and joining sides, gain no more than this
        most: i64 = 2 * most_gained * CODES
        if joins:
            most += JOINED * CODES
        for space in RAYS[dot]:
            here: i64 = gains[space]
            here *= CODES
            if here + most + CODES <= best.least:
                continue
            for placement in PLACEMENTS[6 * space + kind]:
                one: i64 = placement
                minor: i64 = MINOR[one]
                other: i64 = OTHER[one]
                code: i64 = gains[minor]
                code += gains[other]
                code *= CODES
                code += here + one
                if joins:
                    code += JOINS[touches[space] | touches[minor] | touches[other]]
                if (
                    code > best.least
                    and one != at
                    and self.rules.level_on(tops, placement, self.seat) >= 0
                ):
                    best.add(code)
        for space in (dot, MINOR[at], OTHER[at]):
            gains[space] = 0
        return [_code(code // CODES - lost, choice, code % CODES) for code in best.codes]


class BestFew:
    """The *most* turns that gain most, by codes of their gains and numbers."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self.codes: Final[list[int]] = []
        #: codes that do not exceed this are not added any more
        self.least: i64 = -1

    def add(self, code: int) -> None:
        """Adds *code*, which must exceed the least, unless it is there already; drops the least."""
        codes = self.codes
        if code in codes:
            return
        if len(codes) == self.most:
            codes.remove(self.least)
        codes.append(code)
        if len(codes) == self.most:
            self.least = min(codes)


def _code(gain: int, choice: int, number: int) -> int:
    """The code of a turn: a number that is the greater the more the turn gains."""
    return (gain << CHOICE_BITS | choice) * CODES + number


def _add_footprints(
    best: BestFew, footprints: list[int], on_board: list[int], touches: bytes
) -> None:
    """Adds those of *footprints* to *best* that gain more than its least."""
    for number in footprints:
        low = LOW[number]
        between = BETWEEN[number]
        high = HIGH[number]
        code: i64 = on_board[low]
        code += on_board[between]
        code += on_board[high]
        code *= CODES
        sides: i64 = touches[low] | touches[between] | touches[high]
        code += number + JOINS[sides]
        if code > best.least:
            best.add(code)


@lru_cache(maxsize=256)
def find_turns(
    rules: Rules, worths: Worths, pieces: tuple[int, ...], white: int, black: int, seat: int
) -> Turns:
    """Returns the best turns of a position; the latest 256 results are cached.

    All decisions of a turn need them, and a search comes back to a position: with a cache of 64
    of them, of some 70 KB each, two to three times as many are made.
    """
    return Turns(rules, worths, pieces, white, black, seat)
