"""A picture that changes is seen although each turn begins with luck that has its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gipf_meta import Chance, Choice, Over, Piece, Point, RulesGame, Status, Turn, View
from gipf_meta.testing import check

SPOTS = "abcde"


class Guessed(NamedTuple):
    """The spots that were hidden and shot at, the wind, and the turn's number."""

    hidden: str = ""
    shots: str = ""
    wind: str = ""
    number: int = 1


class Guessing(RulesGame[Guessed, str]):
    """Each hides a spot, which no view shows; every later turn begins with the wind."""

    id, title, tagline = "guessing", "Guessing", "Guess."
    seat_names = ("One", "Two")
    rules_text = "Hide a spot, then guess in turn."

    def start(self, seats: int) -> Guessed:
        """Nothing is hidden yet."""
        return Guessed()

    def status(self, state: Guessed) -> Status[str]:
        """The wind before each guess."""
        if len(state.hidden) == 2 and not state.wind and not self.ending(state):
            return Chance((("calm", 1), ("gale", 1)), state.number)
        return super().status(state)

    def turn_of(self, state: Guessed) -> Turn:
        """Both in turn."""
        return Turn((state.number - 1) % 2, state.number)

    def ending(self, state: Guessed) -> Over | None:
        """The end after eight guesses."""
        return Over((), "nothing") if len(state.shots) == 8 else None

    def moves(self, state: Guessed) -> Sequence[str]:
        """The spots."""
        return [*SPOTS]

    def apply(self, state: Guessed, move: str) -> Guessed:
        """The state after a spot, or after the wind."""
        if move not in SPOTS:
            return state._replace(wind=move)
        after = state._replace(wind="", number=state.number + 1)
        if len(state.hidden) < 2:
            return after._replace(hidden=state.hidden + move)
        return after._replace(shots=state.shots + move)

    def picture(self, state: Guessed, moves: Sequence[str]) -> View:
        """A piece for each shot."""
        return View(
            points=tuple(Point(f"{spot}{row}", at, row, "cell")
                         for row in range(8) for at, spot in enumerate(SPOTS)),
            pieces=tuple(
                Piece(f"{spot}{row}", "disc", f"p{row % 2 + 1}", "o")
                for row, spot in enumerate(state.shots)
            ),
            choices=tuple(Choice(move, (f"{move}{len(state.shots)}",), move) for move in moves),
            caption="It blows.",
            prompt="Choose a spot." if moves else "",
        )  # fmt: skip


class Blank(Guessing):
    """No shot is shown, but a piece that stands there for good."""

    def picture(self, state: Guessed, moves: Sequence[str]) -> View:
        """The same picture always."""
        view: Any = super().picture(state._replace(shots="a"), ())
        return view  # type: ignore[no-any-return]


def test_turns_that_begin_with_luck_change_the_picture() -> None:
    (found,) = check(Guessing(), laws=["pictures_follow_the_game"], games=2)
    assert found.ok, found.what
    (found,) = check(Blank(), laws=["pictures_follow_the_game"], games=2)
    assert "before and after each of" in found.what
