# mypyc: compile
"""The values of TAMSK: a position, and the decisions that lead from one to the next.

Sections are those of docs/reference/tamsk.md. Red is seat 0, Black seat 1. Glasses are numbered
R1 R2 R3 B1 B2 B3 from 0 to 5, spaces as in ``board.py``. Times are integer milliseconds of game
time (§7); -1 stands for "none" wherever a space, a seat, a glass or a time may be missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from gipf_meta import FrozenParts, FrozenState

RED: Final = 0
BLACK: Final = 1
NONE: Final = -1

#: the glasses of each seat
GLASSES: Final = ((0, 1, 2), (3, 4, 5))

# kinds of decisions (§7.6, §7.9, §7.10)
MOVE: Final = 0  # a glass from a space to another
ENTER: Final = 1  # the next glass to a space, in the placement start (§6.6)
PASS: Final = 2
LIFT: Final = 3
PLACE: Final = 4  # the lifted glass to a space
PUT_BACK: Final = 5
LATE_PLACE: Final = 6  # the glass of a late player to a space
RING: Final = 7  # a late ring by the mover
CLAIM: Final = 8  # the opponent's ring for a forgotten one
FLIP: Final = 9  # the 15-second glass is turned
WAIT: Final = 10  # beats of the metronome
RESIGN: Final = 11


class Move(NamedTuple):
    """One decision: *kind* is one of those above, *seat* takes it.

    *at* and *to* are spaces (``MOVE``, ``LIFT``: from *at*), *ring* says whether a ring follows the
    glass, *beats* belongs to ``WAIT``.
    """

    kind: int
    seat: int
    at: int = NONE
    to: int = NONE
    ring: bool = False
    beats: int = 0


@dataclass(frozen=True, slots=True)
class Ending(FrozenParts):
    """The end of a game: the winner (``NONE``: a draw) and the reason's code (§7.7)."""

    winner: int
    reason: str


class State(FrozenState):
    """A position at the game time *t*, in ms. Frozen: every attribute is set once.

    *to_move* makes turn *number*. *left* are the rings in the holders, *rings* those on each
    space, *full* the mask of full spaces. Glass g stands on *spaces[g]*; *empty_at[g]* is ``NONE``
    while it has never run, else when it runs out, or ran out where the mask *dead* has it. The
    15-second glass runs until *timer_at* against *target*. *skip* are the turns that each seat
    loses, *open_space* and *open_owner* a forgotten ring, *idle* the turns in a row without a ring.
    *lifted* is the glass in a player's hand, *late* one that may be placed after a time-out.
    """

    __slots__ = (
        "dead",
        "empty_at",
        "ending",
        "full",
        "idle",
        "late",
        "left",
        "lifted",
        "number",
        "open_owner",
        "open_space",
        "rings",
        "skip",
        "spaces",
        "t",
        "target",
        "timer_at",
        "to_move",
    )

    def __init__(
        self,
        t: int,
        to_move: int,
        number: int,
        left: tuple[int, int],
        rings: tuple[int, ...],
        full: int,
        spaces: tuple[int, ...],
        empty_at: tuple[int, ...],
        dead: int,
        timer_at: int = NONE,
        target: int = NONE,
        skip: tuple[int, int] = (0, 0),
        open_space: int = NONE,
        open_owner: int = NONE,
        idle: int = 0,
        lifted: int = NONE,
        late: int = NONE,
        ending: Ending | None = None,
    ) -> None:
        self.t: Final = t
        self.to_move: Final = to_move
        self.number: Final = number
        self.left: Final = left
        self.rings: Final = rings
        self.full: Final = full
        self.spaces: Final = spaces
        self.empty_at: Final = empty_at
        self.dead: Final = dead
        self.timer_at: Final = timer_at
        self.target: Final = target
        self.skip: Final = skip
        self.open_space: Final = open_space
        self.open_owner: Final = open_owner
        self.idle: Final = idle
        self.lifted: Final = lifted
        self.late: Final = late
        self.ending: Final = ending

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.t, self.to_move, self.number, self.left, self.rings, self.full, self.spaces,
            self.empty_at, self.dead, self.timer_at, self.target, self.skip, self.open_space,
            self.open_owner, self.idle, self.lifted, self.late, self.ending,
        )  # fmt: skip

    def __hash__(self) -> int:
        # what tells most states apart: a search looks up each of them several times
        return hash((self.number, self.t, self.spaces, self.rings))

    def __repr__(self) -> str:
        return (
            f"<State turn {self.number} of {'RB'[self.to_move]}, rings {self.left}, {self.ending}>"
        )

    def at(self, t: int) -> State:
        """The same position at the game time *t*, in ms."""
        return State(
            t, self.to_move, self.number, self.left, self.rings, self.full, self.spaces,
            self.empty_at, self.dead, self.timer_at, self.target, self.skip, self.open_space,
            self.open_owner, self.idle, self.lifted, self.late, self.ending,
        )  # fmt: skip


def owner(glass: int) -> int:
    """The seat that *glass* belongs to."""
    return int(glass > 2)
