# mypyc: compile
"""The values of Zatre: a position, and the decisions and draws that lead to the next.

Sections are those of docs/reference/zatre.md. Players are numbered in playing order, the starter
is 0 (the letter A of the notation); ``seats`` says at which seat of the match each of them sits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from gipf_meta import FrozenParts, FrozenState
from gipf_meta_zatre.grid import Grid
from gipf_meta_zatre.sheet import Sheet

LETTERS: Final = "ABCDEF"
VALUES: Final = (1, 2, 3, 4, 5, 6)

# kinds of moves
LOT: Final = 0  # a tile drawn in the lottery (§3)
DRAW: Final = 1  # a tile drawn for a hand (§4)
PLACE: Final = 2
TAKE: Final = 3  # the single draw that leftovers allow, where it is optional (§4)
DECLINE: Final = 4
STARTER: Final = 5  # luck names the starter without a lottery (§3)
STUCK: Final = 6  # a turn in which no tile can be placed ends (§4)


class Move(NamedTuple):
    """One decision, or one tile that luck draws. *player* is in playing order; in the lottery,
    before there is one, it is the seat."""

    kind: int
    player: int
    value: int = 0
    cell: int = 0
    exceptional: bool = False


class Tile(NamedTuple):
    """A tile placed in this turn; *exceptional*: against the rule of doubling cells (§5)."""

    cell: int
    value: int
    exceptional: bool = False


class Lot(NamedTuple):
    """A tile drawn in the lottery by a seat."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Ending(FrozenParts):
    """The scores of all sides, leftover tiles deducted, and the sides that share the victory."""

    scores: tuple[int, ...]
    sides: tuple[int, ...]


class State(FrozenState):
    """A position, also inside a turn. Frozen: every attribute is set once.

    *grid* are the tiles on the board. *bag* counts the tiles of each value that may still be drawn.
    *hands* are in drawing order, *sheets* one a side.

    *player* is on turn in turn *number* of the record, in round *round* (a team's two turns are one
    round). *pending* are the players who draw a tile next, *asked* those who may say whether they
    draw one. *drawn* are the players and tiles of the draws of this round, *placed* the tiles that
    were placed in this turn and *sums* the sums they made; *stuck*: no tile can be placed in this
    turn. *idle* are turns in a row in which nobody did anything. *lots* are the rounds of a lottery
    that is not decided, *starting* says that luck has yet to name the starter.
    """

    __slots__ = (
        "asked",
        "bag",
        "drawn",
        "ending",
        "grid",
        "hands",
        "idle",
        "lots",
        "number",
        "pending",
        "placed",
        "player",
        "round",
        "seats",
        "sheets",
        "starting",
        "stuck",
        "sums",
    )

    def __init__(
        self,
        grid: Grid,
        bag: tuple[int, ...],
        hands: tuple[tuple[int, ...], ...],
        sheets: tuple[Sheet, ...],
        seats: tuple[int, ...],
        player: int = 0,
        number: int = 1,
        round: int = 1,
        pending: tuple[int, ...] = (),
        asked: tuple[int, ...] = (),
        placed: tuple[Tile, ...] = (),
        sums: tuple[int, ...] = (),
        drawn: tuple[tuple[int, int], ...] = (),
        stuck: bool = False,
        idle: int = 0,
        lots: tuple[tuple[Lot, ...], ...] = (),
        starting: bool = False,
        ending: Ending | None = None,
    ) -> None:
        self.grid: Final = grid
        self.bag: Final = bag
        self.hands: Final = hands
        self.sheets: Final = sheets
        self.seats: Final = seats
        self.player: Final = player
        self.number: Final = number
        self.round: Final = round
        self.pending: Final = pending
        self.asked: Final = asked
        self.placed: Final = placed
        self.sums: Final = sums
        self.drawn: Final = drawn
        self.stuck: Final = stuck
        self.idle: Final = idle
        self.lots: Final = lots
        self.starting: Final = starting
        self.ending: Final = ending

    def fields(self) -> tuple[object, ...]:
        """The values of all attributes, in the order of the constructor."""
        return (
            self.grid, self.bag, self.hands, self.sheets, self.seats, self.player, self.number,
            self.round, self.pending, self.asked, self.placed, self.sums, self.drawn, self.stuck,
            self.idle, self.lots, self.starting, self.ending,
        )  # fmt: skip

    def __repr__(self) -> str:
        turn = f"turn {self.number} of player {self.player}"
        return f"<State {turn}, {self.left} tiles left, {self.ending}>"

    def but(
        self,
        *,
        grid: Grid | None = None,
        bag: tuple[int, ...] | None = None,
        hands: tuple[tuple[int, ...], ...] | None = None,
        sheets: tuple[Sheet, ...] | None = None,
        player: int | None = None,
        number: int | None = None,
        round: int | None = None,
        pending: tuple[int, ...] | None = None,
        asked: tuple[int, ...] | None = None,
        placed: tuple[Tile, ...] | None = None,
        sums: tuple[int, ...] | None = None,
        drawn: tuple[tuple[int, int], ...] | None = None,
        stuck: bool | None = None,
        idle: int | None = None,
        lots: tuple[tuple[Lot, ...], ...] | None = None,
        starting: bool | None = None,
        ending: Ending | None = None,
    ) -> State:
        """The same position with other values of some attributes."""
        return State(
            self.grid if grid is None else grid,
            self.bag if bag is None else bag,
            self.hands if hands is None else hands,
            self.sheets if sheets is None else sheets,
            self.seats,
            self.player if player is None else player,
            self.number if number is None else number,
            self.round if round is None else round,
            self.pending if pending is None else pending,
            self.asked if asked is None else asked,
            self.placed if placed is None else placed,
            self.sums if sums is None else sums,
            self.drawn if drawn is None else drawn,
            self.stuck if stuck is None else stuck,
            self.idle if idle is None else idle,
            self.lots if lots is None else lots,
            self.starting if starting is None else starting,
            self.ending if ending is None else ending,
        )

    @property
    def current_player(self) -> int:
        """The player who decides, in playing order."""
        return self.asked[0] if self.asked else self.player

    @property
    def left(self) -> int:
        """The number of tiles in the bag."""
        return sum(self.bag)

    def drawn_by(self, player: int) -> tuple[int, ...]:
        """The tiles that *player* has drawn in this round."""
        return tuple(value for who, value in self.drawn if who == player)
