"""Judgements whose sign is swapped until the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gipf_meta import Over, RulesGame, SearchBoard, Turn, View
from tests.testing.broken.defect import found_by

Sums = tuple[int, ...]


class Adding(RulesGame[Sums, int]):
    """Each adds 1, 2 or 3 to a sum of his own, nine times; the greater sum wins."""

    id: ClassVar[str] = "adding"
    title: ClassVar[str] = "Adding"
    seat_names: ClassVar[tuple[str, ...]] = ("First", "Second")

    def start(self, seats: int) -> Sums:
        """Nobody has added anything."""
        return ()

    def lead(self, state: Sums, seat: int) -> int:
        """How much more *seat* has than the other."""
        return sum(state[seat::2]) - sum(state[1 - seat :: 2])

    def ending(self, state: Sums) -> Over | None:
        """The end after nine turns of each."""
        if len(state) < 18:
            return None
        lead = self.lead(state, 0)
        return Over((0,) if lead > 0 else (1,) if lead < 0 else (), "all added")

    def turn_of(self, state: Sums) -> Turn:
        """Both in turn."""
        return Turn(len(state) % 2, len(state) + 1)

    def moves(self, state: Sums) -> Sequence[int]:
        """Any of three numbers."""
        return (1, 2, 3)

    def apply(self, state: Sums, move: int) -> Sums:
        """The numbers with another."""
        return (*state, move)

    def picture(self, state: Sums, moves: Sequence[int]) -> View:
        """Nothing: these laws look at no picture."""
        return View(points=())


@found_by("better_positions_are_won", "sign looks swapped")
class CallsTheLoserBetter(Adding):
    def evaluate(self, state: Sums, seat: int) -> float:
        end = self.ending(state)
        if end:
            return 0.0 if not end.winners else 1.0 if seat in end.winners else -1.0
        return self.lead(state, 1 - seat) / 30


class AddingBoard(SearchBoard):
    """A board of Adding whose worth is that to the other seat."""

    def __init__(self, game: Adding, state: Sums) -> None:
        super().__init__()
        self.seat = len(state) % 2
        self._worth = 100 * game.lead(state, 1 - self.seat)

    def worth(self) -> int:
        return self._worth


@found_by("better_boards_are_won", "sign looks swapped")
class SearchesForTheLoser(Adding):
    def search_board(self, state: Sums) -> SearchBoard | None:
        return AddingBoard(self, state)
