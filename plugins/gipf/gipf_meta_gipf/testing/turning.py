"""The board turned, mirrored, and with its colours swapped."""

from __future__ import annotations

from typing import Final

from gipf_meta_gipf.board import BIT_OF, ENTRY_FIRST, ENTRY_STEP, N_ENTRIES, RAYS, STEPS
from gipf_meta_gipf.kind import ENTRY, PUSH_IN, Change
from gipf_meta_gipf.pieces import Kinds, spots_of
from gipf_meta_gipf.state import State

_CENTRE: Final = BIT_OF["e5"]


class Turning:
    """A way to lay the board on itself: direction *d* becomes ``turn + sign * d``."""

    def __init__(self, name: str, turn: int, sign: int) -> None:
        self.name: Final = name
        directions = [(turn + sign * d) % 6 for d in range(6)]
        self.spots: Final = {_CENTRE: _CENTRE}
        for d in range(6):
            ahead, beside = directions[d], directions[(d + 1) % 6]
            for i, at in enumerate(RAYS[_CENTRE][d]):
                onto = RAYS[_CENTRE][ahead][i]
                self.spots[at] = onto
                for j, further in enumerate(RAYS[at][(d + 1) % 6]):
                    if j <= 3 - i - 2:
                        self.spots[further] = RAYS[onto][beside][j]
        named = {(ENTRY_FIRST[e], ENTRY_STEP[e]): e for e in range(N_ENTRIES)}
        self.entries: Final[dict[int, int]] = {}
        for e in range(N_ENTRIES):
            first = 1 << self.spots[ENTRY_FIRST[e].bit_length() - 1]
            step = STEPS[directions[STEPS.index(ENTRY_STEP[e])]]
            self.entries[e] = named[first, step]

    def of_mask(self, mask: int) -> int:
        """The set of spots *mask*, turned."""
        return sum(1 << self.spots[bit] for bit in spots_of(mask))

    def of_target(self, target: int) -> int:
        """A spot or ``ENTRY`` + an entry, turned."""
        if target >= ENTRY:
            return ENTRY + self.entries[target - ENTRY]
        return self.spots[target]

    def of_change(self, change: Change) -> Change:
        """A change, turned."""
        known = self.entries if change.what == PUSH_IN else self.spots
        return Change(change.what, known.get(change.at, -1))

    def of_state(self, state: State) -> State:
        """A position, turned."""
        kinds = state.kinds
        turned = Kinds(
            self.of_mask(kinds.gipf),
            tuple([self.of_mask(mask) for mask in kinds.masks]),
            tuple(sorted([(self.spots[bit], under) for bit, under in kinds.covers])),
            kinds.due,
        )
        return with_board(
            state, self.of_mask(state.white), self.of_mask(state.black), turned, state.mover
        )


TURNED: Final = Turning("turned by a sixth", 1, 1)
MIRRORED: Final = Turning("mirrored", 0, -1)


def swapped(state: State) -> State:
    """A position with its colours swapped, and the other player on turn."""
    return with_board(state, state.black, state.white, state.kinds, 1 - state.mover)


def with_board(state: State, white: int, black: int, kinds: Kinds, mover: int) -> State:
    """*state* with another board and player on turn."""
    return State(
        white,
        black,
        kinds,
        state.white_reserve,
        state.black_reserve,
        state.books,
        mover,
        state.number,
        state.made,
        state.ask,
        state.detail,
    )
