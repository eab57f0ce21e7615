"""A game with hidden hands: each player lays down one of his two cards; the higher one wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from gipf_meta import Choice, Game, Over, Status, Tray, TrayItem, View, turn

HANDS = ((3, 8), (5, 6))
"""The cards of each player."""

Laid: TypeAlias = tuple[int, ...]


class Cards(Game[Laid, int]):
    id: ClassVar[str] = "cards"
    title: ClassVar[str] = "Cards"
    tagline: ClassVar[str] = "Look at yours alone."
    seat_names: ClassVar[tuple[str, ...]] = ("Left", "Right")

    def start(self, seats: int) -> Laid:
        return ()

    def status(self, state: Laid) -> Status[int]:
        if len(state) == 2:
            return Over((int(state[1] > state[0]),), "higher")
        return turn(len(state), len(state) + 1)

    def legal_moves(self, state: Laid, seat: int) -> Sequence[int]:
        return HANDS[seat] if seat == len(state) else ()

    def apply(self, state: Laid, move: int) -> Laid:
        return (*state, move)

    def format(self, state: Laid, move: int) -> str:
        return str(move)

    def view(self, state: Laid, seat: int | None) -> View:
        seat = len(state) if seat is None else seat
        hand = HANDS[seat] if seat in (0, 1) else ()
        items = tuple(TrayItem(str(card), str(card), 1, "tile", "neutral") for card in hand)
        moves = self.legal_moves(state, seat) if seat in (0, 1) else ()
        return View(
            points=(),
            trays=(Tray("Hand", items, seat),) if items else (),
            choices=tuple(Choice(str(card), (str(card),), f"lay {card}") for card in moves),
            caption=f"Laid: {state}",
        )
