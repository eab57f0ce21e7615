# mypyc: compile
"""The values of LYNGK: a position between turns, and the turns and draws that lead to the next.

Sections are those of docs/reference/lyngk.md. In a stack (``gipf_meta.height`` and what follows it)
a piece is a number from 1 to 6: ivory, blue, red, green, black, joker. A set of colours is a mask,
one bit a piece's number.

A move is a whole turn, for a claim is a part of one (§4.1), or one draw; and one integer, as
``gipf_meta.move_of`` makes it, ``a << 12 | b << 6 | c``:

    a = 0            turn(0, origin, target)         a move without a claim
    a = 1 to 5       turn(claim, origin, target)     a move after the claim of that colour
    a = 6            PASS                            where there is no turn
    a = 7            draw(piece, point)              luck puts a piece onto a point (§3)
"""

from __future__ import annotations

from typing import Final

from gipf_meta import Over, StackState, occupied_by

WHITE: Final = 0
BLACK: Final = 1

IVORY: Final = 1
BLUE: Final = 2
RED: Final = 3
GREEN: Final = 4
KAY: Final = 5
"""A black piece. It is not named BLACK, for that is a player."""
JOKER: Final = 6
COLOURS: Final = (IVORY, BLUE, RED, GREEN, KAY)
PIECES: Final = (IVORY, BLUE, RED, GREEN, KAY, JOKER)
COUNTS: Final = (0, 8, 8, 8, 8, 8, 3)
"""The number of pieces of each colour and of jokers, by the piece's number (§2)."""

DRAWING: Final = 0
PLAYING: Final = 1
OVER: Final = 2

PASS: Final = 6 << 12
DRAW: Final = 7


def turn(claim: int, origin: int, target: int) -> int:
    """The turn that claims a colour, none if *claim* is 0, and moves *origin* to *target*."""
    return claim << 12 | origin << 6 | target


def draw(piece: int, point: int) -> int:
    """The draw that puts a *piece* onto *point*."""
    return DRAW << 12 | piece << 6 | point


def is_draw(move: int) -> bool:
    """Whether *move* is a draw, which luck plays."""
    return move >> 12 == DRAW


def piece_of(move: int) -> int:
    """The piece that luck draws."""
    return move >> 6 & 63


def colours(stack: int) -> int:
    """The set of the colours inside a stack; jokers have none (§4.2)."""
    found = 0
    while stack:
        found |= 1 << (stack & 15)
        stack >>= 4
    return found & ~(1 << JOKER)


class State(StackState):
    """A position between turns. Frozen: every attribute is set once.

    *stacks* has the stack on each point; *claims* the colours that White and Black have claimed,
    *taken* the numbers of stacks that they have taken, in ``stack6`` 1 for the player who has
    made a stack of six. *phase* is ``DRAWING``, ``PLAYING`` or ``OVER``; *seat* is on turn in
    turn *number*, from 1. After the end *ending* has the result and the reason.
    """

    __slots__ = ("claims", "ending", "taken")

    def __init__(
        self,
        stacks: tuple[int, ...],
        claims: tuple[int, int],
        taken: tuple[int, int],
        phase: int,
        seat: int,
        number: int,
        ending: Over | None = None,
    ) -> None:
        super().__init__(stacks, phase, seat, number)
        self.claims: Final = claims
        self.taken: Final = taken
        self.ending: Final = ending

    @property
    def occupied(self) -> int:
        """The points with a stack."""
        return occupied_by(self.stacks)

    @property
    def unclaimed(self) -> list[int]:
        """The colours that nobody has claimed."""
        claimed = self.claims[0] | self.claims[1]
        return [colour for colour in COLOURS if not claimed >> colour & 1]

    def may_claim(self, seat: int) -> bool:
        """Whether *seat* has claimed fewer than two colours (§4.1)."""
        return self.claims[seat].bit_count() < 2

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.stacks, self.claims, self.taken, self.phase, self.seat, self.number, self.ending,
        )  # fmt: skip
