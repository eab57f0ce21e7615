"""The game ``die``: one roll each; the higher roll wins, and the claimant wins an equal one.

This is the starter the designer proposes for a challenge: the challenged player succeeds if his
roll is equal or higher.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import N_, _
from gipf_meta.protocol.game import (
    BadNotation,
    Chance,
    Game,
    IllegalMove,
    Over,
    Status,
    Turn,
    turn,
)
from gipf_meta.protocol.options import Option, Whole
from gipf_meta.protocol.view import (
    SQUARE_PITCH,
    Choice,
    Piece,
    Point,
    View,
)

Rolls: TypeAlias = tuple[int, ...]
"""The rolls so far; 0 stands for a die that is in the air."""
Roll: TypeAlias = int
"""The decision to roll, 0, or the number that luck rolled, from 1 on."""


RULES = N_("""\
Each player rolls once, the first player first. The die has {sides} sides. The higher roll wins.
::: match=off
If both rolls are equal, the claimant wins: in a challenge, the player whose power was
challenged; in a game of its own, the second player unless `claimant=0` is set.
::: claimant=0
If both rolls are equal, the first player wins.
::: else
If both rolls are equal, the second player wins.
:::
""")


class Die(Game[Rolls, Roll]):
    """Two rolls of one die."""

    id: ClassVar[str] = "die"
    title: ClassVar[str] = N_("Die")
    tagline: ClassVar[str] = N_(
        "Each rolls once, and the higher roll wins; equal rolls are won by whoever was challenged."
    )
    seat_names: ClassVar[tuple[str, ...]] = (N_("First"), N_("Second"))
    end_words: ClassVar[Mapping[str, str]] = {"roll": N_("the roll of the die")}

    sides: int = Option(6, N_("sides of the die"), N_("how many sides the die has"), ge=2, le=100)
    claimant: Annotated[Literal[0, 1], Whole] = Option(
        1,
        N_("equal rolls"),
        N_("who wins equal rolls"),
        {0: N_("the first wins"), 1: N_("the second wins")},
    )

    @property
    def rules_text(self) -> str:
        """The players' rules, in the player's language."""
        return _(RULES)

    def start(self, seats: int) -> Rolls:
        """The state without rolls."""
        return ()

    def status(self, state: Rolls) -> Status[Roll]:
        """The seat that rolls next, the roll of luck, or the end."""
        if state and state[-1] == 0:
            return Chance(tuple((side, 1) for side in range(1, self.sides + 1)))
        if len(state) < 2:
            return turn(len(state), len(state) + 1)
        first, second = state
        winner = self.claimant if first == second else int(second > first)
        return Over((winner,), "roll", (first, second))

    def legal_moves(self, state: Rolls, seat: int) -> Sequence[Roll]:
        """The decision to roll, if it is the turn of *seat*."""
        return (0,) if self.status(state) == turn(seat, seat + 1) else ()

    def apply(self, state: Rolls, move: Roll) -> Rolls:
        """The rolls with a die thrown (0), or with the roll of luck in place of the 0."""
        return (*state, 0) if move == 0 else (*state[:-1], move)

    def format(self, state: Rolls, move: Roll) -> str:
        """``roll``, or the number that luck rolled."""
        return "roll" if move == 0 else str(move)

    def format_turn(self, state: Rolls, moves: Sequence[Roll]) -> str:
        """The number that luck rolled; ``roll`` before that."""
        return str(moves[-1]) if moves[-1] else "roll"

    def parse(self, state: Rolls, seat: int, text: str) -> Roll:
        """The decision to roll. Raises ``BadNotation``, ``IllegalMove``."""
        if text.strip().lower() not in ("roll", "r"):
            raise BadNotation(_("{text!r} is no move here; type roll.").format(text=text.strip()))
        if not self.legal_moves(state, seat):
            raise IllegalMove(_("It is not your turn to roll."))
        return 0

    def parse_turn(self, state: Rolls, text: str) -> tuple[Roll, ...]:
        """The decision to roll and the number *text*. Raises ``BadNotation``, ``IllegalMove``."""
        rolled = text.strip()
        number = read_whole(rolled, 1, self.sides)
        if number is None:
            raise BadNotation(
                _("{rolled!r} is no roll: write a number from 1 to {sides}.").format(
                    rolled=rolled, sides=self.sides
                )
            )
        if not isinstance(self.status(state), Turn):
            raise IllegalMove(_("Nobody rolls now."))
        return (0, number)

    def evaluate(self, state: Rolls, seat: int) -> float:
        """1 for the winner, -1 for the loser; 0 while the game goes on."""
        end = self.status(state)
        if not isinstance(end, Over):
            return 0.0
        return 1.0 if seat in end.winners else -1.0

    def view(self, state: Rolls, seat: int | None) -> View:
        """The dice that lie; the seat that rolls next has a choice, and so has ``None``."""
        rolls = [roll for roll in state if roll]
        now = self.status(state)
        can_roll = isinstance(now, Turn) and seat in (None, now.seat)
        return View(
            points=(Point("first", 0, 0, "cell"), Point("second", 2, 0, "cell")),
            pieces=tuple(
                Piece(name, "tile", f"p{i + 1}", str(roll))
                for i, (name, roll) in enumerate(zip(("first", "second"), rolls, strict=False))
            ),
            choices=(Choice("roll", ("roll",), _("roll the die")),) if can_roll else (),
            caption=_("Rolled so far: {rolls}.").format(
                rolls=", ".join(map(str, rolls)) or _("nothing")
            ),
            prompt=_("Roll the die.") if can_roll else "",
            pitch=SQUARE_PITCH,
            tile="square",
        )
