# mypyc: compile
"""The values of TAMSK: a position, and the decisions that lead from one to the next.

Sections are those of docs/reference/tamsk.md. Red is seat 0, Black seat 1. Glasses are numbered
R1 R2 R3 B1 B2 B3 from 0 to 5, spaces as in ``board.py``. Times are integer milliseconds of game
time (§7); -1 stands for "none" wherever a space, a seat, a glass or a time may be missing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

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
class Ending:
    """How a game ended: the winner (``NONE``: a draw) and the reason's code (§7.7)."""

    winner: int
    reason: str

    def __reduce__(self) -> tuple[type[Ending], tuple[object, ...]]:
        return Ending, (self.winner, self.reason)


@dataclass(frozen=True, slots=True)
class State:
    """A position at the game time *t*, in ms.

    *to_move* makes turn *number*. *left* are the rings in the holders, *rings* those on each
    space, *full* the mask of full spaces. Glass g stands on *spaces[g]*; *empty_at[g]* is ``NONE``
    while it has never run, else when it runs out, or ran out where the mask *dead* has it. The
    15-second glass runs until *timer_at* against *target*. *skip* are the turns that each seat
    loses, *open_space* and *open_owner* a forgotten ring, *idle* the turns in a row without a ring.
    *lifted* is the glass in a player's hand, *late* one that may be placed after a time-out.
    """

    t: int
    to_move: int
    number: int
    left: tuple[int, int]
    rings: tuple[int, ...]
    full: int
    spaces: tuple[int, ...]
    empty_at: tuple[int, ...]
    dead: int
    timer_at: int = NONE
    target: int = NONE
    skip: tuple[int, int] = (0, 0)
    open_space: int = NONE
    open_owner: int = NONE
    idle: int = 0
    lifted: int = NONE
    late: int = NONE
    ending: Ending | None = None

    def __reduce__(self) -> tuple[type[State], tuple[object, ...]]:
        return State, tuple(getattr(self, field.name) for field in fields(self))


def owner(glass: int) -> int:
    """The seat that *glass* belongs to."""
    return int(glass > 2)
