# mypyc: compile
"""The rules of ZÈRTZ on integers (docs/reference/zertz.md; the sections named below are its).

Sets of rings and of marbles are masks, so a step of a whole set is a shift. One turn is a placement
and, where a ring is free, a removal, and, where claims are optional, one decision for each newly
full region; or a chain of jumps; or a pass; or a takeback. ``state`` lists the decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta import Over
from gipf_meta_zertz.board import CELL_BITS, Board, Table
from gipf_meta_zertz.state import (
    AFTER_JUMPS,
    BLACK,
    CLAIM,
    COUNT_BITS,
    COUNT_MASK,
    GREY,
    GUARDS,
    JUMP,
    ONE,
    PASS,
    REMOVE,
    TAKEBACK,
    WHITE,
    Special,
    State,
    claim,
    leave,
    pack,
    unpack,
)


class Rules:
    """One way to play: a board, a pool, goals and options. All methods are pure.

    *pool* and *gifts* (marbles given to each seat at the start) are packed counts; *goals* are
    white, grey, black, each. The other arguments are the options of §11.
    """

    def __init__(
        self,
        board: Board,
        pool: int,
        goals: tuple[int, int, int, int],
        gifts: tuple[int, int] = (0, 0),
        spare_largest: bool = False,
        optional_claim: bool = False,
        no_marbles: str = "lose",
        board_full: str = "last_placer_wins",
        repetition_count: int = 3,
        ignore_colours: bool = False,
        on_demand: bool = False,
    ) -> None:
        self.board: Final = board
        self.pool: Final = pool
        self.goals: Final = goals
        self.gifts: Final = gifts
        self.spare_largest: Final = spare_largest
        self.optional_claim: Final = optional_claim
        self.no_marbles: Final = no_marbles
        self.board_full: Final = board_full
        self.repetition_count: Final = repetition_count
        self.ignore_colours: Final = ignore_colours
        self.on_demand: Final = on_demand
        #: what lifts a count over its guard bit exactly when it reaches the goal
        self.any_goal: Final = GUARDS - pack(goals[0], goals[1], goals[2])
        self.each_goal: Final = GUARDS - goals[3] * (ONE[0] + ONE[1] + ONE[2])
        #: steps of one place: up, and across to the right; the third axis is both at once
        self.up: Final = board.lattice.stride
        self._removals: Final = board.table((REMOVE,))
        self._placements: Final[tuple[Table, ...]] = tuple(
            board.table(tuple(c for c in (WHITE, GREY, BLACK) if colours >> c & 1))
            for colours in range(8)
        )
        #: each axis: its step, and the kinds of jump along it and against it
        shifts = board.lattice.shifts
        self._axes: Final = tuple(
            (shifts[d], JUMP + d, JUMP + (d + 3) % 6) for d in range(6) if shifts[d] > 0
        )
        self.steps: Final = shifts

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, (
            self.board, self.pool, self.goals, self.gifts, self.spare_largest, self.optional_claim,
            self.no_marbles, self.board_full, self.repetition_count, self.ignore_colours,
            self.on_demand,
        )  # fmt: skip

    # -- positions ---------------------------------------------------------------------------

    def start(self) -> State:
        """All rings, no marbles, seat 0 to move."""
        first, second = self.gifts
        return State(
            rings=self.board.lattice.full, white=0, grey=0, black=0,
            pool=self.pool, first=first, second=second, seat=0, number=1,
        )  # fmt: skip

    def position(
        self,
        rings: int,
        marbles: tuple[int, int, int],
        pool: int,
        first: int,
        second: int,
        seat: int,
        frozen: int = 0,
        must_capture: bool = False,
    ) -> State:
        """The position in which *seat* begins turn 1, with no past.

        *marbles* are the masks of white, grey and black; *pool*, *first* and *second* are packed
        counts. The game is over where §7 says so.
        """
        white, grey, black = marbles
        special = Special(frozen, 0, False, must_capture) if frozen or must_capture else None
        before = State(
            rings, white, grey, black, pool, first, second, 1 - seat, number=0, special=special,
            captured=(first, second) != self.gifts,
        )  # fmt: skip
        return self.end_turn(before, took=False)

    def free_rings(self, rings: int, occupied: int) -> int:
        """The vacant rings with two missing neighbours that are neighbours themselves (§4)."""
        up = self.up
        a = rings >> up
        b = rings >> up + 1
        c = rings >> 1
        d = rings << up
        e = rings << up + 1
        f = rings << 1
        # a|b, b|c, c|d, … all set: never two missing in a row. (a|b) & (b|c) is b | a & c.
        held = (b | a & c) & (d | c & e) & (f | e & a)
        return (rings ^ occupied) & ~held

    def has_neighbours(self, occupied: int) -> bool:
        """Whether two of the *occupied* rings are neighbours; if not, no marble can jump."""
        up = self.up
        return bool(occupied & (occupied >> 1 | occupied >> up | occupied >> up + 1))

    def has_enclosed(self, occupied: int, vacant: int) -> bool:
        """Whether a marble has no *vacant* neighbour; if not, no region is full (§6)."""
        up = self.up
        right = vacant | vacant << 1
        left = vacant | vacant >> 1
        return bool(occupied & ~(right | right << up | left | left >> up))

    def connected_rings(self, start: int, rings: int) -> int:
        """The part of *rings* that is connected with *start*, *start* included."""
        up = self.up
        while True:
            right = start | start << 1
            left = start | start >> 1
            grown = (right | right << up | left | left >> up) & rings
            if grown == start:
                return grown
            start = grown

    def regions(self, rings: int) -> list[int]:
        """The connected parts of *rings*."""
        parts = []
        while rings:
            part = self.connected_rings(rings & -rings, rings)
            parts.append(part)
            rings ^= part
        return parts

    def first_ring(self, region: int) -> int:
        """The bit of the region's first ring: by column, then number."""
        lattice = self.board.lattice
        return lattice.bit_of[lattice.names(region)[0]]

    def next_claim(self, state: State) -> int:
        """The region that the mover claims or leaves next, or 0: the one with the first ring."""
        special = state.special
        if special is None or not special.pending:
            return 0
        return self.connected_rings(1 << self.first_ring(special.pending), special.pending)

    def reaches_goal(self, counts: int) -> bool:
        """Whether the captured marbles include a goal set (§2)."""
        if (counts + self.any_goal) & GUARDS:
            return True
        return (counts + self.each_goal) & GUARDS == GUARDS

    def stock(self, state: State) -> int:
        """The packed counts of the marbles that the mover may place (§4).

        They are the pool's, and when the pool is empty his own captured ones.
        """
        return state.pool or (state.second if state.seat else state.first)

    def jumps(self, state: State) -> list[int]:
        """All single jumps, or those of the marble that must go on (§5)."""
        occupied = state.white | state.grey | state.black
        return self.jumps_of(occupied, state.rings ^ occupied, state.jumper or occupied)

    def must_jump(self, state: State) -> bool:
        """Whether the mover may do nothing but capture (§5)."""
        if state.jumper:
            return True
        if state.free or (state.special is not None and state.special.pending):
            return False
        if self.on_demand and (state.special is None or not state.special.must_capture):
            return False
        return bool(self.jumps(state))

    # -- moves -------------------------------------------------------------------------------

    def legal_moves(self, state: State) -> Sequence[int]:
        """All decisions of the seat to move; empty after the end."""
        if state.ending is not None:
            return ()
        out: tuple[int, ...] = ()
        free = state.free
        if free:
            for part, table in self._removals:
                out += table[free & part]
            return out
        occupied = state.white | state.grey | state.black
        vacant = state.rings ^ occupied
        if state.jumper:
            return self.jumps_of(occupied, vacant, state.jumper)
        special = state.special
        if special is not None and special.pending:
            first = self.first_ring(special.pending)
            return (claim(first), leave(first))
        jumps: list[int] = []
        if self.has_neighbours(occupied):
            jumps = self.jumps_of(occupied, vacant, occupied)
            if jumps and (not self.on_demand or (special is not None and special.must_capture)):
                return jumps
        stock = state.pool or (state.second if state.seat else state.first)
        for part, table in self._placements[
            (1 if stock & COUNT_MASK else 0)
            | (2 if stock >> COUNT_BITS & COUNT_MASK else 0)
            | (4 if stock >> 2 * COUNT_BITS else 0)
        ]:
            out += table[vacant & part]
        if self.on_demand:
            out = (*jumps, *out)
        if not out and self.no_marbles == "pass":
            out = (PASS,)
        if special is not None and special.before is not None:
            out += (TAKEBACK,)
        return out

    def jumps_of(self, occupied: int, vacant: int, who: int) -> list[int]:
        """All single jumps of the marbles *who*, over the *occupied* onto the *vacant* rings."""
        out: list[int] = []
        for step, along, against in self._axes:
            pairs = occupied & occupied >> step
            if pairs:
                movers = pairs & vacant >> 2 * step & who
                while movers:
                    low = movers & -movers
                    out.append(along << CELL_BITS | low.bit_length() - 1)
                    movers ^= low
                movers = (pairs & vacant << step) << step & who
                while movers:
                    low = movers & -movers
                    out.append(against << CELL_BITS | low.bit_length() - 1)
                    movers ^= low
        return out

    def apply(self, state: State, move: int) -> State:
        """The state after *move*, which is trusted to be legal."""
        kind = move >> CELL_BITS
        if kind < REMOVE:
            return self._place(state, kind, 1 << (move & 127))
        if kind == REMOVE:
            return self._remove(state, 1 << (move & 127))
        if kind < AFTER_JUMPS:
            return self._jump(state, kind - JUMP, move & 127)
        if move == PASS:
            return self._pass(state)
        if move == TAKEBACK:
            return self._take_back(state)
        return self._claim(state, kind == CLAIM)

    def _place(self, state: State, colour: int, cell: int) -> State:
        rings = state.rings
        white = state.white
        grey = state.grey
        black = state.black
        if colour == WHITE:
            white |= cell
        elif colour == GREY:
            grey |= cell
        else:
            black |= cell
        pool = state.pool
        first = state.first
        second = state.second
        if pool:
            pool -= ONE[colour]
        elif state.seat:
            second -= ONE[colour]
        else:
            first -= ONE[colour]
        special = state.special
        if special is not None or self.on_demand:
            special = self._special_after_placing(state)
        free = self.free_rings(rings, white | grey | black)
        after = State(
            rings, white, grey, black, pool, first, second, state.seat, state.number, free,
            seen=state.seen, special=special, captured=state.captured,
        )  # fmt: skip
        return after if free else self._take_full_regions(after)

    def _remove(self, state: State, ring: int) -> State:
        after = State(
            state.rings ^ ring, state.white, state.grey, state.black,
            state.pool, state.first, state.second, state.seat, state.number,
            special=state.special, captured=state.captured,
        )  # fmt: skip
        return self._take_full_regions(after)

    def _special_after_placing(self, state: State) -> Special | None:
        """The memory of the options after a placement: a missed capture may be demanded (§9)."""
        frozen = state.special.frozen if state.special is not None else 0
        missed: State | None = None
        if self.on_demand and self.jumps(state):
            missed = _copy_position(state, state.number, Special(frozen) if frozen else None)
        return Special(frozen, before=missed) if frozen or missed is not None else None

    def _take_full_regions(self, state: State) -> State:
        """Ends the turn of *state*, after placing and removing: full regions are taken (§6).

        Where claims are optional the mover decides about each region first.
        """
        rings = state.rings
        white = state.white
        grey = state.grey
        black = state.black
        occupied = white | grey | black
        vacant = rings ^ occupied
        if not self.has_enclosed(occupied, vacant):
            return self.end_turn(state, took=False)
        special = state.special
        full = self._isolated_regions(rings, vacant, special.frozen if special is not None else 0)
        if not full:
            return self.end_turn(state, took=False)
        first = state.first
        second = state.second
        if self.optional_claim:
            if special is None:
                special = Special(0, full)
            else:
                special = Special(special.frozen, full, False, False, special.before)
            return State(
                rings, white, grey, black, state.pool, first, second, state.seat, state.number,
                seen=state.seen, special=special, captured=state.captured,
            )  # fmt: skip
        taken = count_marbles(white & full, grey & full, black & full)
        if state.seat:
            second += taken
        else:
            first += taken
        rings ^= full
        after = State(
            rings, white & rings, grey & rings, black & rings, state.pool, first, second,
            state.seat, state.number, special=special, captured=state.captured,
        )  # fmt: skip
        return self.end_turn(after, took=True)

    def _isolated_regions(self, rings: int, vacant: int, frozen: int) -> int:
        """The full regions that the mover takes (§6; options ``isolation_scope``, ``_claim``)."""
        full = rings ^ self.connected_rings(vacant, rings)
        full &= ~frozen
        if full and vacant and self.spare_largest:
            # (with no vacant ring at all the full-board rule of §7 takes everything, of any size)
            regions = sorted(self.regions(rings), key=int.bit_count)
            if len(regions) == 1 or regions[-2].bit_count() < regions[-1].bit_count():
                full &= ~regions[-1]
        return full

    def _claim(self, state: State, taken: bool) -> State:
        special = state.special
        assert special is not None
        region = self.next_claim(state)
        rings = state.rings
        first = state.first
        second = state.second
        frozen = special.frozen
        seen = state.seen
        if taken:
            gain = count_marbles(state.white & region, state.grey & region, state.black & region)
            if state.seat:
                second += gain
            else:
                first += gain
            rings ^= region
            seen = ()
        else:
            frozen |= region
        white = state.white & rings
        grey = state.grey & rings
        black = state.black & rings
        pending = special.pending ^ region
        took = special.took or taken
        if pending:
            return State(
                rings, white, grey, black, state.pool, first, second, state.seat, state.number,
                seen=seen, special=Special(frozen, pending, took, False, special.before),
                captured=state.captured,
            )  # fmt: skip
        later: Special | None = None
        if frozen or special.before is not None:
            later = Special(frozen, before=special.before)
        after = State(
            rings, white, grey, black, state.pool, first, second, state.seat, state.number,
            seen=seen, special=later, captured=state.captured,
        )  # fmt: skip
        return self.end_turn(after, took=took)

    def _jump(self, state: State, direction: int, bit: int) -> State:
        step = self.steps[direction]
        landing = 1 << bit + 2 * step
        white, grey, black, gain = after_jump(
            state.white, state.grey, state.black, 1 << bit, 1 << bit + step, landing
        )
        first = state.first
        second = state.second
        if state.seat:
            second += gain
        else:
            first += gain
        special = state.special
        if special is not None:
            special = Special(special.frozen) if special.frozen else None
        occupied = white | grey | black
        goes_on = bool(self.jumps_of(occupied, state.rings ^ occupied, landing))
        after = State(
            state.rings, white, grey, black, state.pool, first, second, state.seat, state.number,
            jumper=landing if goes_on else 0, seen=state.seen, special=special, captured=True,
        )  # fmt: skip
        return after if goes_on else self.end_turn(after, took=False)

    def _pass(self, state: State) -> State:
        frozen = state.special.frozen if state.special is not None else 0
        special = Special(frozen) if frozen else None
        return self.end_turn(_copy_position(state, state.number, special), took=False)

    def _take_back(self, state: State) -> State:
        assert state.special is not None
        before = state.special.before
        assert before is not None
        frozen = before.special.frozen if before.special is not None else 0
        return _copy_position(before, state.number + 1, Special(frozen, must_capture=True))

    # -- the end of a turn -------------------------------------------------------------------

    def end_turn(self, state: State, took: bool) -> State:
        """The next seat's position: the tests of §7 in their order.

        *state* is the end of a turn: its captures are made, and *took* says whether full regions
        were taken at last. ``state.captured`` says whether a marble was captured before those.
        """
        rings = state.rings
        white = state.white
        grey = state.grey
        black = state.black
        first = state.first
        second = state.second
        seat = state.seat
        seen = state.seen
        special = state.special
        ending: Over | None = None
        other = 1 - seat
        own = second if seat else first
        occupied = white | grey | black
        vacant = rings ^ occupied
        if own and self.reaches_goal(own):
            ending = Over((seat,), "goal")
        elif not vacant:
            ending = self._end_on_full_board(seat, state.captured)
        elif state.pool:
            # while the pool holds marbles no position can come back: placing lessens the pool,
            # capturing lessens the board
            seen = ()
        else:
            hand = first if seat else second
            if (
                not hand
                and self.no_marbles != "pass"
                and (special is None or special.before is None)
                and not self.jumps_of(occupied, vacant, occupied)
            ):
                ending = Over((seat,) if self.no_marbles == "lose" else (), "no_marbles")
            elif self.repetition_count:
                key: tuple[int, ...] = (white, grey, black, first, second, other)
                if self.ignore_colours:
                    key = (occupied, sum(unpack(first)), sum(unpack(second)), other)
                seen = (*seen, key)
                if seen.count(key) >= self.repetition_count:
                    ending = Over((), "repetition")
        return State(
            rings, white, grey, black, state.pool, first, second, seat=other,
            number=state.number + 1, seen=seen, special=special, ending=ending,
            captured=state.captured or took,
        )  # fmt: skip

    def _end_on_full_board(self, seat: int, captured: bool) -> Over:
        wins = self.board_full == "last_placer_wins" or (
            self.board_full == "both_lose_if_no_captures" and captured
        )
        return Over((seat,) if wins else (), "board_full")


def count_marbles(white: int, grey: int, black: int) -> int:
    """The packed counts of the marbles on three masks."""
    return pack(white.bit_count(), grey.bit_count(), black.bit_count())


def after_jump(
    white: int, grey: int, black: int, origin: int, over: int, landing: int
) -> tuple[int, int, int, int]:
    """White, grey and black marbles after a jump, and the marble that it captured (§5).

    All arguments are masks; the captured marble is a packed count.
    """
    if white & over:
        white ^= over
        gain = ONE[WHITE]
    elif grey & over:
        grey ^= over
        gain = ONE[GREY]
    else:
        black ^= over
        gain = ONE[BLACK]
    if white & origin:
        white ^= origin | landing
    elif grey & origin:
        grey ^= origin | landing
    else:
        black ^= origin | landing
    return white, grey, black, gain


def _copy_position(state: State, number: int, special: Special | None) -> State:
    """A copy of the position of *state* in turn *number*, with *special*, the options' memory."""
    return State(
        state.rings, state.white, state.grey, state.black, state.pool, state.first, state.second,
        state.seat, number, state.free, state.jumper, state.seen, special,
        captured=state.captured,
    )  # fmt: skip
