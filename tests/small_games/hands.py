"""Hands: a game of cards that others do not see, for tests, and quoted by the page for authors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gipf_meta import Chance, Choice, Over, Piece, Point, RulesGame, Status, Tray, TrayItem, View

DECK = "12345678"


class State(NamedTuple):
    """The cards in both hands and on the table, the points, who leads, and the turn's number."""

    hands: tuple[str, str] = ("", "")
    laid: str = ""
    points: tuple[int, int] = (0, 0)
    leader: int = 0
    number: int = 1

    @property
    def seat(self) -> int:
        """The seat that lays a card next."""
        return (self.leader + len(self.laid)) % 2

    @property
    def is_dealing(self) -> bool:
        """Whether luck deals the next card."""
        return self.number == 1 and len("".join(self.hands)) < 6


class Hands(RulesGame[State, str]):
    """Each holds three of eight cards; the higher of two takes a point, and leads."""

    id = "hands"
    title = "Hands"
    tagline = "Take two tricks with three cards."
    seat_names = ("First", "Second")
    rules_text = "Each holds three of eight cards. The higher of two takes a point, and leads."

    def start(self, seats: int) -> State:
        """The start: no card is dealt."""
        return State()

    def status(self, state: State) -> Status[str]:
        """The card that luck deals; else the seat that lays one, or the end."""
        if state.is_dealing:
            return Chance(tuple((card, 1) for card in DECK if card not in "".join(state.hands)))
        return super().status(state)

    def ending(self, state: State) -> Over | None:
        """The end after six cards."""
        if state.number <= 6:
            return None
        first, second = state.points
        return Over((int(second > first),), "cards laid", state.points)

    def moves(self, state: State) -> Sequence[str]:
        """The cards in the hand of the seat on turn."""
        return tuple(state.hands[state.seat])

    def apply(self, state: State, move: str) -> State:
        """The state after a card is dealt or laid."""
        first, second = state.hands
        if state.is_dealing:
            to_first = len(first) == len(second)
            return state._replace(
                hands=(first + move, second) if to_first else (first, second + move)
            )
        hands = first.replace(move, ""), second.replace(move, "")
        if not state.laid:
            return state._replace(hands=hands, laid=move, number=state.number + 1)
        leads = state.leader if state.laid > move else state.seat
        points = state.points[0] + (leads == 0), state.points[1] + (leads == 1)
        return State(hands, "", points, leads, state.number + 1)

    def view(self, state: State, seat: int | None) -> View:
        """The table, and the hand of *seat* or of who acts; others' cards are hidden."""
        acts = None if state.is_dealing or self.ending(state) else state.seat
        looks = acts if seat is None else seat
        moves = self.moves(state) if acts is not None and looks == acts else ()
        return View(
            points=(Point("t1", 0, 0, "cell"), Point("t2", 1, 0, "cell")),
            pieces=tuple(
                Piece(f"t{n}", "tile", "white", card) for n, card in enumerate(state.laid, 1)
            ),
            trays=tuple(
                Tray(
                    f"{self.seat_names[owner]}'s hand",
                    tuple(TrayItem(card, card, 1, "tile", "white") for card in cards)
                    if owner == looks
                    else (TrayItem(f"hand{owner}", "card", len(cards), "tile", "hidden"),),
                    owner,
                )
                for owner, cards in enumerate(state.hands)
            ),
            choices=tuple(Choice(card, (card,), f"lay {card}") for card in moves),
            prompt="Lay a card." if moves else "",
        )
