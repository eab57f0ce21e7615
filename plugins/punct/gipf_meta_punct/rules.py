# mypyc: compile
"""The rules of PÜNCT on integers (docs/reference/punct.md; all §§ below are of it).

``board`` numbers spaces and placements, ``state`` lists the decisions.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Final

from gipf_meta import Over
from gipf_meta_punct.board import (
    CENTRE,
    DOT,
    END,
    EVEN_SIDES,
    FAR_END,
    IS_CENTRAL,
    KIND,
    MIDDLE,
    MINOR,
    NEIGHBOURS,
    OTHER,
    PLACEMENTS,
    RAYS,
    SIDES,
    SPACES,
)
from gipf_meta_punct.state import (
    COUNT_BITS,
    COUNT_MASK,
    FULL,
    GO,
    LEVEL_BITS,
    LIE,
    LIFT,
    PLACEMENT_MASK,
    State,
    lay_out,
    piece,
)

TRIANGLE: Final = 0


class Rules:
    """The rules with one set of options (§9). All methods are pure."""

    def __init__(
        self,
        basic: bool = False,
        two_pieces: bool = False,
        middle_bridge: str = "own_below",
        both_connected: str = "mover",
        counts_centre: bool = True,
        repetition_count: int = 3,
        max_turns: int = 0,
    ) -> None:
        self.basic: Final = basic
        self.two_pieces: Final = two_pieces
        self.middle_bridge: Final = middle_bridge
        self.both_connected: Final = both_connected
        self.counts_centre: Final = counts_centre
        self.repetition_count: Final = repetition_count
        self.max_turns: Final = max_turns
        self.forbids_middle: Final = middle_bridge == "forbidden"
        self.frees_middle: Final = middle_bridge == "free"

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, (
            self.basic, self.two_pieces, self.middle_bridge, self.both_connected,
            self.counts_centre, self.repetition_count, self.max_turns,
        )  # fmt: skip

    # -- positions ---------------------------------------------------------------------------

    def start(self) -> State:
        """The start of a game: an empty board, full reserves, seat 0 is on turn."""
        return self.position((), FULL, FULL, 0)

    def position(self, pieces: tuple[int, ...], white: int, black: int, seat: int) -> State:
        """Returns the position in which *seat* begins turn 1, without earlier positions.

        The game is over if a player is connected, or if *seat* has no turn (§5).
        """
        seen = ((pieces, seat),) if self.repetition_count else ()
        state = State(pieces, white, black, seat, 1, seen=seen)
        everywhere = list(range(SPACES))
        ending = self.judge_connections(
            self.is_connected(state.tops, 1 - seat, everywhere),
            self.is_connected(state.tops, seat, everywhere),
            1 - seat,
        )
        if ending is None and not self.has_turn(state):
            ending = self.judge_without_connection(state.tops, "no_turn")
        return _with_ending(state, ending) if ending is not None else state

    def position_after_end(self, pieces: tuple[int, ...], white: int, black: int) -> State:
        """Returns the position of a game that is over, with the result that follows from *pieces*
        (§5).

        It has no winner where both are connected.
        """
        state = State(pieces, white, black, 0, 1)
        everywhere = list(range(SPACES))
        joined = [self.is_connected(state.tops, seat, everywhere) for seat in (0, 1)]
        if joined[0] != joined[1]:
            ending = Over((0,) if joined[0] else (1,), "connection")
        elif joined[0]:
            ending = Over((), "connection")
        elif not (white and black):
            ending = self.judge_without_connection(state.tops, "last_piece")
        else:
            ending = Over((), "unfinished")
        return _with_ending(state, ending)

    def is_connected(self, tops: list[int], seat: int, starts: list[int]) -> bool:
        """Whether a group of *seat* with one of the spaces *starts* joins opposite sides (§5)."""
        reached = bytearray(SPACES)
        for start in starts:
            top = tops[start]
            if top < 0 or top & 1 != seat or reached[start]:
                continue
            sides = 0
            reached[start] = 1
            edge = [start]
            while edge:
                space = edge.pop()
                sides |= SIDES[space]
                for beside in NEIGHBOURS[space]:
                    if not reached[beside]:
                        other = tops[beside]
                        if other >= 0 and other & 1 == seat:
                            reached[beside] = 1
                            edge.append(beside)
            if sides & sides >> 1 & EVEN_SIDES:
                return True
        return False

    def count_centre(self, tops: list[int]) -> tuple[int, int]:
        """The numbers of dots of seats 0 and 1 that are visible in the central hexagon."""
        counts = [0, 0]
        for space in CENTRE:
            if tops[space] >= 0:
                counts[tops[space] & 1] += 1
        return counts[0], counts[1]

    # -- moves -------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> Sequence[int]:
        """The legal moves of the seat on turn; empty after the end."""
        if state.ending is not None:
            return ()
        if state.target >= 0:
            return [LIE + placement for placement in self.lying(state, state.target)]
        if state.kind >= 0:
            return [GO + space for space in self.targets(state)]
        out = [kind for kind in range(6) if self.can_add(state, kind)]
        for one in state.pieces:
            if one & 1 == state.seat and is_free(state.tops, one) and self.can_move(state, one):
                out.append(LIFT + DOT[one >> 1 & PLACEMENT_MASK])
        return out

    def has_turn(self, state: State) -> bool:
        """Whether the seat that begins its turn in *state* has a legal move."""
        for kind in range(6):
            if self.can_add(state, kind):
                return True
        for one in state.pieces:
            if one & 1 == state.seat and is_free(state.tops, one) and self.can_move(state, one):
                return True
        return False

    def can_add(self, state: State, kind: int) -> bool:
        """Whether the seat has a piece of *kind* and room for it."""
        if not state.reserve >> COUNT_BITS * kind & COUNT_MASK:
            return False
        keeps_out = self.keeps_out(state)
        for space in range(SPACES):
            if state.tops[space] < 0:
                for placement in PLACEMENTS[6 * space + kind]:
                    if is_room(state.tops, placement, keeps_out):
                        return True
        return False

    def can_move(self, state: State, one: int) -> bool:
        """Whether the free piece *one* can lie anywhere else."""
        tops = lay_out(state.pieces, one)
        at = one >> 1 & PLACEMENT_MASK
        kind = KIND[at]
        for space in RAYS[DOT[at]]:
            for placement in PLACEMENTS[6 * space + kind]:
                if placement != at and self.level_on(tops, placement, state.seat) >= 0:
                    return True
        return False

    def keeps_out(self, state: State) -> bool:
        """Whether a new piece of the seat on turn must not touch the central hexagon (§3)."""
        return self.keeps_new_out(state.seat, state.white)

    def keeps_new_out(self, seat: int, white: int) -> bool:
        """Whether a new piece of *seat* must not, where *white* is the reserve of seat 0 (§3)."""
        return not self.basic or (seat == 0 and white == FULL)

    def targets(self, state: State) -> list[int]:
        """The spaces to which the PÜNCT of the chosen piece can go (§4.1, §4.3)."""
        return [DOT[one] for one in self.ways(state, 1)]

    def ways(self, state: State, most: int = 6) -> list[int]:
        """The placements of the chosen piece, in order (§4).

        At most *most* of them, the first ones, have the PÜNCT on the same space.
        """
        kind, seat = state.kind, state.seat
        tops = state.tops
        found: list[int] = []
        if state.lifted < 0:
            if self.keeps_out(state):
                tops = tops.copy()
                for space in CENTRE:
                    tops[space] = 0
            for space in range(SPACES):
                if tops[space] < 0:
                    count = 0
                    for one in PLACEMENTS[6 * space + kind]:
                        if tops[MINOR[one]] < 0 and tops[OTHER[one]] < 0:
                            found.append(one)
                            count += 1
                            if count == most:
                                break
            return found
        at = state.lifted >> 1 & PLACEMENT_MASK
        for space in sorted(RAYS[DOT[at]]):
            count = 0
            for one in PLACEMENTS[6 * space + kind]:
                if one != at and self.level_on(tops, one, seat) >= 0:
                    found.append(one)
                    count += 1
                    if count == most:
                        break
        return found

    def lying(self, state: State, space: int) -> list[int]:
        """The placements of the chosen piece with its PÜNCT on *space* (§4)."""
        here = PLACEMENTS[6 * space + state.kind]
        if state.lifted < 0:
            keeps_out = self.keeps_out(state)
            return [one for one in here if is_room(state.tops, one, keeps_out)]
        at = state.lifted >> 1 & PLACEMENT_MASK
        tops, seat = state.tops, state.seat
        return [one for one in here if one != at and self.level_on(tops, one, seat) >= 0]

    def level_on(self, tops: list[int], placement: int, seat: int) -> int:
        """The level of a piece of *seat* that lies as *placement*; -1 if it cannot lie so (§4.4,
        §4.5).

        *tops* are those after lifting it.
        """
        end = tops[END[placement]]
        far_end = tops[FAR_END[placement]]
        level = end >> LEVEL_BITS
        if far_end >> LEVEL_BITS != level:
            return -1
        middle = tops[MIDDLE[placement]]
        dot = DOT[placement]
        if middle >> LEVEL_BITS == level:
            if level < 0:
                return 0
        elif middle >> LEVEL_BITS > level or KIND[placement] == TRIANGLE:
            return -1
        else:
            if self.two_pieces and end == far_end:
                return -1
            if MIDDLE[placement] == dot:
                if self.forbids_middle:
                    return -1
                if self.frees_middle:
                    return level + 1
        top = tops[dot]
        return level + 1 if top >= 0 and top & 1 == seat else -1

    def may_end_otherwise(self, state: State) -> bool:
        """Whether the turn may end the game without a connection or a last piece.

        It may do so by repetition, by the number of turns, or as the other seat has no turn
        then. In rare cases this is true although the turn cannot.
        """
        return (
            bool(self.max_turns and state.number >= self.max_turns)
            or self.may_repeat(state)
            or not self._has_rooms(state.tops, 1 - state.seat, state.white, state.black)
        )

    def may_repeat(self, state: State) -> bool:
        """Whether the turn may end the game by repetition.

        It may if a position with the other seat on turn has occurred often enough.
        """
        often = self.repetition_count - 1
        if often < 0:
            return False
        later = [key for key in state.seen if key[1] != state.seat]
        if len(later) >= often:
            for key in later:
                if later.count(key) >= often:
                    return True
        return False

    def _has_rooms(self, tops: list[int], seat: int, white: int, black: int) -> bool:
        """Whether *seat* has room for a new piece of some kind in four places without a common
        space.

        A turn takes three spaces, so one of these places stays free after it.
        """
        reserve = black if seat else white
        keeps_out = self.keeps_new_out(seat, white)
        for kind in range(6):
            if not reserve >> COUNT_BITS * kind & COUNT_MASK:
                continue
            taken: list[int] = []
            for space in range(SPACES):
                if tops[space] < 0 and space not in taken:
                    for one in PLACEMENTS[6 * space + kind]:
                        a, b = MINOR[one], OTHER[one]
                        if a not in taken and b not in taken and is_room(tops, one, keeps_out):
                            taken += [space, a, b]
                            break
                if len(taken) == 12:
                    return True
        return False

    # -- a decision --------------------------------------------------------------------------

    def apply(self, state: State, move: int) -> State:
        """Returns the state after *move*, which must be legal: it is not checked."""
        if move < LIFT:
            return _with_choice(state, move, -1, -1, state.tops)
        if move < GO:
            lifted = state.tops[move - LIFT]
            kind = KIND[lifted >> 1 & PLACEMENT_MASK]
            return _with_choice(state, kind, lifted, -1, lay_out(state.pieces, lifted))
        if move < LIE:
            ways = self.lying(state, move - GO)
            if len(ways) > 1:
                return _with_choice(state, state.kind, state.lifted, move - GO, state.tops)
            return self.lay(state, ways[0])
        return self.lay(state, move - LIE)

    def lay(self, state: State, placement: int) -> State:
        """Returns the state after the chosen piece is laid as *placement*, which ends the turn."""
        seat = state.seat
        white, black = state.white, state.black
        lifted = state.lifted
        rest = list(state.pieces)
        level = 0
        if lifted < 0:
            if seat:
                black -= 1 << COUNT_BITS * state.kind
            else:
                white -= 1 << COUNT_BITS * state.kind
        else:
            rest.remove(lifted)
            level = (state.tops[END[placement]] >> LEVEL_BITS) + 1
        one = piece(placement, seat, level)
        insort(rest, one)
        pieces = tuple(rest)
        tops = state.tops.copy()
        for space in (DOT[placement], MINOR[placement], OTHER[placement]):
            tops[space] = one
        ending = self._judge_turn(state, pieces, white, black, tops, placement)
        seen = state.seen
        if self.repetition_count:
            key = (pieces, 1 - seat)
            seen = (*seen, key) if lifted >= 0 else (key,)
            if ending is None and lifted >= 0 and seen.count(key) >= self.repetition_count:
                ending = Over((), "repetition")
        after = State(
            pieces, white, black, 1 - seat, state.number + 1, seen=seen, ending=ending, tops=tops
        )
        if ending is None:
            if not self.has_turn(after):
                ending = self.judge_without_connection(tops, "no_turn")
            elif self.max_turns and state.number >= self.max_turns:
                ending = Over((), "unfinished")
            if ending is not None:
                return _with_ending(after, ending)
        return after

    # -- the end -----------------------------------------------------------------------------

    def _judge_turn(
        self,
        state: State,
        pieces: tuple[int, ...],
        white: int,
        black: int,
        tops: list[int],
        placement: int,
    ) -> Over | None:
        """The end of the game by a connection or a last piece (§5.1, §5.2); ``None`` without one.

        Nobody was connected before the turn: so the mover is by the piece that he has laid, and
        the opponent by what was below a piece that was lifted.
        """
        seat = state.seat
        mine = self.is_connected(tops, seat, [DOT[placement]])
        theirs = False
        if state.lifted >= 0:
            was = state.lifted >> 1 & PLACEMENT_MASK
            theirs = self.is_connected(tops, 1 - seat, [DOT[was], MINOR[was], OTHER[was]])
        ending = self.judge_connections(mine, theirs, seat)
        if ending is None and state.lifted < 0 and not (black if seat else white):
            ending = self.judge_without_connection(tops, "last_piece")
        return ending

    def judge_connections(self, mine: bool, theirs: bool, mover: int) -> Over | None:
        """The end if *mover* has a connection (*mine*) or the other seat has one (*theirs*)."""
        if mine and theirs:
            if self.both_connected == "draw":
                return Over((), "connection")
            return Over((mover if self.both_connected == "mover" else 1 - mover,), "connection")
        if mine or theirs:
            return Over((mover if mine else 1 - mover,), "connection")
        return None

    def judge_without_connection(self, tops: list[int], reason: str) -> Over:
        """The end by the last piece, or where a player has no turn (§5.2, §5.4)."""
        white, black = self.count_centre(tops)
        return self.judge_by_centre(white, black, reason)

    def judge_by_centre(self, white: int, black: int, reason: str) -> Over:
        """The end where *white* and *black* dots are visible in the centre."""
        if self.counts_centre and white != black:
            return Over((0,) if white > black else (1,), reason)
        return Over((), reason)


def is_free(tops: list[int], one: int) -> bool:
    """Whether no piece lies on the piece *one*, so that it may be moved (§4.2)."""
    at = one >> 1 & PLACEMENT_MASK
    return tops[DOT[at]] == one and tops[MINOR[at]] == one and tops[OTHER[at]] == one


def is_room(tops: list[int], placement: int, keeps_out: bool) -> bool:
    """Whether a new piece has room as *placement* (§4.1).

    Its three spaces are empty and, where it *keeps_out* of the central hexagon, outside that.
    """
    a, b, c = DOT[placement], MINOR[placement], OTHER[placement]
    if tops[a] >= 0 or tops[b] >= 0 or tops[c] >= 0:
        return False
    return not keeps_out or not (IS_CENTRAL[a] or IS_CENTRAL[b] or IS_CENTRAL[c])


def _with_choice(state: State, kind: int, lifted: int, target: int, tops: list[int]) -> State:
    """Returns *state* in the same turn, with a piece chosen, and perhaps the space of its PÜNCT."""
    return State(
        state.pieces, state.white, state.black, state.seat, state.number, kind, lifted, target,
        state.seen, tops=tops,
    )  # fmt: skip


def _with_ending(state: State, ending: Over) -> State:
    """Returns the same position with the game over."""
    return State(
        state.pieces, state.white, state.black, state.seat, state.number, seen=state.seen,
        ending=ending, tops=state.tops,
    )  # fmt: skip
