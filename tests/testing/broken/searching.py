"""Boards for searches that do not say what the game says."""

from __future__ import annotations

from gipf_meta import SearchBoard
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import PacingBoard, SearchedPacing

LAW = "search_boards_say_what_the_game_says"


class ForgetsASeat(PacingBoard):
    """Does not say whose turn it is again."""

    def take_back(self) -> None:
        self.way.pop()
        self.over = False


@found_by(LAW, "take_back")
class TakesHalfBack(SearchedPacing):
    def search_board(self, state: tuple[int, ...]) -> SearchBoard | None:
        return ForgetsASeat(self, state)


class OneWay(PacingBoard):
    """Never goes back."""

    def moves(self) -> list[int]:
        return super().moves()[-1:]


@found_by(LAW, "turn_moves")
class WalksOneWay(SearchedPacing):
    def search_board(self, state: tuple[int, ...]) -> SearchBoard | None:
        return OneWay(self, state)


class CountsMoves(PacingBoard):
    """Has a key of the moves that were made on it."""

    def __init__(self, game: SearchedPacing, way: tuple[int, ...]) -> None:
        self.made = 0
        super().__init__(game, way)

    def make(self, move: int) -> None:
        self.made += 1
        super().make(move)

    def take_back(self) -> None:
        self.made -= 1
        super().take_back()

    def key(self) -> int:
        return self.made


@found_by(LAW, "the position alone")
class KeyOfTheWay(SearchedPacing):
    def search_board(self, state: tuple[int, ...]) -> SearchBoard | None:
        return CountsMoves(self, state)


class WinsAlways(PacingBoard):
    """Takes each end for a win."""

    def worth(self) -> int:
        return 1_000_000 if self.over else 0


@found_by(LAW, "0 for a draw")
class EndsWell(SearchedPacing):
    def search_board(self, state: tuple[int, ...]) -> SearchBoard | None:
        return WinsAlways(self, state)
